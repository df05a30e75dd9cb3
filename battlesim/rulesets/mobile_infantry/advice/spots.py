"""Where the models of a side are, for players who move towards them or away. Inches."""

from __future__ import annotations

from battlesim.behaviour import advice
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from ..core.facts import is_model
from ..core.state import Battle


def spots(state: Battle, side: SideKey) -> list[tuple[Piece, Point]]:
    """The models of a side that are in play, aboard something too, with a point for each."""
    return advice.spots(state.table, (p for p in state.table.of_side(side) if p.in_play and is_model(p)))
