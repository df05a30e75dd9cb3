"""The decision panel, with the prompt, rows, draft answer, refusal and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Final

from battlesim.render import widgets as p
from battlesim.render.outdated import WORKING_TEXT
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.report.battle_bar import elided_text, fit_in_lines
from battlesim.table.phrases import capitalized
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.decision.pickers.row_drawing import LINE_HEIGHT_PX, draw_row, row_height
from battlesim.ui.toolkit.controls import draw_key_chip, hidden_rows_text
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

BUTTON_HEIGHT_PX: Final = 34.0
BUTTON_GAP_PX: Final = 6.0
ROW_GAP_PX: Final = 4.0
FIXED_BUTTON_ROWS: Final = (("answer", "default"), ("undo_step", "undo"))
"""Ids of the buttons in the two lowest rows, which every decision has."""
DIGIT_BUTTONS, DIGIT_GAP_PX = "1234567890", 4.0
FOLLOW_UP_PROMPT_LINE_PX, FOLLOW_UP_ANSWER_LINE_PX = 13.0, 15.0
"""Line heights in pixels of a follow-up's prompt and of its answer."""
MAX_DRAFT_LINES: Final = 3
"""Largest number of lines for the text of the draft."""
MAX_FOLLOW_UP_FRACTION: Final = 0.45
MIN_ROWS_HEIGHT_PX: Final = 150.0
"""Height in pixels that stays for the rows above the follow-ups."""
LOOKING_AHEAD_TEXT: Final = "Looking ahead"
"""Text in place of the draft while follow-ups are computed."""


class PickerPanel:
    """The panel that shows the decision that the user must make now.

    `scroll` is the index of the first visible row, and `free` the y range without content below the rows.
    """

    def __init__(self, picker: Picker[Any]) -> None:
        self.picker = picker
        self.hot = ""
        self.scroll = 0
        self._scrolled_for = (0, 0.0)
        self.free = (0.0, 0.0)

    def build(self, rect: Rect) -> PanelContent:
        """Build the panel for a rect."""
        drawn = PanelContent([panel_background(rect.width, rect.height)])
        top = _title(drawn, self.picker, rect.width)
        foot = _foot(drawn, self.picker, rect, self.hot)
        self.free = self._rows(drawn, rect.width, top, foot), foot
        return drawn

    def roll(self, by: int) -> None:
        """Scroll the rows; the cursor stays."""
        self.scroll = max(0, min(self.scroll + by, len(self.picker.rows()) - 1))

    def _rows(self, drawn: PanelContent, width: float, top: float, foot: float) -> float:
        """Draw as many rows as fit around the cursor. Return the y where they end."""
        picker = self.picker
        rows = picker.rows()
        if not rows:
            return top
        keys = {row.key: key for key, row in picker.row_keys().items()}
        heights = [row_height(row, width, row.key in keys) for row in rows]
        tall = sum(heights) + ROW_GAP_PX * len(rows)
        kept = _kept_rows(picker, rows, heights, (foot - top) / 2) if tall > foot - top else []

        def put(number: int, y: float) -> None:
            row, key = rows[number], keys.get(rows[number].key, "")
            draw_row(drawn, picker, number, row, key, Rect(12, y, width - 24, heights[number]), self.hot)

        order, low = list(range(len(rows))), foot
        for number in reversed(kept):
            low -= heights[number] + ROW_GAP_PX
            order.remove(number)
            put(number, low)
        y, after = self._flow([(k, heights[k]) for k in order], top, low, put)
        up, down = (f"{_farther(picker, way)} or wheel" for way in (-1, 1))
        if words := hidden_rows_text(self.scroll, after, up, down):
            drawn.write(12, low - 8, words, "caption", "dim")
            return foot
        return y

    def _flow(
        self, rows: list[tuple[int, float]], top: float, foot: float, put: Callable[[int, float], None]
    ) -> tuple[float, int]:
        """Draw rows (number and height) as far as they fit. Return the y of the end and the number left."""
        first, y = self._first(rows, foot - top), top
        for k, (number, tall) in enumerate(rows[first:], first):
            if y + tall > foot - (16 if first or k < len(rows) - 1 else 0):
                return y, len(rows) - k
            put(number, y)
            y += tall + ROW_GAP_PX
        return y, 0

    def _first(self, rows: list[tuple[int, float]], room: float) -> int:
        """Return the first row shown: where it was scrolled to, or so that a moved cursor is visible."""
        tall, numbers = [height + ROW_GAP_PX for _, height in rows], [number for number, _ in rows]
        first, cursor = min(self.scroll, max(0, len(rows) - 1)), self.picker.cursor
        while first > 0 and sum(tall[first - 1 :]) <= room:
            first -= 1
        if self._scrolled_for != (cursor, room) and cursor in numbers:
            at = numbers.index(cursor)
            first = min(first, at)
            while first < at and sum(tall[first : at + 1]) > room - 20:
                first += 1
        self.scroll, self._scrolled_for = first, (cursor, room)
        return first


