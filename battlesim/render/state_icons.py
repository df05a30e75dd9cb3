"""Icons for the states of a piece, on a grid of 24 by 24 px with strokes of 2 px and y pointing down."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from battlesim.geometry.outlines import (
    Shape,
    annulus,
    box,
    cut,
    disc,
    join,
    oval,
    polygon,
    rounded_box,
    stroke,
)

Points = list[tuple[float, float]]


def _lines(width: float, *lines: Points) -> Shape:
    return join(*(stroke(line, width) for line in lines))


def _overwatch() -> Shape:
    """Return an eye in a gunsight."""
    eye = join(cut(oval(12, 12, 9.5, 5.6), oval(12, 12, 7.4, 3.8)), disc(12, 12, 2.6))
    ticks = _lines(2, [(12, 1.5), (12, 5)], [(12, 19), (12, 22.5)])
    return join(eye, ticks)


def _lying() -> Shape:
    """Return a figure lying on the ground."""
    body = _lines(3.4, [(9, 15), (16, 15.5)], [(16, 15.5), (21.5, 13)], [(16, 15.5), (21.5, 18)])
    return join(disc(5, 14, 2.9), body, stroke([(2, 21), (22, 21)], 2), stroke([(10, 15), (12.5, 9.5)], 2.4))


def _grip() -> Shape:
    """Return long fingers and a tail wrapped around an oval."""
    fingers = _lines(
        2.2,
        [(9, 9), (5, 4), (2.5, 8)],
        [(8.5, 11.5), (3, 11), (2.5, 16)],
        [(15, 9), (19, 4), (21.5, 8)],
        [(15.5, 11.5), (21, 11), (21.5, 16)],
    )
    tail = stroke([(12, 14), (12, 18), (9, 21), (5.5, 20)], 2.2)
    return join(oval(12, 10, 4.2, 5.4), fingers, tail)


def _apart() -> Shape:
    """Return a chain that is broken in the middle."""
    links = [cut(rounded_box(x, 8, 10, 8, 4), rounded_box(x + 2.3, 10.3, 5.4, 3.4, 1.7)) for x in (0.5, 13.5)]
    gap = polygon([(10, 0), (15, 0), (14, 24), (9, 24)])
    return join(cut(join(*links), gap), _lines(2, [(10.5, 2), (9.5, 6)], [(14.5, 18), (13.5, 22)]))


def _binoculars() -> Shape:
    tubes = [
        polygon([(x, 5), (x + 4, 5), (x + 6 * w, 13), (x + 6 * w - 6, 13)]) for x, w in ((4, 1), (16, 1))
    ]
    eyes = [annulus(x, 16, 5.2, 2.6) for x in (6.2, 17.8)]
    return join(*tubes, *eyes, box(9, 8, 15, 12))


def _disk() -> Shape:
    """Return a floppy disk, for a copy of a record."""
    body = cut(polygon([(3, 3), (17, 3), (21, 7), (21, 21), (3, 21)]), box(7, 3, 15, 9), box(6, 13, 18, 21))
    return join(
        body, box(11.5, 4.5, 13.5, 7.5), _lines(1.8, [(8.5, 15.5), (15.5, 15.5)], [(8.5, 18.5), (15.5, 18.5)])
    )


def _shell() -> Shape:
    """Return an explosion with splinters."""
    ring = [(4.0 if k % 2 else 7.6, math.radians(360 * k / 12)) for k in range(12)]
    burst = polygon([(12 + r * math.sin(a), 12 - r * math.cos(a)) for r, a in ring])
    flying = [math.radians(360 * k / 6 + 30) for k in range(6)]
    splinters = [
        stroke(
            [
                (12 + 8.2 * math.sin(a), 12 - 8.2 * math.cos(a)),
                (12 + 11 * math.sin(a), 12 - 11 * math.cos(a)),
            ],
            2.2,
        )
        for a in flying
    ]
    return join(burst, *splinters)


def _stream() -> Shape:
    """Return three rows of bullets."""
    rounds = [
        join(
            box(2, y - 1.5, 7, y + 1.5),
            box(9.5, y - 1.5, 14, y + 1.5),
            polygon([(16, y - 2), (22, y), (16, y + 2)]),
        )
        for y in (5.0, 12.0, 19.0)
    ]
    return join(*rounds)


def _running() -> Shape:
    return _lines(2.6, [(3, 5), (10, 12), (3, 19)], [(12, 5), (19, 12), (12, 19)])


def _pace() -> Shape:
    return _lines(2.6, [(3, 12), (16, 12)], [(11, 6), (17, 12), (11, 18)])


def _settled() -> Shape:
    """Return an arrow pointing down to the ground, for a piece that stays in place."""
    return join(
        _lines(2.4, [(12, 3), (12, 15)], [(6, 9), (12, 15), (18, 9)]), stroke([(4, 20), (20, 20)], 2.4)
    )


def _flake() -> Shape:
    arms: list[Points] = []
    for k in range(6):
        a = math.radians(60 * k)
        tip, fork = (
            (12 + 10 * math.sin(a), 12 - 10 * math.cos(a)),
            (12 + 5.5 * math.sin(a), 12 - 5.5 * math.cos(a)),
        )
        arms.append([(12, 12), tip])
        for turn in (-0.7, 0.7):
            arms.append([fork, (fork[0] + 3.6 * math.sin(a + turn), fork[1] - 3.6 * math.cos(a + turn))])
    return _lines(1.7, *arms)


def _recorder() -> Shape:
    """Return a tape recorder with two reels."""
    case = cut(rounded_box(2, 5, 20, 15, 2.5), disc(8, 11.5, 3.4), disc(16, 11.5, 3.4), box(7, 16.4, 17, 18))
    return join(case, disc(8, 11.5, 1.5), disc(16, 11.5, 1.5))


def _confident() -> Shape:
    """Return two chevrons that point up."""
    return _lines(2.8, [(4, 12), (12, 4), (20, 12)], [(4, 20), (12, 12), (20, 20)])


def _steady() -> Shape:
    return _lines(3, [(4, 8.5), (20, 8.5)], [(4, 15.5), (20, 15.5)])


def _shaken() -> Shape:
    """Return a jagged wave."""
    return _lines(2.8, [(2, 15), (7, 8), (12, 16), (17, 8), (22, 15)])


def _broken() -> Shape:
    """Return a block that is split from top to bottom."""
    crack = polygon([(11, 0), (15, 0), (11.5, 8), (15, 13), (11, 24), (7.5, 24), (10.5, 14), (7.5, 8)])
    return cut(box(2.5, 5, 21.5, 19), crack)


def _routed() -> Shape:
    """Return an arrow that points down, away from a line."""
    return _lines(2.8, [(3, 4), (21, 4)], [(12, 8), (12, 20)], [(5, 14), (12, 21), (19, 14)])


def _in_position() -> Shape:
    """Return a head over a breastwork."""
    return join(disc(12, 7.5, 4), _lines(2.6, [(2, 12), (2, 20), (22, 20), (22, 12)]), box(7, 13, 17, 17))


def _travelling() -> Shape:
    return _lines(2.6, [(3, 5), (10, 12), (3, 19)], [(12, 5), (19, 12), (12, 19)])


def _pinned() -> Shape:
    """Return a chevron that points down, onto a bar."""
    return _lines(2.8, [(3, 6), (12, 15), (21, 6)], [(3, 20), (21, 20)])


STATE_ICON_SHAPES: Final[dict[str, Callable[[], Shape]]] = {
    "overwatch": _overwatch,
    "down": _lying,
    "gripped": _grip,
    "apart": _apart,
    "binoculars": _binoculars,
    "copy": _disk,
    "shelled": _shell,
    "raked": _stream,
    "ran": _running,
    "moved": _pace,
    "settled": _settled,
    "snow": _flake,
    "recorder": _recorder,
    "confident": _confident,
    "steady": _steady,
    "shaken": _shaken,
    "broken": _broken,
    "routed": _routed,
    "in position": _in_position,
    "travelling": _travelling,
    "pinned": _pinned,
}
STATE_ICON_COLOURS: Final = {
    "overwatch": "sky",
    "down": "vermillion",
    "gripped": "rose",
    "apart": "orange",
    "copy": "mint",
    "shelled": "orange",
    "raked": "yellow",
    "ran": "dim",
    "moved": "dim",
    "settled": "mint",
    "snow": "sky",
    "in position": "mint",
    "travelling": "sky",
    "pinned": "yellow",
}
