"""Automated aliens: their confidence, what wounds do to them, and when they stay."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.actions.beginning import begin_activation
from battlesim.rulesets.stargrunt.advice.aliens import alien_wishes, guards_objective
from battlesim.rulesets.stargrunt.attack.casualties import apply_effect
from battlesim.rulesets.stargrunt.core.marks import (
    BROKEN,
    CONFIDENCE,
    CONFIDENT,
    ROUTED,
    SHAKEN,
    STEADY,
    SUPPRESSED,
)
from battlesim.rulesets.stargrunt.core.state import MarkerObjective
from battlesim.rulesets.stargrunt.morale.confidence import take_confidence_test, unit_motivation
from battlesim.rulesets.stargrunt.morale.forced import check_surrenders
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker

from .field import CENTRE, A, battle, foes, perform, play, row, squad, terrain, unit

ALIEN = {"kinds": ("swarmer",), "automated": True, "leader": False, "quality": "green", "leadership": 2}


def brood(count=4, marks=None, options=None, ground=(), at=(0, 0), human=(0, 20), **game):
    return battle(
        squad("a", *row(*at, count), marks=marks, **ALIEN),
        foes("b", human),
        options=options,
        ground=ground,
        **game,
    )


def begin(state):
    """Begin an activation of the brood and end it."""
    done = perform(state, lambda play: begin_activation(play, A))
    return done.state.with_game(activation=None)


@pytest.mark.rule("SG-GAP-148")
@pytest.mark.option("alien_morale", "tests")
@pytest.mark.option("alien_morale", "fearless")
@pytest.mark.parametrize(("option", "dice", "level"), [("tests", [3], SHAKEN), ("fearless", [], STEADY)])
def test_aliens_test_their_confidence_or_by_option_keep_it(option, dice, level):
    state = brood(marks={CONFIDENCE: STEADY}, options={"alien_morale": option})
    done = perform(state, lambda play: take_confidence_test(play, A, 1), dice=dice)
    assert unit(done, "a").mark_count(CONFIDENCE) == level


@pytest.mark.rule("SG-GAP-148")
def test_a_broken_brood_counts_as_shaken_in_its_second_activation():
    once = begin(brood(marks={CONFIDENCE: BROKEN}))
    assert unit(once, "a").mark_count(CONFIDENCE) == BROKEN
    assert unit(begin(once), "a").mark_count(CONFIDENCE) == SHAKEN


@pytest.mark.rule("SG-GAP-148")
def test_people_do_not_take_heart_by_themselves():
    state = battle(squad("a", (0, 0), marks={CONFIDENCE: BROKEN}), foes("b", (0, 20)))
    assert unit(begin(begin(state)), "a").mark_count(CONFIDENCE) == BROKEN


@pytest.mark.rule("SG-GAP-148")
def test_aliens_have_high_motivation_and_their_wounded_are_dead():
    state = brood(options={"motivation": "low"})
    assert unit_motivation(state, unit(state, "a")) == "high"
    done = perform(state, lambda play: apply_effect(play, "a1", 1, "b1"))
    assert not done.piece("a1").in_play


@pytest.mark.rule("SG-GAP-148")
def test_routed_aliens_do_not_surrender():
    state = brood(marks={CONFIDENCE: ROUTED}, human=(0, 6))
    assert perform(state, check_surrenders).piece("a1").in_play


@pytest.mark.rule("SG-GAP-148")
def test_a_broken_brood_goes_to_cover():
    ground = [terrain("woods", -3, -8, 5, -3)]
    state = brood(2, {CONFIDENCE: BROKEN}, ground=ground, activated="a")
    done = play(state, ["move"], until="action")
    assert done.piece("a1").xy[1] < CENTRE - 2.9


@pytest.mark.rule("SG-GAP-153")
@pytest.mark.parametrize(
    ("count", "ground", "level"),
    [(2, [], BROKEN), (3, [], CONFIDENT), (2, [terrain("woods", -3, -3, 5, 3)], CONFIDENT)],
)
def test_a_few_suppressed_in_the_open_for_a_second_activation_are_broken(count, ground, level):
    state = begin(brood(count, {SUPPRESSED: 1}, ground=ground))
    assert unit(state, "a").mark_count(CONFIDENCE) == CONFIDENT
    assert unit(begin(state), "a").mark_count(CONFIDENCE) == level


@pytest.mark.rule("SG-GAP-154")
@pytest.mark.parametrize(
    ("inches", "human", "stays"), [(1.5, (0, 20), True), (3.5, (0, 20), False), (1.5, (0, 5.4), False)]
)
def test_aliens_stay_at_an_objective_without_humans_near_it(inches, human, stays):
    state = brood(1, at=(0, -inches), human=human, objectives=(MarkerObjective("m", 5.0),))
    table = state.table.with_marker(Marker(MarkerId("m"), "objective", CENTRE, CENTRE))
    state = state.with_table(table)
    assert guards_objective(state, A) is stays
    wish = {key: worth for key, worth, _ in alien_wishes(state, unit(state, "a"))}
    assert (wish["combat_move"] == 0.0) is stays
