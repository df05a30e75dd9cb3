"""The regions of the table that are visible from an eye, as rings of points.

They are computed as seen from above (an exact sweep), or for models of a given height.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import shapely

from battlesim.geometry.envelope import expanded_ranges
from battlesim.geometry.predicates import contains_properly, contains_xy, intersects, intersects_xy
from battlesim.geometry.scene import Bools, Floats, Ints, Scene
from battlesim.geometry.shapes import Point, Region, rings_of

_EDGE = 1e-9
"""Distance in inches from an outline within which an eye is on the edge of the solid."""

_EDGE_ON = 1e-14
"""Cross product of a wall's ends below which it is seen edge-on and hides nothing."""


def flat_visible_region(
    scene: Scene, eye: Point, ignore: Collection[str] = (), height: float = 0.0
) -> Region:
    """Return the part of the table visible from an eye if solids above `height` hide everything behind them.

    The result is exact: between neighbouring corner directions, the nearest wall is found at the middle. An
    eye that is off the table or inside a solid sees nothing.
    """
    return rings_of(
        _swept(
            scene,
            eye,
            [
                k
                for k, s in enumerate(scene.solids)
                if s.top > height and s.bottom <= height and s.id not in ignore
            ],
        )
    )


def visible_region_at_height(
    scene: Scene, eye: tuple[float, float, float], height: float, ignore: Collection[str] = ()
) -> Region:
    """Return the part of the table in which an eye could see the head of a model of the given height.

    Solids that hide everything behind them are swept. Every other solid casts a shadow over the points whose
    line to the eye passes through the heights of the solid.
    """
    spans = _spans(scene, eye[2], height, ignore)
    tall = [k for k, span in spans.items() if span == (0.0, 1.0)]
    return _less_shadows(
        scene, eye, _swept(scene, eye[:2], tall), {k: s for k, s in spans.items() if k not in tall}
    )


def visible_region_by_shadows(
    scene: Scene, eye: tuple[float, float, float], height: float, ignore: Collection[str] = ()
) -> Region:
    """Return the visible region at a height by a slower method: subtract all shadows from the table."""
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    if not intersects(table, shapely.Point(eye[:2])):
        return ()
    return _less_shadows(scene, eye, table, _spans(scene, eye[2], height, ignore))


def region_within_disc(region: Region, x: float, y: float, radius: float) -> Region:
    """Return the part of a region of the table that lies in a disc."""
    disc = shapely.Point(x, y).buffer(radius, quad_segs=36)
    parts = [shapely.Polygon(rings[0], rings[1:]) for rings in region]
    return rings_of(shapely.intersection(shapely.union_all(parts), disc))


def region_of_cells(mask: Bools, step: float) -> Region:
    """Return the region covered by the marked cells of a grid. `step` is the size of a cell in inches."""
    padded = np.pad(mask, ((0, 0), (1, 1))).astype(np.int8)
    change = np.diff(padded, axis=1)
    row, start = np.nonzero(change == 1)
    _, end = np.nonzero(change == -1)
    boxes = shapely.box(start * step, row * step, end * step, (row + 1) * step)
    return rings_of(shapely.coverage_union_all(boxes)) if len(row) else ()


def region_area(region: Region) -> float:
    """Return the area of a region of the table in square inches."""
    return float(sum(shapely.Polygon(rings[0], rings[1:]).area for rings in region))


def region_contains(region: Region, point: Point) -> bool:
    """Return whether a point lies inside a region of the table or on its boundary."""
    return any(intersects_xy(shapely.Polygon(rings[0], rings[1:]), *point) for rings in region)


def _swept(scene: Scene, eye: Point, solids: list[int]) -> shapely.Geometry:
    """Return what an eye sees if the given solids hide everything behind them.

    An eye on the edge of a solid does not see through it: both sides of its walls count, but not its ground.
    """
    x, y = eye
    point = shapely.Point(eye)
    if not (0.0 <= x <= scene.width and 0.0 <= y <= scene.height):
        return shapely.Polygon()
    near = sorted(set(scene.tree.query(point).tolist()).intersection(solids))
    on_edge = [k for k in near if shapely.distance(shapely.boundary(scene.polygons[k]), point) <= _EDGE]
    if any(k not in on_edge and contains_xy(scene.polygons[k], x, y) for k in near):
        return shapely.Polygon()
    corners = _sweep(_noded_walls(scene, solids) - (x, y, x, y), both_faces=bool(on_edge))
    seen = shapely.Polygon(corners + np.array(eye))
    seen = seen.buffer(0.0)  # mends spikes that rounding makes cross themselves
    return seen.difference(shapely.union_all(scene.polygons[on_edge])) if on_edge else seen


