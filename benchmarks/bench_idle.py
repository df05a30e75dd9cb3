"""What a window costs in which nothing happens: python -m benchmarks.bench_idle [1920x1080] [seconds].

The share of one core that a window takes at 60 frames a second, its table lit, no input: by day, and in a
blizzard, while snow is blown over the table and later when it has come to rest.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from battlesim.engine.run import start_run
from battlesim.report.picture import looks_of
from battlesim.scenarios.library import load_scenario
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.table_view import SNOW_STOP_S
from benchmarks.bench_window import FRAME

SCENARIOS = ("first_contact", "troice_storm", "troice_return")


def window_of(name: str, size: tuple[int, int], folder: Path) -> Window:
    """A window on a battle that has just begun, its table lit."""
    scenario = load_scenario(name)
    state = scenario.initial_state()
    story = ViewHistory(scenario.ruleset, state)
    story.add(start_run(scenario.ruleset, state).take_updates())
    model = WindowModel(scenario.ruleset, looks_of(scenario.ruleset), story, Playback(story), name)
    window = create_battle_window(pygame.display.set_mode(size), model, folder=folder)
    window.advance_frame(FRAME)
    for _ in range(60):
        window.view.board.light_view(model.camera)
        window.advance_frame(FRAME)
    return window


def share(window: Window, seconds: float) -> tuple[float, int]:
    """Of one core, in percent, and how many pictures were drawn."""
    drawn, draw = [0], window.draw

    def counted() -> None:
        drawn[0] += 1
        draw()

    window.draw = counted  # type: ignore[method-assign]
    clock, began, worked = pygame.time.Clock(), time.perf_counter(), time.thread_time()
    while time.perf_counter() - began < seconds:
        window.advance_frame(min(clock.tick(60) / 1000, 0.1))
    return 100 * (time.thread_time() - worked) / (time.perf_counter() - began), drawn[0]


def main() -> None:
    wide, _, high = (sys.argv[1] if len(sys.argv) > 1 else "1920x1080").partition("x")
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 8.0
    pygame.init()
    print(f"{'':<34}{'% core':>9}{'drawn':>9}")
    with TemporaryDirectory() as folder:
        for name in SCENARIOS:
            window = window_of(name, (int(wide), int(high)), Path(folder))
            for when in ("", ", after a while"):
                taken, drawn = share(window, seconds)
                print(f"{name + when:<34}{taken:9.1f}{drawn:9}", flush=True)
                window.advance_frame(SNOW_STOP_S)
    print("bar: 6 % of a core")


if __name__ == "__main__":
    main()
