"""Soldiers and other people, and their teams."""

from __future__ import annotations

import math

from battlesim.geometry.outlines import annulus
from battlesim.render.figures.pen import Pen


def man(
    p: Pen,
    gun: float = 0.86,
    w: float = 0.11,
    pack: str = "",
    scale: float = 1.0,
    x: float = 0.0,
    y: float = 0.0,
    helmet: str = "light",
    two_handed: bool = True,
) -> None:
    """One person from above: shoulders, arms, gun and helmet."""
    s = scale

    def t(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x + a * s, y + b * s) for a, b in points]

    if pack:
        p.box(x - 0.46 * s, y - 0.26 * s, x - 0.10 * s, y + 0.26 * s, pack)
    p.oval(x, y, 0.24 * s, 0.54 * s)
    if two_handed:
        p.limb(t([(0.02, 0.44), (0.34, 0.36), (0.52, -0.02)]), 0.17 * s)
    else:
        p.limb(t([(0.02, 0.44), (0.16, 0.56)]), 0.18 * s)
    if gun:
        p.limb(t([(0.06, -0.16), (gun, -0.05)]), w * s, "gun", outline=0.045)
    p.limb(t([(0.02, -0.44), (0.28, -0.34), (0.34, -0.14)]), 0.17 * s)
    if helmet:
        p.disc(x + 0.04 * s, y, 0.235 * s, helmet)
        p.limb(t([(0.17, -0.11), (0.205, 0), (0.17, 0.11)]), 0.07 * s, "gear", outline=0)


def trooper(p: Pen) -> None:
    """A soldier with a rifle."""
    man(p)


def officer(p: Pen) -> None:
    """An officer: cape, cap and pointing arm."""
    p.poly([(-0.1, 0.42), (-0.62, 0.3), (-0.7, 0), (-0.62, -0.3), (-0.1, -0.42)], "accent")
    man(p, gun=0.6, two_handed=False, helmet="")
    p.disc(0.03, 0, 0.28, "dark")
    p.disc(0.0, 0, 0.2, "light")
    p.limb([(0.02, 0.44), (0.3, 0.52), (0.72, 0.34)], 0.15)


def radio(p: Pen) -> None:
    """A soldier with a pack and an aerial."""
    man(p, pack="gear", gun=0.7)
    p.limb([(-0.3, 0.18), (-0.52, 0.4), (-0.9, 0.62)], 0.05, "light", outline=0.02)
    p.disc(-0.9, 0.62, 0.08, "accent")


def mortar(p: Pen) -> None:
    """A crew of two at a mortar."""
    man(p, gun=0.0, scale=0.72, x=-0.5, y=0.32, two_handed=True)
    man(p, gun=0.0, scale=0.72, x=-0.45, y=-0.42, two_handed=False)
    p.disc(0.22, 0, 0.36, "gear")
    p.limb([(0.08, 0), (0.66, 0)], 0.26, "dark")
    p.disc(0.62, 0, 0.09, "void", outline=0)


def lmg(p: Pen) -> None:
    """A soldier with a light machine gun."""
    man(p, gun=1.0, w=0.17)
    p.limb([(0.62, 0.14), (0.72, -0.06), (0.58, -0.26)], 0.06, "dark", outline=0.02)
    p.box(0.16, -0.38, 0.36, -0.2, "accent")


def bazooka(p: Pen) -> None:
    """A soldier with a tube on the shoulder."""
    man(p, gun=0.0)
    p.limb([(-0.72, -0.24), (0.86, -0.24)], 0.24, "gear")
    p.limb([(0.66, -0.24), (0.9, -0.24)], 0.3, "dark")


def rifle_squad(p: Pen) -> None:
    """Three soldiers on one base."""
    for x, y in ((-0.4, 0.42), (-0.42, -0.42), (0.28, 0)):
        man(p, scale=0.62, x=x, y=y, gun=0.9)


def command(p: Pen) -> None:
    """A leader with a flag and a signaller."""
    man(p, scale=0.66, x=0.22, y=-0.3, gun=0.7)
    man(p, scale=0.66, x=-0.36, y=0.0, gun=0.0, pack="gear", two_handed=False)
    p.limb([(-0.1, 0.5), (0.7, 0.5)], 0.06, "light")
    p.poly([(0.66, 0.5), (0.1, 0.5), (0.1, 0.82), (0.4, 0.72), (0.66, 0.82)], "accent")


