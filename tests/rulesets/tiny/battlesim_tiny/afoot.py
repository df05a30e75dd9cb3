"""Forced flight as all tiny rulesets have it: straight away, off the table at its edge. Inches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from battlesim.behaviour import forced_acts, straight_moves
from battlesim.engine.play import Play
from battlesim.geometry.shapes import Point
from battlesim.mechanics.basic_actions import walk_space
from battlesim.mechanics.pieces import is_within_distance
from battlesim.table.events import PieceTravel
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Off
from battlesim.table.state import Table


def flee(play: Play[Any], origins: Mapping[str, Point], distance: float, why: AnyText, rule: str) -> None:
    """Pieces go straight away, each from a point, as far as the way is free; off the table at its edge."""
    ways = straight_moves.moves_straight_away(play.state.table, origins, distance, walk_space)
    forced_acts.make_forced_move(play, [_left(play.state.table, way) for way in ways], "flee", why, rule=rule)


def _left(table: Table, way: PieceTravel) -> PieceTravel:
    """A way that ends at the edge of the table leads off it."""
    (x, y), radius = way.path[-1], table.piece(way.piece).radius
    edge = min(x, y, table.ground.width - x, table.ground.height - y)
    return msgspec.structs.replace(way, new=Off("left")) if is_within_distance(edge, radius) else way
