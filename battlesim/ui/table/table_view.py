"""The view of the table in the window, with its camera, lighting and pieces."""

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
from battlesim.render.piece_selection import Selection
from battlesim.render.plate_layout import ViewRect as Place
from battlesim.render.pygame_backend import Canvas
from battlesim.render.scene import open_roofs, piece_token, table_draw_list
from battlesim.rulings.piece_gaps import base_contains
from battlesim.table.events import PieceTravel
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground
from battlesim.ui.session.table_frame import TableFrame
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect

BASE_HIT_SLACK_PX = 10
"""Distance in pixels from a base's centre within which a click hits the piece."""
PIECES_MARGIN_IN = 3.0
"""Margin in inches around the pieces in a view that shows most of them."""
MIN_TOKEN_PX_PER_IN, MIN_START_PX_PER_IN, MAX_START_PX_PER_IN = 16, 22, 28
"""Zooms in pixels per inch at scale 1: the minimum for legible tokens, and the limits of a starting view.

A view of the whole table is kept if it reaches the first value; otherwise the view starts with most pieces,
at a zoom between the other two.
"""
SNOW_STEP_S = 1 / 8
"""Seconds between two redraws of falling snow."""
SNOW_STOP_S = 20.0
"""Seconds without input after which the snow stops, so that an idle window costs almost nothing."""
GLIDE_TIME_S = 0.12
"""Seconds in which a gliding camera covers about two thirds of the remaining distance."""
LIT_BOARD_WAIT_S = 1.0
"""Seconds for which the first picture of a table waits for its lighting before plain colours are shown."""
SURROUNDINGS_MARGIN_PX = 24
"""Pixels of surroundings that may be visible beside a table larger than the view."""
MARKER_MARGIN_PX = 14
"""Pixels at scale 1 that a ring or pin takes up around its object."""
MAX_OFF_TABLE_FRACTION = 0.4
"""Maximum fraction of the view that the user may move off the table to uncover pieces under buttons."""


