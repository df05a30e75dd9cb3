"""What is done with the table in hand: one mode of the lab at a time, each with a tab in the bar."""

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
    """One of them. `key` names it, `title` and `icon` stand on its tab. Its `panels` are shown and its `hand`
    hears the pointer while it is on; `commands` need names that no other mode has, and `screen` is where
    its keys count."""

    key: str
    title: str
    icon: str
    screen: str
    panels: tuple[Panel, ...]
    commands: Mapping[str, Command]
    hand: InputHandler

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        ...

    def layout(self, width: float, height: float) -> WindowLayout:
        """Where its panels stand in a window of that size (pixels at scale 1)."""
        ...

    def status_text(self) -> str:
        """What the bar says it is about, "" for nothing."""
        ...

    def tick(self) -> bool:
        """Have things worked out, while it is on; whether anything is to be drawn anew."""
        ...

    def overlays(self) -> tuple[Item, ...]:
        """What it draws on the table."""
        ...


ModeFactory = Callable[[Stage, LabSession], LabMode]


class ModeSwitcher:
    """All modes, of which one is on. As a part of the window it hands events to that one's hand."""

    def __init__(self, modes: Sequence[LabMode]) -> None:
        self.all = tuple(modes)
        self.current_mode = self.all[0]
        self.commands: dict[str, Command] = {"mode": self._turn_to}
        for mode in self.all:
            self.commands |= mode.commands

    @property
    def held(self) -> bool:
        """Whether its hand goes on with what was begun."""
        return self.current_mode.hand.held

    def event(self, event: pygame.event.Event) -> bool:
        """Whether its hand took an event."""
        return self.current_mode.hand.event(event)

    def panels(self) -> tuple[Panel, ...]:
        """The panels of all; those of a mode that is off have no place."""
        return tuple(
            replace(panel, place=partial(self._place, mode, panel.place))
            for mode in self.all
            for panel in mode.panels
        )

    def switch_to(self, key: str) -> None:
        """Turn to a mode. Raises KeyError for an unknown one."""
        self.current_mode = {mode.key: mode for mode in self.all}[key]

    def _place(self, mode: LabMode, place: Callable[[], Rect]) -> Rect:
        return place() if mode is self.current_mode else EMPTY_RECT

    def _turn_to(self, window: object, value: object) -> None:
        """A mode by its key, or the next one."""
        if isinstance(value, str):
            self.switch_to(value)
        else:
            self.current_mode = self.all[(self.all.index(self.current_mode) + 1) % len(self.all)]
