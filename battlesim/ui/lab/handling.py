"""The models in a person's hand: clicked, dragged; doors and windows opened and shut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battlesim.rulings.table_queries import nearest_opening
from battlesim.table.pieces import Piece
from battlesim.ui.lab.bench import Bench
from battlesim.ui.parts.part import DRAG_FROM
from battlesim.ui.table.stage import Stage

NEAR: Final = 10.0
"""Pixels at scale 1 from a door or window that still count as it."""
LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""


class Handling:
    """Takes what is pressed on a model or an opening; `clicked` is told of a model and whether it is to look
    itself, `placed` of a right click on bare ground, inches."""

    def __init__(
        self,
        stage: Stage,
        bench: Bench,
        clicked: Callable[[str, bool], None],
        placed: Callable[[float, float], None] | None = None,
    ) -> None:
        self.stage, self.bench, self.clicked, self.placed = stage, bench, clicked, placed
        self._piece: Piece | None = None
        self._from = (0, 0)
        self._grip = (0.0, 0.0)
        self._button = LEFT
        self.moved = False

    @property
    def held(self) -> bool:
        """Whether a model is in the hand."""
        return self._piece is not None

    @property
    def dragged(self) -> bool:
        """Whether it has left its place."""
        return self.held and self.moved

    def event(self, event: pygame.event.Event) -> bool:
        """Whether it took an event."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT, RIGHT):
            return self._press(event)
        if event.type == pygame.MOUSEMOTION and self._piece:
            self._drag(event, self._piece)
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._piece:
            self._let_go(self._piece)
            return True
        return False

    def _press(self, event: pygame.event.Event) -> bool:
        stage = self.stage
        if not stage.points_at_table or stage.covered():
            return False
        piece = self.bench.table.pieces.get(stage.under())
        x, y = stage.model.camera.to_table(*stage.on_table)
        if piece is None and event.button == RIGHT and self.placed:
            self.placed(x, y)
            return True
        if piece is None:
            return event.button == LEFT and self._swing()
        self._piece, self._from, self._button, self.moved = piece, event.pos, event.button, False
        stage.model.pointing.away()
        self._grip = piece.xy[0] - x, piece.xy[1] - y
        return True

    def _drag(self, event: pygame.event.Event, piece: Piece) -> None:
        dx, dy = event.pos[0] - self._from[0], event.pos[1] - self._from[1]
        if self._button == LEFT and (self.moved or abs(dx) + abs(dy) >= DRAG_FROM):
            x, y = self.stage.model.camera.to_table(*self.stage.on_table)
            self.bench.put(piece, x + self._grip[0], y + self._grip[1], first=not self.moved)
            self.moved = True

    def _let_go(self, piece: Piece) -> None:
        self._piece = None
        if not self.moved:
            self.clicked(piece.id, self._button == RIGHT or bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _swing(self) -> bool:
        """Open or shut the door or window under the pointer; whether there is one."""
        stage = self.stage
        at = stage.model.camera.to_table(*stage.on_table)
        reach = NEAR * stage.canvas.scale / stage.model.camera.ppi
        name, far = nearest_opening(self.bench.table, at)
        if far > reach:
            return False
        self.bench.swing(self.bench.table.ground.openings()[name][0], name)
        return True
