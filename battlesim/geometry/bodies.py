"""The two ends of a line of sight: bases in plan, round or not. Inches."""

from __future__ import annotations

import math

from battlesim.geometry.hulls import Hull
from battlesim.geometry.shapes import Point

Body = tuple[float, float, float] | Hull
"""A base: a disc (x, y, radius), or one that is not round."""


def middle_of(body: Body) -> Point:
    """Return the middle of a base."""
    return body.middle if isinstance(body, Hull) else (body[0], body[1])


def radius_about(body: Body) -> float:
    """Return the radius of the circle about the middle of a base that holds all of it."""
    return max(math.dist(body.middle, p) for p in body.ring) if isinstance(body, Hull) else body[2]
