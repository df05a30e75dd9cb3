"""Doors: contact with them, and opening and shutting them. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.play import Play
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import midpoint
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.events import TerrainChanged
from battlesim.table.levels import lying_terrain
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Opening

from ..core.state import Battle, Game
from .facing import turn_to
from .surface import is_door

DOORS = "TS-GAP-34"
DOOR_CONTACT_MARGIN_IN = 2 * TOL + 1e-6
"""The length in inches by which a base is widened so that it overlaps everything in contact with it."""


def doors_in_contact(state: Battle, piece: Piece) -> Iterator[Opening]:
    """Return the doors that a base touches or in which it stands."""
    doors = [o for terrain in lying_terrain(state.table.ground) for o in terrain.openings if is_door(o)]
    space = free_space_on_table(
        state.table, piece.radius + DOOR_CONTACT_MARGIN_IN, tuple(door.id for door in doors), ()
    )
    near = {fault.id for fault in space.obstructions(piece.xy)}
    return (door for door in doors if door.id in near)


def is_door_blocked(state: Battle, door: Opening) -> bool:
    """Return whether a base stands in a door, which then cannot be shut."""
    return any(
        fault.id == door.id
        for piece in state.table.standing_pieces()
        for fault in free_space_on_table(state.table, piece.radius, (door.id,), ()).obstructions(piece.xy)
    )


def swing_door(play: Play[Game], door: str, figure_id: str, announced: bool = False) -> None:
    """Make a figure open or shut a door, and log this unless it has been `announced` already."""
    ground = play.state.table.ground
    terrain, found = ground.openings()[door]
    turn_to(play, figure_id, midpoint(found.start, found.end))
    if not announced:
        play.log_message(
            phrase("{} {} {}", Ref(figure_id), "shuts" if found.open else "opens", Ref(door)),
            by=figure_id,
            at=(door,),
        )
    play.emit(TerrainChanged(old=terrain, new=ground.terrain_with_opening_set(door, not found.open)))
