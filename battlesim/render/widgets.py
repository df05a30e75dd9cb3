"""Widgets such as headings, buttons, meters and rows, returned as items to draw.

Sizes are in pixels at interface scale 1, with y pointing down. Functions for widgets that stand side by side
also return the width.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from battlesim.render.drawlist import DieItem, Glyph, Icon, Item, Layer, PanelBox, TextLine, Token
from battlesim.render.text_layout import fitted_text, shown_text, text_width
from battlesim.table.phrases import AnyText, rounded_percentages

Items = tuple[Item, ...]
WidgetState = Literal["normal", "hover", "on", "off", "focus"]

WIDGET_ROW_HEIGHT_PX, WIDGET_BUTTON_HEIGHT_PX, WIDGET_ICON_BUTTON_PX, WIDGET_CHIP_HEIGHT_PX = 48, 46, 36, 18
"""Heights of a list row, a button, an icon button and a chip."""

PANEL_PADDING_PX: Final = 12
"""Padding between a panel's edge and its content, in pixels."""

VALUE_SIZES: Final = ("lead", "body", "small")
"""Type sizes tried for the value of a tile, the largest first."""

STATE_FILLS: Final = {"normal": "raised", "hover": "hover", "focus": "hover", "on": "sky", "off": "panel"}
STATE_EDGES: Final = {"normal": "line", "hover": "faint", "focus": "yellow", "on": "sky", "off": "line"}
STATE_TEXT_COLOURS: Final = {"normal": "text", "hover": "text", "focus": "text", "on": "ink", "off": "dim"}


def heading_items(x: float, y: float, width: float, label: AnyText, right: AnyText = "") -> Items:
    """Return a heading in capitals, centred vertically on `y`, with a thin line below it.

    The text `right` is shown at the right end if there is enough space.
    """
    label = fitted_text(shown_text(label).upper(), width, "caption", True)
    room = width - text_width(label, "caption", True) - PANEL_PADDING_PX
    right = fitted_text(right, room, "caption") if room > 2 * PANEL_PADDING_PX else ""
    items: list[Item] = [
        TextLine(Layer.PANEL, x, y, label, "caption", "dim", True),
        PanelBox(Layer.PANEL, x, y + 11, width, 1, "line", 1.0, 0),
    ]
    if right:
        items.append(TextLine(Layer.PANEL, x + width, y, right, "caption", "dim", anchor="r"))
    return tuple(items)


def chip_items(
    x: float, y: float, label: AnyText, colour: str = "dim", solid: bool = False
) -> tuple[Items, float]:
    """Return a small label centred vertically on `y`, and the offset at which a label beside it begins."""
    width = text_width(label, "caption", solid) + 12
    surface = PanelBox(
        Layer.PANEL,
        x,
        y - 9,
        width,
        WIDGET_CHIP_HEIGHT_PX,
        colour if solid else "hover",
        1 if solid else 0.9,
        5,
    )
    words = TextLine(Layer.PANEL, x + 6, y, label, "caption", "ink" if solid else colour, solid)
    return (surface, words), width + 6


def button_items(
    x: float,
    y: float,
    width: float,
    height: float,
    label: AnyText,
    icon: str = "",
    state: WidgetState = "normal",
    size: str = "body",
) -> Items:
    """Return a button with a label and an optional icon."""
    ink, middle = STATE_TEXT_COLOURS[state], y + height / 2
    items: list[Item] = [
        PanelBox(Layer.PANEL, x, y, width, height, STATE_FILLS[state], 1.0, 6, STATE_EDGES[state]),
    ]
    if state == "focus":
        ring = PanelBox(Layer.PANEL, x - 2, y - 2, width + 4, height + 4, "panel", 0.0, 8, "yellow")
        items.append(ring)
    if icon:
        items.append(Icon(Layer.PANEL, x + 20, middle, icon, 18, ink))
    items.append(TextLine(Layer.PANEL, x + (38 if icon else 12), middle, label, size, ink, state == "on"))
    return tuple(items)


def icon_button_items(
    x: float, y: float, icon: str, state: WidgetState = "normal", size: float = WIDGET_ICON_BUTTON_PX
) -> Items:
    """Return a square button that shows an icon without text."""
    surface = "panel" if state == "normal" else STATE_FILLS[state]
    edge = STATE_EDGES[state] if state in ("focus", "hover") else ""
    box = PanelBox(Layer.PANEL, x, y, size, size, surface, 0.94, 6, edge)
    return box, Icon(Layer.PANEL, x + size / 2, y + size / 2, icon, 20, STATE_TEXT_COLOURS[state])


def segmented_items(
    x: float, y: float, width: float, height: float, names: Sequence[str], chosen: int
) -> Items:
    """Return a row of adjacent buttons, one for each option, with the selected button highlighted."""
    step = width / len(names)
    items: list[Item] = [PanelBox(Layer.PANEL, x, y, width, height, "void", 1.0, 6)]
    for k, name in enumerate(names):
        on = k == chosen
        if on:
            items.append(PanelBox(Layer.PANEL, x + k * step + 2, y + 2, step - 4, height - 4, "sky", 1.0, 5))
        ink = "ink" if on else "dim"
        items.append(TextLine(Layer.PANEL, x + (k + 0.5) * step, y + height / 2, name, "small", ink, on, "c"))
    return tuple(items)


