"""Battles for the tests of the window: played without it, recorded, told."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from battlesim.engine.dice import SeededDice
from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import Run, start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.report.picture import looks_of
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record
from battlesim.table.state import AnyState
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel

SEED = 7


def begun(scenario: str, path: Path) -> tuple[Run, AnyState, Recorder, dict[str, str]]:
    """A battle at its first question, its first state, its record, its players."""
    loaded = load_scenario(scenario)
    state, names = loaded.initial_state(), {side.key: "recruit" for side in loaded.plan.sides if side.played}
    header = make_header(loaded.ruleset, state, title=loaded.plan.title, seed=SEED, players=names)
    run = start_run(loaded.ruleset, state)
    return run, state, Recorder.create(path, header, state, run), names


def play(scenario: str, path: Path) -> None:
    """Play a battle to its end without a window."""
    run, _, recorder, names = begun(scenario, path)
    Match(
        run, {side: load_player(name) for side, name in names.items()}, SeededDice(SEED), recorder, seed=SEED
    ).play()
    recorder.close()


@cache
def record(scenario: str) -> Record:
    """The record of such a battle."""
    path = Path(mkdtemp()) / "battle.battle"
    play(scenario, path)
    return load_record(path)


def model(scenario: str, reduced: bool = False) -> WindowModel:
    """A battle that has been played, to go over."""
    known = record(scenario)
    story = ViewHistory(known.ruleset, known.state)
    story.add(Replay(known).events)
    return WindowModel(
        known.ruleset, looks_of(known.ruleset), story, Playback(story, reduced), known.header.title
    )
