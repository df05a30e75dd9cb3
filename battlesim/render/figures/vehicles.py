"""Painters of cars, helicopters and saucers."""

from __future__ import annotations

import math

from battlesim.geometry.outlines import annulus
from battlesim.render.figures.pen import Pen


def draw_wheels(p: Pen, front: float, back: float, out: float) -> None:
    """Draw four wheels, at the given distances before, behind and beside the middle."""
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
    for x in (-0.48, 0.54):
        p.limb([(x, -0.6), (x, 0.6)], 0.1, "dark", outline=0.03)
    draw_wheels(p, 0.54, 0.48, 0.6)
    p.box(-0.74, -0.44, 0.28, 0.44, "gear", 0.06)
    p.box(0.2, -0.28, 0.78, 0.28, "body", 0.08)
    p.box(-0.98, -0.22, -0.74, 0.22, "dark", 0.1)
    for s in (1, -1):
        p.box(-0.12, s * 0.25 - 0.16, 0.16, s * 0.25 + 0.16, "light", 0.05, outline=0.03)
    p.limb([(0.27, -0.42), (0.27, 0.42)], 0.08, "accent", outline=0.02)
    p.limb([(-0.46, 0), (1.06, 0)], p.limb_width(0.13), "gun")
    p.disc(-0.46, 0, 0.16, "dark", outline=0.03)


def helicopter(p: Pen) -> None:
    """Paint a helicopter with four blades and a tail rotor."""
    p.limb([(-0.2, 0), (-1.04, 0)], p.limb_width(0.14), "gear")
    p.limb([(-0.98, 0.3), (-0.98, -0.3)], p.limb_width(0.12), "gear")
    p.oval(0.22, 0, 0.52, 0.32)
    p.oval(0.44, 0, 0.24, 0.2, "accent", outline=0.02)
    for a in (math.radians(35), math.radians(125)):
        c, s = math.cos(a), math.sin(a)
        p.limb([(0.18 - c, -s), (0.18 + c, s)], p.limb_width(0.13), "light")
    p.disc(0.18, 0, 0.14, "dark")


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
