"""Exact break points of a straight path: the points at which something about a moving disc may change.

The disc goes from A to B; its centre is P(s) = A + s u after s inches. Every function returns all s at which
one kind of change can happen. Not all of these changes do happen: the caller tests the intervals between
neighbouring break points. Points and vectors are rows of two columns; the eye that watches the disc stands
still.

An eye V sees the disc as an upright rectangle on the polar chord, which runs between the two points where
lines from V touch the disc (``geometry.target_windows``). The places where the whole rectangle would be
hidden form a fixed region of the ground. Its boundary consists of the shadows of corners (rays from V) and of
walls that are enlarged about V until a line over their top meets the head of the target, or a line under
their bottom meets its foot (``ShadowBounds``). The rectangle can come into sight only where an end of the
chord crosses such a line, or where the chord passes over a point where two of them meet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from battlesim.geometry.scene import Bools, Floats, Scene
from battlesim.geometry.shapes import Point, Ring

_SLACK = 1e-6
"""Inches by which a break point may miss the line or corner that makes it."""
_REAL = 1e-3
"""Imaginary part, in parts of the way, up to which a root counts as real: one too many does no harm."""
_TINY = 1e-9
"""Inches that stand for no distance at all."""
_FAR = 1e4
"""Inches that stand for the end of a ray."""
_NO_BREAKS: Floats = np.empty(0)


class DiscPath(NamedTuple):
    """The straight path of a disc: its start, direction (a unit vector) and length, and the disc's radius.

    Lengths are in inches.
    """

    start: Floats
    direction: Floats
    length: float
    radius: float

    def positions_at(self, s: Floats) -> Floats:
        """Return the positions of the disc's centre after it has moved `s` inches along the path."""
        return np.asarray(self.start + s[..., None] * self.direction)

    def segments_near(self, a: Floats, b: Floats, reach: float) -> Bools:
        """Return, for each segment, whether it may come within `reach` of the path, using bounding boxes."""
        first, last = self.start, self.start + self.length * self.direction
        low, high = np.minimum(first, last) - reach, np.maximum(first, last) + reach
        return np.asarray(((np.minimum(a, b) <= high) & (np.maximum(a, b) >= low)).all(axis=1))


def disc_path(start: Point, end: Point, radius: float) -> DiscPath:
    """Return the straight path of a disc between two distinct points."""
    a, b = np.array(start, dtype=np.float64), np.array(end, dtype=np.float64)
    length = float(np.hypot(*(b - a)))
    return DiscPath(a, (b - a) / length, length, radius)


def breaks_at_distance(path: DiscPath, points: npt.ArrayLike, distance: float) -> Floats:
    """Return the lengths along a path at which a disc's centre is at a given distance from a point."""
    away = path.start - np.asarray(points, dtype=np.float64).reshape(-1, 2)
    return _quadratic(2.0 * away @ path.direction, (away * away).sum(axis=1) - distance**2)


def breaks_at_line(path: DiscPath, points: Floats, normals: Floats, distance: float) -> Floats:
    """Return the lengths along a path at which a disc's centre is at a given distance from a line."""
    slope = normals @ path.direction
    able = np.abs(slope) > 1e-12
    height = ((path.start - points) * normals).sum(axis=1)[able]
    return np.concatenate([(sign * distance - height) / slope[able] for sign in (1.0, -1.0)])


def breaks_at_rings(path: DiscPath, rings: tuple[Ring, ...], distance: float) -> Floats:
    """Return the lengths along a path at which a disc's centre is at a given distance from an outline."""
    corners = [np.array(ring, dtype=np.float64) for ring in rings]
    ends = [np.roll(ring, -1, axis=0) for ring in corners]
    return breaks_at_segments(path, np.concatenate(corners), np.concatenate(ends), distance)


def breaks_at_segments(path: DiscPath, a: Floats, b: Floats, distance: float) -> Floats:
    """Return the lengths along a path at which a disc's centre is at a given distance from a segment."""
    close = path.segments_near(a, b, distance)
    if not close.any():
        return _NO_BREAKS
    a, b = a[close], b[close]
    found = [breaks_at_distance(path, a, distance), breaks_at_distance(path, b, distance)]
    return np.concatenate([*found, breaks_at_line(path, a, _normals(b - a), distance)])


