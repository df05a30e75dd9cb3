"""Mouse input of the template mode: dragging the template, turning it by its knob and aiming at a piece."""

from __future__ import annotations

import math
from typing import Final

import pygame

from battlesim.geometry.arcs import bearing
from battlesim.geometry.shapes import Point
from battlesim.ui.lab.piece_input import LEFT_BUTTON, RIGHT_BUTTON, PieceInput
from battlesim.ui.lab.templates.template_editor import TemplateEditor
from battlesim.ui.lab.templates.template_overlay import knob_of, origin_of
from battlesim.ui.lab.templates.template_setting import ANGLE_STEP_DEG, ARC_FORM
from battlesim.ui.table.stage import Stage

KNOB_HIT_RADIUS_PX: Final = 12.0
"""Pixels at scale 1 from a knob or an origin that still hit it."""
TURN_SNAP_DEG: Final = 1.0
"""Angle in degrees to which the knob snaps."""


class TemplateInput:
    """The input handler for placing templates. Input for pieces and doors is left to `PieceInput`."""

    def __init__(self, stage: Stage, trial: TemplateEditor) -> None:
        self.stage, self.trial = stage, trial
        self.handling = PieceInput(stage, trial.bench, self._clicked)
        self._grip: Point | None = None
        self._turning = self._moved = False

    @property
    def held(self) -> bool:
        """True while a template or a piece is dragged."""
        return self.handling.held or self._grip is not None

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event. Return True if it was used."""
        if self.trial.typing.event(event):
            self.trial.work.message = self.trial.typing.error_text
            return True
        if self._grip is not None:
            return self._go_on(event)
        if event.type == pygame.MOUSEWHEEL and pygame.key.get_mods() & pygame.KMOD_SHIFT:
            return self._wheel(event)
        if event.type == pygame.MOUSEBUTTONDOWN and self._press(event):
            return True
        return self.handling.event(event)

    @property
    def pointer_position(self) -> Point:
        """The pointer's position on the table, inches."""
        return self.stage.model.camera.to_table(*self.stage.pointer_on_table)

    # -- the pointer --

    def _press(self, event: pygame.event.Event) -> bool:
        stage, trial = self.stage, self.trial
        if (
            event.button not in (LEFT_BUTTON, RIGHT_BUTTON)
            or not stage.points_at_table
            or stage.card_under_pointer()
        ):
            return False
        knob = knob_of(trial)
        self._turning = knob is not None and self._near(knob)
        if not self._turning and stage.piece_under_pointer():
            return False
        if event.button == RIGHT_BUTTON:
            return self._put(self.pointer_position)
        if not (self._turning or self._over()):
            return False
        x, y = self.pointer_position
        self._grip, self._moved = (trial.setting.place.x - x, trial.setting.place.y - y), False
        stage.model.pointer.clear_hover()
        return True

    def _near(self, point: Point) -> bool:
        model = self.stage.model
        return (
            math.dist(self.pointer_position, point) * model.camera.ppi
            <= KNOB_HIT_RADIUS_PX * self.stage.canvas.scale
        )

    def _over(self) -> bool:
        """Return True if the pointer is on the part that can be dragged."""
        trial = self.trial
        if trial.setting.form == ARC_FORM or trial.result is None or trial.result.placed_template is None:
            return trial.piece is None and self._near(trial.setting.place.origin)
        return float(
            trial.result.placed_template.template.depths([self.pointer_position])[0]
        ) >= 0.0 or self._near(trial.setting.place.origin)

    def _go_on(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP:
            self._grip, self._turning = None, False
            return True
        if event.type == pygame.MOUSEMOTION and self._grip is not None:
            x, y = self.pointer_position
            if self._turning:
                self._turn_to(x, y)
            else:
                there = x + self._grip[0], y + self._grip[1]
                trial = self.trial
                trial.apply_setting(
                    trial.setting.moved(*there, trial.bench.table.ground), first=not self._moved
                )
            self._moved = True
            return True
        return False

    def _turn_to(self, x: float, y: float) -> None:
        """Turn the template so that its knob is at a point."""
        trial, start = self.trial, origin_of(self.trial)
        if math.dist(start.origin, (x, y)) < 0.05:
            return
        facing = round(bearing(start.origin, (x, y)) / TURN_SNAP_DEG) * TURN_SNAP_DEG
        if trial.setting.form == ARC_FORM:
            facing -= trial.arc().toward
        self.turn(facing, first=not self._moved)

    def turn(self, facing: float, first: bool = True) -> None:
        """Turn the template, or the piece whose arc it is, to a facing in degrees."""
        trial = self.trial
        if trial.setting.form == ARC_FORM and trial.piece and trial.piece.table_position:
            trial.bench.turn_piece(trial.piece, facing - trial.piece.table_position.facing, first)
        else:
            trial.apply_setting(trial.setting.turned(facing), first)

    def _wheel(self, event: pygame.event.Event) -> bool:
        if not self.stage.points_at_table or self.stage.card_under_pointer():
            return False
        self.turn(origin_of(self.trial).facing + ANGLE_STEP_DEG * event.y)
        return True

    def _put(self, at: Point) -> bool:
        self.trial.apply_setting(self.trial.setting.moved(*at, self.trial.bench.table.ground))
        return True

    def _clicked(self, piece: str, fires: bool) -> None:
        """Aim at the piece; with the right button or Shift, or for an arc, make it the firer instead."""
        trial, table = self.trial, self.trial.bench.table
        self.stage.model.pointer.selected_piece, trial.work.message = piece, ""
        if fires or trial.setting.form == ARC_FORM:
            trial.set_firer(piece)
        elif piece != trial.setting.firer:
            trial.aim(table.pieces[piece].xy)
