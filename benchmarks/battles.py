"""Recorded battles of a scenario, as the long jobs play them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from battlesim.engine.dice import SeededDice
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets import registry
from battlesim.scenarios.library import Scenario


def begin(path: Path, scenario: Scenario, seed: int, level: str) -> Match:
    """A battle from its start, with a new record."""
    state, ruleset = scenario.initial_state(), scenario.ruleset
    run = start_run(ruleset, state)
    players = {side.key: level for side in state.table.sides}
    header = make_header(
        ruleset,
        state,
        title=scenario.plan.title,
        seed=seed,
        players=players,
        options=scenario.plan.options,
        map_text=scenario.map_text,
        scenario_text=scenario.text,
    )
    recorder = Recorder.create(path, header, state, run)
    seats = {side: load_player(name) for side, name in players.items()}
    return Match(run, seats, SeededDice(seed), recorder, seed=seed)


def go_on(path: Path) -> Match:
    """A battle from where its record breaks off."""
    resumed = resume_battle(path, registry.load_ruleset)
    header = resumed.record.header
    seats = {side: load_player(name) for side, name in header.players.items()}
    return Match(resumed.history, seats, SeededDice(header.seed, resumed.roll_count), seed=header.seed)


def play_out(match: Match, after_answer: Callable[[], None] = lambda: None) -> None:
    """Play a match to its end and close its record."""
    while match.current_run.pending is not None:
        match.answer_next()
        after_answer()
    if match.recorder:
        match.recorder.close()
