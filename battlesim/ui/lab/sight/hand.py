"""What is in the hand: the two figures, how far they may be off, and what can be done."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import LengthUnit, fitted_text, shown_text, text_width, unit_in_use
from battlesim.report.ruling_lines import VERDICT_PHRASES
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.ui.lab.bench import millimetres
from battlesim.ui.lab.sight.dispute import AGREED, Dispute
from battlesim.ui.lab.sight.fields import Kind
from battlesim.ui.parts.controls import button, segments
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.settings.bindings import Bindings

HEAD, EDGE, LINE = 22.0, 12.0, 30.0
ACTS: Final = (
    ("sheet", "bookmark", "Settle it: a sheet", "A sheet"),
    ("swap", "undo", "Swap the two", "Swap"),
    ("field", "alert"),
    ("new", "plus", "Another model", "A model"),
)
"""Command and icon of the buttons, and their words in a wide card and a narrow one."""
LABEL, STEP = 64.0, 20.0
"""Pixels for what a line is about, and of a sign that changes a figure."""


def build(
    dispute: Dispute,
    pieces: Mapping[str, Piece],
    rect: Rect,
    bindings: Bindings,
    hot: str,
    field: Kind,
) -> Drawn:
    """The card; `field` is the one over the table."""
    drawn = Drawn([backed(rect.width, rect.height)])
    drawn.items += p.heading_items(EDGE, HEAD, rect.width - 2 * EDGE, "In your hand", _says(dispute))
    y = 48.0
    for command, label, name in (
        ("viewer", "looks", dispute.viewer),
        ("target", "looked at", dispute.target),
    ):
        _figure(drawn, command, label, pieces.get(name), Rect(EDGE, y - 13, rect.width - 2 * EDGE, 26))
        y += LINE
    place = Rect(EDGE + LABEL, y - 12, rect.width - 2 * EDGE - LABEL, 26)
    drawn.write(EDGE, y + 1, "placed to", "small", "dim")
    segments(
        drawn,
        place,
        [told(off) for off in dispute.tolerances],
        dispute.tolerance,
        "tolerance",
        "both may be off by {}",
    )
    y += LINE
    words, ink = called(dispute)
    drawn.write(EDGE, y, fitted_text(words, rect.width - 2 * EDGE, "small", True), "small", ink, True)
    if words:
        line = Rect(EDGE, y - 10, rect.width - 2 * EDGE, 20)
        drawn.spot(line, "agree", 0, bindings.tip("How likely it must be to be called", "lab_agree"))
    _buttons(drawn, rect, bindings, hot, field)
    return drawn


def _figure(drawn: Drawn, end: str, label: str, piece: Piece | None, at: Rect) -> None:
    """One of the two: its name, base and height with buttons that change them."""
    y = at.y + at.height / 2
    drawn.write(at.x, y, label, "small", "dim")
    if piece is None:
        drawn.write(at.x + LABEL, y, "nobody yet", "small", "faint")
        return
    x = at.right
    for field, words in (
        ("height", shown_text(phrase("{} high", length_text(piece.height)))),
        ("base", f"{millimetres(piece)} mm"),
    ):
        wide = text_width(words, "small") + 2 * STEP + 4
        x -= wide + 4
        drawn.box(x, at.y, wide, at.height, "void", 1.0, 6)
        drawn.write(x + wide / 2, y, words, "small", "text", anchor="c")
        for sign, by, left in (("-", -1, x), ("+", 1, x + wide - STEP)):
            drawn.write(left + STEP / 2, y, sign, "body", "sky", True, "c")
            tip = f"{'larger' if by > 0 else 'smaller'} {field}"
            drawn.spot(Rect(left, at.y, STEP, at.height), field, f"{end} {by}", tip)
    room = x - at.x - LABEL - 6
    size = "body" if text_width(piece.name, "body", True) <= room else "small"
    drawn.write(at.x + LABEL, y, fitted_text(piece.name, room, size, True), size, "bright", True)


def _says(dispute: Dispute) -> str:
    """How far models may be off by what their map says, where that counts now; else what a hand can do."""
    own = dispute.own and dispute.radius == dispute.own
    return f"its map: models may be {told(dispute.own)} off" if own else "drag to move"


def told(off: float) -> str:
    """How far off both may be, in words; in inches a fraction, as on a tape."""
    if not off:
        return "exact"
    fraction = Fraction(off)
    return (
        f"{fraction} in"
        if unit_in_use() == LengthUnit() and fraction.denominator <= 16
        else shown_text(length_text(off, 2))
    )


def called(dispute: Dispute) -> tuple[str, str]:
    """Whether the verdict can be called with both off by so much, and its colour."""
    found = (dispute.room or {}).get("tolerance")
    if not dispute.tolerance or not dispute.asked:
        return "", "dim"
    if dispute.room is None:
        return "working out how sure it is …", "dim"
    if found is None:
        return str(dispute.room.get("tolerance_why", "")), "dim"
    kind = found["likeliest"]
    chance = found["verdicts"][kind]["probability"]
    error, agreed = found["verdicts"][kind]["error"], AGREED[dispute.agreed]
    words = f"{VERDICT_PHRASES[kind]} {chance:.1%} \N{PLUS-MINUS SIGN} {error:.1%}, agreed {agreed:.0%}"
    if found["close"]:
        return f"Too close to call: {words}", "orange"
    return f"Clear: {words}", "mint"


def _buttons(drawn: Drawn, rect: Rect, bindings: Bindings, hot: str, field: Kind) -> None:
    """The buttons in two columns, low in the card."""
    wide, tall = (rect.width - 2 * EDGE - 8) / 2, 36.0
    top = rect.height - EDGE - 2 * tall - 6
    for k, (command, icon, *wordings) in enumerate(ACTS):
        place = Rect(EDGE + k % 2 * (wide + 8), top + k // 2 * (tall + 6), wide, tall)
        names = wordings or [field.name, field.short]
        on = command == "sheet" or (command == "field" and bool(field.key))
        state: p.WidgetState = "on" if on else "hover" if hot == command else "normal"
        words = next((one for one in names if text_width(one, "body", True) <= wide - 66), names[-1])
        button(drawn, place, words, bindings.shown(f"lab_{command}"), icon, state)
        drawn.spot(place, command)
