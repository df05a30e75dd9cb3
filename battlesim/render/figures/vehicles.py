"""Painters of cars, carriers, helicopters and saucers."""

from __future__ import annotations

import math

from battlesim.geometry.outlines import annulus
from battlesim.render.figures.pen import Pen


def draw_wheels(p: Pen, front: float, back: float, out: float) -> None:
    """Draw four wheels at the given distances in front of, behind and to the sides of the middle."""
    for x in (-back, front):
        for s in (1, -1):
            p.box(x - 0.2, s * out - 0.13, x + 0.2, s * out + 0.13, "dark", 0.05)


def car(p: Pen) -> None:
    """Paint a closed car with a rounded body and dark windows."""
    draw_wheels(p, 0.56, 0.56, 0.32)
    p.box(-1.02, -0.4, 1.04, 0.4, "body", 0.26)
    p.poly([(-0.5, 0.33), (0.3, 0.33), (0.46, 0.25), (0.46, -0.25), (0.3, -0.33), (-0.5, -0.33)], "dark", 0)
    p.box(-0.34, -0.26, 0.12, 0.26, "light", 0.06, outline=0)
    for s in () if p.small else (1, -1):
        p.disc(0.92, s * 0.24, 0.08, "accent", outline=0)


def jeep(p: Pen) -> None:
    """Paint an open jeep with seats, a spare wheel at the back and a gun on a post."""
    for x in (-0.48, 0.56):
        p.limb([(x, -0.46), (x, 0.46)], 0.1, "dark", outline=0.03)
    draw_wheels(p, 0.56, 0.48, 0.46)
    p.box(-0.78, -0.34, 0.26, 0.34, "gear", 0.06)
    p.box(0.2, -0.24, 0.8, 0.24, "body", 0.08)
    p.box(-1.0, -0.2, -0.78, 0.2, "dark", 0.1)
    for s in (1, -1):
        p.box(-0.12, s * 0.18 - 0.12, 0.14, s * 0.18 + 0.12, "light", 0.05, outline=0.03)
    p.limb([(0.25, -0.32), (0.25, 0.32)], 0.07, "accent", outline=0.02)
    p.limb([(-0.46, 0), (0.98, 0)], p.limb_width(0.11), "gun")
    p.disc(-0.46, 0, 0.15, "dark", outline=0.03)


def helicopter(p: Pen) -> None:
    """Paint a helicopter with four blades and a tail rotor."""
    p.limb([(-0.2, 0), (-0.98, 0)], p.limb_width(0.14), "gear")
    p.limb([(-0.94, 0.26), (-0.94, -0.26)], p.limb_width(0.12), "gear")
    p.oval(0.28, 0, 0.58, 0.3)
    p.oval(0.56, 0, 0.24, 0.18, "accent", outline=0.02)
    r = 0.76
    for a in (math.radians(35), math.radians(125)):
        c, s = math.cos(a), math.sin(a)
        p.limb([(0.22 - r * c, -r * s), (0.22 + r * c, r * s)], p.limb_width(0.1), "light")
    p.disc(0.22, 0, 0.12, "dark")


def saucer(p: Pen) -> None:
    """Paint a flying saucer with a rim of lamps, plates and a glass dome."""
    p.disc(0, 0, 0.96, "gear")
    p.add_part(annulus(0, 0, 0.9, 0.72), "body", outline=0)
    for k in range(12):
        a = math.pi * (k + 0.5) / 6
        p.disc(0.82 * math.cos(a), 0.82 * math.sin(a), 0.07, "accent", outline=0.02)
    for k in range(8):
        a = math.pi * k / 4
        c, s = math.cos(a), math.sin(a)
        p.limb([(0.34 * c, 0.34 * s), (0.7 * c, 0.7 * s)], 0.03, "dark", outline=0)
    p.disc(0, 0, 0.36, "light")
    p.disc(0.05, 0.03, 0.24, "body", outline=0)
    p.glow(0, 0, 0.22, "accent")


def carrier(p: Pen) -> None:
    """Paint a troop carrier: a long hull on eight wheels, with a row of hatches instead of a turret."""
    for x in (-0.68, -0.26, 0.24, 0.62):
        for s in (1, -1):
            p.box(x - 0.13, s * 0.46 - 0.12, x + 0.13, s * 0.46 + 0.12, "dark", 0.05)
    p.poly([(-0.96, 0.34), (0.62, 0.34), (1.0, 0.14), (1.0, -0.14), (0.62, -0.34), (-0.96, -0.34)])
    p.box(-0.88, -0.22, -0.62, 0.22, "gear", 0.03, outline=0.02)
    for x in (-0.42, -0.1):
        for s in (1, -1):
            p.box(x - 0.12, s * 0.14 - 0.1, x + 0.12, s * 0.14 + 0.1, "light", 0.03, outline=0.03)
    p.poly([(0.5, 0.26), (0.66, 0.2), (0.66, -0.2), (0.5, -0.26)], "dark", 0)
    p.disc(0.26, 0, 0.12, "accent", outline=0.03)
