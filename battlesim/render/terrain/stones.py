"""Painters of rocks and rubble."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from battlesim.geometry.outlines import Shape, grow, polygon
from battlesim.render.height_field import HeightField
from battlesim.render.noise import F64
from battlesim.render.palette import Colour, colour, mix
from battlesim.render.terrain.paint_tools import (
    Generator,
    LocalFrame,
    PaintPlan,
    TerrainLook,
    blob_shape,
    boulder_height,
    scattered_points,
)
from battlesim.render.terrain.snow import paint_settled_snow
from battlesim.table.terrain import Terrain

DUST_TONES: Final = ("#6C6258", "#7A5B48", "#5A3F30")


def rocks(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a mass of boulders, highest in the middle, with stone chips around the outline."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    rng, f, base = plan.rng, plan.frame, plan.base
    field.paint_shape(grow(plan.shape, 0.3), "#4E4237", alpha=0.45, soft=0.22)
    field.paint_shape(plan.shape, tone * 0.62, min(0.22, 0.2 * plan.height), "add", 0.9, alpha=0.8, soft=0.12)
    big = min(plan.v, 2.6)
    spots = scattered_points(rng, grow(plan.shape, -0.2 * big), 0.3 * big, 260, darts=12)
    out = np.hypot(spots[:, 0] - f.x, spots[:, 1] - f.y) / max(plan.u, 0.1)
    edge = grow(plan.shape, 0.08)
    for k in np.argsort(-out):
        x, y = spots[k].tolist()
        size = big * float(rng.uniform(0.22, 0.42)) * (1.2 - 0.4 * out[k])
        high = plan.height * float(rng.uniform(0.5, 0.95)) * (1 - 0.55 * out[k])
        _boulder(field, rng, (x, y), size, base, high, tone, edge)
    _boulder(field, rng, (f.x, f.y), big * 0.6, base, plan.height, tone, edge)
    for _ in range(int(8 + 6 * plan.u)):
        a, d, s = rng.uniform(0, 2 * math.pi), rng.uniform(0.96, 1.22), rng.uniform(0.05, 0.14)
        x, y = f.point_on_table(plan.u * d * math.cos(a), plan.v * d * math.sin(a))
        field.paint_shape(blob_shape(rng, x, y, s, 0.3, 6), tone * 0.9, s, "add")


def _boulder(
    field: HeightField,
    rng: Generator,
    at: tuple[float, float],
    size: float,
    base: float,
    height: float,
    tone: Colour,
    edge: Shape,
) -> None:
    stone, z = blob_shape(rng, *at, size, 0.2, 7), boulder_height(rng, *at, size, height, 6)
    shade = tone * np.float32(rng.uniform(0.82, 1.12))
    field.paint_shape(stone, shade, lambda xs, ys: base + z(xs, ys), "max", 0.5, clip_shape=edge)


def rubble(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint rubble: broken slabs at random angles on dust, with a few beams."""
    plan = PaintPlan(field, piece)
    paint_slabs(field, plan, look.tone, tones=look.tones or DUST_TONES)
    if look.snow:
        paint_settled_snow(field, plan.shape, look.snow, 0.5, 0.03)


def paint_slabs(
    field: HeightField, plan: PaintPlan, tone: str, spacing: float = 0.19, tones: Sequence[str] = DUST_TONES
) -> None:
    """Cover a shape with broken slabs. `tones` are the colours of dust, of some slabs, and of beams."""
    rng, stone = plan.rng, colour(tone)
    dust, other, wood = tones
    field.paint_shape(plan.shape, dust, 0.12, "add", alpha=0.7, soft=0.16, grain=0.7)
    for x, y in scattered_points(rng, grow(plan.shape, -0.13), spacing, 1200):
        s = rng.gamma(2.2, 0.055) + 0.05
        a, b, c = rng.uniform(0.6, 1), rng.uniform(0.2, 0.7), rng.uniform(0, 180)
        slab = polygon([(-s, -s * 0.6), (s * a, -s * 0.7), (s, s * b), (-s * 0.5, s * 0.8)])
        tilt = rng.uniform(-1, 1, 2)

        def lean(xs: F64, ys: F64, x: float = x, y: float = y, s: float = s, t: F64 = tilt) -> F64:
            return np.asarray(s * 1.2 + t[0] * (xs - x) + t[1] * (ys - y))

        shade = mix(stone, colour(other), rng.random() * 0.5) * np.float32(rng.uniform(0.7, 1.15))
        field.paint_shape(LocalFrame(x, y, c).shape_on_table(slab), shade, lean, "add", 0.4)
    for _ in range(int(2 + plan.u)):
        x, y = plan.frame.point_on_table(*(rng.uniform(-0.6, 0.6, 2) * (plan.u, plan.v)))
        beam = LocalFrame(x, y, rng.uniform(0, 180)).rect(-0.6, -0.045, 0.6, 0.045)
        field.paint_shape(beam, wood, 0.35, "add", clip_shape=plan.shape)
