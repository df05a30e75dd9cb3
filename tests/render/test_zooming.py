"""While the view goes nearer or farther: stand-ins at once, in the end the pixels of a direct drawing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from battlesim.geometry import outlines
from battlesim.geometry.shapes import circle, rect
from battlesim.render import overlays
from battlesim.render.base_pictures import base_tile_places
from battlesim.render.board_view import Board
from battlesim.render.camera import Camera
from battlesim.render.drawlist import DrawList, Item, plain_shape
from battlesim.render.pygame_backend import Canvas
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.scene import table_draw_list
from battlesim.render.tiles import render_tile
from battlesim.table.pieces import Mark, OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Terrain

LOOKS = RulesetLooks(figures={"plasma bug": "plasma"}, badges={"alert": "alert"})
WIDE, HIGH = 440, 300
FAR = Camera(16, 12, -40, -60, WIDE, HIGH)


def ground() -> Ground:
    house = Terrain("house", "building", (rect(12, 9, 4, 3),), 2.0, name="Store")
    hill = Terrain("hill", "hill", (circle(20, 6, 3),), 1.7)
    return Ground(26, 16, "dust", (house, hill), "day")


def battle() -> Table:
    sides = (Side("a", "A", 1), Side("b", "B", 2))
    kinds = ("trooper", "warrior", "plasma bug", "tanker")
    pieces = {}
    for k in range(12):
        kind, side = kinds[k % 4], sides[k % 2].key
        place = OnTable(3 + 1.7 * k, 4 + 3.1 * (k % 3), 37.0 * k)
        marks = (Mark("alert"),) if k % 5 == 0 else ()
        radius = 0.5 + 0.2 * (k % 3)
        pieces[f"p{k}"] = Piece(f"p{k}", f"P {k}", kind, side, "A", radius, 1.2, place, 2, 3, marks=marks)
    return Table(ground(), pieces, sides)


def said() -> tuple[Item, ...]:
    """One of each that is drawn on the table: small, large, hatched, soft, dashed, words."""
    large, small = plain_shape(outlines.disc(13, 8, 7)), plain_shape(outlines.disc(6, 10, 1.5))
    return (
        *overlays.zone_overlay(large, "sky", "Landing zone"),
        *overlays.reach_overlay(large),
        *overlays.template_area_overlay(small, "blast"),
        *overlays.blocker_terrain(ground().terrain[0].rings, "hides 43 %"),
        *overlays.move_path([(3, 3), (9, 4), (15, 12)], "14 in"),
        *overlays.ruler_overlay((4, 12), (18, 3), "16.6 in"),
    )


def items(camera: Camera) -> DrawList:
    return table_draw_list(battle(), LOOKS, camera, said())


class AtOnce(Executor):
    """Does everything when it is asked to."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        job: Future[Any] = Future()
        job.set_result(fn(*args, **kwargs))
        return job


