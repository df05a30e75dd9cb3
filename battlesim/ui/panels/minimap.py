"""The minimap, a small picture of the table in the left panel."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

import pygame

from battlesim.render.board_view import Board
from battlesim.render.camera import Camera
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.table.terrain import Ground
from battlesim.ui.panels import roster
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect


class Minimap:
    """A small picture of the table. It is redrawn only if the ground or the size changes.

    The canvas stores the picture under a name from the model.
    """

    def __init__(self, model: WindowModel, executor: Executor | None, folder: Path | None) -> None:
        self.model = model
        self._board = Board(model.state.table.ground, executor, folder)
        self._shown: tuple[Ground, float, bool] | None = None
        self._count = 0

    def invalidate(self) -> None:
        """Draw the minimap again at the next frame, as the canvas was replaced."""
        self._shown = None

    def draw(self, ground: Ground, panel: Rect, canvas: Canvas) -> bool:
        """Keep the picture up to date. Return False while lit tiles are still to come."""
        if not panel.width:
            return True
        ppi = round(roster.minimap_px_per_in(panel, ground) * canvas.scale, 3)
        if self._shown == (ground, ppi, True):
            return True
        camera = Camera(ground.height, ppi, 0, 0, round(ground.width * ppi), round(ground.height * ppi))
        self._board.show(ground)
        picture = pygame.Surface((camera.width, camera.height))
        lit = self._board.draw(picture, camera)
        shown = (ground, ppi, lit)
        if shown != self._shown:
            self._shown, self._count = shown, self._count + 1
            self.model.overview = f"{roster.MINIMAP_PICTURE} {self._count}"
            canvas.pictures = {self.model.overview: picture}
        return lit

    def draw_view_rect(self, screen: pygame.Surface, camera: Camera, panel: Rect, scale: float) -> None:
        """Draw the part of the table that the camera shows as a rectangle on the minimap."""
        ground = self.model.state.table.ground
        at, k = roster.minimap_rect(panel, ground), roster.minimap_px_per_in(panel, ground)
        (x0, y1), (x1, y0) = camera.to_table(0, 0), camera.to_table(camera.width, camera.height)
        left, right = max(0.0, x0) * k, min(ground.width, x1) * k
        top, bottom = (ground.height - min(ground.height, y1)) * k, (ground.height - max(0.0, y0)) * k
        if not panel.width or right <= left or bottom <= top:
            return
        seen = Rect(panel.x + at.x + left, panel.y + at.y + top, right - left, bottom - top)
        wide, line = pygame.Rect(seen.scaled(scale)), max(1, round(1.6 * scale))
        pygame.draw.rect(screen, rgba("ink")[:3], wide.inflate(2, 2), line + 2)
        pygame.draw.rect(screen, rgba("bright")[:3], wide, line)
