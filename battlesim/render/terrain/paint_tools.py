"""Tools for painting terrain: looks, local coordinates, irregular outlines, scattered points and boulders."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from battlesim.geometry.outlines import (
    Array,
    Shape,
    box,
    contains_points,
    from_rings,
    grow,
    oriented_box,
    shape_bounds,
    shape_centre,
    transformed,
)
from battlesim.render.height_field import HeightField
from battlesim.render.noise import F64, name_seed
from battlesim.table.terrain import Terrain

Generator = np.random.Generator
SOIL_COLOUR = "#4A4138"
DEFAULT_TONE = "#8C8F92"


class TerrainLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The look of a kind of terrain: its painter, painting order (low first), tones, roof and lamps.

    If `roofed` is true, a building is drawn with the look `opened` when its roof is off. `snow` is the tone
    of the snow on it. `reach` is how far, in inches, its lamps or shadow extend beyond the outline.
    """

    painter: str
    order: int = 50
    tone: str = DEFAULT_TONE
    tones: tuple[str, ...] = ()
    roof: str = "panels"
    roofed: bool = False
    lamps: bool = False
    opened: str = "cutaway"
    snow: str = ""
    reach: float = 5.2

    @property
    def flat_tone(self) -> str:
        """The colour of the terrain in a plain picture: its `tone`, or else the middle one of its `tones`."""
        return self.tones[len(self.tones) // 2] if self.tone == DEFAULT_TONE and self.tones else self.tone


Painter = Callable[[HeightField, Terrain, TerrainLook], None]


def terrain_shape(piece: Terrain) -> Shape:
    """Return the outline of a piece of terrain as a shape for drawing."""
    return from_rings(piece.rings)


def terrain_rng(piece: Terrain) -> Generator:
    """Return the random generator for painting a piece of terrain, seeded by the id of the piece."""
    return np.random.default_rng(name_seed(piece.id))


class LocalFrame:
    """Local coordinates of an object on the table, defined by its position and rotation.

    Both local (u, v) and table (x, y) coordinates are in inches.
    """

    def __init__(self, x: float, y: float, degrees: float = 0.0) -> None:
        self.x, self.y, self.degrees = x, y, degrees
        self.c, self.s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def shape_on_table(self, shape: Shape) -> Shape:
        """Convert a shape from local to table coordinates."""
        return transformed(shape, (self.c, -self.s, self.s, self.c, self.x, self.y))

    def rect(self, u0: float, v0: float, u1: float, v1: float) -> Shape:
        """Return a rectangle as a shape in table coordinates. Its corners are given in local coordinates."""
        return self.shape_on_table(box(u0, v0, u1, v1))

    def point_on_table(self, u: float, v: float) -> tuple[float, float]:
        """Convert a point from local to table coordinates."""
        return self.x + u * self.c - v * self.s, self.y + u * self.s + v * self.c

    def to_local(self, x: F64, y: F64) -> tuple[F64, F64]:
        """Convert points from table to local coordinates."""
        return (x - self.x) * self.c + (y - self.y) * self.s, (y - self.y) * self.c - (x - self.x) * self.s


class PaintPlan:
    """The data for painting a piece of terrain: outline, heights, and half the length and width.

    It also holds local coordinates along the longer side, and a random generator.
    """

    def __init__(self, field: HeightField, piece: Terrain) -> None:
        self.shape, self.rng = terrain_shape(piece), terrain_rng(piece)
        x, y, long, short, degrees = oriented_box(self.shape)
        self.frame, self.u, self.v = LocalFrame(x, y, degrees), long / 2, short / 2
        self.base = field.ground_height(x, y)
        self.height = max(piece.height, 0.05)
        self.top = self.base + self.height

    @cached_property
    def radius(self) -> float:
        """The mean radius of the piece of terrain in inches: half the mean of its length and width."""
        return (self.u + self.v) / 2

    def fits_inside(self, shape: Shape) -> bool:
        """Return whether a shape lies inside the outline of the piece of terrain."""
        points = np.vstack([rings[0] for rings in shape])
        return bool(contains_points(self.shape, points).all())


def paint_foot(field: HeightField, shape: Shape, width: float = 0.18, alpha: float = 0.5) -> None:
    """Paint a soft dark edge on the ground around a solid object, so that it does not seem to float."""
    field.paint_shape(grow(shape, width), SOIL_COLOUR, alpha=alpha, soft=0.11)


def smoothed_ring(ring: Array, rounds: int = 2) -> Array:
    """Return a closed line smoothed by cutting its corners (Chaikin's algorithm)."""
    return np.asarray(_cutter(len(ring), rounds) @ ring)


def smoothed_line(line: Array, rounds: int = 3) -> Array:
    """Return an open line smoothed by cutting its corners (Chaikin's algorithm), with its ends unchanged."""
    for _ in range(rounds):
        near, far = line[:-1] * 0.75 + line[1:] * 0.25, line[:-1] * 0.25 + line[1:] * 0.75
        line = np.vstack((line[:1], np.stack((near, far), 1).reshape(-1, 2), line[-1:]))
    return np.asarray(line)


@lru_cache(maxsize=64)
def _cutter(n: int, rounds: int) -> Array:
    """Return the matrix that cuts the corners of a ring of `n` points for a number of rounds."""
    weights = np.eye(n)
    for _ in range(rounds):
        ahead = np.roll(weights, -1, axis=0)
        weights = np.stack((weights * 0.75 + ahead * 0.25, weights * 0.25 + ahead * 0.75), 1).reshape(-1, n)
    return weights


def blob_shape(rng: Generator, x: float, y: float, r: float, wobble: float = 0.25, n: int = 14) -> Shape:
    """Return an irregular closed outline around a point."""
    a = np.sort(rng.uniform(0, 2 * math.pi, n))
    d = r * 1.08 * (1 + rng.uniform(-wobble, wobble, n))
    ring = np.column_stack((x + d * np.cos(a), y + d * np.sin(a)))
    return ((smoothed_ring(ring, 0 if n <= 6 else 1 if n <= 8 else 2),),)


def scattered_points(
    rng: Generator, shape: Shape, spacing: float, limit: int = 900, darts: int = 4
) -> NDArray[np.float64]:
    """Return random points in a shape, at least `spacing` inches apart, as an array of shape (n, 2)."""
    if not shape:
        return np.empty((0, 2))
    x0, y0, x1, y1 = shape_bounds(shape)
    tries = int(min(12 * limit, darts * (x1 - x0) * (y1 - y0) / spacing**2)) + 1
    spots = rng.uniform((x0, y0), (x1, y1), (tries, 2))
    kept = np.empty_like(spots)
    n = 0
    for p in spots[contains_points(shape, spots)]:
        if n == limit:
            break
        if n == 0 or ((kept[:n] - p) ** 2).sum(1).min() > spacing**2:
            kept[n] = p
            n += 1
    return kept[:n]


def boulder_height(
    rng: Generator, x: float, y: float, r: float, height: float, n: int = 7
) -> Callable[[F64, F64], F64]:
    """Return a function that computes the height of a boulder with flat facets at the points (x, y).

    The surface of the boulder is the lower envelope of tilted planes.
    """
    a, tilt = rng.uniform(0, 2 * math.pi, n), rng.uniform(0.5, 1.3, n)
    reach = r * rng.uniform(0.45, 0.85, n)

    def z(xs: F64, ys: F64) -> F64:
        lowest = np.full(np.broadcast(xs, ys).shape, float(height))
        for k in range(n):
            rise = math.cos(a[k]) * (xs - x) + math.sin(a[k]) * (ys - y) - reach[k] * 0.4
            np.minimum(lowest, height * (1 - tilt[k] * np.clip(rise / r, 0, 2)), out=lowest)
        return np.asarray(np.maximum(lowest, 0.08 * height))

    return z


def radial_fraction(shape: Shape) -> tuple[float, float, Callable[[F64, F64], F64]]:
    """Return the centre (x, y) of a roundish shape, and a function of x and y.

    The function is 0 at the centre, grows outward and is 1 on the outline.
    """
    x, y = shape_centre(shape)
    ring = shape[0][0]
    a, d = np.arctan2(ring[:, 1] - y, ring[:, 0] - x), np.hypot(ring[:, 0] - x, ring[:, 1] - y)
    order = np.argsort(a)

    def share(xs: F64, ys: F64) -> F64:
        dx, dy = xs - x, ys - y
        edge = np.interp(np.arctan2(dy, dx), a[order], d[order], period=2 * math.pi)
        return np.asarray(np.hypot(dx, dy) / edge)

    return x, y, share
