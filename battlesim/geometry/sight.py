"""Visible share of targets: exact, 2.5D, vectorised over pairs of eye and target.

The target is an upright rectangle on the ground segment P-Q (for a round base the polar chord between the two
points where lines from the eye's foot touch it), from ``low`` to ``high``. A wall end a is written in the
frame of the view triangle, a - V = alpha (P - V) + beta (Q - V): it lies at depth s = alpha + beta (1 on
the target plane) and covers the foot at x = beta / s, up to z = e + (top - e) / s. A straight top edge
covers a trapezoid, so the hidden part is the area under the upper envelope of all walls, clamped to the
rectangle. Front and back edges together give the envelope of a flat roof. Only + - * / and sqrt decide, so
the bits are the same on every platform. Solids with an underside above the line of sight are left to the
Shapely twin.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry import sight_twin
from battlesim.geometry.constants import HIDDEN
from battlesim.geometry.envelope import Segments, hidden, spread
from battlesim.geometry.scene import Floats, Ints, Scene
from battlesim.geometry.windows import NEAREST, Windows, base_windows

CHUNK = 512
"""Pairs worked on together: enough to spread the cost of a call, few enough to stay in the cache."""

Ignored = Sequence[Collection[str]] | None
Hits = tuple[Ints, Ints]
"""Pairs and, beside them, solids that may stand in their way."""


def shares(
    scene: Scene,
    eyes: npt.ArrayLike,
    targets: npt.ArrayLike,
    ignore: Ignored = None,
    discs: npt.ArrayLike | None = None,
    spare: Sequence[Collection[int]] | None = None,
) -> Floats:
    """Visible share (n,) of round-based targets (n, 5: x, y, radius, low, high) from eyes (n, 3: x, y, z).

    ``ignore`` holds for each pair the ids of solids that hide nothing in it. ``discs`` (k, 4: x, y, radius,
    top) are other bases that hide too, each as a rectangle on its own polar chord; ``spare`` holds for each
    pair the numbers of discs that do not (the viewer's and the target's own). A solid that is not ignored
    hides what is inside it, and everything from an eye inside it. Raises ValueError for a target without
    height.
    """
    return window_shares(scene, base_windows(eyes, targets), ignore, discs, spare)


def window_shares(
    scene: Scene,
    windows: Windows,
    ignore: Ignored = None,
    discs: npt.ArrayLike | None = None,
    spare: Sequence[Collection[int]] | None = None,
) -> Floats:
    """Visible share (n,) of any windows; see ``shares``."""
    found = np.ones(len(windows))
    bases = None if discs is None else np.asarray(discs, dtype=np.float64).reshape(-1, 4)
    for start in range(0, len(windows), CHUNK):
        part = slice(start, start + CHUNK)
        view = windows[part]
        left_out = None if ignore is None else ignore[part]
        extra = None if bases is None else _disc_segments(view, bases, None if spare is None else spare[part])
        found[part] = _chunk(scene, view, left_out, extra)
    return found


def hidden_alone(
    scene: Scene, windows: Windows, ignore: Ignored = None, least: float = HIDDEN
) -> list[dict[str, float]]:
    """For each window the share of the target that each solid hides by itself, by id in scene order.

    Only solids that hide more than ``least`` are named.
    """
    pair, solid = _near(scene, windows, ignore)
    if not len(pair):
        return [{} for _ in range(len(windows))]
    order = np.lexsort((solid, pair))
    pair, solid = pair[order], solid[order]
    alone = Windows(*(getattr(windows, name)[pair] for name in Windows.__slots__))
    share = 1.0 - _seen(scene, alone, (np.arange(len(pair)), solid), None)
    found: list[dict[str, float]] = [{} for _ in range(len(windows))]
    for p, k, s in zip(pair.tolist(), solid.tolist(), share.tolist(), strict=True):
        if s > least:
            found[p][scene.solids[k].id] = s
    return found


def _chunk(scene: Scene, view: Windows, ignore: Ignored, extra: Segments | None) -> Floats:
    return _seen(scene, view, _near(scene, view, ignore), extra)


def _seen(scene: Scene, view: Windows, hits: Hits, extra: Segments | None) -> Floats:
    """Visible shares when only the solids of ``hits`` count."""
    pair, solid = hits
    if not len(pair) and extra is None:
        return np.ones(len(view))
    segments = _project(scene, view, pair, solid)
    visible = 1.0 - hidden(segments.and_those(_caps(scene, view, pair, solid)).and_those(extra), len(view))
    blind, beside = _at_eye(scene, view, pair, solid)
    raised = pair[scene.bottom[solid] > view.floor[pair]]
    for number in sorted({*raised.tolist(), *beside.tolist()}):
        counted = solid[pair == number].tolist()
        lines = None if extra is None else extra.where(extra.pair == number)
        visible[number] = sight_twin.share_of(scene, view, number, counted, lines)
    visible[blind] = 0.0
    visible[view.inside] = 1.0
    return np.maximum(visible, 0.0)


def _near(scene: Scene, view: Windows, ignore: Ignored) -> Hits:
    """Solids whose bounding circle meets the view triangle, high enough to hide something and not ignored."""
    pair, solid = scene.tree.query(shapely.linestrings(view.triangles()))
    keep = scene.top[solid] > view.floor[pair]
    if ignore is not None:
        count = len(scene.solids)
        codes = [p * count + k for p, ids in enumerate(ignore) if ids for k in scene.numbers(ids)]
        keep &= ~np.isin(pair * count + solid, np.array(codes, dtype=np.intp))
    pair, solid = pair[keep], solid[keep]
    x, y, radius = scene.circle[solid].T
    a, b = view.weights(pair, x, y)
    size = np.abs(view.cross)
    foot = size / np.hypot(view.rx - view.lx, view.ry - view.ly)
    keep = a * (size / np.hypot(view.rx, view.ry))[pair] > -radius
    keep &= b * (size / np.hypot(view.lx, view.ly))[pair] > -radius
    keep &= (a + b - 1.0) * foot[pair] < radius
    return pair[keep], solid[keep]


def _project(scene: Scene, view: Windows, pair: Ints, solid: Ints) -> Segments:
    """All walls of the solids that may hide something of their pair's target."""
    hit, corner = spread(scene.count[solid], scene.first[solid])
    a, b = view.weights(pair[hit], scene.x[corner], scene.y[corner])
    end = np.arange(len(corner)) + scene.step[corner]
    return _clip(view, pair, solid, scene.top[solid], hit, (a, b, a[end], b[end]))


