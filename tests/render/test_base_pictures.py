"""The table is never flat and never half lit: what stands in for its light until that is ready."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from battlesim.data_folders import assets_folder
from battlesim.geometry.shapes import rect
from battlesim.render.base_pictures import (
    BASE_PICTURE_FOLDER,
    BASE_PICTURE_PPI,
    base_tile_keys,
    base_tile_places,
    shipped_tile_surfaces,
    shipped_tiles,
)
from battlesim.render.board import lit_pixels, table_box
from battlesim.render.board_view import Board
from battlesim.render.camera import Camera
from battlesim.render.tiles import flat_picture, render_tile, tile_key, trim_tile_cache
from battlesim.table.terrain import Ground, Terrain
from benchmarks.base_pictures import LARGEST, grounds
from tests.support.in_hand import InHand
from tests.support.waiting import until

OURS = dict(grounds())
OTHER = Ground(60, 40, "dust", (Terrain("house", "building", (rect(30, 20, 6, 4),), 2.0),), "night")


def shown(board: Board, camera: Camera) -> np.ndarray:
    target = pygame.Surface((camera.width, camera.height))
    board.draw(target, camera)
    return pygame.surfarray.array3d(target).swapaxes(0, 1).astype(int)


def view(ground: Ground, ppi: float) -> Camera:
    _, _, wide, high = table_box(ground, ppi)
    return Camera(ground.height, ppi, 0, 0, wide, high)


@pytest.mark.parametrize("name", OURS)
def test_the_picture_of_a_map_of_ours_is_up_to_date(name: str) -> None:
    """Else: python -m benchmarks.base_pictures."""
    ground, file = OURS[name], assets_folder() / BASE_PICTURE_FOLDER / f"{name}.jpg"
    assert [shipped_tiles()[key].picture for key in base_tile_keys(ground)] == [file.name] * len(
        base_tile_keys(ground)
    )
    assert file.stat().st_size <= LARGEST
    right, low = table_box(ground, BASE_PICTURE_PPI)[2:]
    box = right // 2 - 60, low // 2 - 60, right // 2 + 60, low // 2 + 60
    kept = pygame.surfarray.array3d(pygame.image.load(file)).swapaxes(0, 1)
    part = kept[box[1] : box[3], box[0] : box[2]].astype(int)
    assert np.abs(part - lit_pixels(ground, BASE_PICTURE_PPI, box)).mean() < 6


def test_a_map_of_ours_is_lit_in_its_first_frame() -> None:
    ground = OURS["outpost_evac_night"]
    camera = view(ground, 12)
    right, plain = (
        lit_pixels(ground, 12, table_box(ground, 12)),
        flat_picture(ground, 12, table_box(ground, 12)),
    )
    flat = pygame.surfarray.array3d(plain).swapaxes(0, 1).astype(int)
    first = shown(Board(ground), camera)
    assert np.abs(first - right).mean() < 0.5 * np.abs(flat - right).mean()


def test_another_map_of_ours_is_lit_in_its_first_frame_too() -> None:
    ground, board = OURS["outpost_evac_night"], Board(OURS["outpost_evac"], InHand())
    camera = view(ground, 12)
    shown(board, camera)
    board.show_new_table(ground)
    assert (shown(board, camera) == shown(Board(ground, InHand()), camera)).all()


def test_what_has_changed_on_the_table_is_not_taken_from_its_picture() -> None:
    ground = OURS["outpost_evac"]
    fewer = msgspec.structs.replace(ground, terrain=tuple(t for t in ground.terrain if t.id != "W14"))
    same = shipped_tile_surfaces(ground).keys() & shipped_tile_surfaces(fewer).keys()
    assert 0 < len(same) < len(shipped_tile_surfaces(ground))
    assert base_tile_places(fewer) == base_tile_places(ground)


def test_another_map_is_lit_coarsely_before_it_is_lit_sharply() -> None:
    worker = InHand()
    board, camera = Board(OTHER, worker), view(OTHER, 22)
    flat = shown(board, camera)
    worker.work(1)
    coarse, sharp = shown(board, camera), lit_pixels(OTHER, 22, table_box(OTHER, 22))
    assert np.abs(coarse - sharp).mean() < 0.5 * np.abs(flat - sharp).mean()


def test_the_coarse_light_needs_no_worker(tmp_path: Path) -> None:
    idle = InHand()
    board, camera = Board(OTHER, idle, tmp_path), view(OTHER, 12)

    def ready() -> bool:
        shown(board, camera)
        return all(board.is_tile_lit(place) for place in base_tile_places(OTHER))

    until(ready)
    assert idle.jobs and not any(board.is_tile_lit(place) for place in board.visible_tiles(camera))


def test_the_light_of_a_view_comes_whole() -> None:
    worker = InHand()
    board, camera = Board(OTHER, worker), view(OTHER, 22)
    shown(board, camera)
    worker.work(1)
    coarse = shown(board, camera)
    worker.work(len(worker.jobs) - 1)
    for _ in range(4):
        assert (shown(board, camera) == coarse).all()
    worker.work(1)
    assert np.abs(shown(board, camera) - lit_pixels(OTHER, 22, table_box(OTHER, 22))).max() <= 2


def test_a_view_that_is_moved_keeps_what_is_sharp() -> None:
    worker = InHand()
    board, camera = Board(OTHER, worker), Camera(40, 22, 0, 0, 500, 400)
    shown(board, camera)
    worker.work(2)
    sharp = shown(board, camera)
    moved = shown(board, camera.panned(40, 0))
    assert worker.jobs
    assert (moved[:, : 500 - 40] == sharp[:, 40:]).all()


def test_light_is_made_ahead_for_one_table_at_a_time(tmp_path: Path) -> None:
    worker = InHand()
    board = Board(OTHER, worker, tmp_path)
    board.light_ahead([8.0])
    board.light_ahead([8.0])
    assert len(worker.jobs) == 1
    worker.work(1)
    assert [file.stem for file in tmp_path.glob("*.png")] == [tile_key(OTHER, (8.0, 0, 0), frozenset())]
    board.light_ahead([9.0])
    board.show(msgspec.structs.replace(OTHER, mood="day"))
    assert worker.jobs[0][0].cancelled()


def test_the_first_picture_waits_a_little_for_its_light(tmp_path: Path) -> None:
    class Soon(InHand):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            job = super().submit(fn, *args, **kwargs)
            if len(self.jobs) == 1:
                self.work(1)
            return job

    camera = view(OTHER, 12)
    hasty, patient = Board(OTHER, InHand(), tmp_path), Board(OTHER, Soon(), tmp_path, patience=60.0)
    sharp = lit_pixels(OTHER, 12, table_box(OTHER, 12))
    off = [np.abs(shown(board, camera) - sharp).mean() for board in (hasty, patient)]
    assert off[1] < 0.5 * off[0]


def test_tiles_on_disk_that_were_not_used_for_longest_are_swept_away(tmp_path: Path) -> None:
    places = [(8.0, 0, 0), (9.0, 0, 0), (10.0, 0, 0)]
    for place in places:
        render_tile(OTHER, place, frozenset(), tmp_path)
    kept = sorted(tmp_path.glob("*.png"), key=lambda file: file.stat().st_size)
    for age, file in enumerate(kept):
        os.utime(file, (1e9 - age, 1e9 - age))
    render_tile(OTHER, places[2], frozenset(), tmp_path)
    trim_tile_cache(tmp_path, sum(file.stat().st_size for file in kept) - 1)
    assert set(tmp_path.glob("*.png")) == {kept[0], kept[2]}
