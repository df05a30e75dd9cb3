"""Painters of walls, gates, fences and wire, as long bands with joints, posts and planks."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import (
    Array,
    Shape,
    box,
    contains_points,
    grow,
    line_length,
    middle_line,
    points_along,
    shape_area,
    stroke,
)
from battlesim.render.height_field import HeightField
from battlesim.render.palette import colour
from battlesim.render.terrain.paint_tools import PaintPlan, TerrainLook, paint_foot
from battlesim.render.terrain.snow import paint_settled_snow
from battlesim.table.terrain import Terrain


def wall(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a wall with a coping and a joint every inch, or with buttresses if it is at least 2 in high."""
    plan, tone, high = PaintPlan(field, piece), colour(look.tone), piece.height >= 2.0
    paint_foot(field, plan.shape, 0.15)
    field.paint_shape(plan.shape, tone, plan.top, "set", 0.14)
    line, thick = middle_line(plan.shape), mean_breadth(plan.shape)
    coping = grow(plan.shape, -min(0.1, thick * 0.22), "mitre")
    field.paint_shape(coping, tone * 0.86, plan.top - 0.08, "set", 0.2)
    step = 1.5 if high else 1.0
    slack = (line_length(line) % step) / 2
    places = points_along(line, step, slack if slack > 0.2 else slack + step / 2)
    for x, y, c, s in (
        places if contains_points(plan.shape, places[:, :2]).all() else ()
    ):  # otherwise it has no middle line
        r = thick / 2 + (0.10 if high else 0.0)
        joint = stroke([(x + s * r, y - c * r), (x - s * r, y + c * r)], 0.22 if high else 0.06, "flat")
        field.paint_shape(joint, tone * (1.1 if high else 0.45), 0.25 if high else -0.1, "add", alpha=0.85)
    _snowed(field, plan, look)


def blocks(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a barrier of concrete blocks with sloping sides."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    paint_foot(field, plan.shape, 0.15)
    field.paint_shape(plan.shape, tone * 0.8, plan.base + 0.45 * plan.height, "set", 0.2)
    field.paint_shape(
        grow(plan.shape, -0.28 * mean_breadth(plan.shape), "mitre"), tone * 1.08, plan.top, "set", 0.15
    )
    line, r = middle_line(plan.shape), mean_breadth(plan.shape) / 2
    for x, y, c, s in points_along(line, 1.0, (line_length(line) % 1.0) / 2 + 0.5):
        joint = stroke([(x + s * r, y - c * r), (x - s * r, y + c * r)], 0.08, "flat")
        field.paint_shape(joint, tone * 0.4, -0.5 * plan.height, "add")
    _snowed(field, plan, look)


def sheets(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a fence of corrugated metal sheets between posts."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    line, r = middle_line(plan.shape), mean_breadth(plan.shape) / 2
    paint_foot(field, plan.shape, 0.15)
    field.paint_shape(plan.shape, tone * 0.72, plan.base + 0.3 * plan.height, "set", 0.2)
    field.paint_shape(stroke(line, 1.1 * r, "flat"), tone, plan.top, "set", 0.1, clip_shape=plan.shape)
    for x, y, c, s in points_along(line, 0.2):
        rib = stroke([(x + s * r, y - c * r), (x - s * r, y + c * r)], 0.07, "flat")
        field.paint_shape(rib, tone * 0.62, -0.08, "add", alpha=0.8, clip_shape=plan.shape)
    for x, y, c, s in points_along(line, 1.25, (line_length(line) % 1.25) / 2):
        post = stroke([(x + s * r, y - c * r), (x - s * r, y + c * r)], 0.24, "flat")
        field.paint_shape(post, tone * 1.15, plan.top + 0.12, "set", 0.1)
    _snowed(field, plan, look)


def _snowed(field: HeightField, plan: PaintPlan, look: TerrainLook) -> None:
    if look.snow:
        paint_settled_snow(field, plan.shape, look.snow, 0.5, 0.05)


def gate(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a gate whose two leaves of planks hang between posts."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    f, u, v = plan.frame, plan.u, plan.v
    paint_foot(field, plan.shape, 0.15)
    field.paint_shape(plan.shape, tone, plan.top - 0.15, "set", 0.25)
    for k in np.arange(-u + 0.25, u, 0.25):
        line = f.rect(k - 0.015, -v, k + 0.015, v)
        field.paint_shape(line, tone * 0.5, -0.06, "add", alpha=0.8, clip_shape=plan.shape)
    field.paint_shape(f.rect(-0.03, -v, 0.03, v), "#15120F", -0.15, "add", clip_shape=plan.shape)
    for k in (-u + 0.15, u - 0.15):
        field.paint_shape(
            f.rect(k - 0.15, -v - 0.06, k + 0.15, v + 0.06), "#80868B", plan.top + 0.15, "set", 0.1
        )


def fence(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a fence with two rails and posts."""
    plan, line = PaintPlan(field, piece), middle_line(PaintPlan(field, piece).shape)
    for side in (-0.07, 0.07):
        rail = stroke(offset_line(line, side), 0.09, "flat")
        field.paint_shape(rail, look.tone, plan.height * 0.6, "add", 0.4)
    _posts(field, line, "#7A5B3A", plan.height)


def wire(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a wire entanglement of crossed strands between metal posts."""
    plan, line = PaintPlan(field, piece), middle_line(PaintPlan(field, piece).shape)
    field.paint_shape(stroke(line, 0.32, "flat"), "#B9C2C8", alpha=0.18)
    for x, y, c, s in points_along(line, 0.16):
        for way, tone, rise in ((1, "#CBD3D8", 0.25), (-1, "#A7B0B6", 0.2)):
            a = (x - 0.08 * c + way * 0.12 * s, y - 0.08 * s - way * 0.12 * c)
            b = (x + 0.16 * c - way * 0.12 * s, y + 0.16 * s + way * 0.12 * c)
            field.paint_shape(stroke([a, b], 0.035), tone, rise, "add", 0.1)
    _posts(field, line, "#7C8288", plan.height)


def mean_breadth(shape: Shape) -> float:
    """Return the mean width of a long narrow shape, such as a wall."""
    ring = shape[0][0]
    around = line_length(np.vstack((ring, ring[:1])))
    covered = shape_area(shape)
    return covered / max((around + math.sqrt(max(around**2 - 16 * covered, 0))) / 4, 1e-6)


def offset_line(line: Array, offset: float) -> Array:
    """Return a line shifted sideways by `offset`, to its left if the offset is positive."""
    way = np.gradient(line, axis=0)
    way /= np.hypot(way[:, 0], way[:, 1])[:, None]
    return np.asarray(line + offset * np.column_stack((-way[:, 1], way[:, 0])))


def _posts(field: HeightField, line: Array, tone: str, height: float) -> None:
    for x, y, _, _ in points_along(line, 1.0):
        field.paint_shape(box(x - 0.1, y - 0.1, x + 0.1, y + 0.1), tone, height, "add", 0.2)
