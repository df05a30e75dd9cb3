"""The settings page, and a function that shows it over the current screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pygame

from battlesim.render.text_layout import fitted_text
from battlesim.ui.battle.hints import save_seen_hints, seen_hints_file
from battlesim.ui.pages.page import (
    FOOTER_HEIGHT_PX,
    TOP_BAR_HEIGHT_PX,
    FocusState,
    Page,
    PageWriter,
    page_footer,
    pane_of_writer,
    title_bar,
    writer_for_pane,
)
from battlesim.ui.pages.page_loop import create_page_host, repost_quit, run_page
from battlesim.ui.settings.key_bindings import chord_label
from battlesim.ui.settings.key_commands import KEY_COMMANDS, KeyCommand
from battlesim.ui.settings.settings import (
    AUTOMATIC_SCALE,
    PALETTE_NAMES,
    SCALES_PERCENT,
    Settings,
    battles_folder_error,
    save_settings,
)
from battlesim.ui.system.sound import Speaker
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.scrolling import Pane

MIN_WIDE_WIDTH_PX: Final = 900.0
VOLUMES_PERCENT: Final = (0, 20, 40, 60, 80, 100)
MAX_FOLDER_LETTERS: Final = 400
"""Largest number of letters of a folder's path."""
KEY_COMMANDS_BY_ID: Final = {action.id: action for action in KEY_COMMANDS}
ASK_LEVEL_CHOICES: Final = (("acts", "whole acts"), ("choices", "details too"), ("everything", "everything"))
ANNOUNCEMENT_CHOICES: Final = (("always", "all"), ("own", "my own"), ("never", "none"))
VOICE_CHOICES: Final = (("game", "in the game's own voice"), ("plain", "plain and short"))
UNIT_CHOICES: Final = (("in", "inches"), ("cm", "centimetres"))


