"""Shapes of miniature bases at the ends of a line of sight, seen from above. Lengths are in inches."""

from __future__ import annotations

import math

from battlesim.geometry.hulls import ConvexBase
from battlesim.geometry.shapes import Point

BaseShape = tuple[float, float, float] | ConvexBase
"""A base: a disc (x, y, radius), or a convex base that is not round."""


def base_centre(body: BaseShape) -> Point:
    """Return the centre point of a base of any shape."""
    return body.middle if isinstance(body, ConvexBase) else (body[0], body[1])


def base_circumradius(body: BaseShape) -> float:
    """Return the radius of the smallest circle around the centre of a base that contains the whole base."""
    if not isinstance(body, ConvexBase):
        return body[2]
    middle = body.middle
    return max(math.dist(middle, corner) for corner in body.ring)
