"""When a battle is over, who has won then, and what the bar says of it before."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.battle.victory import (
    battle_outcome,
    end_rows,
    is_met,
    scores,
)
from battlesim.rulesets.alien_invasion.core.lookups import LEFT, UNDERGROUND
from battlesim.rulesets.alien_invasion.core.objectives import Objectives
from battlesim.rulesets.alien_invasion.core.state import PASSES, Alliance, Pacts, VictoryRule
from battlesim.table.pieces import Marker, Off
from tests.rules.alien_invasion.field import (
    battle,
    carrying,
    daleks,
    group,
    off,
    pair,
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
FOE_WINS = (rule("flag", item="up"), VictoryRule("dalek", "holes_closed", at_end=True))
FOE_HAS_WON = (rule("flag", item="up"), VictoryRule("dalek", "holes_closed"))
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
        ("first", 0, (VictoryRule("dalek", "holes_closed"),), off(FOE, LOST), ("unit",)),
        ("first", 0, FOE_HAS_WON, off(FOE, LEFT), ("dalek",)),
        ("three", 0, CLOSED, FOE, None),
        ("three", 2, CLOSED, FOE, None),
        ("three", 3, CLOSED, FOE, ("unit",)),
        ("three", 0, (rule("flag", item="up"),), off(FOE, LOST), ("unit",)),
        ("last", 3, CLOSED, FOE, None),
        ("last", 9, CLOSED, FOE, None),
        ("last", 10, CLOSED, FOE, ()),
        ("last", 11, CLOSED, FOE, ()),
        ("last", 0, (rule("flag", item="up"),), off(FOE, LOST), ("unit",)),
        ("last", 0, FOE_WINS, off(FOE, LOST), ("unit",)),
        ("three", 0, FOE_WINS, off(FOE, LOST), ("unit",)),
        ("last", 0, FOE_WINS, off(FOE, LEFT), ("dalek",)),
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


EGGS = Objectives(items={key: Marker(key, "egg", 5, 5) for key in ("e1", "e2")})
HOLES = [Marker("h1", "hole", 5, 5, radius=1.0), Marker("h2", "hole", 9, 5, radius=1.0)]


@pytest.mark.parametrize(
    ("condition", "text", "still"),
    [
        (rule("holes_closed"), "all holes closed", "2 open"),
        (rule("studied"), "all aliens studied", "2 unsolved"),
        (rule("holds", item="egg", than=1), "1 egg held", "met"),
        (rule("holds", item="egg", than=2), "2 eggs held", "1 held"),
        (rule("holds", item="egg", than=2, below=True), "2 eggs held, below ground", "0 held"),
        (
            rule("holds", item="egg", than=2, unseen=True),
            "2 eggs held, no witness alive",
            "1 held, 1 witnesses",
        ),
        (rule("brought_off", item="egg", than=2), "2 eggs brought off the table", "0 off"),
        (rule("flag", item="the_ship_left"), "the ship left", "not yet"),
        (rule("killed", item="dalek"), "Dalek killed", "not yet"),
        (rule("killed", item="mite"), "Mite killed", "not yet"),
        (rule("guards", item="car", than=6), "car touched, no enemy within 6 in", "not yet"),
        (rule("no_aliens"), "no alien left", "4 left"),
        (rule("destroyed", of=("dalek", "spug")), "dalek and spug dead", "4 left"),
        (rule("wiped_out", of=("dalek",)), "dalek dead", "3 left"),
        (rule("fewer", of=("dalek",), than=2), "fewer than 2 of dalek left", "2 left"),
        (rule("fewer", of=("dalek",), than=9, at_end=True), "fewer than 9 of dalek left at the end", "met"),
        (rule("holes_closed", level="major"), "all holes closed (major)", "2 open"),
        (rule("holes_closed", at_end=True, level="minor"), "all holes closed at the end (minor)", "2 open"),
    ],
)
def test_the_bar_says_what_a_condition_is_and_what_it_still_takes(condition, text, still):
    men = carrying(group("a", (10, 10)), "e1")
    foes = off(daleks("d", (40, 10), (42, 10), (44, 10), (46, 10)), None, None, LOST, LEFT)
    unit, pieces = spugs("s", (60, 40), (62, 40))
    seen = unit, (pieces[0].with_mark("witness"), *pieces[1:])
    state = battle(men, foes, seen, victory=(condition,), objectives=EGGS, markers=HOLES)
    row = next(row for row in end_rows(state) if str(row.label).startswith("unit: "))
    assert (str(row.label), str(row.value)) == (f"unit: {text}", still)


@pytest.mark.parametrize(
    ("place", "wiped"), [(None, False), (RESERVE, False), (LEFT, False), (UNDERGROUND, False), (LOST, True)]
)
def test_those_who_have_left_or_are_still_to_come_are_not_dead(place, wiped):
    state = battle(MAN, off(FOE, place), vehicle("saucer", 60, 20, kind="saucer", side="dalek"))
    assert is_met(state, rule("wiped_out", of=("dalek",))) is wiped
    assert is_met(state, rule("wiped_out", of=("dalek", "unit"))) is False


@pytest.mark.parametrize("own", [MAN, pair("a", (10, 10))])
def test_there_is_a_row_for_each_condition_of_each_side(own):
    side = own[0].side
    listed = (VictoryRule(side, "holes_closed"), VictoryRule(side, "no_aliens"))
    labels = [str(row.label) for row in end_rows(battle(own, FOE, victory=listed))]
    extra = [f"{side}: all aliens studied"] if side == "mib" else []
    first = [f"{side}: all holes closed", f"{side}: no alien left", *extra]
    last = [f"dalek: {side} dead"]
    assert sorted(labels) == sorted(first + last)


def test_the_last_faction_is_no_alliance():
    state = battle(MAN, off(FOE, LOST), victory=(rule("flag", item="up"),))
    assert str(battle_outcome(state).reason) == "one faction is left"
    nobody = {"victory": FOE_WINS[:1], "options": {"game_end": OVER["three"]}}
    none = battle(off(MAN, LOST), off(FOE, LOST), **nobody)
    assert str(battle_outcome(none).reason) == "one faction is left"


def test_dice_do_not_count_if_somebody_has_met_a_condition():
    options = {"default_victory": "most_dice_destroyed", "game_end": "three_passes"}
    more = {"tally": {PASSES: 3}, "destroyed": {"dalek": 5}, "options": options}
    assert battle_outcome(battle(MAN, FOE, victory=CLOSED, **more)).winners == ("unit",)
    assert battle_outcome(battle(MAN, FOE, **more)).winners == ("dalek",)
