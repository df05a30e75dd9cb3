"""Tools that painters share: the look as data, turned frames, lumpy outlines, scattering, boulders."""

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
    """The look of a kind of terrain: painter, painting order (low first), tones, roof and lamps.

    Pieces that are `roofed` can be opened, and `opened` names their look with the roof off; `snow` is the
    tone of snow that lies on it. `reach` is how far it can change the picture beyond its outline, in inches:
    the longest lamp or shadow.
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
        """The one tone of it in a picture of plain colours: its own, or the middle one of its tones."""
        return self.tones[len(self.tones) // 2] if self.tone == DEFAULT_TONE and self.tones else self.tone


Painter = Callable[[HeightField, Terrain, TerrainLook], None]


def terrain_shape(piece: Terrain) -> Shape:
    """Return the outline of a terrain piece."""
    return from_rings(piece.rings)


def terrain_rng(piece: Terrain) -> Generator:
    """Return a random generator that belongs to the piece."""
    return np.random.default_rng(name_seed(piece.id))


class LocalFrame:
    """A local frame, position and turn: converts local (u, v) in inches to the table and back."""

    def __init__(self, x: float, y: float, degrees: float = 0.0) -> None:
        self.x, self.y, self.degrees = x, y, degrees
        self.c, self.s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def shape_on_table(self, shape: Shape) -> Shape:
        """Return a local shape on the table."""
        return transformed(shape, (self.c, -self.s, self.s, self.c, self.x, self.y))

    def rect(self, u0: float, v0: float, u1: float, v1: float) -> Shape:
        """Return a local rectangle on the table."""
        return self.shape_on_table(box(u0, v0, u1, v1))

    def point_on_table(self, u: float, v: float) -> tuple[float, float]:
        """Return a local point on the table."""
        return self.x + u * self.c - v * self.s, self.y + u * self.s + v * self.c

    def to_local(self, x: F64, y: F64) -> tuple[F64, F64]:
        """Return points of the table in local inches."""
        return (x - self.x) * self.c + (y - self.y) * self.s, (y - self.y) * self.c - (x - self.x) * self.s


class PaintPlan:
    """A terrain piece ready to paint: shape, frame along its length, half sizes, bare ground, generator."""

    def __init__(self, field: HeightField, piece: Terrain) -> None:
        self.shape, self.rng = terrain_shape(piece), terrain_rng(piece)
        x, y, long, short, degrees = oriented_box(self.shape)
        self.frame, self.u, self.v = LocalFrame(x, y, degrees), long / 2, short / 2
        self.base = field.ground_height(x, y)
        self.height = max(piece.height, 0.05)
        self.top = self.base + self.height

    @cached_property
    def radius(self) -> float:
        """Half the mean of length and breadth."""
        return (self.u + self.v) / 2

    def fits_inside(self, shape: Shape) -> bool:
        """Return whether a detail lies within the outline."""
        points = np.vstack([rings[0] for rings in shape])
        return bool(contains_points(self.shape, points).all())


def paint_foot(field: HeightField, shape: Shape, width: float = 0.18, alpha: float = 0.5) -> None:
    """Paint the soft dark foot that every solid stands in; without it buildings float."""
    field.paint_shape(grow(shape, width), SOIL_COLOUR, alpha=alpha, soft=0.11)


def smoothed_ring(ring: Array, rounds: int = 2) -> Array:
    """Return a closed line with its corners cut (Chaikin)."""
    return np.asarray(_cutter(len(ring), rounds) @ ring)


def smoothed_line(line: Array, rounds: int = 3) -> Array:
    """Return an open line with its corners cut (Chaikin) and its ends unchanged."""
    for _ in range(rounds):
        near, far = line[:-1] * 0.75 + line[1:] * 0.25, line[:-1] * 0.25 + line[1:] * 0.75
        line = np.vstack((line[:1], np.stack((near, far), 1).reshape(-1, 2), line[-1:]))
    return np.asarray(line)


@lru_cache(maxsize=64)
def _cutter(n: int, rounds: int) -> Array:
    """Return the corner cutting of a line of n points as one matrix."""
    weights = np.eye(n)
    for _ in range(rounds):
        ahead = np.roll(weights, -1, axis=0)
        weights = np.stack((weights * 0.75 + ahead * 0.25, weights * 0.25 + ahead * 0.75), 1).reshape(-1, n)
    return weights


def blob_shape(rng: Generator, x: float, y: float, r: float, wobble: float = 0.25, n: int = 14) -> Shape:
    """Return a closed, lumpy outline about a point."""
    a = np.sort(rng.uniform(0, 2 * math.pi, n))
    d = r * 1.08 * (1 + rng.uniform(-wobble, wobble, n))
    ring = np.column_stack((x + d * np.cos(a), y + d * np.sin(a)))
    return ((smoothed_ring(ring, 0 if n <= 6 else 1 if n <= 8 else 2),),)


def scattered_points(
    rng: Generator, shape: Shape, spacing: float, limit: int = 900, darts: int = 4
) -> NDArray[np.float64]:
    """Return points in a shape, no two closer than `spacing`: (n, 2). More darts fill it more closely."""
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
    """Return the height function of a boulder, the lower envelope of a few tilted planes.

    The planes make it catch light in flats.
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
    """Return the centre of a roundish shape, and a function of a point: 0 at the centre, 1 on the outline."""
    x, y = shape_centre(shape)
    ring = shape[0][0]
    a, d = np.arctan2(ring[:, 1] - y, ring[:, 0] - x), np.hypot(ring[:, 0] - x, ring[:, 1] - y)
    order = np.argsort(a)

    def share(xs: F64, ys: F64) -> F64:
        dx, dy = xs - x, ys - y
        edge = np.interp(np.arctan2(dy, dx), a[order], d[order], period=2 * math.pi)
        return np.asarray(np.hypot(dx, dy) / edge)

    return x, y, share
