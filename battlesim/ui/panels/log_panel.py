"""The log panel, with dice, results and rules; a click on a line goes back to that moment."""

from __future__ import annotations

from itertools import product
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.drawlist import Layer, Patch
from battlesim.render.text_layout import shown_text, text_width
from battlesim.report.battle_bar import elided_text, fit_in_lines, side_badge
from battlesim.ui.session.log_line import DICE_FILTER, LOSSES_FILTER, MOVES_FILTER, LogLine, RolledDie
from battlesim.ui.session.volley import volley_head, volley_lines
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

LOG_FILTERS: Final = (("All", ""), ("Dice", DICE_FILTER), ("Moves", MOVES_FILTER), ("Losses", LOSSES_FILTER))
RESULT_RANKS: Final = {"kill": 0, "hit": 1, "plain": 2, "miss": 3}
HEADER_HEIGHT_PX: Final = 34
TEXT_X_PX, TEXT_GAP_PX, MAX_RESULT_FRACTION = 78.0, 12.0, 0.35
"""Pixels to the start of texts, pixels free after them, and the largest fraction of the width for a result.
"""
TEXT_SIZES_AND_LINES: Final = (("body", 1), ("small", 1), ("caption", 2))
"""Text sizes with numbers of lines; the first that fits is used."""
RESULT_SIZES: Final = ("body", "small", "caption")
"""Text sizes of a result; the first that leaves room for the text beside it is used."""
MIN_DICE_WIDTH_PX: Final = 60.0
"""Width that dice keep beside their result: one die, and how many more there are."""
VOLLEY_INDENT_PX, LINE_NUMBER_X_PX, VOLLEY_TOGGLE_OFFSET_PX = 14.0, 42.0, 8.0
"""Pixels: indent of an open volley's lines, start of line numbers, and from a text back to its toggle."""
MAX_NARROW_LOG_PX: Final = 560.0
"""Width up to which lines with dice show no rules."""


def build(model: WindowModel, rect: Rect, row: float) -> PanelContent:
    """Build the log in a panel of that size."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    _draw_header(drawn, model, rect)
    shown = model.shown_lines(int((rect.height - HEADER_HEIGHT_PX) // row))
    labels = (text_width(model.history.lines[number].label, "caption") for number in shown)
    left = max(TEXT_X_PX, LINE_NUMBER_X_PX + max(labels, default=0.0) + 2 * VOLLEY_TOGGLE_OFFSET_PX)
    for k, number in enumerate(shown):
        _draw_row(drawn, model, number, Rect(left, HEADER_HEIGHT_PX + k * row, rect.width, row))
    return drawn


def _draw_header(drawn: PanelContent, model: WindowModel, rect: Rect) -> None:
    drawn.write(16, 18, "LOG", "caption", "dim", True)
    x = 56.0
    for name, kind in LOG_FILTERS:
        on = model.display.filter == kind
        items, wide = p.chip_items(x, 18, name, "sky" if on else "dim", on)
        drawn.items += items
        drawn.add_hotspot(Rect(x, 6, wide - 6, 24), "filter", kind, f"{name}: show these lines")
        x += wide
    words = elided_text(model.log_corner_text(), rect.width - 32 - x, "caption")
    ink = "text" if model.pointer.hovered_command == "now" else "dim"
    drawn.write(rect.width - 16, 18, words, "caption", ink, anchor="r")
    if not model.playback.live:
        wide = text_width(words, "caption") + 16
        drawn.add_hotspot(Rect(rect.width - 8 - wide, 6, wide, 24), "now", tip="To the latest moment")
    drawn.hairline(12, 33, rect.width - 24)


def _draw_row(drawn: PanelContent, model: WindowModel, number: int, at_row: Rect) -> None:
    """Draw a log line in a row as wide as the panel; its text begins at the row's left."""
    left, top, width, row = at_row
    line, y = model.history.lines[number], top + row / 2
    lines = model.history.lines
    closed, head = model.is_closed(number), volley_head(lines, number)
    now = (volley_head(lines, model.line) if closed else model.line) == number
    if now or number == model.pointer.hovered_line:
        drawn.box(8, top + 1, width - 16, row - 2, "hover" if now else "raised", 0.9, 5)
    drawn.add_hotspot(Rect(8, top, width - 16, row), "line", number, model.intent_text(number))
    right = (
        _draw_rules(drawn, line, width - 16, y, width)
        if width > MAX_NARROW_LOG_PX or not line.dice
        else width - 16
    )
    if line.kind == "turn":
        words = "  ·  ".join(map(str, line.turn_and_phase))
        drawn.write(left, y, words, "small", "yellow" if now else "dim", True)
        drawn.write(LINE_NUMBER_X_PX, y, line.label, "caption", "dim")
        return
    wide = width > 1100
    at, results = (520.0, 756.0) if wide else (308.0, 470.0)
    drawn.items += side_badge(24, y, 7, line.side)
    drawn.write(LINE_NUMBER_X_PX, y, line.label, "caption", "dim")
    end = right - 16
    if len(volley_lines(lines, head)) > 1 and head == number:
        _draw_volley_toggle(drawn, number, left - VOLLEY_TOGGLE_OFFSET_PX, y, closed)
    left += VOLLEY_INDENT_PX if head != number else 0.0
    for within, came in product(RESULT_SIZES, model.results(number)):
        long = min(text_width(came, within) + 1, MAX_RESULT_FRACTION * width)
        most = (
            end
            - left
            - (MIN_DICE_WIDTH_PX + TEXT_GAP_PX if line.dice else 0)
            - (long + TEXT_GAP_PX if came else 0)
        )
        column = min(most, (at if line.dice else results if came else right) - left - 12)
        told, size = _fitting_text(line, column, most)
        if long < MAX_RESULT_FRACTION * width and not any("…" in part for part in told):
            break
    _write_centred(drawn, told, left, y, size, "text")
    past = left + max(text_width(part, size) for part in told) + TEXT_GAP_PX
    at = max(at, past)
    results = min(max(at + MIN_DICE_WIDTH_PX if line.dice else past, results), end - long)
    if line.dice and model.has_settled(number):
        _draw_dice(drawn, line, at, y, (results if came else end) - at)
    if came and model.is_result_known(number):
        result, size = fit_in_lines((came,), end - results, TEXT_SIZES_AND_LINES)
        _write_centred(drawn, result, results, y, size, "cream")


