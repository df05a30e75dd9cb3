"""Measuring before an order: by option ranges and dice are shown only once it is given."""

from __future__ import annotations

import pytest

from battlesim.engine.measuring import known_preview, may_measure
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.fire_actions import target_decision
from battlesim.table.events import DiceRolled

from .field import A, battle, foes, play, row, squad

pytestmark = [
    pytest.mark.rule("SG-GAP-20"),
    pytest.mark.option("premeasure", "yes"),
    pytest.mark.option("premeasure", "no"),
]


def firefight(value):
    return battle(
        squad("a", *row(-3, 0, 3)), foes("b", *row(-3, 6, 3)), options={"premeasure": value}, activated="a"
    )


@pytest.mark.rule("SG-GAP-19")
@pytest.mark.parametrize(("value", "shown"), [("yes", True), ("no", False)])
def test_the_dice_of_an_order_that_is_prepared_are_shown(value, shown):
    state = firefight(value)
    assert (known_preview(RULESET, state, target_decision(state, A), "b") is not None) is shown
    assert may_measure(RULESET, state) is shown and state == firefight(value)


@pytest.mark.parametrize("value", ["yes", "no"])
def test_the_dice_are_shown_once_the_order_is_given(value):
    done = play(firefight(value), ["fire", "b"], [4, 1, 1])
    assert done.events_of(DiceRolled)[0].tags[0].label == "Range die"
