"""The card over the table: the dice that are being thrown, what they need, what came of them."""

from __future__ import annotations

from typing import Final

from battlesim.engine.dice import modifier_text
from battlesim.render.drawlist import DieItem, Layer
from battlesim.render.palette import side_colour
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.report.battle_bar import elided_text, fit_in_lines, side_badge
from battlesim.table.events import Modifier
from battlesim.ui.panels.log import best_first
from battlesim.ui.parts.controls import ruled
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.story.line import Fallen, LogLine
from battlesim.ui.story.model import Model

WIDTH: Final = 316.0
A_ROW: Final = 11
ROWS: Final = 4
STEP: Final = 25
OWN_ROW: Final = 42
"""Pixels from one die to the next where each is told by itself."""
ROW: Final = 18
"""Pixels from one line of words to the next."""


Thrown = tuple[LogLine, bool, int]
"""A line whose dice are on the table, whether they have settled, and how far they have turned."""


def thrown(model: Model) -> Thrown | None:
    """What was thrown in the line that is shown, if anything."""
    play, line = model.playback, model.story.lines[model.line]
    if not line.dice or play.at < line.thrown or (play.at == line.thrown and not play.since):
        return None
    settled = play.has_settled(line.thrown)
    return line, settled, 0 if settled else int(play.since * 24)


def height(line: LogLine) -> float:
    """How tall the card of a line is."""
    told, came = _title(line), _result(line)
    return 92.0 + _dice_height(line) + 6 * bool(came) + ROW * (len(told) + len(came) + len(_notes(line)) - 2)


def _dice_height(line: LogLine) -> float:
    if line.opposed:
        return OWN_ROW * min(ROWS, len(line.dice))
    return STEP * min(ROWS, -(-len(line.dice) // A_ROW))


def _title(line: LogLine) -> list[str]:
    """The words of the line, all of them: the last ones name the target."""
    return wrapped_lines(line.text, WIDTH - 64, "body", True)


def _result(line: LogLine) -> list[str]:
    """What came of it, in two lines at most."""
    found = fit_in_lines((line.result,), WIDTH - 32, (("body", 2),), True) if line.result else ([], "")
    return found[0]


def build(line: LogLine, settled: bool, turn: int) -> Drawn:
    """The card; until the dice have settled they show passing faces (`turn` counts them)."""
    tall, title = height(line), _title(line)
    drawn = Drawn([backed(WIDTH, tall), *side_badge(22, 24, 8, line.side)])
    drawn.lines(40, 24, ROW, title, "body", "bright", True)
    top = 46 + ROW * (len(title) - 1)
    if line.opposed:
        _owners(drawn, line, top, settled, turn)
    else:
        for k, one in enumerate(best_first(line)[: A_ROW * ROWS]):
            drawn.items.append(_die(one, 16 + k % A_ROW * 26, top + k // A_ROW * STEP, 20, settled, turn + k))
    foot = top + _dice_height(line) + 6
    drawn.hairline(16, foot, WIDTH - 32)
    for words, rule in _notes(line):
        ruled(drawn, 16, WIDTH - 16, foot + 19, words, rule)
        foot += ROW
    if settled:
        ink = "orange" if line.lost else "cream"
        drawn.lines(16, foot + 25, ROW, _result(line), "body", ink, True)
    return drawn


def _die(one: Fallen, x: float, y: float, size: float, settled: bool, turn: int, edge: str = "") -> DieItem:
    """A die that fell; until it has settled it shows passing faces."""
    face = one.face if settled else (one.face + turn) % one.sides + 1
    return DieItem(Layer.PANEL, x, y, face, one.result if settled else "plain", size, one.sides, edge)


def _owners(drawn: Drawn, line: LogLine, top: float, settled: bool, turn: int) -> None:
    """A row for each die of its own: the die, what it is, and what has made it so large."""
    for k, one in enumerate(line.dice[:ROWS]):
        y = top + k * OWN_ROW
        drawn.add(_die(one, 20, y, 28, settled, turn + k, side_colour(one.owner) if one.owner else ""))
        label, why = one.label or "Die", ", ".join((f"D{one.sides}", *map(_step, one.shifts)))
        drawn.write(62, y + 6, elided_text(label, WIDTH - 78, "small", True), "small", "text", True)
        drawn.write(62, y + 23, elided_text(why, WIDTH - 78, "caption"), "caption", "dim")


def _step(shift: Modifier) -> str:
    """A step of a die in words, as on cards of odds."""
    return f"{shift.words} {shift.value:+d} step{'s' * (abs(shift.value) > 1)}"


def _notes(line: LogLine) -> list[tuple[str, str]]:
    """What the dice need and what changes them, in lines, each beside the rule that it begins with."""
    many, need = ("1 die", "needs") if len(line.dice) == 1 else (f"{len(line.dice)} dice", "need")
    needs = f"{many} {need} {line.needs}" if line.needs else many
    notes = [
        (needs, line.rolled),
        *((modifier_text(one, len(line.dice)), one.rule) for one in line.modifiers),
    ]
    lines = (
        (wrapped_lines(words, WIDTH - 40 - text_width(rule, "caption"), "small"), rule)
        for words, rule in notes
    )
    return [(words, "" if k else rule) for told, rule in lines for k, words in enumerate(told)]
