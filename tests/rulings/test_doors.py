"""Doors that open and shut in play: sight, moves and the picture go by the ground of the moment."""

from __future__ import annotations

import pytest

from battlesim.render.tiles import tile_key
from battlesim.rulesets.toy.state import Game
from battlesim.rulings import building_solids
from battlesim.rulings.movement import Leg, Motion, leg_problem
from battlesim.rulings.sight import PLAIN_SIGHT, verdict
from battlesim.table.events import TerrainChanged
from battlesim.table.state import AnyState, State
from battlesim.table.terrain import Opening, Terrain
from battlesim.testing.table import make_sides, make_table, standing_piece

RING = ((6.0, 2.0), (14.0, 2.0), (14.0, 10.0), (6.0, 10.0))
DOOR = Opening((14, 5), (14, 7), 0.0, 2.0, False, "door", 0.25, "lab.1")
WINDOW = Opening((6, 5), (6, 7), 1.0, 2.0, True, "window", 0.25, "lab.2")
LAB = Terrain("lab", "building", (RING,), 3.0, name="Laboratory", openings=(DOOR, WINDOW))


def station() -> AnyState:
    """in stands in a laboratory whose door is shut, out before the door."""
    laid = make_table(
        standing_piece("in", 11, 6),
        standing_piece("out", 17, 6),
        LAB,
        table_sides=make_sides("red"),
        width=24.0,
        height=24.0,
    )
    return State(laid, Game(turn=1, phase="red", phases=("red",)))


def swung(state: AnyState, open: bool, opening: str = "lab.1") -> AnyState:
    ground = state.table.ground
    new = ground.terrain_with_opening_set(opening, open)
    return TerrainChanged(old=ground.openings()[opening][0], new=new).apply(state)


def sees(state: AnyState) -> bool:
    known = state.table
    return verdict(known, PLAIN_SIGHT, known.piece("out"), known.piece("in")).share > 0


def walks_out(state: AnyState) -> bool:
    way = Leg("in", ((11, 6), (15.2, 6)))
    stops = building_solids.walking_blockers(state.table.terrain("lab"))
    motion = Motion("in", 0.5, 8.0, starts=(((11, 6),),), blocked=stops)
    return leg_problem(state.table, motion, way) is None


@pytest.mark.parametrize("can", [sees, walks_out])
def test_one_sees_and_walks_through_it_while_it_is_open_and_no_longer(can) -> None:
    shut = station()
    assert not can(shut)
    open = swung(shut, True)
    assert can(open)
    again = swung(open, False)
    assert not can(again) and not can(shut) and can(open), "every moment keeps its own ground"
    assert again == shut


def test_the_other_openings_stay_as_they_are() -> None:
    new = station().table.ground.terrain_with_opening_set("lab.1")
    assert [opening.open for opening in new.openings] == [True, True]
    assert new.openings[1] is WINDOW and new.name == "Laboratory"


def test_an_opening_that_there_is_not_is_none() -> None:
    with pytest.raises(KeyError):
        station().table.ground.terrain_with_opening_set("lab.9")


@pytest.mark.parametrize(("place", "anew"), [((2, 3), True), ((0, 0), False)])
def test_its_tiles_are_lit_anew_and_those_far_off_are_not(place, anew) -> None:
    states = (station(), swung(station(), True))
    one, other = (tile_key(state.table.ground, (96.0, *place), frozenset()) for state in states)
    assert (one != other) == anew
