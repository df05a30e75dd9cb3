"""A page with a list on the left, details on the right, and buttons in its footer."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, NamedTuple

from battlesim.report.battle_bar import fit_in_lines
from battlesim.ui.pages.page import (
    FOOTER_HEIGHT_PX,
    TOP_BAR_HEIGHT_PX,
    FocusState,
    HotspotKey,
    Page,
    PageWriter,
    pane_of_writer,
    title_bar,
    writer_for_pane,
)
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.scrolling import Pane

LIST_FRACTION: Final = 0.42
"""Fraction of the width of the page that its list takes."""
BUTTON_WIDTH_PX, MAIN_BUTTON_WIDTH_PX = 150.0, 250.0
"""Width in pixels of the buttons of the footer, and of the most important one."""
MIN_HINT_WIDTH_PX: Final = 240.0
"""Width in pixels that the message in the footer has at least."""
MAX_FIELD_LETTERS: Final = 60


def write_row_value(pen: PageWriter, y: float, text: str, colour: str, indent: float = 12.0) -> None:
    """Write a value at the right end of the row that begins at a height; `indent` is in pixels."""
    pen.write(pen.x + pen.width - indent, y + 15, text, "body", colour, colour != "dim", "r")


class FooterButton(NamedTuple):
    """A button in the footer of a page, with its command, label, icon and key. The first is highlighted."""

    place: HotspotKey
    label: str
    icon: str
    key: str = ""


class ListPage(Page):
    """A page with a list on the left, details on the right, and buttons in the footer.

    `title` is shown above both. `message` is shown in the footer, in orange if `error` is True.
    """

    title = ""
    hint = ""
    list_fraction = LIST_FRACTION

    def __init__(self) -> None:
        self.message, self.error = "", False
        self.fields: dict[str, str] = {}

    @abstractmethod
    def write_list(self, pen: PageWriter) -> None:
        """Write the list on the left."""

    @abstractmethod
    def write_details(self, pen: PageWriter) -> None:
        """Write the details on the right."""

    @abstractmethod
    def buttons(self) -> list[FooterButton]:
        """Return the buttons of the footer, the most important one first."""

    @property
    def detail_key(self) -> str:
        """The key of what the details show; each has a scroll position of its own."""
        return ""

    def say(self, message: str, error: bool = False) -> None:
        """Show a message in the footer."""
        self.message, self.error = message, error

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return the list, the details, the footer and the title bar."""
        y = TOP_BAR_HEIGHT_PX + PANEL_GAP_PX
        tall = height - TOP_BAR_HEIGHT_PX - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX
        left = (width - 3 * PANEL_GAP_PX) * self.list_fraction
        lists = Rect(PANEL_GAP_PX, y, left, tall)
        details = Rect(2 * PANEL_GAP_PX + left, y, width - left - 3 * PANEL_GAP_PX, tall)
        bar = Pane(
            "bar",
            Rect(0, 0, width, TOP_BAR_HEIGHT_PX),
            title_bar(width, self.title),
            TOP_BAR_HEIGHT_PX,
            edge=False,
        )
        return [
            self._pane("list", lists, marks, self.write_list),
            self._pane(f"details {self.detail_key}", details, marks, self.write_details),
            self._footer(width, height, marks),
            bar,
        ]

    def _pane(self, name: str, rect: Rect, marks: FocusState, write: Any) -> Pane:
        pen = writer_for_pane(rect, marks)
        write(pen)
        return pane_of_writer(name, rect, pen)

    def _footer(self, width: float, height: float, marks: FocusState) -> Pane:
        rect = Rect(
            PANEL_GAP_PX, height - FOOTER_HEIGHT_PX - PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, FOOTER_HEIGHT_PX
        )
        pen, buttons = PageWriter(marks, 16, 8, rect.width), self.buttons()
        full = MAIN_BUTTON_WIDTH_PX + (BUTTON_WIDTH_PX + 8) * (len(buttons) - 1)
        scale = min(1.0, (rect.width - MIN_HINT_WIDTH_PX - 32) / full)
        pen.x = rect.width - 12 - full * scale
        room = pen.x - 32
        for button in reversed(buttons):
            on = button is buttons[0]
            wide = (MAIN_BUTTON_WIDTH_PX if on else BUTTON_WIDTH_PX) * scale
            pen.y = 8
            pen.button(button.place, button.label, button.icon, button.key if scale == 1.0 else "", on, wide)
            pen.x += wide + 8 * scale
        words, colour = (self.message, "orange" if self.error else "bright")
        if not words:
            words, colour = self.hint, "dim"
        lines, _ = fit_in_lines((words,), room, (("small", 2),))
        pen.lines(16, FOOTER_HEIGHT_PX / 2 - 9 * (len(lines) - 1), 18, lines, "small", colour)
        return Pane("foot", rect, pen, FOOTER_HEIGHT_PX)

    # -- fields --

    def type_text(self, value: tuple[str, str]) -> None:
        """Append typed text to a field, leaving out characters that are not printable."""
        field, text = value
        kept = "".join(letter for letter in text if letter.isprintable())
        self.fields[field] = (self.fields.get(field, "") + kept)[:MAX_FIELD_LETTERS]

    def erase_letter(self, field: str) -> None:
        """Erase the last letter of a field."""
        self.fields[field] = self.fields.get(field, "")[:-1]
