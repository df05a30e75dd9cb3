"""The template in a person's hand: dragged by its body, turned by its knob, aimed at a model; sizes typed."""

from __future__ import annotations

import math
from typing import Final

import pygame

from battlesim.geometry.arcs import bearing
from battlesim.geometry.shapes import Point
from battlesim.ui.lab.handling import LEFT, RIGHT, Handling
from battlesim.ui.lab.templates.drawing import knob_of, origin_of
from battlesim.ui.lab.templates.setting import ARC, TURNED
from battlesim.ui.lab.templates.trial import Trial
from battlesim.ui.table.stage import Stage

NEAR: Final = 12.0
"""Pixels at scale 1 from a knob or an origin that still count as it."""
SNAP: Final = 1.0
"""Degrees to which a knob turns."""


class Hand:
    """Takes what is pressed on a template; models and doors go to the lab's own hand."""

    def __init__(self, stage: Stage, trial: Trial) -> None:
        self.stage, self.trial = stage, trial
        self.handling = Handling(stage, trial.bench, self._clicked)
        self._grip: Point | None = None
        self._turning = self._moved = False

    @property
    def held(self) -> bool:
        """Whether a template or a model is in the hand."""
        return self.handling.held or self._grip is not None

    def event(self, event: pygame.event.Event) -> bool:
        """Whether it took an event."""
        if self.trial.typing.event(event):
            self.trial.work.message = self.trial.typing.fault
            return True
        if self._grip is not None:
            return self._go_on(event)
        if event.type == pygame.MOUSEWHEEL and pygame.key.get_mods() & pygame.KMOD_SHIFT:
            return self._wheel(event)
        if event.type == pygame.MOUSEBUTTONDOWN and self._press(event):
            return True
        return self.handling.event(event)

    @property
    def at(self) -> Point:
        """The place on the table under the pointer."""
        return self.stage.model.camera.to_table(*self.stage.on_table)

    # -- the pointer --

    def _press(self, event: pygame.event.Event) -> bool:
        stage, trial = self.stage, self.trial
        if event.button not in (LEFT, RIGHT) or not stage.points_at_table or stage.covered():
            return False
        knob = knob_of(trial)
        self._turning = knob is not None and self._near(knob)
        if not self._turning and stage.under():
            return False
        if event.button == RIGHT:
            return self._put(self.at)
        if not (self._turning or self._over()):
            return False
        x, y = self.at
        self._grip, self._moved = (trial.setting.place.x - x, trial.setting.place.y - y), False
        stage.model.pointing.away()
        return True

    def _near(self, point: Point) -> bool:
        model = self.stage.model
        return math.dist(self.at, point) * model.camera.ppi <= NEAR * self.stage.canvas.scale

    def _over(self) -> bool:
        """Whether the pointer is on what can be dragged."""
        trial = self.trial
        if trial.setting.form == ARC or trial.found is None or trial.found.laid is None:
            return trial.piece is None and self._near(trial.setting.place.origin)
        return float(trial.found.laid.template.depths([self.at])[0]) >= 0.0 or self._near(
            trial.setting.place.origin
        )

    def _go_on(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP:
            self._grip, self._turning = None, False
            return True
        if event.type == pygame.MOUSEMOTION and self._grip is not None:
            x, y = self.at
            if self._turning:
                self._turn_to(x, y)
            else:
                there = x + self._grip[0], y + self._grip[1]
                trial = self.trial
                trial.act(trial.setting.moved(*there, trial.bench.table.ground), first=not self._moved)
            self._moved = True
            return True
        return False

    def _turn_to(self, x: float, y: float) -> None:
        """Have the knob where the pointer is."""
        trial, start = self.trial, origin_of(self.trial)
        if math.dist(start.origin, (x, y)) < 0.05:
            return
        facing = round(bearing(start.origin, (x, y)) / SNAP) * SNAP
        if trial.setting.form == ARC:
            facing -= trial.arc().toward
        self.turn(facing, first=not self._moved)

    def turn(self, facing: float, first: bool = True) -> None:
        """Have the template point another way, or whose arc it is face it."""
        trial = self.trial
        if trial.setting.form == ARC and trial.piece and trial.piece.table_position:
            trial.bench.turn(trial.piece, facing - trial.piece.table_position.facing, first)
        else:
            trial.act(trial.setting.turned(facing), first)

    def _wheel(self, event: pygame.event.Event) -> bool:
        if not self.stage.points_at_table or self.stage.covered():
            return False
        self.turn(origin_of(self.trial).facing + TURNED * event.y)
        return True

    def _put(self, at: Point) -> bool:
        self.trial.act(self.trial.setting.moved(*at, self.trial.bench.table.ground))
        return True

    def _clicked(self, piece: str, fires: bool) -> None:
        """A model is aimed at; with the right button or Shift it fires itself."""
        trial, table = self.trial, self.trial.bench.table
        self.stage.model.pointing.picked, trial.work.message = piece, ""
        if fires or trial.setting.form == ARC:
            trial.fire(piece)
        elif piece != trial.setting.firer:
            trial.aim(table.pieces[piece].xy)
