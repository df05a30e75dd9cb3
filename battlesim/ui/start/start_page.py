"""The page of the start screen, with its layout and commands."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pygame

from battlesim.plain_files import is_plain
from battlesim.render import widgets as p
from battlesim.render.pygame_backend import Canvas
from battlesim.report.battle_bar import fit_in_lines, wordmark
from battlesim.scenarios.picture_cache import is_picture_name
from battlesim.scenarios.sources import file_kind
from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.pages.page import (
    TOP_BAR_HEIGHT_PX,
    FocusState,
    Page,
    PageWriter,
    pane_of_writer,
    writer_for_pane,
)
from battlesim.ui.start import start_sections
from battlesim.ui.start.choice_building import lab_choice, selected_choice
from battlesim.ui.start.start_choice import (
    LabChoice,
    NewBattleChoice,
    ReplayChoice,
    ResumeChoice,
    StartChoice,
)
from battlesim.ui.start.start_model import HUMAN, StartModel
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect, window_layout
from battlesim.ui.toolkit.scrolling import Pane

FOOTER_HEIGHT_PX: Final = 64.0
LAB_BUTTON_WIDTH_PX, NARROW_LAB_BUTTON_WIDTH_PX = 150.0, 40.0
"""Width in pixels of the lab button with and without its text."""
NEW_TABLE_SIZE_IN: Final = (48.0, 48.0)
"""Initial size in inches of a new table drawn in the lab."""
MIN_ROOMY_FOOTER_PX: Final = 700.0
"""Footer width in pixels from which its buttons show their full text."""
MIN_WIDE_WIDTH_PX: Final = 1100.0
"""Page width in pixels from which the sections stand side by side instead of in tabs."""
TAB_TITLES: Final = ("Battles", "This one", "Players", "Options")
"""Titles of the tabs if no record is selected."""
RECORD_TAB_TITLES: Final = (*TAB_TITLES[:2], "What to do", TAB_TITLES[3])
SETTING_UP_TEXTS: Final[dict[type[StartChoice], str]] = {
    NewBattleChoice: "Setting up the battle",
    ResumeChoice: "Opening the battle",
    ReplayChoice: "Opening the record",
    LabChoice: "Opening the lab",
}
BAR_BUTTONS: Final = (("rules", "book"), ("settings", "jammed"), ("help", "help"), ("leave", "close"))
"""Commands of the top bar with their icons."""
PREVIEW_POLL_S: Final = 0.1
"""Seconds between two checks for the finished picture of the table."""


class StartPage(Page):
    """The page of the start screen.

    When `done` is True, `choice` is the user's choice, or `wants` is another page to be shown. `begin` starts
    to prepare a choice, and returns a function that says whether it is ready.
    """

    status_title = "StartPage"

    def __init__(
        self,
        model: StartModel,
        begin_key: str = "",
        begin: Callable[[StartChoice], Callable[[], bool]] = lambda choice: lambda: True,
    ) -> None:
        self.model = model
        self.begin_key = begin_key
        self.pictures: dict[str, pygame.Surface] = {}
        self.choice: StartChoice | None = None
        self.wants = ""
        self.roster: Path | None = None
        self._begin = begin
        self._set_up: Callable[[], bool] | None = None
        self._announced = False
        self._tab = 0
        self._since = 0.0
        self._canvas = Canvas(1.0)
        self._size = (1.0, 1.0)

    def tick(self, elapsed: float) -> bool:
        """Read the next scenario and check the picture of the table. Return True to redraw the page."""
        if self._set_up:
            self.done = self.done or (self._announced and self._set_up())
            return not self._announced
        more = self.model.load_next()
        table, scale = window_layout(*self._size).table, self._canvas.scale
        self.model.preview.light_ahead(*table.scaled(scale)[2:], scale)
        self._since += elapsed
        if not self.model.preview.lit and self._since > PREVIEW_POLL_S:
            self._since, more = 0.0, True
        return more

    # -- display --

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return the panes in columns, or in tabs if the window is narrow."""
        self._size = width, height
        if self._canvas.scale != marks.scale:
            self._canvas = Canvas(marks.scale)
        low, tall = (
            TOP_BAR_HEIGHT_PX + PANEL_GAP_PX,
            height - TOP_BAR_HEIGHT_PX - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX,
        )
        wide = width >= MIN_WIDE_WIDTH_PX
        parts_shown = (
            self._columns(width, low, tall, marks) if wide else [self._tab_pane(width, low, tall, marks)]
        )
        bar, foot = self._bar_pane(width, marks, not wide), self._footer_pane(width, height, marks)
        return [*parts_shown, foot, bar] if wide else [bar, *parts_shown, foot]

    def _columns(self, width: float, y: float, tall: float, marks: FocusState) -> list[Pane]:
        left = min(420.0, max(280.0, width * 0.22))
        right = min(560.0, max(360.0, width * 0.29))
        middle = width - left - right - 4 * PANEL_GAP_PX
        lists = Rect(PANEL_GAP_PX, y, left, tall)
        about = Rect(2 * PANEL_GAP_PX + left, y, middle, tall)
        setup = Rect(width - PANEL_GAP_PX - right, y, right, tall)
        found = [self._contents_pane(lists, marks), self._battle_pane(about, marks, 0.58)]
        if self.model.record is None:
            pen = writer_for_pane(setup, marks)
            for part in (
                start_sections.seats,
                start_sections.chance,
                start_sections.name,
                start_sections.options,
            ):
                part(self.model, pen)
                pen.space(8)
            found.append(pane_of_writer("setup", setup, pen))
        else:
            found.append(self._record_pane(setup, marks))
        return found

    def _tab_pane(self, width: float, y: float, tall: float, marks: FocusState) -> Pane:
        rect = Rect(PANEL_GAP_PX, y, width - 2 * PANEL_GAP_PX, tall)
        if self._tab == 0:
            return self._contents_pane(rect, marks)
        if self._tab == 1:
            return self._battle_pane(rect, marks, 0.9)
        if self.model.record:
            return self._record_pane(rect, marks)
        pen = writer_for_pane(rect, marks)
        for part in (
            (start_sections.seats, start_sections.chance, start_sections.name)
            if self._tab == 2
            else (partial(start_sections.options, folds=False),)
        ):
            part(self.model, pen)
            pen.space(8)
        return pane_of_writer(f"tab {self._tab}", rect, pen)

    def _contents_pane(self, rect: Rect, marks: FocusState) -> Pane:
        pen = writer_for_pane(rect, marks)
        start_sections.contents(self.model, pen)
        return pane_of_writer("contents", rect, pen)

    def _battle_pane(self, rect: Rect, marks: FocusState, share: float) -> Pane:
        pen = writer_for_pane(rect, marks)
        room = rect.height * share
        width, _ = self.model.preview.size(pen.width, room)
        drawn = self.model.preview.draw(round(width * marks.scale), self._canvas)
        if drawn:
            self.pictures[start_sections.PREVIEW_PICTURE] = drawn
        start_sections.battle(self.model, pen, room)
        return pane_of_writer("battle", rect, pen)

    def _record_pane(self, rect: Rect, marks: FocusState) -> Pane:
        pen = writer_for_pane(rect, marks)
        pen.heading("This record")
        pen.paragraph("It contains everything that happened: map, options, dice and answers.", "small", "dim")
        pen.space(8)
        if self.model.record and not self.model.record.finished:
            pen.button(("begin", ""), "Resume the battle", "play")
        pen.button(("review", ""), "Replay it", "search")
        pen.space(8)
        pen.label("Your name for it", "small", "dim")
        pen.field("name", self.model.fields["name"])
        pen.button(("call", ""), "Save this name", "bookmark")
        return pane_of_writer("record", rect, pen)

    def _bar_pane(self, width: float, marks: FocusState, tabs: bool) -> Pane:
        left = width - 4 - 40 * len(BAR_BUTTONS)
        pen = PageWriter(marks, 170, 10, left - 170 - 8)
        pen.add(*wordmark(12, TOP_BAR_HEIGHT_PX / 2))
        pen.hairline(0, TOP_BAR_HEIGHT_PX - 1, width)
        if tabs:
            number, names = str(self._tab), RECORD_TAB_TITLES if self.model.record else TAB_TITLES
            pen.choices("tab", "", [(str(k), name) for k, name in enumerate(names)], number)
        for k, (command, icon) in enumerate(BAR_BUTTONS):
            place, x = (command, 0), left + 40 * k
            pen.add(*p.icon_button_items(x, 6, icon, marks.state(place)))
            if place == marks.focused:
                pen.box(x - 1, 5, 38, 38, "panel", 0.0, 7, "yellow")
            pen.add_hotspot(Rect(x, 6, 36, 36), *place)
        return Pane("bar", Rect(0, 0, width, TOP_BAR_HEIGHT_PX), pen, TOP_BAR_HEIGHT_PX, edge=False)

    def _footer_pane(self, width: float, height: float, marks: FocusState) -> Pane:
        rect = Rect(
            PANEL_GAP_PX, height - FOOTER_HEIGHT_PX - PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, FOOTER_HEIGHT_PX
        )
        pen = PageWriter(marks, 16, 12, rect.width)
        record = self.model.record
        label = "Start the battle"
        if record:
            label = "Replay it" if record.finished or record.fault else "Resume it"
        wide = min(260.0, rect.width * 0.45)
        pen.x, pen.width = rect.width - wide - 12, wide
        key = self.begin_key if rect.width > MIN_ROOMY_FOOTER_PX else ""
        if self._set_up:
            pen.button(("begin", ""), "Setting up", "think")
        else:
            pen.button(("begin", ""), label, "play", key, on=True)
        beside = LAB_BUTTON_WIDTH_PX if rect.width > MIN_ROOMY_FOOTER_PX else NARROW_LAB_BUTTON_WIDTH_PX
        pen.y, pen.x, pen.width = 12, rect.width - wide - beside - 20, beside
        if beside == LAB_BUTTON_WIDTH_PX:
            pen.button(("lab", ""), "In the lab", "scales")
        else:
            pen.add(
                *p.icon_button_items(
                    pen.x, 12, "scales", marks.state(("lab", "")), NARROW_LAB_BUTTON_WIDTH_PX
                )
            )
            pen.add_hotspot(
                Rect(pen.x, 12, NARROW_LAB_BUTTON_WIDTH_PX, NARROW_LAB_BUTTON_WIDTH_PX),
                "lab",
                "",
                "In the lab",
            )
        pen.x, pen.width = 16, rect.width - wide - beside - 56
        words, colour = self._summary(), "dim"
        if self.model.message:
            words, colour = self.model.message, "orange"
            pen.icon(24, FOOTER_HEIGHT_PX / 2, "panic", 18, "orange")
            pen.x, pen.width = pen.x + 26, pen.width - 26
        lines, _ = fit_in_lines((words,), pen.width, (("small", 2),))
        pen.lines(pen.x, FOOTER_HEIGHT_PX / 2 - 9 * (len(lines) - 1), 18, lines, "small", colour)
        return Pane("foot", rect, pen, FOOTER_HEIGHT_PX)

    def _summary(self) -> str:
        """Return a sentence that describes the battle about to be started."""
        if self.choice and self._set_up:
            self._announced = True
            return SETTING_UP_TEXTS[type(self.choice)]
        if self.model.record:
            return f"{self.model.record.display_name}: {self.model.record_status}"
        found = self.model.selected_preview
        if found is None:
            return ""
        names = self.model.side_names()
        seats = [
            f"you play {names[side]}" if seat == HUMAN else f"{names[side]}: {seat}"
            for side, seat in self.model.seats.items()
        ]
        return f"{found.title}; {', '.join(seats)}. The battle is recorded as it goes."

    # -- commands --

    def do(self, command: str, value: Any) -> None:
        """Carry out a command; while a battle is being set up, only "leave" is accepted."""
        if command == "leave" or not self._set_up:
            super().do(command, value)

    def finish(self, choice: StartChoice | None) -> None:
        """Set the choice and begin its setup; no-op if it is None."""
        self.choice = choice
        if self.choice:
            self.model.message, self._set_up = "", self._begin(self.choice)

    def _leave(self) -> None:
        self.choice, self.done = None, True

    def _show_tab(self, value: Any) -> None:
        self._tab = int(value[1])

    def _request_page(self, page: str) -> None:
        self.wants = page