def _kept_rows(picker: Picker[Any], rows: list[PickerRow], heights: list[float], room: float) -> list[int]:
    """Return the numbers of the rows that stay visible, in order: at least one, and what `room` holds."""
    numbers = {row.key: k for k, row in enumerate(rows)}
    found = [numbers[key] for key in picker.kept_keys() if key in numbers]
    ends = accumulate(heights[k] + ROW_GAP_PX for k in found)
    return sorted(
        number for k, (number, end) in enumerate(zip(found, ends, strict=True)) if not k or end <= room
    )


def _title(drawn: PanelContent, picker: Picker[Any], width: float) -> float:
    """Draw the prompt, the side, what is asked about, and the rule. Return the y where rows may begin."""
    decision, y = picker.decision, 10.0
    lines = wrapped_lines(capitalized(picker.prompt), width - 24, "body", True)
    y = (
        drawn.lines(12, y + LINE_HEIGHT_PX / 2, LINE_HEIGHT_PX + 1, lines[:4], "body", "bright", True)
        - LINE_HEIGHT_PX / 2
    )
    who = picker.side_name()
    about = picker.name(decision.about) if decision.about else ""
    words = f"{who} · {about}" if about and about not in str(picker.prompt) else who
    room = width - 24
    if decision.rule:
        wide = text_width(decision.rule, "caption") + 12
        chip, _ = p.chip_items(width - 12 - wide, y + 9, decision.rule, "dim")
        drawn.items += chip
        drawn.add_hotspot(
            Rect(width - 12 - wide, y - 1, wide, 20), "rules", decision.rule, rule=decision.rule
        )
        room -= wide + 6
    drawn.write(12, y + 9, elided_text(words, room, "caption"), "caption", "dim")
    drawn.hairline(12, y + 22, width - 24)
    return y + 28


