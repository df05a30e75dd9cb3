"""Who is in contact with whom (TS-GAP-64). Inches."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.rulings.crossing import touching
from battlesim.table.pieces import Piece

from ..core.facts import foes
from ..core.state import Battle
from .surface import surface


def in_contact(state: Battle, a: Piece, b: Piece) -> bool:
    """Whether two bases touch, with no wall, sill or shut door between them (TS-GAP-41)."""
    if a.spot is None or b.spot is None:
        return False
    return touching(state.table, a, b, surface(state.table.ground).parts)


def beside(state: Battle, piece: Piece, others: Iterable[Piece]) -> list[Piece]:
    """Those of some pieces that are in contact with a piece."""
    return [other for other in others if other.id != piece.id and in_contact(state, piece, other)]


def engaged(state: Battle, piece: Piece) -> list[Piece]:
    """The active enemies in contact with a piece."""
    return beside(state, piece, foes(state, piece))
