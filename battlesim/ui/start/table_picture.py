"""A small picture of the selected table, which also prepares the lighting for a battle on that table."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import pygame

from battlesim.render.board_view import Board
from battlesim.render.camera import Camera
from battlesim.render.drawlist import Item, Layer
from battlesim.render.drawlist import Patch as Region
from battlesim.render.palette import rgba, side_colour
from battlesim.render.pygame_backend import Canvas
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.scene import open_roofs, table_draw_list
from battlesim.table.state import Table
from battlesim.ui.start.catalogue import DeploymentZone
from battlesim.ui.table.table_view import initial_zooms


class TablePicture:
    """A small picture of a table for the start screen. `picture` is None until it has been drawn."""

    def __init__(self, executor: Executor | None = None, folder: Path | None = None) -> None:
        self.executor, self.folder = executor, folder
        self.picture: pygame.Surface | None = None
        self.lit = True
        self._shown: tuple[Table, RulesetLooks, tuple[DeploymentZone, ...]] | None = None
        self._board: Board | None = None
        self._drawn: tuple[object, ...] = ()

    def show(self, table: Table, looks: RulesetLooks, areas: Sequence[DeploymentZone] = ()) -> None:
        """Set the table to show and its deployment zones."""
        if self._board is None:
            self._board = Board(table.ground, self.executor, self.folder)
        self._board.show_new_table(table.ground, open_roofs(table))
        self._shown, self.lit = (table, looks, tuple(areas)), False

    def light_ahead(self, width: int, height: int, scale: float) -> None:
        """Light the tiles for the first view of a battle, of the given size in pixels, after the picture."""
        if self._board is not None and self.lit:
            self._board.light_ahead(initial_zooms(self._board.ground, width, height, scale))

    def size(self, width: float, height: float) -> tuple[float, float]:
        """Return the largest size of the picture that fits, in pixels at scale 1."""
        if self._shown is None:
            return width, height
        ground = self._shown[0].ground
        k = min(width / ground.width, height / ground.height)
        return ground.width * k, ground.height * k

    def draw(self, width: int, canvas: Canvas) -> pygame.Surface | None:
        """Return the picture at a width in pixels, redrawn if necessary, or None if there is no table."""
        if self._shown is None or self._board is None:
            return None
        table, looks, areas = self._shown
        ground = table.ground
        ppi = round(width / ground.width, 3)
        camera = Camera(ground.height, ppi, 0, 0, round(ground.width * ppi), round(ground.height * ppi))
        key = (table, areas, ppi, canvas.scale)
        if self.lit and self._drawn == key and self.picture:
            return self.picture
        self._drawn = key
        picture = pygame.Surface((camera.width, camera.height))
        picture.fill(rgba("void")[:3])
        self.lit = self._board.draw(picture, camera)
        drawn = table_draw_list(
            table, looks, camera, _zones(areas), names=False, bar=False, scale=canvas.scale
        )
        canvas.draw(picture, drawn, camera)
        self.picture = picture
        return picture


def _zones(areas: tuple[DeploymentZone, ...]) -> tuple[Item, ...]:
    return tuple(
        Region(Layer.ZONE, (area.rings,), side_colour(area.side), 0.12, 1.6, 0.8, hatch=0.10)
        for area in areas
    )
