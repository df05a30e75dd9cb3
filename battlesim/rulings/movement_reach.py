"""Where a piece can end its move. Inches."""

from __future__ import annotations

from battlesim.geometry.reach import Region, reach_region
from battlesim.rulings.movement_data import Motion
from battlesim.rulings.movement_ground import costed, end_space, pass_space, starts
from battlesim.table.state import Table


def reach_of(table: Table, motion: Motion, spacing: float = 1.0) -> Region:
    """Polygons (outer ring, then holes) of the places where a piece can end, its end rules not counted.

    Exact on ground without costs from one place; an inner region where ground costs or where the piece
    may begin at one of many places (then they are taken `spacing` apart).
    """
    begins = starts(table, motion, None, spacing)
    return reach_region(
        pass_space(table, motion), begins, motion.allowance, costed(table, motion), end_space(table, motion)
    )