class ShadowBounds:
    """The rays and walls that bound the region in which a target is completely hidden from an eye.

    Coordinates are relative to the foot of the eye. `rays` (n, 2) are unit vectors to corners that cast
    shadows, at the distances `ray_lengths`. `a` and `b` (m, 2) are the ends of the original and enlarged
    walls.
    """

    def __init__(self, scene: Scene, eye: tuple[float, float, float], low: float, high: float) -> None:
        z = eye[2]
        able = (scene.top > min(z, low)) & (scene.bottom < max(z, high))
        after = np.arange(len(scene.x)) + scene.step
        before = np.empty_like(after)
        before[after] = np.arange(len(after))
        at = np.column_stack([scene.x, scene.y]) - eye[:2]
        kept = np.repeat(able, scene.count)
        owner = np.repeat(np.arange(len(scene.solids)), scene.count)[kept]
        a, b = at[kept], at[after][kept]
        turns = _cross(a, b), _cross(a, at[before][kept])
        self.eye_point = np.array(eye[:2])
        raised = scene.bottom > min(z, low)
        over, under = scene.top - z, np.where(raised, scene.bottom - z, np.nan)
        lines = [(a, b), _larger(a, b, _scale(high - z, over)[owner])]
        lines.append(_larger(a, b, _scale(low - z, under)[owner]))
        self.a, self.b = (np.concatenate(ends) for ends in zip(*lines, strict=True))
        rays = np.concatenate([a[turns[0] * turns[1] >= 0.0], _between(a, b, over[owner], under[owner])])
        self.ray_lengths = np.hypot(rays[:, 0], rays[:, 1])
        self.rays = rays / np.maximum(self.ray_lengths, _TINY)[:, None]

    def sight_breaks(self, path: DiscPath) -> Floats:
        """Return the lengths along a path, in inches, at which a disc may come into view or leave it."""
        start = path.start - self.eye_point
        own = path._replace(start=start)
        close = own.segments_near(self.a, self.b, path.radius + _SLACK)
        a, b = self.a[close], self.b[close]
        touched = self.rays[self._touched(own)]
        if not path.radius:
            rays = breaks_at_line(own, np.zeros_like(touched), _normals(touched), 0.0)
            return np.concatenate([rays, breaks_at_line(own, a, _normals(b - a), 0.0)])
        far = _FAR * touched
        meets = np.concatenate([a, b, _crossings(a, b, a, b), _crossings(0.0 * far, far, a, b)])
        tangents = breaks_at_line(own, np.zeros_like(touched), _normals(touched), path.radius)
        at_eye = breaks_at_distance(own, np.zeros((1, 2)), path.radius)
        return np.concatenate([tangents, _ends(own, a, b), _chords(own, meets), at_eye])

    def _touched(self, go: DiscPath) -> Bools:
        """Return the rays within the radius of the path whose corners are no farther than it is."""
        first, last = go.start, go.start + go.length * go.direction
        aside = _cross(self.rays, first), _cross(self.rays, last)
        reach, far = go.radius + _SLACK, max(float(np.hypot(*first)), float(np.hypot(*last)))
        close = (np.minimum(*aside) <= reach) & (np.maximum(*aside) >= -reach)
        ahead = (self.rays @ first > 0.0) | (self.rays @ last > 0.0)
        return np.asarray(close & ahead & (self.ray_lengths <= far + _SLACK))