def _foot(drawn: PanelContent, picker: Picker[Any], rect: Rect, hot: str) -> float:
    """Draw the buttons, and above them the draft and the refusal. Return the y where they begin."""
    acts = picker.all_buttons()
    paired = _lines(acts, (rect.width - 24 - BUTTON_GAP_PX) / 2)
    y = rect.height - 10 - (BUTTON_HEIGHT_PX + BUTTON_GAP_PX) * len(paired)
    places = dict[int, Rect]()
    for row, beside in enumerate(paired):
        wide = (rect.width - 24 - BUTTON_GAP_PX * (len(beside) - 1)) / len(beside)
        for column, k in enumerate(beside):
            places[k] = Rect(
                12 + column * (wide + BUTTON_GAP_PX),
                y + row * (BUTTON_HEIGHT_PX + BUTTON_GAP_PX),
                wide,
                BUTTON_HEIGHT_PX,
            )
    size = _size([(acts[k], place.width) for k, place in places.items()])
    for k, place in places.items():
        _button(drawn, acts[k], place, hot == f"act{k}", size)
        drawn.add_hotspot(place, "act", k)
    y = _digits(drawn, picker, rect, y, hot)
    refused = picker.refusal_text()
    lines = wrapped_lines(refused, rect.width - 40, "small")[:5] if refused else []
    for line in reversed(lines):
        y -= LINE_HEIGHT_PX + 1
        drawn.write(24, y + 4, line, "small", "orange")
    if lines:
        tall = len(lines) * (LINE_HEIGHT_PX + 1)
        drawn.box(12, y - 3, 3, tall, "orange", 1.0, 1)
        drawn.add_hotspot(Rect(12, y - 3, rect.width - 24, tall), "rules", picker.rule, rule=picker.rule)
        y -= 6
    y = _then(drawn, picker, rect, y, hot)
    if summary := picker.summary():
        y -= 5
        shown = summary if picker.answer is None else LOOKING_AHEAD_TEXT
        for words in reversed(fit_in_lines([shown], rect.width - 24, [("body", MAX_DRAFT_LINES)], True)[0]):
            y -= LINE_HEIGHT_PX + 1
            drawn.write(12, y + 8, words, "body", "cream", True)
    drawn.hairline(12, y - 6, rect.width - 24)
    return y - 10


def _digits(drawn: PanelContent, picker: Picker[Any], rect: Rect, y: float, hot: str) -> float:
    """Draw the digits to press if a number is asked for. Return the y where they begin."""
    able = picker.digits()
    if not able:
        return y
    y, step = y - BUTTON_HEIGHT_PX, (rect.width - 24 + DIGIT_GAP_PX) / len(DIGIT_BUTTONS)
    for k, digit in enumerate(DIGIT_BUTTONS):
        at, can = (
            Rect(12 + k * step, y, step - DIGIT_GAP_PX, BUTTON_HEIGHT_PX - BUTTON_GAP_PX),
            int(digit) in able,
        )
        fill, ink = ("hover" if hot == f"digit{digit}" else "raised", "text") if can else ("panel", "faint")
        drawn.box(*at, fill, 1.0, 5, "line")
        drawn.write(at.x + at.width / 2, at.y + at.height / 2, digit, "body", ink, can, "c")
        drawn.add_hotspot(at, "digit", digit)
    return y


def _then(drawn: PanelContent, picker: Picker[Any], rect: Rect, y: float, hot: str) -> float:
    """Draw the follow-ups of the draft as far as they fit. Return the y where they begin."""
    wide = rect.width - 24
    heights = [_then_tall(row, wide) for row in picker.follow_ups]
    room = min(MAX_FOLLOW_UP_FRACTION * rect.height, y - MIN_ROWS_HEIGHT_PX)
    many = next((k for k in range(len(heights), 0, -1) if LINE_HEIGHT_PX + sum(heights[:k]) <= room), 0)
    if picker.looking and not picker.follow_ups:
        drawn.write(12, y - LINE_HEIGHT_PX / 2, f"Then{_beyond(picker, 0)}", "caption", "dim")
        return y - LINE_HEIGHT_PX - 10
    if not many:
        return y
    y -= 4 + LINE_HEIGHT_PX + sum(heights[:many])
    drawn.write(
        12,
        y + LINE_HEIGHT_PX / 2,
        f"Then{_beyond(picker, len(picker.follow_ups) - many)}",
        "caption",
        "dim",
    )
    inks = ("dim", "dim") if picker.looking else ("dim", "cream")
    top = y + LINE_HEIGHT_PX
    for number, (row, tall) in enumerate(zip(picker.follow_ups[:many], heights, strict=False)):
        line = Rect(12, top, wide, tall - 3)
        if not (picker.looking or row.fixed):
            drawn.box(*line, "hover" if hot == f"then{number}" else "raised", 1.0, 4)
            drawn.add_hotspot(line, "then", row.line, rule=row.rule)
        asked, answer, note = _then_words(row, wide)
        low = drawn.lines(line.x + 8, line.y + 10, FOLLOW_UP_PROMPT_LINE_PX, asked, "caption", inks[0])
        low = drawn.lines(line.x + 8, low + 2, FOLLOW_UP_ANSWER_LINE_PX, answer, "small", inks[1], True)
        drawn.lines(
            line.x + 8,
            low - 1,
            FOLLOW_UP_PROMPT_LINE_PX,
            note,
            "caption",
            inks[0] if picker.looking else "text",
        )
        top += tall
    return y - 6


