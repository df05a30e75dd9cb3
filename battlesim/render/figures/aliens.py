"""Painters of striding, tentacled and enthroned aliens, and of their eggs."""

from __future__ import annotations

import math

from battlesim.geometry.outlines import disc, join, oval, polygon, stroke
from battlesim.render.figures.pen import Pen


def draw_strider(p: Pen, tail: float = 1.06, head: float = 0.82) -> None:
    """Draw a striding two-legged beast, with the tail and head at the given distances from its middle."""
    p.poly([(-0.2, 0.18), (-tail, 0.06), (-tail, -0.06), (-0.2, -0.18)], "gear")
    p.limb([(0.0, 0.18), (-0.28, 0.56), (0.22, 0.78)], p.limb_width(0.19), "gear")
    p.limb([(0.05, -0.18), (0.42, -0.48), (0.12, -0.82)], p.limb_width(0.19), "gear")
    p.oval(0.0, 0, 0.42, 0.28)
    p.limb([(0.3, 0), (head - 0.1, 0.06)], 0.22)
    p.oval(head, 0.07, 0.24, 0.16, "light")
    for x in () if p.small else (-0.3, -0.1, 0.1):
        p.disc(x, 0, 0.08, "accent", outline=0)


def strider(p: Pen) -> None:
    """Paint a striding beast with a long tail."""
    draw_strider(p)


def crested_strider(p: Pen) -> None:
    """Paint a striding beast with a wide fan of spines behind its head."""
    draw_strider(p, 0.7)
    fan = [(0.46, 0.0)]
    for k in range(9):
        a, r = math.radians(96 + 21 * k), 1.0 if k % 2 == 0 else 0.76
        fan.append((0.46 + 0.8 * r * math.cos(a), r * math.sin(a)))
    p.poly(fan, "accent")
    p.limb([(0.2, 0.02), (0.7, 0.06)], 0.22)
    p.oval(0.8, 0.07, 0.22, 0.17, "light")


def handler(p: Pen) -> None:
    """Paint a beast with a swollen head and two feelers that end in knobs."""
    for s in (1, -1):
        p.limb([(0.2, s * 0.24), (0.62, s * 0.66), (0.96, s * 0.5)], p.limb_width(0.11), "accent")
        p.disc(0.96, s * 0.48, 0.15, "light")
        p.limb([(-0.5, s * 0.16), (-0.82, s * 0.5)], p.limb_width(0.2), "gear")
    p.oval(-0.46, 0, 0.4, 0.34, "gear")
    p.oval(0.08, 0, 0.42, 0.4)
    for y in () if p.small else (-0.16, 0.0, 0.16):
        p.limb([(-0.16, y), (0.3, y * 0.7)], 0.06, "light", outline=0)


def heavy_strider(p: Pen) -> None:
    """Paint a striding beast that carries a gun as long as its base on its shoulder."""
    p.limb([(-0.3, 0.16), (-0.5, 0.56), (0.0, 0.8)], p.limb_width(0.2), "gear")
    p.limb([(-0.3, 0.0), (-0.9, 0.34)], p.limb_width(0.2), "gear")
    p.oval(-0.2, 0.14, 0.42, 0.32)
    p.box(-0.7, -0.58, 0.3, -0.18, "gun", 0.08)
    p.limb([(0.2, -0.38), (1.0, -0.38)], p.limb_width(0.24), "gun")
    p.box(0.86, -0.56, 1.1, -0.2, "dark", 0.04)
    p.oval(0.3, 0.2, 0.22, 0.17, "light")
    p.disc(-0.42, -0.38, 0.11, "accent", outline=0)


def tentacles(p: Pen) -> None:
    """Paint a round body with seven waving tentacles and one eye."""
    for k in range(7):
        a = 2 * math.pi * k / 7 + 0.2
        arm = [
            (r * math.cos(a + bend), r * math.sin(a + bend))
            for r, bend in ((0.2, 0.0), (0.52, 0.12), (0.78, -0.14), (1.04, 0.16))
        ]
        p.limb(arm, p.limb_width(0.15), "gear")
    p.disc(0, 0, 0.42)
    p.disc(0.14, 0, 0.22, "light")
    p.disc(0.2, 0, 0.1, "void", outline=0)


def throne(p: Pen) -> None:
    """Paint a figure that sits in a broad machine with a half ring of controls in front of it."""
    skirt = join(
        disc(-0.3, 0, 0.54), *(disc(-0.3 + 0.52 * math.cos(a), 0.52 * math.sin(a), 0.14) for a in _BACK)
    )
    p.add_part(skirt, "gear")
    controls = [(0.86 * math.cos(a) - 0.06, 0.92 * math.sin(a)) for a in (x / 10 for x in range(-11, 12))]
    p.add_part(stroke(controls, 0.3), "dark")
    for a in (-0.9, -0.45, 0.0, 0.45, 0.9):
        p.disc(0.86 * math.cos(a) - 0.06, 0.92 * math.sin(a), 0.07, "accent", outline=0)
    p.oval(-0.34, 0, 0.22, 0.42)
    p.limb([(-0.3, -0.36), (0.2, -0.42)], 0.15)
    p.disc(-0.3, 0, 0.27, "light")
    p.disc(-0.1, 0, 0.07, "accent", outline=0)


_BACK = tuple(math.radians(a) for a in range(90, 271, 30))
"""Directions in radians of the bosses behind a throne."""


def egg(p: Pen) -> None:
    """Paint an egg whose top opens in four leaves."""
    turns = [2 * math.pi * k / 40 for k in range(40)]
    p.add_part(
        polygon(
            [
                (
                    0.9 * math.cos(a) * (1 if math.cos(a) > 0 else 0.86),
                    (0.66 - 0.12 * math.cos(a)) * math.sin(a),
                )
                for a in turns
            ]
        )
    )
    for k in range(4):
        a = math.pi * (k + 0.5) / 2
        leaf = oval(0.1 + 0.24 * math.cos(a), 0.24 * math.sin(a), 0.25, 0.17, math.degrees(a))
        p.add_part(leaf, "light", outline=0.03)
    p.disc(0.1, 0, 0.1, "accent", outline=0.02)
    p.glow(0.1, 0, 0.2, "accent")
