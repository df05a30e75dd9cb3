"""Pages of controls, described as data; `page_host` draws them and moves the focus between controls.

A page consists of panes, and a pane of draw items and of hotspots, which respond to the pointer and the
keyboard. A pane is scrolled if its content is too high. Lengths are in pixels at interface scale 1, y down.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import pygame

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, text_width, wrapped_lines
from battlesim.report.battle_bar import fit_in_lines
from battlesim.table.phrases import AnyText
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.panel_content import PanelContent
from battlesim.ui.toolkit.scrolling import Pane

LINE_HEIGHTS_PX: Final = {"caption": 16, "small": 18, "body": 21, "lead": 24, "title": 30, "display": 40}
"""Height of a line of text, by its size."""
DIALOG_PADDING_PX: Final = 20.0
"""Pixels from the edge of a dialog to its text."""
TOP_BAR_HEIGHT_PX, FOOTER_HEIGHT_PX = 48.0, 56.0
"""Heights of the bar above the panes of a page and of the footer below them."""
UNLIMITED_LINES: Final = 1_000_000
"""A number of lines that no text reaches."""
EDIT_COMMAND: Final = "edit"
"""The command of a hotspot that takes text; its value names the field."""
HotspotKey = tuple[str, Any]
"""A hotspot by its command and value."""


@dataclass(frozen=True)
class FocusState:
    """The hovered and the focused hotspot (clickable area) of a page, and the interface scale."""

    hovered: HotspotKey = ("", "")
    focused: HotspotKey = ("", "")
    scale: float = 1.0

    def state(self, place: HotspotKey, on: bool = False) -> p.WidgetState:
        """Return how a control is drawn."""
        if on:
            return "on"
        if place == self.focused:
            return "focus"
        return "hover" if place == self.hovered else "normal"


class Page(ABC):
    """A screen of controls, which is shown until `done` is True.

    `commands` maps the commands of its hotspots (clickable areas) and keys to functions. `field` is the text
    field that receives typed text, regardless of the focus. `pictures` maps names to pictures.
    """

    status_title: ClassVar[str]
    """The name of the page in the status file; it stays when the class is renamed."""
    done = False
    field: HotspotKey = ("", "")
    pictures: Mapping[str, pygame.Surface] = {}
    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {}

    @abstractmethod
    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return the panes for a screen of `width` times `height` pixels."""

    def do(self, command: str, value: Any) -> None:
        """Carry out the command of a hotspot or a key."""
        known = self.commands.get(command)
        if known:
            known(self, value)

    def tick(self, elapsed: float) -> bool:
        """Let `elapsed` seconds pass. Return True if the page must be drawn again."""
        return False

    def wants_keys(self) -> bool:
        """Return whether the next key is passed as `do("key", chord)` instead of being carried out."""
        return False

    def leave(self, value: Any = None) -> None:
        """Mark the page as done."""
        self.done = True