def _toggle_options(page: StartPage) -> None:
    """Show or hide the rule options."""
    page.model.unfolded = not page.model.unfolded


def _shuffle(page: StartPage) -> None:
    page.model.fields["seed"] = str(random.SystemRandom().randrange(1, 1_000_000))


def _open_file(page: StartPage, name: str) -> None:
    """Open a picture or a bare table in the lab, or select any other file."""
    path = os.path.expanduser(name.strip())
    if is_picture_name(path) or _is_bare_table(Path(path)):
        page.finish(LabChoice(path))
    else:
        page.model.open_file(name)


def _is_bare_table(path: Path) -> bool:
    """Return True if a file contains a table without a battle."""
    try:
        return is_plain(path) and file_kind(path) in ("map", "situation")
    except InputError:
        return False


def _pick_option(page: StartPage, value: tuple[str, str]) -> None:
    page.model.set_option(*value)


def _set_dice(page: StartPage, value: tuple[str, str]) -> None:
    page.model.dice = value[1]


def _apply_field(page: StartPage, field: str) -> None:
    """Apply the typed text of a field."""
    if field == "file":
        _open_file(page, page.model.fields["file"])
    elif field == "name":
        page.model.rename_record()


StartPage.commands = {
    "scenario": lambda page, value: page.model.choose(value),
    "lesson": lambda page, value: page.model.choose_lesson(value),
    "record": lambda page, value: page.model.open_record(value),
    "call": lambda page, value: page.model.rename_record(),
    "file": lambda page, value: _open_file(page, page.model.fields["file"]),
    "drop": _open_file,
    "seat": lambda page, value: page.model.set_seat(*value),
    "option": _pick_option,
    "preset": lambda page, value: page.model.choose_preset(value[1]),
    "unfold": lambda page, value: _toggle_options(page),
    "dice": _set_dice,
    "shuffle": lambda page, value: _shuffle(page),
    "enter": _apply_field,
    "type": lambda page, value: page.model.type_text(*value),
    "erase": lambda page, value: page.model.erase_letter(value),
    "begin": lambda page, value: page.finish(selected_choice(page.model)),
    "review": lambda page, value: page.finish(selected_choice(page.model, replay=True)),
    "photo": lambda page, value: page.finish(LabChoice(value, photo=True)),
    "lab": lambda page, value: page.finish(lab_choice(page.model, value)),
    "draw": lambda page, value: page.finish(LabChoice("", new=NEW_TABLE_SIZE_IN, draw=True)),
    "leave": lambda page, value: page._leave(),
    "tab": StartPage._show_tab,
    "campaigns": lambda page, value: page._request_page("campaigns"),
    "files": lambda page, value: page._request_page("files"),
    "settings": lambda page, value: page._request_page("settings"),
    "rules": lambda page, value: page._request_page("rules"),
}
