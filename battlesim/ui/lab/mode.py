"""What is done with the table in hand: one mode of the lab at a time, each with a tab in the bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import pygame

from battlesim.render.drawlist import Item
from battlesim.ui.battle.window import Command
from battlesim.ui.lab.work import Work
from battlesim.ui.parts.layout import NOWHERE, Layout, Rect
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.table.stage import Stage


class Mode(Protocol):
    """One of them. `key` names it, `title` and `icon` stand on its tab. Its `panels` are shown and its `hand`
    hears the pointer while it is on; `commands` need names that no other mode has, and `screen` is where
    its keys count."""

    key: str
    title: str
    icon: str
    screen: str
    panels: tuple[Panel, ...]
    commands: Mapping[str, Command]
    hand: Part

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        ...

    def layout(self, width: float, height: float) -> Layout:
        """Where its panels stand in a window of that size (pixels at scale 1)."""
        ...

    def about(self) -> str:
        """What the bar says it is about, "" for nothing."""
        ...

    def tick(self) -> bool:
        """Have things worked out, while it is on; whether anything is to be drawn anew."""
        ...

    def overlays(self) -> tuple[Item, ...]:
        """What it draws on the table."""
        ...


Maker = Callable[[Stage, Work], Mode]


class Modes:
    """All modes, of which one is on. As a part of the window it hands events to that one's hand."""

    def __init__(self, modes: Sequence[Mode]) -> None:
        self.all = tuple(modes)
        self.on = self.all[0]
        self.commands: dict[str, Command] = {"mode": self._turn_to}
        for mode in self.all:
            self.commands |= mode.commands

    @property
    def held(self) -> bool:
        """Whether its hand goes on with what was begun."""
        return self.on.hand.held

    def event(self, event: pygame.event.Event) -> bool:
        """Whether its hand took an event."""
        return self.on.hand.event(event)

    def panels(self) -> tuple[Panel, ...]:
        """The panels of all; those of a mode that is off have no place."""
        return tuple(
            replace(panel, place=partial(self._place, mode, panel.place))
            for mode in self.all
            for panel in mode.panels
        )

    def turn_to(self, key: str) -> None:
        """Turn to a mode. Raises KeyError for an unknown one."""
        self.on = {mode.key: mode for mode in self.all}[key]

    def _place(self, mode: Mode, place: Callable[[], Rect]) -> Rect:
        return place() if mode is self.on else NOWHERE

    def _turn_to(self, window: object, value: object) -> None:
        """A mode by its key, or the next one."""
        if isinstance(value, str):
            self.turn_to(value)
        else:
            self.on = self.all[(self.all.index(self.on) + 1) % len(self.all)]
