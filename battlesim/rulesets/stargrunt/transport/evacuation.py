"""Figures that start wounded and score points if they are evacuated: where they are now."""

from __future__ import annotations

from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Off, Piece

from ..core.lookups import is_fit
from ..core.marks import EVACUEE
from ..core.state import Battle
from ..ground.shelter import exit_of
from ..wounded.abandoning import is_left_behind


def is_evacuated(state: Battle, side: SideKey) -> bool:
    """Return whether a side scores points for its evacuated or abandoned wounded."""
    way = exit_of(state, side)
    return way is not None and bool(way.wounded or way.abandoned)


def evacuees(state: Battle, side: SideKey) -> list[Piece]:
    """Return the figures of a side that started the battle wounded, wherever they are now."""
    return [piece for piece in state.table.pieces.values() if piece.side == side and piece.has_mark(EVACUEE)]


def lying_evacuees(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the figures of a unit that started wounded and are still in play and not fit to act."""
    own = [piece for piece in state.table.pieces_of_unit(unit) if piece.has_mark(EVACUEE)]
    return [piece for piece in own if piece.in_play and not is_fit(piece)]


def brought_off(state: Battle, side: SideKey) -> list[Piece]:
    """Return the figures of a side that started wounded and have left the table, in whatever state."""
    return [piece for piece in evacuees(state, side) if piece.place == Off("left")]


def abandoned(state: Battle, side: SideKey) -> list[Piece]:
    """Return the figures of a side that started wounded and lie on the table away from their unit."""
    return [piece for piece in evacuees(state, side) if is_left_behind(state, piece)]
