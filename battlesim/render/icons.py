"""Single-colour icons on a grid of 24 by 24 px, drawn with strokes of 2 px, with y pointing down."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Final

from battlesim.geometry.outlines import (
    Shape,
    annulus,
    box,
    clip,
    cut,
    disc,
    grow,
    join,
    oval,
    polygon,
    rounded_box,
    star,
    stroke,
    transformed,
)
from battlesim.render import state_icons

Points = list[tuple[float, float]]

ICON_COLOURS: Final = {
    **state_icons.STATE_ICON_COLOURS,
    "suppressed": "yellow",
    "wound": "vermillion",
    "burning": "orange",
    "alert": "sky",
    "ready": "mint",
    "panic": "purple",
    "stunned": "yellow",
    "leader": "yellow",
    "spent": "dim",
    "no ammo": "orange",
    "jammed": "orange",
}
"""Colours of icons that do not use the default colour."""


def _ring(x: float, y: float, r: float, width: float = 2) -> Shape:
    return annulus(x, y, r + width / 2, r - width / 2)


def _lines(width: float, *lines: Points) -> Shape:
    return join(*(stroke(line, width) for line in lines))


def _softened(points: Points) -> Shape:
    return grow(grow(polygon(points), 1), -1)


def _turned(shape: Shape, degrees: float) -> Shape:
    """Return a shape rotated around the centre of the grid."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return transformed(shape, (c, -s, s, c, 12 - 12 * c + 12 * s, 12 - 12 * s - 12 * c))


def _eye() -> Shape:
    return join(cut(oval(12, 12, 10, 6), oval(12, 12, 8, 4.2)), disc(12, 12, 3))


def _shoot() -> Shape:
    ticks = _lines(2, [(12, 2), (12, 7)], [(12, 17), (12, 22)], [(2, 12), (7, 12)], [(17, 12), (22, 12)])
    return join(_ring(12, 12, 6.5), ticks, disc(12, 12, 1.5))


def _hidden() -> Shape:
    return join(cut(_eye(), stroke([(4, 20), (20, 4)], 5)), stroke([(4, 20), (20, 4)], 2))


def _suppressed() -> Shape:
    chevrons = _lines(2.6, [(4, 5), (12, 11), (20, 5)], [(4, 12), (12, 18), (20, 12)])
    return join(chevrons, stroke([(4, 21), (20, 21)], 2))


def _burning() -> Shape:
    flame = [
        (12, 2),
        (17, 9),
        (16, 12),
        (19, 11),
        (19, 17),
        (15, 22),
        (9, 22),
        (5, 17),
        (6, 11),
        (9, 13),
        (9, 8),
    ]
    return cut(
        _softened([(float(x), float(y)) for x, y in flame]), polygon([(12, 13), (15, 18), (12, 21), (9, 18)])
    )


def _no_ammo() -> Shape:
    rounds = join(
        *(rounded_box(x, 8, 4, 12, 1) for x in (5, 15)),
        *(polygon([(x, 7), (x + 2, 3), (x + 4, 7)]) for x in (5, 15)),
    )
    return join(cut(rounds, stroke([(3, 21), (21, 4)], 4)), stroke([(3, 21), (21, 4)], 2))


def _radio() -> Shape:
    cone = polygon([(12, 17), (-4, 1), (28, 1)])
    return join(disc(12, 17, 2.6), *(clip(_ring(12, 17, r), cone) for r in (6.5, 11)))


def _waiting() -> Shape:
    glass = polygon([(7, 4), (17, 4), (12.6, 12), (17, 20), (7, 20), (11.4, 12)])
    hollow = grow(polygon([(9, 6), (15, 6), (12, 11)]), -0.2)
    return join(_lines(2, [(6, 3), (18, 3)], [(6, 21), (18, 21)]), cut(glass, hollow))


def _jammed() -> Shape:
    teeth = [_turned(box(10.6, 2, 13.4, 22), a) for a in (0, 45, 90, 135)]
    return cut(join(*teeth, disc(12, 12, 7)), disc(12, 12, 3.4))


