"""Exact visible fractions of targets, in 2.5D, vectorized over pairs of an eye and a target.

The target is an upright rectangle on the ground segment P-Q (for a round base the polar chord between the
points where lines from the eye's foot touch it), from ``low`` to ``high``. A wall end a is written in the
frame of the view triangle, a - V = alpha (P - V) + beta (Q - V): its depth is s = alpha + beta (1 in the
plane of the target), and it covers the foot at x = beta / s, up to z = e + (top - e) / s. A straight top edge
covers a trapezoid, so the hidden part is the area under the upper envelope of all walls, clamped to the
rectangle. Front and back edges together give the envelope of a flat roof. Only + - * / and sqrt decide, so
the bits are the same on every platform. ``raised_shadows`` handles raised solids, the reference handles eyes
on the very edge of a solid.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry import visible_fraction_reference
from battlesim.geometry.constants import FRACTION_TOL
from battlesim.geometry.envelope import EnvelopeSegments, covered_areas, expanded_ranges
from battlesim.geometry.predicates import contains_properly, contains_xy, dwithin, intersects
from battlesim.geometry.raised_shadows import RaisedSolids, RaisedWalls, covered_areas_with_raised
from battlesim.geometry.scene import Bools, Floats, Ints, Scene
from battlesim.geometry.target_windows import (
    MIN_WALL_DEPTH_FRACTION,
    TargetWindows,
    base_windows,
    triangle_weights,
)

PAIRS_PER_BATCH, MAX_WALLS_PER_BATCH = 512, 1_000_000
"""Number of pairs, and of walls, processed together; few enough to stay in the cache."""

_FARTHEST = 1.0 - 1e-12
"""Depth beyond which a wall is in the plane of the target and hides nothing."""

_BEFORE = 1e-9
"""Distance before a foot, as a fraction of the way to the eye, at which the end of a solid is tested."""

IgnoredIds = Sequence[Collection[str]] | None


class CandidateBlockers(NamedTuple):
    """Pairs of an eye and a target, each with a solid that may hide a part of the target.

    ``on_target_line`` is True for solids through which the ground segment of the target may run.
    """

    pair: Ints
    solid: Ints
    on_target_line: Bools

    def select(self, rows: Ints) -> CandidateBlockers:
        """Return the possible blockers in the given rows of the arrays."""
        return CandidateBlockers(self.pair[rows], self.solid[rows], self.on_target_line[rows])


def visible_fractions(
    scene: Scene,
    eyes: npt.ArrayLike,
    targets: npt.ArrayLike,
    ignore: IgnoredIds = None,
) -> Floats:
    """Return the fraction of each round target that is visible from the viewer's eye, as an array (n,).

    Targets are (n, 5: x, y, radius, low, high) and eyes are (n, 3: x, y, z). ``ignore`` lists, for each pair,
    the ids of solids to ignore. Any other solid hides everything inside it, and an eye inside such a solid
    sees nothing. Raises ValueError if a target has no height.
    """
    return window_visible_fractions(scene, base_windows(eyes, targets), ignore)


def window_visible_fractions(scene: Scene, windows: TargetWindows, ignore: IgnoredIds = None) -> Floats:
    """Return the fraction of each target that is visible from the viewer's eye, as an array (n,).

    The targets are upright rectangles of any kind. See also ``visible_fractions``.
    """
    found = np.ones(len(windows))
    chunk = min(PAIRS_PER_BATCH, max(PAIRS_PER_BATCH // 8, MAX_WALLS_PER_BATCH // max(1, len(scene.x))))
    for start in range(0, len(windows), chunk):
        part = slice(start, start + chunk)
        view = windows[part]
        found[part] = _seen(scene, view, _near(scene, view, None if ignore is None else ignore[part]))
    return found


def fractions_hidden_alone(
    scene: Scene, windows: TargetWindows, ignore: IgnoredIds = None, min_fraction: float = FRACTION_TOL
) -> list[dict[str, float]]:
    """Return, for each target, a dict from object ids to the fraction that each object hides by itself.

    The ids are in the order of the scene. Objects that hide at most ``min_fraction`` are left out.
    """
    hits = _near(scene, windows, ignore)
    found: list[dict[str, float]] = [{} for _ in range(len(windows))]
    if len(hits.pair):
        count = len(scene.solids)
        codes, case = np.unique(hits.pair * count + scene.object_index[hits.solid], return_inverse=True)
        pair, thing = np.divmod(codes, count)
        share = 1.0 - _seen(scene, windows[pair], CandidateBlockers(case, hits.solid, hits.on_target_line))
        for p, k, s in zip(pair.tolist(), thing.tolist(), share.tolist(), strict=True):
            if s > min_fraction:
                found[p][scene.solids[k].id] = s
    return found


def _seen(scene: Scene, view: TargetWindows, hits: CandidateBlockers) -> Floats:
    """Return visible fractions if only the solids of ``hits`` count."""
    pair, solid, _ = hits
    if not len(pair):
        return np.ones(len(view))
    raised = scene.bottom[solid] > view.floor[pair]
    ground = hits.select((~raised).nonzero()[0])
    segments = _skyline(scene, view, ground).joined_with(_caps(scene, view, ground))
    visible = 1.0 - covered_areas(segments, len(view))
    if raised.any():
        over = hits.select((raised & (visible[pair] > 0.0)).nonzero()[0])
        some = np.unique(over.pair)
        visible[some] = 1.0 - _hidden_with(scene, view, segments, over)[some]
    blind, beside = _at_eye(scene, view, pair, solid)
    for number in sorted(set(beside.tolist())):
        counted = solid[pair == number].tolist()
        visible[number] = visible_fraction_reference.visible_fraction_past(scene, view, number, counted)
    visible[blind] = 0.0
    visible[view.inside] = 1.0
    return np.maximum(visible, 0.0)


def _near(scene: Scene, view: TargetWindows, ignore: IgnoredIds) -> CandidateBlockers:
    """Return solids that are not ignored and whose bounding circle meets the view triangle."""
    pair, solid = scene.tree.query(shapely.linestrings(view.triangles()))
    x, y, radius = scene.circle.take(solid, axis=0).T
    a, b = view.triangle_weights(pair, x, y)
    past_a, past_b, past_foot = view.weight_slopes().take(pair, axis=1) * radius
    beyond = a + b - 1.0
    keep = (a > -past_a) & (b > -past_b) & (beyond < past_foot)
    keep &= (scene.top[solid] > view.floor[pair]) & (scene.bottom[solid] < view.ceiling[pair])
    if ignore is not None:
        count, known = len(scene.solids), scene.members
        codes = [p * count + k for p, ids in enumerate(ignore) for i in ids if i in known for k in known[i]]
        if codes:
            gone, code = np.sort(np.array(codes, dtype=np.intp)), pair * count + solid
            keep &= gone.take(gone.searchsorted(code), mode="clip") != code
    return CandidateBlockers(pair, solid, beyond > -past_foot).select(keep.nonzero()[0])


def _skyline(scene: Scene, view: TargetWindows, hits: CandidateBlockers) -> EnvelopeSegments:
    """Return the walls of solids that form the skyline: the near walls above the eye, else the far walls."""
    pair, top = hits.pair, scene.top[hits.solid]
    hit, start, end, turn = _walls(scene, view, hits)
    side = np.where(top <= view.z[pair], 1.0, -1.0)
    at = (turn * side[hit] > 0.0).nonzero()[0]
    hit = hit[at]
    return _projected(view, pair[hit], top[hit], start.take(at, axis=1), end.take(at, axis=1))


def _hidden_with(
    scene: Scene, view: TargetWindows, ground: EnvelopeSegments, hits: CandidateBlockers
) -> Floats:
    """Return the area hidden by ground segments and raised solids together, for pairs with raised solids."""
    ground = ground.select((ground.x1 > ground.x0) & np.isin(ground.pair, hits.pair))
    ground = ground.select(ground.pair.argsort(kind="stable"))
    hits = hits.select(hits.pair.argsort(kind="stable"))
    base, bottom = view.level_terms(hits.pair, scene.bottom[hits.solid])
    _, top = view.level_terms(hits.pair, scene.top[hits.solid])
    hit, start, end, turn = _walls(scene, view, hits)
    row, x, depth = _clip(start, end)
    left = (x[0] > x[1]).astype(np.intp)
    column, near = np.arange(len(row)), 1.0 / depth
    ends = (x[left, column], near[left, column], x[1 - left, column], near[1 - left, column])
    sides = RaisedWalls(hit[row], turn[row] < 0.0, *ends).select(x[0] != x[1])
    about = contains_xy(scene.polygons[hits.solid], view.x[hits.pair], view.y[hits.pair])
    decks = RaisedSolids(hits.pair, about, base, bottom, top)
    return covered_areas_with_raised(ground, decks, sides, MIN_WALL_DEPTH_FRACTION, len(view))


def _walls(scene: Scene, view: TargetWindows, hits: CandidateBlockers) -> tuple[Ints, Floats, Floats, Floats]:
    """Return the walls of the solids of ``hits``.

    These are the index of the hit, both ends (weights, 2 by m), and the wall's turn about the eye, which is
    negative where a line enters the solid.
    """
    size = scene.count[hits.solid]
    hit, corner = expanded_ranges(size, scene.first[hits.solid])
    frame = [part[hits.pair].repeat(size) for part in view.frame]
    start = np.array(triangle_weights(frame, scene.x[corner], scene.y[corner]))
    end = start.take(np.arange(len(corner)) + scene.step[corner], axis=1)
    return hit, start, end, (start[0] * end[1] - start[1] * end[0]) * view.cross[hits.pair].repeat(size)


def _projected(view: TargetWindows, pair: Ints, top: Floats, start: Floats, end: Floats) -> EnvelopeSegments:
    """Return walls between two ends (weights, 2 by m) as segments of what they hide."""
    row, x, depth = _clip(start, end)
    pair = pair[row]
    y = view.covered_levels(pair, top[row], depth)
    turn = (x[0] > x[1]).astype(np.intp)
    column = np.arange(len(row))
    return EnvelopeSegments(pair, x[turn, column], y[turn, column], x[1 - turn, column], y[1 - turn, column])


def _clip(start: Floats, end: Floats) -> tuple[Ints, Floats, Floats]:
    """Return walls between two ends (weights, 2 by m), clipped to the view triangle.

    The arrays are the remaining walls and, for both ends (2, k), the position on the target's foot and depth.
    """
    borders0, borders1 = _borders(start), _borders(end)
    at = (np.maximum(borders0, borders1).min(axis=0) > 0.0).nonzero()[0]
    borders0, borders1 = borders0.take(at, axis=1), borders1.take(at, axis=1)
    away = borders0 - borders1
    away[away == 0.0] = 1.0
    cut = borders0 / away
    t0 = np.where(borders0 < 0.0, cut, 0.0).max(axis=0)
    t1 = np.where(borders1 < 0.0, cut, 1.0).min(axis=0)
    real = (t0 < t1).nonzero()[0]
    at = at[real]
    start, end = start.take(at, axis=1), end.take(at, axis=1)
    t = np.array([t0[real], t1[real]])[:, None]
    points = np.where(t == 1.0, end, start + t * (end - start))
    depth = np.maximum(points[:, 0] + points[:, 1], MIN_WALL_DEPTH_FRACTION)
    return at, np.maximum(points[:, 1], 0.0) / depth, np.minimum(depth, 1.0)


def _borders(ends: Floats) -> Floats:
    """Return how far points (weights) are inside each border of their view triangle, cut off at the eye."""
    depth = ends[0] + ends[1]
    return np.array([ends[0], ends[1], _FARTHEST - depth, depth - MIN_WALL_DEPTH_FRACTION])


def _caps(scene: Scene, view: TargetWindows, hits: CandidateBlockers) -> EnvelopeSegments | None:
    """Return the cuts to add, which no wall represents, where a target's foot is in a solid below the eye."""
    pair, solid, footed = hits
    at = (footed & (scene.top[solid] > view.low[pair]) & (scene.top[solid] <= view.z[pair])).nonzero()[0]
    if not len(at):
        return None
    pair, solid = pair[at], solid[at]
    triangles = view.triangles()[pair]
    at = intersects(scene.polygons[solid], shapely.linestrings(triangles[:, 1:])).nonzero()[0]
    rows = [(i, lo, hi) for i in at.tolist() for lo, hi in _cut(triangles[i], scene.polygons[solid[i]])]
    if not rows:
        return None
    at = np.array([row[0] for row in rows], dtype=np.intp)
    lo, hi = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    level = view.covered_levels(pair[at], scene.top[solid[at]], np.ones(len(at)))
    return EnvelopeSegments(pair[at], lo, level, hi, level)