class TableView:
    """The view of the table at a single moment. It redraws only the parts that have changed."""

    def __init__(
        self, model: WindowModel, canvas: Canvas, executor: Executor | None, folder: Path | None
    ) -> None:
        self.model, self.canvas = model, canvas
        self.board = Board(model.state.table.ground, executor, folder, LIT_BOARD_WAIT_S)
        self.fitted = self.is_moved_by_hand = self._chosen_zoom = False
        self.home, self.left_margin_px, self.reframe_count = 0.0, 0, 0
        self._goal: Camera | None = None
        self._unobstructed_goal: Camera | None = None
        self._scene: tuple[object, DrawList] | None = None
        self._snow_s = self._idle_s = 0.0

    def set_screen_rect(self, rect: Rect, scale: float, beside: float = 0.0) -> None:
        """Set the view's rect on the screen; a view fitted to the table or pieces is fitted again.

        `beside` is the width of the buttons at the left edge in pixels at scale 1.
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
        """Return the zoom at which the whole table is visible."""
        camera = self.model.camera
        return _whole_table_zoom(self.model.state.table.ground, camera.width, camera.height)

    def zoom_to_pieces(self) -> None:
        """Show most of the pieces at a legible zoom, or the whole table if it is legible at that zoom.

        The whole table is also shown while most pieces are in reserve; the next decision then zooms in.
        """
        model, camera, table = self.model, self.model.camera, self.model.state.table
        spots = [piece.xy for piece in table.standing_pieces()]
        waiting = sum(piece.place == Off("reserve") for piece in table.pieces.values())
        self.fit()
        self.is_moved_by_hand, self.reframe_count = False, self.reframe_count + 1
        self._chosen_zoom = False
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
        """The camera after all gliding, as it would be if no card had ever covered the table."""
        now = self.model.camera
        return replace(self._unobstructed_goal or self._goal or now, width=now.width, height=now.height)

    @property
    def goal_camera(self) -> Camera:
        """The camera after all gliding."""
        now = self.model.camera
        return replace(self._goal or now, width=now.width, height=now.height)

    def already_shows(self, about: FramingSubject, covering: CoversAtZoom) -> bool:
        """Return whether the view after gliding shows a subject legibly, clear of what covers the table.

        A view that has left the zoom chosen by the user is never close enough.
        """
        camera, ground = self.goal_camera, self.model.state.table.ground
        legible = self.home if self._chosen_zoom else min(self.home, MIN_TOKEN_PX_PER_IN * self.canvas.scale)
        pad = MARKER_MARGIN_PX * self.canvas.scale
        if camera.ppi < legible:
            return False
        return framed_camera(camera, [camera.ppi], about, covering, ground.width, pad=pad) is camera

    def keep_in_view(
        self,
        camera: Camera,
        about: FramingSubject,
        covering: CoversAtZoom,
        fresh: bool,
        inside: float = BARELY_INSIDE_IN,
    ) -> None:
        """Bring a subject into view, clear of what covers the table, changing the view as little as possible.

        `camera` is the view to start from. If `fresh` is True, the zoom returns as far as possible to the one
        at the start or last set by the user.
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
        """Glide until the given points are in view, or only the last one if they are too far apart."""
        camera, ground = self.model.camera, self.model.state.table.ground
        for some in (spots, spots[-1:]):
            about = FramingSubject(tuple((*spot, 0.0) for spot in some))
            goal = framed_camera(camera, [camera.ppi], about, lambda camera: ViewCovers(), ground.width)
            if goal != camera:
                break
        self._goal, self._unobstructed_goal = None if goal == camera else goal, goal

    @property
    def gliding(self) -> bool:
        """True if the view is still moving to its goal."""
        return self._goal is not None

    def glide(self, elapsed: float) -> bool:
        """Move toward the goal for `elapsed` seconds; zoom at once. Return True if the view moved."""
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
        """Zoom by a number of steps around a pixel of the view."""
        self._set_camera_by_hand(self.model.camera.zoomed(steps, px, py))

    def pan(self, dx: int, dy: int) -> None:
        """Move the view by the given number of pixels."""
        self._set_camera_by_hand(self.model.camera.panned(dx, dy))

    def centre(self, x: float, y: float) -> None:
        """Centre the view on a point of the table given in inches."""
        self._set_camera_by_hand(self.model.camera.centred(x, y))

    def _set_camera_by_hand(self, camera: Camera) -> None:
        """Set the camera as moved by the user, who may also look beyond the table's edge."""
        self._set_camera(camera, MAX_OFF_TABLE_FRACTION)
        self.is_moved_by_hand = self._chosen_zoom = True

    def _set_camera(self, camera: Camera, beyond: float = 0.0) -> None:
        self.model.camera = self._with_table_in_view(camera, beyond)
        self.home = camera.ppi
        self.fitted, self._goal, self._unobstructed_goal = False, None, None

    def _with_table_in_view(self, camera: Camera, beyond: float) -> Camera:
        """Return the camera moved so that enough of the table is visible."""
        ground = self.model.state.table.ground
        wide, high = round(ground.width * camera.ppi), round(ground.height * camera.ppi)
        spare = camera.width - wide
        left = _view_start(camera.left, wide, camera.width, beyond)
        left = -min(max(spare // 2, self.left_margin_px), spare) if spare >= 0 and not beyond else left
        top = _view_start(camera.top, high, camera.height, beyond)
        return replace(camera, left=left, top=top)

    def piece_at_pixel(self, px: float, py: float) -> str:
        """Return the id of the piece at a pixel of the view, or "" if there is none."""
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
        """Draw the table, keeping its texts clear of the `cards`. Return False if lighting is pending."""
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
        """The items that were last drawn on top of the board."""
        return self._scene[1] if self._scene else DrawList()

    @property
    def bases(self) -> list[FramedDisc]:
        """The discs of all pieces as last drawn, in inches."""
        return [(item.x, item.y, item.radius) for item in self.drawn.table if isinstance(item, Token)]

    def upcoming_tokens(self, parts: Iterable[PieceTravel]) -> Iterator[Token]:
        """Yield the tokens of pieces at the positions where the given moves will end."""
        table, picked = self.model.state.table, Selection(letters=self.model.letters())
        for part in parts:
            piece = table.pieces.get(part.piece)
            if piece is not None and isinstance(part.new, OnTable):
                there = msgspec.structs.replace(piece, place=part.new)
                yield piece_token(table, there, self.model.looks, picked)

    def note_input(self) -> None:
        """Note that the user was active, so that falling snow keeps moving."""
        self._idle_s = 0.0

    def advance_snow(self, elapsed: float) -> bool:
        """Advance falling snow, if there is any and the user was active recently. Return True if it moved."""
        falls = (
            mood_by_name(self.model.state.table.ground.mood).snow and not self.model.playback.reduced_motion
        )
        self._idle_s += elapsed
        self._snow_s += elapsed if falls and self._idle_s <= SNOW_STOP_S else 0.0
        moves = self._snow_s - self.canvas.seconds >= SNOW_STEP_S
        self.canvas.seconds = self._snow_s if moves else self.canvas.seconds
        return moves

    def _draw_edge(self, target: pygame.Surface, camera: Camera, ground: Ground) -> None:
        """Draw the edge of the table."""
        x, y = camera.to_screen(0, ground.height)
        edge = pygame.Rect(
            round(x) - 1,
            round(y) - 1,
            round(ground.width * camera.ppi) + 2,
            round(ground.height * camera.ppi) + 2,
        )
        pygame.draw.rect(target, rgba("line")[:3], edge, 1)


def _pieces_near(table: Table, at: Point, near: float) -> list[Piece]:
    """Return the standing pieces that may contain a point or are centred within `near` inches of it."""
    known = table.cached_value(
        ("ui", "reaches"), lambda: [(piece, *piece.xy, piece.radius) for piece in table.standing_pieces()]
    )
    return [piece for piece, x, y, r in known if math.hypot(x - at[0], y - at[1]) <= max(r, near) + 1e-9]


def initial_zooms(ground: Ground, width: int, height: int, scale: float) -> list[float]:
    """Return the zooms at which a view of the given size in pixels may start."""
    near = [z for z in ZOOM_STEPS_PPI if MIN_START_PX_PER_IN * scale <= z <= MAX_START_PX_PER_IN * scale]
    return [_whole_table_zoom(ground, width, height), *near]


def _whole_table_zoom(ground: Ground, width: int, height: int) -> float:
    share = min(width / ground.width, height / ground.height)
    return max(2.0, math.floor(4 * share) / 4)


def _view_start(start: int, size: int, view: int, beyond: float) -> int:
    """Return the start of a view in pixels, limited so that at most a fraction `beyond` is off the table.

    A table smaller than the view is centred if `beyond` is 0.
    """
    edge = max(SURROUNDINGS_MARGIN_PX, round(beyond * view))
    if size <= view and not beyond:
        return round((size - view) / 2)
    low, high = sorted((-edge, size - view + edge))
    return max(low, min(start, high))


def _middle_range(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of the values without the outermost tenth at either end, with a margin added."""
    ordered = sorted(values)
    cut = len(ordered) // 10
    return ordered[cut] - PIECES_MARGIN_IN, ordered[-1 - cut] + PIECES_MARGIN_IN


def _stepped_toward(here: int, there: int, share: float) -> int:
    """Return a pixel coordinate moved by `share` of the distance to `there`, by at least one pixel."""
    return here + (round((there - here) * share) or (there > here) - (there < here))