def _then_words(row: PickerRow, width: float) -> tuple[list[str], list[str], list[str]]:
    """Return the lines of a follow-up's prompt, of its answer, and of its note."""
    room = width - 16
    note = wrapped_lines(row.note, room, "caption") if row.note else []
    return (
        wrapped_lines(row.label, room, "caption"),
        wrapped_lines(row.value or "as advised", room, "small", True),
        note,
    )


def _then_tall(row: PickerRow, width: float) -> float:
    asked, answer, note = _then_words(row, width)
    return 9.0 + FOLLOW_UP_PROMPT_LINE_PX * (len(asked) + len(note)) + FOLLOW_UP_ANSWER_LINE_PX * len(answer)


def _beyond(picker: Picker[Any], many: int) -> str:
    """Return the remark about the follow-ups: that they are being computed, or how many are hidden."""
    if picker.looking:
        return f": {WORKING_TEXT}"
    if many <= 0 and all(row.fixed for row in picker.follow_ups):
        return ""
    return f", and {many} more" if many > 0 else " (click one to change it)"


def _lines(acts: Sequence[PickerButton], half: float) -> list[list[int]]:
    """Return the indices of the buttons in rows; those of every decision are at the foot and never move."""
    fixed = [[k for k, act in enumerate(acts) if act.id in line] for line in FIXED_BUTTON_ROWS]
    rest = [k for k, act in enumerate(acts) if not any(act.id in line for line in FIXED_BUTTON_ROWS)]
    return [*_paired(acts, rest, half), *fixed]


def _paired(acts: Sequence[PickerButton], some: Sequence[int], half: float) -> list[list[int]]:
    """Return the indices of some buttons in rows, two in a row if both labels fit in half of it."""
    lines: list[list[int]] = []
    short = {k: text_width(acts[k].label, "small", acts[k].on) <= _room(acts[k], half) for k in some}
    for k in some:
        beside = next((line for line in lines if len(line) == 1 and short[line[0]] and short[k]), None)
        if beside is None:
            lines.append([k])
        else:
            beside.append(k)
    return lines


def _room(act: PickerButton, width: float) -> float:
    """Return the width that a button has for its label beside its key."""
    return width - (text_width(act.key, "caption", True) + 40 if act.key else 24)


def _size(buttons: Sequence[tuple[PickerButton, float]]) -> str:
    """Return one text size for some buttons: the larger one if all labels fit in it."""
    roomy = all(text_width(act.label, "body", act.on) <= _room(act, wide) for act, wide in buttons)
    return "body" if roomy else "small"


def _button(drawn: PanelContent, act: PickerButton, rect: Rect, hot: bool, size: str) -> None:
    state: p.WidgetState = "on" if act.on else "hover" if hot else "normal"
    label = elided_text(act.label, _room(act, rect.width), size, act.on)
    drawn.items += p.button_items(*rect, label, "", state, size)
    draw_key_chip(drawn, rect.right - 8, rect.y + BUTTON_HEIGHT_PX / 2, act.key, act.on)


def _farther(picker: Picker[Any], way: int) -> str:
    """Return the label of the key that scrolls to later rows (1) or earlier ones (-1)."""
    key = (("row_next", "row_before"), ("go_down", "go_up"))[picker.lists][way < 0]
    return "Shift+" * picker.lists + picker.model.bindings.key_label(key)
