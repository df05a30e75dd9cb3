"""The bar on top of a battle, the same in the window and on a picture: what, turn, phase, score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.ruleset import Facts
from battlesim.geometry.outlines import place
from battlesim.render.drawlist import Area, Box, Item, Layer, Line, Ring, Text, shape
from battlesim.render.drawlist import Dot as Disc
from battlesim.render.palette import RIMS, side_colour
from battlesim.render.text import fitted, read, width_of
from battlesim.render.tokens import rim
from battlesim.table.state import Side

WIDE_FROM: Final = 1400
PILL: Final = 24


def rim_sign(x: float, y: float, radius: float, side: int) -> tuple[Item, ...]:
    """A side's colour and rim in small; a dot for nobody's."""
    if side not in RIMS:
        return (Disc(Layer.PANEL, x, y, 2.5, "faint", 0),)
    ring = place(rim(RIMS[side]), (radius, 0, 0, radius, x, y))
    return (Area(Layer.PANEL, shape(ring), side_colour(side), 1.0, 0, 0),)


def clipped(string: str, width: float, size: str = "body", bold: bool = False) -> str:
    """The string, or as many words of its two ends as fit a width, with dots between."""
    if width_of(string, size, bold) <= width:
        return string
    words = read(string).split()
    for left in range(len(words) - 1, 0, -1):
        head, tail = words[: left - left * 2 // 5], words[len(words) - left * 2 // 5 :]
        short = " ".join((*head, "…", *tail)).replace(", …", " …")
        if width_of(short, size, bold) <= width:
            return short
    return fitted(string, width, size, bold)


def wordmark(x: float, y: float) -> tuple[Item, ...]:
    """The program's sign and name about height y."""
    return (
        Ring(Layer.PANEL, x + 12, y, 8, "sky", 2.2),
        Line(Layer.PANEL, ((x + 21, y - 7), (x + 12, y), (x + 21, y + 5)), "orange", 2.0),
        Disc(Layer.PANEL, x + 12, y, 2.6, "orange", 0),
        Text(Layer.PANEL, x + 34, y - 1, "battlesim", "title", "bright", True),
    )


def bar(
    width: float, height: float, title: str, facts: Facts, sides: Sequence[Side], room: float = 16
) -> tuple[Item, ...]:
    """The bar. `room` is what is left free on the right."""
    y, wide = height / 2, width >= WIDE_FROM
    items: list[Item] = [
        Box(Layer.PANEL, 0, 0, width, height, "panel", 1.0, 0),
        Box(Layer.PANEL, 0, height - 1, width, 1, "line", 1.0, 0),
        *wordmark(12, y),
        Box(Layer.PANEL, 46 + width_of("battlesim", "title", True) + 16, y - 12, 1, 24, "line", 1.0, 0),
    ]
    x = 46 + width_of("battlesim", "title", True) + 32
    known = clipped(title, 250 if wide else 170)
    items.append(Text(Layer.PANEL, x, y, known, "body", "dim"))
    x += width_of(known, "body") + (48 if wide else 24)
    turn, of = str(facts.turn), f"of {facts.turns}" if facts.turns else ""
    items += [
        Text(Layer.PANEL, x, y, "TURN", "caption", "dim", True),
        Text(Layer.PANEL, x + 42, y - 1, turn, "title", "bright", True),
        Text(Layer.PANEL, x + 48 + width_of(turn, "title", True), y, of, "small", "dim"),
    ]
    x += 48 + width_of(turn, "title", True) + width_of(of, "small") + (32 if wide else 16)
    score, left = _scores(width - room, y, facts, sides, wide)
    return (*items, *_phases(x, y, left - 32 - x, facts), *score)


def _phases(x: float, y: float, room: float, facts: Facts) -> list[Item]:
    """The phases of the turn from the one before the present one on, as many as there is room for."""
    names = facts.phases if facts.phase in facts.phases else (facts.phase, *facts.phases)
    now = names.index(facts.phase)
    wide = [width_of(name, "small", k == now) + 24 for k, name in enumerate(names)]
    first = max(0, now - 1) if wide[now - 1] + wide[now] + 6 <= room else now
    items: list[Item] = []
    for k in range(first, len(names)):
        if wide[k] > room:
            break
        ink = "ink" if k == now else "dim"
        items.append(
            Box(Layer.PANEL, x, y - PILL / 2, wide[k], PILL, "sky" if k == now else "raised", 1.0, PILL / 2)
        )
        items.append(Text(Layer.PANEL, x + wide[k] / 2, y, names[k], "small", ink, k == now, "c"))
        x, room = x + wide[k] + 6, room - wide[k] - 6
    return items


def _scores(
    right: float, y: float, facts: Facts, sides: Sequence[Side], wide: bool
) -> tuple[list[Item], float]:
    """Each side's sign, name and score, right-aligned; also where they begin."""
    items: list[Item] = []
    for side in reversed(sides):
        value = f"{facts.scores.get(side.key, 0):g}"
        items.append(Text(Layer.PANEL, right, y - 1, value, "title", "bright", True, "r"))
        right -= width_of(value, "title", True) + 8
        if wide:
            items.append(Text(Layer.PANEL, right, y, side.name, "small", "dim", anchor="r"))
            right -= width_of(side.name, "small") + 8
        items += rim_sign(right - 9, y, 9, side.number)
        right -= 18 + 24
    return items, right
