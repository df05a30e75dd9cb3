"""The interface of the lab's modes, each with a tab, and the switch between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import pygame

from battlesim.render.drawlist import Item
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect, WindowLayout


class LabMode(Protocol):
    """A mode of the table editor, such as drawing, with its tab, panels, commands and input handler.

    `key` identifies the mode, and `title` and `icon` are shown on its tab. While the mode is active, its
    `panels` are shown and `hand` handles input. The names in `commands` must be unique across modes. `screen`
    is the table of its key bindings.
    """

    key: str
    title: str
    icon: str
    screen: str
    panels: tuple[Panel, ...]
    commands: Mapping[str, Command]
    hand: InputHandler

    @property
    def busy(self) -> bool:
        """True while anything is still being computed."""
        ...

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        ...

    def status_text(self) -> str:
        """Return the status text in the lab's bar, "" for none."""
        ...

    def tick(self) -> bool:
        """Advance the mode's work while it is active. Return True if the screen must be redrawn."""
        ...

    def overlays(self) -> tuple[Item, ...]:
        """Return what the mode draws on the table."""
        ...


ModeFactory = Callable[[Stage, LabSession], LabMode]


class ModeSwitcher:
    """The modes of the table editor. Exactly one mode is active, and it receives all input events."""

    def __init__(self, modes: Sequence[LabMode]) -> None:
        self.all = tuple(modes)
        self.current_mode = self.all[0]
        self.commands: dict[str, Command] = {"mode": self._turn_to}
        for mode in self.all:
            self.commands |= mode.commands

    @property
    def held(self) -> bool:
        """True if the current mode's input handler has captured the pointer."""
        return self.current_mode.hand.held

    def event(self, event: pygame.event.Event) -> bool:
        """Pass an event to the current mode. Return True if it was used."""
        return self.current_mode.hand.event(event)

    def panels(self) -> tuple[Panel, ...]:
        """Return the panels of all modes; those of an inactive mode have an empty rect."""
        return tuple(
            replace(panel, place=partial(self._place, mode, panel.place))
            for mode in self.all
            for panel in mode.panels
        )

    def switch_to(self, key: str) -> None:
        """Switch to a mode by its key.

        Raises KeyError if it is unknown.
        """
        self.current_mode = {mode.key: mode for mode in self.all}[key]

    def _place(self, mode: LabMode, place: Callable[[], Rect]) -> Rect:
        return place() if mode is self.current_mode else EMPTY_RECT

    def _turn_to(self, window: object, value: object) -> None:
        """Switch to a mode by its key, or to the next one."""
        if isinstance(value, str):
            self.switch_to(value)
        else:
            self.current_mode = self.all[(self.all.index(self.current_mode) + 1) % len(self.all)]