def _spans(scene: Scene, eye: float, head: float, ignore: Collection[str]) -> dict[int, tuple[float, float]]:
    """Return solids that may hide heads, each with the fractions of the way to a head at which it does."""
    found = {}
    for k, solid in enumerate(scene.solids):
        span = None if solid.id in ignore else _span(eye, head, float(solid.bottom), float(solid.top))
        if span is not None:
            found[k] = span
    return found


def _less_shadows(
    scene: Scene,
    eye: tuple[float, float, float],
    seen: shapely.Geometry,
    spans: dict[int, tuple[float, float]],
) -> Region:
    point = shapely.Point(eye[:2])
    shadows: list[shapely.Geometry] = []
    for k, span in spans.items():
        if scene.bottom[k] <= eye[2] < scene.top[k] and contains_properly(scene.polygons[k], point):
            return ()
        shadows += _shadow(scene, k, eye[:2], span)
    return rings_of(seen.difference(shapely.union_all(shadows)) if shadows else seen)


def _noded_walls(scene: Scene, solids: list[int]) -> Floats:
    """Return the walls of solids and table edge, split at overlaps, free ground to their left; cached."""
    key = ("walls", tuple(solids))

    def noded() -> Floats:
        frame = shapely.box(0.0, 0.0, scene.width, scene.height)
        joined = shapely.union_all(scene.polygons[solids]) if solids else shapely.Polygon()
        free = shapely.orient_polygons(frame.difference(joined))
        ends = [np.asarray(line.coords)[:, :2] for line in shapely.get_parts(_lines(free))]
        walls = [np.concatenate([c[:-1], c[1:]], axis=1) for c in ends if len(c) > 1]
        return np.concatenate(walls) if walls else np.empty((0, 4))

    return np.asarray(scene.cached_value(key, noded))


def _lines(free: shapely.Geometry) -> shapely.Geometry:
    rings = [ring for part in shapely.get_parts(free) for ring in (part.exterior, *part.interiors)]
    return shapely.MultiLineString(rings)


def _sweep(walls: Floats, both_faces: bool) -> Floats:
    """Return the corners (k, 2) of the region seen from the origin among walls (m, 4) that enclose it.

    Walls facing away from the origin count only if ``both_faces`` is set.
    """
    walls, cross = _facing(walls, both_faces)
    start, end = np.arctan2(walls[:, 1], walls[:, 0]), np.arctan2(walls[:, 3], walls[:, 2])
    wraps = (end < start).nonzero()[0]
    angles, first = np.unique(np.concatenate([[-np.pi, np.pi], start, end]), return_index=True)
    toward = np.concatenate([[(-1.0, 0.0), (-1.0, 0.0)], walls[:, :2], walls[:, 2:]])[first]
    wall = np.concatenate([np.arange(len(cross)), wraps])
    low = np.concatenate([start, np.full(len(wraps), -np.pi)])
    high = np.concatenate([end, end[wraps]])
    high[wraps] = np.pi
    begin = angles.searchsorted(low)
    row, step = expanded_ranges(angles.searchsorted(high) - begin, begin)
    nearest = _nearest(wall[row], step, angles, walls, cross)
    return _corners(nearest, toward, walls, cross)


def _facing(walls: Floats, both_faces: bool) -> tuple[Floats, Floats]:
    """Return walls seen from the origin, from right to left end, and the cross products of their ends."""
    ax, ay, bx, by = walls.T
    cross = ax * by - ay * bx
    front, back = cross > _EDGE_ON, cross < -_EDGE_ON
    if not both_faces:
        return walls[front], cross[front]
    turned = walls[back][:, [2, 3, 0, 1]]
    return np.concatenate([walls[front], turned]), np.concatenate([cross[front], -cross[back]])


