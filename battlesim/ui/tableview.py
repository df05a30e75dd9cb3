"""The table in the window: camera, lit board, tokens, what is under the pointer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import msgspec
import pygame

from battlesim.render.board_cache import Board
from battlesim.render.camera import ZOOMS, Camera
from battlesim.render.drawlist import DrawList, Token
from battlesim.render.palette import rgba
from battlesim.render.plates import Rect as Place
from battlesim.render.pygame_backend import Canvas
from battlesim.render.scene import Selection, open_roofs, scene, token_of
from battlesim.table.events import Travel
from battlesim.table.pieces import Off, OnTable
from battlesim.table.terrain import Ground, Point
from battlesim.ui.layout import Rect
from battlesim.ui.log import Line, where
from battlesim.ui.model import Model
from battlesim.ui.moment import Moment

NEAR = 10
"""Pixels about a base that still count as it."""
ROOM = 3.0
"""Inches about the pieces in a view of most of them."""
TELLING, NEAREST = 22, 28
"""Such a view is at least and at most so near (pixels an inch at interface scale 1): from here figures can be
told apart."""
WELL, BARELY = 3.0, 0.75
"""Inches from the view's edge at which what is going on, and what is asked about, counts as in view."""
GLIDE = 0.12
"""Seconds in which a gliding view comes two thirds of its way."""
EDGE = 24
"""Pixels of surroundings that may show beside a table larger than the view."""


