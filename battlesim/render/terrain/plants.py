"""Painters of woods, scrub and hedges. Crowns consist of many small domes, paler toward the light."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import grow, middle_line, points_along
from battlesim.render.height_field import HeightField
from battlesim.render.noise import F64
from battlesim.render.palette import Colour, colour, mix
from battlesim.render.terrain.paint_tools import (
    Generator,
    PaintPlan,
    TerrainLook,
    blob_shape,
    scattered_points,
)
from battlesim.render.terrain.walls import mean_breadth
from battlesim.table.terrain import Terrain

LEAF_TONES = ("#26331F", "#3C5330", "#7C9654")
Tones = list[Colour]


def woods(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint woods: leaf litter over the whole area, and trees at a realistic density."""
    plan, tones = PaintPlan(field, piece), _tones(look)
    rng = plan.rng
    field.paint_shape(plan.shape, "#3B3626", alpha=0.75, soft=0.18, grain=0.8)
    for x, y in scattered_points(rng, plan.shape, 0.35, 600).tolist():
        leaf = mix(tones[1], colour("#6B5433"), rng.random())
        field.paint_dome(x, y, rng.uniform(0.06, 0.1), leaf, 0.06, 0.3)
    trees = scattered_points(rng, grow(plan.shape, -0.5), 1.0, 1200, darts=16)
    for x, y in sorted(trees.tolist(), key=lambda p: p[1]):
        high = min(max(piece.height * rng.uniform(0.7, 1.1), 0.8), 3.4)
        paint_crown(field, rng, x, y, rng.uniform(0.55, 0.92), high, tones)


def scrub(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint scrub: low bushes with bare ground between them."""
    plan, tones = PaintPlan(field, piece), _tones(look)
    field.paint_shape(plan.shape, tones[0], alpha=0.35, soft=0.25)
    for x, y in scattered_points(plan.rng, grow(plan.shape, -0.2), 0.45, 500):
        paint_crown(field, plan.rng, x, y, plan.rng.uniform(0.13, 0.34), 0.35, tones)


def hedge(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a hedge as a row of bushes along the middle of the shape."""
    plan, tones = PaintPlan(field, piece), _tones(look)
    width = mean_breadth(plan.shape)
    field.paint_shape(plan.shape, tones[0], plan.height * 0.5, "add", 0.5, soft=0.05)
    for x, y, _, _ in points_along(middle_line(plan.shape), 0.3, 0.12):
        dx, dy = plan.rng.uniform(-0.06, 0.06, 2)
        paint_crown(field, plan.rng, x + dx, y + dy, width * 0.55, plan.height * 0.8, tones)


def _tones(look: TerrainLook) -> Tones:
    return [colour(t) for t in look.tones or LEAF_TONES]


def paint_crown(
    field: HeightField, rng: Generator, x: float, y: float, r: float, height: float, tones: Tones
) -> None:
    """Paint the crown of a tree or bush, as a dark dome covered with many small domes."""

    def dome(xs: F64, ys: F64) -> F64:
        out = ((xs - x) ** 2 + (ys - y) ** 2) / r**2
        return 0.3 + height * np.sqrt(np.clip(1.1 - out, 0.05, 1))

    n = int(12 + 26 * min(r, 1.2))
    outline = blob_shape(rng, x, y, r * 0.98, 0.15)
    a, d = rng.uniform(0, 2 * math.pi, n), r * np.sqrt(rng.uniform(0, 0.86, n))
    size, lean = r * rng.uniform(0.15, 0.27, n), rng.uniform(-0.25, 0.25, n)
    if field.window_about(x, y, r * 1.5) is None:
        return
    field.paint_shape(outline, tones[0], dome, "max", 0.6)
    for k in range(n):
        cx, cy = x + d[k] * math.cos(a[k]), y + d[k] * math.sin(a[k])
        sun = min(max(0.5 + ((x - cx) + (cy - y)) / (2.2 * r), 0.0), 1.0) + lean[k]
        share = np.float32(min(max(sun, 0.0), 1.0))
        tone = tones[1] * (1 - share) + tones[2] * share
        field.paint_dome(cx, cy, float(size[k]), tone, float(size[k]) * 0.75, 0.7)
