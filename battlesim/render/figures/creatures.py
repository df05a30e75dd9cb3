"""Insects, brutes and other beings."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.outlines import along, cut, disc, length, oval, polygon, stroke
from battlesim.render.figures.pen import Pen

Spot = tuple[float, float]


def legs(p: Pen, pairs: list[tuple[Spot, Spot, Spot]], w: float = 0.09, tone: str = "gear") -> None:
    """Pairs of legs from hip over knee to foot, the same on both sides."""
    for hip, knee, foot in pairs:
        for s in (1, -1):
            p.limb(
                [(hip[0], s * hip[1]), (knee[0], s * knee[1]), (foot[0], s * foot[1])], w, tone, outline=0.04
            )


def brute(p: Pen) -> None:
    """A bulky figure with long arms."""
    p.limb([(0, 0.56), (0.38, 0.62), (0.6, 0.3)], 0.27)
    p.limb([(0, -0.56), (0.38, -0.62), (0.6, -0.3)], 0.27)
    p.oval(-0.04, 0, 0.34, 0.7, "gear")
    p.oval(-0.14, 0, 0.2, 0.5, "dark", outline=0)
    p.disc(0.12, 0, 0.2)
    p.box(0.2, -0.12, 0.34, 0.12, "light", 0.04)


def warrior(p: Pen) -> None:
    """An insect with four pairs of legs and jaws."""
    legs(
        p,
        [
            ((0.1, 0.18), (0.5, 0.62), (0.78, 0.5)),
            ((-0.02, 0.2), (0.02, 0.78), (0.22, 0.96)),
            ((-0.18, 0.2), (-0.42, 0.72), (-0.36, 0.95)),
            ((-0.26, 0.16), (-0.72, 0.46), (-0.88, 0.56)),
        ],
        0.1,
    )
    p.oval(-0.36, 0, 0.34, 0.2, "gear")
    p.oval(0.04, 0, 0.32, 0.25)
    p.poly(
        [
            (0.3, 0.16),
            (0.62, 0.3),
            (0.96, 0.1),
            (0.62, 0.14),
            (0.5, 0),
            (0.62, -0.14),
            (0.96, -0.1),
            (0.62, -0.3),
            (0.3, -0.16),
        ],
        "light",
    )
    p.disc(0.26, 0, 0.17, "light")
    p.oval(-0.02, 0, 0.18, 0.07, "accent", outline=0)


def hopper(p: Pen) -> None:
    """An insect with wings."""
    legs(
        p,
        [
            ((0.1, 0.14), (0.46, 0.4), (0.66, 0.28)),
            ((-0.1, 0.16), (-0.3, 0.56), (-0.05, 0.8)),
            ((-0.24, 0.14), (-0.62, 0.42), (-0.92, 0.4)),
        ],
        0.08,
    )
    for s in (1, -1):
        p.part(oval(-0.3, s * 0.44, 0.56, 0.2, -s * 28), "light", alpha=0.78)
        p.limb([(0.06, s * 0.2), (-0.66, s * 0.66)], 0.035, "dark", outline=0)
    p.oval(-0.28, 0, 0.36, 0.14, "gear")
    p.oval(0.14, 0, 0.24, 0.19)
    p.poly([(0.3, 0.1), (0.7, 0), (0.3, -0.1)], "light")


def tanker(p: Pen) -> None:
    """A big armoured insect that spits."""
    legs(
        p,
        [
            ((0.3, 0.4), (0.55, 0.74), (0.82, 0.66)),
            ((0.0, 0.46), (0.02, 0.88), (0.16, 0.98)),
            ((-0.36, 0.42), (-0.56, 0.8), (-0.5, 0.96)),
        ],
        0.14,
    )
    p.oval(-0.14, 0, 0.72, 0.56, "gear")
    for x in (-0.6, -0.36, -0.12, 0.12):
        p.part(
            cut(oval(x, 0, 0.16, 0.52 - abs(x + 0.14) * 0.34), oval(x + 0.1, 0, 0.17, 0.54)),
            "dark",
            outline=0,
        )
    p.oval(-0.14, 0.0, 0.5, 0.07, "body", outline=0)
    p.oval(0.56, 0, 0.28, 0.34)
    p.limb([(0.66, 0), (0.98, 0)], 0.18, "light")
    p.glow(0.98, 0, 0.1, "orange")


def plasma(p: Pen) -> None:
    """A big insect with a glowing sac."""
    legs(
        p,
        [
            ((0.2, 0.3), (0.46, 0.66), (0.72, 0.62)),
            ((0.0, 0.3), (0.06, 0.76), (0.2, 0.92)),
            ((-0.5, 0.4), (-0.78, 0.66), (-0.74, 0.84)),
        ],
        0.1,
    )
    p.oval(-0.3, 0, 0.6, 0.52, "gear")
    p.oval(-0.34, 0, 0.46, 0.4, "#2F7FA8", outline=0)
    p.oval(-0.38, 0.02, 0.32, 0.27, "#62C6EE", outline=0)
    p.oval(-0.4, 0.05, 0.16, 0.13, "#D8F6FF", outline=0)
    p.glow(-0.38, 0, 0.3, "#7FD8FF")
    p.oval(0.4, 0, 0.24, 0.26)
    p.poly([(0.56, 0.14), (0.84, 0.2), (0.72, 0), (0.84, -0.2), (0.56, -0.14)], "light")


def burrower(p: Pen) -> None:
    """A digging insect with a drill head."""
    legs(p, [((0.0, 0.3), (0.2, 0.7), (0.44, 0.66)), ((-0.3, 0.28), (-0.4, 0.66), (-0.24, 0.8))], 0.12)
    for x, r in ((-0.68, 0.2), (-0.44, 0.29), (-0.14, 0.37), (0.18, 0.4)):
        p.oval(x, 0, 0.24, r, "gear" if x in (-0.44, 0.18) else "body")
    p.poly([(0.34, 0.36), (0.98, 0), (0.34, -0.36)], "light")
    for k in (0.45, 0.6, 0.75):
        p.limb([(k, (0.98 - k) * 0.5), (k + 0.08, -(0.98 - k) * 0.42)], 0.05, "dark", outline=0)


def hole(p: Pen) -> None:
    """A hole in the ground with a ring of spoil."""
    p.part(disc(0, 0, 0.86), "gear")
    rng = np.random.default_rng(3)
    for a in np.arange(0, 360, 24):
        d = 0.7 + 0.08 * rng.random()
        p.disc(
            d * math.cos(math.radians(a)),
            d * math.sin(math.radians(a)),
            0.12 + 0.06 * float(rng.random()),
            "body",
            outline=0.02,
        )
    p.disc(0, 0, 0.52, "dark")
    p.disc(0.05, -0.05, 0.42, "void", outline=0)


def stalker(p: Pen) -> None:
    """A lean being with a long head and a tail."""
    legs(
        p,
        [((0.1, 0.16), (0.4, 0.5), (0.72, 0.46)), ((-0.1, 0.16), (-0.12, 0.62), (0.12, 0.78))],
        0.09,
        "gear",
    )
    p.part(stroke([(-0.2, 0), (-0.5, 0.1), (-0.75, 0.34), (-0.78, 0.62), (-0.6, 0.84)], 0.1), "gear")
    p.poly([(-0.66, 0.78), (-0.5, 0.98), (-0.52, 0.76)], "light")
    p.oval(-0.06, 0, 0.3, 0.2)
    for x in (-0.2, -0.04, 0.1):
        p.limb([(x, 0.1), (x - 0.14, 0.3)], 0.05, "dark", outline=0)
        p.limb([(x, -0.1), (x - 0.14, -0.3)], 0.05, "dark", outline=0)
    p.oval(0.36, 0, 0.4, 0.145, "light")
    p.oval(0.4, 0.02, 0.28, 0.06, "gear", outline=0)


def hugger(p: Pen) -> None:
    """A small many-legged being with a tail."""
    legs(
        p,
        [
            ((0.14, 0.1), (0.46, 0.36), (0.66, 0.2)),
            ((0.06, 0.14), (0.24, 0.58), (0.5, 0.6)),
            ((-0.06, 0.14), (-0.1, 0.6), (0.1, 0.78)),
            ((-0.16, 0.12), (-0.44, 0.46), (-0.4, 0.68)),
        ],
        0.085,
    )
    p.part(stroke([(-0.2, 0), (-0.46, -0.14), (-0.7, 0.06), (-0.92, -0.1)], 0.12), "body")
    p.oval(0, 0, 0.3, 0.22, "light")
    p.oval(0.02, 0, 0.16, 0.05, "gear", outline=0)


def slug(p: Pen) -> None:
    """A slug with eye stalks."""
    p.part(stroke([(-0.8, 0.18), (-0.4, -0.1), (0.0, 0.08), (0.4, 0)], 0.6), "gear")
    p.oval(0.42, 0, 0.36, 0.36)
    for s in (1, -1):
        p.limb([(0.56, s * 0.2), (0.9, s * 0.34)], 0.08, "body")
        p.disc(0.92, s * 0.35, 0.1, "light")
    for x, y in ((-0.5, 0.02), (-0.2, 0.02), (0.1, 0.08)):
        p.disc(x, y, 0.1, "accent", outline=0)


def mite(p: Pen) -> None:
    """A small round insect."""
    legs(
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
    """A worm with a toothed mouth."""
    line = np.array([(-0.82, -0.3), (-0.6, 0.3), (-0.2, 0.34), (0.0, -0.14), (0.34, -0.3), (0.56, 0)])
    for k, d in enumerate(along(line, length(line) / 10.01)):
        p.disc(float(d[0]), float(d[1]), 0.13 + 0.014 * k, "body" if k % 2 else "gear")
    p.part(
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