class TableView:
    """Draws a moment into its part of the screen; blits alone while nothing changes."""

    def __init__(self, model: Model, canvas: Canvas, executor: Executor | None, folder: Path | None) -> None:
        self.model, self.canvas = model, canvas
        self.board = Board(model.state.table.ground, executor, folder)
        self.fitted = False
        self._goal: tuple[int, int] | None = None
        self._followed: tuple[int, int] | None = None
        self._scene: tuple[object, DrawList] | None = None
        self._bare: tuple[object, pygame.Surface] | None = None

    def place(self, rect: Rect, scale: float) -> None:
        """Take a new place on the screen; a view of the whole table, or of all pieces, stays one."""
        _, _, width, height = rect.scaled(scale)
        self.model.camera = replace(self.model.camera, width=width, height=height)
        if self.model.follow:
            self.frame()
        elif self.fitted:
            self.fit()

    def fit(self) -> None:
        """Show the whole table."""
        ground, camera = self.model.state.table.ground, self.model.camera
        share = min(camera.width / ground.width, camera.height / ground.height)
        ppi = max(2.0, math.floor(4 * share) / 4)
        self._goal = None
        self._look(Camera(ground.height, ppi, 0, 0, camera.width, camera.height))
        self.fitted = True

    def frame(self) -> None:
        """Show most of the pieces, near enough to tell them apart; while most are to come, the table."""
        model, camera, table = self.model, self.model.camera, self.model.state.table
        spots = [piece.xy for piece in table.standing()]
        waiting = sum(piece.place == Off("reserve") for piece in table.pieces.values())
        self.fit()
        if len(spots) <= waiting:
            return
        (x0, x1), (y0, y1) = (_most(values) for values in zip(*spots, strict=True))
        fits = [z for z in ZOOMS if (x1 - x0) * z <= camera.width and (y1 - y0) * z <= camera.height]
        scale = max(1.0, self.canvas.scale)
        telling = min(ZOOMS, key=lambda z: abs(z - TELLING * scale))
        ppi = max([z for z in fits if z <= NEAREST * scale] + [telling])
        if ppi > model.camera.ppi:
            self._look(replace(model.camera, ppi=ppi).centred((x0 + x1) / 2, (y0 + y1) / 2))

    def follow(self, line: Line, elapsed: float, glide: bool) -> bool:
        """Come nearer to what a line is about, gliding; whether the view has moved."""
        model = self.model
        names = (*line.actors, *line.targets)
        key = (line.first, len(names))
        if model.follow and not self.fitted and key != self._followed:
            self._followed = key
            spots = [spot for name in names if (spot := where(model.state.table, name))]
            self._goal = self._goal_for(spots, WELL) if spots else self._goal
        if self._goal is None:
            return False
        return self._glide(elapsed if glide else 1.0)

    def bring(self, spots: Sequence[Point]) -> None:
        """Glide to where these places are in view; where they are too far apart, to where the last one is."""
        camera = self.model.camera
        pixels = [camera.lattice(*spot) for spot in spots]
        wide, high = (max(values) - min(values) for values in zip(*pixels, strict=True))
        room = 2 * BARELY * camera.ppi
        together = wide <= camera.width - room and high <= camera.height - room
        self._goal = self._goal_for(spots if together else spots[-1:], BARELY)

    def _goal_for(self, spots: Sequence[Point], inside: float) -> tuple[int, int] | None:
        """Where the view's corner must be for these places to be so many inches in it; None when they are."""
        camera = self.model.camera
        pixels = [camera.lattice(*spot) for spot in spots]
        pad = inside * camera.ppi
        corner = []
        for start, size, values in (
            (camera.left, camera.width, [x for x, _ in pixels]),
            (camera.top, camera.height, [y for _, y in pixels]),
        ):
            low, high = min(values) - pad, max(values) + pad
            kept = start <= low and high <= start + size
            corner.append(start if kept else round((low + high - size) / 2))
        goal = self._kept(replace(camera, left=corner[0], top=corner[1]))
        return None if (goal.left, goal.top) == (camera.left, camera.top) else (goal.left, goal.top)

    def _glide(self, elapsed: float) -> bool:
        assert self._goal is not None
        camera, goal = self.model.camera, self._goal
        share = 1.0 - math.exp(-elapsed / GLIDE)
        left = camera.left + round((goal[0] - camera.left) * share)
        top = camera.top + round((goal[1] - camera.top) * share)
        if abs(goal[0] - left) + abs(goal[1] - top) <= 4:
            (left, top), self._goal = goal, None
        self.model.camera = replace(camera, left=left, top=top)
        return True

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
        self.model.camera = self._kept(camera)
        self.fitted, self._goal = False, None

    def _kept(self, camera: Camera) -> Camera:
        """The view with enough of the table in it."""
        ground = self.model.state.table.ground
        wide, high = round(ground.width * camera.ppi), round(ground.height * camera.ppi)
        left, top = _within(camera.left, wide, camera.width), _within(camera.top, high, camera.height)
        return replace(camera, left=left, top=top)

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

    def draw(self, target: pygame.Surface, moment: Moment, cards: Sequence[Place] = ()) -> bool:
        """Draw on a part of the screen, words beside the `cards` that lie over it; False while lit tiles are
        missing."""
        camera = self.model.camera
        ground, opened = moment.table.ground, open_roofs(moment.table)
        self.board.show(ground, opened)
        lit = self.board.draw(target, camera)
        self._frame(target, camera, ground)
        key = (moment.table, moment.overlays, moment.selection, camera, self.model.show_names, cards)
        if self._scene is None or self._scene[0] != key:
            drawn = scene(
                moment.table,
                self.model.looks,
                camera,
                moment.overlays,
                moment.selection,
                self.model.show_names,
                scale=self.canvas.scale,
                cards=cards,
            )
            self._scene = key, drawn
        self.canvas.draw(target, self._scene[1], camera)
        return lit

    @property
    def drawn(self) -> DrawList:
        """What was drawn last on the bare table."""
        return self._scene[1] if self._scene else DrawList()

    def coming(self, parts: Iterable[Travel]) -> Iterator[Token]:
        """The tokens of pieces as they will stand when they have moved."""
        table, picked = self.model.state.table, Selection(letters=self.model.letters())
        for part in parts:
            piece = table.pieces.get(part.piece)
            if piece is not None and isinstance(part.new, OnTable):
                there = msgspec.structs.replace(piece, place=part.new)
                yield token_of(table, there, self.model.looks, picked)

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
    """A view's start that wastes no room: a table smaller than the view stands in its middle."""
    if size <= view:
        return round((size - view) / 2)
    return max(-EDGE, min(start, size - view + EDGE))


def _most(values: Sequence[float]) -> tuple[float, float]:
    """From where to where most of some places lie, with room about them."""
    ordered = sorted(values)
    cut = len(ordered) // 10
    return ordered[cut] - ROOM, ordered[-1 - cut] + ROOM
