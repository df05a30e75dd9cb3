"""Runs: positions, forks, refusals that reveal, questions to several sides."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.codec import Codec, encode
from battlesim.engine.dice import SeededDice
from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.ruleset import Step
from battlesim.engine.run import GivenAnswer, Run, RunError, RunPosition, start_run
from battlesim.engine.verify import verify_record
from battlesim.players.match import Match
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import AnswerRefused
from battlesim.testing.script import ScriptError, begin_run, expect_refusal, play_script
from battlesim.testing.table import make_sides, make_table, standing_piece
from tests.contract.cases import toy
from tests.support.minefield import Minefield, Trod, minefield
from tests.support.scripted import ScriptedPlayer

RULES = Minefield()


def find(key):
    return RULES


def test_an_illegal_answer_changes_nothing():
    run = start_run(RULES, minefield())
    before = run.position
    refusal = run.answer("z")
    assert "not one of the options" in refusal.reason
    assert run.position == before


def test_a_refusal_that_reveals_is_an_event_and_asks_again():
    run = start_run(RULES, minefield("b"))
    run.take_updates()
    assert run.answer("b").reveals
    assert run.take_updates() == [AnswerRefused(rule="M-1", side="red", reason="there is a mine")]
    assert run.pending.what == "tread"
    assert run.answer("c") is None
    again = Run(RULES, run.position)
    assert again.pending == run.pending
    assert [type(item) for item in again.take_updates()] == [Step, AnswerRefused]


def test_a_position_survives_its_json_in_the_middle_of_a_step():
    run = start_run(RULES, minefield())
    run.answer("b")
    run.answer("c")
    position = Codec(RULES).decode_position(encode(run.position))
    twin = Run(RULES, position)
    assert twin.pending == run.pending
    assert run.answer(True) is None and twin.answer(True) is None
    assert twin.state == run.state
    assert run.state.game.trodden == ("c",)


def test_a_step_that_asks_nothing_runs_on_to_the_next_question():
    case = toy()
    run = begin_run(case.ruleset, case.state, "pass_turn")
    assert run.pending.what == "piece"
    assert run.state.game.phase == "blue"


def test_nothing_is_asked_when_the_battle_is_over():
    run = start_run(RULES, minefield().with_game(trodden=("a", "c"), bids={"red": "lo"}))
    assert run.outcome.winners == ("red",)
    with pytest.raises(RunError, match="over"):
        run.answer("a")


def test_a_position_with_more_answers_than_questions_is_an_error():
    position = RunPosition(
        minefield(), start_run(RULES, minefield()).step, tuple(map(GivenAnswer, ("a", True))) * 9
    )
    with pytest.raises((RunError, msgspec.ValidationError)):
        Run(RULES, position)


def test_several_sides_are_asked_at_once_and_know_nothing_of_each_other(tmp_path):
    seen = []

    def bid(view, decision):
        seen.append((decision.side, view.game.bids))
        return "hi" if decision.side == "red" else "lo"

    state = minefield().with_game(trodden=("a", "c"))
    run = start_run(RULES, state)
    header = make_header(RULES, state, title="bids", seed=0, players={})
    recorder = Recorder.create(tmp_path / "a.battle", header, state, run)
    seats = {"red": ScriptedPlayer([bid]), "blue": ScriptedPlayer([bid])}
    Match(run, seats, SeededDice(0), recorder).play()
    assert seen == [("red", {}), ("blue", {})]
    assert run.state.game.bids == {"red": "hi", "blue": "lo"}
    assert verify_record(read_record(tmp_path / "a.battle", find)).difference is None


def test_half_an_answer_of_several_sides_is_refused():
    run = start_run(RULES, minefield().with_game(trodden=("a", "c")))
    assert "every side must answer: red, blue" in run.answer({"red": "hi"}).reason
    assert run.answer(run.pending.default(run.state)) is None


def test_a_revealing_refusal_is_recorded_resumed_and_verified(tmp_path):
    path = tmp_path / "a.battle"
    state = minefield("b")
    run = start_run(RULES, state)
    header = make_header(RULES, state, title="mine", seed=0, players={})
    recorder = Recorder.create(path, header, state, run)
    match = Match(run, {"red": ScriptedPlayer(["b", "c"])}, SeededDice(0), recorder)
    match.answer_next()
    match.answer_next()
    assert match.faults == []
    assert verify_record(read_record(path, find)).difference is None
    recorder.close()
    resumed = resume_battle(path, find)
    assert resumed.answer_count == 2
    assert resumed.current_run.pending == run.pending


def test_the_default_is_taken_after_some_revealing_refusals():
    match = Match(start_run(RULES, minefield("b")), {"red": ScriptedPlayer(["b"] * 9)}, SeededDice(0))
    for _ in range(4):
        match.answer_next()
    assert match.current_run.pending.what == "sure"
    match.current_run.answer(True)
    assert match.current_run.state.game.trodden == ("a",)


def test_scripts_are_used_up_exactly():
    def run():
        return start_run(RULES, minefield())

    played = play_script(run(), [{"tread": "a"}, True, {"tread": lambda d, s: d.options[-1].key}, True])
    assert [event.square for event in played.events_of(Trod)] == ["a", "d"]
    assert len(played.decisions_with_key("sure")) == 2
    played = play_script(run(), {"tread": ["a", "c"], "sure": True})
    assert played.run.pending.what == "bid"
    assert play_script(run(), {"tread": "c"}, until="sure").run.pending.what == "sure"
    with pytest.raises(ScriptError, match="the script answers"):
        play_script(run(), [{"sure": True}])
    with pytest.raises(ScriptError, match="is refused"):
        play_script(run(), ["b"])
    with pytest.raises(ScriptError, match="unused answers"):
        play_script(run(), {"tread": ["a", "c", "d"], "sure": True})
    assert expect_refusal(run(), "z").reason
    with pytest.raises(ScriptError, match="accepts"):
        expect_refusal(run(), "a")


def test_scripted_dice_are_used_up_exactly():
    state = make_table(
        standing_piece("a", 3, 3),
        standing_piece("b", 6, 3, side="blue"),
        table_sides=make_sides("red", "blue"),
    )
    from battlesim.engine.dice import DiceError
    from battlesim.rulesets.toy.state import Game
    from battlesim.table.state import State

    def run():
        return start_run(load_ruleset("toy"), State(state, Game(turn=1, phase="red", phases=("red", "blue"))))

    shot = ["a", {"move": "stay"}, {"react": False}, {"target": "b"}]
    assert play_script(run(), shot, dice=[6]).run.outcome.winners == ("red",)
    for dice, words in (([], "only 0 are scripted"), ([6, 1], "never rolled"), ([7], "7 on a D6")):
        with pytest.raises(DiceError, match=words):
            play_script(run(), shot, dice=dice)
