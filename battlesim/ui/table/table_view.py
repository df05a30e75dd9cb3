"""The table in the window: camera, lit board, tokens, and the piece under the pointer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import msgspec
import pygame

from battlesim.geometry.shapes import Point
from battlesim.render.board_view import Board
from battlesim.render.camera import ZOOM_STEPS_PPI, Camera
from battlesim.render.drawlist import DrawList, Token
from battlesim.render.framing import (
    BARELY_INSIDE_IN,
    CoversAtZoom,
    FramedDisc,
    FramingSubject,
    ViewCovers,
    framed_camera,
    framing_zooms,
)
from battlesim.render.light import mood_by_name
from battlesim.render.palette import rgba
from battlesim.render.plate_layout import ViewRect as Place
from battlesim.render.pygame_backend import Canvas
from battlesim.render.scene import Selection, open_roofs, piece_token, table_draw_list
from battlesim.rulings.piece_gaps import base_contains
from battlesim.table.events import PieceTravel
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground
from battlesim.ui.session.table_frame import TableFrame
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect

BASE_HIT_SLACK_PX = 10
"""Pixels around a base that still hit it."""
PIECES_MARGIN_IN = 3.0
"""Inches around the pieces in a view of most of them."""
MIN_TOKEN_PX_PER_IN, MIN_START_PX_PER_IN, MAX_START_PX_PER_IN = 16, 22, 28
"""Pixels per inch at scale 1: the least at which tokens can be told apart, and the limits of a starting view.

