"""Painters of decorative objects, such as stacks, drums, sandbags, wrecks and gardens.

They are at most half an inch high, so that nobody takes them for cover.
"""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import Shape, box, cut, disc, grow, oval, shape_bounds, shape_centre, stroke
from battlesim.render.height_field import HeightField
from battlesim.render.palette import colour, mix
from battlesim.render.terrain.paint_tools import (
    Generator,
    LocalFrame,
    TerrainLook,
    blob_shape,
    scattered_points,
    terrain_rng,
    terrain_shape,
)
from battlesim.table.terrain import Terrain


class ClutterFrame:
    """The data for painting a decorative object: local coordinates, facing and half the length and width.

    It also holds the outline of the object and a random generator.
    """

    def __init__(self, piece: Terrain) -> None:
        (x0, y0), (x1, y1), (x2, y2) = piece.rings[0][:3]
        x, y = (x0 + x2) / 2, (y0 + y2) / 2
        self.frame = LocalFrame(x, y, math.degrees(math.atan2(y1 - y0, x1 - x0)))
        self.u, self.v = math.hypot(x1 - x0, y1 - y0) / 2, math.hypot(x2 - x1, y2 - y1) / 2
        self.x, self.y, self.rng, self.shape = x, y, terrain_rng(piece), terrain_shape(piece)

    def local_frame(self, u: float, v: float, degrees: float) -> LocalFrame:
        """Return local coordinates with their origin at a point of the object, rotated by `degrees`."""
        return LocalFrame(*self.frame.point_on_table(u, v), self.frame.degrees + degrees)


