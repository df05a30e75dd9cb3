"""Painters of the figures of walkers, aircraft, vehicles, robots and counters."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import annulus, polygon
from battlesim.render.figures.pen import Pen


def pepper(p: Pen) -> None:
    """Paint a robot with a wheeled casing, a dome, an eye stalk and two arms."""
    p.add_part(
        polygon(
            [
                (0.62 * math.cos(a) * (1.1 if k in (0, 7) else 1), 0.62 * math.sin(a))
                for k, a in enumerate(np.arange(8) * math.pi / 4 + math.pi / 8)
            ]
        ),
        "gear",
    )
    for a in np.arange(0, 360, 45):
        p.disc(
            0.5 * math.cos(math.radians(a + 22)),
            0.5 * math.sin(math.radians(a + 22)),
            0.1,
            "light",
            outline=0.02,
        )
    p.limb([(0.25, 0.24), (0.82, 0.22)], 0.08, "dark", outline=0.02)
    p.limb([(0.25, -0.24), (0.78, -0.24)], 0.08, "dark", outline=0.02)
    p.disc(0.8, -0.24, 0.1, "gear")
    p.disc(0, 0, 0.36)
    p.limb([(0.1, 0), (0.6, 0)], 0.08, "light")
    p.disc(0.6, 0, 0.09, "accent")
    p.disc(0, 0, 0.16, "light", outline=0)


def cyborg(p: Pen) -> None:
    """Paint an armoured cyborg with a hoop over its head."""
    p.box(-0.22, -0.62, 0.26, 0.62, "body", 0.08)
    p.limb([(0.0, 0.52), (0.5, 0.5)], 0.2)
    p.limb([(0.0, -0.52), (0.5, -0.5)], 0.2)
    p.box(0.05, -0.16, 0.2, 0.16, "accent", 0.03)
    p.add_part(annulus(-0.04, 0, 0.36, 0.26), "light")
    p.disc(-0.04, 0, 0.22, "light")


def mannequin(p: Pen) -> None:
    """Paint a pale mannequin with one arm held out."""
    p.oval(0, 0, 0.2, 0.46, "light")
    p.limb([(0.0, -0.38), (0.56, -0.3)], 0.17, "light")
    p.limb([(0.56, -0.3), (0.8, -0.29)], 0.12, "dark")
    p.limb([(0.0, 0.38), (0.1, 0.56)], 0.17, "light")
    p.oval(0.02, 0, 0.24, 0.2, "body")


def boxbot(p: Pen) -> None:
    """Paint a robot shaped like a box on spikes with a star on top."""
    p.box(-0.42, -0.46, 0.42, 0.46, "gear", 0.06)
    for a in range(4):
        c, s = math.cos(a * math.pi / 2 + math.pi / 4), math.sin(a * math.pi / 2 + math.pi / 4)
        p.limb([(0.3 * c, 0.3 * s), (0.72 * c, 0.72 * s)], 0.13, "dark")
    p.add_part(
        polygon(
            [
                (
                    (0.42 if k % 2 == 0 else 0.22) * math.cos(k * math.pi / 5),
                    (0.42 if k % 2 == 0 else 0.22) * math.sin(k * math.pi / 5),
                )
                for k in range(10)
            ]
        ),
        "light",
    )
    p.disc(0, 0, 0.12, "accent", outline=0)


def light_mech(p: Pen) -> None:
    """Paint a light walker with long bent legs and thin cannons."""
    for s in (1, -1):
        p.limb([(-0.1, s * 0.2), (-0.56, s * 0.56), (0.12, s * 0.80)], p.limb_width(0.2), "gear")
        p.box(0.0, s * 0.80 - 0.13, 0.46, s * 0.80 + 0.13, "dark", 0.04)
        p.limb([(0.0, s * 0.3), (0.96, s * 0.3)], p.limb_width(0.12), "gun")
    p.poly([(-0.34, 0.34), (0.3, 0.34), (0.52, 0.12), (0.52, -0.12), (0.3, -0.34), (-0.34, -0.34)])
    p.oval(0.12, 0, 0.22, 0.18, "accent", outline=0.02)


def heavy_mech(p: Pen) -> None:
    """Paint a heavy walker with boxes on its shoulders and one large gun."""
    for s in (1, -1):
        p.box(-0.6, s * 0.70 - 0.26, 0.22, s * 0.70 + 0.26, "gear", 0.04)
        for k in () if p.small else (-0.1, 0.1):
            p.disc(0.1, s * 0.70 + k, 0.07, "void", outline=0)
    p.poly([(-0.66, 0.44), (0.34, 0.5), (0.56, 0.24), (0.56, -0.24), (0.34, -0.5), (-0.66, -0.44)])
    p.limb([(0.2, -0.2), (1.04, -0.2)], p.limb_width(0.26), "gun")
    p.disc(-0.1, 0.0, 0.24, "light")
    p.box(0.2, 0.02, 0.4, 0.22, "accent", 0.03, outline=0.02)


def bomber(p: Pen) -> None:
    """Paint an aircraft with swept wings."""
    p.poly([(0.3, 0.1), (-0.5, 0.92), (-0.74, 0.92), (-0.34, 0.1)], "gear")
    p.poly([(0.3, -0.1), (-0.5, -0.92), (-0.74, -0.92), (-0.34, -0.1)], "gear")
    p.poly([(-0.55, 0.1), (-0.9, 0.36), (-0.95, 0.1), (-0.95, -0.1), (-0.9, -0.36), (-0.55, -0.1)], "gear")
    p.poly([(1.0, 0), (0.6, 0.15), (-0.86, 0.15), (-0.86, -0.15), (0.6, -0.15)])
    p.oval(0.5, 0, 0.2, 0.09, "accent", outline=0.02)
    for s in (1, -1):
        p.limb([(-0.3, s * 0.34), (0.06, s * 0.34)], 0.13, "dark")


def dropship(p: Pen) -> None:
    """Paint a lander with four engines."""
    for s in (1, -1):
        p.box(-0.8, s * 0.68 - 0.18, 0.1, s * 0.68 + 0.18, "gear", 0.1)
        p.oval(-0.8, s * 0.68, 0.1, 0.16, "accent", outline=0.02)
        p.box(-0.5, s * 0.4 - 0.2, 0.1, s * 0.4 + 0.2, "dark", 0.02)
    p.poly(
        [
            (0.98, 0.16),
            (0.7, 0.36),
            (-0.7, 0.42),
            (-0.92, 0.26),
            (-0.92, -0.26),
            (-0.7, -0.42),
            (0.7, -0.36),
            (0.98, -0.16),
        ]
    )
    p.box(-0.84, -0.2, -0.3, 0.2, "gear", 0.04)
    p.poly(
        [(0.88, 0.12), (0.62, 0.24), (0.5, 0.24), (0.5, -0.24), (0.62, -0.24), (0.88, -0.12)],
        "accent",
        outline=0.02,
    )


def counter(p: Pen) -> None:
    """Paint a cardboard counter that stands for a unit."""
    p.box(-0.66, -0.66, 0.66, 0.66, "ground", 0.14)
    p.box(-0.6, -0.6, 0.6, 0.6, "gear", 0.1)
    p.limb([(-0.52, -0.36), (0.52, 0.36)], 0.07, "light", outline=0)
    p.limb([(-0.52, 0.36), (0.52, -0.36)], 0.07, "light", outline=0)
    for y in (-0.22, 0, 0.22):
        p.disc(0.78, y, 0.07, "accent", outline=0.03)


def vehicle(p: Pen) -> None:
    """Paint a tracked carrier with a turret."""
    for s in (1, -1):
        p.box(-0.8, s * 0.5 - 0.15, 0.72, s * 0.5 + 0.15, "dark", 0.08)
        for k in np.arange(-0.7, 0.66, 0.18):
            p.box(k, s * 0.5 - 0.13, k + 0.07, s * 0.5 + 0.13, "gear", 0, outline=0)
    p.poly([(-0.78, 0.4), (0.5, 0.4), (0.8, 0.24), (0.8, -0.24), (0.5, -0.4), (-0.78, -0.4)])
    p.box(-0.7, -0.28, -0.36, 0.28, "gear", 0.03, outline=0)
    p.limb([(0.2, 0), (1.0, 0)], 0.12, "dark")
    p.disc(0.02, 0, 0.32, "light")
    p.disc(-0.06, 0.08, 0.12, "gear", outline=0.02)


def drone(p: Pen) -> None:
    """Paint an armed drone with four rotors."""
    for x, y in ((0.46, 0.46), (0.46, -0.46), (-0.46, 0.46), (-0.46, -0.46)):
        p.limb([(0, 0), (x, y)], 0.1, "dark")
        p.add_part(annulus(x, y, 0.3, 0.22), "light")
        p.disc(x, y, 0.08, "gear", outline=0)
    p.oval(0, 0, 0.34, 0.26)
    p.limb([(0.2, 0), (0.66, 0)], 0.1, "dark")
    p.disc(0.08, 0, 0.11, "accent", outline=0.02)
