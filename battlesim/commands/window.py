"""The window of `play`: whether there can be one, and opening it."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from battlesim.ui.settings import Settings


def why_no_window() -> str:
    """Why no window can be opened, in words; "" when one can."""
    if find_spec("battlesim.ui.app") is None:
        return "this build has no window"
    shown = sys.platform in ("win32", "darwin") or any(
        os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return "" if shown else "there is no display"


@contextmanager
def one_window() -> Iterator[None]:
    """All screens shown meanwhile share one window: a key held on one is known to be held on the next."""
    from battlesim.ui.display import close

    try:
        yield
    finally:
        close()


def resume_window(path: Path, settings: Settings) -> bool:
    """Go on with the battle of a record in the window; whether it came to its end. Raises RecordError."""
    from battlesim.commands.output import note
    from battlesim.commands.play import dice_of
    from battlesim.commands.seating import HUMAN, seats
    from battlesim.engine.record_replay import Replay
    from battlesim.engine.record_resume import resume
    from battlesim.rulesets import registry
    from battlesim.scenarios.sources import load_record
    from battlesim.ui.app import watch

    going = resume(path, registry.get)
    header = going.record.header
    try:
        seats({side: name for side, name in header.players.items() if name != HUMAN})
        if going.recovered:
            note(f"{path}: {going.recovered}")
        outcome = watch(
            going.history,
            going.record.state,
            header.players,
            dice_of(header.dice, header.seed, going.rolls, windowed=True),
            title=header.title,
            seed=header.seed,
            past=Replay(load_record(path)).events,
            settings=settings,
        )
    finally:
        going.recorder.close()
        print(f"record:  {path.absolute()}")
    return outcome is not None


def review_window(path: Path, settings: Settings, at: int = 0, seen_by: str | None = None) -> Path | None:
    """Go over a record in the window, from so many events on, seen by a side. Raises RecordError.

    Gives the new record that the person wants to play on in, if any.
    """
    from battlesim.commands.records import new_record
    from battlesim.engine.record_branch import branch
    from battlesim.engine.record_replay import Replay
    from battlesim.scenarios.sources import load_record
    from battlesim.ui.app import review

    record = load_record(path)
    wish = review(record, at=at, seen_by=seen_by, settings=settings)
    if wish is None:
        return None
    fresh = new_record(f"{path.stem}-from-{wish.at}", settings)
    branch(Replay(record), wish.at, _seats(record.header.players, wish.side), fresh)
    return fresh


def _seats(players: Mapping[str, str], own: str) -> dict[str, str]:
    """A person at one side; at the others who played them, but for people."""
    from battlesim.commands.seating import HUMAN
    from battlesim.players.levels import best_level

    others = {side: best_level() if name == HUMAN else name for side, name in players.items()}
    return {**others, own: HUMAN}


def own_settings() -> Settings:
    """The person's settings; what is wrong with their file is said on stderr."""
    from battlesim.commands.output import note
    from battlesim.ui.settings import load_settings

    settings, faults = load_settings()
    for fault in faults:
        note(f"battlesim: {fault}")
    return settings
