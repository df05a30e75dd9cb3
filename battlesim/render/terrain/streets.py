"""Painters of streets: pavements, lawns, lane lines, crossings, manholes, car wrecks and barricades."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from battlesim.geometry.outlines import (
    cut,
    dashes,
    disc,
    grow,
    line_length,
    middle_line,
    outline_band,
    points_along,
    rounded_box,
    shape_bounds,
    shape_centre,
    stroke,
)
from battlesim.render.height_field import HeightField
from battlesim.render.noise import F32, name_seed
from battlesim.render.palette import colour, mix
from battlesim.render.terrain.clutter import ClutterFrame
from battlesim.render.terrain.paint_tools import (
    LocalFrame,
    PaintPlan,
    TerrainLook,
    paint_foot,
    scattered_points,
    smoothed_line,
    terrain_shape,
)
from battlesim.render.terrain.walls import mean_breadth
from battlesim.table.terrain import Terrain

SLAB_IN: Final = 0.9
"""Side of a paving slab in inches."""
KERB_IN: Final = 0.14
"""Width and height of a kerb in inches."""
MOWN_STRIP_IN: Final = 1.3
"""Width in inches of the strips in which a lawn is mown."""
DASH_IN, DASH_GAP_IN = 1.0, 1.0
"""Length of the dashes of a lane line and of the gaps between them, in inches."""
STRIPE_IN, STRIPE_STEP_IN = 0.34, 0.62
"""Width of the stripes of a crossing, and the distance from one to the next, in inches."""


def pavement(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint square slabs behind a kerb, one step above the street."""
    shape, spot = terrain_shape(piece), ClutterFrame(piece)
    field.paint_shape(grow(shape, 0.16), "#33363A", alpha=0.6, soft=0.06)
    field.paint_shape(shape, look.tone, KERB_IN, "add", 0.16)
    got = field.window_mask(shape)
    if got is None:
        return
    at, m = got
    u, v = spot.frame.to_local(*field.grid_coordinates(at))
    u, v = u + spot.u, v + spot.v
    joint = (np.minimum(u % SLAB_IN, v % SLAB_IN) < max(0.04, 0.6 / field.ppi)).astype(np.float32)
    fine = np.float32(min(1.0, field.ppi / 14))
    light = 1 + fine * (0.10 * (_cell_noise(u, v, SLAB_IN) - 0.5) - 0.32 * joint)
    stain = np.clip((field.noise(1.6, name_seed(piece.id), 3, at) - 0.58) * 4, 0, 1)
    field.colours[at] *= (1 + (light * (1 - 0.14 * stain) - 1) * m)[..., None]
    kerb = cut(shape, grow(shape, -KERB_IN, "mitre"))
    field.paint_shape(kerb, mix(colour(look.tone), colour("cream"), 0.35), 0.03, "add", 0.1)


def _cell_noise(u: np.ndarray, v: np.ndarray, size: float) -> F32:
    """Return a random value from 0 to 1 for each square cell, at the given points."""
    value = np.sin(np.floor(u / size) * 12.9 + np.floor(v / size) * 78.2) * 43758.5
    return np.asarray(value - np.floor(value), np.float32)


