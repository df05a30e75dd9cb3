"""Interception: which Hoppers may attack an aircraft in flight, and what comes of it."""

from __future__ import annotations

import math

import pytest

from battlesim.rulesets.mobile_infantry.air import interception
from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.acts import refusal
from tests.rules.mobile_infantry.field import ScriptResult, block, field, perform, piece, warrior

LINE = ((0.0, 24.0), (72.0, 24.0))


def hopper(id: str, x: float, y: float, *marks: str) -> object:
    """A Hopper on Alert."""
    return piece("hopper", id, x, y, marks=["alert", *marks])


def bomber(hits: int = 2) -> object:
    """A Thunderbolt on its run."""
    return piece("thunderbolt", "B", 2, 24, hits=hits, marks=["flying"])


def fly(
    state: Battle, chosen: tuple[str, ...] = (), dice: tuple[int, ...] = (), until: str = ""
) -> ScriptResult:
    """The line of the bomber is drawn."""
    answers = {"intercept": [chosen]} if chosen else {}
    return perform(state, lambda game: interception.offer_interception(game, "B", LINE), answers, dice, until)


@pytest.mark.rule("MI-AIR-06")
def test_hoppers_on_alert_within_10_inches_of_the_line_may_intercept() -> None:
    state = field(
        bomber(),  # type: ignore[arg-type]
        hopper("A", 30, 34.5),  # type: ignore[arg-type]
        hopper("B2", 40, 34.55),  # type: ignore[arg-type]
        warrior("W", 30, 25, marks=["alert"]),
        piece("hopper", "idle", 50, 25),
    )
    asked = fly(state, until="intercept")
    assert [o.key for o in asked.asked[-1].open_options] == ["A"]  # type: ignore[attr-defined]
    assert refusal(asked, "intercept", ("B2",)) != ""


@pytest.mark.rule("MI-OBJ-07")
def test_an_aircraft_over_the_table_is_within_reach_of_flying_bugs() -> None:
    state = field(bomber(), hopper("H", 30, 20))  # type: ignore[arg-type]
    line = ((0.0, 25.0), (72.0, 25.0))
    assert [p.id for p in interception.able_interceptors(state, line)] == ["H"]


@pytest.mark.rule("MI-GAP-25", "MI-BTRT-07")
def test_an_interceptor_flies_to_the_line_strikes_once_and_stays_there() -> None:
    state = field(bomber(), hopper("H", 30, 34), warrior("W", 30, 24))  # type: ignore[arg-type]
    done = fly(state, ("H",), dice=(9, 5))
    assert math.dist(done.piece("H").xy, (30, 24)) == pytest.approx(1.0, abs=0.005)
    assert not done.piece("H").has_mark("alert")
    assert [e.sides for e in done.events_of(DiceRolled)] == [(10,), (6,)]
    assert done.piece("B").hits == 1  # save 5+, the die 5 less Piercing 1 fails
    assert fly(state, ("H",), dice=(9, 6)).piece("B").hits == 2


@pytest.mark.rule("MI-GAP-25")
def test_an_interceptor_ends_on_the_ground() -> None:
    state = field(bomber(), hopper("H", 30, 30), block("building", "V", 24, 22, 36, 24.6))  # type: ignore[arg-type]
    done = fly(state, ("H",), dice=(1,))
    assert done.piece("H").place == Off("reserve")
    alive = fly(state, ("H",), dice=(2,))
    assert alive.piece("H").xy == pytest.approx((30, 25.1), abs=0.01)


@pytest.mark.rule("MI-GAP-25", "MI-BTRT-04")
def test_all_strikes_are_settled_together_and_a_bomber_at_no_hit_points_goes_no_further() -> None:
    state = field(bomber(hits=2), hopper("H1", 30, 30), hopper("H2", 33, 30))  # type: ignore[arg-type]
    survived: list[bool] = []

    def run(game: object) -> object:
        survived.append((yield from interception.offer_interception(game, "B", LINE)))  # type: ignore[arg-type]

    done = perform(state, run, {"intercept": [("H1", "H2")]}, dice=(9, 9, 2, 6))  # type: ignore[arg-type]
    assert survived == [True]
    assert done.piece("B").hits == 1
    perform(state, run, {"intercept": [("H1", "H2")]}, dice=(10, 1))  # type: ignore[arg-type]
    assert survived == [True, False]
    perform(state, run)  # type: ignore[arg-type]
    assert survived == [True, False, True]