def meter_items(
    x: float, y: float, width: float, height: float, fraction: float, colour: str = "sky", back: str = "hover"
) -> Items:
    """Return a bar that is filled to a fraction between 0 and 1."""
    bed = PanelBox(Layer.PANEL, x, y, width, height, back, 1.0, height / 2)
    if fraction <= 0:
        return (bed,)
    filled = max(height, width * min(fraction, 1.0))
    return bed, PanelBox(Layer.PANEL, x, y, filled, height, colour, 1.0, height / 2)


def dice_items(
    x: float, y: float, rolled: Sequence[tuple[int, str, int]], size: float = 20
) -> tuple[Items, float]:
    """Return a row of dice, and the width of the row.

    Each die is given as its face, its result ("miss", "hit" or "kill") and its number of sides.
    """
    items = tuple(
        DieItem(Layer.PANEL, x + k * (size + 5), y, face, result, size, sides)
        for k, (face, result, sides) in enumerate(rolled)
    )
    return items, len(rolled) * (size + 5)


def row_items(
    x: float,
    y: float,
    width: float,
    token: Token | None,
    label: AnyText,
    note: str = "",
    state: Literal["", "now", "done"] = "",
    actions: int = 0,
    below: bool = False,
    size: str = "body",
) -> Items:
    """Return a list row with the picture of a piece, a name and a note.

    If `state` is "done", the row is dimmed and has a tick. The number of actions or the tick is shown beside
    the name, or beside the note if `below` is true.
    """
    items: list[Item] = []
    if state == "now":
        items.append(PanelBox(Layer.PANEL, x, y, width, WIDGET_ROW_HEIGHT_PX - 2, "hover", 1.0, 6))
        items.append(PanelBox(Layer.PANEL, x, y + 6, 3, WIDGET_ROW_HEIGHT_PX - 14, "sky", 1.0, 1.5))
    left = x + 10
    if token:
        items.append(token._replace(layer=Layer.PANEL, x=x + 28, y=y + 23, radius=16, spent=state == "done"))
        left = x + 56
    ink = {"done": "dim", "now": "bright"}.get(state, "text")
    line = y + (15 if note else 23)
    items.append(TextLine(Layer.PANEL, left, line, label, size, ink, state == "now"))
    if note:
        items.append(TextLine(Layer.PANEL, left, y + 33, note, "caption", "dim"))
    right, high = x + width - 16, y + 33 if below else line
    if state == "done":
        items.append(Icon(Layer.PANEL, right - 4, high, "ready", 16, "faint"))
    items += [Glyph(Layer.PANEL, right - 16 * k, high, "action", "yellow", 6) for k in range(actions)]
    return tuple(items)


def stat_items(x: float, y: float, width: float, values: Sequence[tuple[str, AnyText]]) -> Items:
    """Return a row of tiles. Each tile shows the value and the name of a statistic."""
    step = (width + 5) / len(values)
    items: list[Item] = []
    for k, (name, value) in enumerate(values):
        left = x + k * step
        items.append(PanelBox(Layer.PANEL, left, y, step - 5, 50, "raised", 1.0, 6))
        middle = left + (step - 5) / 2
        size = next((s for s in VALUE_SIZES if text_width(value, s, True) <= step - 9), "caption")
        items.append(TextLine(Layer.PANEL, middle, y + 18, value, size, "bright", True, "c"))
        items.append(TextLine(Layer.PANEL, middle, y + 38, name, "caption", "dim", anchor="c"))
    return tuple(items)


def chance_items(
    x: float, y: float, width: float, shares: Sequence[tuple[str, float]], height: float = 40
) -> Items:
    """Return a bar chart of chances, with percentages above the bars and names below.

    The bars stand on the line at `y`.
    """
    step, most = width / max(len(shares), 1), max((share for _, share in shares), default=1.0) or 1.0
    items: list[Item] = []
    whole = rounded_percentages([share for _, share in shares])
    for k, ((name, share), percent) in enumerate(zip(shares, whole, strict=True)):
        tall, left = max(1.0, height * share / most), x + k * step
        items.append(
            PanelBox(Layer.PANEL, left, y - tall, step - 4, tall, "orange" if k else "faint", 0.9, 3)
        )
        middle = left + (step - 4) / 2
        items.append(
            TextLine(Layer.PANEL, middle, y - tall - 9, f"{percent} %", "caption", "text", True, "c")
        )
        items.append(TextLine(Layer.PANEL, middle, y + 12, name, "caption", "dim", anchor="c"))
    return tuple(items)


def tooltip_height(lines: int) -> float:
    """Return the height in pixels of a tooltip with the given number of lines."""
    return 40.0 + 18 * lines


def tooltip_items(
    x: float,
    y: float,
    title: AnyText,
    lines: Sequence[AnyText],
    width: float = 280,
    colours: Sequence[str] = (),
) -> Items:
    """Return a tooltip with a title and lines of text. If `colours` is given, it colours the lines."""
    shades = colours or ("text",) * len(lines)
    box = PanelBox(Layer.DIALOG, x, y, width, tooltip_height(len(lines)), "void", 0.96, 8, "line", True, 0.07)
    words = [
        TextLine(Layer.DIALOG, x + PANEL_PADDING_PX, y + 41 + 18 * k, line, "small", shade)
        for k, (line, shade) in enumerate(zip(lines, shades, strict=True))
    ]
    return (box, TextLine(Layer.DIALOG, x + PANEL_PADDING_PX, y + 20, title, "small", "yellow", True), *words)
