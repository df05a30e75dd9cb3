"""Where the models of a side are, as far as a view shows them."""

from __future__ import annotations

from battlesim.behaviour import advice
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from ..core.facts import is_model
from ..core.state import Battle


def spots(view: Battle, side: SideKey) -> list[tuple[Piece, Point]]:
    """The models of a side that are on the table, with a point for each."""
    return advice.spots(view.table, (p for p in view.table.of_side(side) if p.in_play and is_model(p)))
