"""Painters of the ground: craters, hills, rivers, roads, tunnels, pebbles and cracks."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from battlesim.geometry.outlines import Shape, grow, outline_band, shape_bounds, stroke, transformed
from battlesim.render.height_field import HeightField
from battlesim.render.noise import lattice_values, name_seed
from battlesim.render.palette import colour, mix
from battlesim.render.terrain.paint_tools import (
    PaintPlan,
    TerrainLook,
    blob_shape,
    paint_foot,
    radial_fraction,
    scattered_points,
    terrain_rng,
    terrain_shape,
)
from battlesim.table.levels import is_relief
from battlesim.table.terrain import Terrain

CONTOUR_HEIGHT_IN = 0.85
"""Approximate height between two contours of a hill, in inches."""
RELIEF_FRACTION = 0.75
"""Fraction of a hill's height that is modelled; with full relief, the soft sides would look like a pit."""


def crater(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a crater: a scorched bowl with a raised rim along its outline."""
    shape = terrain_shape(piece)
    x, y, share = radial_fraction(shape)
    reach = max(shape_bounds(shape)[2] - x, shape_bounds(shape)[3] - y)
    at = field.window_about(x, y, reach * 2.3)
    if at is None:
        return
    xs, ys = field.grid_coordinates(at)
    wobble = field.noise(0.8, name_seed(piece.id), 3, at) - 0.5
    d = (share(xs, ys) + wobble * min(0.25, 0.3 / reach)).astype(np.float32)
    deep, lip = min(1.3, 0.5 + reach * 0.3), min(0.6, 0.18 + reach * 0.12)
    rim = lip * np.exp(-(((d - 1) / (0.28 / max(1.0, reach / 1.6))) ** 2))
    bowl = lip - deep * (1 - d**2)
    field.heights[at] += np.where(d < 1, bowl, rim).astype(np.float32) * (d < 2.2)
    scorch = np.exp(-((d / 1.05) ** 2)) * 0.5 + np.exp(-((d / 0.55) ** 2)) * 0.25
    field.colours[at] *= (1 - np.clip(scorch, 0, 0.7))[..., None]
    angle = np.arctan2(ys - y, xs - x)
    rays = np.clip(np.sin(angle * 9 + wobble * 7) - 0.2, 0, 1) * np.exp(-(((d - 1.35) / 0.45) ** 2))
    field.colours[at] *= (1 + 0.16 * rays.astype(np.float32))[..., None]


def hill_contours(piece: Terrain) -> list[tuple[Shape, float]]:
    """Return the outline and height (in inches) of each level of a hill, from the lowest level up."""
    shape = terrain_shape(piece)
    x, y, _ = radial_fraction(shape)
    steps = max(1, round(piece.height / CONTOUR_HEIGHT_IN))
    inset = min(shape_bounds(shape)[2] - x, shape_bounds(shape)[3] - y) * 0.62 / steps
    levels = [(grow(shape, -inset * k) if k else shape, piece.height * (k + 1) / steps) for k in range(steps)]
    return [(level, z) for level, z in levels if level]


def ground_contours(piece: Terrain) -> list[tuple[Shape, float]]:
    """Return the outlines and heights (in inches) to label, of every level of a hill or of raised ground."""
    return [(terrain_shape(piece), piece.height)] if is_relief(piece) else hill_contours(piece)


def hill(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a hill as a series of soft steps, one for each contour."""
    below = 0.0
    for shape, z in hill_contours(piece):
        rise = (z - below) * RELIEF_FRACTION
        field.paint_shape(shape, None, rise, "add", soft=0.4)
        field.paint_shape(shape, look.tone, alpha=0.2, soft=0.35)
        field.levels.append((shape, rise))
        below = z


def terrace(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint an area of raised ground: flat up to its outline, with a dark foot and a pale rim."""
    shape = terrain_shape(piece)
    paint_foot(field, shape, width=0.3, alpha=0.45)
    field.raise_terrace(shape, piece.height * RELIEF_FRACTION)
    field.paint_shape(shape, look.tone, alpha=0.35)
    field.paint_shape(outline_band(shape, 0.12), mix(colour(look.tone), colour("cream"), 0.4), alpha=0.5)


def river(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a river with banks, a bed that is darker in the middle, and ripples."""
    bed = terrain_shape(piece)
    field.paint_shape(grow(bed, 0.5), "#5A4E3A", -0.12, "add", alpha=0.8, soft=0.18)
    level = 0.02
    field.paint_shape(bed, look.tone, level, "set", 0.25, soft=0.04)
    deep = grow(bed, -0.45)
    if deep:
        field.paint_shape(deep, colour(look.tone) * 0.68, alpha=0.85, soft=0.3)
    got = field.window_mask(bed)
    if got:
        at, m = got
        lines = field.noise(0.8, name_seed(piece.id), 3, at)
        ripple = np.clip(1 - np.abs(lines - 0.5) * 16, 0, 1) * m * 0.11
        field.glow[at] += ripple[..., None] * colour("#BFE3EA")
    field.paint_shape(outline_band(bed, 0.1), "#BFD2CF", alpha=0.45, soft=0.04)


def marsh(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint wet ground with pools of standing water and tufts of reeds between them."""
    plan, (mud, water, shine, reed) = PaintPlan(field, piece), map(colour, look.tones)
    rng = plan.rng
    field.paint_shape(plan.shape, mud, -0.03, "add", alpha=0.75, soft=0.3)
    for x, y in scattered_points(rng, grow(plan.shape, -0.4), 1.0, 200):
        pool = blob_shape(rng, x, y, rng.uniform(0.28, 0.5), 0.35)
        field.paint_shape(pool, water, plan.base, "set", 0.1, soft=0.05)
        field.paint_shape(outline_band(pool, 0.05), shine, alpha=0.5, soft=0.03)
    for x, y in scattered_points(rng, grow(plan.shape, -0.15), 0.42, 600):
        for a in rng.uniform(0.0, 2.0 * math.pi, 5):
            tip = x + 0.16 * math.cos(a), y + 0.16 * math.sin(a)
            blade = stroke([(x, y), tip], 0.04)
            field.paint_shape(blade, reed * np.float32(rng.uniform(0.7, 1.2)), 0.15, "add")


def road(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a road as a trodden strip, slightly lower than the ground."""
    field.paint_shape(terrain_shape(piece), look.tone, -0.04, "add", alpha=0.38, soft=0.35, grain=0.6)


def tunnel(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the mouth of a burrow: a ring of dug-out earth, a dark hole, and a faint glow on its lip."""
    plan, rng = PaintPlan(field, piece), terrain_rng(piece)
    x, y, r = plan.frame.x, plan.frame.y, plan.radius * 0.62
    at = field.window_about(x, y, r * 4)
    if at is None:
        return
    xs, ys = field.grid_coordinates(at)
    rough = field.noise(0.7, name_seed(piece.id), 3, at) - 0.5
    d = np.hypot(xs - x, ys - y).astype(np.float32) + rough * np.float32(0.7 * r)
    heap = np.exp(-(((d - 1.5 * r) / (0.55 * r)) ** 2))
    field.heights[at] += heap * 0.85
    spoil = colour("#6B4632") * (0.8 + 0.4 * field.fine[at][..., None])
    field.colours[at] = mix(field.colours[at], spoil, np.clip(heap * 1.1, 0, 0.85)[..., None])
    for _ in range(46):
        a, q, s = rng.uniform(0, 2 * math.pi), r * rng.normal(1.75, 0.42), rng.uniform(0.06, 0.2)
        clod = blob_shape(rng, x + q * math.cos(a), y + q * math.sin(a), s, 0.3, 7)
        field.paint_shape(clod, colour("#7E5640") * np.float32(rng.uniform(0.7, 1.2)), s, "add")
    throat = np.clip((r * 1.02 - d) / (0.5 * r), 0, 1)
    field.heights[at] -= throat * 1.1
    field.colours[at] *= (1 - 0.94 * np.clip(throat * 1.4, 0, 1))[..., None]
    lip = np.exp(-(((d - 0.78 * r) / (0.16 * r)) ** 2)) * 0.07
    field.glow[at] += lip[..., None] * colour("vermillion")
    if look.lamps:
        field.add_lamp(x, y, "vermillion", 4.0, 0.55, 0.6)


def paint_pebbles(field: HeightField, density: float = 0.4) -> None:
    """Scatter pebbles over the ground. `density` is the chance of a pebble on each square inch."""
    x0, x1 = math.floor(field.xs[0]) - 1, math.ceil(field.xs[-1]) + 1
    y0, y1 = math.floor(field.ys[-1]) - 1, math.ceil(field.ys[0]) + 1
    ix, iy = np.arange(x0, x1), np.arange(y0, y1)
    chance, across, up, size, tone, form = (lattice_values(ix, iy, 770 + k) for k in range(6))
    for row, column in np.argwhere(chance < density):
        r = 0.035 - 0.055 * math.log(1.0 - 0.96 * float(size[row, column]))
        x, y = float(ix[column] + across[row, column]), float(iy[row] + up[row, column])
        stone = transformed(_stones()[int(form[row, column] * 32)], (r, 0, 0, r, x, y))
        shade = colour("#7F6B57") * np.float32(0.75 + 0.5 * tone[row, column])
        field.paint_shape(stone, shade, r * 0.9, "add", 0.3)


@cache
def _stones() -> tuple[Shape, ...]:
    """Return 32 random stones of radius 1."""
    rng = np.random.default_rng(32)
    return tuple(blob_shape(rng, 0, 0, 1.0, 0.3, 6) for _ in range(32))


def paint_cracks(field: HeightField) -> None:
    """Paint thin dark cracks in dried mud, in some areas of the ground."""
    lines = field.noise(2.2, 211, 3)
    where = np.clip((field.noise(12.0, 212, 2) - 0.56) * 6, 0, 1)
    line = np.clip(1 - np.abs(lines - 0.5) * np.float32(field.ppi * 2.6), 0, 1) * where
    field.colours *= (1 - 0.13 * line)[..., None]
    field.heights -= 0.018 * line
