"""What counts for a score, and what ends a battle."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.battle import victory
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, GameUnit, Scoring, Site
from battlesim.table.pieces import Aboard, Inside, Off, Piece
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.rules.mobile_infantry.test_victory import FIRST_CONTACT, OUTPOST


def people(hits: int = 4, **place: Any) -> Piece:
    """Survivors in the outpost."""
    return piece("survivors", "S", 50, 20, hits=hits, **place)


@pytest.mark.rule("MI-OBJ-04", "MI-GAP-30")
@pytest.mark.parametrize(("site", "count"), [(Site(outpost=OUTPOST), 5), (Site(), 3)])
def test_survivors_in_the_outpost_and_those_evacuated_are_rescued(site: Site, count: int) -> None:
    state = field(people(hits=2), site=site, tally={"evacuated_survivors": 3})
    assert victory.rescued_survivor_count(state) == count


@pytest.mark.rule("MI-OBJ-04", "MI-GAP-30")
def test_what_was_rolled_for_survivors_counts_for_those_evacuated_too() -> None:
    state = field(
        people(marks={"worth": 2}),
        site=Site(outpost=OUTPOST),
        options={"survivor_vp": "d3_per_stand"},
        tally={"evacuated_worth": 3},
    )
    assert victory.scores(state)[MI] == 5


@pytest.mark.rule("MI-OBJ-01", "MI-OBJ-04")
@pytest.mark.parametrize(("x", "rescued"), [(56, 4), (30, 0)])
@pytest.mark.parametrize("place", [Inside("B"), Aboard("V")])
def test_who_is_in_something_is_where_it_is(place: Any, x: float, rescued: int) -> None:
    house = block("building", "B", x, 27, x + 4, 31)
    state = field(people(place=place), house, piece("viking", "V", x, 20), site=Site(outpost=OUTPOST))
    assert victory.rescued_survivor_count(state) == rescued


def bug_points(scoring: Scoring, points: float = 0.0, **tally: int) -> dict[str, float]:
    """The score of the Arachnids, part by part."""
    state = field(site=Site(scoring=scoring), tally=tally, points={MI: 0.0, BUGS: points})
    return {part.rule: part.points for part in victory.score_parts(state)[BUGS] if part.points}


@pytest.mark.rule("MI-BOBJ-01")
def test_each_few_dead_pay_as_many_points_as_the_scenario_says() -> None:
    assert bug_points(Scoring(dead_per_point=2, point_for_dead=3), dead_humans=5) == {"MI-BOBJ-01": 6}


@pytest.mark.rule("MI-BOBJ-04")
@pytest.mark.parametrize(
    ("scoring", "points", "told"),
    [
        (Scoring(first_captive=4, more_captives=0), 0.0, True),
        (Scoring(first_captive=0, more_captives=2), 0.0, True),
        (Scoring(first_captive=0, more_captives=0), 4.0, True),
        (Scoring(first_captive=0, more_captives=0), 0.0, False),
    ],
)
def test_captives_are_told_where_they_pay_or_have_paid(scoring: Scoring, points: float, told: bool) -> None:
    state = field(site=Site(scoring=scoring), points={MI: 0.0, BUGS: points})
    assert ("MI-BOBJ-04" in [part.rule for part in victory.score_parts(state)[BUGS]]) is told


def reason(*things: Any, site: Site | None = None, later: int = 0) -> str:
    """Why a battle is over; unit L comes in a later turn."""
    state = field(*things, site=site or Site())
    units = state.game.units | {"L": GameUnit("L", "L", MI, "platoon", arrives=later)}  # type: ignore[dict-item]
    found = victory.battle_outcome(state.with_game(units=units))
    return found.reason if found else ""


LATE = rifles("late", unit="L", place=Off("reserve"))
CAPTIVE = piece("command_team", "C", 20, 20, hits=0, marks=["captive"])
FOE = warrior("W", 40, 40)


@pytest.mark.rule("MI-GAP-32")
@pytest.mark.parametrize(("later", "goes_on"), [(3, True), (0, False)])
def test_a_unit_that_is_still_to_come_keeps_the_battle_going(later: int, goes_on: bool) -> None:
    assert (reason(FOE, LATE, later=later) == "") is goes_on


@pytest.mark.rule("MI-GAP-32", "MI-GAP-48", "MI-GAP-70")
@pytest.mark.parametrize(
    ("site", "words"),
    [
        (Site(), "nobody of the company is left on the table"),
        (FIRST_CONTACT, "no soldier is left on the table"),
    ],
)
def test_it_is_told_when_only_captives_are_left(site: Site, words: str) -> None:
    ship = piece("viking", "V", 20, 30, place=Off("left"))
    assert reason(FOE, ship, site=site) == words
    assert reason(FOE, CAPTIVE, site=site) == f"{words} but captives"
    assert (
        reason(FOE, piece("survivors", "S", 20, 30), site=FIRST_CONTACT) == "no soldier is left on the table"
    )


@pytest.mark.rule("MI-GAP-70", "MI-GAP-32")
def test_an_entrance_that_is_left_does_not_fight_on() -> None:
    lost = warrior("W", place=Off("lost"))
    assert reason(rifles("R", 10, 10), lost, *hole("E", 30, 30), site=FIRST_CONTACT) == "no bug is left"