class Busy(Executor):
    """Never comes to what it is asked to do; the zooms of the tiles that it still waits to light."""

    def __init__(self) -> None:
        self.jobs: list[tuple[float, Future[Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        job: Future[Any] = Future()
        self.jobs.append((args[1][0], job))
        return job

    def waiting(self) -> set[float]:
        return {zoom for zoom, job in self.jobs if not job.cancelled()}


class Broken(Executor):
    """Its process has been killed."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise BrokenExecutor


def frame(camera: Camera, canvas: Canvas, board: Board) -> tuple[np.ndarray, bool]:
    """A spared frame, and whether it is as it will be."""
    target = pygame.Surface((camera.width, camera.height))
    with canvas.limit_new_sprites(0.0):
        lit = board.draw(target, camera)
        canvas.draw(target, items(camera), camera)
    return pygame.surfarray.array3d(target).astype(int), lit and not canvas.unfinished


def direct(camera: Camera) -> np.ndarray:
    """The picture drawn in one go by who has drawn nothing before."""
    canvas, board, target = Canvas(), Board(ground()), pygame.Surface((camera.width, camera.height))
    board.light_view(camera)
    board.draw(target, camera)
    canvas.draw(target, items(camera), camera)
    return pygame.surfarray.array3d(target).astype(int)


def settled(camera: Camera, canvas: Canvas, board: Board) -> np.ndarray:
    for _ in range(200):
        drawn, done = frame(camera, canvas, board)
        if done:
            return drawn
    raise AssertionError("it never comes to rest")


@pytest.mark.parametrize(
    "steps",
    [
        (1,),
        (1, 1, 1, -1, -1),
        pytest.param((1, 1, 1, 1, 1), marks=pytest.mark.slow),
        pytest.param((1, 1, 1, 1, 1, 1, -1), marks=pytest.mark.slow),
    ],
)
def test_the_picture_settles_to_that_of_a_direct_drawing(steps: tuple[int, ...]) -> None:
    canvas, board, camera = Canvas(), Board(ground(), AtOnce()), FAR
    settled(camera, canvas, board)
    for step in steps:
        camera = camera.zoomed(step, 200, 140)
        frame(camera, canvas, board)
    assert (settled(camera, canvas, board) == direct(camera)).all()


def test_a_dragged_picture_settles_to_that_of_a_direct_drawing() -> None:
    canvas, board, camera = Canvas(), Board(ground(), AtOnce()), FAR.zoomed(4, 200, 140)
    settled(camera, canvas, board)
    for _ in range(9):
        camera = camera.panned(57, 23)
        frame(camera, canvas, board)
    assert (settled(camera, canvas, board) == direct(camera)).all()


def test_a_frame_that_has_no_time_is_near_to_what_it_will_be() -> None:
    canvas, board = Canvas(), Board(ground(), AtOnce())
    settled(FAR.zoomed(2, 200, 140), canvas, board)
    camera = FAR.zoomed(3, 200, 140)
    rough, done = frame(camera, canvas, board)
    unknown, _ = frame(camera, Canvas(), Board(ground(), AtOnce()))
    right = direct(camera)
    assert not done
    assert np.abs(rough - right).mean() < 0.5 * np.abs(unknown - right).mean()


def test_every_piece_is_shown_in_a_frame_that_has_no_time() -> None:
    canvas, board, camera = Canvas(), Board(ground(), AtOnce()), replace(FAR, ppi=22, left=0, top=0)
    rough, _ = frame(camera, canvas, board)
    target = pygame.Surface((WIDE, HIGH))
    board.draw(target, camera)
    bare = pygame.surfarray.array3d(target).astype(int)
    spots = [
        camera.to_screen(*piece.xy)
        for piece in battle().standing_pieces()
        if camera.is_in_view(*piece.xy, -0.5)
    ]
    assert spots
    for x, y in spots:
        assert (rough[round(x), round(y)] != bare[round(x), round(y)]).any()


def test_a_region_stays_in_sight_until_it_is_drawn_anew() -> None:
    region = DrawList(overlays.reach_overlay(plain_shape(outlines.disc(13, 8, 7))))
    canvas, near = Canvas(), FAR.zoomed(2, 200, 140)
    target, bare = pygame.Surface((WIDE, HIGH)), pygame.Surface((WIDE, HIGH))
    canvas.draw(target, region, FAR)
    with canvas.limit_new_sprites(0.0):
        canvas.draw(target, items(FAR), FAR)
        target.fill((0, 0, 0))
        canvas.draw(target, region, near)
    x, y = near.to_screen(13, 8)
    assert target.get_at((round(x), round(y))) != bare.get_at((0, 0))


def test_nobody_waits_for_tiles_of_a_zoom_that_was_left() -> None:
    busy = Busy()
    board, camera, target = Board(ground(), busy), FAR, pygame.Surface((WIDE, HIGH))
    for _ in range(4):
        board.draw(target, camera)
        camera = camera.zoomed(1, 200, 140)
    board.draw(target, camera)
    assert busy.waiting() == {camera.ppi, base_tile_places(ground())[0][0]}


def test_without_the_worker_the_table_stays_flat_and_nothing_is_waited_for() -> None:
    board, target = Board(ground(), Broken()), pygame.Surface((WIDE, HIGH))
    assert board.draw(target, FAR)
    assert target.get_at((200, 140)) != target.get_at((0, 0))


def test_tiles_of_another_zoom_are_read_from_disk_beside_the_window(tmp_path: Path, monkeypatch) -> None:
    reader = AtOnce()
    monkeypatch.setattr("battlesim.render.tile_jobs.single_thread_executor", lambda *args, **more: reader)
    near, target = FAR.zoomed(1, 200, 140), pygame.Surface((WIDE, HIGH))
    for camera in (FAR, near):
        for place in Board(ground()).visible_tiles(camera):
            render_tile(ground(), place, frozenset(), tmp_path)
    board = Board(ground(), None, tmp_path)
    assert board.draw(target, FAR)
    assert not board.draw(target, near)
    assert board.draw(target, near)
