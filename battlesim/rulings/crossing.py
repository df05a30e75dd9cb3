"""Where bases touch. Inches."""

from __future__ import annotations

from collections.abc import Collection

from battlesim.geometry.constants import TOL
from battlesim.rulings.measure import piece_distance
from battlesim.rulings.placing import obstacles
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


def touching(table: Table, a: Piece, b: Piece, parted_by: Collection[str], reach: float = TOL) -> bool:
    """Whether two bases on the table touch, with nothing between their centres that parts them.

    `parted_by` names terrain, walls and openings.
    """
    if piece_distance(table, a, b) > reach:
        return False
    return not obstacles(table.ground).between(a.xy, b.xy, parted_by)
