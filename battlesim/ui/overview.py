"""The table in small, in the left panel: drawn anew only when the ground or its size changes."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

import pygame

from battlesim.render.board_cache import Board
from battlesim.render.camera import Camera
from battlesim.render.pygame_backend import Canvas
from battlesim.table.terrain import Ground
from battlesim.ui.layout import Rect
from battlesim.ui.model import Model
from battlesim.ui.panels import roster


class Overview:
    """The small picture, known to the canvas by the name that the model has for it."""

    def __init__(self, model: Model, executor: Executor | None, folder: Path | None) -> None:
        self.model = model
        self._board = Board(model.state.table.ground, executor, folder)
        self._shown: tuple[Ground, float, bool] | None = None
        self._count = 0

    def forget(self) -> None:
        """Draw it anew: the canvas is another one."""
        self._shown = None

    def draw(self, ground: Ground, panel: Rect, canvas: Canvas) -> bool:
        """Keep the picture up to date; False while lit tiles are missing."""
        if not panel.width:
            return True
        ppi = round(roster.overview_size(panel, ground) * canvas.scale, 3)
        if self._shown == (ground, ppi, True):
            return True
        camera = Camera(ground.height, ppi, 0, 0, round(ground.width * ppi), round(ground.height * ppi))
        self._board.show(ground)
        picture = pygame.Surface((camera.width, camera.height))
        lit = self._board.draw(picture, camera)
        shown = (ground, ppi, lit)
        if shown != self._shown:
            self._shown, self._count = shown, self._count + 1
            self.model.overview = f"{roster.OVERVIEW} {self._count}"
            canvas.pictures = {self.model.overview: picture}
        return lit
