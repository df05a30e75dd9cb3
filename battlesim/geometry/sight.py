"""Visible share of targets: exact, 2.5D, vectorised over pairs of eye and target.

The target is an upright rectangle on the ground segment P-Q (for a round base the polar chord between the two
points where lines from the eye's foot touch it), from ``low`` to ``high``. A wall end a is written in the
frame of the view triangle, a - V = alpha (P - V) + beta (Q - V): it lies at depth s = alpha + beta (1 on
the target plane) and covers the chord at x = beta / s, up to z = e + (top - e) / s. A straight top edge
covers a trapezoid, so the hidden part is the area under the upper envelope of all walls, clamped to the
rectangle. Front and back edges together give the envelope of a flat roof. Only + - * / and sqrt decide, so
the bits are the same on every platform.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry import sight_twin
from battlesim.geometry.envelope import Segments, hidden
from battlesim.geometry.scene import Bools, Floats, Ints, Scene
from battlesim.geometry.windows import NEAREST, Windows, base_windows

CHUNK = 512
"""Pairs worked on together: enough to spread the cost of a call, few enough to stay in the cache."""

Ignored = Sequence[Collection[str]] | None


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
    pair the numbers of discs that do not (the viewer's and the target's own). Raises ValueError for a
    target without height.
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
        skip = _ignored(scene, ignore[part]) if ignore is not None else None
        extra = _disc_segments(view, bases, None if spare is None else spare[part])
        found[part] = _chunk(scene, view, skip, extra)
        twins = _raised_pairs(scene, view, skip)
        for pair in twins:
            left_out = ignore[start + pair] if ignore is not None else ()
            found[start + pair] = sight_twin.window_share(
                scene, windows, start + int(pair), left_out, _of_pair(extra, int(pair))
            )
    return found


def hidden_alone(scene: Scene, windows: Windows, pair: int, ignore: Collection[str] = ()) -> dict[str, float]:
    """Share of one target that each solid hides by itself, for the solids that hide any (in scene order)."""
    view = windows[pair : pair + 1]
    skip = _ignored(scene, [ignore])
    found: dict[str, float] = {}
    if view.inside[0]:
        return found
    segments = _project(scene, view, skip)
    blind = _blind(scene, view, skip)
    raised = set(_raised_solids(scene, view, skip).tolist())
    for number in sorted({*segments.solid.tolist(), *blind[1].tolist(), *raised}):
        if number in blind[1]:
            share = 1.0
        elif number in raised:
            others = {s.id for k, s in enumerate(scene.solids) if k != number}
            share = 1.0 - sight_twin.window_share(scene, windows, pair, others)
        else:
            own = segments.where(segments.solid == number)
            share = float(hidden(own, 1)[0])
        if share > 0.0:
            found[scene.solids[number].id] = share
    return found


def _chunk(scene: Scene, view: Windows, skip: Ints | None, extra: Segments | None) -> Floats:
    visible = 1.0 - hidden(_project(scene, view, skip).and_those(extra), len(view))
    visible[_blind(scene, view, skip)[0]] = 0.0
    visible[view.inside] = 1.0
    return visible


def _ignored(scene: Scene, ignore: Sequence[Collection[str]]) -> Ints | None:
    """Codes pair * solids + solid of what is ignored, or None when nothing is."""
    count = len(scene.solids)
    codes = [pair * count + solid for pair, ids in enumerate(ignore) if ids for solid in scene.numbers(ids)]
    return np.array(codes, dtype=np.intp) if codes else None


def _counts(pair: Ints, solid: Ints, scene: Scene, skip: Ints | None) -> Bools | None:
    return None if skip is None else ~np.isin(pair * len(scene.solids) + solid, skip)


def _project(scene: Scene, view: Windows, skip: Ints | None) -> Segments:
    """Walls between eye and target of every pair, projected on the target."""
    pair, wall = scene.wall_tree.query(shapely.linestrings(view.triangles()))
    solid = scene.owner[wall]
    keep = scene.top[solid] > view.floor[pair]
    kept = _counts(pair, solid, scene, skip)
    keep = keep if kept is None else keep & kept
    if not keep.all():
        pair, wall, solid = pair[keep], wall[keep], solid[keep]
    segments = clip(view, pair, scene.walls[wall], scene.top[solid], solid)
    return segments.and_those(_caps(scene, view, skip))


def clip(view: Windows, pair: Ints, walls: Floats, top: Floats, solid: Ints) -> Segments:
    """Walls (k, 4) of given tops, cut to the view triangles of their pairs and projected."""
    a0, b0 = view.weights(pair, walls[:, 0], walls[:, 1])
    a1, b1 = view.weights(pair, walls[:, 2], walls[:, 3])
    s0, s1 = a0 + b0, a1 + b1
    near = (
        (np.maximum(a0, a1) > 0.0)
        & (np.maximum(b0, b1) > 0.0)
        & (np.minimum(s0, s1) < 1.0)
        & (np.maximum(s0, s1) > NEAREST)
    )
    at = np.flatnonzero(near)
    pair, top, solid = pair[at], top[at], solid[at]
    a0, b0, a1, b1, s0, s1 = a0[at], b0[at], a1[at], b1[at], s0[at], s1[at]
    t0, t1 = np.zeros(len(at)), np.ones(len(at))
    for g0, g1 in ((a0, a1), (b0, b1), (1.0 - s0, 1.0 - s1), (s0 - NEAREST, s1 - NEAREST)):
        step = g0 - g1
        cut = np.divide(g0, step, out=np.zeros(len(at)), where=step != 0.0)
        t0 = np.where(g0 < 0.0, np.maximum(t0, cut), t0)
        t1 = np.where(g1 < 0.0, np.minimum(t1, cut), t1)
    at = np.flatnonzero(t0 < t1)
    pair, top, solid, t0, t1 = pair[at], top[at], solid[at], t0[at], t1[at]
    x0, s0 = _along(a0[at], b0[at], a1[at], b1[at], t0)
    x1, s1 = _along(a0[at], b0[at], a1[at], b1[at], t1)
    y0, y1 = view.levels(pair, top, s0), view.levels(pair, top, s1)
    turn = x0 > x1
    return Segments(
        pair,
        solid,
        np.where(turn, x1, x0),
        np.where(turn, y1, y0),
        np.where(turn, x0, x1),
        np.where(turn, y0, y1),
    )


def _along(a0: Floats, b0: Floats, a1: Floats, b1: Floats, t: Floats) -> tuple[Floats, Floats]:
    """Place on the chord and depth of the point at ``t`` of each wall; ends are taken over bit by bit."""
    a = np.maximum(np.where(t == 1.0, a1, a0 + t * (a1 - a0)), 0.0)
    b = np.maximum(np.where(t == 1.0, b1, b0 + t * (b1 - b0)), 0.0)
    s = np.clip(a + b, NEAREST, 1.0)
    return b / np.maximum(a + b, NEAREST), s


def _caps(scene: Scene, view: Windows, skip: Ints | None) -> Segments | None:
    """Where the target's foot runs through a solid lower than the eye: no wall shows that cut, so it is
    added."""
    low = (scene.top > view.low.min()) & (scene.top < view.eyes[:, 2].max()) if len(view) else None
    if low is None or not low.any():
        return None
    chords = view.chords()
    pair, solid = scene.solid_tree.query(shapely.linestrings(chords))
    keep = low[solid] & (scene.top[solid] > view.low[pair]) & (scene.top[solid] < view.eyes[pair, 2])
    kept = _counts(pair, solid, scene, skip)
    keep = keep if kept is None else keep & kept
    pair, solid = pair[keep], solid[keep]
    rows: list[tuple[int, int, float, float]] = []
    for p, k in zip(pair.tolist(), solid.tolist(), strict=True):
        rows.extend((p, k, lo, hi) for lo, hi in _cut(chords[p], scene.polygons[k]))
    if not rows:
        return None
    p_, k_, lo_, hi_ = (np.array(column) for column in zip(*rows, strict=True))
    level = view.levels(p_, scene.top[k_], np.ones(len(rows)))
    return Segments(p_, k_, lo_, level, hi_, level)


def _cut(chord: Floats, polygon: shapely.Polygon) -> list[tuple[float, float]]:
    """Stretches of a chord (2, 2) inside a polygon, as fractions of its length."""
    line = shapely.LineString(chord)
    if not polygon.intersects(line) or line.length == 0.0:
        return []
    axis = chord[1] - chord[0]
    found = []
    for part in shapely.get_parts(line.intersection(polygon)):
        if part.geom_type == "LineString" and part.length > 0.0:
            along = (np.asarray(part.coords) - chord[0]) @ axis / (axis @ axis)
            found.append((float(along.min()), float(along.max())))
    return found


def _blind(scene: Scene, view: Windows, skip: Ints | None) -> tuple[Ints, Ints]:
    """Pairs whose eye is inside a solid that counts, and that solid."""
    nothing = np.empty(0, np.intp)
    if not len(view) or not len(scene.solids) or not (scene.top > view.eyes[:, 2].min()).any():
        return nothing, nothing
    one = bool((view.eyes == view.eyes[0]).all())
    eyes = view.eyes[:1] if one else view.eyes
    eye, solid = scene.solid_tree.query(shapely.points(eyes[:, :2]))
    z = eyes[eye, 2]
    keep = (scene.top[solid] > z) & (scene.bottom[solid] <= z)
    eye, solid = eye[keep], solid[keep]
    if len(eye):
        within = shapely.contains_xy(scene.polygons[solid], eyes[eye, 0], eyes[eye, 1])
        eye, solid = eye[within], solid[within]
    if one and len(eye):
        eye = np.repeat(np.arange(len(view)), len(solid))
        solid = np.tile(solid, len(view))
    kept = _counts(eye, solid, scene, skip)
    return (eye, solid) if kept is None else (eye[kept], solid[kept])


def _raised_hits(scene: Scene, view: Windows, skip: Ints | None) -> tuple[Ints, Ints]:
    """Pairs and solids where a solid with an underside above the lowest line of sight stands in the way."""
    if scene.raised_tree is None or not len(view):
        return np.empty(0, np.intp), np.empty(0, np.intp)
    pair, number = scene.raised_tree.query(shapely.polygons(view.triangles()), predicate="intersects")
    solid = scene.raised[number]
    keep = (scene.bottom[solid] > view.floor[pair]) & ~view.inside[pair]
    kept = _counts(pair, solid, scene, skip)
    keep = keep if kept is None else keep & kept
    return pair[keep], solid[keep]


def _raised_pairs(scene: Scene, view: Windows, skip: Ints | None) -> Ints:
    return np.unique(_raised_hits(scene, view, skip)[0])


def _raised_solids(scene: Scene, view: Windows, skip: Ints | None) -> Ints:
    return np.unique(_raised_hits(scene, view, skip)[1])


def _disc_segments(
    view: Windows, discs: Floats | None, spare: Sequence[Collection[int]] | None
) -> Segments | None:
    """Every other base as a wall on its polar chord as seen by each eye."""
    if discs is None or not len(discs) or not len(view):
        return None
    pair = np.repeat(np.arange(len(view)), len(discs))
    disc = np.tile(np.arange(len(discs)), len(view))
    if spare is not None:
        codes = [p * len(discs) + d for p, own in enumerate(spare) for d in own]
        keep = ~np.isin(pair * len(discs) + disc, np.array(codes, dtype=np.intp))
        pair, disc = pair[keep], disc[keep]
    seen = base_windows(view.eyes[pair], np.insert(discs[disc], 3, -1.0, axis=1))
    keep = ~seen.inside & (discs[disc, 3] > view.floor[pair])
    ends = np.concatenate([seen.left, seen.right], axis=1)
    pair, disc = pair[keep], disc[keep]
    return clip(view, pair, ends[keep], discs[disc, 3], np.full(len(pair), -1, dtype=np.intp))


def _of_pair(segments: Segments | None, pair: int) -> Segments | None:
    return None if segments is None else segments.where(segments.pair == pair)
