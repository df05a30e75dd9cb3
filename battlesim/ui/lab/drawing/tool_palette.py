"""The card with the drawing tools and the shapes that they can draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.drawlist import Layer, PictureItem
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.ui.lab.drawing.map_draft import TERRAIN_SHAPES, TOOL_GROUPS, DrawingTool, MapDraft
from battlesim.ui.lab.drawing.swatches import SWATCH_HEIGHT_PX, SWATCH_WIDTH_PX, Swatches, tools
from battlesim.ui.toolkit.controls import draw_segments
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, PADDING_PX = 22.0, 12.0
GROUP_TITLES: Final = ("Terrain", "Doors, windows", "Decoration")
SHAPE_TITLES: Final = ("Rectangle", "Circle", "Line", "Outline")
CONTENT_TOP_PX, SHAPE_ROW_HEIGHT_PX = 38.0, 32.0
"""Height at which the pages begin, and height of the row of shapes."""
SWATCH_GAP_PX, SWATCH_NAME_HEIGHT_PX = 5.0, 17.0
"""Gap between two swatches, and height of the name under one, pixels."""
TOOL_INSTRUCTIONS: Final[Mapping[str, str]] = {
    "": "Choose what to draw, or drag what is there.",
    "opening": "Click an edge of terrain. Right click: done.",
    "rect": "Click: this size. Drag: the size you draw.",
    "circle": "Click: this size. Drag: the size you draw.",
    "line": "Click each point; click the last one again to end.",
    "polygon": "Click each corner; click the first again to close.",
}


def build(draft: MapDraft, swatches: Swatches, rect: Rect) -> PanelContent:
    """Build the card."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    wide = rect.width - 2 * PADDING_PX
    drawn.items += p.heading_items(PADDING_PX, HEADING_Y_PX, wide, "What you draw", _right(draft, wide))
    draw_segments(
        drawn,
        Rect(PADDING_PX, CONTENT_TOP_PX, wide, 26),
        GROUP_TITLES,
        TOOL_GROUPS.index(draft.group),
        "draw_group",
    )
    room = _room(draft, rect)
    _swatches(drawn, draft, swatches, room)
    if _shaped(draft):
        place = Rect(PADDING_PX, room.bottom, wide, 26)
        draw_segments(drawn, place, SHAPE_TITLES, TERRAIN_SHAPES.index(draft.shape), "draw_shape")
    what = "" if draft.tool is None else "opening" if draft.tool.group == "opening" else draft.shape
    drawn.write(
        PADDING_PX, rect.height - 13, fitted_text(TOOL_INSTRUCTIONS[what], wide, "small"), "small", "dim"
    )
    return drawn


def _shaped(draft: MapDraft) -> bool:
    """Return True if the tool can draw in several shapes."""
    return draft.tool is not None and draft.tool.group == "terrain"


def _room(draft: MapDraft, rect: Rect) -> Rect:
    """Return the rect of the swatches on the card."""
    foot = rect.height - 26 - (SHAPE_ROW_HEIGHT_PX if _shaped(draft) else 0.0)
    return Rect(PADDING_PX, CONTENT_TOP_PX + 34, rect.width - 2 * PADDING_PX, foot - CONTENT_TOP_PX - 34)


def hidden_row_count(draft: MapDraft, swatches: Swatches, rect: Rect) -> int:
    """Return how many rows of swatches do not fit on the card."""
    room = _room(draft, rect)
    needed = -(-len(tools(swatches.kinds)[draft.group]) // columns(room.width))
    return max(0, needed - rows(room.height))


def _right(draft: MapDraft, wide: float) -> str:
    return draft.tool.kind.replace("_", " ") if draft.tool else "no tool"


def columns(wide: float) -> int:
    """Return the number of swatches side by side."""
    return max(1, int((wide + SWATCH_GAP_PX) // (SWATCH_WIDTH_PX + 2 + SWATCH_GAP_PX)))


def rows(tall: float) -> int:
    """Return the number of rows of swatches that fit."""
    return max(1, int((tall + SWATCH_GAP_PX) // (SWATCH_HEIGHT_PX + SWATCH_NAME_HEIGHT_PX + SWATCH_GAP_PX)))


def _swatches(drawn: PanelContent, draft: MapDraft, swatches: Swatches, at: Rect) -> None:
    all_of = tools(swatches.kinds)[draft.group]
    many, high = columns(at.width), rows(at.height)
    needed = -(-len(all_of) // many)
    first = max(0, min(draft.first, needed - high))
    step = (at.width + SWATCH_GAP_PX) / many
    for k, tool in enumerate(all_of[first * many : (first + high) * many]):
        x, y = (
            at.x + k % many * step,
            at.y + k // many * (SWATCH_HEIGHT_PX + SWATCH_NAME_HEIGHT_PX + SWATCH_GAP_PX),
        )
        place = Rect(x, y, step - SWATCH_GAP_PX, SWATCH_HEIGHT_PX + SWATCH_NAME_HEIGHT_PX)
        _swatch(drawn, tool, place, tool == draft.tool, swatches.ready.get(tool, ""))
    if needed > high:
        track = at.height - 4
        size, top = track * high / needed, track * first / needed
        drawn.box(at.right + 4, at.y, 4, track, "raised", 1.0, 2)
        drawn.box(at.right + 4, at.y + top, 4, size, "faint", 1.0, 2)


def _swatch(drawn: PanelContent, tool: DrawingTool, at: Rect, on: bool, picture: str) -> None:
    drawn.box(*at, "hover" if on else "raised", 1.0, 5, "sky" if on else "")
    if picture:
        drawn.add(PictureItem(Layer.PANEL, at.x + (at.width - SWATCH_WIDTH_PX) / 2, at.y + 2, picture))
    name = tool.kind.replace("_", " ")
    short = fitted_text(name, at.width - 2, "caption", on)
    drawn.write(
        at.x + at.width / 2,
        at.y + SWATCH_HEIGHT_PX + 9,
        short,
        "caption",
        "bright" if on else "text",
        on,
        "c",
    )
    if on:
        drawn.box(at.x + 6, at.bottom - 2, at.width - 12, 2, "sky", 1.0, 1)
    tip = name.capitalize() if text_width(name, "caption", on) > at.width - 2 else ""
    drawn.add_hotspot(at, "draw_take", f"{tool.group} {tool.kind}", tip)