class SettingsPage(Page):
    """The page on which settings are changed. `settings` is saved to `file` after every change."""

    status_title = "SettingsPage"

    def __init__(self, settings: Settings, file: Path | None = None, size: tuple[int, int] = (0, 0)) -> None:
        self.settings, self.file = settings, file
        self.changed = False
        self.message = ""
        self._size = size
        self._asking = ""
        self._folder = settings.battles

    def wants_keys(self) -> bool:
        """Return True while a key is to be bound."""
        return bool(self._asking)

    # -- what it shows --

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return choices and keys, side by side or one below the other."""
        tall = height - TOP_BAR_HEIGHT_PX - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX
        if width >= MIN_WIDE_WIDTH_PX:
            left = min(560.0, width * 0.42)
            edge = max(PANEL_GAP_PX, (width - 1400) / 2)
            first = Rect(edge, TOP_BAR_HEIGHT_PX + PANEL_GAP_PX, left, tall)
            second = Rect(
                edge + left + PANEL_GAP_PX,
                TOP_BAR_HEIGHT_PX + PANEL_GAP_PX,
                width - left - PANEL_GAP_PX - 2 * edge,
                tall,
            )
            found = [self._pane("choices", first, marks, self._write_choices)]
            found.append(self._pane("keys", second, marks, self._write_keys))
        else:
            whole = Rect(PANEL_GAP_PX, TOP_BAR_HEIGHT_PX + PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, tall)
            found = [self._pane("all", whole, marks, self._write_choices, self._write_keys)]
        bar = Pane(
            "bar",
            Rect(0, 0, width, TOP_BAR_HEIGHT_PX),
            title_bar(width, "Settings"),
            TOP_BAR_HEIGHT_PX,
            edge=False,
        )
        return [bar, *found, self._footer_pane(width, height, marks)]

    def _pane(self, name: str, rect: Rect, marks: FocusState, *parts: Callable[[PageWriter], None]) -> Pane:
        pen = writer_for_pane(rect, marks)
        for part in parts:
            part(pen)
        return pane_of_writer(name, rect, pen)

    def _write_choices(self, pen: PageWriter) -> None:
        now = self.settings
        pen.heading("Interface")
        pen.label("Scale")
        scales = [(str(one), f"{one} %" if one else "automatic") for one in SCALES_PERCENT]
        pen.choices("set", "scale", scales, str(now.scale))
        used = round(now.interface_scale(*self._size) * 100) if self._size[0] else now.scale
        if now.scale not in (used, AUTOMATIC_SCALE):
            pen.paragraph(f"{used} % is used: a larger scale does not fit.", "small", "orange")
        pen.label("Colours")
        pen.choices("set", "palette", [(one, one) for one in PALETTE_NAMES], now.palette)
        pen.label("Show lengths in")
        pen.choices("set", "units", UNIT_CHOICES, now.units)
        pen.label("Ask about")
        pen.choices("set", "ask", ASK_LEVEL_CHOICES, now.ask)
        pen.label("Log and briefings")
        pen.choices("set", "voice", VOICE_CHOICES, now.voice)
        pen.label("Wait for a key at forced acts")
        pen.choices("set", "announcements", ANNOUNCEMENT_CHOICES, now.announcements)
        motion = "Pieces jump; nothing glides or pulses."
        pen.switch(("flip", "reduced_motion"), "Reduced motion", now.reduced_motion, motion)
        pen.switch(("flip", "folded"), "Start with folded panels", now.folded, "The table fills the window.")
        hints = "Short tips on what comes up for the first time."
        pen.switch(("flip", "hints"), "Hints", now.hints, hints)
        pen.button(("again", ""), "Show all hints again", "help")
        pen.space(8)
        pen.heading("Sound")
        pen.label("Volume")
        volumes = sorted({*VOLUMES_PERCENT, now.volume})
        pen.choices(
            "set", "volume", [(str(one), f"{one} %" if one else "silent") for one in volumes], str(now.volume)
        )
        note = "Sounds are also written in the window."
        pen.switch(("flip", "captions"), "Captions", now.captions, note)
        pen.space(8)
        pen.heading("Battles")
        pen.paragraph("New battles are saved in", "body", "text")
        pen.path(now.battles_folder)
        pen.label("Another folder (empty: the default)")
        pen.field("battles", self._folder)
        pen.space(8)

    def _write_keys(self, pen: PageWriter) -> None:
        bindings = self.settings.bindings
        pen.heading("Keys", "press a row to change it")
        screen = ""
        for action in KEY_COMMANDS:
            if action.screen != screen:
                screen = action.screen
                pen.label(screen.capitalize(), "small", "dim")
            keys = "  ".join(chord_label(chord) for chord in bindings.keys(action)) or "none"
            self._write_key_row(pen, action, "press a key…" if self._asking == action.id else keys)
        pen.space(8)
        pen.button(("reset", ""), "Restore the default keys", "undo")

    def _write_key_row(self, pen: PageWriter, action: KeyCommand, keys: str) -> None:
        place, mine = ("bind", action.id), action.id in self.settings.keys
        rect = Rect(pen.x, pen.y, pen.width, 28)
        pen.draw_row_background(rect, place, self._asking == action.id)
        room = pen.width * 0.5 - 16
        words = fitted_text(action.label, room, "small")
        pen.write(pen.x + 8, pen.y + 14, words, "small", "text")
        tone = "orange" if mine or self._asking == action.id else "yellow"
        keys = fitted_text(keys, room, "small", True)
        pen.write(pen.x + pen.width - 8, pen.y + 14, keys, "small", tone, True, "r")
        pen.add_hotspot(rect, *place)
        pen.space(30)

    def _footer_pane(self, width: float, height: float, marks: FocusState) -> Pane:
        rect, pen = page_footer(width, height, marks)
        asking = KEY_COMMANDS_BY_ID[self._asking].label if self._asking else ""
        words = f"Press the key for: {asking} (Esc: no change)" if asking else self.message
        words = words or "Every change is saved at once."
        colour = "orange" if self.message or asking else "dim"
        pen.write(16, FOOTER_HEIGHT_PX / 2, fitted_text(words, rect.width - 204, "small"), "small", colour)
        return Pane("foot", rect, pen, FOOTER_HEIGHT_PX)

    # -- what it does --

    def _save(self, settings: Settings) -> None:
        self.settings, self.changed = settings, True
        self.message = save_settings(settings, self.file)

    def _set(self, value: tuple[str, str]) -> None:
        name, word = value
        chosen: Any = int(word) if name in ("scale", "volume") else word
        self._save(msgspec.structs.replace(self.settings, **{name: chosen}))

    def _toggle(self, name: str) -> None:
        self._save(msgspec.structs.replace(self.settings, **{name: not getattr(self.settings, name)}))

    def _show_hints_again(self, value: Any) -> None:
        save_seen_hints(frozenset(), seen_hints_file())
        self._save(msgspec.structs.replace(self.settings, hints=True))

    def _name_folder(self, folder: str) -> None:
        self._folder = folder[:MAX_FOLDER_LETTERS]
        self.message = battles_folder_error(self._folder)
        if not self.message:
            self._save(msgspec.structs.replace(self.settings, battles=self._folder))

    def _bind(self, action: str) -> None:
        self._asking, self.message = action, ""

    def _take_key(self, chord: str) -> None:
        action, self._asking = KEY_COMMANDS_BY_ID[self._asking], ""
        if chord == "escape" and "escape" not in action.keys:
            return
        bindings, refusal = self.settings.bindings.with_binding(action, chord)
        self.message = refusal
        if not refusal:
            self._save(msgspec.structs.replace(self.settings, keys=bindings.changes))

    def _reset(self, value: Any) -> None:
        self._save(msgspec.structs.replace(self.settings, keys={}))

    def _note_size(self, value: tuple[int, int]) -> None:
        self._size, self.changed = value, True


SettingsPage.commands = {
    "set": SettingsPage._set,
    "flip": SettingsPage._toggle,
    "again": SettingsPage._show_hints_again,
    "type": lambda page, value: page._name_folder(page._folder + value[1]),
    "erase": lambda page, value: page._name_folder(page._folder[:-1]),
    "drop": SettingsPage._name_folder,
    "bind": SettingsPage._bind,
    "key": SettingsPage._take_key,
    "reset": SettingsPage._reset,
    "leave": SettingsPage.leave,
    "settings": SettingsPage.leave,
    "size": SettingsPage._note_size,
}


def edit_settings(screen: pygame.Surface, settings: Settings, file: Path | None = None) -> Settings:
    """Show the settings page until the user leaves it. Return the settings as they are then."""
    page = SettingsPage(settings, file, screen.get_size())
    desk = create_page_host(screen, page, settings, Speaker(settings.volume))
    while desk.running:
        run_page(desk, lambda: page.changed)
        page.changed = False
        desk.apply_settings(page.settings)
    repost_quit(desk)
    return page.settings