def _immobile() -> Shape:
    track = cut(rounded_box(2, 9, 20, 9, 4.5), rounded_box(4.2, 11.2, 15.6, 4.6, 2.3))
    return cut(join(track, stroke([(8, 4), (16, 22)], 2.4)), stroke([(10.5, 4), (18.5, 22)], 1.6))


def _tunnel() -> Shape:
    outer = [(3, 21), (3, 12), (6, 6), (12, 3), (18, 6), (21, 12), (21, 21)]
    return polygon([*outer, (16, 21), (16, 13), (12, 9.5), (8, 13), (8, 21)])


def _rotors() -> list[Shape]:
    return [_ring(x, y, 3, 1.4) for x in (5, 19) for y in (5, 19)]


def _ruler() -> Shape:
    ticks = [box(x, 8, x + 1.5, 12) for x in (4.5, 8.5, 12.5, 16.5, 20)]
    return _turned(cut(box(1, 8, 23, 16), *ticks), -35)


def _dice() -> Shape:
    pips = [disc(x, y, 1.9) for x, y in ((8, 8), (16, 16), (12, 12), (8, 16), (16, 8))]
    return cut(rounded_box(3, 3, 18, 18, 4), *pips)


def _layers() -> Shape:
    sheets = _lines(2, [(3, 13), (12, 18), (21, 13)], [(3, 17), (12, 22), (21, 17)])
    return join(polygon([(12, 3), (22, 8.5), (12, 14), (2, 8.5)]), sheets)


def _think() -> Shape:
    ring = _ring(12, 12, 8.5)
    return join(clip(ring, box(12, 0, 24, 24)), clip(ring, box(0, 12, 12, 24)), disc(12, 12, 2.5))


def _help() -> Shape:
    hook = stroke([(8, 8), (9, 5), (12, 4), (15.5, 5.5), (16, 9), (12.5, 12), (12, 15)], 2.4)
    return join(hook, disc(12, 20, 1.7))


