"""What marks the ground, for the eye alone: tracks, trodden ways, dry beds, slabs, small craters, steps."""

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
from battlesim.render.field import Field
from battlesim.render.numbers import seed_of
from battlesim.render.palette import colour, mix
from battlesim.render.terrain.base import Look, blob, rng_of, shape_of, smooth_line
from battlesim.render.terrain.stores import Spot
from battlesim.render.terrain.walls import beside, thickness
from battlesim.table.terrain import Terrain


def tracks(field: Field, piece: Terrain, look: Look) -> None:
    """Two ruts with treads, as far apart as the shape is broad; stronger and weaker along the way."""
    shape = shape_of(piece)
    line, gauge = smooth_line(middle_line(shape)), thickness(shape)
    for side in (gauge / 2, -gauge / 2):
        rut = beside(line, side)
        got = field.covered(stroke(rut, 0.17, "flat"))
        if got is None:
            continue
        at, m = got
        m = m * np.clip((field.noise(3.0, seed_of(piece.id), 2, at) - 0.28) * 3.2, 0.15, 1)
        field.A[at] += (colour(look.tone) - field.A[at]) * (0.34 * m)[..., None]
        field.H[at] -= np.float32(0.035) * m
        for x, y, c, s in points_along(rut, 0.3):
            tread = stroke([(x + 0.085 * s, y - 0.085 * c), (x - 0.085 * s, y + 0.085 * c)], 0.04, "flat")
            field.lay(tread, look.tone, alpha=0.22)


def trail(field: Field, piece: Terrain, look: Look) -> None:
    """A way that has been trodden, with soft edges."""
    shape = shape_of(piece)
    line, wide = smooth_line(middle_line(shape)), thickness(shape)
    field.lay(stroke(line, wide + 0.8), look.tone, alpha=0.19, soft=0.5, grain=0.5)
    field.lay(stroke(line, wide), look.tone, -0.03, "add", alpha=0.42, soft=0.28, grain=0.5)


def stream_bed(field: Field, piece: Terrain, look: Look) -> None:
    """The bed of a dry stream: flat, paler, pebbles along its edges."""
    shape, rng = shape_of(piece), rng_of(piece)
    line, wide = smooth_line(middle_line(shape)), thickness(shape)
    bank, bed, middle = look.tones
    field.lay(stroke(line, wide + 1.0), bank, alpha=0.5, soft=0.4, grain=0.6)
    field.lay(stroke(line, wide), bed, -0.10, "add", alpha=0.6, soft=0.22, grain=0.5)
    field.lay(stroke(line, wide * 0.4), middle, -0.03, "add", alpha=0.45, soft=0.22, grain=0.7)
    for x, y, c, s in points_along(line, 0.16):
        off = float(wide / 2 * rng.normal(0.9, 0.34) * rng.choice([-1, 1]))
        size = min(float(rng.gamma(1.3, 0.04)) + 0.02, 0.22)
        stone = blob(rng, x - s * off, y + c * off, size, 0.3, 7)
        field.lay(stone, colour(bed) * np.float32(rng.uniform(0.75, 1.15)), size * 0.7, "add", 0.4)


def slabs(field: Field, piece: Terrain, look: Look) -> None:
    """Slabs of concrete, cracked and stained, worn away toward the edges."""
    got = field.covered(shape_of(piece))
    if got is None:
        return
    at, m = got
    seed, spot = seed_of(piece.id), Spot(piece)
    u, v = spot.frame.uv(*field.grid(at))
    edge = np.minimum(spot.u - np.abs(u), spot.v - np.abs(v)).astype(np.float32)
    worn = np.clip((field.noise(3.2, seed, 4, at) - 0.5) * 5 + edge * 0.55, 0, 1) * m
    shade = np.sin(np.floor(u / 1.55) * 12.9 + np.floor(v / 1.6) * 78.2) * 43758.5
    joint = (np.minimum(u % 1.55, v % 1.6) < max(0.045, 0.6 / field.ppi)).astype(np.float32)
    crack = np.clip(1 - np.abs(field.noise(2.4, seed + 9, 3, at) - 0.5) * 70, 0, 1)
    stain = np.clip((field.noise(1.4, seed + 5, 3, at) - 0.6) * 5, 0, 1)
    light = 0.90 + 0.16 * (shade - np.floor(shade)) + 0.25 * (field.fine[at] - 0.5)
    light = (light + 0.2 * (field.mid[at] - 0.5)) * (1 - 0.34 * joint) * (1 - 0.3 * crack - 0.28 * stain)
    tone = colour(look.tone) * light.astype(np.float32)[..., None]
    field.A[at] = mix(field.A[at], tone, (np.float32(0.88) * worn)[..., None])
    flat = np.float32(0.4) + np.float32(0.02) * field.fine[at] - np.float32(0.03) * joint
    field.H[at] = mix(field.H[at], flat, worn)


def pock(field: Field, piece: Terrain, look: Look) -> None:
    """The mark of a shell, too shallow to hide in."""
    (x, y), (left, _, right, _) = shape_centre(shape_of(piece)), shape_bounds(shape_of(piece))
    r = (right - left) / 2
    at = field.around(x, y, 2.2 * r)
    if at is None:
        return
    xs, ys = field.grid(at)
    d = (np.hypot(xs - x, ys - y) / r + 0.5 * (field.noise(0.5, seed_of(piece.id), 3, at) - 0.5)).astype("f4")
    bowl = 0.12 * np.exp(-(((d - 1) / 0.3) ** 2)) - 0.4 * np.clip(1 - d * d, 0, 1)
    field.H[at] += bowl.astype(np.float32)
    scorch = 0.5 * np.exp(-((d / 1.1) ** 2)) + 0.2 * np.exp(-((d / 0.5) ** 2))
    field.A[at] *= (1 - np.clip(scorch, 0, 0.62))[..., None]


def doorstep(field: Field, piece: Terrain, look: Look) -> None:
    """A step before a door, trodden ground before it, and a lamp beside it; it faces away from the house."""
    spot, f = Spot(piece), Spot(piece).frame
    field.lay(f.rect(-spot.u, -spot.v, spot.u, spot.v), look.tone, 0.10, "add", 0.3)
    field.lay(f.rect(spot.u, -1.2 * spot.v, spot.u + 1.2, 1.2 * spot.v), "#5B4A3B", alpha=0.4, soft=0.2)
    x, y = f.at(-spot.u + 0.1, 1.3 * spot.v)
    field.lay(disc(x, y, 0.10), "#FFE2A8", 0.4, "add", glow=colour("#FFD9A0") * 0.9)
    field.lamp(*f.at(0.1, 0.1), "#FFB866", 3.4, 0.62, 1.4)


def footprints(field: Field, piece: Terrain, look: Look) -> None:
    """Where people went to and fro: pairs of small dents."""
    shape, rng = shape_of(piece), rng_of(piece)
    for k, (x, y, c, s) in enumerate(points_along(smooth_line(middle_line(shape)), 0.3)):
        off = (0.12 if k % 2 else -0.12) + float(rng.normal(0, 0.04))
        dent = grow(
            stroke([(x - s * off, y + c * off), (x - s * off + 0.1 * c, y + c * off + 0.1 * s)], 0.07), 0.02
        )
        field.lay(dent, look.tone, -0.08, "add", alpha=0.55)
