"""Free straight lines between any points of two bases.

Bases may be discs or not round. Inches, in plan, with heights at both ends.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np
import shapely

from battlesim.geometry.bodies import Body, middle_of, radius_about
from battlesim.geometry.hulls import Hull, tangent_foot
from battlesim.geometry.line_of_sight import ON_BORDER, Stretch, free, stretches
from battlesim.geometry.predicates import contains_xy, query
from battlesim.geometry.scene import Floats, Scene
from battlesim.geometry.shapes import Point, Ring

Line = tuple[Point, Point]
Band = tuple[float, float]
"""From a height to another one."""


def free_line(
    scene: Scene,
    first: Body,
    second: Body,
    heights: tuple[float, float],
    ignore: Collection[str] = (),
) -> Line | None:
    """A free straight line between any points of two bases, or None when there is none.

    The lines tried are all that touch two of: the bases, corners of solids between them, and the centre
    line. When a free line exists it can be shifted until it is one of these. Each is taken from edge to
    edge of the bases, at the two ``heights``.
    """
    low, high = heights
    return free_line_between(scene, first, second, ((low, low), (high, high)), ignore)


def free_line_between(
    scene: Scene,
    first: Body,
    second: Body,
    bands: tuple[Band, Band],
    ignore: Collection[str] = (),
) -> Line | None:
    """As ``free_line``, each end at any height of its band (low, high).

    Over what stands on the ground the highest line is the best; under what is raised lower ones are tried.
    One that falls or rises is flatter when it begins or ends at the far edge of a base, so that is tried too.
    """
    sloped = any(low < high for low, high in bands)
    ends = _ways(scene, first, second, ignore, sloped)
    if not ends:
        return middle_of(first), middle_of(second)
    (low1, high1), (low2, high2) = bands
    clear = free(scene, *_raised(ends, (high1, high2)), [ignore] * len(ends))
    if clear.any():
        return ends[int(clear.argmax())]
    if (low1, low2) == (high1, high2) or not (scene.bottom > 0.0).any():
        return None
    flat = stretches(scene, *_raised(ends, (0.0, 0.0)), [ignore] * len(ends), flat=True)
    for (start, end), parts in zip(ends, flat, strict=True):
        if _slips(parts, math.dist(start, end), bands):
            return start, end
    return None


def _ways(
    scene: Scene,
    first: Body,
    second: Body,
    ignore: Collection[str],
    sloped: bool,
) -> list[Line]:
    """The lines that are tried, from edge to edge, `sloped` ones from the far edges too; discs one about the
    other leave none."""
    lines = _candidates(scene, first, second, ignore)
    cuts = [cut for line in lines if (cut := _edge_to_edge(line, first, second)) is not None]
    near = [(start, end) for (_, start), (end, _) in cuts]
    far = [way for (back, start), (end, beyond) in cuts for way in ((start, beyond), (back, end))]
    return near + far if sloped else near


def _raised(ends: Sequence[Line], heights: tuple[float, float]) -> tuple[Floats, Floats]:
    """Both ends (n, 3) of lines in plan, at two heights."""
    plan = np.array(ends)
    first, second = (np.hstack([plan[:, k], np.full((len(ends), 1), heights[k])]) for k in (0, 1))
    return first, second


def _slips(parts: Sequence[Stretch], length: float, bands: tuple[Band, Band]) -> bool:
    """Whether a line of a length gets past what stands along it, each end at some height of its band.

    When one does, it can be shifted until it touches two of: the ends of the bands, corners of the parts.
    """
    boxes = [(p.start, p.end, p.bottom if p.bottom > 0.0 else -math.inf, p.top) for p in parts]
    points = [(x, y) for x, band in zip((0.0, length), bands, strict=True) for y in band]
    points += [(x, y) for start, end, low, high in boxes for x in (start, end) for y in (low, high)]
    for (x0, y0), (x1, y1) in combinations([p for p in points if math.isfinite(p[1])], 2):
        if x0 == x1:
            continue
        slope = (y1 - y0) / (x1 - x0)
        base = y0 - slope * x0
        ends = zip((base, base + slope * length), bands, strict=True)
        if all(low - ON_BORDER <= y <= high + ON_BORDER for y, (low, high) in ends) and not any(
            _runs_into(base + slope * start, base + slope * end, low, high) for start, end, low, high in boxes
        ):
            return True
    return False


def _runs_into(start: float, end: float, low: float, high: float) -> bool:
    """Whether a line that goes from one height to another comes between two others."""
    return min(start, end) < high - ON_BORDER and max(start, end) > low + ON_BORDER


def _candidates(scene: Scene, first: Body, second: Body, ignore: Collection[str]) -> list[Line]:
    """Lines (two points of each) that touch two of the bases and the corners between them; centre line
    first."""
    bodies = [first, second]
    middles = [middle_of(body) for body in bodies]
    hull = shapely.MultiPoint(shapely.points(np.array(middles))).convex_hull
    reach = hull.buffer(max(radius_about(body) for body in bodies) + 1e-6)
    corners: list[Point] = []
    for k in np.sort(query(scene.tree, reach, "intersects")).tolist():
        if scene.solids[k].id in ignore:
            continue
        part = slice(scene.first[k], scene.first[k] + scene.count[k])
        x, y = scene.x[part], scene.y[part]
        near = contains_xy(reach, x, y)
        corners += list(zip(x[near].tolist(), y[near].tolist(), strict=True))
    corners = sorted(set(corners))
    lines: list[Line] = [(middles[0], middles[1])]
    lines += _common_tangents(first, second)
    for i, p in enumerate(corners):
        lines += [line for body in bodies for line in _tangents(p, body)]
        lines += [(p, q) for q in corners[i + 1 :]]
    return lines


def _tangents(p: Point, body: Body) -> list[Line]:
    if isinstance(body, Hull):
        foot = tangent_foot(p, body.ring)
        return [(p, foot[:2]), (p, foot[2:])] if foot else []
    dx, dy = body[0] - p[0], body[1] - p[1]
    square, r = dx * dx + dy * dy, body[2]
    if square <= r * r:
        return []
    along = (square - r * r) / square
    across = r * math.sqrt(square - r * r) / square
    return [
        (p, (p[0] + dx * along - s * dy * across, p[1] + dy * along + s * dx * across)) for s in (1.0, -1.0)
    ]


def _common_tangents(first: Body, second: Body) -> list[Line]:
    """The outer and inner lines that touch both bases."""
    if isinstance(first, Hull):
        return [line for p in first.ring for line in _tangents(p, second) if _touches(line, first.ring)]
    if isinstance(second, Hull):
        return [(b, a) for a, b in _common_tangents(second, first)]
    dx, dy = second[0] - first[0], second[1] - first[1]
    length = math.hypot(dx, dy)
    lines = []
    for r2 in (second[2], -second[2]):
        sine = (first[2] - r2) / length if length > 0.0 else 2.0
        if abs(sine) > 1.0:
            continue
        cosine = math.sqrt(1.0 - sine * sine)
        for s in (1.0, -1.0):
            nx = (dx * sine - s * dy * cosine) / length
            ny = (dy * sine + s * dx * cosine) / length
            start = (first[0] + first[2] * nx, first[1] + first[2] * ny)
            lines.append((start, (second[0] + r2 * nx, second[1] + r2 * ny)))
    return lines


def _touches(line: Line, ring: Ring) -> bool:
    """Whether a line leaves all of a ring on one side of it."""
    (px, py), (qx, qy) = line
    away = [(qx - px) * (y - py) - (qy - py) * (x - px) for x, y in ring]
    return min(away) >= -ON_BORDER or max(away) <= ON_BORDER


def _edge_to_edge(line: Line, first: Body, second: Body) -> tuple[Line, Line] | None:
    """The parts of a line in the first base and in the second, in its way; None where it misses one."""
    (px, py), (qx, qy) = line
    length = math.hypot(qx - px, qy - py)
    if length == 0.0:
        return None
    ux, uy = (qx - px) / length, (qy - py) / length
    (ax, ay), (bx, by) = middle_of(first), middle_of(second)
    if ux * (bx - ax) + uy * (by - ay) < 0.0:
        ux, uy = -ux, -uy
    leaves, meets = _span(first, (px, py), (ux, uy)), _span(second, (px, py), (ux, uy))
    if leaves is None or meets is None:
        return None
    (a, b), (c, d) = ([(px + at * ux, py + at * uy) for at in span] for span in (leaves, meets))
    return (a, b), (c, d)


def _span(body: Body, start: Point, way: Point) -> Band | None:
    """From where to where a line runs in a base, inches from its start; None where it misses it."""
    (px, py), (ux, uy) = start, way
    if not isinstance(body, Hull):
        x, y, r = body
        along = (x - px) * ux + (y - py) * uy
        away = (x - px) * uy - (y - py) * ux
        if abs(away) > r + 1e-9:
            return None
        half = math.sqrt(max(0.0, r * r - away * away))
        return along - half, along + half
    low, high = -math.inf, math.inf
    for (ax, ay), (bx, by) in zip(body.ring, (*body.ring[1:], body.ring[0]), strict=True):
        ex, ey = bx - ax, by - ay
        inward, rate = ex * (py - ay) - ey * (px - ax), ex * uy - ey * ux
        if abs(rate) < 1e-12:
            if inward < -1e-9:
                return None
        elif rate > 0.0:
            low = max(low, -inward / rate)
        else:
            high = min(high, -inward / rate)
    return (low, max(low, high)) if low <= high + 1e-9 else None
