"""Painters of crates, barrels, wrecks and vehicles."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import cut, disc, grow, polygon, stroke
from battlesim.render.height_field import HeightField
from battlesim.render.palette import Colour, colour
from battlesim.render.terrain.paint_tools import LocalFrame, PaintPlan, TerrainLook, paint_foot
from battlesim.table.terrain import Terrain


def crate(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a wooden crate: a box with a frame and two crossed boards."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    f, u, v, rim = plan.frame, plan.u, plan.v, min(0.08, plan.v * 0.25)
    paint_foot(field, plan.shape, 0.08, 0.4)
    field.paint_shape(plan.shape, tone, plan.height, "add", 0.3)
    field.paint_shape(f.rect(-u + rim, -v + rim, u - rim, v - rim), tone * 0.78, -0.07, "add", 0.3)
    for way in (1, -1):
        board = stroke([(-u * 0.72, -way * v * 0.72), (u * 0.72, way * v * 0.72)], min(0.09, v * 0.3), "flat")
        field.paint_shape(f.shape_on_table(board), tone * 1.08, 0.06, "add")


def barrels(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint rows of drums, as many as fit in the shape."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    r = min(0.26, plan.v)
    for u in np.arange(-plan.u + r, plan.u - r + 1e-6, 2 * r):
        for v in np.arange(-plan.v + r, plan.v - r + 1e-6, 2 * r):
            x, y = plan.frame.point_on_table(float(u), float(v))
            shade = tone * np.float32(plan.rng.uniform(0.8, 1.15))
            field.paint_shape(disc(x, y, r * 0.94), shade, plan.height, "add", 0.2)
            field.paint_shape(disc(x, y, r * 0.72), shade * 0.8, -0.06, "add", 0.2)


def dump(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a fuel dump: drums close together on a plate with a striped kerb."""
    plan = PaintPlan(field, piece)
    f, r = plan.frame, plan.v
    paint_foot(field, plan.shape, 0.18)
    field.paint_shape(plan.shape, "#4A5056", plan.base + 0.16, "set", 0.15)
    kerb = cut(plan.shape, grow(plan.shape, -0.12 * r))
    field.paint_shape(kerb, look.tones[0], 0.05, "add", 0.1)
    for k in range(0, 24, 2):
        a, b = (math.radians(15 * (k + turn)) for turn in (0, 1))
        wedge = polygon(
            [(0, 0), (2 * r * math.cos(a), 2 * r * math.sin(a)), (2 * r * math.cos(b), 2 * r * math.sin(b))]
        )
        field.paint_shape(f.shape_on_table(wedge), "#1B1E22", grain=0.1, clip_shape=kerb)
    size = 0.235 * r
    for row in range(-2, 3):
        for k in range(-2, 3):
            x, y = f.point_on_table((k + row % 2 / 2) * 2.05 * size, row * 1.8 * size)
            if plan.fits_inside(disc(x, y, size * 1.35)):
                _drum(
                    field, (x, y), size, plan, look.tones[1 + int(plan.rng.integers(0, len(look.tones) - 1))]
                )


def _drum(field: HeightField, at: tuple[float, float], r: float, plan: PaintPlan, tone: str) -> None:
    """Paint a standing drum with its rim, sunken lid and bung."""
    shade = colour(tone) * np.float32(plan.rng.uniform(0.85, 1.1))
    field.paint_shape(disc(*at, r), shade * 1.1, plan.top, "set", 0.15)
    field.paint_shape(disc(*at, r * 0.78), shade * 0.82, -0.08, "add", 0.15)
    field.paint_shape(disc(at[0] + r * 0.4, at[1] + r * 0.2, r * 0.16), "#22262A", 0.05, "add")


