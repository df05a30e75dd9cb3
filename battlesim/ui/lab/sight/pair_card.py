"""The card with the bases and heights of viewer and target, the tolerance and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from battlesim.geometry.constants import TOL
from battlesim.render import widgets as p
from battlesim.render.text_layout import LengthUnit, fitted_text, shown_text, text_width, unit_in_use
from battlesim.report.ruling_lines import VERDICT_PHRASES
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.ui.lab.sight.field_overlay import FieldKind
from battlesim.ui.lab.sight.sight_dispute import AGREED_PROBABILITIES, SightDispute
from battlesim.ui.lab.table_editor import base_size_text
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.toolkit.controls import draw_button, draw_segments
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, PADDING_PX, ROW_HEIGHT_PX = 22.0, 12.0, 30.0
CARD_BUTTONS: Final = (
    ("sheet", "bookmark", "Settle it: a sheet", "A sheet"),
    ("swap", "undo", "Swap the two", "Swap"),
    ("field", "alert"),
    ("new", "plus", "Another model", "A model"),
)
"""Command and icon of the buttons, and their labels in a wide and in a narrow card."""
LABEL_WIDTH_PX, STEP_BUTTON_WIDTH_PX = 64.0, 20.0
"""Width of a row's label and of a button that changes a number, pixels."""


def build(
    dispute: SightDispute,
    pieces: Mapping[str, Piece],
    rect: Rect,
    bindings: KeyBindings,
    hot: str,
    field: FieldKind,
) -> PanelContent:
    """Build the card; `field` is the one over the table."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    drawn.items += p.heading_items(
        PADDING_PX, HEADING_Y_PX, rect.width - 2 * PADDING_PX, "The pair", _says(dispute)
    )
    y = 48.0
    for command, label, name in (
        ("viewer", "viewer", dispute.viewer),
        ("target", "target", dispute.target),
    ):
        _figure(
            drawn, command, label, pieces.get(name), Rect(PADDING_PX, y - 13, rect.width - 2 * PADDING_PX, 26)
        )
        y += ROW_HEIGHT_PX
    place = Rect(PADDING_PX + LABEL_WIDTH_PX, y - 12, rect.width - 2 * PADDING_PX - LABEL_WIDTH_PX, 26)
    drawn.write(PADDING_PX, y + 1, "tolerance", "small", "dim")
    draw_segments(
        drawn,
        place,
        [tolerance_label(off) for off in dispute.tolerances],
        dispute.tolerance,
        "tolerance",
        "tolerance: {}",
    )
    y += ROW_HEIGHT_PX
    words, ink = call_text(dispute)
    drawn.write(
        PADDING_PX, y, fitted_text(words, rect.width - 2 * PADDING_PX, "small", True), "small", ink, True
    )
    if words:
        line = Rect(PADDING_PX, y - 10, rect.width - 2 * PADDING_PX, 20)
        drawn.add_hotspot(line, "agree", 0, bindings.tip("Probability needed to call it", "lab_agree"))
    _buttons(drawn, rect, bindings, hot, field)
    return drawn


def _figure(drawn: PanelContent, end: str, label: str, piece: Piece | None, at: Rect) -> None:
    """Draw a row for viewer or target: its name, base and height with buttons that change them."""
    y = at.y + at.height / 2
    drawn.write(at.x, y, label, "small", "dim")
    if piece is None:
        drawn.write(at.x + LABEL_WIDTH_PX, y, "none yet", "small", "faint")
        return
    x = at.right
    for field, words in (
        ("height", shown_text(phrase("{} high", length_text(piece.height)))),
        ("base", f"{base_size_text(piece)} mm"),
    ):
        wide = text_width(words, "small") + 2 * STEP_BUTTON_WIDTH_PX + 4
        x -= wide + 4
        drawn.box(x, at.y, wide, at.height, "void", 1.0, 6)
        drawn.write(x + wide / 2, y, words, "small", "text", anchor="c")
        for sign, by, left in (("-", -1, x), ("+", 1, x + wide - STEP_BUTTON_WIDTH_PX)):
            drawn.write(left + STEP_BUTTON_WIDTH_PX / 2, y, sign, "body", "sky", True, "c")
            tip = f"{'larger' if by > 0 else 'smaller'} {field}"
            drawn.add_hotspot(Rect(left, at.y, STEP_BUTTON_WIDTH_PX, at.height), field, f"{end} {by}", tip)
    room = x - at.x - LABEL_WIDTH_PX - 6
    name = _name_and_height(piece)
    size = "body" if text_width(name, "body", True) <= room else "small"
    drawn.write(at.x + LABEL_WIDTH_PX, y, fitted_text(name, room, size, True), size, "bright", True)


def _name_and_height(piece: Piece) -> str:
    """Return the name of a piece, with the height of its foot above the table if it is not 0."""
    place = piece.table_position
    if place is None or place.z <= TOL:
        return piece.name
    return shown_text(phrase("{} at {}", piece.name, length_text(round(place.z, 2))))


def _says(dispute: SightDispute) -> str:
    """Return the tolerance that the map states if it is the one in use, else a hint to drag."""
    own = dispute.own and dispute.radius == dispute.own
    return f"from the map: {tolerance_label(dispute.own)} tolerance" if own else "drag to move"


def tolerance_label(off: float) -> str:
    """Return the label of a tolerance; in inches it is a fraction, as on a tape measure."""
    if not off:
        return "exact"
    fraction = Fraction(off)
    return (
        f"{fraction} in"
        if unit_in_use() == LengthUnit() and fraction.denominator <= 16
        else shown_text(length_text(off, 2))
    )


def call_text(dispute: SightDispute) -> tuple[str, str]:
    """Return whether the verdict can be called under the tolerance, and the colour of that text."""
    found = (dispute.margins or {}).get("tolerance")
    if not dispute.tolerance or not dispute.has_pair:
        return "", "dim"
    if dispute.margins is None:
        return "working out the probability …", "dim"
    if found is None:
        return str(dispute.margins.get("tolerance_why", "")), "dim"
    kind = found["likeliest"]
    chance = found["verdicts"][kind]["probability"]
    error, agreed = found["verdicts"][kind]["error"], AGREED_PROBABILITIES[dispute.agreed]
    words = f"{VERDICT_PHRASES[kind]} {chance:.1%} \N{PLUS-MINUS SIGN} {error:.1%}, agreed {agreed:.0%}"
    if found["close"]:
        return f"Too close to call: {words}", "orange"
    return f"Clear: {words}", "mint"


def _buttons(drawn: PanelContent, rect: Rect, bindings: KeyBindings, hot: str, field: FieldKind) -> None:
    """Draw the buttons in two columns at the foot of the card."""
    wide, tall = (rect.width - 2 * PADDING_PX - 8) / 2, 36.0
    top = rect.height - PADDING_PX - 2 * tall - 6
    for k, (command, icon, *wordings) in enumerate(CARD_BUTTONS):
        place = Rect(PADDING_PX + k % 2 * (wide + 8), top + k // 2 * (tall + 6), wide, tall)
        names = wordings or [field.name, field.short]
        on = command == "sheet" or (command == "field" and bool(field.key))
        state: p.WidgetState = "on" if on else "hover" if hot == command else "normal"
        words = next((one for one in names if text_width(one, "body", True) <= wide - 66), names[-1])
        draw_button(drawn, place, words, bindings.key_label(f"lab_{command}"), icon, state)
        drawn.add_hotspot(place, command)
