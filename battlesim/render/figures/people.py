"""Painters of the figures of soldiers, other people and teams."""

from __future__ import annotations

import math

from battlesim.geometry.outlines import annulus, star
from battlesim.render.figures.pen import Pen


def draw_person(
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
    """Draw a person from above, with shoulders, arms, gun and helmet."""
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
    """Paint a soldier with a rifle."""
    p.limb([(-0.1, -0.26), (1.0, -0.16)], p.limb_width(0.17), "gun")
    p.oval(-0.1, 0, 0.34, 0.66)
    p.limb([(-0.05, 0.5), (0.34, 0.42), (0.52, -0.08)], 0.2)
    if not p.small:
        p.box(-0.62, -0.28, -0.24, 0.28, "gear")
    p.disc(0.0, 0, 0.32, "light")


def officer(p: Pen) -> None:
    """Paint an officer as a star."""
    p.add_part(star(0, 0, 0.92), "accent")
    p.disc(0, 0, 0.34, "dark")
    p.disc(0, 0, 0.23, "light")


def radio(p: Pen) -> None:
    """Paint a radio operator with two radio waves."""
    for r in (0.78, 1.25):
        wave = [(-0.5 + r * math.cos(a / 10), r * math.sin(a / 10)) for a in range(-6, 7)]
        p.limb(wave, p.limb_width(0.17), "accent")
    p.box(-0.94, -0.32, -0.5, 0.32, "gear")
    p.oval(-0.42, 0, 0.26, 0.52)
    p.disc(-0.38, 0, 0.25, "light")


def mortar(p: Pen) -> None:
    """Paint a mortar with a round base plate, a short thick tube and a bipod."""
    p.disc(-0.30, 0, 0.62, "gear")
    p.add_part(annulus(-0.30, 0, 0.48, 0.40), "dark", outline=0)
    p.limb([(-0.3, 0), (0.72, 0)], 0.44, "dark")
    p.limb([(-0.3, 0), (0.62, 0)], 0.26, "body", outline=0)
    for s in (1, -1):
        p.limb([(0.42, s * 0.2), (0.86, s * 0.66)], p.limb_width(0.11), "gun")


def lmg(p: Pen) -> None:
    """Paint a light machine gun with a bipod far in front of its gunner."""
    p.limb([(-0.2, -0.1), (1.02, -0.02)], p.limb_width(0.2), "gun")
    for s in (1, -1):
        p.limb([(0.62, 0), (0.9, s * 0.5)], p.limb_width(0.1), "dark")
    p.oval(-0.42, 0, 0.32, 0.6)
    p.disc(-0.36, 0, 0.28, "light")


def bazooka(p: Pen) -> None:
    """Paint a bazooka with a flared muzzle and a cone at the back, held by a soldier."""
    p.limb([(-0.7, 0), (0.7, 0)], 0.24, "gear")
    p.poly([(-0.5, 0.1), (-1.0, 0.44), (-1.0, -0.44), (-0.5, -0.1)], "dark")
    p.poly([(0.6, 0.12), (1.0, 0.34), (1.0, -0.34), (0.6, -0.12)], "gear")
    p.oval(0.0, 0.30, 0.24, 0.46)
    p.disc(0.0, 0.24, 0.27, "light")


def rifle_squad(p: Pen) -> None:
    """Paint a squad as three small soldiers with rifles."""
    for x, y in ((-0.46, 0.5), (-0.46, -0.5), (0.26, 0.0)):
        p.limb([(x, y - 0.08), (x + 0.69, y - 0.04)], p.limb_width(0.1), "gun", outline=0.045)
        p.oval(x, y, 0.18, 0.36)
        p.disc(x + 0.03, y, 0.18, "light")


def command(p: Pen) -> None:
    """Paint a command team as a soldier with a swallow-tailed flag."""
    p.limb([(-0.9, 0.34), (0.95, 0.34)], p.limb_width(0.1), "light")
    p.poly([(0.92, 0.34), (0.92, -0.42), (0.5, -0.2), (0.08, -0.42), (0.08, 0.34)], "accent")
    if not p.small:
        p.limb([(0.5, 0.24), (0.5, -0.1)], 0.08, "light", outline=0)
    p.oval(-0.44, 0.0, 0.26, 0.5)
    p.disc(-0.42, 0, 0.26, "light")


def missile_team(p: Pen) -> None:
    """Paint a missile team as a soldier beside a large rocket with fins."""
    p.poly([(-0.95, 0.62), (-0.62, 0.30), (-0.62, 0.06), (-0.95, -0.24)], "dark")
    p.limb([(-0.72, 0.19), (0.56, 0.19)], 0.40, "gear")
    p.poly([(0.52, 0.42), (1.08, 0.19), (0.52, -0.04)], "accent")
    if not p.small:
        p.limb([(-0.1, 0.0), (-0.1, 0.38)], 0.07, "dark", outline=0)
        p.limb([(0.3, 0.0), (0.3, 0.38)], 0.07, "dark", outline=0)
    p.oval(-0.12, -0.46, 0.46, 0.28)
    p.disc(-0.1, -0.46, 0.24, "light")


def hmg(p: Pen) -> None:
    """Paint a heavy machine gun with a tripod, a shield and a long barrel."""
    for a in (math.radians(128), math.radians(232)):
        p.limb([(0.1, 0), (0.1 + 0.98 * math.cos(a), 0.98 * math.sin(a))], p.limb_width(0.14), "dark")
    p.limb([(-0.5, 0), (1.02, 0)], p.limb_width(0.2), "gear")
    p.limb([(0.86, 0), (1.0, 0)], 0.32, "dark")
    p.box(0.16, -0.66, 0.36, 0.66, "body", 0.08)
    p.disc(-0.46, 0, 0.25, "light")


def medic(p: Pen) -> None:
    """Paint a medic as a cross."""
    p.box(-0.82, -0.28, 0.82, 0.28, "light")
    p.box(-0.28, -0.82, 0.28, 0.82, "light")
    p.box(-0.66, -0.13, 0.66, 0.13, "vermillion", 0.02, outline=0)
    p.box(-0.13, -0.66, 0.13, 0.66, "vermillion", 0.02, outline=0)
    if not p.small:
        p.disc(0, 0, 0.24, "dark")
        p.disc(0, 0, 0.17, "light", outline=0)


def marine(p: Pen) -> None:
    """Paint a heavily armed soldier with a pack and a long gun held across the body."""
    p.limb([(-0.02, -0.62), (0.94, 0.3)], p.limb_width(0.2), "gun")
    if not p.small:
        p.limb([(0.1, -0.34), (0.46, -0.28), (0.56, -0.1)], 0.09, "accent", outline=0.03)
    p.box(-0.74, -0.34, -0.16, 0.34, "gear", 0.06)
    p.oval(-0.06, 0, 0.28, 0.62)
    p.disc(0.04, 0, 0.29, "light")


def hat_man(p: Pen) -> None:
    """Paint a man in a coat and a hat."""
    p.poly([(-0.3, 0.44), (-0.5, 0.2), (-0.5, -0.2), (-0.3, -0.44), (0.1, -0.46), (0.1, 0.46)], "dark")
    draw_person(p, gun=0.66, w=0.08, helmet="")
    p.disc(0.03, 0, 0.37, "dark")
    p.disc(0.0, 0, 0.22, "gear")
    p.add_part(annulus(0.0, 0, 0.24, 0.19), "light", outline=0)


def flamer(p: Pen) -> None:
    """Paint a soldier with a flamethrower, two large tanks and a widening flame."""
    p.poly([(0.42, -0.12), (1.06, 0.36), (1.06, -0.52)], "orange")
    p.limb([(-0.1, -0.1), (0.5, -0.1)], p.limb_width(0.18), "gun")
    for y in (-0.34, 0.34):
        p.oval(-0.52, y, 0.44, 0.27, "accent")
    p.oval(-0.12, 0, 0.24, 0.44)
    p.disc(-0.06, 0, 0.25, "light")
    p.glow(0.9, -0.08, 0.16, "orange")


def sniper(p: Pen) -> None:
    """Paint a sniper lying prone with a very long rifle."""
    p.limb([(0.0, 0.0), (1.1, 0.0)], p.limb_width(0.12), "gun")
    for s in (1, -1):
        p.limb([(-0.3, s * 0.04), (-0.98, s * 0.42)], p.limb_width(0.2), "body")
    p.oval(-0.1, 0, 0.42, 0.26)
    p.limb([(0.06, 0.2), (0.42, 0.04)], 0.14)
    p.disc(0.16, 0, 0.2, "light")


def civilian(p: Pen) -> None:
    """Paint unarmed civilians, an adult and a child."""
    p.oval(-0.06, 0.32, 0.34, 0.52, "body")
    p.disc(-0.04, 0.32, 0.27, "light")
    p.oval(0.04, -0.52, 0.24, 0.34, "accent")
    p.disc(0.06, -0.52, 0.19, "light")


def plain(p: Pen) -> None:
    """Paint a pawn, the default figure of a piece."""
    p.disc(0, 0, 0.5, "gear")
    p.disc(0, 0, 0.36)
    p.disc(0, 0, 0.18, "light", outline=0)
    p.poly([(0.4, 0.14), (0.66, 0), (0.4, -0.14)], "light")


def suit_man(p: Pen) -> None:
    """Paint a man in a dark suit and dark glasses, with a small bright gun in both hands."""
    p.limb([(0.4, 0), (0.98, 0)], p.limb_width(0.15), "light")
    for s in (1, -1):
        p.limb([(-0.2, s * 0.56), (0.2, s * 0.46), (0.46, s * 0.06)], 0.22, "gear")
    p.oval(-0.22, 0, 0.3, 0.74, "gear")
    p.poly([(-0.06, 0.2), (0.3, 0.0), (-0.06, -0.2)], "bone", outline=0)
    p.limb([(0.0, 0), (0.22, 0)], 0.08, "void", outline=0)
    p.disc(-0.24, 0, 0.28, "light")
    p.limb([(-0.03, -0.2), (0.0, 0), (-0.03, 0.2)], 0.12, "void", outline=0)


def gangster(p: Pen) -> None:
    """Paint a stooping man in a hood, a club in one hand and a pistol in the other."""
    p.limb([(0.0, -0.5), (0.46, -0.66), (0.62, -0.6)], 0.22)
    p.limb([(0.56, -0.6), (0.96, -0.6)], p.limb_width(0.17), "gun")
    p.limb([(-0.1, 0.5), (0.3, 0.66)], 0.22)
    p.limb([(0.26, 0.66), (-0.5, 0.98)], p.limb_width(0.13), "gear")
    p.oval(-0.1, 0, 0.4, 0.62)
    p.poly([(-0.6, 0.0), (-0.24, 0.34), (0.24, 0.3), (0.34, 0.0), (0.24, -0.3), (-0.24, -0.34)], "accent")
    p.oval(0.16, 0, 0.15, 0.2, "light", outline=0.02)
