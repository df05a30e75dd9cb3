"""Undo stops at dice, reveals and the answers of others, and goes through the record."""

from __future__ import annotations

import pytest

from battlesim.engine.decisions import DICE_SIDE
from battlesim.engine.record import ORDER_NOTE_KIND, PLAN_NOTE_KIND, PlayerNote
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.refusal import Refusal
from battlesim.engine.run import start_run
from battlesim.engine.undo import NOTHING_TO_UNDO_TEXT, UndoHistory, UndoResult, history_of_record
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from battlesim.rulesets.toy.state import Game
from battlesim.table.events import CardDrawn, DiceRolled
from battlesim.table.phrases import Ref, phrase
from battlesim.table.state import State
from battlesim.testing.table import make_sides, make_table, standing_piece, xy
from tests.support.minefield import Minefield, minefield


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.battle"


@pytest.fixture
def played(path):
    """A history, recorded, of a battle in which a is far from everybody and c is in range of b."""
    pieces = (standing_piece("a", 3, 20), standing_piece("b", 3, 3), standing_piece("c", 10, 3, side="blue"))
    field = make_table(*pieces, width=40.0, table_sides=make_sides("red", "blue"))
    state = State(field, Game(turn=1, phase="red", phases=("red", "blue")))
    run = start_run(load_ruleset("toy"), state)
    header = make_header(load_ruleset("toy"), state, title="undo", seed=1, players={})
    return UndoHistory(run, Recorder.create(path, header, state, run))


def give(past, *answers):
    for answer in answers:
        refusal, _ = past.answer(answer)
        assert refusal is None


def test_answers_are_taken_back_one_by_one_within_and_across_steps(played, path):
    give(played, "a", "n", "b")
    assert played.undo({"red"}) == UndoResult("red", 1, 1)
    assert played.run.pending.what == "piece"
    assert xy(played.run.state, "a") == (3, 24)
    undone = played.undo({"red"})
    assert undone.answers == 1 and undone.events > 0
    assert played.run.pending.what == "move"
    assert xy(played.run.state, "a") == (3, 20)
    give(played, "e", "b", "stay")
    assert xy(played.run.state, "a") == (7, 20)
    record = read_record(path, load_ruleset)
    assert [(a.number, a.answer) for a in record.answers] == [(1, "a"), (2, "e"), (3, "b"), (4, "stay")]
    assert len(record.entries) > len(record.live)
    assert verify_record(record).difference is None


def test_an_undone_record_is_gone_on_with(played, path):
    give(played, "a", "n", "b")
    played.undo({"red"})
    played.undo({"red"})
    played.recorder.close()
    resumed = resume_battle(path, load_ruleset)
    assert resumed.recovered == ""
    assert resumed.current_run.pending == played.run.pending
    again = resumed.history
    give(again, "s", "b")
    for _ in range(3):
        assert isinstance(again.undo({"red"}), UndoResult)
    assert again.undo_obstacle({"red"}) == NOTHING_TO_UNDO_TEXT
    assert verify_record(read_record(path, load_ruleset)).difference is None
    assert read_record(path, load_ruleset).answers == []


def test_what_was_undone_is_in_no_replay(played, path):
    give(played, "a", "n")
    before = len(Replay(read_record(path, load_ruleset)))
    give(played, "b")
    played.undo({"red"})
    assert len(Replay(read_record(path, load_ruleset))) == before
    assert [mark.name for mark in Replay(read_record(path, load_ruleset)).answers] == ["piece", "move"]


@pytest.mark.parametrize("people", [{"red"}, {"blue"}, {"red", "blue"}])
def test_nothing_is_taken_back_once_another_side_is_asked(played, people):
    give(played, "b")
    assert played.undo_obstacle({"red"}) == ""
    give(played, "stay")
    assert played.run.pending.side == "blue"
    assert played.undo(people) == Refusal("Red answered last, and Blue have been asked since")
    give(played, False)
    assert played.run.pending.side == "red"
    assert played.undo(people) == Refusal("Blue answered last, and Red have been asked since")


