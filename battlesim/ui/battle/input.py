"""What a window makes of keys and the pointer: instruments, the card of keys, panels, the table, commands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import pygame

from battlesim.ui.parts.part import DRAG_FROM, POINTING
from battlesim.ui.parts.surface import Spot
from battlesim.ui.settings.keys import Action
from battlesim.ui.table.stage import Stage

Finds = Callable[[pygame.event.Event], Action | None]
"""What a key means."""
Edges = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Measuring:
    """The ruler in the person's hand."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @property
    def held(self) -> bool:
        """Whether an end of the tape is dragged."""
        return self.stage.instruments.ruler.held

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the ruler took an event; Esc takes the tape away before it goes back anywhere else."""
        stage, model = self.stage, self.stage.model
        if event.type == pygame.KEYDOWN:
            lies = event.key == pygame.K_ESCAPE and not model.shown.help and stage.instruments.ruler.lies
            if lies:
                stage.instruments.ruler.clear()
            return lies
        if event.type not in POINTING:
            return False

        def free() -> bool:
            return stage.points_at_table and not stage.covered()

        at = model.camera.to_table(*stage.on_table)
        used = stage.instruments.event(event, at, stage.under, free)
        if used:
            model.pointing.tip = model.pointing.hot_rule = model.pointing.pointed = ""
        return used


class Helping:
    """The card of keys: while it is shown nothing is answered or measured."""

    def __init__(self, stage: Stage, find: Finds) -> None:
        self.stage, self.find = stage, find

    @property
    def held(self) -> bool:
        """Whether it is shown."""
        return self.stage.model.shown.help > 0

    def event(self, event: pygame.event.Event) -> bool:
        """Whether it was put away."""
        action = self.find(event) if self.held and event.type == pygame.KEYDOWN else None
        if action is None or action.command != "quit":
            return False
        self.stage.model.shown.help = 0
        return True


class Explaining:
    """The card of what wins and what pays."""

    held = False

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def event(self, event: pygame.event.Event) -> bool:
        """Whether Esc put it away, before it goes back anywhere else."""
        shown = self.stage.model.shown
        if event.type != pygame.KEYDOWN or event.key != pygame.K_ESCAPE or shown.help or not shown.score_of:
            return False
        shown.score_of = ""
        return True


class Leading:
    """Words over the table that lead somewhere: a click on one of their places does what their key does."""

    held = False

    def __init__(self, stage: Stage, places: Callable[[], Sequence[Edges]], command: str) -> None:
        self.stage, self.places, self.command = stage, places, command

    def event(self, event: pygame.event.Event) -> bool:
        """Whether they were clicked."""
        x, y = self.stage.pointer
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        hit = pressed and any(a <= x <= c and b <= y <= d for a, b, c, d in self.places())
        if hit:
            self.stage.do(self.command, 0)
        return hit


class Panels:
    """The panels and cards: what a press on a spot does, the wheel, and what the pointer is on."""

    held = False

    def __init__(self, stage: Stage, commands: Collection[str]) -> None:
        self.stage, self.commands = stage, commands

    def event(self, event: pygame.event.Event) -> bool:
        """Whether one of them took an event."""
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            return False
        spots = self.point()
        if event.type == pygame.MOUSEMOTION:
            return False
        if event.button == 1 and spots:
            self._click(spots[-1])
            return True
        return bool(self.stage.covered())

    def _wheel(self, event: pygame.event.Event) -> bool:
        stage = self.stage
        wheels = (panel.wheel for panel in stage.panels if panel.rect.holds(*stage.pointer))
        command = next(filter(None, wheels), "")
        if command:
            stage.do(command, -event.y)
        return bool(command)

    def _click(self, spot: Spot) -> None:
        if spot.command in self.commands:
            self.stage.do(spot.command, spot.value)
        self.stage.model.pointing.tip = ""

    def spots(self) -> list[Spot]:
        """The spots under the pointer, the uppermost last."""
        found: list[Spot] = []
        for panel in self.stage.panels:
            if panel.rect.holds(*self.stage.pointer):
                found = [*([] if panel.solid else found), *panel.spots(*self.stage.pointer)]
        return found

    def point(self) -> list[Spot]:
        """See what is under the pointer: a piece of the table, or spots of panels."""
        stage, pointing, spots = self.stage, self.stage.model.pointing, self.spots()
        pointing.away()
        if not spots and stage.points_at_table:
            pointing.pointed = stage.under()
        for spot in spots:
            pointing.tip = spot.tip or pointing.tip
            pointing.pointed = spot.piece or pointing.pointed
            pointing.hot_rule = spot.rule or pointing.hot_rule
            pointing.hot = spot.command or pointing.hot
            if spot.command == "line":
                pointing.hot_line = int(spot.value)
            elif spot.command == "score":
                pointing.hot_score = str(spot.value)
        return spots


class Grip:
    """The table in the person's hand: moved, come nearer to, a piece of it picked."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._moved = False

    @property
    def held(self) -> bool:
        """Whether a button that was pressed on the table is held."""
        return self.stage.gripped is not None

    def event(self, event: pygame.event.Event) -> bool:
        """Whether it took an event."""
        stage, inside = self.stage, self.stage.points_at_table
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3) and inside:
            stage.gripped, self._moved = event.pos, False
        elif event.type == pygame.MOUSEMOTION and stage.gripped:
            self._move(stage.gripped, event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and stage.gripped:
            if event.button == 1 and not self._moved:
                stage.model.pointing.picked = stage.under()
            stage.gripped = None
        elif event.type == pygame.MOUSEWHEEL and inside:
            stage.model.shown.follow = False
            stage.view.zoom(event.y, *stage.on_table)
        else:
            return False
        return True

    def _move(self, old: tuple[int, int], new: tuple[int, int]) -> None:
        dx, dy = old[0] - new[0], old[1] - new[1]
        if self._moved or abs(dx) + abs(dy) >= DRAG_FROM:
            self._moved, self.stage.model.shown.follow = True, False
            self.stage.view.pan(dx, dy)
            self.stage.gripped = new


class Keys:
    """The keys that stand for commands."""

    held = False

    def __init__(self, stage: Stage, find: Finds, commands: Collection[str]) -> None:
        self.stage, self.find, self.commands = stage, find, commands

    def event(self, event: pygame.event.Event) -> bool:
        """Whether a key was that of a command."""
        action = self.find(event) if event.type == pygame.KEYDOWN else None
        if action is None or action.command not in self.commands:
            return False
        self.stage.do(action.command, action.value)
        return True
