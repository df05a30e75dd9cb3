"""Painters of decorative marks on the ground, such as tracks, trails, slabs and footprints."""

from __future__ import annotations

import numpy as np

from battlesim.geometry.outlines import (
    disc,
    grow,
    middle_line,
    points_along,
    shape_bounds,
    shape_centre,
    stroke,
)
from battlesim.render.height_field import HeightField
from battlesim.render.noise import name_seed
from battlesim.render.palette import colour, mix
from battlesim.render.terrain.clutter import ClutterFrame
from battlesim.render.terrain.paint_tools import (
    TerrainLook,
    blob_shape,
    smoothed_line,
    terrain_rng,
    terrain_shape,
)
from battlesim.render.terrain.walls import mean_breadth, offset_line
from battlesim.table.terrain import Terrain


def tracks(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the two ruts of a vehicle with tread marks. They are as far apart as the shape is wide."""
    shape = terrain_shape(piece)
    line, gauge = smoothed_line(middle_line(shape)), mean_breadth(shape)
    for side in (gauge / 2, -gauge / 2):
        rut = offset_line(line, side)
        got = field.window_mask(stroke(rut, 0.17, "flat"))
        if got is None:
            continue
        at, m = got
        m = m * np.clip((field.noise(3.0, name_seed(piece.id), 2, at) - 0.28) * 3.2, 0.15, 1)
        field.colours[at] += (colour(look.tone) - field.colours[at]) * (0.34 * m)[..., None]
        field.heights[at] -= np.float32(0.035) * m
        for x, y, c, s in points_along(rut, 0.3):
            tread = stroke([(x + 0.085 * s, y - 0.085 * c), (x - 0.085 * s, y + 0.085 * c)], 0.04, "flat")
            field.paint_shape(tread, look.tone, alpha=0.22)


def trail(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a trodden trail with soft edges."""
    shape = terrain_shape(piece)
    line, wide = smoothed_line(middle_line(shape)), mean_breadth(shape)
    field.paint_shape(stroke(line, wide + 0.8), look.tone, alpha=0.19, soft=0.5, grain=0.5)
    field.paint_shape(stroke(line, wide), look.tone, -0.03, "add", alpha=0.42, soft=0.28, grain=0.5)


def stream_bed(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint the pale, flat bed of a dry stream with pebbles along its edges."""
    shape, rng = terrain_shape(piece), terrain_rng(piece)
    line, wide = smoothed_line(middle_line(shape)), mean_breadth(shape)
    bank, bed, middle = look.tones
    field.paint_shape(stroke(line, wide + 1.0), bank, alpha=0.5, soft=0.4, grain=0.6)
    field.paint_shape(stroke(line, wide), bed, -0.10, "add", alpha=0.6, soft=0.22, grain=0.5)
    field.paint_shape(stroke(line, wide * 0.4), middle, -0.03, "add", alpha=0.45, soft=0.22, grain=0.7)
    for x, y, c, s in points_along(line, 0.16):
        off = float(wide / 2 * rng.normal(0.9, 0.34) * rng.choice([-1, 1]))
        size = min(float(rng.gamma(1.3, 0.04)) + 0.02, 0.22)
        stone = blob_shape(rng, x - s * off, y + c * off, size, 0.3, 7)
        field.paint_shape(stone, colour(bed) * np.float32(rng.uniform(0.75, 1.15)), size * 0.7, "add", 0.4)


def slabs(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint cracked and stained concrete slabs that are worn away toward the edges."""
    got = field.window_mask(terrain_shape(piece))
    if got is None:
        return
    at, m = got
    seed, spot = name_seed(piece.id), ClutterFrame(piece)
    u, v = spot.frame.to_local(*field.grid_coordinates(at))
    edge = np.minimum(spot.u - np.abs(u), spot.v - np.abs(v)).astype(np.float32)
    worn = np.clip((field.noise(3.2, seed, 4, at) - 0.5) * 5 + edge * 0.55, 0, 1) * m
    shade = np.sin(np.floor(u / 1.55) * 12.9 + np.floor(v / 1.6) * 78.2) * 43758.5
    joint = (np.minimum(u % 1.55, v % 1.6) < max(0.045, 0.6 / field.ppi)).astype(np.float32)
    crack = np.clip(1 - np.abs(field.noise(2.4, seed + 9, 3, at) - 0.5) * 70, 0, 1)
    stain = np.clip((field.noise(1.4, seed + 5, 3, at) - 0.6) * 5, 0, 1)
    light = 0.90 + 0.16 * (shade - np.floor(shade)) + 0.25 * (field.fine[at] - 0.5)
    light = (light + 0.2 * (field.mid[at] - 0.5)) * (1 - 0.34 * joint) * (1 - 0.3 * crack - 0.28 * stain)
    tone = colour(look.tone) * light.astype(np.float32)[..., None]
    field.colours[at] = mix(field.colours[at], tone, (np.float32(0.88) * worn)[..., None])
    flat = np.float32(0.4) + np.float32(0.02) * field.fine[at] - np.float32(0.03) * joint
    field.heights[at] = mix(field.heights[at], flat, worn)


def pock(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a small shell crater, too shallow to give cover."""
    (x, y), (left, _, right, _) = shape_centre(terrain_shape(piece)), shape_bounds(terrain_shape(piece))
    r = (right - left) / 2
    at = field.window_about(x, y, 2.2 * r)
    if at is None:
        return
    xs, ys = field.grid_coordinates(at)
    d = (np.hypot(xs - x, ys - y) / r + 0.5 * (field.noise(0.5, name_seed(piece.id), 3, at) - 0.5)).astype(
        "f4"
    )
    bowl = 0.12 * np.exp(-(((d - 1) / 0.3) ** 2)) - 0.4 * np.clip(1 - d * d, 0, 1)
    field.heights[at] += bowl.astype(np.float32)
    scorch = 0.5 * np.exp(-((d / 1.1) ** 2)) + 0.2 * np.exp(-((d / 0.5) ** 2))
    field.colours[at] *= (1 - np.clip(scorch, 0, 0.62))[..., None]


def doorstep(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a doorstep that faces away from its house, with trodden ground in front and a lamp beside it."""
    spot, f = ClutterFrame(piece), ClutterFrame(piece).frame
    field.paint_shape(f.rect(-spot.u, -spot.v, spot.u, spot.v), look.tone, 0.10, "add", 0.3)
    field.paint_shape(
        f.rect(spot.u, -1.2 * spot.v, spot.u + 1.2, 1.2 * spot.v), "#5B4A3B", alpha=0.4, soft=0.2
    )
    x, y = f.point_on_table(-spot.u + 0.1, 1.3 * spot.v)
    field.paint_shape(disc(x, y, 0.10), "#FFE2A8", 0.4, "add", glow=colour("#FFD9A0") * 0.9)
    field.add_lamp(*f.point_on_table(0.1, 0.1), "#FFB866", 3.4, 0.62, 1.4)


def footprints(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint footprints as pairs of small dents along a line."""
    shape, rng = terrain_shape(piece), terrain_rng(piece)
    for k, (x, y, c, s) in enumerate(points_along(smoothed_line(middle_line(shape)), 0.3)):
        off = (0.12 if k % 2 else -0.12) + float(rng.normal(0, 0.04))
        dent = grow(
            stroke([(x - s * off, y + c * off), (x - s * off + 0.1 * c, y + c * off + 0.1 * s)], 0.07), 0.02
        )
        field.paint_shape(dent, look.tone, -0.08, "add", alpha=0.55)