def test_what_is_answered_after_that_can_be_taken_back(played):
    give(played, "b", "stay", False, "c")
    assert played.undo({"red"}) == UndoResult("red", 1, 0)
    assert played.run.pending.what == "target"


def test_nothing_is_taken_back_once_all_sides_are_asked_at_once():
    past = UndoHistory(start_run(Minefield(), minefield("b")))
    give(past, "a", True, "c")
    assert past.undo_obstacle({"red"}) == ""
    give(past, True)
    assert past.undo_obstacle({"red", "blue"}) == "Red answered last, and several sides have been asked since"


def test_dice_are_not_taken_back(played):
    give(played, "b", "stay", False, "c")
    assert played.undo_obstacle({"red"}) == ""
    give(played, (1,))
    why = phrase("dice were rolled: {} at {}", Ref("b"), Ref("c"))
    assert played.undo_obstacle({"red"}) == why and played.undo({"red"}) == Refusal(why)


@pytest.mark.parametrize(
    ("fell", "words"),
    [
        (DiceRolled(why="luck", by="", sides=(6,), faces=(3,)), "dice were rolled: luck"),
        (DiceRolled(why="where it lies", by="", sides=(6,), faces=(3,), to="blue"), "dice were rolled"),
        (CardDrawn(why="red draw", card="ace"), "a card was drawn: red draw"),
        (CardDrawn(why="red draw", card="ace", to="red"), "a card was drawn"),
    ],
)
def test_what_was_thrown_for_some_alone_is_not_said_to_all(played, fell, words):
    played.add_answer(played.run.position, 0, DICE_SIDE, (), [fell], "red")
    assert played.undo_obstacle({"red", "blue"}) == words


def test_a_reveal_is_not_taken_back():
    past = UndoHistory(start_run(Minefield(), minefield("b")))
    refusal, _ = past.answer("b")
    assert refusal.reveals
    assert past.undo_obstacle({"red"}) == "it revealed something"
    give(past, "c")
    assert past.undo_obstacle({"red"}) == ""


def test_the_answer_of_a_standing_order_goes_with_the_one_before(played):
    give(played, "a")
    played.answer("n", [PlayerNote("red", ORDER_NOTE_KIND, "never", memory=["never"])])
    assert played.memories == {"red": ["never"]}
    assert played.undo({"red"}).answers == 2
    assert played.run.pending.what == "piece"
    assert played.memories == {}
    played.answer("a", [PlayerNote("red", ORDER_NOTE_KIND, "always")])
    assert played.undo_obstacle({"red"}) == NOTHING_TO_UNDO_TEXT


def test_the_past_of_a_record_is_that_of_the_battle(played, path):
    give(played, "a", "n", "b", "stay", False, "c", (1,))
    played.answer("c", [PlayerNote("blue", ORDER_NOTE_KIND, "always", memory=1)])
    record = read_record(path, load_ruleset)
    again = history_of_record(record, played.run)
    assert (again.answer_count, again.roll_count, again.barrier) == (played.answer_count, 1, played.barrier)
    assert again.memories == played.memories == {"blue": 1}
    assert len(again.entries) == len(played.entries) == 1
    assert again.entries == played.entries


def test_the_past_of_a_record_ends_where_another_side_is_asked(played, path):
    give(played, "b", "stay")
    again = history_of_record(read_record(path, load_ruleset), played.run)
    assert again.undo_obstacle({"red"}) == played.undo_obstacle({"red"}) != ""


def test_what_was_given_with_an_answer_is_taken_back_with_it(played):
    give(played, "a")
    played.answer("n", [PlayerNote("red", PLAN_NOTE_KIND, "on the way")])
    assert played.undo({"red"}).answers == 2 and played.run.pending.what == "piece"
