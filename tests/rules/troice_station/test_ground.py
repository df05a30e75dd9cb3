"""The ground: what a figure passes, stands on and stops at."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battlesim.rulesets.troice_station.core.marks import DOWN
from battlesim.rulesets.troice_station.core.profiles import terrain_kinds
from battlesim.rulesets.troice_station.ground import doors, motion, surface
from battlesim.rulings.movement import ClimbCost
from battlesim.table.terrain import Opening

from .things import alien, battle, block, line, marine, marker, room


@pytest.mark.rule("TS-GAP-41", "TS-GAP-72", "TS-GAP-34")
def test_windows_are_crossed_doors_are_shut_and_walls_are_solid() -> None:
    hut = room(
        "h", 10, 10, 18, 18, ("door", (10, 12), (10, 13.5), False), ("window", (12, 10), (13.5, 10), True)
    )
    found = surface.surface(battle(terrain=[hut]).table.ground)
    assert (found.shut, found.difficulty) == (("h.door1",), {"h.window2": 3})
    post = msgspec.structs.replace(hut, id="post", traits=("bunker",))
    assert [t.id for t in surface.bunkers(battle(terrain=[hut, post]).table.ground)] == ["post"]


HUT = room(
    "h", 20, 20, 28, 28, ("door", (20, 22), (20, 23.5), False), ("window", (22, 20), (23.5, 20), True),
    ("slit", (28, 24), (28, 24.5), True), ("door", (20, 25), (20, 26.5), True),
)  # fmt: skip
WALL, SNOW = block("low_wall", "w", 2, 2, 3, 3), block("drift", "s", 8, 2, 12, 6)
LAND = [HUT, WALL, SNOW, block("carpet", "c", 40, 40, 42, 42)]


@pytest.mark.rule("TS-ACT-08", "TS-GAP-34", "TS-GAP-41")
@pytest.mark.parametrize(
    ("at", "found"), [((19.5, 22.75), ["h.door1"]), ((22.75, 19.5), []), ((0.4, 0.4), [])]
)
def test_only_doors_are_at_hand(at: Any, found: list[str]) -> None:
    state = battle(marine("trooper", "a", *at), terrain=LAND)
    assert [door.id for door in doors.doors_in_contact(state, state.table.piece("a"))] == found


@pytest.mark.rule("TS-GAP-80", "TS-GAP-42", "TS-ACT-06", "TS-ACT-07")
@pytest.mark.parametrize(
    ("crosses", "climbs", "blocked"),
    [(False, (), {"h.walls", "h.slit3", "h.door1", "h.window2", "w", "s"}),
     (True, ("w", "h.window2"), {"h.walls", "h.slit3", "h.door1"})],
)  # fmt: skip
def test_what_stops_a_marine_and_whom_he_passes(crosses: bool, climbs: Any, blocked: set[str]) -> None:
    friends = [marine("trooper", "b", 30, 10), marine("trooper", "d", 32, 10, marks=[DOWN])]
    state = battle(*line(10), *friends, alien("x", 40, 10), marker("m", 40, 20), terrain=LAND)
    able = motion.foot_motion(state, state.table.piece("a"), 4.0, *([True] if crosses else []))
    assert able.climbs == tuple(ClimbCost(key, 0.0) for key in climbs) and set(able.blocked) == blocked
    assert (able.hindering, able.occupied) == (("x",), ("b", "d"))


@pytest.mark.rule("TS-GAP-42", "TS-GAP-80")
@pytest.mark.parametrize(
    ("path", "end"),
    [
        (((10.0, 10.0), (12.0, 10.0)), (12.0, 10.0)),
        (((10.0, 10.0), (13.0, 10.0)), (12.0, 10.0)),
        (((12.6, 10.0), (13.0, 10.0)), (12.6, 10.0)),
    ],
)
def test_fate_ends_a_way_in_contact_with_a_friend_at_most(path: Any, end: Any) -> None:
    state = battle(*line(10, 13))
    found = motion.path_to_free_end(state, state.table.piece("a"), path)
    assert found[-1] == pytest.approx(end, abs=0.001) and found[0] == path[0]


@pytest.mark.rule("TS-GAP-42", "TS-GAP-80", "TS-GAP-38")
@pytest.mark.parametrize(("at", "growth"), [((2.5, 2.5), ""), ((10.0, 4.0), "s"), ((30.0, 30.0), "")])
def test_one_stands_in_snow_and_on_a_wall(at: Any, growth: str) -> None:
    state = battle(marine("trooper", "a", *at), terrain=LAND)
    assert motion.rough_ground_under(state, state.table.piece("a")) == growth


@pytest.mark.rule(
    "TS-GAP-72", "TS-GAP-89", "TS-MOVE-03", "TS-PROF-01", "TS-MOVE-07", "TS-GAP-41", "TS-GAP-34"
)
def test_what_the_ground_is_to_a_base() -> None:
    fuel, shed = block("fuel_dump", "f", 30, 2, 32, 4), block("building", "b", 34, 2, 36, 4)
    ridge = block("ice_ridge", "i", 38, 2, 40, 4)
    found = surface.surface(battle(terrain=[*LAND, fuel, shed, ridge]).table.ground)
    assert found.solid == ("f", "b", "h.walls", "h.slit3") and found.shut == ("h.door1",)
    assert {"w", "s", "h.window2"} <= found.difficulty.keys() and found.difficulty["h.window2"] == 3
    assert "s" in found.areas and "w" not in found.areas
    assert found.contact_blockers == ("h.walls", "h.slit3", "h.window2", "h.door1")
    assert found.blast_blockers == ("h.walls", "h.door1", "i") and found.building_ids == ("h",)
    low = Opening((0.0, 0.0), (1.0, 0.0), 0.0, 1.5, True, "slit", 0.25, "x")
    assert not surface.is_door(low) and surface.is_door(replace(low, kind="door"))


@pytest.mark.rule("TS-PROF-01", "TS-MOVE-06", "TS-GAP-71")
def test_of_terrain_that_is_no_house_the_fuel_alone_stops_everybody() -> None:
    assert [kind for kind, known in terrain_kinds().items() if known.impassable] == ["fuel_dump"]


@pytest.mark.rule("TS-GAP-80", "TS-GAP-38", "TS-GAP-42")
def test_one_stands_astride_a_wall_and_not_the_edge_of_the_table() -> None:
    wall = block("low_wall", "w", 8, 9.9, 12, 10.1)
    state = battle(marine("trooper", "a", 10, 10), marine("trooper", "b", 0.3, 20), terrain=[wall])
    assert [motion.tested_terrain_under(state, state.table.piece(one)) for one in "ab"] == [("w",), ()]