def _clip(
    view: Windows,
    pair: Ints,
    solid: Ints,
    top: Floats,
    hit: Ints,
    ends: tuple[Floats, Floats, Floats, Floats],
) -> Segments:
    """Walls between two ends (weights), wall i of hit ``hit[i]``, cut to the view triangles and projected."""
    a0, b0, a1, b1 = ends
    s0, s1 = a0 + b0, a1 + b1
    near = ((a0 > 0.0) | (a1 > 0.0)) & ((b0 > 0.0) | (b1 > 0.0))
    near &= ((s0 < 1.0) | (s1 < 1.0)) & ((s0 > NEAREST) | (s1 > NEAREST))
    at = near.nonzero()[0]
    a0, b0, a1, b1, s0, s1, hit = a0[at], b0[at], a1[at], b1[at], s0[at], s1[at], hit[at]
    start = np.stack([a0, b0, 1.0 - s0, s0 - NEAREST])
    end = np.stack([a1, b1, 1.0 - s1, s1 - NEAREST])
    away = start - end
    cut = np.divide(start, away, out=np.zeros(start.shape), where=away != 0.0)
    t0 = np.where(start < 0.0, cut, 0.0).max(axis=0)
    t1 = np.where(end < 0.0, cut, 1.0).min(axis=0)
    at = (t0 < t1).nonzero()[0]
    hit = hit[at]
    pair, solid, top = pair[hit], solid[hit], top[hit]
    t = np.stack([t0[at], t1[at]])
    a0, b0, a1, b1 = a0[at], b0[at], a1[at], b1[at]
    a = np.maximum(np.where(t == 1.0, a1, a0 + t * (a1 - a0)), 0.0)
    b = np.maximum(np.where(t == 1.0, b1, b0 + t * (b1 - b0)), 0.0)
    s = np.maximum(a + b, NEAREST)
    x, y = b / s, view.levels(pair, top, np.minimum(s, 1.0))
    turn = (x[0] > x[1]).astype(np.intp)
    column = np.arange(len(at))
    return Segments(pair, solid, x[turn, column], y[turn, column], x[1 - turn, column], y[1 - turn, column])


