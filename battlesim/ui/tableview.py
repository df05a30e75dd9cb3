"""The table in the window: camera, lit board, tokens, what is under the pointer."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import pygame

from battlesim.render.board_cache import Board
from battlesim.render.camera import Camera, fit
from battlesim.render.drawlist import DrawList
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.render.scene import open_roofs, scene
from battlesim.table.terrain import Ground
from battlesim.ui.layout import Rect
from battlesim.ui.model import Model
from battlesim.ui.moment import Moment

NEAR = 10
"""Pixels about a base that still count as it."""


class TableView:
    """Draws a moment into its part of the screen; blits alone while nothing changes."""

    def __init__(self, model: Model, canvas: Canvas, executor: Executor | None, folder: Path | None) -> None:
        self.model, self.canvas = model, canvas
        self.board = Board(model.state.table.ground, executor, folder)
        self.fitted = True
        self._scene: tuple[object, DrawList] | None = None
        self._bare: tuple[object, pygame.Surface] | None = None

    def place(self, rect: Rect, scale: float) -> None:
        """Take a new place on the screen; a view of the whole table stays one."""
        _, _, width, height = rect.scaled(scale)
        if self.fitted:
            self.fit(width, height)
        else:
            self.model.camera = replace(self.model.camera, width=width, height=height)

    def fit(self, width: int = 0, height: int = 0) -> None:
        """Show the whole table."""
        ground = self.model.state.table.ground
        camera = self.model.camera
        self.model.camera = fit(ground.width, ground.height, width or camera.width, height or camera.height)
        self.fitted = True

    def zoom(self, steps: int, px: float, py: float) -> None:
        """Nearer or farther, about a pixel of the view."""
        self._look(self.model.camera.zoomed(steps, px, py))

    def pan(self, dx: int, dy: int) -> None:
        """Move the view by pixels."""
        self._look(self.model.camera.panned(dx, dy))

    def centre(self, x: float, y: float) -> None:
        """Look at a place of the table (inches)."""
        self._look(self.model.camera.centred(x, y))

    def _look(self, camera: Camera) -> None:
        """Keep some of the table in sight."""
        ground = self.model.state.table.ground
        wide, high = round(ground.width * camera.ppi), round(ground.height * camera.ppi)
        left = _within(camera.left, wide, camera.width)
        top = _within(camera.top, high, camera.height)
        self.model.camera = replace(camera, left=left, top=top)
        self.fitted = False

    def under(self, px: float, py: float) -> str:
        """The piece under a pixel of the view, "" for none."""
        camera = self.model.camera
        best, found = math.inf, ""
        for piece in self.model.state.table.standing():
            x, y = camera.to_screen(*piece.xy)
            far = math.hypot(px - x, py - y)
            if far <= max(piece.radius * camera.ppi, NEAR) and far < best:
                best, found = far, piece.id
        return found

    def draw(self, target: pygame.Surface, moment: Moment) -> bool:
        """Draw on a part of the screen; False while lit tiles are missing."""
        camera = self.model.camera
        ground, opened = moment.table.ground, open_roofs(moment.table)
        self.board.show(ground, opened)
        lit = self.board.draw(target, camera)
        self._frame(target, camera, ground)
        key = (moment.table, moment.overlays, moment.selection, camera)
        if self._scene is None or self._scene[0] != key:
            drawn = scene(
                moment.table,
                self.model.looks,
                camera,
                moment.overlays,
                moment.selection,
                scale=self.canvas.scale,
            )
            self._scene = key, drawn
        self.canvas.draw(target, self._scene[1], camera)
        return lit

    def _frame(self, target: pygame.Surface, camera: Camera, ground: Ground) -> None:
        """The mat's edge."""
        x, y = camera.to_screen(0, ground.height)
        edge = pygame.Rect(
            round(x) - 1,
            round(y) - 1,
            round(ground.width * camera.ppi) + 2,
            round(ground.height * camera.ppi) + 2,
        )
        pygame.draw.rect(target, rgba("line")[:3], edge, 1)


def _within(start: int, size: int, view: int) -> int:
    """A view's start so that it shows the table wholly, or nothing but the table's surroundings by a half."""
    if size <= view:
        return round((size - view) / 2)
    return max(-view // 4, min(start, size - view + view // 4))