def lawn(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a lawn mown in strips along its length, with worn places and a stone edge."""
    shape, spot = terrain_shape(piece), ClutterFrame(piece)
    field.paint_shape(shape, look.tone, 0.04, "add", 0.5, soft=0.03)
    got = field.window_mask(shape)
    if got is None:
        return
    at, m = got
    _, v = spot.frame.to_local(*field.grid_coordinates(at))
    strip = np.where(np.floor((v + spot.v) / MOWN_STRIP_IN) % 2 == 0, 0.05, -0.05)
    seed = name_seed(piece.id)
    tuft = field.noise(0.22, seed, 2, at) - 0.5
    worn = np.clip((field.noise(2.6, seed + 3, 3, at) - 0.6) * 4, 0, 1) * m
    field.colours[at] *= (1 + (strip + 0.35 * tuft).astype(np.float32) * m)[..., None]
    field.colours[at] = mix(field.colours[at], colour("#7C7350"), (np.float32(0.45) * worn)[..., None])
    field.heights[at] += np.float32(0.07) * tuft * m
    field.paint_shape(outline_band(shape, 0.16), "#9C978B", 0.05, "add", 0.3, alpha=0.9)


def gravel_path(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a gravel path with firm edges."""
    shape = terrain_shape(piece)
    path = stroke(smoothed_line(middle_line(shape)), mean_breadth(shape), "flat")
    field.paint_shape(grow(path, 0.1), "#6E6A55", alpha=0.6, soft=0.06)
    field.paint_shape(path, look.tone, -0.02, "add", 0.9, alpha=0.9, soft=0.03)


def lane(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the dashed line between two lanes, as wide as the shape and worn in places."""
    shape = terrain_shape(piece)
    for dash in dashes(middle_line(shape), DASH_IN, DASH_GAP_IN, mean_breadth(shape)):
        field.paint_shape((dash,), look.tone, 0.01, "add", 0.6, alpha=0.72)


def crossing(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the stripes of a pedestrian crossing, along the length of the shape."""
    spot = ClutterFrame(piece)
    count = int((2 * spot.v + STRIPE_STEP_IN - STRIPE_IN) / STRIPE_STEP_IN)
    first = -((count - 1) * STRIPE_STEP_IN + STRIPE_IN) / 2
    for k in range(count):
        low = first + k * STRIPE_STEP_IN
        stripe = spot.frame.rect(-spot.u, low, spot.u, low + STRIPE_IN)
        field.paint_shape(stripe, look.tone, 0.01, "add", 0.6, alpha=0.7)


def manhole(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the iron cover of a manhole with its ribs."""
    (x, y), (left, _, right, _) = shape_centre(terrain_shape(piece)), shape_bounds(terrain_shape(piece))
    r = (right - left) / 2
    field.paint_shape(disc(x, y, 1.3 * r), "#3C3F43", alpha=0.6, soft=0.08)
    field.paint_shape(disc(x, y, r), "#24272A", 0.04, "add")
    lid = disc(x, y, 0.84 * r)
    field.paint_shape(lid, look.tone, 0.03, "add", 0.3)
    for k in range(-2, 3):
        bar = LocalFrame(x, y, 25).rect(-0.7 * r, (0.3 * k - 0.06) * r, 0.7 * r, (0.3 * k + 0.06) * r)
        field.paint_shape(bar, "#34383C", -0.03, "add", clip_shape=lid)


def car_wreck(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a burnt-out car with broken glass around it."""
    plan = PaintPlan(field, piece)
    f, u, v = plan.frame, plan.u, plan.v
    field.paint_shape(disc(f.x, f.y, 1.15 * u), "#17140F", alpha=0.5, soft=0.5)
    paint_foot(field, plan.shape, 0.12)
    for k in (-0.58, 0.56):
        for side in (-0.72, 0.72):
            field.paint_shape(
                f.rect((k - 0.15) * u, (side - 0.2) * v, (k + 0.15) * u, (side + 0.2) * v),
                "#141312",
                0.3,
                "add",
            )
    body = f.shape_on_table(rounded_box(-0.96 * u, -0.78 * v, 1.92 * u, 1.56 * v, 0.35 * v))
    field.paint_shape(body, look.tone, 0.55 * plan.height, "add", 0.9)
    field.paint_shape(f.rect(-0.5 * u, -0.66 * v, 0.4 * u, 0.66 * v), "#100E0D", 0.1, "add", 0.4)
    roof = f.shape_on_table(rounded_box(-0.36 * u, -0.6 * v, 0.6 * u, 1.2 * v, 0.12 * v))
    field.paint_shape(roof, look.tones[0], 0.3 * plan.height, "add", 0.9)
    field.paint_shape(f.rect(0.5 * u, -0.6 * v, 0.9 * u, 0.1 * v), look.tones[1], 0.06, "add", 0.9)
    for x, y in scattered_points(plan.rng, grow(plan.shape, 0.4), 0.32, 60).tolist():
        if plan.rng.random() < 0.5:
            chip = disc(x, y, float(plan.rng.uniform(0.03, 0.08)), 6)
            field.paint_shape(chip, "#8E979B", 0.05, "add", 0.3)


def barricade(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a barricade of sandbags, boards, tyres and boxes piled up along the middle of the shape."""
    plan = PaintPlan(field, piece)
    line, half = middle_line(plan.shape), mean_breadth(plan.shape) / 2
    bag, board, box, tyre = look.tones
    paint_foot(field, plan.shape, 0.22, 0.55)
    field.paint_shape(plan.shape, "#3B352C", 0.3 * plan.height, "add", 0.6)
    step = 0.42
    for k, (x, y, c, s) in enumerate(points_along(line, step, (line_length(line) % step) / 2)):
        turn = math.degrees(math.atan2(s, c)) + float(plan.rng.uniform(-14, 14))
        at, rise = LocalFrame(x, y, turn), plan.base + plan.height * float(plan.rng.uniform(0.7, 0.95))
        shade = np.float32(plan.rng.uniform(0.85, 1.12))
        if k % 5 == 2:
            field.paint_shape(
                at.rect(-0.27, -0.8 * half, 0.27, 0.8 * half), colour(box) * shade, rise, "max", 0.4
            )
            field.paint_shape(at.rect(-0.19, -0.5 * half, 0.19, 0.5 * half), colour(box) * 0.7, -0.06, "add")
        elif k % 5 == 4:
            field.paint_shape(disc(x, y, 0.3), colour(tyre) * shade, rise, "max", 0.3)
            field.paint_shape(disc(x, y, 0.14), "#0F0F10", -0.3, "add")
        else:
            for side in (-0.48, 0.48):
                low, high = (side - 0.42) * half, (side + 0.42) * half
                field.paint_shape(
                    grow(at.rect(-0.17, low, 0.17, high), 0.03), colour(bag) * shade, rise, "max", 0.4
                )
    for x, y, c, s in points_along(line, 2.1, 0.9):
        plank = LocalFrame(x, y, math.degrees(math.atan2(s, c)) + float(plan.rng.uniform(-28, 28)))
        field.paint_shape(plank.rect(-0.8, -0.08, 0.8, 0.08), board, 0.14, "add", 0.5)