def _caps(scene: Scene, view: Windows, pair: Ints, solid: Ints) -> Segments | None:
    """Where a target's foot runs through a solid lower than the eye no wall shows the cut, so it is added."""
    at = ((scene.top[solid] > view.low[pair]) & (scene.top[solid] <= view.z[pair])).nonzero()[0]
    if not len(at):
        return None
    pair, solid = pair[at], solid[at]
    x, y, radius = scene.circle[solid].T
    mid_x = view.x[pair] + 0.5 * (view.lx + view.rx)[pair] - x
    mid_y = view.y[pair] + 0.5 * (view.ly + view.ry)[pair] - y
    half = 0.5 * np.hypot(view.rx - view.lx, view.ry - view.ly)[pair]
    at = np.flatnonzero(np.hypot(mid_x, mid_y) < radius + half)
    pair, solid = pair[at], solid[at]
    feet = view.triangles()[pair, 1:]
    lines = shapely.linestrings(feet)
    at = np.flatnonzero(shapely.intersects(scene.polygons[solid], lines))
    rows = [(i, lo, hi) for i in at.tolist() for lo, hi in _cut(feet[i], lines[i], scene.polygons[solid[i]])]
    if not rows:
        return None
    at = np.array([row[0] for row in rows], dtype=np.intp)
    lo, hi = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    level = view.levels(pair[at], scene.top[solid[at]], np.ones(len(at)))
    return Segments(pair[at], solid[at], lo, level, hi, level)


def _cut(foot: Floats, line: shapely.Geometry, polygon: shapely.Geometry) -> list[tuple[float, float]]:
    """Stretches of a foot (2, 2) inside a polygon, as parts of its length."""
    axis = foot[1] - foot[0]
    square = float((axis * axis).sum())
    found = []
    for part in shapely.get_parts(line.intersection(polygon)):
        if part.geom_type == "LineString" and part.length > 0.0:
            along = ((np.asarray(part.coords) - foot[0]) * axis).sum(axis=1) / square
            found.append((float(along.min()), float(along.max())))
    return found


def _at_eye(scene: Scene, view: Windows, pair: Ints, solid: Ints) -> tuple[Ints, Ints]:
    """Pairs whose eye is inside a solid, and pairs whose eye is on the very edge of one.

    From an edge a line can run inside the solid without crossing a wall, so the twin judges those.
    """
    z = view.z[pair]
    at = ((scene.top[solid] > z) & (scene.bottom[solid] <= z)).nonzero()[0]
    pair, solid = pair[at], solid[at]
    x, y, radius = scene.circle[solid].T
    at = (np.hypot(view.x[pair] - x, view.y[pair] - y) < radius).nonzero()[0]
    if not len(at):
        return at, at
    pair, solid = pair[at], solid[at]
    eyes = shapely.points(view.x[pair], view.y[pair])
    close = NEAREST * np.hypot(view.lx, view.ly)[pair]
    within = shapely.contains_properly(scene.polygons[solid], eyes)
    beside = shapely.dwithin(shapely.boundary(scene.polygons[solid]), eyes, close)
    return pair[within & ~beside], pair[beside]


def _disc_segments(view: Windows, discs: Floats, spare: Sequence[Collection[int]] | None) -> Segments | None:
    """Every other base as a wall on its polar chord as seen by each eye."""
    if not len(discs) or not len(view):
        return None
    pair = np.repeat(np.arange(len(view)), len(discs))
    disc = np.tile(np.arange(len(discs)), len(view))
    if spare is not None:
        codes = [p * len(discs) + d for p, own in enumerate(spare) for d in own]
        keep = ~np.isin(pair * len(discs) + disc, np.array(codes, dtype=np.intp))
        pair, disc = pair[keep], disc[keep]
    eyes = np.stack([view.x[pair], view.y[pair], view.z[pair]], axis=1)
    chords = base_windows(eyes, np.insert(discs[disc], 3, -1.0, axis=1))
    keep = ~chords.inside & (discs[disc, 3] > view.floor[pair])
    a0, b0 = view.weights(pair, chords.x + chords.lx, chords.y + chords.ly)
    a1, b1 = view.weights(pair, chords.x + chords.rx, chords.y + chords.ry)
    pair, top = pair[keep], discs[disc[keep], 3]
    ends = (a0[keep], b0[keep], a1[keep], b1[keep])
    return _clip(view, pair, np.full(len(pair), -1, dtype=np.intp), top, np.arange(len(pair)), ends)