def _draw_volley_toggle(drawn: PanelContent, number: int, x: float, y: float, closed: bool) -> None:
    """Draw the arrow that opens or closes a volley."""
    across = [(-3.0, -4.5), (4.0, 0.0), (-3.0, 4.5)]
    corners = across if closed else [(-b, a) for a, b in across]
    outline = tuple((x + dx, y + dy) for dx, dy in corners)
    drawn.add(Patch(Layer.PANEL, ((outline,),), "sky", 0.95, 0.0))
    place = Rect(x - 9, y - 12, 18, 24)
    tip = "Expand: show each roll" if closed else "Collapse: the volley in one line"
    drawn.add_hotspot(place, "volley", number, tip)


def _fitting_text(line: LogLine, column: float, most: float) -> tuple[list[str], str]:
    """Return the line's text and size, as full as its column allows, else wrapped in all the room."""
    fits = (words for words in line.wordings if text_width(words, "body") <= column)
    whole = next(fits, "")
    return ([shown_text(whole)], "body") if whole else fit_in_lines((line.text,), most, TEXT_SIZES_AND_LINES)


def _write_centred(drawn: PanelContent, lines: list[str], x: float, y: float, size: str, ink: str) -> None:
    """Write lines of text centred on a height."""
    drawn.lines(x, y - 6 * (len(lines) - 1), 12, lines, size, ink)


def _draw_dice(drawn: PanelContent, line: LogLine, x: float, y: float, room: float) -> None:
    """Draw the best dice first, as many as fit, and the number of the rest."""
    ranked = dice_by_importance(line)
    most = int(room // 25)
    if most < len(ranked):
        most = max(0, int((room - 28) // 25))
    more = f"+{len(ranked) - most}" if most < len(ranked) else ""
    items, wide = p.dice_items(x, y - 11, [(die.face, die.result, die.sides) for die in ranked[:most]])
    drawn.add(*items)
    if more and wide + 1 + text_width(more, "caption", True) <= room:
        drawn.write(x + wide + 1, y, more, "caption", "dim", True)


def dice_by_importance(line: LogLine) -> list[RolledDie]:
    """Return the dice of a line, the most important first.

    They stay in rolled order if no result is known to matter, or if each die belongs to another roller.
    """
    known = any(die.result != "plain" for die in line.dice) and not line.opposed
    return (
        sorted(line.dice, key=lambda die: (RESULT_RANKS[die.result], -die.face)) if known else list(line.dice)
    )


def _draw_rules(drawn: PanelContent, line: LogLine, right: float, y: float, width: float) -> float:
    """Draw the rules from the right. Return the x where they begin."""
    for rule in reversed(line.rules[: 2 if width > 1100 else 1]):
        wide = text_width(rule, "caption") + 12
        right -= wide
        items, _ = p.chip_items(right, y, rule, "dim")
        drawn.items += items
        drawn.add_hotspot(Rect(right, y - 10, wide, 20), "rules", rule, rule=rule)
        right -= 6
    return right
