"""Laying in wait in the window: the models concerned are in view, and the log says who waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import (
    MarkChange,
    MarksChanged,
    MessageLogged,
    MovesAnnounced,
    PiecesMoved,
    PieceTravel,
)
from battlesim.table.pieces import OnTable
from battlesim.ui.session.view_history import ViewHistory
from tests.ui.seated import seated

pytestmark = pytest.mark.usefixtures("screen")


def logged(*pieces: str, mark: str = "waits_to_fire") -> list[str]:
    """The lines of the log after a message about the second soldier, when pieces receive a mark."""
    state = load_scenario("first_patrol").initial_state()
    story = ViewHistory(load_ruleset("invasion_earth"), state)
    parts = tuple(MarkChange(piece, mark, 0, 1) for piece in pieces)
    story.add((MessageLogged(text="Soldier 2 waves", at=("s2",)), MarksChanged(parts=parts)))
    return [f"{line.words}: {line.result}" for line in story.lines[2:]]


def test_the_log_says_who_lies_in_wait() -> None:
    assert logged("s1") == ["Soldier 1 lies in wait to fire: "]
    assert logged("benton", "s1") == ["Sergeant and Soldier 1 lie in wait to fire: "]


def test_a_mark_that_comes_of_the_act_before_is_a_result_of_it() -> None:
    assert logged("d1", mark="suppressed") == []
    assert logged("s2", mark="hidden") == []


def test_a_question_about_models_of_a_side_shows_all_of_them(tmp_path: Path) -> None:
    with seated("iron_and_silver", tmp_path / "cybermen.battle", "cybermen") as table:
        assert table.asked().decision.what == "waiting"
        table.until(lambda: table.asking.camera_subject() is not None)
        subject = table.asking.camera_subject()
    assert subject is not None
    own = [piece.xy for piece in load_scenario("iron_and_silver").initial_state().table.pieces.values()]
    shown = {(x, y) for x, y, _ in subject.framing.discs}
    assert len(shown) == 5 and shown < set(own)


def test_a_move_is_not_told_again_as_it_was_announced() -> None:
    state = load_scenario("first_patrol").initial_state()
    story, at = ViewHistory(load_ruleset("invasion_earth"), state), state.table.piece("s1").xy
    there = (at[0], at[1] + 4.0)
    old, new = OnTable(*at, 90.0), OnTable(*there, 90.0)
    announced = MovesAnnounced(text="Soldier 1 runs: 4.0 in north", by="s1", courses=((at, there),))
    story.add((announced, PiecesMoved(parts=(PieceTravel("s1", old, new, (at, there)),), how="run")))
    assert [f"{line.words}; {line.result}" for line in story.lines[1:]] == ["Soldier 1 runs: 4.0 in north; "]
