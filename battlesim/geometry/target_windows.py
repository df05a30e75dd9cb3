"""Targets as an eye sees them: upright rectangles on segments of the ground, many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from battlesim.geometry.hulls import visible_segment
from battlesim.geometry.scene import Bools, Floats, Ints
from battlesim.geometry.shapes import Ring

MIN_WALL_DEPTH_FRACTION = 1e-5
"""Depth, as a fraction of the target's distance, below which a wall is at the eye and hides nothing."""

_HIGHEST = 1e12
"""Stand-in for the level of walls without an upper end, so that no infinity enters a difference."""


@dataclass(frozen=True, slots=True)
class TargetWindows:
    """Many views at once, each from an eye to an upright rectangle that represents a target.

    The rectangle stands on a segment of the ground. ``inside`` is True for an eye inside the target's own
    base, where nothing can come between them. ``floor`` is the lower of eye and target foot: nothing below it
    hides anything. ``ceiling`` is the higher of eye and target head: nothing above it hides anything.
    ``cross`` is the cross product of the vectors from the eye to the segment ends. ``frame`` (6, n) is the
    input of ``triangle_weights``.
    """

    x: Floats
    y: Floats
    z: Floats
    lx: Floats
    ly: Floats
    rx: Floats
    ry: Floats
    low: Floats
    high: Floats
    inside: Bools
    floor: Floats
    ceiling: Floats
    cross: Floats
    frame: Floats

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, part: slice | Ints) -> TargetWindows:
        return TargetWindows(*(getattr(self, name)[..., part] for name in TargetWindows.__slots__))

    def triangles(self) -> Floats:
        """Return the triangles between the eye and both ends of the target, with shape (n, 3, 2)."""
        points = np.empty((len(self), 3, 2))
        points[:, :, 0] = self.x[:, None]
        points[:, :, 1] = self.y[:, None]
        points[:, 1, 0] += self.lx
        points[:, 1, 1] += self.ly
        points[:, 2, 0] += self.rx
        points[:, 2, 1] += self.ry
        return points

    def triangle_weights(self, pair: Ints, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Convert points to the coordinates of the triangle between the eye and both ends of the target.

        In these coordinates, the eye is (0, 0), the left end of the target is (1, 0), and the right end is
        (0, 1).
        """
        return triangle_weights(self.frame.take(pair, axis=1), x, y)

    def weight_slopes(self) -> Floats:
        """Return how much the triangle coordinates of a point can change if the point moves by an inch.

        The result has three rows: one for each of the two coordinates, and one for their sum.
        """
        lx, ly, rx, ry = self.frame[2:]
        return np.asarray(np.hypot([rx, lx, rx - lx], [ry, ly, ry - ly]))

    def covered_levels(self, pair: Ints, top: Floats, depth: Floats) -> Floats:
        """Return the level up to which a wall hides its target, from 0 at the foot to 1 at the head.

        ``top`` is the height of the wall, and ``depth`` its depth in the view triangle.
        """
        e, low = self.z[pair], self.low[pair]
        level = (e - low + (top - e) / depth) / (self.high[pair] - low)
        return np.asarray(np.minimum(level, _HIGHEST))

    def level_terms(self, pair: Ints, height: Floats) -> tuple[Floats, Floats]:
        """Return the two terms of the formula for the level up to which a wall hides its target.

        At the depth d, the level is the first term plus the second term divided by d.
        """
        e, low = self.z[pair], self.low[pair]
        size = self.high[pair] - low
        return (e - low) / size, np.minimum((height - e) / size, _HIGHEST)


def triangle_weights(frame: Sequence[Floats] | Floats, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Convert points to the coordinates of the view triangles that are given by frames.

    A frame consists of 6 values. There is one frame for all points, or a frame for each point (6 by n).
    """
    eye_x, eye_y, lx, ly, rx, ry = frame
    dx, dy = x - eye_x, y - eye_y
    return dx * ry - dy * rx, dy * lx - dx * ly


def base_windows(eyes: npt.ArrayLike, targets: npt.ArrayLike) -> TargetWindows:
    """Return views from eyes of round bases. Each base is an upright rectangle.

    `targets` is (n, 5: x, y, radius, low, high) and `eyes` is (n, 3: x, y, z). The ground segment is the
    polar chord: with distance D and radius R it is at D - R^2/D, and R sqrt(D^2 - R^2)/D wide to each side.
    """
    at, to = _paired(eyes, targets, 3, 5)
    dx, dy, radius = to[0] - at[0], to[1] - at[1], to[2]
    square, disc = dx * dx + dy * dy, radius * radius
    inside = square <= disc
    safe = np.where(inside, 1.0, square)
    along = 1.0 - np.where(inside, 0.0, disc) / safe
    across = radius * np.sqrt(np.where(inside, 0.0, square - disc)) / safe
    return _windows(at, dx, dy, along, across, to, inside)


def square_windows(eyes: npt.ArrayLike, targets: npt.ArrayLike) -> TargetWindows:
    """Return the views of upright rectangles centred on points, at right angles to the lines of sight.

    `targets` is (n, 5: x, y, half width, low, high).
    """
    at, to = _paired(eyes, targets, 3, 5)
    dx, dy = to[0] - at[0], to[1] - at[1]
    distance = np.sqrt(dx * dx + dy * dy)
    inside = distance == 0.0
    across = to[2] / np.where(inside, 1.0, distance)
    return _windows(at, dx, dy, np.ones(len(dx)), across, to, inside)


def hull_windows(eyes: npt.ArrayLike, targets: npt.ArrayLike, rings: Sequence[Ring]) -> TargetWindows:
    """Return views from eyes (n, 3) of bases that are not round. Each base is an upright rectangle.

    `targets` is (n, 5: x, y, radius, low, high), with n rings. The ground segments are chords between the
    outermost corners of rectangles or between the tangent points of ovals.
    """
    at, to = _paired(eyes, targets, 3, 5)
    feet = [
        visible_segment((x, y), ring)
        for x, y, ring in zip(at[0].tolist(), at[1].tolist(), rings, strict=True)
    ]
    inside = np.array([foot is None for foot in feet], dtype=bool)
    ends = np.array([foot or (0.0, 1.0, 1.0, 0.0) for foot in feet]).reshape(-1, 4).T
    ends = np.where(inside, ends, ends - np.stack([at[0], at[1], at[0], at[1]]))
    return _checked(at, (ends[0], ends[1], ends[2], ends[3]), to[3], to[4], inside)


def segment_windows(eyes: npt.ArrayLike, feet: npt.ArrayLike, heights: npt.ArrayLike) -> TargetWindows:
    """Return views from eyes of upright rectangles on segments of the ground.

    A segment is (n, 4: x, y, x, y), and its heights are (n, 2: low, high). A segment seen edge-on has no
    width that could be hidden, and counts as visible.
    """
    at, foot = _paired(eyes, feet, 3, 4)
    low, high = np.asarray(heights, dtype=np.float64).reshape(-1, 2).T
    ends = (foot[0] - at[0], foot[1] - at[1], foot[2] - at[0], foot[3] - at[1])
    return _checked(at, ends, low, high, np.zeros(len(low), dtype=bool))


def _paired(first: npt.ArrayLike, second: npt.ArrayLike, a: int, b: int) -> tuple[Floats, Floats]:
    """Return both arguments as arrays of columns."""
    one = np.asarray(first, dtype=np.float64).reshape(-1, a).T.copy()
    two = np.asarray(second, dtype=np.float64).reshape(-1, b).T.copy()
    if one.shape[1] != two.shape[1]:
        raise ValueError(f"{one.shape[1]} viewpoints cannot be paired with {two.shape[1]} targets")
    return one, two


def _windows(
    at: Floats, dx: Floats, dy: Floats, along: Floats, across: Floats, to: Floats, inside: Bools
) -> TargetWindows:
    """Return windows with their foot at ``along`` of the way to the target, ``across`` wide to each side."""
    ahead_x, ahead_y, side_x, side_y = dx * along, dy * along, dy * across, dx * across
    ends = (ahead_x - side_x, ahead_y + side_y, ahead_x + side_x, ahead_y - side_y)
    return _checked(at, ends, to[3], to[4], inside)


def _checked(
    at: Floats, ends: tuple[Floats, Floats, Floats, Floats], low: Floats, high: Floats, inside: Bools
) -> TargetWindows:
    if not (high > low).all():
        raise ValueError("the height of a target must be greater than 0")
    lx, ly, rx, ry = ends
    cross = lx * ry - ly * rx
    flat = cross == 0.0
    if flat.any():
        lx, ly, rx, ry, cross = (
            np.where(flat, v, e) for v, e in zip((1, 0, 0, 1, 1), (*ends, cross), strict=True)
        )
    x, y, z = at
    frame = np.array([x, y, lx / cross, ly / cross, rx / cross, ry / cross])
    floor, ceiling = np.minimum(z, low), np.maximum(z, high)
    return TargetWindows(x, y, z, lx, ly, rx, ry, low, high, inside | flat, floor, ceiling, cross, frame)
