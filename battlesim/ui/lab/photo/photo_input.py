"""Mouse input on the photograph: dragging corners, editing bases, tracing walls and moving the picture."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

import pygame

from battlesim.ui.lab.photo.photo_editor import BASES_TOOL, PhotoEditor
from battlesim.ui.lab.photo.photo_pane import PhotoScene
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import MIN_DRAG_PX

LEFT_BUTTON, MIDDLE_BUTTON, RIGHT_BUTTON = 1, 2, 3
CORNER_HIT_RADIUS_PX: Final = 22.0
"""Pixels from a corner's handle that still hit it."""
TRACE_SNAP_PX: Final = 10.0
"""Pixels within which a trace snaps to a corner."""


class PhotoInput:
    """The input handler for marking bases and walls on a photograph of a table."""

    def __init__(self, stage: Stage, scene: PhotoScene) -> None:
        self.stage, self.scene = stage, scene
        self._drag = ""
        self._from = (0.0, 0.0)
        self._last = (0.0, 0.0)
        self._grip = (0.0, 0.0)
        self.moved = False

    @property
    def studio(self) -> PhotoEditor:
        """The photo editor."""
        return self.scene.studio

    @property
    def held(self) -> bool:
        """True while a button is held that was pressed on the pane."""
        return bool(self._drag)

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event. Return True if it was used."""
        if event.type == pygame.DROPFILE:
            self.studio.open(Path(event.file))
            return True
        if self.studio.typing.event(event):
            self.studio.message = self.studio.typing.error_text
            return True
        on = self.stage.points_at_table and self.scene.view() is not None
        x, y = self._at()
        if event.type == pygame.MOUSEMOTION:
            return self._motion(x, y, on)
        if event.type == pygame.MOUSEBUTTONUP and self._drag:
            self._let_go(x, y)
            return True
        if not on:
            return False
        if event.type == pygame.MOUSEWHEEL:
            view = self.scene.view()
            if view:
                view.zoom_at(x, y, event.y)
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self._press(event.button, x, y)

    def _at(self) -> tuple[float, float]:
        table, pointer = self.stage.layout.table, self.stage.pointer
        return pointer[0] - table.x, pointer[1] - table.y

    def _press(self, button: int, x: float, y: float) -> bool:
        if button not in (LEFT_BUTTON, MIDDLE_BUTTON, RIGHT_BUTTON):
            return False
        self._from = self._last = (x, y)
        self.moved = False
        if button == RIGHT_BUTTON and self.studio.top_view:
            self.studio.remove_at(self.scene.to_table(x, y), self.scene.reach(TRACE_SNAP_PX))
            return True
        self._drag = self._gripped(x, y) if button == LEFT_BUTTON else "view"
        return True

    def _gripped(self, x: float, y: float) -> str:
        """Return what a press drags: "corner", "turn", "base" or else "view"."""
        studio, scene = self.studio, self.scene
        view = scene.view()
        assert view is not None
        if studio.top_view is None:
            spots = [view.pane_point(*corner) for corner in studio.sketch.corners]
            far, number = min((math.dist((x, y), spot), k) for k, spot in enumerate(spots))
            if far > CORNER_HIT_RADIUS_PX:
                return "view"
            studio.picked, scene.loupe = number, studio.sketch.corners[number]
            self._grip = spots[number][0] - x, spots[number][1] - y
            return "corner"
        mark = studio.mark
        if mark and mark.form and math.dist((x, y), scene.knob(mark)) <= CORNER_HIT_RADIUS_PX / 2:
            return "turn"
        if studio.tool == BASES_TOOL and studio.sketch.mark_at(scene.to_table(x, y)) is not None:
            return "base"
        return "view"

    def _motion(self, x: float, y: float, on: bool) -> bool:
        studio, scene = self.studio, self.scene
        scene.pointer = scene.to_table(x, y) if on and studio.top_view else None
        if not self._drag:
            if not self.held:
                scene.loupe = None
            return False
        self.moved = self.moved or math.dist((x, y), self._from) >= MIN_DRAG_PX
        if not self.moved:
            return True
        if self._drag == "view":
            view = scene.view()
            if view:
                view.move(x - self._last[0], y - self._last[1])
        elif self._drag == "corner":
            self._corner(x + self._grip[0], y + self._grip[1])
        elif self._drag == "turn":
            studio.face(scene.to_table(x, y), self._last == self._from)
        else:
            self._base(x, y)
        self._last = (x, y)
        return True

    def _corner(self, x: float, y: float) -> None:
        studio = self.studio
        room, number = studio.darkroom, studio.picked
        if room is None or number is None:
            return
        px, py = self.scene.to_picture(x, y)
        at = min(max(px, 0.0), room.size[0] - 1.0), min(max(py, 0.0), room.size[1] - 1.0)
        first = self._last == self._from
        studio.change(studio.sketch.with_corner(number, at), first)
        self.scene.loupe = at

    def _base(self, x: float, y: float) -> None:
        studio, scene = self.studio, self.scene
        first = self._last == self._from
        if first:
            studio.picked = studio.sketch.mark_at(scene.to_table(*self._from))
            mark = studio.mark
            gripped = scene.to_table(*self._from)
            self._grip = (mark.base.x - gripped[0], mark.base.y - gripped[1]) if mark else (0.0, 0.0)
        at = scene.to_table(x, y)
        studio.move((at[0] + self._grip[0], at[1] + self._grip[1]), first)

    def _let_go(self, x: float, y: float) -> None:
        drag, self._drag, studio = self._drag, "", self.studio
        if drag == "corner":
            studio.finish_corner()
        if self.moved or studio.top_view is None or drag in ("corner", "turn"):
            return
        at = self.scene.to_table(x, y)
        if studio.tool == BASES_TOOL:
            studio.click(at)
        else:
            studio.trace(at, self.scene.reach(TRACE_SNAP_PX))