A view of the whole table with at least the first stays; the others limit a view of most pieces.
"""
SNOW_STEP_S = 1 / 8
"""Seconds after which falling snow is drawn again."""
SNOW_STOP_S = 20.0
"""Seconds without input after which snow stops, so that an idle window costs almost nothing."""
GLIDE_TIME_S = 0.12
"""Seconds in which a gliding camera covers two thirds of its distance."""
LIT_BOARD_WAIT_S = 1.0
"""Seconds that the first picture of a table waits for its lighting, instead of showing plain colours."""
SURROUNDINGS_MARGIN_PX = 24
"""Pixels of surroundings that may show beside a table larger than the view."""
MARKER_MARGIN_PX = 14
"""Pixels at scale 1 that a ring or pin takes around what it marks."""
MAX_OFF_TABLE_FRACTION = 0.4
"""Largest fraction of the view that the user may move beyond the table, so that buttons cover no piece."""


class TableView:
    """The table in its part of the screen, at one moment; it only blits while nothing changes."""

    def __init__(
        self, model: WindowModel, canvas: Canvas, executor: Executor | None, folder: Path | None
    ) -> None:
        self.model, self.canvas = model, canvas
        self.board = Board(model.state.table.ground, executor, folder, LIT_BOARD_WAIT_S)
        self.fitted = self.is_moved_by_hand = False
        self.home, self.left_margin_px, self.reframe_count = 0.0, 0, 0
        self._goal: Camera | None = None
        self._unobstructed_goal: Camera | None = None
        self._scene: tuple[object, DrawList] | None = None
        self._snow_s = self._idle_s = 0.0

    def set_screen_rect(self, rect: Rect, scale: float, beside: float = 0.0) -> None:
        """Use a new rect on the screen; a view of the whole table or of all pieces stays one.

        `beside` is the width in pixels at scale 1 of the buttons at its left edge.
        """
        _, _, width, height = rect.scaled(scale)
        self.left_margin_px = round(beside * scale)
        self.model.camera = replace(self.model.camera, width=width, height=height)
        if self.model.display.follow:
            self.zoom_to_pieces()
        elif self.fitted:
            self.fit()

    def fit(self) -> None:
        """Show the whole table."""
        ground, camera = self.model.state.table.ground, self.model.camera
        self._set_camera(Camera(ground.height, self._whole_table_zoom(), 0, 0, camera.width, camera.height))
        self.fitted = True

    def _whole_table_zoom(self) -> float:
        """Return the zoom at which the view shows the whole table."""
        camera = self.model.camera
        return _whole_table_zoom(self.model.state.table.ground, camera.width, camera.height)

    def zoom_to_pieces(self) -> None:
        """Show most of the pieces, near enough to tell them apart, or the whole table if that is near enough.

        The whole table is also shown while most pieces are in reserve; a decision then zooms in that far.
        """
        model, camera, table = self.model, self.model.camera, self.model.state.table
        spots = [piece.xy for piece in table.standing_pieces()]
        waiting = sum(piece.place == Off("reserve") for piece in table.pieces.values())
        self.fit()
        self.is_moved_by_hand, self.reframe_count = False, self.reframe_count + 1
        scale = max(1.0, self.canvas.scale)
        telling = min(ZOOM_STEPS_PPI, key=lambda z: abs(z - MIN_START_PX_PER_IN * scale))
        if model.camera.ppi >= MIN_TOKEN_PX_PER_IN * scale:
            return
        self.home = max(self.home, telling)
        if len(spots) <= waiting:
            return
        (x0, x1), (y0, y1) = (_middle_range(values) for values in zip(*spots, strict=True))
        fits = [z for z in ZOOM_STEPS_PPI if (x1 - x0) * z <= camera.width and (y1 - y0) * z <= camera.height]
        ppi = max([z for z in fits if z <= MAX_START_PX_PER_IN * scale] + [telling])
        if ppi > model.camera.ppi:
            self._set_camera(replace(model.camera, ppi=ppi).centred((x0 + x1) / 2, (y0 + y1) / 2))

    @property
    def unobstructed_camera(self) -> Camera:
        """The camera as it would be if no card had ever covered the table, at the end of any gliding.

        Cards that are put away leave no trace in it.
        """
        now = self.model.camera
        return replace(self._unobstructed_goal or self._goal or now, width=now.width, height=now.height)

    def keep_in_view(
        self,
        camera: Camera,
        about: FramingSubject,
        covering: CoversAtZoom,
        fresh: bool,
        inside: float = BARELY_INSIDE_IN,
    ) -> None:
        """Bring a subject into view, clear of what covers the table, with as little change as possible.

        `camera` is the view to start from. If `fresh`, the zoom is as near as the view was started or left by
        hand, where possible.
        """
        ground = self.model.state.table.ground
        nearest = self.home if fresh else camera.ppi
        zooms = framing_zooms(nearest, self._whole_table_zoom())
        others = [(*piece.xy, piece.radius) for piece in self.model.state.table.standing_pieces()]
        pad = MARKER_MARGIN_PX * self.canvas.scale
        self._unobstructed_goal = framed_camera(
            camera, zooms, about, lambda camera: ViewCovers(), ground.width, others, inside, pad
        )
        goal = framed_camera(camera, zooms, about, covering, ground.width, others, inside, pad)
        self._goal = None if goal == self.model.camera else goal
        self.fitted = self.fitted and self._unobstructed_goal == camera

    def glide_to(self, spots: Sequence[Point]) -> None:
        """Glide to where these points are in view, or if they are too far apart, the last of them."""
        camera, ground = self.model.camera, self.model.state.table.ground
        for some in (spots, spots[-1:]):
            about = FramingSubject(tuple((*spot, 0.0) for spot in some))
            goal = framed_camera(camera, [camera.ppi], about, lambda camera: ViewCovers(), ground.width)
            if goal != camera:
                break
        self._goal, self._unobstructed_goal = None if goal == camera else goal, goal

    @property
    def gliding(self) -> bool:
        """True if the view is gliding to another position."""
        return self._goal is not None

    def glide(self, elapsed: float) -> bool:
        """Move toward the goal; a new zoom applies at once. Return True if the view moved."""
        camera, goal = self.model.camera, self._goal
        if goal is None:
            return False
        share = 1.0 - math.exp(-elapsed / GLIDE_TIME_S) if goal.ppi == camera.ppi else 1.0
        left, top = (
            _stepped_toward(*pair, share) for pair in ((camera.left, goal.left), (camera.top, goal.top))
        )
        if abs(goal.left - left) + abs(goal.top - top) <= 4:
            self.model.camera, self._goal = goal, None
        else:
            self.model.camera = replace(camera, left=left, top=top)
        return True

    def zoom(self, steps: int, px: float, py: float) -> None:
        """Zoom in or out around a pixel of the view."""
        self._set_camera_by_hand(self.model.camera.zoomed(steps, px, py))

    def pan(self, dx: int, dy: int) -> None:
        """Move the view by pixels."""
        self._set_camera_by_hand(self.model.camera.panned(dx, dy))

    def centre(self, x: float, y: float) -> None:
        """Centre the view on a point of the table, in inches."""
        self._set_camera_by_hand(self.model.camera.centred(x, y))

    def _set_camera_by_hand(self, camera: Camera) -> None:
        """Move the view for the user, which may also show what lies under the buttons at the table's edge."""
        self._set_camera(camera, MAX_OFF_TABLE_FRACTION)
        self.is_moved_by_hand = True

    def _set_camera(self, camera: Camera, beyond: float = 0.0) -> None:
        self.model.camera = self._with_table_in_view(camera, beyond)
        self.home = camera.ppi
        self.fitted, self._goal, self._unobstructed_goal = False, None, None

    def _with_table_in_view(self, camera: Camera, beyond: float) -> Camera:
        """Return the camera moved so that it shows enough of the table."""
        ground = self.model.state.table.ground
        wide, high = round(ground.width * camera.ppi), round(ground.height * camera.ppi)
        spare = camera.width - wide
        left = _view_start(camera.left, wide, camera.width, beyond)
        left = -min(max(spare // 2, self.left_margin_px), spare) if spare >= 0 and not beyond else left
        top = _view_start(camera.top, high, camera.height, beyond)
        return replace(camera, left=left, top=top)

    def piece_at_pixel(self, px: float, py: float) -> str:
        """Return the id of the piece under a pixel of the view, "" for none."""
        camera = self.model.camera
        best, found = math.inf, ""
        for piece in _pieces_near(
            self.model.state.table, camera.to_table(px, py), BASE_HIT_SLACK_PX / camera.ppi
        ):
            x, y = camera.to_screen(*piece.xy)
            far = math.hypot(px - x, py - y)
            if far < best and (far <= BASE_HIT_SLACK_PX or base_contains(piece, camera.to_table(px, py))):
                best, found = far, piece.id
        return found

    def draw(self, target: pygame.Surface, moment: TableFrame, cards: Sequence[Place] = ()) -> bool:
        """Draw on a part of the screen, with texts beside the `cards`.

        Return False while lit tiles are to come.
        """
        camera = self.model.camera
        ground, opened = moment.table.ground, open_roofs(moment.table)
        self.board.show(ground, opened)
        lit = self.board.draw(target, camera)
        self._draw_edge(target, camera, ground)
        snow = not self.model.playback.reduced_motion
        key = (moment.table, moment.overlays, moment.selection, camera, self.model.display.names, cards, snow)
        if self._scene is None or self._scene[0] != key:
            drawn = table_draw_list(
                moment.table,
                self.model.looks,
                camera,
                moment.overlays,
                moment.selection,
                self.model.display.names,
                scale=self.canvas.scale,
                cards=cards,
                snow=snow,
            )
            self._scene = key, drawn
        self.canvas.draw(target, self._scene[1], camera)
        return lit

    @property
    def drawn(self) -> DrawList:
        """The items drawn last on the bare table."""
        return self._scene[1] if self._scene else DrawList()

    @property
    def bases(self) -> list[FramedDisc]:
        """The discs of all pieces as they were drawn last, in inches."""
        return [(item.x, item.y, item.radius) for item in self.drawn.table if isinstance(item, Token)]

    def upcoming_tokens(self, parts: Iterable[PieceTravel]) -> Iterator[Token]:
        """Yield the tokens of pieces as they will stand after some moves."""
        table, picked = self.model.state.table, Selection(letters=self.model.letters())
        for part in parts:
            piece = table.pieces.get(part.piece)
            if piece is not None and isinstance(part.new, OnTable):
                there = msgspec.structs.replace(piece, place=part.new)
                yield piece_token(table, there, self.model.looks, picked)

    def note_input(self) -> None:
        """Note an input, so that falling snow moves."""
        self._idle_s = 0.0

    def advance_snow(self, elapsed: float) -> bool:
        """Move falling snow, if any falls and the user was active lately. Return True if it moved."""
        falls = (
            mood_by_name(self.model.state.table.ground.mood).snow and not self.model.playback.reduced_motion
        )
        self._idle_s += elapsed
        self._snow_s += elapsed if falls and self._idle_s <= SNOW_STOP_S else 0.0
        moves = self._snow_s - self.canvas.seconds >= SNOW_STEP_S
        self.canvas.seconds = self._snow_s if moves else self.canvas.seconds
        return moves

    def _draw_edge(self, target: pygame.Surface, camera: Camera, ground: Ground) -> None:
        """Draw the edge of the mat."""
        x, y = camera.to_screen(0, ground.height)
        edge = pygame.Rect(
            round(x) - 1,
            round(y) - 1,
            round(ground.width * camera.ppi) + 2,
            round(ground.height * camera.ppi) + 2,
        )
        pygame.draw.rect(target, rgba("line")[:3], edge, 1)


def _pieces_near(table: Table, at: Point, near: float) -> list[Piece]:
    """Return the standing pieces that may contain a point or have their centre near it (inches)."""
    known = table.cached_value(
        ("ui", "reaches"), lambda: [(piece, *piece.xy, piece.radius) for piece in table.standing_pieces()]
    )
    return [piece for piece, x, y, r in known if math.hypot(x - at[0], y - at[1]) <= max(r, near) + 1e-9]


def initial_zooms(ground: Ground, width: int, height: int, scale: float) -> list[float]:
    """Return the zooms at which a view of that size in pixels may begin."""
    near = [z for z in ZOOM_STEPS_PPI if MIN_START_PX_PER_IN * scale <= z <= MAX_START_PX_PER_IN * scale]
    return [_whole_table_zoom(ground, width, height), *near]


def _whole_table_zoom(ground: Ground, width: int, height: int) -> float:
    share = min(width / ground.width, height / ground.height)
    return max(2.0, math.floor(4 * share) / 4)


def _view_start(start: int, size: int, view: int, beyond: float) -> int:
    """Return a view's start in pixels with no wasted room, except a fraction `beyond` of the view.

    A table smaller than the view is centred if `beyond` is 0.
    """
    edge = max(SURROUNDINGS_MARGIN_PX, round(beyond * view))
    if size <= view and not beyond:
        return round((size - view) / 2)
    low, high = sorted((-edge, size - view + edge))
    return max(low, min(start, high))


def _middle_range(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval in which most of some values lie, with a margin."""
    ordered = sorted(values)
    cut = len(ordered) // 10
    return ordered[cut] - PIECES_MARGIN_IN, ordered[-1 - cut] + PIECES_MARGIN_IN


def _stepped_toward(here: int, there: int, share: float) -> int:
    """Return the pixel a `share` of the distance nearer to another, at least one pixel nearer."""
    return here + (round((there - here) * share) or (there > here) - (there < here))
