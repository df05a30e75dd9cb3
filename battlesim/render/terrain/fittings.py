"""Painters of decorative posts, lamps, platforms and gates, and of see-through trees."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import box, cut, disc, grow, polygon, stroke
from battlesim.render.height_field import HeightField
from battlesim.render.palette import colour
from battlesim.render.terrain.clutter import ClutterFrame
from battlesim.render.terrain.paint_tools import Generator, TerrainLook, blob_shape
from battlesim.render.terrain.plants import paint_crown
from battlesim.table.terrain import Terrain


def lamp_post(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a lamp post whose arm points in the direction of its facing."""
    spot = ClutterFrame(piece)
    x, y = spot.frame.point_on_table(0.4, 0.0)
    field.paint_shape(disc(spot.x, spot.y, 0.10), look.tone, 1.5, "add")
    field.paint_shape(stroke([(spot.x, spot.y), (x, y)], 0.07), look.tone, 1.5, "add")
    field.paint_shape(disc(x, y, 0.14), "#FFE2A8", 0.3, "add", glow=colour("#FFD9A0") * 0.9)
    field.add_lamp(x, y, "#FFB866", 4.8, 0.60, 1.9)


def wall_lamp(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a lamp on the side of a wall."""
    spot = ClutterFrame(piece)
    field.paint_shape(disc(spot.x, spot.y, 0.10), "#FFE2A8", 1.2, "add", glow=colour("#FFD9A0") * 0.9)
    field.add_lamp(spot.x, spot.y, "#FFB866", 3.8, 0.70, 1.2)


def platform(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint an open platform above a wall, with a railing, a hatch and a searchlight that faces forward."""
    spot, f, s = ClutterFrame(piece), ClutterFrame(piece).frame, ClutterFrame(piece).u
    deck = field.ground_height(spot.x, spot.y) + piece.height + 1.7
    x, y = f.x, f.y
    upright = box(x - s, y - s, x + s, y + s)
    field.paint_shape(grow(upright, 0.12), "#3C352D", alpha=0.45, soft=0.12)
    field.paint_shape(upright, "#6E757B", deck, "set", 0.12)
    for k in np.arange(-s + 0.14, s - 0.05, 0.17):
        field.paint_shape(box(x + k, y - s + 0.1, x + k + 0.06, y + s - 0.1), "#4A5157", -0.05, "add")
    inner = box(x - s + 0.17, y - s + 0.17, x + s - 0.17, y + s - 0.17)
    field.paint_shape(cut(upright, inner), look.tone, deck + 0.38, "set", 0.1)
    for a in (-1, 1):
        for b in (-1, 1):
            field.paint_shape(
                disc(x + a * (s - 0.1), y + b * (s - 0.1), 0.17), colour(look.tone) * 1.2, 0.12, "add"
            )
    field.paint_shape(f.rect(-0.66, -0.35, 0.04, 0.35), "#B58A34", 0.10, "add", 0.2)
    field.paint_shape(f.rect(-0.56, -0.26, -0.06, 0.26), "#5B4A2C", -0.03, "add", 0.2)
    lit = f.point_on_table(0.52, 0.0)
    field.paint_shape(disc(*lit, 0.27), "#2B3035", 0.38, "add")
    beam = stroke([lit, f.point_on_table(0.78, 0.0)], 0.30, "flat")
    field.paint_shape(beam, "#FFF3D0", 0.1, "add", glow=colour("#FFE9B8") * 0.5)
    field.add_lamp(*lit, "#FFE3B0", 13.0, 0.95, 3.4, (f.degrees, 13.0))
    field.add_lamp(x, y, "#FFC27A", 3.4, 0.34, 3.5)


def open_gate(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint an open gate in a passage, with a rail, stripes on the ground and two beacons.

    Its leaves are folded back against the wall on the side that the gate faces.
    """
    spot, f, v = ClutterFrame(piece), ClutterFrame(piece).frame, ClutterFrame(piece).v
    road = f.rect(-0.34, -v, 0.34, v)
    field.paint_shape(road, "#4E4A45", -0.02, "add", alpha=0.75, soft=0.03)
    for k in np.arange(-v - 0.6, v, 0.62):
        stripe = polygon([(-0.34, k), (0.34, k + 0.5), (0.34, k + 0.81), (-0.34, k + 0.31)])
        field.paint_shape(f.shape_on_table(stripe), "#C79A3A", alpha=0.85, grain=0.5, clip_shape=road)
    field.paint_shape(f.rect(-0.04, -v, 0.04, v), "#2A2C2E", -0.03, "add")
    base = field.ground_height(spot.x, spot.y)
    for a, c in ((-v - 1.95, -v - 0.05), (v + 0.05, v + 1.95)):
        leaf = f.rect(0.28, a, 0.46, c)
        field.paint_shape(leaf, look.tone, base + 1.1, "set", 0.25)
        for k in np.arange(a + 0.2, c, 0.4):
            field.paint_shape(f.rect(0.28, k, 0.46, k + 0.1), "#3A352E", 0.04, "add")
    for k in (-v, v):
        field.paint_shape(f.rect(-0.36, k - 0.3, 0.36, k + 0.3), "#7E858B", base + 1.3, "set", 0.1)
        field.paint_shape(f.rect(-0.24, k - 0.18, 0.24, k + 0.18), "#A9AFB3", 0.12, "add", 0.1)
        field.paint_shape(
            disc(*f.point_on_table(0, k), 0.11), "orange", 0.16, "add", glow=colour("orange") * 0.9
        )
        field.add_lamp(*f.point_on_table(0.5, k), "#FFB866", 4.6, 0.55, 2.2)


def mast(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a lattice mast with guy wires and a lamp on top."""
    spot, s = ClutterFrame(piece), ClutterFrame(piece).u
    field.paint_shape(grow(spot.shape, 0.05), "#3C4248", alpha=0.5, soft=0.1)
    for k in range(3):
        a = math.radians(spot.frame.degrees + 120 * k)
        end = (spot.x + 2.2 * s * math.cos(a), spot.y + 2.2 * s * math.sin(a))
        field.paint_shape(stroke([(spot.x, spot.y), end], 0.03), "#3C4248", alpha=0.7)
        field.paint_shape(disc(*end, 0.08), "#3C4248", 0.12, "add")
    field.paint_shape(spot.frame.rect(-0.22, -0.22, 0.22, 0.22), look.tone, 1.6, "add", 0.1)
    for way in (1, -1):
        field.paint_shape(
            spot.frame.shape_on_table(stroke([(-0.22, -0.22 * way), (0.22, 0.22 * way)], 0.05)),
            "#3C4248",
            0.05,
            "add",
        )
    field.paint_shape(disc(spot.x, spot.y, 0.09), "vermillion", 0.2, "add", glow=colour("vermillion") * 0.9)
    field.add_lamp(spot.x, spot.y, "vermillion", 3.0, 0.5, 2.5)


def bare_tree(field: HeightField, piece: Terrain, look: TerrainLook) -> None:
    """Paint a tree with bare limbs and a few small tufts of leaves."""
    spot, rng = ClutterFrame(piece), ClutterFrame(piece).rng
    wood, tones = look.tone, [colour(tone) for tone in look.tones]
    field.paint_shape(blob_shape(rng, spot.x, spot.y, 0.5), "#4A4033", alpha=0.5, soft=0.2)
    tips: list[tuple[float, float]] = []
    for a in np.arange(5) * (2 * math.pi / 5) + rng.uniform(0, 1):
        way, long = float(a + rng.uniform(-0.3, 0.3)), float(spot.u * rng.uniform(0.36, 0.5))
        _limb(field, rng, wood, (spot.x, spot.y), (way, long, 0.13), 0, tips)
    field.paint_shape(disc(spot.x, spot.y, 0.14), "#6A553B", 0.5, "add", 0.3)
    for x, y in tips:
        if tones and rng.random() < 0.5:
            paint_crown(field, rng, x, y, float(rng.uniform(0.13, 0.24)), 0.3, tones)


def _limb(
    field: HeightField,
    rng: Generator,
    wood: str,
    at: tuple[float, float],
    grows: tuple[float, float, float],
    level: int,
    tips: list[tuple[float, float]],
) -> None:
    """Paint a limb and its branches recursively, adding the outermost ends to `tips`.

    `grows` is the direction in radians, the length and the thickness of the limb in inches.
    """
    way, long, thick = grows
    (x, y), (bx, by) = at, rng.uniform(-0.05, 0.05, 2).tolist()
    end = x + long * math.cos(way), y + long * math.sin(way)
    knee = (x + end[0]) / 2 + bx, (y + end[1]) / 2 + by
    field.paint_shape(stroke([at, knee, end], thick), wood, 0.3 + 0.22 * level, "add", 0.4)
    if level >= 2 or long < 0.16:
        tips.append(end)
        return
    turns = [float(rng.uniform(-0.9, -0.3)), float(rng.uniform(0.25, 0.9))]
    turns += [float(rng.uniform(-0.2, 0.2))] if rng.random() < 0.4 else []
    for turn in turns:
        _limb(
            field,
            rng,
            wood,
            end,
            (way + turn, long * float(rng.uniform(0.62, 0.8)), thick * 0.66),
            level + 1,
            tips,
        )