def _scale(target: float, wall: Floats) -> Floats:
    """Return the factors by which walls are scaled so that lines over them meet the target.

    `wall` and `target` are heights above the eye. A factor is NaN if no such line exists.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = target / wall
    return np.where(np.isfinite(scale) & (scale > 0.0), scale, np.nan)


def _larger(a: Floats, b: Floats, scale: Floats) -> tuple[Floats, Floats]:
    """Return walls scaled about the eye, leaving out walls with no finite scale."""
    kept = np.isfinite(scale)
    return a[kept] * scale[kept, None], b[kept] * scale[kept, None]


def _between(a: Floats, b: Floats, over: Floats, under: Floats) -> Floats:
    """Return the directions, as tiny vectors, in which one wall's top appears level with another's bottom."""
    found = [np.empty((0, 2))]
    for sign in (1.0, -1.0):
        tops, bottoms = sign * over > _TINY, sign * under > _TINY
        if tops.any() and bottoms.any():
            first, second = sign * over[tops, None], sign * under[bottoms, None]
            met = _crossings(a[tops] / first, b[tops] / first, a[bottoms] / second, b[bottoms] / second)
            found.append(_TINY * met / np.hypot(*met.T)[:, None])
    return np.concatenate(found)


def _crossings(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """Return the points where segments a-b cross segments c-d."""
    if not len(a) or not len(c):
        return np.empty((0, 2))
    first, second = (b - a)[:, None], (d - c)[None]
    apart = c[None] - a[:, None]
    turn = _cross(first, second)
    with np.errstate(divide="ignore", invalid="ignore"):
        t, r = _cross(apart, second) / turn, _cross(apart, first) / turn
    met = (t >= 0.0) & (t <= 1.0) & (r >= 0.0) & (r <= 1.0)
    i, _ = met.nonzero()
    return np.asarray(a[i] + t[met][:, None] * (b - a)[i])


def _chords(go: DiscPath, points: Floats) -> Floats:
    """Return where the chord passes over points: x q = q q - r r."""
    points = points[go.segments_near(points, points, go.radius + _SLACK)]
    found = _quadratic(
        2.0 * (go.start @ go.direction) - points @ go.direction,
        go.start @ go.start - go.radius**2 - points @ go.start,
    )
    away = go.positions_at(found) - np.concatenate([points, points])
    return np.asarray(found[(away * away).sum(axis=1) <= (go.radius + _SLACK) ** 2])


def _ends(go: DiscPath, a: Floats, b: Floats) -> Floats:
    """Return where an end of the chord crosses segments: roots of a polynomial of degree 6 each.

    With D the distance of the centre and q its vector from the eye, the ends are q (1 - rr/DD) and beside it
    r sqrt(DD - rr) / DD to each side; being on a line n x = d is squared to be free of the root.
    """
    if not len(a):
        return _NO_BREAKS
    n = _normals(b - a)
    d = (n * a).sum(axis=1)
    r2, long = go.radius**2, go.length
    square = np.array([long**2, 2.0 * long * (go.start @ go.direction), go.start @ go.start])
    less = square - np.array([0.0, 0.0, r2])
    aside = np.array([-n[:, 1], n[:, 0]]).T
    along = np.stack([long * (n @ go.direction), n @ go.start], axis=1)
    across = np.stack([-long * (aside @ go.direction), -aside @ go.start], axis=1)
    inner = _product(np.broadcast_to(less, (len(n), 3)), along)
    inner[:, 1:] -= d[:, None] * square
    whole = _product(inner, inner)
    whole[:, 2:] -= r2 * _product(np.broadcast_to(less, (len(n), 3)), _product(across, across))
    found = [_roots(row) for row in whole]
    return long * np.concatenate([*found, _NO_BREAKS])


def _product(a: Floats, b: Floats) -> Floats:
    """Multiply polynomials row by row, with the highest power first."""
    total = np.zeros((len(a), a.shape[1] + b.shape[1] - 1))
    for k in range(a.shape[1]):
        total[:, k : k + b.shape[1]] += a[:, k : k + 1] * b
    return total


def _roots(row: Floats) -> Floats:
    """Return the approximate real roots of a polynomial between 0 and 1."""
    large = np.abs(row).max()
    if large == 0.0:
        return _NO_BREAKS
    first = int((np.abs(row) > 1e-12 * large).argmax())
    roots = np.roots(row[first:])
    real = roots[np.abs(roots.imag) <= _REAL].real
    return np.asarray(real[(real >= -_REAL) & (real <= 1.0 + _REAL)])


def _quadratic(b: Floats, c: Floats) -> Floats:
    """Return the roots of s s + b s + c, all lower roots first; NaN where they are not real."""
    bend = b * b / 4.0 - c
    root = np.sqrt(np.where(bend >= 0.0, bend, np.nan))
    return np.concatenate([-b / 2.0 - root, -b / 2.0 + root])


def _normals(along: Floats) -> Floats:
    length = np.hypot(along[:, 0], along[:, 1])
    return np.stack([-along[:, 1], along[:, 0]], axis=1) / np.where(length > 0.0, length, 1.0)[:, None]


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
