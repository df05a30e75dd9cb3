"""Flames: where one lies, whom it catches, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.attack import flame, templates
from battlesim.rulesets.troice_station.core.marks import MOVED, SUPPRESSED

from .fire_steps import WALKED
from .scenery import SUPPRESSIBLE
from .things import alien, battle, block, line, marine, marker, perform


@pytest.mark.rule("TS-WPN-05", "TS-GAP-73", "TS-GAP-22")
def test_a_flame_catches_who_is_in_its_way():
    state = battle(
        marine("flamer", "a", 10, 10), alien("x", 15, 10), alien("y", 17, 10.5), alien("z", 22, 10)
    )
    assert [p.id for p in flame.flame_victims(state, state.table.piece("a"), (20, 10))] == ["x", "y"]


@pytest.mark.rule("TS-GAP-73")
def test_a_wall_cuts_the_flame_off():
    state = battle(
        marine("flamer", "a", 10, 10), alien("x", 15, 10), terrain=[block("high_wall", "w", 12, 8, 12.5, 12)]
    )
    assert flame.flame_victims(state, state.table.piece("a"), (20, 10)) == []


@pytest.mark.rule("TS-GAP-73", "TS-WPN-04")
@pytest.mark.parametrize(("option", "dice"), [("automatic", (5, 2)), ("to_hit", (6, 5, 2))])
def test_by_option_a_flame_is_rolled_for(option, dice):
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10, WALKED), options={"flamer_hits": option})
    done = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)), dice=dice)
    assert done.state.table.piece("x").table_position is None


@pytest.mark.rule("TS-GAP-73", "TS-WPN-05")
@pytest.mark.parametrize(("x", "y", "at"), [(10.0, 20.0, (10.0, 30.0)), (30.0, 12.0, (40.0, 12.0))])
def test_a_flame_begins_at_the_edge_of_the_base_wherever_that_stands(x: float, y: float, at: Any) -> None:
    firer = marine("flamer", "a", x, y)
    (shape,) = flame.flame_shapes(battle(firer), firer, at)
    ring = shape.ring()
    away = [abs(px - x) + abs(py - y) for px, py in ring if abs(px - x) < 0.001 or abs(py - y) < 0.001]
    assert (min(away), max(away)) == pytest.approx((0.5, 8.5), abs=0.01)


@pytest.mark.rule("TS-GAP-78", "TS-GAP-73")
def test_a_flame_holds_back_neither_marines_nor_the_dead() -> None:
    state = battle(
        marine("flamer", "a", 10, 10),
        marine("trooper", "b", 14, 10),
        alien("x", 16, 10),
        options=SUPPRESSIBLE,
    )
    done = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)), dice=(1, 6, 6, 1))
    assert done.piece("x").table_position is None
    assert [done.piece(one).mark_count(SUPPRESSED) for one in "bx"] == [0, 0]


@pytest.mark.rule("TS-WPN-05", "TS-GAP-73", "TS-GAP-70")
@pytest.mark.parametrize(
    ("x", "y", "hit"), [(18.3, 10, True), (18.7, 10, False), (17.25, 11.0, True), (17.25, 11.5, False)]
)
def test_the_flame_is_eight_inches_long_and_two_and_a_half_wide(x: float, y: float, hit: bool) -> None:
    state = battle(marine("flamer", "a", 10, 10), marine("trooper", "b", x, y))
    assert bool(flame.flame_victims(state, state.table.piece("a"), (30.0, 10.0))) is hit


@pytest.mark.rule("TS-WPN-05", "TS-GAP-73", "TS-GAP-70")
def test_the_flame_goes_where_it_is_pointed() -> None:
    state = battle(
        marine("flamer", "a", 10, 10), marine("trooper", "b", 13, 14), marine("trooper", "c", 10, 5)
    )
    by = state.table.piece("a")
    assert [
        [p.id for p in flame.flame_victims(state, by, at)] for at in ((13.0, 14.0), (10.0, 2.0), (3.0, 10.0))
    ] == [["b"], ["c"], []]


@pytest.mark.rule("TS-GAP-73", "TS-GAP-70", "TS-WPN-05")
@pytest.mark.parametrize(
    ("point", "degrees"), [((20, 10), 0), ((10, 20), 90), ((0, 10), 180), ((10, 0), 270)]
)
def test_directions_are_degrees_from_the_east(point: Any, degrees: int) -> None:
    assert templates.direction_to(marine("flamer", "a", 10, 10), point) == pytest.approx(degrees)


@pytest.mark.rule("TS-GAP-73", "TS-GAP-78", "TS-WPN-04")
def test_a_flame_kills_when_it_wounds_and_a_miss_of_it_does_nothing() -> None:
    state = battle(
        marine("flamer", "a", 10, 10), alien("x", 15, 10, [MOVED]), options={"flamer_hits": "to_hit"}
    )
    hit = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)), dice=(3, 6, 1))
    miss = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)), dice=(2,))
    assert (hit.piece("x").table_position, miss.piece("x").table_position is None) == (None, False)


@pytest.mark.rule("TS-GAP-73", "TS-WPN-05")
def test_a_flame_catches_neither_its_firer_nor_a_marker() -> None:
    state = battle(*line(10, kind="flamer"), marker("m", 14, 10), alien("x", 16, 10))
    assert [p.id for p in flame.flame_victims(state, state.table.piece("a"), (20.0, 10.0))] == ["x"]
    assert flame.flame_shapes(state, state.table.piece("a"), (10.0, 10.0)), "also toward where he stands"
