"""What an eye looks at: upright rectangles on ground segments, many at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from battlesim.geometry.scene import Bools, Floats, Ints

NEAREST = 1e-6
"""Depth, as a part of the distance to the target, below which a wall is at the eye itself and hides
nothing."""

_HIGHEST = 1e12
"""Stands for the level of walls without an upper end, so that no infinity enters a difference."""


@dataclass(frozen=True, slots=True)
class Windows:
    """n views: ``eyes`` (n, 3), target foot from ``left`` to ``right`` (n, 2 each), ``low`` and ``high``
    (n,).

    ``inside`` marks eyes that stand in the target's own base: nothing can come between. ``floor`` is the
    lower of eye and target foot: what is not higher hides nothing.
    """

    eyes: Floats
    left: Floats
    right: Floats
    low: Floats
    high: Floats
    inside: Bools
    floor: Floats
    to_left: Floats
    to_right: Floats

    def __len__(self) -> int:
        return len(self.eyes)

    def __getitem__(self, part: slice) -> Windows:
        return Windows(*(getattr(self, name)[part] for name in Windows.__slots__))

    def triangles(self) -> Floats:
        """Eye, left, right (n, 3, 2)."""
        return np.stack([self.eyes[:, :2], self.left, self.right], axis=1)

    def chords(self) -> Floats:
        """Feet of the targets (n, 2, 2)."""
        return np.stack([self.left, self.right], axis=1)

    def weights(self, pair: Ints, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Points in the frame of their view triangle: eye 0, left (1, 0), right (0, 1)."""
        dx, dy = x - self.eyes[pair, 0], y - self.eyes[pair, 1]
        a = self.to_left[pair]
        b = self.to_right[pair]
        return dx * a[:, 0] + dy * a[:, 1], dx * b[:, 0] + dy * b[:, 1]

    def levels(self, pair: Ints, top: Floats, depth: Floats) -> Floats:
        """Height on the target, 0 at its foot and 1 at its head, that something ``top`` high covers."""
        e, low = self.eyes[pair, 2], self.low[pair]
        level = (e - low + (top - e) / depth) / (self.high[pair] - low)
        return np.asarray(np.minimum(level, _HIGHEST))


def base_windows(eyes: npt.ArrayLike, targets: npt.ArrayLike) -> Windows:
    """Round bases (n, 5: x, y, radius, low, high) seen from eyes (n, 3: x, y, z): polar chords.

    With distance D and radius R the chord stands at D - R^2/D and is R sqrt(D^2 - R^2)/D wide to each side.
    """
    at, to = _paired(eyes, targets, 3, 5)
    d = to[:, :2] - at[:, :2]
    radius = to[:, 2]
    square = d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1]
    inside = square <= radius * radius
    safe = np.where(inside, 1.0, square)
    along = np.where(inside, 1.0, 1.0 - radius * radius / safe)
    across = radius * np.sqrt(np.where(inside, 0.0, square - radius * radius)) / safe
    ahead = d * along[:, None]
    side = np.stack([-d[:, 1] * across, d[:, 0] * across], axis=1)
    return _windows(at, ahead + side, ahead - side, to[:, 3], to[:, 4], inside)


def square_windows(eyes: npt.ArrayLike, targets: npt.ArrayLike) -> Windows:
    """Rectangles (n, 5: x, y, half width, low, high) about a point, square to the line from the eye."""
    at, to = _paired(eyes, targets, 3, 5)
    d = to[:, :2] - at[:, :2]
    distance = np.sqrt(d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1])
    inside = distance == 0.0
    scale = to[:, 2] / np.where(inside, 1.0, distance)
    side = np.stack([-d[:, 1] * scale, d[:, 0] * scale], axis=1)
    return _windows(at, d + side, d - side, to[:, 3], to[:, 4], inside)


def segment_windows(eyes: npt.ArrayLike, feet: npt.ArrayLike, heights: npt.ArrayLike) -> Windows:
    """Rectangles on any ground segments (n, 4: x, y, x, y) between heights (n, 2: low, high)."""
    at, foot = _paired(eyes, feet, 3, 4)
    level = np.asarray(heights, dtype=np.float64).reshape(-1, 2)
    left, right = foot[:, :2] - at[:, :2], foot[:, 2:] - at[:, :2]
    inside = np.zeros(len(at), dtype=bool)
    return _windows(at, left, right, level[:, 0], level[:, 1], inside)


def joined(parts: list[Windows]) -> Windows:
    """Windows one after the other."""
    return Windows(*(np.concatenate([getattr(p, name) for p in parts]) for name in Windows.__slots__))


def _paired(first: npt.ArrayLike, second: npt.ArrayLike, a: int, b: int) -> tuple[Floats, Floats]:
    one = np.asarray(first, dtype=np.float64).reshape(-1, a)
    two = np.asarray(second, dtype=np.float64).reshape(-1, b)
    if len(one) != len(two):
        raise ValueError(f"{len(one)} eyes and {len(two)} targets do not pair up")
    return one, two


def _windows(at: Floats, left: Floats, right: Floats, low: Floats, high: Floats, inside: Bools) -> Windows:
    """Windows from the vectors eye to left end and eye to right end of the foot."""
    if not (high > low).all():
        raise ValueError("a target without height cannot be looked at")
    cross = left[:, 0] * right[:, 1] - left[:, 1] * right[:, 0]
    flat = cross == 0.0
    scale = 1.0 / np.where(flat, 1.0, cross)
    to_left = np.stack([right[:, 1] * scale, -right[:, 0] * scale], axis=1)
    to_right = np.stack([-left[:, 1] * scale, left[:, 0] * scale], axis=1)
    eye = at[:, :2]
    return Windows(
        at, eye + left, eye + right, low, high, inside | flat, np.minimum(at[:, 2], low), to_left, to_right
    )