def missile_team(p: Pen) -> None:
    """A crew of two with a launcher."""
    man(p, scale=0.66, x=-0.42, y=0.36, gun=0.0)
    man(p, scale=0.7, x=-0.02, y=-0.2, gun=0.0)
    p.limb([(-0.6, -0.34), (0.82, -0.34)], 0.22, "gear")
    p.poly([(0.78, -0.46), (1.0, -0.34), (0.78, -0.22)], "accent")


def hmg(p: Pen) -> None:
    """A crew of two at a heavy machine gun."""
    man(p, scale=0.66, x=-0.44, y=0.0, gun=0.0)
    man(p, scale=0.58, x=-0.1, y=0.52, gun=0.0)
    for a in (150, 210, 0):
        p.limb(
            [(0.22, 0), (0.22 + 0.42 * math.cos(math.radians(a)), 0.42 * math.sin(math.radians(a)))],
            0.08,
            "dark",
        )
    p.limb([(-0.02, 0), (0.92, 0)], 0.2, "gear")
    p.limb([(0.6, 0), (0.95, 0)], 0.11, "dark")
    p.box(0.1, -0.34, 0.32, -0.1, "accent")


def medic(p: Pen) -> None:
    """A medic with crosses on pack and helmet."""
    man(p, gun=0.0, pack="light", two_handed=True)
    p.box(-0.38, -0.05, -0.16, 0.05, "accent", 0, outline=0)
    p.box(-0.32, -0.13, -0.22, 0.13, "accent", 0, outline=0)
    p.disc(0.04, 0, 0.235, "light")
    p.box(-0.06, -0.045, 0.14, 0.045, "accent", 0, outline=0)
    p.box(-0.005, -0.13, 0.085, 0.13, "accent", 0, outline=0)


def marine(p: Pen) -> None:
    """A heavily armed soldier with a pack."""
    man(p, gun=0.98, w=0.15, pack="gear")
    p.limb([(0.1, -0.34), (0.46, -0.28), (0.56, -0.1)], 0.09, "accent", outline=0.03)
    p.disc(0.24, 0.34, 0.1, "accent", outline=0.03)


def hat_man(p: Pen) -> None:
    """A man in a coat and a hat."""
    p.poly([(-0.3, 0.44), (-0.5, 0.2), (-0.5, -0.2), (-0.3, -0.44), (0.1, -0.46), (0.1, 0.46)], "dark")
    man(p, gun=0.66, w=0.08, helmet="")
    p.disc(0.03, 0, 0.37, "dark")
    p.disc(0.0, 0, 0.22, "gear")
    p.part(annulus(0.0, 0, 0.24, 0.19), "light", outline=0)


def flamer(p: Pen) -> None:
    """A soldier with tanks on the back and a flame at the nozzle."""
    man(p, gun=0.8, w=0.14)
    for y in (-0.16, 0.16):
        p.oval(-0.34, y, 0.24, 0.14, "accent")
    p.limb([(-0.2, -0.2), (0.1, -0.42), (0.4, -0.1)], 0.06, "dark", outline=0.02)
    p.glow(0.86, -0.05, 0.1, "orange")


def sniper(p: Pen) -> None:
    """A soldier with a long rifle and a scope."""
    man(p, gun=1.02, w=0.09)
    p.limb([(0.3, -0.04), (0.52, -0.02)], 0.12, "dark", outline=0.02)
    p.disc(0.54, -0.02, 0.06, "accent", outline=0.02)


def civilian(p: Pen) -> None:
    """A person without a weapon."""
    man(p, gun=0.0, helmet="", two_handed=False)
    p.disc(0.03, 0, 0.22, "gear")
    p.disc(-0.02, 0, 0.16, "dark", outline=0)


def plain(p: Pen) -> None:
    """A pawn, for whoever has no figure yet."""
    p.disc(0, 0, 0.5, "gear")
    p.disc(0, 0, 0.36)
    p.disc(0, 0, 0.18, "light", outline=0)
    p.poly([(0.4, 0.14), (0.66, 0), (0.4, -0.14)], "light")
