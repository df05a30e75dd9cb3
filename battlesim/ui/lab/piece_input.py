"""Mouse input for pieces and doors in the lab: selecting, dragging, opening and closing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battlesim.rulings.table_queries import nearest_opening
from battlesim.table.pieces import Piece
from battlesim.ui.lab.table_editor import TableEditor
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import MIN_DRAG_PX

OPENING_HIT_RADIUS_PX: Final = 10.0
"""Pixels at scale 1 from a door or window that still hit it."""
LEFT_BUTTON, RIGHT_BUTTON = 1, 3
"""Mouse buttons as pygame numbers them."""


class PieceInput:
    """The input handler for pieces, doors and windows on the table in the table editor.

    `on_piece_click` is called with the piece, and with True for a right click or with Shift, which make the
    piece the viewer. `on_ground_click` is called with the point in inches of a right click on the bare
    ground.
    """

    def __init__(
        self,
        stage: Stage,
        bench: TableEditor,
        on_piece_click: Callable[[str, bool], None],
        on_ground_click: Callable[[float, float], None] | None = None,
    ) -> None:
        self.stage, self.bench, self.on_piece_click, self.on_ground_click = (
            stage,
            bench,
            on_piece_click,
            on_ground_click,
        )
        self._piece: Piece | None = None
        self._from = (0, 0)
        self._grip = (0.0, 0.0)
        self._button = LEFT_BUTTON
        self.moved = False

    @property
    def held(self) -> bool:
        """True while a piece is held with the mouse."""
        return self._piece is not None

    @property
    def dragged(self) -> bool:
        """True once the held piece was moved."""
        return self.held and self.moved

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event. Return True if it was used."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT_BUTTON, RIGHT_BUTTON):
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
        if not stage.points_at_table or stage.card_under_pointer():
            return False
        piece = self.bench.table.pieces.get(stage.piece_under_pointer())
        x, y = stage.model.camera.to_table(*stage.pointer_on_table)
        if piece is None and event.button == RIGHT_BUTTON and self.on_ground_click:
            self.on_ground_click(x, y)
            return True
        if piece is None:
            return event.button == LEFT_BUTTON and self._swing()
        self._piece, self._from, self._button, self.moved = piece, event.pos, event.button, False
        stage.model.pointer.clear_hover()
        self._grip = piece.xy[0] - x, piece.xy[1] - y
        return True

    def _drag(self, event: pygame.event.Event, piece: Piece) -> None:
        dx, dy = event.pos[0] - self._from[0], event.pos[1] - self._from[1]
        if self._button == LEFT_BUTTON and (self.moved or abs(dx) + abs(dy) >= MIN_DRAG_PX):
            x, y = self.stage.model.camera.to_table(*self.stage.pointer_on_table)
            self.bench.move_piece(piece, x + self._grip[0], y + self._grip[1], first=not self.moved)
            self.moved = True

    def _let_go(self, piece: Piece) -> None:
        self._piece = None
        if not self.moved:
            self.on_piece_click(
                piece.id, self._button == RIGHT_BUTTON or bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
            )

    def _swing(self) -> bool:
        """Open or close the door or window under the pointer. Return False if there is none."""
        stage = self.stage
        at = stage.model.camera.to_table(*stage.pointer_on_table)
        reach = OPENING_HIT_RADIUS_PX * stage.canvas.scale / stage.model.camera.ppi
        name, far = nearest_opening(self.bench.table, at)
        if far > reach:
            return False
        self.bench.toggle_opening(self.bench.table.ground.openings()[name][0], name)
        return True
