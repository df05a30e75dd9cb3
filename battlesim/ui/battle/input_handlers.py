"""Input handlers of a window for the ruler, help card, clickable text, panels, table and command keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import pygame

from battlesim.ui.settings.key_commands import KeyCommand
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import MIN_DRAG_PX, POINTER_EVENTS
from battlesim.ui.toolkit.panel_content import PanelHotspot

KeyCommandLookup = Callable[[pygame.event.Event], KeyCommand | None]
"""A function that returns the key command of a key event, or None."""
RectEdges = tuple[float, float, float, float]
"""Left, top, right and bottom of a rectangle."""


class RulerInput:
    """An input handler for the ruler: its ends are dragged, Esc removes it. A key clears facts of terrain."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @property
    def held(self) -> bool:
        """True while an end of the ruler is dragged."""
        return self.stage.instruments.ruler.held

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event of the ruler; Esc clears it first. Return True if it was used."""
        stage, model = self.stage, self.stage.model
        if event.type == pygame.KEYDOWN:
            stage.instruments.terrain.clear()
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
    """An input handler that blocks all other input while the help card is shown."""

    def __init__(self, stage: Stage, find: KeyCommandLookup) -> None:
        self.stage, self.find = stage, find

    @property
    def held(self) -> bool:
        """True while the help card is shown."""
        return self.stage.model.display.help > 0

    def event(self, event: pygame.event.Event) -> bool:
        """Close the card with its key. Return True if the event did that."""
        action = self.find(event) if self.held and event.type == pygame.KEYDOWN else None
        if action is None or action.command != "quit":
            return False
        self.stage.model.display.help = 0
        return True


class ScoreCardInput:
    """An input handler that closes the score card when Esc is pressed. Esc then does nothing else."""

    held = False

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def event(self, event: pygame.event.Event) -> bool:
        """Close the score card with Esc. Return True if the event did that."""
        shown = self.stage.model.display
        if event.type != pygame.KEYDOWN or event.key != pygame.K_ESCAPE or shown.help or not shown.score_of:
            return False
        shown.score_of = ""
        return True


class TextLinkInput:
    """An input handler for clickable text over the table. A click on the text runs a command."""

    held = False

    def __init__(self, stage: Stage, places: Callable[[], Sequence[RectEdges]], command: str) -> None:
        self.stage, self.places, self.command = stage, places, command

    def event(self, event: pygame.event.Event) -> bool:
        """Run the command if the text was clicked. Return True if it was."""
        x, y = self.stage.pointer
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        hit = pressed and any(a <= x <= c and b <= y <= d for a, b, c, d in self.places())
        if hit:
            self.stage.do(self.command, 0)
        return hit


class PanelInput:
    """An input handler for hovering, clicking and scrolling on panels and cards."""

    held = False

    def __init__(self, stage: Stage, commands: Collection[str]) -> None:
        self.stage, self.commands = stage, commands

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event over a panel or card. Return True if it was used."""
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
        """Return the hotspots under the pointer, the uppermost last."""
        found: list[PanelHotspot] = []
        for panel in self.stage.panels:
            if panel.rect.holds(*self.stage.pointer):
                found = [*([] if panel.solid else found), *panel.spots(*self.stage.pointer)]
        return found

    def update_pointer(self) -> list[PanelHotspot]:
        """Update what the pointer is on and return the hotspots there."""
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


def drop_stale_hover(stage: Stage) -> None:
    """Clear the hovered piece of the table if it is no longer under a pointer that rests."""
    pointing = stage.model.pointer
    rests_on_table = stage.points_at_table and not stage.card_under_pointer() and not pointing.hovered_command
    if pointing.hovered_piece and rests_on_table and stage.piece_under_pointer() != pointing.hovered_piece:
        pointing.hovered_piece = ""


class TableInput:
    """An input handler for the table itself. It moves and zooms the view and selects pieces."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._moved = False

    @property
    def held(self) -> bool:
        """True while a button that was pressed on the table is held."""
        return self.stage.gripped is not None

    def event(self, event: pygame.event.Event) -> bool:
        """Handle a pointer event on the table. Return True if it was used."""
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
    """An input handler for keys that run commands."""

    held = False

    def __init__(self, stage: Stage, find: KeyCommandLookup, commands: Collection[str]) -> None:
        self.stage, self.find, self.commands = stage, find, commands

    def event(self, event: pygame.event.Event) -> bool:
        """Run the command of a key. Return True if there was one."""
        action = self.find(event) if event.type == pygame.KEYDOWN else None
        if action is None or action.command not in self.commands:
            return False
        self.stage.do(action.command, action.value)
        return True
