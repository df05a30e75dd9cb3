"""When a battle is over, and who has won then."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.battle.victory import (
    battle_outcome,
    scores,
)
from battlesim.rulesets.alien_invasion.core.state import PASSES, Alliance, Pacts, VictoryRule
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import (
    battle,
    daleks,
    group,
    off,
    spugs,
    vehicle,
)

ENDS = ("MT-VIC-01", "MT-VIC-02", "MT-GAP-71", "MT-GAP-84")
SCENARIO = ("MT-SCN-05", "MT-SCN-08", "MT-GAP-49", "MT-MIB-17")
pytestmark = pytest.mark.rule(*ENDS, *SCENARIO)

LOST, RESERVE = Off("lost"), Off("reserve")
MAN, FOE = group("a", (10, 10)), daleks("d", (40, 10))
CAR = vehicle("car", 30, 30)


def rule(when, **more):
    return VictoryRule("unit", when, **more)


CLOSED = (rule("holes_closed"),)
OVER = {"first": "first_victory_or_three_passes", "three": "three_passes", "last": "last_faction_standing"}


@pytest.mark.parametrize(
    ("end", "passes", "victory", "foe", "won"),
    [
        ("first", 0, CLOSED, FOE, ("unit",)),
        ("first", 0, (), FOE, None),
        ("first", 2, (), FOE, None),
        ("first", 3, (), FOE, ()),
        ("first", 4, (), FOE, ()),
        ("first", 3, (rule("holes_closed", at_end=True),), FOE, ("unit",)),
        ("first", 2, (rule("holes_closed", at_end=True),), FOE, None),
        ("first", 0, (rule("flag", item="up"),), off(FOE, LOST), ("unit",)),
        ("first", 0, (VictoryRule("dalek", "holes_closed"),), off(FOE, LOST), ("unit", "dalek")),
        ("three", 0, CLOSED, FOE, None),
        ("three", 2, CLOSED, FOE, None),
        ("three", 3, CLOSED, FOE, ("unit",)),
        ("three", 0, (rule("flag", item="up"),), off(FOE, LOST), ("unit",)),
        ("last", 3, CLOSED, FOE, None),
        ("last", 9, CLOSED, FOE, None),
        ("last", 10, CLOSED, FOE, ()),
        ("last", 11, CLOSED, FOE, ()),
        ("last", 0, (rule("flag", item="up"),), off(FOE, LOST), ("unit",)),
    ],
)
def test_when_it_is_over_and_who_has_won(end, passes, victory, foe, won):
    state = battle(MAN, foe, victory=victory, tally={PASSES: passes}, options={"game_end": OVER[end]})
    outcome = battle_outcome(state)
    assert (outcome.winners if outcome else None) == won


@pytest.mark.parametrize(
    ("destroyed", "won"),
    [
        ({}, ()),
        ({"unit": 4}, ("unit",)),
        ({"unit": 4, "dalek": 5}, ("dalek",)),
        ({"unit": 7, "dalek": 7}, ("unit", "dalek")),
    ],
)
def test_by_option_most_dice_win_at_the_limit(destroyed, won):
    options = {"default_victory": "most_dice_destroyed"}
    state = battle(MAN, FOE, tally={PASSES: 3}, destroyed=destroyed, options=options)
    assert battle_outcome(state).winners == won
    assert scores(state) == {side: destroyed.get(side, 0) / 2 for side in ("unit", "dalek")}
    met = battle(MAN, FOE, tally={PASSES: 3}, destroyed={"dalek": 5}, options=options, victory=CLOSED)
    assert battle_outcome(met).winners == ("unit",), "who has met a condition wins before the dice"
    usual = battle(MAN, FOE, tally={PASSES: 3}, destroyed=destroyed)
    assert battle_outcome(usual).winners == ()


PACT, TRUCE = Pacts((Alliance(("unit", "dalek")),)), Pacts((Alliance(("unit", "dalek"), truce=True),))


@pytest.mark.parametrize("end", ["first", "three"])
@pytest.mark.parametrize(
    ("others", "pacts", "victory", "won", "reason"),
    [
        ([], PACT, (), ("unit", "dalek"), "one alliance is left"),
        ([], TRUCE, (), None, ""),
        ([spugs("s", (60, 40))], PACT, (), None, ""),
        ([off(spugs("s", (60, 40)), LOST)], PACT, (), ("unit", "dalek"), "one alliance is left"),
        ([off(spugs("s", (60, 40)), LOST)], Pacts(), (), None, ""),
        ([], PACT, (VictoryRule("dalek", "holes_closed", at_end=True),), ("dalek",), "one alliance is left"),
    ],
)
def test_an_alliance_that_is_left_alone_has_won(end, others, pacts, victory, won, reason):
    state = battle(MAN, FOE, *others, pacts=pacts, victory=victory, options={"game_end": OVER[end]})
    outcome = battle_outcome(state)
    assert (outcome.winners if outcome else None) == won
    assert (str(outcome.reason) if outcome else "") == reason


def test_by_option_the_allies_fight_on_until_one_faction_is_left():
    last = {"game_end": OVER["last"]}
    assert battle_outcome(battle(MAN, FOE, pacts=PACT, options=last)) is None
    alone = battle_outcome(battle(MAN, off(FOE, LOST), pacts=PACT, options=last))
    assert (alone.winners, str(alone.reason)) == (("unit",), "one faction is left")
