"""Frames of the window while a player searches: python -m benchmarks.bench_window [seconds a row].

200 pieces on 66 terrain pieces at 1920x1080, the pointer moving all the time, so that every frame is drawn.
Each row gives milliseconds as a person feels them, and of processor time of the thread of the window, so that
a busy machine does not count; the first row, without a battle behind the window, is the baseline.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.run import start_run
from battlesim.engine.undo import UndoHistory
from battlesim.players.base import PlayerContext, Reply
from battlesim.rulesets import registry
from battlesim.rulesets.toy.state import Game
from battlesim.table.state import AnyState, State
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.session.battle_runner import BattleRunner
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from benchmarks.bench_render import LOOKS
from tests.render.tables import battle_table

SEARCH = 2.0
"""Seconds of processor time that an answer takes."""
FRAME = 1 / 60
WARM = 3.0


class Searcher:
    """A player that computes as long as an elite one does."""

    def answer(self, view: AnyState, decision: Decision[Any], moment: PlayerContext) -> Reply:
        """Whatever is suggested, after a while."""
        end = time.process_time() + SEARCH
        while time.process_time() < end:
            moment.progress(round(100 * (1 - (end - time.process_time()) / SEARCH)), 100)
            sum(k * k for k in range(50_000))
        return Reply(decision.random_answer(view, 8, moment.rng), "after a long search")


def window_of(player: str, size: tuple[int, int] = (1920, 1080)) -> Window:
    """A window on a battle of 200 pieces whose sides a player plays; "" leaves it unplayed."""
    toy = registry.load_ruleset("toy")
    table = battle_table("night", 68)
    order = tuple(side.key for side in table.sides)
    run = start_run(toy, State(table, Game(turn=1, phase=order[0], phases=order)))
    opening = run.position.state
    feed = BattleRunner(UndoHistory(run), dict.fromkeys(order, player), SeededDice(1), 1) if player else None
    story = ViewHistory(toy, opening)
    story.add(start_run(toy, opening).take_updates())
    model = WindowModel(toy, LOOKS, story, Playback(story), "200 pieces")
    screen = pygame.display.set_mode(size)
    window = create_battle_window(screen, model, feed)
    window.view.board.light_view(model.camera)
    return window


def frames(window: Window, seconds: float) -> np.ndarray:
    """Milliseconds of each frame: as felt, and of processor time."""
    took, end, k = [], time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        k += 1
        at = (400 + 7 * k % 1000, 300 + 3 * k % 500)
        began, worked = time.perf_counter(), time.thread_time()
        window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(7, 3), buttons=(0, 0, 0)))
        window.advance_frame(FRAME)
        took.append((time.perf_counter() - began, time.thread_time() - worked))
        time.sleep(max(0.0, FRAME - took[-1][0]))
    return 1000 * np.array(took)


def row(name: str, player: str, seconds: float, baseline: float) -> float:
    """Print a row; its median of processor time."""
    window = window_of(player)
    if window.content.runner:
        window.content.runner.start()
    try:
        frames(window, WARM)
        took = frames(window, seconds)
    finally:
        if window.content.runner:
            window.content.runner.close()
    felt, worked = np.percentile(took, (50, 95, 100), axis=0).T
    shown = "".join(f"{value:9.2f}" for value in (*felt, *worked))
    median = float(worked[0])
    print(f"{name:<34}{shown}{median / (baseline or median):8.2f}{len(took):7}", flush=True)
    return median


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 15.0
    pygame.init()
    print(f"{'':<34}{'felt':>9}{'p95':>9}{'most':>9}{'cpu':>9}{'p95':>9}{'most':>9}{'ratio':>8}{'frames':>7}")
    baseline = row("nobody plays", "", seconds, 0.0)
    row(f"a search of {SEARCH:g} s an answer", "benchmarks.bench_window:Searcher", seconds, baseline)
    print("bar: p95 < 16 ms")


if __name__ == "__main__":
    main()
