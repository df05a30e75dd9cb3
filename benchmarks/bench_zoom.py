"""Frames while a person zooms and pans fast: python -m benchmarks.bench_zoom [rounds] [1920x1080] [100].

200 pieces on 66 terrain pieces in a window of that size with the interface at so many percent, and a battle
of Mobile Infantry with a question open, each with its worker and its tiles on disk, at first without any. The
wheel turns by a notch every other frame through all zooms and back, about several places; then the view is
dragged at several zooms. Frames count until the picture has settled. Milliseconds as felt, and of processor
time of the window's thread.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np
import pygame

from battlesim.processes import process_pool
from battlesim.render.board_view import Board
from battlesim.render.camera import ZOOM_STEPS_PPI
from battlesim.render.tokens import clear_token_cache
from battlesim.ui.battle.window import Window
from battlesim.ui.panels.minimap import Minimap
from battlesim.ui.settings.settings import Settings
from benchmarks.bench_window import window_of
from tests.ui.gallery import shown

FRAME = 1 / 60
PLACES = ((0.5, 0.5), (0.3, 0.6), (0.65, 0.35))
"""Where on the table's view the pointer is, as shares of it."""
LONGEST = 1200
"""Frames after which a picture that does not settle is given up."""
SPEED = 23
"""Pixels that a drag goes in a frame."""
Size = tuple[int, int]


def plain(size: Size, scale: int) -> Iterator[Window]:
    """200 pieces, nobody plays."""
    yield window_of("", size)


def asked(size: Size, scale: int) -> Iterator[Window]:
    """A question of a real battle, with what is drawn about it, and where all enemies could strike."""
    with shown("activation", size, Settings(volume=0, scale=scale)) as window:
        assert isinstance(window, Window)
        window.do("threats")
        yield window


def begin(window: Window, executor: Executor, folder: Path, scale: int) -> None:
    """As after the start of the program: nothing has been drawn."""
    clear_token_cache()
    window.view.board = Board(window.model.state.table.ground, executor, folder)
    window.overview = Minimap(window.model, executor, folder)
    window.restyle(scale / 100)


def frame(window: Window, took: list[tuple[float, float]]) -> bool:
    """One frame, measured; False when nothing is left to be drawn."""
    began, worked = time.perf_counter(), time.thread_time()
    window.advance_frame(FRAME)
    took.append((time.perf_counter() - began, time.thread_time() - worked))
    time.sleep(max(0.0, FRAME - took[-1][0]))
    return window.dirty


def settle(window: Window, took: list[tuple[float, float]]) -> None:
    """Frames until all is as it should be."""
    for _ in range(LONGEST):
        if not frame(window, took):
            return


def event(window: Window, kind: int, took: list[tuple[float, float]], **what: object) -> None:
    """An input and its frame, measured together."""
    began, worked = time.perf_counter(), time.thread_time()
    window.handle(pygame.event.Event(kind, **what))
    before = time.perf_counter() - began, time.thread_time() - worked
    frame(window, took)
    took[-1] = (took[-1][0] + before[0], took[-1][1] + before[1])


def spot(window: Window, place: tuple[float, float]) -> tuple[int, int]:
    """A place of the table's view on the screen."""
    x, y, wide, high = window.stage.layout.table.scaled(window.canvas.scale)
    return round(x + place[0] * wide), round(y + place[1] * high)


def wheel(window: Window, took: list[tuple[float, float]]) -> None:
    """Through all zooms and back, a notch every other frame."""
    for place in PLACES:
        pos = spot(window, place)
        event(window, pygame.MOUSEMOTION, took, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        for way in (-1, 1, -1):
            for _ in ZOOM_STEPS_PPI:
                event(window, pygame.MOUSEWHEEL, took, x=0, y=way, flipped=False)
                frame(window, took)
        settle(window, took)


def drag(window: Window, took: list[tuple[float, float]]) -> None:
    """To the left and back at every other zoom."""
    for _ in ZOOM_STEPS_PPI[::2]:
        pos = spot(window, PLACES[0])
        event(window, pygame.MOUSEBUTTONDOWN, took, pos=pos, button=3)
        for k in range(120):
            pos = (pos[0] + (SPEED if k % 60 < 30 else -SPEED), pos[1] + (3 if k % 60 < 30 else -3))
            event(window, pygame.MOUSEMOTION, took, pos=pos, rel=(SPEED, 3), buttons=(0, 0, 1))
        event(window, pygame.MOUSEBUTTONUP, took, pos=pos, button=3)
        for _ in range(2):
            event(window, pygame.MOUSEWHEEL, took, x=0, y=1, flipped=False)
        settle(window, took)


def row(name: str, took: list[tuple[float, float]]) -> None:
    """Print a row."""
    felt, worked = np.percentile(1000 * np.array(took), (50, 95, 100), axis=0).T
    shown_ = "".join(f"{value:9.2f}" for value in (*felt, *worked))
    print(f"{name:<44}{shown_}{len(took):7}", flush=True)


def main() -> None:
    given = dict(enumerate(sys.argv[1:]))
    rounds, scale = int(given.get(0, 1)), int(given.get(2, 100))
    wide, _, high = given.get(1, "1920x1080").partition("x")
    size = int(wide), int(high)
    pygame.init()
    print(f"{'':<44}{'felt':>9}{'p95':>9}{'most':>9}{'cpu':>9}{'p95':>9}{'most':>9}{'frames':>7}")
    for name, windows in (("200 pieces", plain), ("a question", asked)):
        for window in windows(size, scale):
            with TemporaryDirectory() as folder, process_pool() as executor:
                for tiles in ("no tiles", "tiles on disk", "all known"):
                    if tiles != "all known":
                        begin(window, executor, Path(folder), scale)
                    for work in (wheel, drag):
                        took: list[tuple[float, float]] = []
                        for _ in range(rounds):
                            window.view.fit()
                            settle(window, [])
                            work(window, took)
                        row(f"{name}, {tiles}: {work.__name__}", took)
    print("bar: p95 < 16 ms")


if __name__ == "__main__":
    main()
