"""Templates and pieces: which pieces one covers, and how. Inches."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.geometry.constants import TOL
from battlesim.geometry.hulls import covered_ring
from battlesim.geometry.measure import shape_gap
from battlesim.geometry.templates import Covered, Template, covered
from battlesim.rulings.measure import Base, Hulled, Outline, seat
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


def pieces_under(table: Table, template: Template, pieces: Sequence[Piece]) -> dict[str, Covered]:
    """How a template covers each piece that is in play, by id in the given order.

    A piece inside terrain is a point of its outline: covered wholly as soon as the template touches that,
    else out. One aboard another is covered as its carrier is.
    """
    seats = {piece.id: seat(table, piece) for piece in pieces if piece.in_play}
    discs = {key: (at.x, at.y, at.radius) for key, at in seats.items() if isinstance(at, Base)}
    found = dict(zip(discs, covered(template, list(discs.values())), strict=True))
    for key, at in seats.items():
        if isinstance(at, Hulled):
            found[key] = covered_ring(template, at.rings[0])
        elif isinstance(at, Outline):
            found[key] = _of_outline(shape_gap([template.ring()], at.rings))
    return {key: found[key] for key in seats}


def _of_outline(gap: float) -> Covered:
    if gap <= TOL:
        return Covered(1.0, "wholly", TOL - gap, TOL - gap, TOL - gap)
    return Covered(0.0, "out", -gap, -gap, gap - TOL)
