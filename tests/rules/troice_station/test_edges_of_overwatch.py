"""Overwatch at its edges: why one does not fire, and the very place on a way at which one does.

A Trooper at (10, 10) sees an Alien whose centre is at (23.125, 10) at exactly 12 in.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.attack import shooting
from battlesim.rulesets.troice_station.core.marks import MOVED, OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.overwatch import watch
from battlesim.rulings.passing import Interval
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from .things import alien, battle, block, marine, perform

WATCH = pytest.mark.rule("TS-GAP-26", "TS-ACT-14", "TS-GAP-25")
FIRED = ("overwatch of a at x",)


def waits(x: float, y: float = 10.0, kind: str = "trooper", marks: Any = (OVERWATCH,), **game: Any) -> Battle:
    return battle(marine(kind, "a", 10, 10, marks=marks), alien("x", x, y), **game)


@WATCH
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (waits(20), ""),
        (waits(20, marks=()), "it is not on Overwatch"),
        (waits(11.125), "an enemy is in contact"),
        (waits(20, passed=FIRED), "it has fired at it on this card"),
        (waits(30), "out of sight"),
        (waits(15, kind="flamer"), ""),
        (waits(20, kind="flamer"), "out of sight"),
    ],
)
def test_why_one_would_not_fire_out_of_turn(state: Battle, why: str) -> None:
    (option,) = (one for one in watch.answers(state, state.table.piece("a")).options if one.key != "done")
    assert (option.key, str(option.shut)) == ("x", why)
    assert [p.id for p in watch.watchers(state)] == ([] if "not on" in why or "contact" in why else ["a"])


def chances(state: Battle, to: tuple[float, float], contact: float | None = None) -> list[float]:
    piece = state.table.piece("x")
    return [one.along for one in watch.chances(state, piece, (piece.xy, to), contact)]


@WATCH
@pytest.mark.parametrize(
    ("state", "contact", "along"),
    [
        (waits(30), None, [6.875]),
        (waits(30), 3.0, []),
        (waits(20), 0.05, [0.0]),
        (waits(20), None, [1.0]),
        (waits(20, passed=FIRED), None, []),
        (waits(20, marks=()), None, []),
    ],
)
def test_the_chance_on_a_way_comes_before_contact_and_once(
    state: Battle, contact: Any, along: list[float]
) -> None:
    assert chances(state, (18.0, 10.0), contact) == pytest.approx(along, abs=0.01)


@WATCH
@pytest.mark.parametrize(
    ("seen", "last", "along"),
    [((0.0, 5.0), 9.0, 1.0), ((0.0, 0.4), 9.0, 0.4), ((0.0, 5.0), 0.7, 0.7), ((0.5, 5.0), 9.0, 0.5)],
)
def test_who_is_seen_at_once_is_fired_at_after_an_inch_else_at_first_sight(
    seen: Any, last: float, along: float
) -> None:
    assert watch._first(Interval(*seen), last) == along


@WATCH
@pytest.mark.parametrize(
    ("seen", "last", "along"),
    [
        ([(0.0, 4.0), (8.0, 15.0)], 15.0, 10.0),
        ([(0.0, 4.0), (8.0, 15.0)], 9.0, 9.0),
        ([(0.0, 4.0)], 15.0, 4.0),
    ],
)
def test_the_best_moment_is_where_it_is_nearest_while_it_is_seen(
    seen: Any, last: float, along: float
) -> None:
    state = waits(20, 14)
    found = watch._nearest(
        ((20.0, 14.0), (5.0, 14.0)), [Interval(*one) for one in seen], last, state.table.piece("a")
    )
    assert found == pytest.approx(along, abs=0.01)


def in_sight(state: Battle, to: tuple[float, float], along: float, last: float) -> tuple[float, Any]:
    """The place that is found about one on a way, and whether x is seen after so many inches."""
    firer, piece = state.table.piece("a"), state.table.piece("x")
    path = (piece.xy, to)

    def seen(inches: float) -> bool:
        return shooting.can_see(state, firer, watch._at(piece, path, inches))

    return watch._in_sight(state, firer, piece, path, along, last), seen


@WATCH
@pytest.mark.parametrize(("x", "along"), [(30.0, 6.8665), (30.0, 6.867), (30.0, 6.8675), (23.3, 0.1665)])
def test_a_shot_comes_at_the_first_place_near_by_that_is_seen(x: float, along: float) -> None:
    found, seen = in_sight(waits(x), (18.0, 10.0), along, 12.0)
    assert not seen(along) and seen(found) and not seen(found - 0.00051)
    assert abs(found - along) < 0.01


@WATCH
@pytest.mark.parametrize("along", [3.1325, 3.133, 3.1335])
def test_where_it_goes_out_of_sight_the_place_is_looked_for_backwards(along: float) -> None:
    found, seen = in_sight(waits(20), (30.0, 10.0), along, 9.0)
    assert not seen(along) and seen(found) and not seen(found + 0.00051)
    assert abs(found - along) < 0.01


@WATCH
@pytest.mark.parametrize(
    ("x", "to", "along", "last", "found"),
    [
        (30.0, 18.0, 8.0, 8.0, 8.0),
        (20.0, 18.0, 0.0, 2.0, 0.0),
        (30.0, 18.0, 6.867, 6.867, 6.867),
        (30.0, 18.0, 3.0, 9.0, 3.0),
    ],
)
def test_a_place_in_sight_stays_and_none_is_looked_for_beyond_the_last(
    x: float, to: float, along: float, last: float, found: float
) -> None:
    assert in_sight(waits(x), (to, 10.0), along, last)[0] == found


def caught(state: Battle, *path: tuple[float, float], last: float = 9.0) -> float | None:
    firer, piece = state.table.piece("a"), state.table.piece("x")
    return watch._caught(state, firer, piece, path, last)


@WATCH
def test_a_flame_waits_for_the_very_place_where_it_catches() -> None:
    state = waits(21, kind="flamer")
    first = caught(state, (21.0, 10.0), (16.0, 10.0), last=5.0)
    assert first is not None and 2.0 < first < 3.0
    assert caught(state, (21.0, 10.0), (16.0, 10.0), last=first + 0.02) == pytest.approx(first, abs=0.003)
    assert caught(state, (21.0, 10.0), (16.0, 10.0), last=first - 0.02) is None
    reach = 11.0 - first
    past = caught(state, (7.0, 10.0 + reach - 0.05), (13.0, 10.0 + reach - 0.05), last=6.0)
    assert past is not None and 2.0 < past < 3.0, "it is caught on less than two inches of this way"


@WATCH
def test_a_flame_may_catch_within_the_first_inch() -> None:
    first = caught(waits(19, kind="flamer"), (19.0, 10.0), (16.0, 10.0), last=3.0)
    assert first is not None and 0.0 < first < 1.0


# -- the question --


@WATCH
@pytest.mark.parametrize(
    ("things", "firers", "game", "asked"),
    [
        ([], None, {}, ["a", "b"]),
        ([], ["b"], {}, ["b"]),
        ([], None, {"passed": FIRED}, ["b"]),
        ([block("building", "h", 12, 8, 13, 11, 3.0)], None, {}, ["b"]),
        ([marine("trooper", "c", 21.125, 10)], None, {}, []),
    ],
)
def test_who_is_asked_to_fire(things: Any, firers: Any, game: Any, asked: list[str]) -> None:
    men = [
        marine("trooper", "a", 10, 10, marks=[OVERWATCH]),
        marine("trooper", "b", 20, 17, marks=[OVERWATCH]),
    ]
    terrain = [thing for thing in things if isinstance(thing, Terrain)]
    figures = [thing for thing in things if isinstance(thing, Piece)]
    state = battle(*men, alien("x", 20, 10), *figures, terrain=terrain, **game)
    done = perform(
        state, lambda play: watch.offer(play, "x", "moves", firers), {"react": ["done"]} if asked else {}
    )
    found = [option.by[0] for one in done.asked_for("react") for option in one.options if option.by]  # type: ignore[attr-defined]
    assert sorted(found) == asked
    assert not perform(state, lambda play: watch.offer(play, "gone", "moves")).asked


@WATCH
@pytest.mark.rule("TS-GAP-27")
def test_a_shot_out_of_turn_counts_no_move_of_its_firer() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=[OVERWATCH, MOVED]), alien("x", 14, 10, [MOVED]))
    perform(state, lambda play: watch.fire(play, "a", "x"), dice=(3, 1, 1))