def _nearest(wall: Ints, step: Ints, angles: Floats, walls: Floats, cross: Floats) -> Ints:
    """Return for every interval of angles the wall hit first at its middle, or -1."""
    middle = 0.5 * (angles[1:] + angles[:-1])
    dx, dy = (walls[:, 2] - walls[:, 0])[wall], (walls[:, 3] - walls[:, 1])[wall]
    away = cross[wall] / (np.cos(middle)[step] * dy - np.sin(middle)[step] * dx)
    order = np.argsort(step.astype(np.uint16) if len(angles) < 65535 else step, kind="stable")
    step, wall, away = step[order], wall[order], away[order]
    starts = np.flatnonzero(np.concatenate([[True], step[1:] != step[:-1]]))
    least = np.minimum.reduceat(away, starts)
    sizes = np.diff(np.append(starts, len(step)))
    hit = np.flatnonzero(away == np.repeat(least, sizes))
    nearest = np.full(len(middle), -1, dtype=np.intp)
    nearest[step[hit][::-1]] = wall[hit][::-1]
    return nearest


def _corners(nearest: Ints, toward: Floats, walls: Floats, cross: Floats) -> Floats:
    """Return both ends of every run of intervals with one wall, in the directions of the corners.

    If there is no wall, the eye itself is on the boundary.
    """
    new = np.concatenate([[True], nearest[1:] != nearest[:-1]])
    begin = np.flatnonzero(new)
    end = np.append(begin[1:], len(nearest))
    wall, open_side = nearest[begin], (nearest[begin] < 0)[:, None]
    dx, dy = walls[wall, 2] - walls[wall, 0], walls[wall, 3] - walls[wall, 1]
    points = []
    for at in (begin, end):
        d = toward[at]
        slant = np.where(open_side[:, 0], 1.0, d[:, 0] * dy - d[:, 1] * dx)
        points.append(np.where(open_side, 0.0, d * (cross[wall] / slant)[:, None]))
    corners = np.stack(points, axis=1).reshape(-1, 2)
    fresh = np.concatenate([[True], (corners[1:] != corners[:-1]).any(axis=1)])
    return np.asarray(corners[fresh])


def _span(eye: float, head: float, bottom: float, top: float) -> tuple[float, float] | None:
    """Return the fractions of the way to a head at which a line is between bottom and top, or None.

    A solid on the ground (bottom at or below the lower end of the line) extends downward without limit.
    """
    low = -np.inf if bottom <= min(eye, head) else bottom
    if eye == head:
        return (0.0, 1.0) if low < eye < top else None
    ends = sorted(((low - eye) / (head - eye), (top - eye) / (head - eye)))
    start, end = max(0.0, ends[0]), min(1.0, ends[1])
    return (start, end) if end > start else None


def _shadow(scene: Scene, k: int, eye: Point, span: tuple[float, float]) -> list[shapely.Geometry]:
    """Return the shadow: the points p / s for points p of the footprint and s in the span.

    It consists of bands behind the edges and of the nearest copy of the footprint. Bands are clipped to the
    table at once, because unions of much longer bands fail.
    """
    part = slice(scene.first[k], scene.first[k] + scene.count[k])
    a = np.stack([scene.x[part], scene.y[part]], axis=1) - np.array(eye)
    b = a[np.arange(len(a)) + scene.step[part]]
    cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    real = np.abs(cross) > 1e-12
    a, b, cross = a[real], b[real], cross[real]
    near = 1.0 / span[1]
    length = np.hypot(*(b - a).T)
    beyond = 4.0 * length * np.hypot(scene.width, scene.height) / np.abs(cross)
    far = (beyond + near if span[0] == 0.0 else np.minimum(1.0 / span[0], beyond + near))[:, None]
    corners = np.stack([a * near, b * near, b * far, a * far], axis=1) + np.array(eye)
    footprint = shapely.transform(scene.polygons[k], lambda p: (p - np.array(eye)) * near + np.array(eye))
    bands = shapely.clip_by_rect(shapely.polygons(corners), 0.0, 0.0, scene.width, scene.height)
    return [*bands, footprint]