def _cut(triangle: Floats, polygon: shapely.Geometry) -> list[tuple[float, float]]:
    """Return intervals of the foot of a view triangle (3, 2) behind a polygon, as fractions of its length."""
    eye, left, right = triangle
    axis = right - left
    square = float((axis * axis).sum())
    found = []
    for part in shapely.get_parts(shapely.LineString([left, right]).intersection(polygon)):
        if part.geom_type != "LineString" or part.length == 0.0:
            continue
        ends = np.asarray(part.coords)
        middle = ends.mean(axis=0)
        if contains_xy(polygon, *(middle + _BEFORE * (eye - middle))):
            along = ((ends - left) * axis).sum(axis=1) / square
            found.append((float(along.min()), float(along.max())))
    return found


def _at_eye(scene: Scene, view: TargetWindows, pair: Ints, solid: Ints) -> tuple[Ints, Ints]:
    """Return pairs whose eye is inside a solid, and pairs whose eye is on the very edge of one, in plan.

    From an edge a line can run inside the solid without crossing a wall, so these pairs need the reference.
    """
    z, bottom = view.z[pair], scene.bottom[solid]
    raised = bottom > view.floor[pair]
    level = (scene.top[solid] > z) & ((bottom < z) | ~raised)
    at = (level | raised).nonzero()[0]
    pair, solid, level = pair[at], solid[at], level[at]
    x, y, radius = scene.circle[solid].T
    at = (np.hypot(view.x[pair] - x, view.y[pair] - y) < radius).nonzero()[0]
    if not len(at):
        return at, at
    pair, solid, level = pair[at], solid[at], level[at]
    eyes = shapely.points(view.x[pair], view.y[pair])
    close = MIN_WALL_DEPTH_FRACTION * np.hypot(view.lx, view.ly)[pair]
    within = contains_properly(scene.polygons[solid], eyes)
    beside = dwithin(shapely.boundary(scene.polygons[solid]), eyes, close)
    return pair[within & level & ~beside], pair[beside]
