"""Recorded battles for tests: played by random players to the end, or so far."""

from __future__ import annotations

from pathlib import Path

from battlesim.engine.dice import SeededDice
from battlesim.engine.record_read import Record, read_record
from battlesim.engine.record_resume import ResumedBattle
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import Run, start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match, MatchResult
from battlesim.rulesets import registry
from tests.contract.cases import CASES


def begin_record(path: Path, key: str = "toy", seed: int = 1, level: str = "random") -> Match:
    """A match of the ruleset's case, with its record begun."""
    case = CASES[key]()
    run = start_run(case.ruleset, case.state)
    players = {side.key: level for side in case.state.table.sides}
    header = make_header(case.ruleset, case.state, title=f"{key} {seed}", seed=seed, players=players)
    return seated(run, Recorder.create(path, header, case.state, run), seed, level)


def seated(run: Run, recorder: Recorder, seed: int, level: str) -> Match:
    """The match of a run whose sides are all played at one level."""
    seats = {side.key: load_player(level) for side in run.state.table.sides}
    return Match(run, seats, SeededDice(seed), recorder, seed=seed)


def go_on(resumed: ResumedBattle) -> MatchResult:
    """Play a resumed battle to its end."""
    header = resumed.record.header
    seats = {side: load_player(level) for side, level in header.players.items()}
    dice = SeededDice(header.seed, resumed.roll_count)
    result = Match(resumed.history, seats, dice, seed=header.seed).play()
    resumed.recorder.close()
    return result


def recorded(path: Path, key: str = "toy", seed: int = 1, level: str = "random") -> Record:
    """A battle played to its end, as read back."""
    match = begin_record(path, key, seed, level)
    match.play()
    assert match.recorder is not None
    match.recorder.close()
    return read_record(path, registry.load_ruleset)
