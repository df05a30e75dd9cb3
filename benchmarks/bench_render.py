"""Speed of the pictures: python -m benchmarks.bench_render [seconds a row].

Each row gives milliseconds of processor time (so that a busy machine does not count) and the ratio to a
baseline measured in the same run: one opaque blit of the whole 1920x1080 frame.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame

from battlesim.geometry import outlines
from battlesim.render import overlays
from battlesim.render.board import lit_pixels
from battlesim.render.board_view import Board
from battlesim.render.camera import Camera
from battlesim.render.drawlist import plain_shape
from battlesim.render.pygame_backend import Canvas
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.scene import table_draw_list
from battlesim.render.tokens import TokenLook, clear_token_cache, token_sprite
from battlesim.table.state import Table
from battlesim.ui.battle.window import SPRITE_BUDGET_S
from tests.render.tables import battle_table

VIEW = Camera(48, 28, 96, 100, 1920, 1080)
LOOKS = RulesetLooks(figures={"plasma bug": "plasma"}, badges={"alert": "alert"})


def timed(work: Callable[[], object], seconds: float) -> tuple[float, float, int]:
    """Median and 95th percentile in milliseconds of processor time, and how often it ran."""
    took, end = [], time.perf_counter() + seconds
    while len(took) < 3 or time.perf_counter() < end:
        start = time.process_time()
        work()
        took.append(1000 * (time.process_time() - start))
    return float(np.median(took)), float(np.percentile(took, 95)), len(took)


def zooming(table: Table, screen: pygame.Surface, board: Board) -> list[float]:
    """Processor time of each frame, ms, while the view goes nearer and farther and sprites are made."""
    clear_token_cache()
    canvas, view, took = Canvas(), VIEW, []
    for step in (0, 1, 1, 1, -1, -1, -1, -1, -1):
        view = view.zoomed(step, 960, 540)
        for _ in range(60):
            start = time.process_time()
            with canvas.limit_new_sprites(SPRITE_BUDGET_S):
                board.draw(screen, view)
                canvas.draw(screen, table_draw_list(table, LOOKS, view), view)
            pygame.display.flip()
            took.append(1000 * (time.process_time() - start))
    return took


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    screen = pygame.display.set_mode((1920, 1080))
    table = battle_table("night", 68)
    board, canvas = Board(table.ground), Canvas()
    sight = overlays.seen_region_overlay(plain_shape(outlines.disc(36, 26, 24)))
    whole = pygame.Surface((1920, 1080)).convert()
    baseline = timed(lambda: screen.blit(whole, (0, 0)), seconds / 2)[0]

    def row(name: str, work: Callable[[], object], bar: str, length: float = seconds) -> None:
        median, p95, runs = timed(work, length)
        print(f"{name:<58}{median:>9.2f}{p95:>9.2f}{median / baseline:>9.1f}{runs:>6}  {bar}", flush=True)

    def frame(items: overlays.Items) -> None:
        board.draw(screen, VIEW)
        canvas.draw(screen, table_draw_list(table, LOOKS, VIEW, items), VIEW)
        pygame.display.flip()

    moved = iter(range(10_000_000))
    cold = iter(range(10_000_000))
    pieces, terrain = len(table.pieces), len(table.ground.terrain)
    view = f"{VIEW.width}x{VIEW.height} at {VIEW.ppi} px/in"
    print(f"{pieces} pieces, {terrain} terrain, {view}; baseline {baseline:.2f} ms")
    print(f"{'':<58}{'median':>9}{'p95':>9}{'ratio':>9}{'runs':>6}  bar")
    row("flat table, made anew", lambda: Board(table.ground).draw(screen, VIEW), "< 50 ms")
    left, top = 13 * 28, round((48 - 8.4) * 28) - 856
    area = (left, top, left + 1320, top + 856)
    row("lit table 1320x856", lambda: lit_pixels(table.ground, 28, area), "2000 to 3000 ms", 1)
    board.light_view(VIEW)
    row("first frame of sprites", lambda: (clear_token_cache(), frame(sight)), "", 1)
    row("warm frame, one sight region", lambda: frame(sight), "p95 < 16 ms")
    row(
        "frame with a new sight region of 24 in",
        lambda: frame(
            overlays.seen_region_overlay(plain_shape(outlines.disc(36 + next(moved) % 97 / 97, 26, 24)))
        ),
        "",
    )
    spread = zooming(table, screen, board)
    p95, worst = np.percentile(spread, 95), max(spread)
    print(f"{'zooming, sprites spread over frames':<58}{p95:>9.2f}{worst:>9.2f}  p95 and worst; p95 < 16 ms")
    row(
        "one new token, radius 14",
        lambda: token_sprite(TokenLook("warrior", 2, 14, lost=next(cold))),
        "",
        1,
    )


if __name__ == "__main__":
    main()
