"""What a window makes of keys and the pointer: instruments, the card of keys, panels, the table, commands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import pygame

from battlesim.ui.settings.key_commands import KeyCommand
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import MIN_DRAG_PX, POINTER_EVENTS
from battlesim.ui.toolkit.panel_content import PanelHotspot

KeyCommandLookup = Callable[[pygame.event.Event], KeyCommand | None]
"""What a key means."""
RectEdges = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class RulerInput:
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
            lies = (
                event.key == pygame.K_ESCAPE and not model.display.help and stage.instruments.ruler.is_shown
            )
            if lies:
                stage.instruments.ruler.clear()
            return lies
        if event.type not in POINTER_EVENTS:
            return False

        def free() -> bool:
            return stage.points_at_table and not stage.card_under_pointer()

        at = model.camera.to_table(*stage.pointer_on_table)
        used = stage.instruments.event(event, at, stage.piece_under_pointer, free)
        if used:
            model.pointer.tip = model.pointer.hovered_rule = model.pointer.hovered_piece = ""
        return used


class HelpCardInput:
    """The card of keys: while it is shown nothing is answered or measured."""

    def __init__(self, stage: Stage, find: KeyCommandLookup) -> None:
        self.stage, self.find = stage, find

    @property
    def held(self) -> bool:
        """Whether it is shown."""
        return self.stage.model.display.help > 0

    def event(self, event: pygame.event.Event) -> bool:
        """Whether it was put away."""
        action = self.find(event) if self.held and event.type == pygame.KEYDOWN else None
        if action is None or action.command != "quit":
            return False
        self.stage.model.display.help = 0
        return True


class ScoreCardInput:
    """The card of what wins and what pays."""

    held = False

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def event(self, event: pygame.event.Event) -> bool:
        """Whether Esc put it away, before it goes back anywhere else."""
        shown = self.stage.model.display
        if event.type != pygame.KEYDOWN or event.key != pygame.K_ESCAPE or shown.help or not shown.score_of:
            return False
        shown.score_of = ""
        return True


class TextLinkInput:
    """Words over the table that lead somewhere: a click on one of their places does what their key does."""

    held = False

    def __init__(self, stage: Stage, places: Callable[[], Sequence[RectEdges]], command: str) -> None:
        self.stage, self.places, self.command = stage, places, command

    def event(self, event: pygame.event.Event) -> bool:
        """Whether they were clicked."""
        x, y = self.stage.pointer
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        hit = pressed and any(a <= x <= c and b <= y <= d for a, b, c, d in self.places())
        if hit:
            self.stage.do(self.command, 0)
        return hit


class PanelInput:
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
        spots = self.update_pointer()
        if event.type == pygame.MOUSEMOTION:
            return False
        if event.button == 1 and spots:
            self._click(spots[-1])
            return True
        return bool(self.stage.card_under_pointer())

    def _wheel(self, event: pygame.event.Event) -> bool:
        stage = self.stage
        wheels = (panel.wheel for panel in stage.panels if panel.rect.holds(*stage.pointer))
        command = next(filter(None, wheels), "")
        if command:
            stage.do(command, -event.y)
        return bool(command)

    def _click(self, spot: PanelHotspot) -> None:
        if spot.command in self.commands:
            self.stage.do(spot.command, spot.value)
        self.stage.model.pointer.tip = ""

    def spots(self) -> list[PanelHotspot]:
        """The spots under the pointer, the uppermost last."""
        found: list[PanelHotspot] = []
        for panel in self.stage.panels:
            if panel.rect.holds(*self.stage.pointer):
                found = [*([] if panel.solid else found), *panel.spots(*self.stage.pointer)]
        return found

    def update_pointer(self) -> list[PanelHotspot]:
        """See what is under the pointer: a piece of the table, or spots of panels."""
        stage, pointing, spots = self.stage, self.stage.model.pointer, self.spots()
        pointing.clear_hover()
        if not spots and stage.points_at_table:
            pointing.hovered_piece = stage.piece_under_pointer()
        for spot in spots:
            pointing.tip = spot.tip or pointing.tip
            pointing.hovered_piece = spot.piece or pointing.hovered_piece
            pointing.hovered_rule = spot.rule or pointing.hovered_rule
            pointing.hovered_command = spot.command or pointing.hovered_command
            if spot.command == "line":
                pointing.hovered_line = int(spot.value)
            elif spot.command == "score":
                pointing.hovered_score = str(spot.value)
        return spots


class TableInput:
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
                stage.model.pointer.selected_piece = stage.piece_under_pointer()
            stage.gripped = None
        elif event.type == pygame.MOUSEWHEEL and inside:
            stage.model.display.follow = False
            stage.view.zoom(event.y, *stage.pointer_on_table)
        else:
            return False
        return True

    def _move(self, old: tuple[int, int], new: tuple[int, int]) -> None:
        dx, dy = old[0] - new[0], old[1] - new[1]
        if self._moved or abs(dx) + abs(dy) >= MIN_DRAG_PX:
            self._moved, self.stage.model.display.follow = True, False
            self.stage.view.pan(dx, dy)
            self.stage.gripped = new


class KeyCommandInput:
    """The keys that stand for commands."""

    held = False

    def __init__(self, stage: Stage, find: KeyCommandLookup, commands: Collection[str]) -> None:
        self.stage, self.find, self.commands = stage, find, commands

    def event(self, event: pygame.event.Event) -> bool:
        """Whether a key was that of a command."""
        action = self.find(event) if event.type == pygame.KEYDOWN else None
        if action is None or action.command not in self.commands:
            return False
        self.stage.do(action.command, action.value)
        return True
