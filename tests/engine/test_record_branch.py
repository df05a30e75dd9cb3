from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.engine.record import BookmarkLine, RecordError
from battlesim.engine.record_branch import branch_record
from battlesim.engine.record_labels import append_bookmark
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay, ReplayMoment
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets import registry
from tests.ui.battles import play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "whole.battle"
    play("toy", found)
    return found


def replay(path: Path) -> Replay:
    return Replay(read_record(path, registry.load_ruleset))


def test_a_bookmark_is_added_to_a_finished_record(path: Path) -> None:
    line = BookmarkLine(answer=2, name="here", events=1, note="look", about="r1")
    append_bookmark(replay(path).record, line)
    begun = replay(path).answers[1].at
    assert replay(path).bookmarks == [ReplayMoment("here", 2, begun + 1, "look", "r1")]


def test_a_bookmark_without_a_name_takes_one_away(path: Path) -> None:
    for name in ("here", ""):
        append_bookmark(replay(path).record, BookmarkLine(answer=2, name=name, events=1))
    assert replay(path).bookmarks == []


def test_a_record_with_bookmarks_verifies(path: Path) -> None:
    append_bookmark(replay(path).record, BookmarkLine(answer=2, name="here", events=1))
    assert verify_record(replay(path).record).difference is None


def test_a_bookmark_comes_after_what_is_whole(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type":"ev')
    append_bookmark(replay(path).record, BookmarkLine(answer=0, name="start", events=0))
    assert path.read_bytes().startswith(whole + b'{"type":"bookmark"')


@pytest.mark.parametrize("at", (0, 1, 7, 20))
def test_a_moment_is_found_again_by_answer_and_events(path: Path, at: int) -> None:
    whole = replay(path)
    answer, events = whole.answer_and_offset(at)
    whole.set_bookmark(BookmarkLine(answer=answer, name="x", events=events))
    assert [mark.at for mark in whole.bookmarks] == [at]


@pytest.mark.parametrize(("answer", "events"), ((-3, -4), (999, 5), (2, -9), (2, 10**9)))
def test_a_bookmark_of_nowhere_stands_within_the_battle(path: Path, answer: int, events: int) -> None:
    whole = replay(path)
    whole.set_bookmark(BookmarkLine(answer=answer, name="x", events=events))
    assert 0 <= whole.bookmarks[0].at <= len(whole)


def test_a_branch_goes_on_from_the_moment(path: Path, tmp_path: Path) -> None:
    whole = replay(path)
    at = whole.answers[4].at
    branch_record(whole, at, {"red": "human", "blue": "recruit"}, tmp_path / "branch.battle")
    going = resume_battle(tmp_path / "branch.battle", registry.load_ruleset)
    going.recorder.close()
    assert (going.current_run.state, going.answer_count) == (whole.state_after(at), 4)


def test_a_branch_of_the_start_asks_the_first_question(path: Path, tmp_path: Path) -> None:
    branch_record(replay(path), 0, {"red": "human", "blue": "recruit"}, tmp_path / "branch.battle")
    going = resume_battle(tmp_path / "branch.battle", registry.load_ruleset)
    going.recorder.close()
    assert (going.answer_count, going.record.header.players["red"]) == (0, "human")


def test_there_is_no_branch_after_the_last_question(path: Path, tmp_path: Path) -> None:
    whole = replay(path)
    with pytest.raises(RecordError, match="there is no decision after"):
        branch_record(whole, len(whole), {"red": "human"}, tmp_path / "branch.battle")
    assert not (tmp_path / "branch.battle").exists()


def test_undoing_later_answers_leaves_earlier_bookmarks(path: Path) -> None:
    append_bookmark(replay(path).record, BookmarkLine(answer=2, name="here", events=1))
    with path.open("ab") as file:
        file.write(b'{"type":"undo","to":5}\n')
    assert [mark.name for mark in replay(path).bookmarks] == ["here"]