def stack(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a stack of low boxes close together, each slightly rotated at random."""
    spot = ClutterFrame(piece)
    field.paint_shape(grow(spot.shape, 0.1), "#3C342B", alpha=0.5, soft=0.2)
    columns, rows = max(1, round(spot.u / 0.36)), max(1, round(spot.v / 0.32))
    for k in range(columns * rows):
        u = (k % columns + 0.5) / columns * 2 * spot.u - spot.u
        v = (k // columns + 0.5) / rows * 2 * spot.v - spot.v
        box_ = spot.local_frame(u, v, float(spot.rng.uniform(-7, 7)))
        tone = colour(look.tones[int(spot.rng.integers(len(look.tones)))])
        field.paint_shape(box_.rect(-0.31, -0.26, 0.31, 0.26), tone, 0.42, "add", 0.3)
        field.paint_shape(box_.rect(-0.24, -0.19, 0.24, 0.19), tone * 0.78, -0.05, "add", 0.3)
        field.paint_shape(box_.rect(-0.05, -0.26, 0.05, 0.26), tone * 1.2, 0.03, "add", 0.2)


def drums(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint as many drums as fit, at random positions."""
    spot, r = ClutterFrame(piece), 0.23
    for x, y in scattered_points(spot.rng, grow(spot.shape, -0.1), 2.1 * r, 30, darts=20).tolist():
        tone = colour(look.tones[int(spot.rng.integers(len(look.tones)))])
        field.paint_shape(disc(x, y, r + 0.1), "#3A3028", alpha=0.45, soft=0.07)
        field.paint_shape(disc(x, y, r), tone, 0.42, "add", 0.3)
        field.paint_shape(cut(disc(x, y, r), disc(x, y, r - 0.055)), tone * 1.25, 0.04, "add", 0.2)
        field.paint_shape(disc(x + r * 0.35, y + r * 0.3, 0.05), "#17130F")


def logs(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a stack of split wood."""
    spot = ClutterFrame(piece)
    for k, v in enumerate(np.arange(-spot.v, spot.v, 0.13)):
        tone = colour(look.tone) * np.float32(0.85 + 0.15 * (k % 3))
        field.paint_shape(
            spot.frame.rect(-spot.u, v, spot.u, v + 0.11), tone, 0.3 - 0.03 * (k % 2), "add", 0.4
        )


def bales(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint round bales of hay lying in random directions."""
    spot = ClutterFrame(piece)
    for x, y in scattered_points(spot.rng, grow(spot.shape, -0.2), 1.0, 12, darts=20).tolist():
        bale = LocalFrame(x, y, float(spot.rng.uniform(0, 180)))
        tone = colour(look.tone) * np.float32(spot.rng.uniform(0.9, 1.12))
        field.paint_shape(bale.rect(-0.42, -0.36, 0.42, 0.36), "#3C342B", alpha=0.4, soft=0.12)
        field.paint_shape(
            bale.rect(-0.36, -0.32, 0.36, 0.32), tone, lambda xs, ys, b=bale: _round(b, xs, ys), "add", 0.7
        )
        for u in np.arange(-0.3, 0.36, 0.12):
            field.paint_shape(bale.rect(u, -0.31, u + 0.03, 0.31), tone * 0.72, alpha=0.6)


def _round(frame: LocalFrame, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Return the height of the top of a cylinder lying on its side."""
    _, v = frame.to_local(xs, ys)
    return np.asarray(0.42 * np.sqrt(np.clip(1 - (v / 0.33) ** 2, 0, 1)))


def sandbags(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint two staggered rows of sandbags, about knee high."""
    spot = ClutterFrame(piece)
    for course, v in enumerate((-0.1, 0.1)):
        for k, u in enumerate(np.arange(-spot.u + 0.17 + 0.16 * course, spot.u - 0.05, 0.33)):
            bag = grow(spot.frame.rect(u - 0.13, v - 0.06, u + 0.13, v + 0.06), 0.035)
            field.paint_shape(bag, colour(look.tone) * np.float32(0.88 + 0.06 * (k % 3)), 0.3, "add", 0.4)


def hulk(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the low wreck of a burnt-out lorry."""
    spot, f = ClutterFrame(piece), ClutterFrame(piece).frame
    field.paint_shape(disc(spot.x, spot.y, 1.3 * spot.u), "#1A1613", alpha=0.6, soft=0.5)
    field.paint_shape(f.rect(-spot.u, -spot.v, spot.u, spot.v), look.tone, 0.22, "add", 0.7)
    for u in (-0.66, 0.63):
        for v in (-1.1, 1.1):
            x, y = u * spot.u, v * spot.v
            field.paint_shape(f.rect(x - 0.24, y - 0.1, x + 0.24, y + 0.1), "#1C1A18", 0.30, "add", 0.3)
    field.paint_shape(
        f.rect(0.34 * spot.u, -0.92 * spot.v, 0.93 * spot.u, 0.92 * spot.v), "#5A4A3D", 0.2, "add", 0.8
    )
    field.paint_shape(
        f.rect(0.41 * spot.u, -0.7 * spot.v, 0.6 * spot.u, 0.7 * spot.v), "#15120F", -0.12, "add"
    )
    for u in np.arange(-0.93 * spot.u, 0.3 * spot.u, 0.27):
        field.paint_shape(f.rect(u, -0.96 * spot.v, u + 0.06, 0.96 * spot.v), "#6B4A35", 0.14, "add", 0.6)
    for _ in range(18):
        a, q = spot.rng.uniform(0, 2 * math.pi), spot.u * spot.rng.uniform(0.75, 1.6)
        s = float(spot.rng.uniform(0.05, 0.16))
        bit = LocalFrame(spot.x + q * math.cos(a), spot.y + q * math.sin(a), float(spot.rng.uniform(0, 180)))
        field.paint_shape(bit.rect(-s, -s / 2, s, s / 2), colour("#4B4038"), 0.08, "add", 0.5)


def husk(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a flattened dead creature with many legs."""
    spot, rng = ClutterFrame(piece), ClutterFrame(piece).rng
    f, s = spot.frame, spot.u
    field.paint_shape(blob_shape(rng, spot.x, spot.y, s, 0.35), "#3A2A1C", alpha=0.55, soft=0.12)
    field.paint_shape(
        f.shape_on_table(oval(-0.26 * s, 0, 0.55 * s, 0.32 * s)), look.tones[0], 0.16, "add", 0.5
    )
    field.paint_shape(
        f.shape_on_table(oval(0.32 * s, 0.03, 0.35 * s, 0.27 * s)), look.tones[1], 0.16, "add", 0.5
    )
    for k in range(6):
        a = (k % 3 - 1) * 0.7 + math.copysign(math.pi / 2, 2.5 - k) + rng.uniform(-0.3, 0.3)
        knee = (0.65 * s * math.cos(a), 0.65 * s * math.sin(a))
        tip = (1.06 * s * math.cos(a + 0.5), 1.06 * s * math.sin(a + 0.5))
        field.paint_shape(
            f.shape_on_table(stroke([(0.08 * s, 0), knee, tip], 0.06)), look.tones[0], 0.1, "add", 0.4
        )


def garden(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint ridges of earth with rows of plants."""
    spot, rng = ClutterFrame(piece), ClutterFrame(piece).rng
    field.paint_shape(spot.shape, "#5C4434", alpha=0.8, soft=0.06, grain=0.6)
    green, pale = colour(look.tones[0]), colour(look.tones[1])
    for v in np.arange(-spot.v + 0.2, spot.v - 0.1, 0.36):
        ridge = spot.frame.rect(-spot.u + 0.12, v - 0.09, spot.u - 0.12, v + 0.09)
        field.paint_shape(ridge, "#6B4F3C", 0.09, "add", 0.6)
        for u in np.arange(-spot.u + 0.25, spot.u - 0.2, 0.24):
            if rng.random() < 0.72:
                x, y = spot.frame.point_on_table(float(u + rng.uniform(-0.04, 0.04)), float(v))
                leaf = blob_shape(rng, x, y, float(rng.uniform(0.06, 0.11)), 0.35, 7)
                field.paint_shape(leaf, mix(green, pale, rng.random()), 0.14, "add", 0.5)


def foundation(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the remains of a house: its floor, low stubs of walls and charred beams."""
    spot, rng, f, t = ClutterFrame(piece), ClutterFrame(piece).rng, ClutterFrame(piece).frame, 0.2
    u, v = spot.u, spot.v
    field.paint_shape(grow(spot.shape, 0.2), "#2E2721", alpha=0.5, soft=0.3)
    field.paint_shape(spot.shape, look.tones[0], 0.05, "add", 0.5)
    for k in np.arange(-u + 0.45, u, 0.5):
        field.paint_shape(f.rect(k - 0.02, -v, k + 0.02, v), "#463F38", alpha=0.6)
    field.paint_shape(
        f.shape_on_table(blob_shape(rng, u * 0.2, 0, min(u, v) * 0.8, 0.35)), "#241F1A", alpha=0.65, soft=0.2
    )
    ring = cut(box(-u, -v, u, v), box(-u + t, -v + t, u - t, v - t))
    gaps = (
        box(-0.45, -v - 0.1, 0.45, -v + t + 0.1),
        blob_shape(rng, u, v, 0.75, 0.3),
        blob_shape(rng, -u, v / 5, 0.5),
    )
    field.paint_shape(f.shape_on_table(cut(ring, *gaps)), look.tones[1], 0.34, "add", 0.5)
    for _ in range(5):
        x, y = (rng.uniform(-0.7, 0.7, 2) * (u, v)).tolist()
        at = spot.local_frame(x, y, float(rng.uniform(-50, 50)))
        long = float(rng.uniform(0.4, 0.9))
        field.paint_shape(at.rect(-long, -0.055, long, 0.055), "#33271E", 0.22, "add", 0.5)
    _bricks(field, rng, grow(spot.shape, 0.5), look.tones[1])


def _bricks(field: HeightField, rng: Generator, shape: Shape, tone: str) -> None:
    for x, y in scattered_points(rng, shape, 0.3, 90).tolist():
        s = float(rng.uniform(0.04, 0.13))
        field.paint_shape(
            blob_shape(rng, x, y, s, 0.3, 6),
            mix(colour(tone), colour("#8B5D45"), rng.random()),
            s,
            "add",
            0.4,
        )


def well(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a ring of stones around a dark shaft."""
    (x, y), (left, _, right, _) = shape_centre(terrain_shape(piece)), shape_bounds(terrain_shape(piece))
    r = (right - left) / 2
    field.paint_shape(disc(x, y, 1.25 * r), "#3A3028", alpha=0.4, soft=0.12)
    field.paint_shape(disc(x, y, r), look.tone, 0.4, "add")
    field.paint_shape(disc(x, y, 0.64 * r), "#0E1416", -0.5, "add")


def racks(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint rows of solar panels on low frames. The panels are tilted across the width of the area."""
    spot, f = ClutterFrame(piece), ClutterFrame(piece).frame
    foot = field.ground_height(spot.x, spot.y)

    def tilt(xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
        return np.asarray(foot + 0.12 + 0.16 * (f.to_local(xs, ys)[1] + spot.v))

    field.paint_shape(spot.shape, look.tone, tilt, "set", 0.15)
    for u in np.arange(-spot.u, spot.u + 0.01, 0.3):
        field.paint_shape(f.rect(u - 0.012, -spot.v, u + 0.012, spot.v), "#8FA9C4", alpha=0.6)
