"""The panel of a replay with the events around the current moment and the players' reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import wrapped_lines
from battlesim.report.battle_bar import fit_in_lines, side_badge
from battlesim.table.phrases import AnyText, capitalized, joined_text, phrase
from battlesim.ui.replay.replay_session import ReplaySession
from battlesim.ui.session.log_line import AnswerReason, LogLine, line_with_reasons
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADER_HEIGHT_PX, ROW_HEIGHT_PX = 40.0, 40.0
TEXT_SIZES_AND_LINES, LINE_HEIGHTS_PX = (("small", 2), ("caption", 3)), {"small": 15.0, "caption": 12.0}
"""Text sizes with their maximum line counts, tried in order, and the line heights in pixels."""

REASONS_HEIGHT_PX, LOW_REASONS_HEIGHT_PX, MIN_HIGH_PANEL_PX = 112.0, 76.0, 360.0
"""Heights of the reasons in a high and a low panel, and the minimum height of a high panel, in pixels."""
REASON_SIZES: Final = (("small", 16.0), ("caption", 13.0))
"""Text sizes for the reasons with their line heights in pixels, tried in order."""


def build_event_panel(model: WindowModel, review: ReplaySession, rect: Rect) -> PanelContent:
    """Build the panel with the events around the current moment; later events are dimmed."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    line = model.history.lines[model.line]
    when = f"{line.turn_named.lower()}, {model.facts.phase}"
    drawn.items += p.heading_items(12, 18, rect.width - 24, "Events", when)
    foot = _why(drawn, model, rect)
    rows = max(1, int((foot - HEADER_HEIGHT_PX - 8) // ROW_HEIGHT_PX))
    first = max(0, min(model.line - rows // 2, len(model.history.lines) - rows))
    for k, number in enumerate(range(first, min(first + rows, len(model.history.lines)))):
        at = review.moment_after(model.history.lines[number].last)
        _row(drawn, model, number, at, HEADER_HEIGHT_PX + k * ROW_HEIGHT_PX, rect.width)
    return drawn


def _row(drawn: PanelContent, model: WindowModel, number: int, at: int, top: float, width: float) -> None:
    line, y, now = model.history.lines[number], top + ROW_HEIGHT_PX / 2, number == model.line
    if now or number == model.pointer.hovered_line:
        drawn.box(8, top + 1, width - 16, ROW_HEIGHT_PX - 2, "hover" if now else "raised", 1.0, 6)
    if now:
        drawn.box(8, top + 7, 3, ROW_HEIGHT_PX - 14, "yellow", 1.0, 1.5)
    ink = "bright" if now else "text" if number < model.line else "dim"
    drawn.items += side_badge(28, y, 7, line.side)
    drawn.icon(54, y, _icon(line), 15, ink)
    wordings = tuple(
        phrase("{}: {}", words, line.result) if line.result else words for words in line.wordings
    )
    wordings = (joined_text(line.turn_and_phase, ": "),) if line.kind == "turn" else wordings
    lines, size = fit_in_lines(wordings, width - 76 - 62, TEXT_SIZES_AND_LINES, now)
    drawn.lines(
        74, y - LINE_HEIGHTS_PX[size] * (len(lines) - 1) / 2, LINE_HEIGHTS_PX[size], lines, size, ink, now
    )
    drawn.write(width - 18, y, f"{at:,}", "caption", "dim", anchor="r")
    drawn.add_hotspot(Rect(8, top, width - 16, ROW_HEIGHT_PX), "line", number)


def _why(drawn: PanelContent, model: WindowModel, rect: Rect) -> float:
    """Draw the players' reasons for the hovered or current line. Return the y of their upper edge."""
    lines, hot = model.history.lines, model.pointer.hovered_line
    high = REASONS_HEIGHT_PX if rect.height >= MIN_HIGH_PANEL_PX else LOW_REASONS_HEIGHT_PX
    if rect.height < HEADER_HEIGHT_PX + ROW_HEIGHT_PX + high or not any(line.reasons for line in lines):
        return rect.height
    number = hot if 0 <= hot < len(lines) else model.line
    line = line_with_reasons(lines, number)
    top, wide = rect.height - high, rect.width - 32
    before = "" if line is lines[number] else line.text
    drawn.items += p.heading_items(12, top + 12, rect.width - 24, "Why", before)
    words = [*(_in_words(model, line, reason) for reason in line.reasons), *_others(line)]
    if not words:
        drawn.write(16, top + 38, "No player gave a reason.", "small", "dim")
    size, step, told = _set(words, wide, high - 30)
    drawn.lines(16, top + 36, step, told, size)
    return top


def _in_words(model: WindowModel, line: LogLine, reason: AnswerReason) -> AnyText:
    """Return a reason as text, preceded by the side's name if the line is about another side."""
    side = next((one.name for one in model.state.table.sides if one.number == reason.side), "")
    return phrase("{}: {}", side, reason.words) if reason.side != line.side and side else reason.words


def _others(line: LogLine) -> list[AnyText]:
    """Return a text that lists the rejected options, or no text if there are none."""
    found = dict.fromkeys(words for reason in line.reasons for words in reason.others)
    return [phrase("not: {}", joined_text(found, "; "))] if found else []


def _set(words: Sequence[AnyText], wide: float, tall: float) -> tuple[str, float, list[str]]:
    """Return text size, line height and wrapped lines in the largest size that fits; the rest is cut off."""
    for size, step in REASON_SIZES:
        told = [line for one in words for line in wrapped_lines(capitalized(one), wide, size)]
        most = int(tall // step)
        if len(told) <= most:
            return size, step, told
    return size, step, [*told[: most - 1], f"and {len(told) - most + 1} more lines"]


def _icon(line: LogLine) -> str:
    """Return the name of the icon for the most important event of a line."""
    kinds = (("wound", line.lost), ("dice", line.dice), ("move", line.trails), ("flag", line.kind == "turn"))
    return next((icon for icon, has in kinds if has), "arrow")
