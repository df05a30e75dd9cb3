"""The window of `play`: whether there can be one, and opening it."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlesim.engine.dice import Dice
    from battlesim.scenarios.library import Scenario


def why_no_window() -> str:
    """Why no window can be opened, in words; "" when one can."""
    if find_spec("battlesim.ui.app") is None:
        return "this build has no window"
    shown = sys.platform in ("win32", "darwin") or any(
        os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return "" if shown else "there is no display"


def play_window(scenario: Scenario, names: dict[str, str], seed: int, path: Path, dice: Dice) -> bool:
    """Play a battle in the window, recorded as it goes; whether it came to its end."""
    from battlesim.commands.seating import seats
    from battlesim.engine.record_write import Recorder, make_header
    from battlesim.engine.run import start
    from battlesim.ui.app import watch

    seats(names)
    state = scenario.start()
    header = make_header(
        scenario.ruleset,
        state,
        title=scenario.plan.title,
        seed=seed,
        players=names,
        options=scenario.plan.options,
        map_text=scenario.map_text,
        scenario_text=scenario.text,
    )
    run = start(scenario.ruleset, state)
    recorder = Recorder.create(path, header, state, run)
    try:
        outcome = watch(run, state, names, dice, recorder, title=scenario.plan.title, seed=seed)
    finally:
        recorder.close()
    print(f"record:  {path}")
    return outcome is not None
