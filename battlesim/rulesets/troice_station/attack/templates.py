"""Templates: who is caught under one (TS-GAP-70), and what stops it. Inches."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.geometry.constants import TOL
from battlesim.geometry.shadows import lit
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import Blast, Shape, Template, covered
from battlesim.rulings.placing import obstacles
from battlesim.table.pieces import Piece

from ..core.state import Battle
from ..ground.surface import surface

SMALL, STANDARD = 1.5, 2.5
"""Radii of the explosion templates (TS-GAP-69)."""
OVER_HALF = 0.5


def share(parts: Sequence[Template], piece: Piece) -> float:
    """The share of a base that lies under the parts of a template."""
    x, y = piece.xy
    return sum(found.share for part in parts for found in covered(part, [(x, y, piece.radius)]))


def is_caught(state: Battle, parts: Sequence[Template], piece: Piece) -> bool:
    """Whether enough of a base lies under a template."""
    under = share(parts, piece)
    return under > 0.0 if state.game.parameters.any_touch else under > OVER_HALF


def touches(parts: Sequence[Template], piece: Piece) -> bool:
    """Whether any of a base lies under a template."""
    return share(parts, piece) > 0.0


def open_to(state: Battle, centre: Point, piece: Piece) -> bool:
    """Whether no wall, shut door or high wall stands between a blast and a figure (TS-GAP-72)."""
    stops = surface(state.table.ground).blasts
    return not obstacles(state.table.ground).between(centre, piece.xy, stops)


def in_blast(state: Battle, blast: Blast, pieces: Sequence[Piece]) -> list[Piece]:
    """Those of some pieces that an explosion catches (TS-EXPL-02)."""
    centre = blast.x, blast.y
    return [p for p in pieces if is_caught(state, [blast], p) and open_to(state, centre, p)]


def open_parts(state: Battle, shape: Shape, origin: Point) -> tuple[Shape, ...]:
    """The parts of a template that do not lie behind walls, shut doors and high walls."""
    stops = surface(state.table.ground).blasts
    return lit(shape, origin, obstacles(state.table.ground), stops)


def wholly_inside(piece: Piece, ring: Sequence[Point]) -> bool:
    """Whether a base lies wholly in an outline."""
    (found,) = covered(Shape((tuple(ring),)), [(*piece.xy, piece.radius)])
    return found.state == "wholly"


def is_over(parts: Sequence[Template], point: Point) -> bool:
    """Whether a template lies over a point."""
    return any(float(part.depths([point])[0]) >= -TOL for part in parts)


def toward(piece: Piece, point: Point) -> float:
    """The direction from a figure to a point, degrees."""
    x, y = piece.xy
    return math.degrees(math.atan2(point[1] - y, point[0] - x)) % 360.0
