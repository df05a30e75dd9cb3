"""Viewing a record folds its events; the rules are never run."""

from __future__ import annotations

import pytest

from battlesim.engine.record import BookmarkLine
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import EVENTS_PER_KEYFRAME, Replay
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import Event
from tests.support.battles import begin_record, recorded


@pytest.fixture
def record(tmp_path):
    return recorded(tmp_path / "a.battle", seed=2)


def test_any_moment_is_what_the_events_make_of_it(record):
    replay = Replay(record)
    assert len(replay) > EVENTS_PER_KEYFRAME
    state, folded = record.state, [record.state]
    for entry in record.live:
        if isinstance(entry.what, Event):
            state = entry.what.apply(state)
            folded.append(state)
    for at in [0, len(replay), EVENTS_PER_KEYFRAME, EVENTS_PER_KEYFRAME - 1, EVENTS_PER_KEYFRAME + 1, 3]:
        assert replay.state_after(at) == folded[at]
    with pytest.raises(IndexError, match="the record has"):
        replay.state_after(len(replay) + 1)


def test_no_rule_is_run(record, monkeypatch):
    monkeypatch.setattr(type(record.ruleset), "script", None)
    monkeypatch.setattr(type(record.ruleset), "next_step", None)
    assert Replay(record).state_after(10)


def test_the_end_is_the_end_of_the_battle(tmp_path):
    match = begin_record(tmp_path / "a.battle", seed=4)
    match.play()
    replay = Replay(read_record(tmp_path / "a.battle", load_ruleset))
    assert replay.state_after(len(replay)) == match.current_run.state


def test_steps_and_answers_are_found(record):
    replay = Replay(record)
    assert [mark.number for mark in replay.steps] == list(range(1, len(replay.steps) + 1))
    assert len(replay.answers) == len(record.answers)
    step = replay.steps[4]
    assert replay.state_at_step(5) == replay.state_after(step.at)
    assert replay.step_number_at(step.at) == 5
    with pytest.raises(IndexError, match="no step 0"):
        replay.state_at_step(0)


def test_bookmarks_stand_at_their_moment(tmp_path):
    path = tmp_path / "a.battle"
    match = begin_record(path)
    for _ in range(7):
        match.answer_next()
    match.recorder.write_lines([BookmarkLine(answer=7, name="here")])
    state = match.current_run.state
    match.play()
    replay = Replay(read_record(path, load_ruleset))
    (mark,) = replay.bookmarks
    assert (mark.name, mark.number) == ("here", 7)
    assert replay.state_after(mark.at) == state
