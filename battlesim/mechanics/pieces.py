"""Pieces on the table: new ids, placing and removing pieces, marks, and gaps in inches.

Users: Mobile Infantry, Troice Station, Invasion Earth, Stargrunt, Alien Invasion, the toy, the rulesets of
the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

import msgspec

from battlesim.engine.play import Play
from battlesim.geometry.constants import TOL
from battlesim.mechanics.turns import set_counters
from battlesim.rulings.piece_gaps import piece_gap, piece_gaps
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.table.events import HitsChanged, MarkChange, MarksChanged, PiecesMoved, PieceTravel
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import AnyState


def enemies(state: AnyState, side: SideKey) -> list[Piece]:
    """Return the pieces on the table that do not belong to the given side."""
    return [piece for piece in state.table.standing_pieces() if piece.side != side]


def gap(state: AnyState, a: str, b: str) -> float:
    """Return the gap in inches between two pieces, from base edge to base edge. It is 0 if they touch."""
    return piece_gap(state.table, state.table.piece(a), state.table.piece(b))


def is_within_distance(distance: float, limit: float) -> bool:
    """Return whether a distance is at most `limit`, with an allowance for the measuring tolerance."""
    return distance <= limit + TOL


def nearest_gap(state: AnyState, piece: str, others: Iterable[str]) -> float:
    """Return the smallest gap in inches from a piece to any of the others, or infinity if there are none."""
    pieces = state.table.pieces
    return min(piece_gaps(state.table, pieces[piece], [pieces[i] for i in others]), default=float("inf"))


def ids_in_play(state: AnyState, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the given ids whose pieces are still in play, in the same order."""
    pieces = state.table.pieces
    return tuple(i for i in ids if i in pieces and pieces[i].in_play)


def allocate_id_number(play: Play[Any], prefix: str, rule: str = "", reserved: Container[str] = ()) -> int:
    """Return the next number that makes an unused id with the given prefix, and record it as used.

    An id is unused if it is not in `reserved` and no piece or terrain has it.
    """
    state, number = play.state, int(play.state.game.count("serial")) + 1
    taken = {*state.table.pieces, *state.table.ground.terrain_by_id()}
    while f"{prefix}{number}" in taken or f"{prefix}{number}" in reserved:
        number += 1
    set_counters(play, {"serial": number}, rule)
    return number


def put_on_table(
    play: Play[Any], spots: Sequence[PiecePlacement], rule: str = "", how: str = "place", on: str = ""
) -> None:
    """Put pieces on the table, or on top of the terrain `on`, with a single event.

    No-op if there are no placements.
    """
    pieces, ground = play.state.table.pieces, play.state.table.ground
    places = ((s.piece, standing_place(ground, s.x, s.y, s.facing, on)) for s in spots)
    parts = tuple(PieceTravel(piece, pieces[piece].place, place) for piece, place in places)
    if parts:
        play.emit(PiecesMoved(rule=rule, parts=parts, how=how))


def face_piece(play: Play[Any], piece: str, facing: float, rule: str = "") -> None:
    """Turn a piece on the spot to a facing in degrees. No-op if it already has this facing."""
    place = play.state.table.piece(piece).place
    if isinstance(place, OnTable) and place.facing != facing:
        play.move_piece(piece, msgspec.structs.replace(place, facing=facing), "turn", rule=rule)


def remove_from_play(play: Play[Any], piece: str, rule: str = "", by: str = "") -> None:
    """Remove a piece from play permanently and set its hit points to 0. `by` is the id of the cause."""
    lost = play.state.table.piece(piece)
    if lost.hits:
        play.emit(HitsChanged(rule=rule, piece=piece, old=lost.hits, new=0, by=by))
    play.move_piece(piece, Off("lost"), "remove", rule=rule)


def set_mark(
    play: Play[Any], ids: Iterable[str], name: str, count: int, rule: str = "", note: str = ""
) -> None:
    """Set the count of a mark (a named state) on pieces and units. Unknown ids are ignored.

    If the count is 0, the mark is removed.
    """
    pieces, units = play.state.table.pieces, play.state.table.units
    known = {i: thing for i in ids if (thing := pieces.get(i) or units.get(UnitId(i)))}
    now = [(i, thing.mark_count(name)) for i, thing in known.items()]
    parts = tuple(MarkChange(i, name, old, count, note) for i, old in now if old != count)
    if parts:
        play.emit(MarksChanged(rule=rule, parts=parts))


def clear_marks(
    play: Play[Any], pieces: Iterable[Piece], is_cleared: Callable[[str], bool], rule: str = ""
) -> None:
    """Remove marks (named states) from the given pieces.

    A mark is removed if `is_cleared` returns True for its name.
    """
    parts = tuple(
        MarkChange(p.id, mark.name, mark.count, 0)
        for p in pieces
        for mark in p.marks
        if is_cleared(mark.name)
    )
    if parts:
        play.emit(MarksChanged(rule=rule, parts=parts))
