"""Idle creatures: an action that a creature spends without an act, with prey in reach, is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.record_read import Record, read_record
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start_run
from battlesim.mechanics.deck import Deck
from battlesim.players.match import Match
from battlesim.players.random_player import RandomPlayer
from battlesim.rulesets import registry
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.battle.turn_sequence import TURN_PHASES
from battlesim.rulesets.troice_station.core.state import MARINES, Battle
from battlesim.rulesets.troice_station.creatures import program
from battlesim.table.events import PiecesMoved
from battlesim.table.ids import CardId
from benchmarks.idle_creatures import idle_actions

from .things import alien, battle, block, trooper

CORNER_SHUT_OFF = [
    block("building", f"b{k}", *sides) for k, sides in enumerate([(0, 15, 20, 16), (15, 0, 16, 20)])
]
"""Two solid blocks that shut off the corner of the table in which the marine stands."""


def card_of_quarter_4(path: Path, state: Battle) -> Record:
    """Return the record of a turn with only the card of quarter 4."""
    run = start_run(RULESET, state)
    header = make_header(RULESET, state, title="idle", seed=1, players={MARINES: "random"})
    recorder = Recorder.create(path, header, state, run)
    match = Match(run, {MARINES: RandomPlayer()}, SeededDice(1), recorder, seed=1)
    while run.pending is not None and run.state.game.turn == 1:
        match.answer_next()
    recorder.close()
    return read_record(path, registry.load_ruleset)


def table(x: float, y: float, **more: object) -> Battle:
    """Return a table with an Alien at a point of quarter 4 and a marine at (10, 10)."""
    deck = Deck((CardId("q4"),))
    return battle(trooper(), alien("x", x, y), phase="cards", phases=TURN_PHASES, deck=deck, **more)  # type: ignore[arg-type]


@pytest.mark.rule("TS-GAP-86", "TS-GAP-85", "TS-ALN-04")
def test_an_alien_that_attacks_is_not_idle(tmp_path: Path) -> None:
    record = card_of_quarter_4(tmp_path / "a.battle", table(14, 10))
    assert any(isinstance(entry.what, PiecesMoved) for entry in record.live)
    assert idle_actions(record) == []


@pytest.mark.rule("TS-GAP-86", "TS-GAP-85", "TS-ALN-04")
def test_an_alien_that_stands_still_with_prey_in_reach_is_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "programmed_action", lambda state, piece: None)
    (line,) = idle_actions(card_of_quarter_4(tmp_path / "a.battle", table(14, 10)))
    assert line.startswith("turn 1: x at (14") and line.endswith("for nothing")


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85", "TS-ALN-04")
def test_an_alien_with_no_way_to_its_prey_is_not_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "programmed_action", lambda state, piece: None)
    shut_out = card_of_quarter_4(tmp_path / "a.battle", table(20, 20, terrain=CORNER_SHUT_OFF))
    in_the_open = card_of_quarter_4(tmp_path / "b.battle", table(20, 20))
    assert (len(idle_actions(shut_out)), len(idle_actions(in_the_open))) == (0, 1)
