"""Painters of ruins, landing pads and bridges, and of plain blocks for terrain without a painter."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import box, clip, cut, disc, grow, join, outline_band, points_along, stroke
from battlesim.render.height_field import HeightField
from battlesim.render.palette import colour
from battlesim.render.terrain.paint_tools import PaintPlan, TerrainLook, paint_foot
from battlesim.render.terrain.stones import paint_slabs
from battlesim.table.terrain import Terrain


def ruin(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a ruin: broken walls of various heights along the outline, and rubble on the floor."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    paint_foot(field, plan.shape, 0.2)
    field.paint_shape(plan.shape, "#6A6157", plan.base + 0.06, "set", 0.4)
    walls = cut(plan.shape, grow(plan.shape, -0.32, "mitre"))
    for x, y, _, _ in points_along(plan.shape[0][0], 0.55, closed=True):
        high = float(plan.rng.choice([0.0, 0.35, 0.7, 1.0])) * plan.height
        if high > 0:
            part = clip(walls, disc(x, y, float(plan.rng.uniform(0.34, 0.5)), 9))
            field.paint_shape(
                part, tone * np.float32(plan.rng.uniform(0.85, 1.1)), plan.base + high, "max", 0.3
            )
    paint_slabs(field, plan, look.tone, 0.3)


def pad(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a landing pad with a kerb, a ring, the letter H and a circle of lamps."""
    plan = PaintPlan(field, piece)
    x, y, r = plan.frame.x, plan.frame.y, plan.v
    paint_foot(field, plan.shape, 0.2)
    field.paint_shape(plan.shape, look.tone, plan.top, "set", 0.18)
    field.paint_shape(clip(outline_band(plan.shape, 0.3), plan.shape), "#C79A3A", 0.03, "add", alpha=0.85)
    field.paint_shape(outline_band(disc(x, y, r * 0.62), 0.14), "#D8DCDF", alpha=0.75)
    bars = [box(x + s * r * 0.25 - 0.1, y - r * 0.3, x + s * r * 0.25 + 0.1, y + r * 0.3) for s in (-1, 1)]
    field.paint_shape(join(*bars, box(x - r * 0.25, y - 0.1, x + r * 0.25, y + 0.1)), "#D8DCDF", alpha=0.75)
    for k in range(8):
        cx, cy = x + r * 0.9 * math.cos(k * math.pi / 4), y + r * 0.9 * math.sin(k * math.pi / 4)
        field.paint_shape(disc(cx, cy, 0.09), "#CFF6E6", 0.1, "add", glow=colour("mint") * 0.7)
        field.add_lamp(cx, cy, "mint", 1.3, 0.35, 0.4)


def bridge(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a bridge with planks across its length and a rail on each side."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    f, u, v = plan.frame, plan.u, plan.v
    field.paint_shape(plan.shape, tone, plan.base + max(plan.height, 0.5), "set", 0.5)
    for k in np.arange(-u + 0.2, u, 0.42):
        slit = stroke([f.point_on_table(k, -v), f.point_on_table(k + 0.06, v)], 0.05)
        field.paint_shape(slit, "#3E3325", -0.06, "add", clip_shape=plan.shape)
    for side in (-v + 0.08, v - 0.08):
        field.paint_shape(
            f.rect(-u, side - 0.06, u, side + 0.06), tone * 0.8, 0.3, "add", clip_shape=plan.shape
        )


def block(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a plain block of any shape with a lighter rim. Very low terrain is painted flat."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    if piece.height < 0.1:
        field.paint_shape(plan.shape, tone, alpha=0.5, soft=0.05, grain=0.5)
        return
    paint_foot(field, plan.shape)
    field.paint_shape(plan.shape, tone, plan.top, "set", 0.2)
    inner = grow(plan.shape, -0.12, "mitre")
    field.paint_shape(inner, tone * 0.84, plan.top - 0.06, "set", 0.25)
