"""The card that announces a forced act: who must act, the table of results and the entry rolled."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.render.drawlist import DieItem, Layer, PanelBox
from battlesim.render.text_layout import wrapped_lines
from battlesim.report.battle_bar import side_badge
from battlesim.table.phrases import AnyText, capitalized
from battlesim.table.result_tables import ResultEntry
from battlesim.ui.panels.dice_card import shown_roll
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit import controls
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

CARD_WIDTH_PX: Final = 348.0
STRIP_WIDTH_PX: Final = 4.0
LEFT_PX, RIGHT_PX = 18.0, CARD_WIDTH_PX - 14.0
TITLE_STEP_PX: Final = 18.0
TABLE_TOP_PX: Final = 48.0
"""Pixels from the top of a card with a title of one line to its first entry."""
MIN_ENTRY_HEIGHT_PX, ENTRY_STEP_PX, DIE_SIZE_PX, DIE_STEP_PX = 26.0, 15.0, 17.0, 20.0
BUTTON_HEIGHT_PX: Final = 34.0
SPIN_SIZE_PX: Final = 28.0


class ShownEntry(NamedTuple):
    """An entry of a table of results as it is drawn, with its number from 1, its die faces and its text."""

    number: int
    faces: tuple[int, ...]
    lines: list[str]
    rule: str

    @property
    def height(self) -> float:
        """The height of the entry in pixels."""
        return max(MIN_ENTRY_HEIGHT_PX, 11 + ENTRY_STEP_PX * len(self.lines))


def announced_line(model: WindowModel) -> LogLine | None:
    """Return the current log line if it announces an act with a table of results, else None."""
    line = model.history.lines[model.line]
    return line if line.table and model.playback.event_index >= line.first else None


def height(model: WindowModel, line: LogLine) -> float:
    """Return the height of the card of a line."""
    tall = TABLE_TOP_PX + TITLE_STEP_PX * (len(_title(line)) - 1)
    tall += sum(entry.height for entry in _entries(model, line)) + 10
    return tall + (BUTTON_HEIGHT_PX + 10 if _has_button(model, line) else 0)


def _has_button(model: WindowModel, line: LogLine) -> bool:
    """Return True if playback waits after the line, or will do so."""
    play = model.playback
    return play.waits_after(line) and (play.playing or play.waiting)


def stamp(model: WindowModel) -> tuple[object, ...]:
    """Return the values on which the card depends."""
    return (model.stamp(), shown_roll(model), model.playback.waiting, model.bindings)


def build(model: WindowModel, line: LogLine) -> PanelContent:
    """Build the card; the entry that fell is marked once the die has settled."""
    tall = height(model, line)
    drawn = PanelContent([panel_background(CARD_WIDTH_PX, tall)])
    drawn.add(PanelBox(Layer.PANEL, 0, 0, STRIP_WIDTH_PX, tall, "purple", 1.0, 2))
    drawn.items += side_badge(LEFT_PX + 8, 22, 8, line.side)
    drawn.lines(LEFT_PX + 26, 22, TITLE_STEP_PX, _title(line), "body", "bright", True)
    roll = shown_roll(model)
    if roll and not roll[1]:
        die = line.dice[0]
        face = (die.face + roll[2]) % die.sides + 1
        drawn.add(DieItem(Layer.PANEL, RIGHT_PX - SPIN_SIZE_PX, 8, face, "plain", SPIN_SIZE_PX, die.sides))
    y = TABLE_TOP_PX + TITLE_STEP_PX * (len(_title(line)) - 1) - 6
    fell = _fell(model, line)
    for entry in _entries(model, line):
        _draw_entry(drawn, entry, y, fell)
        y += entry.height
    if _has_button(model, line):
        place = Rect(LEFT_PX, y + 8, RIGHT_PX - LEFT_PX, BUTTON_HEIGHT_PX)
        key = model.bindings.key_label("skip") if model.playback.waiting else ""
        label = "Let it happen" if fell else "Roll the die"
        controls.draw_button(drawn, place, label, key, state="on" if model.playback.waiting else "off")
        if model.playback.waiting:
            drawn.add_hotspot(place, "let_happen", 0, "Go on with the battle")
    return drawn


def _title(line: LogLine) -> list[str]:
    return wrapped_lines(line.text, RIGHT_PX - LEFT_PX - 26 - SPIN_SIZE_PX - 8, "body", True)


def _fell(model: WindowModel, line: LogLine) -> int:
    """Return the number of the entry that fell, 0 until the die has settled."""
    assert line.table
    return line.table.fell if not line.dice or model.playback.has_settled(line.roll_event_number) else 0


def _entries(model: WindowModel, line: LogLine) -> list[ShownEntry]:
    assert line.table
    entries = line.table.entries
    many = max((len(entry.faces) for entry in entries), default=1)
    room = RIGHT_PX - LEFT_PX - 14 - _dice_width(many)
    return [
        ShownEntry(k, entry.faces, wrapped_lines(_words(entry), room, "small", True), entry.rule)
        for k, entry in enumerate(entries, 1)
    ]


def _words(entry: ResultEntry) -> AnyText:
    return capitalized(entry.text)


def _dice_width(many: int) -> float:
    return DIE_STEP_PX * max(1, many) + 6


def _draw_entry(drawn: PanelContent, entry: ShownEntry, y: float, fell: int) -> None:
    """Draw the faces of an entry and what it brings; dim if another one fell."""
    left, wide, on = LEFT_PX - 4, RIGHT_PX - LEFT_PX + 8, entry.number == fell
    if on:
        drawn.box(left, y, wide, entry.height - 1, "orange", 0.16, 5)
        drawn.box(left, y, wide, entry.height - 1, "panel", 0.0, 5, "orange")
    middle = y + entry.height / 2
    for k, face in enumerate(entry.faces):
        x = LEFT_PX + 2 + k * DIE_STEP_PX
        result = "kill" if on else "plain"
        drawn.add(DieItem(Layer.PANEL, x, middle - DIE_SIZE_PX / 2, face, result, DIE_SIZE_PX))
    if not entry.faces:
        drawn.write(LEFT_PX + 10, middle, f"{entry.number}.", "small", "orange" if on else "dim", True, "c")
    x = LEFT_PX + 4 + _dice_width(len(entry.faces))
    top = middle - ENTRY_STEP_PX * (len(entry.lines) - 1) / 2
    ink = "bright" if on else "dim" if fell else "text"
    drawn.lines(x, top, ENTRY_STEP_PX, entry.lines, "small", ink, on)
    drawn.add_hotspot(Rect(left, y, wide, entry.height), rule=entry.rule)
