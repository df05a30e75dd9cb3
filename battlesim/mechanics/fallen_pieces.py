"""Fallen pieces: which pieces can carry them, and where they are put down.

Users: Stargrunt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlesim.engine.play import Play
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import Table

TOUCHES_WITHIN_IN = 0.05
"""The largest gap in inches that is base contact."""


def carriers(table: Table, fallen: Sequence[Piece], able: Sequence[Piece]) -> dict[str, str]:
    """Return a dict that maps each fallen piece that can be carried to its carrier, both by id.

    A piece can carry a single fallen piece that it touches. The nearest pairs are matched first.
    """
    gaps = [(round(piece_gap(table, a, b), 3), a.id, b.id) for a in fallen for b in able]
    found = dict[str, str]()
    for gap, piece, carrier in sorted(gaps):
        if gap <= TOUCHES_WITHIN_IN and piece not in found and carrier not in found.values():
            found[piece] = carrier
    return found


def put_beside(play: Play[Any], piece: str, carrier: str, blocked: Sequence[str], rule: str) -> None:
    """Put a carried piece down so that it touches its carrier but no other base, if there is room.

    If the carrier has left the table, the carried piece leaves it as well.
    """
    table = play.state.table
    load, by = table.piece(piece), table.piece(carrier)
    if by.place == Off("left"):
        play.move_piece(piece, by.place, "carry", rule=rule)
    if by.table_position is None or piece_gap(table, load, by) <= TOUCHES_WITHIN_IN:
        return
    bases = tuple(other.id for other in table.standing_pieces() if other.id != piece)
    area = PlacementArea(blocked=tuple(blocked), bases=bases, touching=(carrier,))
    for spot in placements_near(table, area, [load], load.xy):
        play.move_piece(piece, standing_place(table.ground, spot.x, spot.y, spot.facing), "carry", rule=rule)
