"""The card that shows the dice being rolled, the numbers needed and the result."""

from __future__ import annotations

from typing import Final

from battlesim.engine.dice import modifier_text
from battlesim.mechanics.preview_rows import step_text
from battlesim.render.drawlist import DieItem, Layer
from battlesim.render.palette import side_colour
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.report.battle_bar import elided_text, fit_in_lines, side_badge
from battlesim.table.events import Modifier
from battlesim.ui.panels.log_panel import dice_by_importance
from battlesim.ui.session.log_line import LogLine, RolledDie
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.controls import draw_line_with_rule_id
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

CARD_WIDTH_PX: Final = 316.0
DICE_PER_ROW: Final = 11
MAX_DICE_ROWS: Final = 6
DICE_ROW_STEP_PX: Final = 25
MAX_LABELLED_DICE: Final = 9
"""The largest number of labelled dice of which each has its own row."""
LABELLED_DIE_STEPS_PX: Final = (42, 28)
"""Pixels from one labelled die to the next: for few dice with two lines of text each, for many with one."""
MAX_TWO_LINE_DICE: Final = 4
LINE_HEIGHT_PX: Final = 18
"""Pixels from one line of text to the next."""


ShownRoll = tuple[LogLine, bool, int]
"""A log line whose dice are shown, whether they have settled, and how far they have spun."""


def shown_roll(model: WindowModel) -> ShownRoll | None:
    """Return the line whose dice are shown, whether they have settled, and their spin; None for no dice."""
    play, line = model.playback, model.history.lines[model.line]
    if (
        not line.dice
        or play.event_index < line.roll_event_number
        or (play.event_index == line.roll_event_number and not play.event_time_s)
    ):
        return None
    settled = play.has_settled(line.roll_event_number)
    return line, settled, 0 if settled else int(play.event_time_s * 24)


def height(line: LogLine) -> float:
    """Return the height of the card of a line."""
    told, came = _title(line), _result(line)
    return (
        92.0
        + _dice_height(line)
        + 6 * bool(came)
        + LINE_HEIGHT_PX * (len(told) + len(came) + len(_notes(line)) - 2)
    )


def _dice_height(line: LogLine) -> float:
    if _has_row_for_each(line):
        return _labelled_die_step(line) * len(line.dice)
    return DICE_ROW_STEP_PX * min(MAX_DICE_ROWS, -(-len(line.dice) // DICE_PER_ROW))


def _has_row_for_each(line: LogLine) -> bool:
    return line.opposed and len(line.dice) <= MAX_LABELLED_DICE


def _labelled_die_step(line: LogLine) -> int:
    return LABELLED_DIE_STEPS_PX[len(line.dice) > MAX_TWO_LINE_DICE]


def _title(line: LogLine) -> list[str]:
    """Return the line's text in lines, all of it: the last words name the target."""
    return wrapped_lines(line.text, CARD_WIDTH_PX - 64, "body", True)


def _result(line: LogLine) -> list[str]:
    """Return the result in at most two lines."""
    found = (
        fit_in_lines((line.result,), CARD_WIDTH_PX - 32, (("body", 2),), True) if line.result else ([], "")
    )
    return found[0]


def build(line: LogLine, settled: bool, turn: int) -> PanelContent:
    """Build the dice card; until the dice have settled they show passing faces, counted by `turn`."""
    tall, title = height(line), _title(line)
    drawn = PanelContent([panel_background(CARD_WIDTH_PX, tall), *side_badge(22, 24, 8, line.side)])
    drawn.lines(40, 24, LINE_HEIGHT_PX, title, "body", "bright", True)
    top = 46 + LINE_HEIGHT_PX * (len(title) - 1)
    if _has_row_for_each(line):
        _owners(drawn, line, top, settled, turn)
    else:
        for k, one in enumerate(dice_by_importance(line)[: DICE_PER_ROW * MAX_DICE_ROWS]):
            drawn.items.append(
                _die(
                    one,
                    16 + k % DICE_PER_ROW * 26,
                    top + k // DICE_PER_ROW * DICE_ROW_STEP_PX,
                    20,
                    settled,
                    turn + k,
                    _edge(one),
                )
            )
    foot = top + _dice_height(line) + 6
    drawn.hairline(16, foot, CARD_WIDTH_PX - 32)
    for words, rule in _notes(line):
        draw_line_with_rule_id(drawn, 16, CARD_WIDTH_PX - 16, foot + 19, words, rule)
        foot += LINE_HEIGHT_PX
    if settled:
        ink = "orange" if line.lost else "cream"
        drawn.lines(16, foot + 25, LINE_HEIGHT_PX, _result(line), "body", ink, True)
    return drawn


def _die(
    one: RolledDie, x: float, y: float, size: float, settled: bool, turn: int, edge: str = ""
) -> DieItem:
    """Return a die; until it has settled it shows passing faces."""
    face = one.face if settled else (one.face + turn) % one.sides + 1
    return DieItem(Layer.PANEL, x, y, face, one.result if settled else "plain", size, one.sides, edge)


def _edge(one: RolledDie) -> str:
    return side_colour(one.owner) if one.owner else ""


def _owners(drawn: PanelContent, line: LogLine, top: float, settled: bool, turn: int) -> None:
    """Draw a row for each die: the die, its label, and what made it its size."""
    step = _labelled_die_step(line)
    size, is_short = min(28, step - 8), step < LABELLED_DIE_STEPS_PX[0]
    for k, one in enumerate(line.dice):
        y = top + k * step
        drawn.add(_die(one, 20, y, size, settled, turn + k, _edge(one)))
        label, why = one.label or "Die", ", ".join((f"D{one.sides}", *map(_step, one.shifts)))
        lines = [(f"{label}, {why}", "small")] if is_short else [(label, "small"), (why, "caption")]
        for number, (words, text_size) in enumerate(lines):
            at = y + (size / 2 if is_short else 6 + 17 * number)
            shown = elided_text(words, CARD_WIDTH_PX - 78, text_size, not number)
            drawn.write(62, at, shown, text_size, "dim" if number else "text", not number)


def _step(shift: Modifier) -> str:
    """Return the text of a step of a die, as on the odds card."""
    return f"{shift.words} {step_text(shift.value)}"


def _notes(line: LogLine) -> list[tuple[str, str]]:
    """Return lines with what the dice need and what modifies them, each with the rule that it begins with."""
    many, need = ("1 die", "needs") if len(line.dice) == 1 else (f"{len(line.dice)} dice", "need")
    needs = f"{many} {need} {line.needs}" if line.needs else many
    notes = [
        (needs, line.roll_rule),
        *((modifier_text(one, len(line.dice)), one.rule) for one in line.modifiers),
    ]
    lines = (
        (wrapped_lines(words, CARD_WIDTH_PX - 40 - text_width(rule, "caption"), "small"), rule)
        for words, rule in notes
    )
    return [(words, "" if k else rule) for told, rule in lines for k, words in enumerate(told)]
