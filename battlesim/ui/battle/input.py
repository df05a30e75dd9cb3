"""What a window makes of keys and the pointer: commands, pieces pointed at, the view moved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

import pygame

from battlesim.render.pygame_backend import Canvas
from battlesim.ui.battle.asking import Asking
from battlesim.ui.battle.commands import COMMANDS
from battlesim.ui.battle.layout import Layout, Rect
from battlesim.ui.battle.panels.base import Spot, Surface
from battlesim.ui.settings.keys import BATTLE, EVERYWHERE, Action
from battlesim.ui.story.model import Model
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.table.tableview import TableView

DRAG_FROM: Final = 4
"""Pixels from which a button that is held moves the view."""
POINTING: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class Input(ABC):
    """The hands on a window; what it shows is its own."""

    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = COMMANDS
    screens: ClassVar[tuple[str, ...]] = (BATTLE, EVERYWHERE)
    """The tables of keys that hold here, the first one first."""

    screen: pygame.Surface
    model: Model
    canvas: Canvas
    view: TableView
    layout: Layout
    asking: Asking | None
    instruments: Instruments

    def __init__(self) -> None:
        self.running, self.closed = True, False
        self._dirty = True
        self._pointer = (-1.0, -1.0)
        self._grip: tuple[int, int] | None = None
        self._taken_at: tuple[int, int] | None = None
        self._dragged = False

    @abstractmethod
    def panels(self) -> list[tuple[str, Rect, Surface]]:
        """The panels that answer to the pointer and where they stand, but for that of the open question."""

    @abstractmethod
    def floating(self) -> list[Rect]:
        """The buttons and cards that lie over the table."""

    @abstractmethod
    def arrange(self) -> None:
        """Place the panels for the size of the screen."""

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event of the keyboard, the pointer or the window."""
        found = _HANDLERS.get(event.type)
        if event.type == pygame.MOUSEMOTION and not self._again(event):
            self._taken_at = None
        busy = self.model.show_help or self._grip or self._covered(event) or self._cited(event)
        if not busy and (self._measures(event) or (self.asking and self.asking.event(event))):
            self._dirty = True
            self.model.tip = self.model.hot_rule = ""  # what they were about may be gone
            if event.type in POINTING:
                self.model.pointed = ""
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._taken_at = event.pos
        elif found:
            found(self, event)
            self._dirty = True

    def _covered(self, event: pygame.event.Event) -> bool:
        """Whether a button was pressed on what lies over the table, but not on the open question."""
        if event.type != pygame.MOUSEBUTTONDOWN:
            return False
        x, y = event.pos[0] / self.canvas.scale, event.pos[1] / self.canvas.scale
        hands = self.asking.hands if self.asking and self.asking.shown else None
        asked = hands is not None and hands.seat.panel.holds(x, y)
        return not asked and any(rect.holds(x, y) for rect in self.floating())

    def _cited(self, event: pygame.event.Event) -> bool:
        """Whether the id of a rule was pressed, also in the panel of a question."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        self._pointer = event.pos[0] / self.canvas.scale, event.pos[1] / self.canvas.scale
        spots = self._spots()
        return bool(spots) and spots[-1][0].command == "rules"

    def _measures(self, event: pygame.event.Event) -> bool:
        """Whether the ruler took an event."""
        if event.type not in POINTING:
            return False
        scale, table = self.canvas.scale, self.layout.table
        x, y = event.pos[0] - table.x * scale, event.pos[1] - table.y * scale
        self._pointer = event.pos[0] / scale, event.pos[1] / scale

        def free() -> bool:
            return table.holds(*self._pointer) and not self._spots()

        at = self.model.camera.to_table(x, y)
        return self.instruments.event(event, at, lambda: self.view.under(x, y), free)

    def do(self, command: str, value: Any = 0) -> None:
        """Carry out a command by its name. Raises KeyError for an unknown one."""
        self.commands[command](self, value)
        self._dirty = True

    def _key(self, event: pygame.event.Event) -> None:
        action = self.action(event)
        if self.model.show_help and action and action.command == "quit":
            self.model.show_help, self._dirty = 0, True
        elif action and action.command in self.commands:
            self.do(action.command, action.value)

    def action(self, event: pygame.event.Event) -> Action | None:
        """What a key means here."""
        return self.model.bindings.find(BATTLE, event.key, event.mod)

    def _wheel(self, event: pygame.event.Event) -> None:
        x, y = self._pointer
        if self.layout.log.holds(x, y):
            self.do("scroll", -event.y)
        elif self.layout.left.holds(x, y):
            self.do("units", -event.y)
        elif self.layout.right.holds(x, y):
            self.do("rule", -event.y)
        elif self.layout.table.holds(x, y):
            self.model.follow = False
            self.view.zoom(event.y, *self._on_table())

    def _on_table(self) -> tuple[float, float]:
        """The pointer in pixels of the table's view."""
        scale, table = self.canvas.scale, self.layout.table
        return (self._pointer[0] - table.x) * scale, (self._pointer[1] - table.y) * scale

    def _move(self, event: pygame.event.Event) -> None:
        scale = self.canvas.scale
        self._pointer = event.pos[0] / scale, event.pos[1] / scale
        if self._grip:
            dx, dy = self._grip[0] - event.pos[0], self._grip[1] - event.pos[1]
            if self._dragged or abs(dx) + abs(dy) >= DRAG_FROM:
                self._dragged, self.model.follow = True, False
                self.view.pan(dx, dy)
                self._grip = event.pos
            return
        self._point()

    def _point(self) -> None:
        """What is under the pointer: a piece of the table, or a place of a panel."""
        model = self.model
        model.pointed, model.hot, model.hot_line, model.hot_rule = "", "", -1, ""
        model.tip = model.hot_score = ""
        spots = self._spots()
        if not spots and self.layout.table.holds(*self._pointer):
            model.pointed = self.view.under(*self._on_table())
        for spot, _, _ in spots:
            model.tip = spot.tip or model.tip
            model.pointed = spot.piece or model.pointed
            model.hot_rule = spot.rule or model.hot_rule
            model.hot = spot.command or model.hot
            if spot.command == "line":
                model.hot_line = int(spot.value)
            elif spot.command == "score":
                model.hot_score = str(spot.value)

    def _spots(self) -> list[tuple[Spot, float, float]]:
        """The spots under the pointer, the uppermost last, with the pointer's place on their panel."""
        panels = self.panels()
        over = any(name == "score" and rect.holds(*self._pointer) for name, rect, _ in panels)
        if self.asking and self.asking.holds(*self._pointer) and not over:
            return self.asking.spots(*self._pointer)
        found: list[tuple[Spot, float, float]] = []
        for _, rect, panel in panels:
            x, y = self._pointer[0] - rect.x, self._pointer[1] - rect.y
            found += [(spot, x, y) for spot in panel.spots if spot.rect.holds(x, y)]
        return found

    def _press(self, event: pygame.event.Event) -> None:
        self._move(event)
        if event.button not in (1, 2, 3) or self._again(event):
            return
        if event.button == 1 and self._spots():
            spot, x, y = self._spots()[-1]
            self._click(spot, x, y)
        elif self.layout.table.holds(*self._pointer) and not self._covered(event):
            self._grip, self._dragged = event.pos, False

    def _again(self, event: pygame.event.Event) -> bool:
        """Whether the pointer rests where a question took a press; what is there now is not meant."""
        if self._taken_at is None:
            return False
        (x, y), (x0, y0) = event.pos, self._taken_at
        return bool(abs(x - x0) + abs(y - y0) < DRAG_FROM)

    def _click(self, spot: Spot, x: float, y: float) -> None:
        if spot.command == "centre":
            k, ground = float(spot.value), self.model.state.table.ground
            self.view.centre((x - spot.rect.x) / k, ground.height - (y - spot.rect.y) / k)
        elif spot.command in self.commands:
            self.do(spot.command, spot.value)
        self.model.tip = ""

    def _release(self, event: pygame.event.Event) -> None:
        if self._grip and not self._dragged and event.button == 1:
            self.model.picked = self.view.under(*self._on_table())
        self._grip = None

    def _resize(self, event: pygame.event.Event) -> None:
        self.screen = pygame.display.get_surface() or self.screen
        self.arrange()

    def _quit(self, event: pygame.event.Event) -> None:
        self.running, self.closed = False, True


_HANDLERS: Final[dict[int, Callable[[Input, pygame.event.Event], None]]] = {
    pygame.KEYDOWN: Input._key,
    pygame.MOUSEWHEEL: Input._wheel,
    pygame.MOUSEMOTION: Input._move,
    pygame.MOUSEBUTTONDOWN: Input._press,
    pygame.MOUSEBUTTONUP: Input._release,
    pygame.VIDEORESIZE: Input._resize,
    pygame.QUIT: Input._quit,
}
