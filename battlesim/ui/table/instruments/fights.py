"""Rings round the pieces that are locked in one fight, with what will settle it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlesim.engine.ruleset import OngoingFight
from battlesim.geometry.outlines import ring_dashes
from battlesim.geometry.shapes import Ring, hull_of_discs
from battlesim.render.drawlist import Item, Layer, Patch, Plate, Stroke
from battlesim.render.palette import side_colour
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.ui.session.window_model import WindowModel

RING_IN, SIDES_IN = 0.45, 0.6
"""How far outside the bases the white ring and the ring in the colours of the sides run, in inches."""
DASH_IN, GAP_IN = 1.1, 0.2
"""How long the colour of a side runs along the outer ring, and the gap after it, in inches."""


def items(model: WindowModel) -> Iterator[Item]:
    """Yield for each fight a white ring, a ring in the colours of its sides, and a plate with its text."""
    table = model.state.table
    for fight in model.facts.fights:
        pieces = _on_table(table, fight)
        if len({piece.side for piece in pieces}) > 1:
            yield from _ring_items(table, fight, pieces)


def _on_table(table: Table, fight: OngoingFight) -> list[Piece]:
    found = (table.pieces.get(piece) for piece in fight.pieces)
    return [piece for piece in found if piece is not None and piece.table_position is not None]


def _ring_items(table: Table, fight: OngoingFight, pieces: Sequence[Piece]) -> Iterator[Item]:
    inner, outer = _hull(pieces, RING_IN), _hull(pieces, SIDES_IN)
    yield Patch(Layer.ZONE, ((inner,),), "cream", 0.07, 2.4, 0.95, bed=0.5)
    colours = [side_colour(table.side(side).number) for side in dict.fromkeys(p.side for p in pieces)]
    for number, dash in enumerate(ring_dashes(outer, DASH_IN, GAP_IN)):
        points = tuple((x, y) for x, y in dash.tolist())
        yield Stroke(Layer.ZONE, points, colours[number % len(colours)], 3.0, 1.0, (0, 0), 5.4, 0.6)
    x, y = max(outer, key=lambda point: point[1])
    yield Plate(Layer.PLATE, x, y, fight.words, "text", size="caption", dy=-14, icons=("melee",))


def _hull(pieces: Sequence[Piece], margin: float) -> Ring:
    return hull_of_discs(tuple((*piece.xy, piece.radius + margin) for piece in pieces))
