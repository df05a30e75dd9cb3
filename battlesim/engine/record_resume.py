"""Resuming of a battle at the point where its record ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from battlesim.engine.codec import Codec
from battlesim.engine.record import FORMAT_VERSION, AnswerLine, RecordError, StepLine
from battlesim.engine.record_file import RecordFile, replace_record
from battlesim.engine.record_lock import open_locked
from battlesim.engine.record_read import (
    Record,
    is_player_note,
    read_record,
    state_after_entry,
    upgraded_lines,
)
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_write import Recorder, RecordLineBuilder
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import GivenAnswer, Run, RunPosition
from battlesim.engine.undo import UndoHistory, history_of_record
from battlesim.engine.verify import DifferenceError, compare_item, decoded_items, is_from_rules
from battlesim.table.events import Event
from battlesim.table.state import AnyState


class ResumedBattle(msgspec.Struct, frozen=True):
    """A battle resumed from its record. It holds the undo history, the recorder and the record.

    `recovered` says which bytes or lines were removed from the end of the file or added to it; it may be "".
    """

    history: UndoHistory
    recorder: Recorder
    record: Record
    recovered: str

    @property
    def current_run(self) -> Run:
        """The battle in progress. It waits at the decision where the record ends."""
        return self.history.run

    @property
    def answer_count(self) -> int:
        """The number of answers given in the battle, without answers that were undone."""
        return self.history.answer_count

    @property
    def roll_count(self) -> int:
        """The number of dice rolls and card draws in the battle. Undone rolls and draws are not counted."""
        return self.history.roll_count


class LastStep(msgspec.Struct, frozen=True):
    """The start of the last step of the rules in a record: the state, and the index of the step's line.

    Lines that were undone are not counted. `steps` is the number of earlier steps. `position` also includes
    the answers given in the step.
    """

    index: int
    steps: int
    state: AnyState
    position: RunPosition


def last_step(record: Record) -> LastStep:
    """Return the last step of the rules in a record, with its answers. Lines that were undone are ignored."""
    at = max((i for i, e in enumerate(record.live) if isinstance(e.what, StepLine)), default=-1)
    state = record.state
    for entry in record.live[: max(at, 0)]:
        state = state_after_entry(record.path, entry, state)
    if at < 0:
        return LastStep(0, 0, state, RunPosition(state))
    line = record.live[at].what
    assert isinstance(line, StepLine)
    answers = (e.what for e in record.live[at:] if isinstance(e.what, AnswerLine))
    given = tuple(GivenAnswer(a.answer, a.refusal) for a in answers)
    return LastStep(at, line.number - 1, state, RunPosition(state, Step(line.name, line.args), given))


def step_position(record: Record, step: int | None) -> RunPosition:
    """Return the position in a recorded battle at the start of step number `step` of the rules.

    If `step` is None, return the position at the end of the record.
    """
    if step is None:
        return last_step(record).position
    line = next(e.what for e in record.live if isinstance(e.what, StepLine) and e.what.number == step)
    return RunPosition(Replay(record).state_at_step(step), Step(line.name, line.args))


def resume_battle(path: Path, find: Callable[[str], AnyRuleset]) -> ResumedBattle:
    """Resume a recorded battle at the end of its record. Lines missing at the end of the file are added.

    A file of an older version is upgraded in place after all checks. Raises RecordError if the record cannot
    be read, is damaged or is being played, or if the rules no longer give the same results in its last step.
    """
    fd = open_locked(path)
    try:
        return _resumed(path, fd, find)
    except BaseException:
        os.close(fd)
        raise


def _resumed(path: Path, fd: int, find: Callable[[str], AnyRuleset]) -> ResumedBattle:
    record = read_record(path, find)
    record.require_undamaged()
    cut = last_step(record)
    try:
        run = Run(record.ruleset, cut.position)
    except Exception as error:  # a file may hold any data, and the rules may fail on it
        what = f"the rules fail in its last step: {type(error).__name__}: {error}"
        raise RecordError(str(path), 0, what, "it can still be viewed; verify it to see more") from None
    chronicler = RecordLineBuilder(cut.state, cut.steps)
    lines = chronicler.build_lines(run.take_updates(), run.outcome)
    due = decoded_items(lines, Codec(record.ruleset))
    recorded = [entry for entry in record.live[cut.index :] if is_from_rules(entry)]
    try:
        for number, entry in enumerate(recorded):
            compare_item(entry, due[number] if number < len(due) else None, f"step {cut.steps + 1}")
    except DifferenceError as difference:
        remedy = "it can still be viewed; verify it to see more"
        raise RecordError(str(path), 0, f"the rules have changed: {difference}", remedy) from None
    size = _size_without_notes(record)
    recovered = _recovery_text(record, size, len(lines) - len(recorded))
    answers = record.answers
    recorder = Recorder(RecordFile(path, fd, _truncate(path, fd, record, size)), chronicler, len(answers))
    recorder.write_lines(lines[len(recorded) :])
    missing = [what for what in due[len(recorded) :] if isinstance(what, Event)]
    return ResumedBattle(history_of_record(record, run, recorder, missing), recorder, record, recovered)


def _truncate(path: Path, fd: int, record: Record, size: int) -> bytes:
    """Cut the open file to `size` bytes, upgrade it if it has an older version, and return its content."""
    if record.version == FORMAT_VERSION:
        os.ftruncate(fd, size)
        return path.read_bytes()
    raw = b"".join(upgraded_lines(path)[0])[:size]
    replace_record(path, raw)
    fresh = open_locked(path)
    os.dup2(fresh, fd, inheritable=False)
    os.close(fresh)
    return raw


def _size_without_notes(record: Record) -> int:
    """Return the file size without an unfinished last line and without remarks on a missing answer."""
    size = record.good
    for entry in reversed(record.entries):
        if not is_player_note(entry.what):
            break
        size = entry.start
    return size


def _recovery_text(record: Record, size: int, missing: int) -> str:
    words = []
    lost = record.good + record.torn - size
    if lost:
        words.append(f"{lost} bytes of an unfinished answer were dropped")
    if missing:
        words.append(f"{missing} lines that follow from the last answer were added")
    return "; ".join(words)
