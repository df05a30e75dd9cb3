"""A slow reference implementation of ``visible_fraction`` in pure Shapely.

Tests compare against it. It also computes views from the very edge of a solid, and the shapes in drawings
that show why a target is visible. Each footprint is clipped to the view triangle; the faces of what remains
(roof, underside, sides) are projected onto the target rectangle and united. The union is the shadow of the
prism, whatever its underside.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.predicates import contains_properly
from battlesim.geometry.scene import Floats, Scene
from battlesim.geometry.shapes import Region, Ring, rings_of
from battlesim.geometry.target_windows import MIN_WALL_DEPTH_FRACTION, TargetWindows

_UNIT = shapely.box(0.0, 0.0, 1.0, 1.0)


def window_visible_fraction(
    scene: Scene, windows: TargetWindows, pair: int, ignore: Collection[str] = ()
) -> float:
    """Return the fraction of a target that is visible from an eye. `pair` is the index of eye and target."""
    return visible_fraction_past(scene, windows, pair, _counted(scene, windows, pair, ignore))


def visible_fraction_past(scene: Scene, windows: TargetWindows, pair: int, solids: Collection[int]) -> float:
    """Return the fraction of a target that is visible if only the solids with the given indices hide it."""
    if windows.inside[pair]:
        return 1.0
    cast = [solid_shadow(scene, windows, pair, number) for number in solids]
    return float(_UNIT.difference(shapely.union_all(cast)).area)


def _counted(scene: Scene, windows: TargetWindows, pair: int, ignore: Collection[str]) -> list[int]:
    """Return the solids in the way that are not ignored."""
    triangle = shapely.Polygon(windows.triangles()[pair])
    return [int(k) for k in np.sort(scene.tree.query(triangle)) if scene.solids[k].id not in ignore]


def hidden_and_visible_regions(
    scene: Scene, windows: TargetWindows, pair: int, object_ids: Collection[str]
) -> tuple[dict[str, Region], Region]:
    """Return a dict from object ids to the parts of a target that they hide, and the visible part."""
    cast = {
        thing: shapely.union_all([solid_shadow(scene, windows, pair, k) for k in scene.members[thing]])
        for thing in object_ids
    }
    seen = _UNIT.difference(shapely.union_all(list(cast.values())))
    return {thing: rings_of(shade) for thing, shade in cast.items()}, rings_of(seen)


def footprint_rings(scene: Scene, windows: TargetWindows, pair: int, object_id: str) -> Region:
    """Return the part of an object's ground plan that lies between the eye and the target."""
    triangle = shapely.Polygon(windows.triangles()[pair])
    return rings_of(shapely.union_all(scene.polygons[scene.members[object_id]]).intersection(triangle))


def solid_shadow(scene: Scene, windows: TargetWindows, pair: int, number: int) -> shapely.Geometry:
    """Return the part of a target that a single solid hides, in the unit square of the target."""
    eye, left, right = windows.triangles()[pair]
    e = float(windows.z[pair])
    top, bottom = float(scene.top[number]), float(scene.bottom[number])
    if top <= windows.floor[pair]:
        return shapely.Polygon()
    polygon = scene.polygons[number]
    ground = bottom <= windows.floor[pair]
    if (ground or bottom < e) and e < top and contains_properly(polygon, shapely.Point(eye)):
        return _UNIT
    trimmed = shapely.Polygon(
        [
            eye + MIN_WALL_DEPTH_FRACTION * (left - eye),
            left,
            right,
            eye + MIN_WALL_DEPTH_FRACTION * (right - eye),
        ]
    )
    faces: list[shapely.Geometry] = []
    for part in rings_of(polygon.intersection(trimmed)):
        faces += _faces(windows, pair, part, top, None if ground else bottom)
    return shapely.union_all(faces) if faces else shapely.Polygon()


def _faces(
    windows: TargetWindows, pair: int, rings: tuple[Ring, ...], top: float, bottom: float | None
) -> list[shapely.Geometry]:
    """Return the projected faces of a prism (endless downward if `bottom` is None) in the unit square."""
    faces, under = list[shapely.Geometry](), list[shapely.Geometry]()
    levels = [top] if bottom is None else [top, bottom]
    for level in levels:
        shell, *holes = (_projected(windows, pair, np.asarray(ring), level) for ring in rings)
        faces.append(shapely.make_valid(shapely.Polygon(shell, holes)))
    for ring in rings:
        high = _projected(windows, pair, np.asarray(ring), top)
        after = np.roll(high, -1, axis=0)
        if bottom is None:
            under += list(_under(*high.T, *after.T))
        else:
            low = _projected(windows, pair, np.asarray(ring), bottom)
            corners = np.stack([high, after, np.roll(low, -1, axis=0), low], axis=1)
            faces += list(shapely.buffer(shapely.polygons(corners), 0.0))
    return under + list(shapely.intersection(faces, _UNIT))


def _projected(windows: TargetWindows, pair: int, points: Floats, level: float) -> Floats:
    rows = np.full(len(points), pair)
    a, b = windows.triangle_weights(rows, points[:, 0], points[:, 1])
    depth = np.clip(a + b, MIN_WALL_DEPTH_FRACTION, 1.0)
    height = windows.covered_levels(rows, np.full(len(points), level), depth)
    return np.stack([np.clip(b / depth, 0.0, 1.0), np.clip(height, -1e7, 1e7)], axis=1)


def _under(x0: Floats, y0: Floats, x1: Floats, y1: Floats) -> npt.NDArray[np.object_]:
    """Return the areas below lines from (x0, y0) to (x1, y1), clipped to the unit square.

    Lines without width, and lines that pass below the square, have no area.
    """
    (rows,) = ((x0 != x1) & (np.maximum(y0, y1) > 0.0)).nonzero()
    x0, y0, x1, y1 = x0[rows], y0[rows], x1[rows], y1[rows]
    floor = np.minimum(-1.0, np.minimum(y0, y1) - 1.0)
    corners = np.array([(x0, floor), (x0, y0), (x1, y1), (x1, floor)]).transpose(2, 0, 1)
    return np.asarray(shapely.intersection(shapely.polygons(corners), _UNIT))
