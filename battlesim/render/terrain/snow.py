"""Painters of wind-blown snow: waves of snow, drifts, settled snow and ridges of broken ice."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from battlesim.geometry.outlines import Shape, grow, line_length, middle_line, outline_band, points_along
from battlesim.render.height_field import HeightField
from battlesim.render.noise import F32, F64, name_seed, streaked_noise
from battlesim.render.palette import Colour, colour, mix
from battlesim.render.terrain.paint_tools import Generator, PaintPlan, TerrainLook, blob_shape, boulder_height
from battlesim.table.terrain import Terrain

WIND_DIRECTION_DEG: Final = -18.0
"""Direction in which snow is blown, in degrees counter-clockwise from the right."""
LEE_FRACTION: Final = 0.3
"""Fraction of a drift's breadth that slopes down on the lee side; the windward side rises gently."""


def paint_snow_waves(field: HeightField) -> None:
    """Paint long low ridges of snow along the wind, pale at the top."""
    ridge = _blown(field, 5.0, 0.7, 31, 4) - np.float32(0.5)
    swell = _blown(field, 14.0, 4.5, 37, 2) - np.float32(0.5)
    field.heights += np.float32(0.42) * ridge + np.float32(0.5) * swell
    field.colours *= (1 + np.float32(0.20) * ridge + np.float32(0.10) * swell)[..., None]


def drift(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a snowdrift with a wavy crest, gentle on the windward side and steep on the lee side."""
    plan = PaintPlan(field, piece)
    got = field.window_mask(plan.shape, 0.3)
    if got is None:
        return
    at, m = got
    rise = (
        m * _profile(field, plan, name_seed(piece.id))(*field.grid_coordinates(at)) * np.float32(plan.height)
    )
    field.heights[at] += rise
    pale = np.clip(rise / np.float32(plan.height) * np.float32(0.9) + np.float32(0.12) * m, 0, 0.85)
    tone = colour(look.tone) * (np.float32(0.95) + np.float32(0.1) * field.fine[at])[..., None]
    field.colours[at] = mix(field.colours[at], tone, pale[..., None])
    field.paint_shape(outline_band(plan.shape, 0.07), look.tones[0], alpha=0.75, soft=0.02)


def _profile(field: HeightField, plan: PaintPlan, seed: int) -> Callable[[F64, F64], F32]:
    """Return a drift's height function, 0 to 1, by the position across it; it drops towards the ends."""
    frame, u, v = plan.frame, max(plan.u, 0.1), max(plan.v, 0.1)
    turn = math.radians(WIND_DIRECTION_DEG)
    way = 1.0 if frame.s * math.cos(turn) - frame.c * math.sin(turn) >= 0 else -1.0

    def share(xs: F64, ys: F64) -> F32:
        a, b = frame.to_local(xs, ys)
        b = b * way + 0.22 * v * np.sin(a * (2.2 / max(1.0, v)) + seed % 7)
        back = np.clip(1 - (a / (1.12 * u)) ** 4, 0, 1)
        crest = -v + 2 * v * LEE_FRACTION
        windward = (v * 1.05 - b) / (v * 1.05 - crest)
        lee = (b + v * 1.15) / (crest + v * 1.15)
        z = np.clip(np.where(b > crest, windward, lee), 0, 1)
        return np.asarray(back * z * z * (3 - 2 * z), np.float32)

    return share


def paint_settled_snow(
    field: HeightField, shape: Shape, tone: str, fraction: float = 0.5, depth: float = 0.08
) -> None:
    """Paint long patches of snow on roughly the given fraction of a shape. `depth` is in inches."""
    got = field.window_mask(shape, 0.03)
    if got is None:
        return
    at, m = got
    xs, ys = field.xs[at[1]], field.ys[at[0]]
    lies = streaked_noise(xs, ys, 2.6, 0.9, WIND_DIRECTION_DEG, 41, 4, 1.3 / field.ppi) - np.float32(
        0.62 - 0.25 * fraction
    )
    lies = np.clip(lies * 7, 0, 1) * m
    field.heights[at] += np.float32(depth) * lies
    snow = colour(tone) * (np.float32(0.95) + np.float32(0.1) * field.fine[at])[..., None]
    field.colours[at] = mix(field.colours[at], snow, (np.float32(0.9) * lies)[..., None])


def ice(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a ridge of broken ice with pale facets, dark blue gaps, and chips around it."""
    plan, rng = PaintPlan(field, piece), PaintPlan(field, piece).rng
    deep, cold, pale = (colour(tone) for tone in look.tones)
    line = middle_line(plan.shape)
    field.paint_shape(grow(plan.shape, 0.45), deep, alpha=0.4, soft=0.3)
    field.paint_shape(plan.shape, deep, 0.3 * plan.height, "add", 0.3, soft=0.05)
    edge = grow(plan.shape, 0.14)
    for k, (x, y, _, _) in enumerate(points_along(line, 0.16)):
        _plate(field, rng, (x, y), plan, mix(cold, pale, rng.random()), edge, 0.7 if k % 3 else 1.0)
    for _ in range(int(5 * line_length(line))):
        x, y, c, s = points_along(line, 0.1)[int(rng.integers(0, max(1, int(line_length(line) / 0.1) - 1)))]
        off = float(rng.normal(0, 0.45))
        chip = blob_shape(rng, x - s * off, y + c * off, float(rng.uniform(0.04, 0.13)), 0.3, 6)
        field.paint_shape(chip, pale, 0.14, "add", 0.2)


def _plate(
    field: HeightField,
    rng: Generator,
    at: tuple[float, float],
    plan: PaintPlan,
    tone: Colour,
    edge: Shape,
    high: float,
) -> None:
    """Paint a tilted plate of ice."""
    x, y = (float(p + q) for p, q in zip(at, rng.normal(0, 0.14, 2), strict=True))
    size = float(rng.uniform(0.22, 0.46))
    z = boulder_height(rng, x, y, size, plan.height * high * float(rng.uniform(0.5, 1.0)), 5)
    field.paint_shape(
        blob_shape(rng, x, y, size, 0.3, 6),
        tone,
        lambda xs, ys: plan.base + z(xs, ys),
        "max",
        0.15,
        clip_shape=edge,
    )


def _blown(field: HeightField, along_wind: float, across: float, seed: int, octaves: int) -> F32:
    return streaked_noise(
        field.xs, field.ys, along_wind, across, WIND_DIRECTION_DEG, seed, octaves, 1.3 / field.ppi
    )
