"""The palette: what can be drawn, as it looks, and the shape it is drawn in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.drawlist import Layer, PictureItem
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.ui.lab.drawing.draft import GROUPS, SHAPES, Draft, Tool
from battlesim.ui.lab.drawing.swatches import HEIGHT, WIDTH, Swatches, tools
from battlesim.ui.parts.controls import segments
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

HEAD, EDGE = 22.0, 12.0
NAMES: Final = ("Terrain", "Doors, windows", "For the eye")
SHAPE_NAMES: Final = ("Rectangle", "Circle", "Line", "Outline")
TOP, SHAPE = 38.0, 32.0
"""Heights at which the leaves begin and which the row of shapes takes."""
GAP, NAME = 5.0, 17.0
"""Pixels between two swatches, and for the name under one."""
WORDS: Final[Mapping[str, str]] = {
    "": "Choose what to draw, or move what is there.",
    "opening": "Click at an edge of terrain. Right click: done.",
    "rect": "Click: of this size. Drag: of the size you draw.",
    "circle": "Click: of this size. Drag: of the size you draw.",
    "line": "Click point by point; the last one twice ends it.",
    "polygon": "Click corner by corner; the first one again ends it.",
}


def build(draft: Draft, swatches: Swatches, rect: Rect) -> Drawn:
    """The card."""
    drawn = Drawn([backed(rect.width, rect.height)])
    wide = rect.width - 2 * EDGE
    drawn.items += p.heading_items(EDGE, HEAD, wide, "What you draw", _right(draft, wide))
    segments(drawn, Rect(EDGE, TOP, wide, 26), NAMES, GROUPS.index(draft.group), "draw_group")
    room = _room(draft, rect)
    _swatches(drawn, draft, swatches, room)
    if _shaped(draft):
        place = Rect(EDGE, room.bottom, wide, 26)
        segments(drawn, place, SHAPE_NAMES, SHAPES.index(draft.shape), "draw_shape")
    what = "" if draft.tool is None else "opening" if draft.tool.group == "opening" else draft.shape
    drawn.write(EDGE, rect.height - 13, fitted_text(WORDS[what], wide, "small"), "small", "dim")
    return drawn


def _shaped(draft: Draft) -> bool:
    """Whether what is in hand can be drawn in one shape or another."""
    return draft.tool is not None and draft.tool.group == "terrain"


def _room(draft: Draft, rect: Rect) -> Rect:
    """Where the swatches stand on the card."""
    foot = rect.height - 26 - (SHAPE if _shaped(draft) else 0.0)
    return Rect(EDGE, TOP + 34, rect.width - 2 * EDGE, foot - TOP - 34)


def more(draft: Draft, swatches: Swatches, rect: Rect) -> int:
    """How many rows have no room on a card of that size."""
    room = _room(draft, rect)
    needed = -(-len(tools(swatches.kinds)[draft.group]) // columns(room.width))
    return max(0, needed - rows(room.height))


def _right(draft: Draft, wide: float) -> str:
    return draft.tool.kind.replace("_", " ") if draft.tool else "nothing in hand"


def columns(wide: float) -> int:
    """How many swatches stand side by side."""
    return max(1, int((wide + GAP) // (WIDTH + 2 + GAP)))


def rows(tall: float) -> int:
    """How many rows of them have room."""
    return max(1, int((tall + GAP) // (HEIGHT + NAME + GAP)))


def _swatches(drawn: Drawn, draft: Draft, swatches: Swatches, at: Rect) -> None:
    all_of = tools(swatches.kinds)[draft.group]
    many, high = columns(at.width), rows(at.height)
    needed = -(-len(all_of) // many)
    first = max(0, min(draft.first, needed - high))
    step = (at.width + GAP) / many
    for k, tool in enumerate(all_of[first * many : (first + high) * many]):
        x, y = at.x + k % many * step, at.y + k // many * (HEIGHT + NAME + GAP)
        place = Rect(x, y, step - GAP, HEIGHT + NAME)
        _swatch(drawn, tool, place, tool == draft.tool, swatches.ready.get(tool, ""))
    if needed > high:
        track = at.height - 4
        size, top = track * high / needed, track * first / needed
        drawn.box(at.right + 4, at.y, 4, track, "raised", 1.0, 2)
        drawn.box(at.right + 4, at.y + top, 4, size, "faint", 1.0, 2)


def _swatch(drawn: Drawn, tool: Tool, at: Rect, on: bool, picture: str) -> None:
    drawn.box(*at, "hover" if on else "raised", 1.0, 5, "sky" if on else "")
    if picture:
        drawn.add(PictureItem(Layer.PANEL, at.x + (at.width - WIDTH) / 2, at.y + 2, picture))
    name = tool.kind.replace("_", " ")
    short = fitted_text(name, at.width - 2, "caption", on)
    drawn.write(at.x + at.width / 2, at.y + HEIGHT + 9, short, "caption", "bright" if on else "text", on, "c")
    if on:
        drawn.box(at.x + 6, at.bottom - 2, at.width - 12, 2, "sky", 1.0, 1)
    tip = name.capitalize() if text_width(name, "caption", on) > at.width - 2 else ""
    drawn.spot(at, "draw_take", f"{tool.group} {tool.kind}", tip)
