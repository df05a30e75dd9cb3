"""How soon a table is seen in its light: python -m benchmarks.bench_first_light [1920x1080].

For every scenario of ours, and for a map that comes with no picture, a window of that size is opened on a
battle that has been set up, with no tile on disk and a worker that has yet to start. Seconds from there to
the first picture, to the first one in its light, and to the first one whose light is sharp.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import msgspec
import pygame

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import start_run
from battlesim.processes import process_pool
from battlesim.render.base_pictures import base_tile_places
from battlesim.report.picture import looks_of
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.table.state import AnyState
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from benchmarks.bench_window import FRAME

LONGEST = 30.0
"""Seconds after which a light that does not come is given up."""


def row(name: str, ruleset: AnyRuleset, state: AnyState, size: tuple[int, int]) -> None:
    """Open a window and print a row."""
    with TemporaryDirectory() as folder:
        began, executor = time.perf_counter(), process_pool()
        story = ViewHistory(ruleset, state)
        story.add(start_run(ruleset, state).take_updates())
        model = WindowModel(ruleset, looks_of(ruleset), story, Playback(story), name)
        screen = pygame.display.set_mode(size)
        window = create_battle_window(screen, model, executor=executor, folder=Path(folder))
        clock = pygame.time.Clock()
        board, first, lit, sharp = window.view.board, 0.0, 0.0, 0.0
        while not sharp and time.perf_counter() - began < LONGEST:
            window.advance_frame(FRAME)
            clock.tick(60)
            now = time.perf_counter() - began
            first = first or now
            lit = lit or (
                now if any(board.is_tile_lit(place) for place in base_tile_places(board.ground)) else 0.0
            )
            sharp = (
                now if all(board.is_tile_lit(place) for place in board.visible_tiles(model.camera)) else 0.0
            )
        executor.shutdown(wait=False, cancel_futures=True)
    print(f"{name:<34}{model.camera.ppi:6.4g}{first:9.2f}{lit:9.2f}{sharp:9.2f}", flush=True)


def main() -> None:
    wide, _, high = (sys.argv[1] if len(sys.argv) > 1 else "1920x1080").partition("x")
    size = int(wide), int(high)
    pygame.init()
    print(f"{'':<34}{'px/in':>6}{'first':>9}{'lit':>9}{'sharp':>9}")
    for name in scenario_files():
        scenario = load_scenario(name)
        state = scenario.initial_state()
        row(name, scenario.ruleset, state, size)
        if name == "outpost_evac":
            table = state.table
            other = msgspec.structs.replace(table.ground, width=table.ground.width + 1)
            moved = msgspec.structs.replace(table, ground=other)
            row("a map of another", scenario.ruleset, msgspec.structs.replace(state, table=moved), size)
    print("bar: lit < 1.5 s, sharp < 10 s")


if __name__ == "__main__":
    main()
