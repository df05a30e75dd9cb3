"""What is in the hand: the two figures, how far they may be off, and what can be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render import panels as p
from battlesim.render.text import fitted, read, wrapped
from battlesim.report.text import VERDICTS
from battlesim.table.pieces import Piece
from battlesim.table.words import inches, say
from battlesim.ui.lab.bench import millimetres
from battlesim.ui.lab.dispute import AGREED, TOLD, Dispute
from battlesim.ui.parts.controls import button, segments
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.settings.bindings import Bindings

HEAD, EDGE, LINE = 22.0, 12.0, 30.0
ACTS: Final = (
    ("sheet", "bookmark", "Settle it: a sheet"),
    ("swap", "undo", "Swap the two"),
    ("region", "alert", "What it sees"),
    ("new", "plus", "Another model"),
)
"""Command, icon and words of the buttons."""
LABEL: Final = 74.0


def build(
    dispute: Dispute,
    pieces: Mapping[str, Piece],
    rect: Rect,
    bindings: Bindings,
    hot: str,
    lit: Mapping[str, bool],
) -> Drawn:
    """The card; `lit` says which commands are on."""
    drawn = Drawn([backed(rect.width, rect.height)])
    drawn.items += p.heading(EDGE, HEAD, rect.width - 2 * EDGE, "In your hand", "drag to move")
    y = 48.0
    for command, label, name in (
        ("viewer", "looks", dispute.viewer),
        ("target", "looked at", dispute.target),
    ):
        _figure(drawn, command, label, pieces.get(name), Rect(EDGE, y - 13, rect.width - 2 * EDGE, 26))
        y += LINE
    place = Rect(EDGE + LABEL, y - 12, rect.width - 2 * EDGE - LABEL, 26)
    drawn.write(EDGE, y + 1, "placed to", "small", "dim")
    segments(drawn, place, TOLD, dispute.tolerance, "tolerance", "both may be off by {}")
    y += LINE
    words, ink = called(dispute)
    for line in wrapped(words, rect.width - 2 * EDGE, "small", True)[:2]:
        drawn.write(EDGE, y, line, "small", ink, True)
        y += 17
    _buttons(drawn, rect, bindings, hot, lit)
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
        ("height", read(say("{} high", inches(piece.height)))),
        ("base", f"{millimetres(piece):g} mm"),
    ):
        wide = 116.0 if field == "height" else 104.0
        x -= wide
        drawn.box(x, at.y, wide - 6, at.height, "void", 1.0, 6)
        drawn.write(x + (wide - 6) / 2, y, words, "small", "text", anchor="c")
        for sign, by, left in (("-", -1, x), ("+", 1, x + wide - 6 - 24)):
            drawn.write(left + 12, y, sign, "body", "sky", True, "c")
            tip = f"{'larger' if by > 0 else 'smaller'} {field}"
            drawn.spot(Rect(left, at.y, 24, at.height), field, f"{end} {by}", tip)
    drawn.write(
        at.x + LABEL, y, fitted(piece.name, x - at.x - LABEL - 8, "body", True), "body", "bright", True
    )


def called(dispute: Dispute) -> tuple[str, str]:
    """Whether the verdict can be called with both off by so much, and its colour."""
    found = (dispute.room or {}).get("tolerance")
    if not dispute.tolerance or not dispute.asked:
        return "", "dim"
    if dispute.room is None:
        return "how sure it is, is worked out …", "dim"
    if found is None:
        return str(dispute.room.get("tolerance_why", "")), "dim"
    kind = found["likeliest"]
    chance = found["verdicts"][kind]["probability"]
    words = f"{VERDICTS[kind]} {chance:.1%} of the time"
    if found["close"]:
        return f"Too close to call: {words}, less than {AGREED:.0%}", "orange"
    return f"Clear: {words}", "mint"


def _buttons(drawn: Drawn, rect: Rect, bindings: Bindings, hot: str, lit: Mapping[str, bool]) -> None:
    """The buttons in two columns, low in the card."""
    wide, tall = (rect.width - 2 * EDGE - 8) / 2, 36.0
    top = rect.height - EDGE - 2 * tall - 6
    for k, (command, icon, words) in enumerate(ACTS):
        place = Rect(EDGE + k % 2 * (wide + 8), top + k // 2 * (tall + 6), wide, tall)
        on = lit.get(command, False) or command == "sheet"
        state: p.State = "on" if on else "hover" if hot == command else "normal"
        button(drawn, place, fitted(words, wide - 70), bindings.shown(f"lab_{command}"), icon, state)
        drawn.spot(place, command)
