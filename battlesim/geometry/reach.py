"""The regions that a base can reach with a movement allowance, as rings, in inches.

On ground without extra costs, the region is exact to 0.002 in, in the same free space in which paths are
planned: its arcs are drawn inside the true arcs (`MAX_DRAWN_ARC_ERROR_IN`), and obstacles are grown with the
same precision. If ground is costly or solids may be climbed, the region is an inner approximation: every
point in it can be reached, through sampled points at which costly areas are entered and left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.reach_stops import MIN_USEFUL_ALLOWANCE_IN, reach_stops
from battlesim.geometry.shapes import Point, Region, polygon_of, rings_of
from battlesim.geometry.visibility import VisibilityFan, cross_product
from battlesim.geometry.wall_grid import ComplexPoints, Floats, Ints

MAX_DRAWN_ARC_ERROR_IN = 0.001
"""The maximum distance between a drawn arc and the true arc."""
SIMPLIFY_TOLERANCE_IN = MAX_DRAWN_ARC_ERROR_IN / 4.0
"""The maximum distance of a removed corner from the simplified outline."""


REGION_INSET_IN: Final = 0.02
"""The width of the strip along a region's rounded edge, in inches, in which no point is chosen."""


def nearest_point_in_region(region: Region, point: Point) -> Point | None:
    """Return the point of a region that is nearest to `point`, or None if the region is too narrow."""
    whole = shapely.union_all([polygon_of(rings) for rings in region]).buffer(-REGION_INSET_IN)
    if whole.is_empty:
        return None
    near = shapely.get_coordinates(shapely.shortest_line(whole, shapely.Point(point)))[0]
    return float(near[0]), float(near[1])


def distance_to_region(region: Region, point: Point) -> float:
    """Return the distance from a point to a region in inches. It is 0 inside the region.

    If the region is empty, the distance is infinite.
    """
    place = shapely.Point(point)
    return min((float(shapely.distance(polygon_of(rings), place)) for rings in region), default=math.inf)


def reach_region(
    space: FreeSpace, starts: Sequence[Point], allowance: float, ground: CostedGround, ends: FreeSpace
) -> Region:
    """Return the region in which a base can end a move from any of the starts, as polygons.

    Each polygon is an outer ring followed by its holes. `ends` is the free space in which the move may end.
    """
    legal = _union(
        [_legal(space.without_overlaps_at(start), start, allowance, ground, ends) for start in starts]
    )
    legal = shapely.simplify(legal, SIMPLIFY_TOLERANCE_IN)
    return tuple(
        rings
        for rings in rings_of(legal)
        if shapely.Polygon(rings[0]).area > MIN_USEFUL_ALLOWANCE_IN * MIN_USEFUL_ALLOWANCE_IN
    )


def _legal(space: FreeSpace, start: Point, allowance: float, ground: CostedGround, ends: FreeSpace) -> Any:
    """Return the area in which the base can end a move from one start, without what `ends` occupies."""
    stops = [stop for stop in reach_stops(space, start, allowance, ground) if stop.may_end]
    views = [((allowance - stop.cost) / stop.factor, stop.view) for stop in stops]
    views = [(reach, view) for reach, view in views if reach > MIN_USEFUL_ALLOWANCE_IN]
    if not views:
        return shapely.Polygon()
    reached = _union(_polygons(views))
    return shapely.difference(
        reached, ends.occupied_region(shapely.box(*reached.bounds), MAX_DRAWN_ARC_ERROR_IN)
    )


def _polygons(views: Sequence[tuple[float, VisibilityFan]]) -> NDArray[Any]:
    """Return each view clipped to its range, with arcs drawn as inscribed chords."""
    view, low, high, near = _cut_at_reach(views)
    reach = np.array([far for far, _ in views])[view]
    arc = cross_product(np.exp(0.5j * (low + high)), near) * reach < 1.0
    step = np.where(arc, 2.0 * np.arccos(1.0 - np.minimum(MAX_DRAWN_ARC_ERROR_IN / reach, 1.0)), math.tau)
    counts = np.maximum(1, np.ceil((high - low) / step).astype(np.intp)) + 1
    row = np.repeat(np.arange(len(counts)), counts)
    share = (np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)) / (counts[row] - 1)
    ways = np.exp(1j * (low[row] + (high - low)[row] * share))
    far = 1.0 / np.maximum(cross_product(ways, near[row]), 1.0 / reach[row])
    origins, axes = (np.array([getattr(fan, name) for _, fan in views]) for name in ("origin", "axis"))
    owner = view[row]
    outline = origins[owner] + far * ways * axes[owner]
    wedges = np.flatnonzero([not fan.is_all_round for _, fan in views])
    first = np.searchsorted(owner, wedges)
    outline, owner = np.insert(outline, first, origins[wedges]), np.insert(owner, first, wedges)
    return np.asarray(shapely.polygons(shapely.linearrings(outline.real, outline.imag, indices=owner)))


def _cut_at_reach(views: Sequence[tuple[float, VisibilityFan]]) -> tuple[Ints, Floats, Floats, ComplexPoints]:
    """Return the sectors of views, split where the distance to the nearest wall equals the view's range.

    These are the directions t with |near| sin(arg(near) - t) = 1 / reach.
    """
    view, low, high, near = _sectors(views)
    reach = np.array([far for far, _ in views])[view]
    size, middle = np.abs(near), (low + high) / 2.0
    turn = np.arcsin(np.minimum(1.0 / np.maximum(size * reach, 1.0), 1.0))
    cuts = np.angle(near) - np.stack([turn, math.pi - turn])
    cuts = middle + np.remainder(cuts - middle + math.pi, math.tau) - math.pi
    cuts = np.sort(np.clip(np.where(size * reach > 1.0, cuts, low), low, high), axis=0)
    marks = np.stack([low, *cuts, high]).T
    begin, end = marks[:, :-1].ravel(), marks[:, 1:].ravel()
    kept = end > begin
    kept |= np.repeat((high <= low), 3) & (np.arange(len(begin)) % 3 == 0)
    return np.repeat(view, 3)[kept], begin[kept], end[kept], np.repeat(near, 3)[kept]


def _sectors(views: Sequence[tuple[float, VisibilityFan]]) -> tuple[Ints, Floats, Floats, ComplexPoints]:
    """Return the view, end angles and wall of each interval of directions with the same nearest wall."""
    sizes = [len(fan.nearest_walls) for _, fan in views]
    view = np.repeat(np.arange(len(views)), sizes)
    near = np.concatenate([fan.nearest_walls for _, fan in views])
    low = np.concatenate([fan.ends[:-1] for _, fan in views])
    high = np.concatenate([fan.ends[1:] for _, fan in views])
    new = np.concatenate([[True], (np.diff(view) > 0) | (near[1:] != near[:-1]), [True]])
    return view[new[:-1]], low[new[:-1]], high[new[1:]], near[new[:-1]]


def _union(pieces: Any) -> Any:
    """Return the union of view polygons, after repairing polygons that rounding made invalid."""
    shapes = np.array(pieces, dtype=object)
    crossed = ~shapely.is_valid(shapes)
    shapes[crossed] = shapely.buffer(shapes[crossed], 0.0)
    return shapely.union_all(shapes)
