"""Rocks and rubble."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import grow, polygon
from battlesim.render.field import Field
from battlesim.render.numbers import F64
from battlesim.render.palette import colour, mix
from battlesim.render.terrain.base import Frame, Look, Plan, blob, facets, scatter
from battlesim.table.terrain import Terrain


def rocks(field: Field, piece: Terrain, look: Look) -> None:
    """A mass of boulders that fills its outline, the highest in the middle, with chips around it."""
    plan, tone = Plan(field, piece), colour(look.tone)
    rng, f, base = plan.rng, plan.frame, plan.base
    field.lay(grow(plan.shape, 0.3), "#4E4237", alpha=0.45, soft=0.22)
    skirt = facets(rng, f.x, f.y, max(plan.u, 0.3) * 1.3, plan.height * 0.4, 9)
    field.lay(plan.shape, tone * 0.8, lambda x, y: base + skirt(x, y) + 0.1, "max", 0.7)
    spots = scatter(rng, grow(plan.shape, -0.1), min(max(0.34 * plan.v, 0.28), 0.9), 220).tolist()
    for k, (x, y) in enumerate([(f.x, f.y), *spots]):
        out = math.hypot(x - f.x, y - f.y) / max(plan.u, 0.1)
        size = min(plan.v, 1.9) * (0.66 if k == 0 else float(rng.uniform(0.24, 0.44)))
        high = plan.height * (1.0 if k == 0 else float(rng.uniform(0.45, 0.9)) * (1 - 0.45 * out))
        stone, z = blob(rng, x, y, size, 0.2, 6), facets(rng, x, y, size, high, 6)
        shade = tone * np.float32(rng.uniform(0.85, 1.12))
        field.lay(stone, shade, lambda xs, ys, z=z: base + z(xs, ys), "max", 0.5, within=plan.shape)
    for _ in range(int(8 + 6 * plan.u)):
        a, d, s = rng.uniform(0, 2 * math.pi), rng.uniform(0.96, 1.22), rng.uniform(0.05, 0.14)
        x, y = f.at(plan.u * d * math.cos(a), plan.v * d * math.sin(a))
        field.lay(blob(rng, x, y, s, 0.3, 6), tone * 0.9, s, "add")


def rubble(field: Field, piece: Terrain, look: Look) -> None:
    """Broken slabs at all angles over dust, and a few beams."""
    plan = Plan(field, piece)
    spread(field, plan, look.tone)


def spread(field: Field, plan: Plan, tone: str, spacing: float = 0.16) -> None:
    """Cover a plan's shape with broken slabs."""
    rng, stone = plan.rng, colour(tone)
    field.lay(plan.shape, "#6C6258", 0.12, "add", alpha=0.7, soft=0.16, grain=0.7)
    for x, y in scatter(rng, grow(plan.shape, -0.08), spacing, 1600):
        s = rng.gamma(2.2, 0.055) + 0.05
        a, b, c = rng.uniform(0.6, 1), rng.uniform(0.2, 0.7), rng.uniform(0, 180)
        slab = polygon([(-s, -s * 0.6), (s * a, -s * 0.7), (s, s * b), (-s * 0.5, s * 0.8)])
        tilt = rng.uniform(-1, 1, 2)

        def lean(xs: F64, ys: F64, x: float = x, y: float = y, s: float = s, t: F64 = tilt) -> F64:
            return s * 1.2 + t[0] * (xs - x) + t[1] * (ys - y)

        shade = mix(stone, colour("#7A5B48"), rng.random() * 0.5) * np.float32(rng.uniform(0.7, 1.15))
        field.lay(Frame(x, y, c).put(slab), shade, lean, "add", 0.4, within=plan.shape)
    for _ in range(int(2 + plan.u)):
        x, y = plan.frame.at(*(rng.uniform(-0.6, 0.6, 2) * (plan.u, plan.v)))
        beam = Frame(x, y, rng.uniform(0, 180)).rect(-0.6, -0.045, 0.6, 0.045)
        field.lay(beam, "#5A3F30", 0.35, "add", within=plan.shape)