class DialogPage(Page):
    """A page with a dialog in the middle of the screen. `first` is the control focused at first."""

    name = "card"
    first: HotspotKey = ("leave", "")
    max_width_px = 560.0
    """Greatest width of the dialog in pixels."""
    keeps_backdrop = False
    """True if the previous content of the screen shows, dimmed, around the dialog."""
    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {"leave": Page.leave, "begin": Page.leave}

    def write(self, pen: PageWriter) -> None:
        """Write the content of the dialog."""

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return the dialog as the only pane."""
        wide = min(self.max_width_px, width - 2 * DIALOG_PADDING_PX)
        pen = PageWriter(marks, DIALOG_PADDING_PX, DIALOG_PADDING_PX, wide - 2 * DIALOG_PADDING_PX)
        self.write(pen)
        tall = min(pen.y + DIALOG_PADDING_PX - 8, height - 2 * DIALOG_PADDING_PX)
        rect = Rect((width - wide) / 2, (height - tall) / 2, wide, tall)
        return [Pane(self.name, rect, pen, pen.y + DIALOG_PADDING_PX - 8)]


class PageWriter(PanelContent):
    """A writer that adds texts and controls to a page from top to bottom, within a given width.

    If `onto` is given, the texts and controls are added to that content.
    """

    def __init__(
        self, marks: FocusState, x: float, y: float, width: float, onto: PanelContent | None = None
    ) -> None:
        super().__init__(*((onto.items, onto.spots) if onto else ()))
        self.marks, self.x, self.y, self.width = marks, x, y, width

    def space(self, height: float) -> None:
        """Leave room of so many pixels."""
        self.y += height

    def heading(self, label: str, right: str = "") -> None:
        """Write a heading in capitals over a hairline."""
        label = fitted_text(label.upper(), self.width, "caption", True)
        room = self.width - text_width(label, "caption", True) - 12
        right = fitted_text(right, room, "caption") if room > 24 else ""
        self.add(*p.heading_items(self.x, self.y + 10, self.width, label, right))
        self.y += 32

    def paragraph(
        self, words: AnyText, size: str = "body", colour: str = "text", bold: bool = False, max_lines: int = 0
    ) -> None:
        """Write a paragraph, of at most `max_lines` lines if given."""
        lines, _ = fit_in_lines((words,), self.width, ((size, max_lines or UNLIMITED_LINES),), bold)
        step = LINE_HEIGHTS_PX[size]
        self.y = self.lines(self.x, self.y + step / 2, step, lines, size, colour, bold) - step / 2

    def label(self, words: AnyText, size: str = "body", colour: str = "text") -> None:
        """Write the label of the control below, closer to it than to what stands above."""
        self.y += 4
        self.paragraph(words, size, colour)
        self.y += 4

    def path(self, path: Path, colour: str = "dim") -> None:
        """Write a path in as many lines as it needs, broken at the folder separators."""
        apart = f"{os.sep} "
        for line in wrapped_lines(str(path).replace(os.sep, apart), self.width, "small"):
            self.paragraph(line.replace(apart, os.sep), "small", colour)

    def draw_row_background(self, rect: Rect, place: HotspotKey, on: bool = False) -> None:
        """Draw the background of a row that is hovered, focused or selected."""
        state = self.marks.state(place)
        if on or state != "normal":
            self.box(*rect, "hover" if on else "raised", 1.0, 6, "yellow" * (state == "focus"))

    def _row_lines(self, label: str, icon: str, on: bool = False) -> list[str]:
        room = self.width - (36 if icon else 12) - 8
        return fit_in_lines((label,), room, (("body", 2),), on)[0]

    def skip_row(self, label: str, icon: str = "") -> None:
        """Leave the room of a row with a note."""
        self.y += 48.0 + (len(self._row_lines(label, icon)) - 1) * 19.0

    def row(self, place: HotspotKey, label: str, note: str = "", on: bool = False, icon: str = "") -> None:
        """Write a row of a list that can be selected; a long label takes two lines."""
        room = self.width - (36 if icon else 12) - 8
        lines = self._row_lines(label, icon, on)
        more = (len(lines) - 1) * 19.0
        height = (46.0 if note else 34.0) + more
        state = self.marks.state(place)
        rect = Rect(self.x, self.y, self.width, height)
        if on or state != "normal":
            self.box(*rect, "hover" if on else "raised", 1.0, 6, "yellow" * (state == "focus"))
        if on:
            self.box(self.x, self.y + 6, 3, height - 12, "sky", 1.0, 1.5)
        left = self.x + (36 if icon else 12)
        if icon:
            self.icon(self.x + 20, self.y + height / 2, icon, 18, "sky" if on else "dim")
        self.lines(left, self.y + (15 if note else 17), 19, lines, "body", "bright" if on else "text", on)
        if note:
            words = fitted_text(note, room, "caption")
            self.write(left, self.y + 33 + more, words, "caption", "dim")
        self.add_hotspot(rect, *place)
        self.y += height + 2

    def button(
        self,
        place: HotspotKey,
        label: str,
        icon: str = "",
        key: str = "",
        on: bool = False,
        width: float = 0.0,
    ) -> None:
        """Write a button as wide as the writer, or as wide as given."""
        wide = width or self.width
        room = wide - (38 if icon else 12) - 12
        keys = text_width(key, "caption", True) + 22 if key else 0.0
        state = self.marks.state(place, on)
        rect = Rect(self.x, self.y, wide, 40.0)
        shown = fitted_text(label, room - keys, "body", on)
        self.add(*p.button_items(*rect, shown, icon, state))
        if on and place == self.marks.focused:
            self.box(rect.x - 3, rect.y - 3, wide + 6, 46, "panel", 0.0, 8, "yellow")
        if key:
            ink = "ink" if on else "dim"
            self.write(rect.right - 12, rect.y + 20, key, "caption", ink, True, "r")
        self.add_hotspot(rect, *place)
        self.y += 48

    def choices(self, command: str, of: str, options: Sequence[tuple[str, str]], chosen: str) -> None:
        """Write a group of (value, label) pills, one of them selected, in as many rows as needed."""
        x, height = self.x, 28.0
        for value, label in options:
            on, place = value == chosen, (command, (of, value))
            shown = fitted_text(label, self.width - 24, "small", on)
            wide = text_width(shown, "small", True) + 24
            if x > self.x and x + wide > self.x + self.width:
                x, self.y = self.x, self.y + height + 6
            state = self.marks.state(place, on)
            rect = Rect(x, self.y, wide, height)
            self.box(*rect, p.STATE_FILLS[state], 1.0, 6, p.STATE_EDGES[state])
            if place == self.marks.focused:
                self.box(x - 2, self.y - 2, wide + 4, height + 4, "panel", 0.0, 7, "yellow")
            ink = p.STATE_TEXT_COLOURS[state]
            self.write(x + wide / 2, self.y + 14, shown, "small", ink, on, "c")
            self.add_hotspot(rect, *place)
            x += wide + 6
        self.y += height + 8

    def field(self, of: str, text: str, width: float = 0.0) -> None:
        """Write a text field."""
        wide, place = width or self.width, (EDIT_COMMAND, of)
        focused = place == self.marks.focused
        rect = Rect(self.x, self.y, wide, 30.0)
        edge = "yellow" if focused else "faint" if place == self.marks.hovered else "line"
        self.box(*rect, "void", 1.0, 6, edge)
        shown = text
        while shown and text_width(shown, "body") > wide - 26:
            shown = shown[1:]
        self.write(self.x + 10, self.y + 15, shown, "body", "text")
        if focused:
            at = self.x + 11 + text_width(shown, "body")
            self.box(at, self.y + 7, 1.5, 16, "bright", 1.0, 0)
        self.add_hotspot(rect, *place, "type")
        self.y += 38

    def switch(self, place: HotspotKey, label: str, on: bool, note: str = "") -> None:
        """Write a switch that is on or off."""
        height = 46.0 if note else 34.0
        rect = Rect(self.x, self.y, self.width, height)
        self.draw_row_background(rect, place)
        middle, right = self.y + height / 2, self.x + self.width
        knob = right - (26 if on else 46)
        self.box(right - 48, middle - 10, 40, 20, "sky" if on else "hover", 1.0, 10, "line")
        self.box(knob, middle - 8, 16, 16, "ink" if on else "dim", 1.0, 8)
        self.write(right - 56, middle, "on" if on else "off", "small", "dim", anchor="r")
        room, left = self.width - 100, self.x + 8
        self.write(left, self.y + (15 if note else 17), fitted_text(label, room), "body", "text")
        if note:
            self.write(left, self.y + 33, fitted_text(note, room, "caption"), "caption", "dim")
        self.add_hotspot(rect, *place)
        self.y += height + 4


def pane_of_writer(name: str, rect: Rect, pen: PageWriter) -> Pane:
    """Return a pane with what a page writer has written."""
    return Pane(name, rect, pen, pen.y + 12)


def writer_for_pane(rect: Rect, marks: FocusState, pad: float = 12.0) -> PageWriter:
    """Create a page writer for a pane, with room for the scroll bar on the right."""
    return PageWriter(marks, pad, pad, rect.width - 2 * pad - 4)


def title_bar(width: float, title: str, wide: float = 0.0) -> PageWriter:
    """Return a page writer with the title of a page over a hairline; `wide` pixels stay free on the right."""
    pen = PageWriter(FocusState(), 16, 9, width - 32 - wide)
    pen.paragraph(fitted_text(title, pen.width, "title", True), "title", "bright", True)
    pen.hairline(0, TOP_BAR_HEIGHT_PX - 1, width)
    return pen


def page_footer(width: float, height: float, marks: FocusState, key: str = "") -> tuple[Rect, PageWriter]:
    """Create the footer of a page with its Back button. Return its rect and its writer."""
    rect = Rect(
        PANEL_GAP_PX, height - FOOTER_HEIGHT_PX - PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, FOOTER_HEIGHT_PX
    )
    pen = PageWriter(marks, rect.width - 172, 8, 160)
    pen.button(("leave", 0), "Back", "undo", key, on=True)
    return rect, pen
