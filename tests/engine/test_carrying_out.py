"""What no record can hold does not happen: the battle ends there in one line, and its record is sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.commands.failures import is_bad_input
from battlesim.engine.dice import SeededDice
from battlesim.engine.event_application import APPLY_ERRORS, EventError, apply_decoded_event, apply_new_event
from battlesim.engine.record_read import read_record
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start_run
from battlesim.engine.verify import verify_record
from battlesim.mechanics.scores import PointsScored
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets import registry
from battlesim.table.events import (
    Event,
    HitsChanged,
    MarkChange,
    MarksChanged,
    MessageLogged,
    PiecesMoved,
    PieceTravel,
)
from battlesim.table.limits import MAX_HITS
from battlesim.table.pieces import Inside, OnTable
from tests.contract.cases import CASES, toy

LAST = 10_000
"""The last turn of a toy battle that a record can hold."""


def late_battle(path: Path) -> Match:
    """A toy battle whose turns come to their limit, with its record begun."""
    case = toy()
    state = case.state.with_game(turn=LAST, turns=LAST)
    seats = {side.key: "random" for side in state.table.sides}
    run = start_run(case.ruleset, state)
    header = make_header(case.ruleset, state, title="late", seed=1, players=seats)
    recorder = Recorder.create(path, header, state, run)
    return Match(
        run, {side: load_player(name) for side, name in seats.items()}, SeededDice(1), recorder, seed=1
    )


def test_the_battle_ends_with_the_event_and_the_ruleset_named(tmp_path: Path) -> None:
    words = r"toy: PhaseBegan by TOY-TURN-01 cannot be applied: turn: .* 10000"
    with pytest.raises(EventError, match=words) as end:
        late_battle(tmp_path / "a.battle").play()
    assert is_bad_input(end.value)


def test_what_was_written_before_reads_and_verifies(tmp_path: Path) -> None:
    with pytest.raises(EventError):
        late_battle(tmp_path / "a.battle").play()
    record = read_record(tmp_path / "a.battle", registry.load_ruleset)
    found = verify_record(record)
    assert record.damage is None and found.answers == len(record.answers) > 0
    assert found.difference is None and "PhaseBegan" in found.missing


BEYOND: dict[str, tuple[Event, str]] = {
    "hits": (HitsChanged(piece="a", old=1, new=-MAX_HITS - 1), "new: .*-1000, got -1001"),
    "a count": (MarksChanged(parts=(MarkChange("a", "m", 0, 10**7),)), "new: .*got 10000000"),
    "no number": (
        PiecesMoved(parts=(PieceTravel("a", OnTable(0, 0), OnTable(float("nan"), 0)),)),
        "x: expected a number",
    ),
    "far away": (PiecesMoved(parts=(PieceTravel("a", OnTable(0, 0), OnTable(1e9, 0)),)), "x: expected"),
    "into nothing": (
        PiecesMoved(parts=(PieceTravel("a", OnTable(0, 0), Inside("?")),)),
        "there is no terrain",
    ),
    "half a letter": (MessageLogged(text="\ud800"), "cannot be encoded"),
}


@pytest.mark.parametrize("kind", BEYOND)
def test_an_event_beyond_its_limits_changes_nothing(kind: str) -> None:
    event, words = BEYOND[kind]
    with pytest.raises(APPLY_ERRORS, match=words):
        apply_new_event(event, toy().state)


def test_what_an_event_adds_up_to_stays_within_its_limits() -> None:
    state = CASES["mobile_infantry"]().state
    event = PointsScored(side=next(iter(state.game.points)), points=6e8, why="")
    with pytest.raises(APPLY_ERRORS, match=r"game\.points"):
        apply_decoded_event(event, apply_decoded_event(event, state))
