"""What becomes of a record when the disk is full, or when somebody takes it away during its battle."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.engine import record_file
from battlesim.engine.codec import json_weight
from battlesim.engine.record import BookmarkLine, PlayerNote, RecordError, RemarkLine
from battlesim.engine.record_branch import branch_record
from battlesim.engine.record_labels import append_bookmark
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.record_write import Recorder
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from tests.support.battles import begin_record, go_on, recorded
from tests.support.disk import full, short_writes

MARK = BookmarkLine(answer=2, name="here", events=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "toy.battle"


def test_a_battle_is_recorded_in_full_by_short_writes(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    short_writes(monkeypatch)
    assert verify_record(recorded(path)).difference is None


def test_a_disk_that_is_full_at_the_start_leaves_no_record(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    full(monkeypatch, room=1000)
    with pytest.raises(RecordError, match="cannot be written: No space left on device"):
        begin_record(path)
    assert list(path.parent.iterdir()) == []


def test_a_disk_that_fills_up_loses_no_answer_that_was_written(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    whole = recorded(path.with_name("whole.battle"))
    match = begin_record(path)
    match.answer_next()
    room = full(monkeypatch, room=700)
    with pytest.raises(RecordError, match="what was written before is safe"):
        match.play()
    room()
    assert match.recorder is not None
    match.recorder.close()
    assert go_on(resume_battle(path, load_ruleset)).outcome
    assert read_record(path, load_ruleset).answers == whole.answers


def test_a_branch_on_a_full_disk_leaves_no_file(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    replay = Replay(recorded(path))
    full(monkeypatch, room=1000)
    with pytest.raises(RecordError, match="No space left"):
        branch_record(replay, 0, {"red": "human", "blue": "random"}, path.with_name("b.battle"))
    assert list(path.parent.iterdir()) == [path]


def test_a_bookmark_on_a_full_disk_changes_nothing(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    record, raw = recorded(path), path.read_bytes()
    full(monkeypatch, room=10)
    with pytest.raises(RecordError, match="No space left"):
        append_bookmark(record, MARK)
    assert path.read_bytes() == raw


def test_a_second_bookmark_after_a_torn_end_leaves_the_first(path: Path) -> None:
    recorded(path)
    with path.open("ab") as file:
        file.write(b'{"type":"ev')
    record = read_record(path, load_ruleset)
    for answer in (2, 3):
        append_bookmark(record, BookmarkLine(answer=answer, name="here", events=0))
    assert [mark.number for mark in Replay(read_record(path, load_ruleset)).bookmarks] == [2, 3]


AWAY: dict[str, Callable[[Path], object]] = {
    "deleted": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(path.with_name("elsewhere.battle")),
    "deleted with its folder": lambda path: (path.unlink(), path.parent.rmdir()),
}
CHANGED: dict[str, Callable[[Path], object]] = {
    "replaced": lambda path: (path.unlink(), path.write_text("another")),
    "written over": lambda path: path.write_text("another"),
    "emptied": lambda path: os.truncate(path, 0),
    "made a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("how", [*AWAY, *CHANGED])
@pytest.mark.parametrize("answers", [0, 5])
def test_a_record_that_is_taken_away_is_written_anew(tmp_path: Path, how: str, answers: int) -> None:
    path = tmp_path / "battles" / "toy.battle"
    path.parent.mkdir()
    match = begin_record(path)
    for _ in range(answers):
        match.answer_next()
    (AWAY | CHANGED)[how](path)
    match.play()
    assert match.recorder is not None
    match.recorder.close()
    assert match.recorder.path == (path if how in AWAY else path.with_name("toy-1.battle"))
    assert verify_record(read_record(match.recorder.path, load_ruleset)).difference is None


def test_it_is_said_at_once_that_a_record_was_taken_away(path: Path) -> None:
    match, said = begin_record(path), list[str]()
    assert match.recorder is not None
    match.recorder.file.listeners.append(said.append)
    path.unlink()
    match.answer_next()
    assert said == [f"{path}: was removed or changed while the battle is played; it is rewritten"]


def test_a_record_that_is_taken_away_at_the_very_end_is_there_when_it_is_closed(path: Path) -> None:
    match = begin_record(path)
    match.play()
    raw = path.read_bytes()
    path.unlink()
    assert match.recorder is not None
    match.recorder.close()
    assert path.read_bytes() == raw


def test_a_battle_that_goes_on_keeps_its_record_too(path: Path) -> None:
    match = begin_record(path)
    match.answer_next()
    assert match.recorder is not None
    match.recorder.close()
    going = resume_battle(path, load_ruleset)
    path.unlink()
    assert go_on(going).outcome
    assert verify_record(read_record(path, load_ruleset)).difference is None


def test_a_record_that_nobody_can_write_anew_is_an_error_and_not_a_lie(tmp_path: Path) -> None:
    path = tmp_path / "battles" / "toy.battle"
    path.parent.mkdir()
    match = begin_record(path)
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("a file")
    with pytest.raises(RecordError, match="cannot be rewritten"):
        match.play()


def test_no_line_is_written_that_is_too_long_to_be_read(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    match = begin_record(path)
    monkeypatch.setattr(record_file, "MAX_JSON_BYTES", 1000)
    assert match.recorder is not None
    with pytest.raises(RecordError, match="'remark' is longer than"):
        match.recorder.write_lines([RemarkLine(kind="reason", text="x" * 1000, by="red")])
    assert read_record(path, load_ruleset).torn == 0


def test_no_record_grows_beyond_what_is_read(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    match = begin_record(path)
    monkeypatch.setattr(record_file, "MAX_RECORD_WEIGHT", json_weight(path.read_bytes()) + 3000)
    with pytest.raises(RecordError, match="records that weigh more than 0 MiB"):
        match.play()
    assert json_weight(path.read_bytes()) <= record_file.MAX_RECORD_WEIGHT


@pytest.mark.parametrize(
    "note",
    [
        PlayerNote("red", "reason", None),
        PlayerNote("red", "reason", "\ud800"),
        PlayerNote("red", "reason", "x", memory={1, 1j}),
    ],  # type: ignore[arg-type]
)
def test_nothing_is_written_that_could_not_be_read_again(path: Path, note: PlayerNote) -> None:
    match = begin_record(path)
    assert match.recorder is not None
    line = RemarkLine(kind=note.kind, text=note.text, by=note.side, memory=note.memory)
    with pytest.raises(RecordError, match="'remark' cannot be encoded"):
        match.recorder.write_lines([line])
    assert read_record(path, load_ruleset).torn == 0


def test_a_name_that_is_taken_gives_way_to_the_next(path: Path) -> None:
    path.write_text("precious")
    replay = Replay(recorded(path.with_name("whole.battle")))
    players = {"red": "human", "blue": "random"}
    assert branch_record(replay, 0, players, path, [path.with_name("b.battle")]) == path.with_name("b.battle")


def test_a_record_that_is_being_played_gives_way_to_nobody(path: Path) -> None:
    match = begin_record(path)
    header = read_record(path, load_ruleset).header
    before = path.read_bytes()
    with pytest.raises(RecordError, match="is being played in another window or program"):
        Recorder.create(path, header, match.current_run.state, match.current_run, overwrite=True)
    assert path.read_bytes() == before