def wreck(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the wreck of a burnt-out armoured vehicle that is still glowing."""
    plan, burnt = PaintPlan(field, piece), colour(look.tone)
    f = plan.frame
    field.paint_shape(disc(f.x, f.y, plan.u * 1.35), "#1D1916", alpha=0.55, soft=0.6)
    paint_carrier(field, plan, burnt, plan.height * 0.85)
    k = plan.u / 1.65
    gun = stroke(np.array([(0.5, 0.12), (1.2, 0.45), (1.55, 0.55)]) * k, 0.14 * k)
    field.paint_shape(f.shape_on_table(gun), burnt * 0.8, 0.45, "add")
    field.paint_shape(
        f.shape_on_table(disc(0.22 * k, 0.05, 0.22 * k)),
        "#120F0D",
        -0.4,
        "add",
        glow=colour("#FF7A2A") * 0.30,
    )
    embers = f.shape_on_table(disc(-0.9 * k, -0.1, 0.16 * k))
    field.paint_shape(embers, "#120F0D", -0.1, "add", soft=0.05, glow=colour("#FF6A1A") * 0.55)
    x, y = f.point_on_table(-0.6 * k, 0)
    field.add_lamp(x, y, "#FF6A1A", 2.8, 0.55, 0.8)


def vehicle(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a parked armoured vehicle with tracks."""
    plan, tone = PaintPlan(field, piece), colour(look.tone)
    paint_foot(field, plan.shape, 0.15)
    paint_carrier(field, plan, tone, plan.height * 0.85)
    k = plan.u / 1.65
    field.paint_shape(
        plan.frame.shape_on_table(stroke([(0.4 * k, 0.05), (1.5 * k, 0.05)], 0.13 * k)),
        tone * 0.7,
        0.4,
        "add",
    )


def lorry(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a parked lorry: wheels, a bed under canvas, and a cab with a windscreen."""
    plan, (paint, canvas) = PaintPlan(field, piece), map(colour, look.tones)
    f, u, v, high = plan.frame, plan.u, plan.v, plan.height
    paint_foot(field, plan.shape, 0.15)
    for x in (-0.72, -0.44, 0.7):
        field.paint_shape(f.rect((x - 0.11) * u, -v, (x + 0.11) * u, v), "#22211F", high * 0.35, "add", 0.3)
    field.paint_shape(f.rect(-u, -0.86 * v, 0.4 * u, 0.86 * v), canvas, high * 0.6, "add", 0.5)
    for x in np.linspace(-0.94, 0.34, 6):
        rib = f.rect(x * u - 0.04, -0.86 * v, x * u + 0.04, 0.86 * v)
        field.paint_shape(rib, canvas * 0.78, 0.08, "add")
    field.paint_shape(f.rect(0.46 * u, -0.8 * v, 0.84 * u, 0.8 * v), paint, high * 0.5, "add", 0.4)
    field.paint_shape(f.rect(0.84 * u, -0.62 * v, u, 0.62 * v), paint * 0.85, high * 0.35, "add", 0.4)
    field.paint_shape(f.rect(0.72 * u, -0.68 * v, 0.82 * u, 0.68 * v), "#182027", -0.05, "add")


def paint_carrier(field: HeightField, plan: PaintPlan, tone: Colour, height: float) -> None:
    """Paint the tracks, hull, engine grille and turret of an armoured vehicle, scaled to fit a shape."""
    k, w = plan.u / 1.65, plan.v / 0.95
    f = LocalFrame(plan.frame.x, plan.frame.y, plan.frame.degrees)
    for v in (-0.74 * w, 0.74 * w):
        field.paint_shape(
            f.rect(-1.65 * k, v - 0.21 * w, 1.65 * k, v + 0.21 * w), "#2B2927", height * 0.6, "add", 0.3
        )
        for u in np.arange(-1.6 * k, 1.55 * k, 0.17):
            field.paint_shape(f.rect(u, v - 0.21 * w, u + 0.06, v + 0.21 * w), "#55504C", 0.08, "add")
    nose = [(-1.55, -0.62), (1.2, -0.62), (1.55, -0.3), (1.55, 0.3), (1.2, 0.62), (-1.55, 0.62)]
    field.paint_shape(f.shape_on_table(polygon(np.array(nose) * (k, w))), tone, height, "add", 0.6)
    field.paint_shape(f.rect(-1.45 * k, -0.5 * w, -0.6 * k, 0.5 * w), tone * 0.7, 0.1, "add", 0.5)
    for u in np.arange(-1.35 * k, -0.65 * k, 0.16):
        field.paint_shape(f.rect(u, -0.42 * w, u + 0.06, 0.42 * w), "#1A1817", -0.08, "add")
    field.paint_shape(f.shape_on_table(disc(0.3 * k, 0.08, 0.52 * min(k, w))), tone * 1.15, 0.4, "add", 0.5)