ICON_SHAPES: dict[str, Callable[[], Shape]] = {
    **state_icons.STATE_ICON_SHAPES,
    "move": lambda: _lines(2, [(3, 20), (9, 20), (12, 12), (18, 6)], [(12, 5), (19, 5), (19, 12)]),
    "shoot": _shoot,
    "melee": lambda: _lines(
        2.2, [(5, 19), (19, 4)], [(19, 19), (5, 4)], [(4, 14), (10, 20)], [(20, 14), (14, 20)]
    ),
    "search": lambda: join(_ring(10, 10, 6), stroke([(15, 15), (21, 21)], 3)),
    "ready": lambda: join(_ring(12, 12, 9), stroke([(7.5, 12.5), (11, 16), (17, 8.5)], 2.2)),
    "alert": _eye,
    "hidden": _hidden,
    "suppressed": _suppressed,
    "stunned": lambda: polygon([(13, 2), (5, 14), (11, 14), (9, 22), (19, 9), (12.5, 9)]),
    "panic": lambda: join(polygon([(9.5, 3), (14.5, 3), (13.4, 15), (10.6, 15)]), disc(12, 19.5, 2.3)),
    "burning": _burning,
    "no ammo": _no_ammo,
    "leader": lambda: star(12, 12.5, 10),
    "medic": lambda: join(box(9, 3, 15, 21), box(3, 9, 21, 15)),
    "radio": _radio,
    "waiting": _waiting,
    "spent": lambda: join(_ring(12, 12, 9), stroke([(6, 18), (18, 6)], 2)),
    "jammed": _jammed,
    "immobile": _immobile,
    "tunnel": _tunnel,
    "wound": lambda: _softened(
        [(12, 2), (18.5, 12), (18.5, 16), (15.5, 20.5), (12, 22), (8.5, 20.5), (5.5, 16), (5.5, 12)]
    ),
    "drone": lambda: join(
        stroke([(6, 6), (18, 18)], 2), stroke([(6, 18), (18, 6)], 2), disc(12, 12, 3), *_rotors()
    ),
    "mine": lambda: join(
        disc(12, 14, 6), _lines(2, [(12, 3), (12, 9)], [(4, 6), (8, 10)], [(20, 6), (16, 10)])
    ),
    "egg": lambda: cut(oval(12, 12.5, 7, 9.5), stroke([(5, 12), (10, 15), (13, 11), (19, 14)], 1.8)),
    "manhole": lambda: join(
        _ring(12, 12, 9), _lines(1.8, *([(7.0, y), (17.0, y)] for y in (8.5, 12.0, 15.5)))
    ),
    "flag": lambda: join(stroke([(6, 3), (6, 22)], 2), polygon([(7, 4), (20, 7.5), (7, 12)])),
    "bookmark": lambda: polygon([(6, 3), (18, 3), (18, 21), (12, 16), (6, 21)]),
    "play": lambda: polygon([(6, 4), (20, 12), (6, 20)]),
    "pause": lambda: join(box(6, 4, 10, 20), box(14, 4, 18, 20)),
    "next": lambda: join(polygon([(4, 5), (15, 12), (4, 19)]), box(16, 5, 19, 19)),
    "prev": lambda: join(polygon([(20, 5), (9, 12), (20, 19)]), box(5, 5, 8, 19)),
    "undo": lambda: join(
        cut(_ring(13, 13, 6.5), box(2, 13, 12, 24)), polygon([(2, 10), (8.5, 4), (9.5, 12)])
    ),
    "ruler": _ruler,
    "layers": _layers,
    "dice": _dice,
    "zoom": lambda: join(
        _ring(10, 10, 6), stroke([(15, 15), (21, 21)], 3), _lines(2, [(7, 10), (13, 10)], [(10, 7), (10, 13)])
    ),
    "book": lambda: _lines(
        2, [(12, 7), (4, 5), (4, 18), (12, 20), (20, 18), (20, 5), (12, 7), (12, 20)], [(7, 10), (9, 10.5)]
    ),
    "help": _help,
    "think": _think,
    "arrow": lambda: _lines(2.4, [(3, 12), (20, 12)], [(14, 5), (21, 12), (14, 19)]),
    "settings": lambda: join(
        _lines(2, [(3, 6), (21, 6)], [(3, 12), (21, 12)], [(3, 18), (21, 18)]),
        *(disc(x, y, 3) for x, y in ((15, 6), (8, 12), (17, 18))),
    ),
    "close": lambda: _lines(2.4, [(5, 5), (19, 19)], [(5, 19), (19, 5)]),
    "plus": lambda: _lines(2.4, [(12, 4), (12, 20)], [(4, 12), (20, 12)]),
    "scales": lambda: join(
        _lines(2, [(12, 3), (12, 20)], [(4, 6), (20, 6)], [(7, 21), (17, 21)]),
        polygon([(1, 14), (9, 14), (7, 18), (3, 18)]),
        polygon([(15, 14), (23, 14), (21, 18), (17, 18)]),
        _lines(1.4, [(5, 6), (1.8, 14)], [(5, 6), (8.2, 14)], [(19, 6), (15.8, 14)], [(19, 6), (22.2, 14)]),
    ),
    "relations": lambda: join(disc(5.5, 17, 4), disc(18.5, 7, 4), stroke([(8, 15), (16, 9)], 2.2)),
    "carried": lambda: join(
        _lines(2, [(4, 13), (4, 20), (20, 20), (20, 13)]), polygon([(6, 4), (18, 4), (12, 15)])
    ),
}


@cache
def icon_shape(name: str) -> Shape:
    """Return the shape of an icon on a grid of 24 by 24 px, or of the help icon if the name is unknown."""
    return ICON_SHAPES.get(name, _help)()


def placed_icon(name: str, x: float, y: float, size: float) -> Shape:
    """Return the shape of an icon that is `size` pixels wide and centred on (x, y)."""
    k = size / 24
    return transformed(icon_shape(name), (k, 0, 0, k, x - size / 2, y - size / 2))


def icon_colour(name: str) -> str:
    """Return the name of the colour in which an icon is drawn on a badge."""
    return ICON_COLOURS.get(name, "text")
