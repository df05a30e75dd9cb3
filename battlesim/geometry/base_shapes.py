"""The two ends of a line of sight: bases in plan, round or not. Inches."""

from __future__ import annotations

import math

from battlesim.geometry.hulls import ConvexBase
from battlesim.geometry.shapes import Point

BaseShape = tuple[float, float, float] | ConvexBase
"""A base: a disc (x, y, radius), or one that is not round."""


def base_centre(body: BaseShape) -> Point:
    """Return the middle of a base."""
    return body.middle if isinstance(body, ConvexBase) else (body[0], body[1])


def base_circumradius(body: BaseShape) -> float:
    """Return the radius of the circle about the middle of a base that holds all of it."""
    return max(math.dist(body.middle, p) for p in body.ring) if isinstance(body, ConvexBase) else body[2]
