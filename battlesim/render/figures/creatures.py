"""Painters of the figures of insects, brutes and other creatures."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import annulus, cut, line_length, oval, points_along, polygon, stroke
from battlesim.render.figures.pen import Pen

FigurePoint = tuple[float, float]


def draw_legs(
    p: Pen, pairs: list[tuple[FigurePoint, FigurePoint, FigurePoint]], w: float = 0.09, tone: str = "gear"
) -> None:
    """Draw pairs of legs, each given by the points of its hip, knee and foot."""
    for hip, knee, foot in pairs:
        for s in (1, -1):
            p.limb(
                [(hip[0], s * hip[1]), (knee[0], s * knee[1]), (foot[0], s * foot[1])], w, tone, outline=0.04
            )


def brute(p: Pen) -> None:
    """Paint the figure of a bulky creature with long arms."""
    p.limb([(0, 0.56), (0.38, 0.62), (0.6, 0.3)], 0.27)
    p.limb([(0, -0.56), (0.38, -0.62), (0.6, -0.3)], 0.27)
    p.oval(-0.04, 0, 0.34, 0.7, "gear")
    p.oval(-0.14, 0, 0.2, 0.5, "dark", outline=0)
    p.disc(0.12, 0, 0.2)
    p.box(0.2, -0.12, 0.34, 0.12, "light", 0.04)


def warrior(p: Pen) -> None:
    """Paint an insect with four pairs of legs and open jaws."""
    draw_legs(
        p,
        [
            ((0.1, 0.18), (0.46, 0.66), (0.80, 0.60)),
            ((-0.02, 0.2), (0.0, 0.80), (0.24, 1.0)),
            ((-0.18, 0.2), (-0.44, 0.74), (-0.42, 1.0)),
            ((-0.26, 0.16), (-0.74, 0.5), (-0.96, 0.62)),
        ],
        p.limb_width(0.12),
    )
    p.oval(-0.38, 0, 0.34, 0.22, "gear")
    p.oval(0.04, 0, 0.32, 0.27)
    jaw = [(0.26, 0.18), (0.62, 0.38), (1.06, 0.14), (0.66, 0.17), (0.52, 0)]
    p.poly([*jaw, *((x, -y) for x, y in reversed(jaw[:-1]))], "light")
    p.disc(0.26, 0, 0.18, "light")


def hopper(p: Pen) -> None:
    """Paint an insect with four wings."""
    for s in (1, -1):
        p.add_part(oval(-0.42, s * 0.50, 0.62, 0.22, -s * 34), "light", alpha=0.9)
        p.add_part(oval(0.10, s * 0.58, 0.54, 0.20, s * 62), "light", alpha=0.9)
        p.limb([(0.2, s * 0.12), (0.62, s * 0.34), (0.9, s * 0.22)], p.limb_width(0.08), "gear", outline=0.03)
    p.oval(-0.36, 0, 0.50, 0.15, "gear")
    p.oval(0.16, 0, 0.26, 0.21)
    p.poly([(0.34, 0.13), (0.92, 0), (0.34, -0.13)], "light")


def tanker(p: Pen) -> None:
    """Paint a spitting beetle with a large shell and six short legs."""
    stumps = [((0.3, 0.4), (0.55, 0.80), (0.84, 0.84)), ((-0.1, 0.46), (-0.1, 0.92), (0.04, 1.04))]
    draw_legs(p, [*stumps, ((-0.5, 0.42), (-0.72, 0.80), (-0.66, 1.0))], p.limb_width(0.17))
    p.oval(-0.16, 0, 0.80, 0.66, "gear")
    for x in () if p.small else (-0.66, -0.40, -0.14, 0.12):
        plate = cut(oval(x, 0, 0.16, 0.60 - abs(x + 0.14) * 0.34), oval(x + 0.1, 0, 0.17, 0.62))
        p.add_part(plate, "dark", outline=0)
    p.oval(-0.16, 0.0, 0.56, 0.08, "body", outline=0)
    p.oval(0.60, 0, 0.28, 0.36)
    p.limb([(0.7, 0), (1.06, 0)], 0.2, "light")
    p.glow(1.02, 0, 0.1, "orange")


def plasma(p: Pen) -> None:
    """Paint an insect with a glowing bulb on its back and a small head."""
    draw_legs(
        p,
        [((0.2, 0.24), (0.5, 0.60), (0.86, 0.62)), ((-0.9, 0.3), (-1.06, 0.56), (-0.9, 0.86))],
        p.limb_width(0.14),
    )
    p.oval(-0.30, 0, 0.70, 0.70, "gear")
    p.oval(-0.34, 0, 0.56, 0.56, "#2F7FA8", outline=0)
    p.oval(-0.38, 0.03, 0.40, 0.40, "#62C6EE", outline=0)
    p.oval(-0.42, 0.07, 0.20, 0.20, "#D8F6FF", outline=0)
    p.glow(-0.36, 0, 0.34, "#7FD8FF")
    p.oval(0.52, 0, 0.24, 0.20)
    p.poly([(0.66, 0.14), (1.06, 0.26), (0.84, 0), (1.06, -0.26), (0.66, -0.14)], "light")


def burrower(p: Pen) -> None:
    """Paint a digging insect with a ringed body that ends in a drill."""
    for s in (1, -1):
        p.limb([(-0.2, s * 0.4), (0.0, s * 0.86)], p.limb_width(0.14), "gear")
    for x, r in ((-0.86, 0.22), (-0.60, 0.34), (-0.28, 0.46), (0.06, 0.54)):
        p.oval(x, 0, 0.22, r, "gear" if x in (-0.60, 0.06) else "body")
    p.poly([(0.16, 0.60), (1.08, 0), (0.16, -0.60)], "light")
    for k in (0.3, 0.5, 0.7):
        p.limb([(k, (1.06 - k) * 0.62), (k + 0.1, -(1.06 - k) * 0.54)], 0.07, "dark", outline=0)


def hole(p: Pen) -> None:
    """Paint a hole in the ground with a ring of dug-out earth around it."""
    p.add_part(annulus(0, 0, 0.92, 0.5), "gear")
    for k in range(15):
        a = 2 * math.pi * k / 15
        p.disc(0.72 * math.cos(a), 0.72 * math.sin(a), 0.14, "body", outline=0.02)
    p.disc(0, 0, 0.5, "void", outline=0)


def ripples(p: Pen) -> None:
    """Paint three ripples. They stand for a creature that moves underground."""
    for k, x in enumerate((-0.86, -0.36, 0.14)):
        wide = 0.56 + 0.14 * k
        p.limb([(x, wide), (x + 0.62, 0.0), (x, -wide)], 0.24, "light" if k == 2 else "gear")


def stalker(p: Pen) -> None:
    """Paint a lean creature with a long bent head and a whip-like tail."""
    tail = [(-0.3, 0), (-0.66, 0.02), (-0.94, 0.3), (-0.86, 0.68), (-0.5, 0.86), (-0.16, 0.8)]
    p.add_part(stroke(tail, p.limb_width(0.15)), "gear")
    for a in (math.radians(55), math.radians(120)):
        for s in (1, -1):
            x, y = 0.62 * math.cos(a), s * math.sin(a)
            p.limb(
                [(0, s * 0.1), (x, 0.56 * y), (x + 0.32, 0.62 * y)], p.limb_width(0.12), "gear", outline=0.04
            )
    p.oval(-0.14, 0, 0.32, 0.24)
    p.add_part(stroke([(0.0, 0.0), (0.5, 0.1), (1.0, 0.0)], 0.34), "light")


def hugger(p: Pen) -> None:
    """Paint a small creature shaped like a hand with a whip-like tail."""
    for a in (28, 62, 104, 140):
        for s in (1, -1):
            c, q = math.cos(math.radians(a)), s * math.sin(math.radians(a))
            finger = [(0.16 * c, 0.16 * q), (0.62 * c + 0.05, 0.62 * q), (0.84 * c + 0.26, 0.72 * q)]
            p.limb(finger, p.limb_width(0.11), "gear", outline=0.04)
    p.add_part(
        stroke([(-0.2, 0), (-0.5, -0.2), (-0.78, -0.02), (-0.72, 0.34), (-0.98, 0.46)], p.limb_width(0.14)),
        "body",
    )
    p.oval(0.02, 0, 0.34, 0.26, "light")


def slug(p: Pen) -> None:
    """Paint a slug with eye stalks."""
    p.add_part(stroke([(-0.8, 0.18), (-0.4, -0.1), (0.0, 0.08), (0.4, 0)], 0.6), "gear")
    p.oval(0.42, 0, 0.36, 0.36)
    for s in (1, -1):
        p.limb([(0.56, s * 0.2), (0.9, s * 0.34)], 0.08, "body")
        p.disc(0.92, s * 0.35, 0.1, "light")
    for x, y in ((-0.5, 0.02), (-0.2, 0.02), (0.1, 0.08)):
        p.disc(x, y, 0.1, "accent", outline=0)


def mite(p: Pen) -> None:
    """Paint a small round insect."""
    draw_legs(
        p,
        [
            ((0.1, 0.2), (0.36, 0.5), (0.56, 0.42)),
            ((0.0, 0.22), (0.02, 0.6), (0.14, 0.76)),
            ((-0.14, 0.2), (-0.36, 0.5), (-0.4, 0.7)),
        ],
        0.075,
    )
    p.oval(-0.1, 0, 0.34, 0.3)
    p.disc(0.26, 0, 0.17, "light")
    p.limb([(-0.1, -0.2), (-0.1, 0.2)], 0.07, "accent", outline=0)
    p.limb([(-0.3, 0), (0.1, 0)], 0.07, "accent", outline=0)


def worm(p: Pen) -> None:
    """Paint a worm with a toothed mouth."""
    line = np.array([(-0.82, -0.3), (-0.6, 0.3), (-0.2, 0.34), (0.0, -0.14), (0.34, -0.3), (0.56, 0)])
    for k, d in enumerate(points_along(line, line_length(line) / 10.01)):
        p.disc(float(d[0]), float(d[1]), 0.13 + 0.014 * k, "body" if k % 2 else "gear")
    p.add_part(
        polygon(
            [
                (
                    0.62 + 0.3 * math.cos(a) * (1 if k % 2 else 0.55),
                    0.05 + 0.3 * math.sin(a) * (1 if k % 2 else 0.55),
                )
                for k, a in enumerate(np.arange(0, 2 * math.pi, math.pi / 6))
            ]
        ),
        "light",
    )
    p.disc(0.62, 0.05, 0.12, "void", outline=0)
