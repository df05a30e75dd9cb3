"""Undo stops at dice, reveals and the answers of others, and goes through the record."""

from __future__ import annotations

import pytest

from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start
from battlesim.engine.undo import History, history
from battlesim.engine.verify import verify
from battlesim.rulesets.registry import get
from battlesim.rulesets.toy.state import Game
from battlesim.table.state import State
from tests.support.minefield import Minefield, minefield
from tests.support.table import sides, stand, table, xy


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.battle"


@pytest.fixture
def played(path):
    """A history, recorded, of a battle in which a is far from everybody and c is in range of b."""
    pieces = (stand("a", 3, 20), stand("b", 3, 3), stand("c", 10, 3, side="blue"))
    field = table(*pieces, width=40.0, of=sides("red", "blue"))
    state = State(field, Game("red", ("red", "blue")))
    run = start(get("toy"), state)
    header = make_header(get("toy"), state, title="undo", seed=1, players={})
    return History(run, Recorder.create(path, header, state, run))


def give(past, *answers):
    for answer in answers:
        refusal, _ = past.answer(answer)
        assert refusal is None


def test_an_answer_can_be_taken_back_within_and_across_steps(played, path):
    give(played, "a", "n", "b")
    assert played.earliest("red") == 1
    assert played.undo(3, "red") is None
    assert played.run.pending.what == "piece"
    assert xy(played.run.state, "a") == (3, 24)
    assert played.undo(2, "red") is None
    assert played.run.pending.what == "move"
    give(played, "e", "b", "stay")
    assert xy(played.run.state, "a") == (7, 20)
    record = read_record(path, get)
    assert [(a.number, a.answer) for a in record.answers] == [(1, "a"), (2, "e"), (3, "b"), (4, "stay")]
    assert len(record.entries) > len(record.live)
    assert verify(record).difference is None


def test_an_undone_record_is_gone_on_with(played, path):
    give(played, "a", "n", "b")
    played.undo(2, "red")
    played.recorder.close()
    resumed = resume(path, get)
    assert resumed.recovered == ""
    assert resumed.run.pending == played.run.pending
    again = history(resumed.record, resumed.run, resumed.recorder)
    give(again, "s", "b")
    assert again.undo(1, "red") is None
    assert verify(read_record(path, get)).difference is None
    assert read_record(path, get).answers == []


def test_the_answers_of_others_are_not_taken_back(played):
    give(played, "b", "stay", False)
    assert played.obstacle(2, "red") == "answer 3 (react) was given by blue"
    refusal = played.undo(2, "red")
    assert refusal.reason == "answer 3 (react) was given by blue"
    assert played.run.pending.what == "target"
    assert played.earliest("red") == 4


def test_dice_are_not_taken_back(played):
    give(played, "b", "stay", False, "c", (1,))
    assert played.obstacle(4, "red") == "dice were thrown at answer 5"
    assert played.undo(4, "red") is not None
    assert "no answer 9" in played.obstacle(9, "red")


def test_a_reveal_is_not_taken_back():
    past = History(start(Minefield(), minefield("b")))
    refusal, _ = past.answer("b")
    assert refusal.reveals
    give(past, "c")
    assert past.obstacle(1, "red") == "answer 1 (tread) made something known: Refused"
    assert past.obstacle(2, "red") == ""


def test_the_past_of_a_record_is_that_of_the_battle(played, path):
    give(played, "a", "n", "b", "stay", False, "c", (1,), "c")
    record = read_record(path, get)
    again = history(record, played.run)
    assert [(p.side, p.what, p.steps, p.revealed) for p in again.pasts] == [
        (p.side, p.what, p.steps, p.revealed) for p in played.pasts
    ]
    for one, other in zip(again.pasts, played.pasts, strict=True):
        assert one.before.step == other.before.step
        assert one.before.state == other.before.state
        assert len(one.before.answers) == len(other.before.answers)
