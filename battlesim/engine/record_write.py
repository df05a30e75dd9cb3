"""Recording of a battle while it is played. If the program is killed, at most the current answer is lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from battlesim import __version__
from battlesim.engine.codec import builtin_values, encode
from battlesim.engine.decisions import Decision
from battlesim.engine.dice import DiceKind
from battlesim.engine.digest import state_digest
from battlesim.engine.record import (
    FORMAT_VERSION,
    AnswerLine,
    AnyRecordLine,
    DigestLine,
    EventLine,
    OutcomeLine,
    PlayerNote,
    RecordHeader,
    RemarkLine,
    StepLine,
    UndoLine,
)
from battlesim.engine.record_file import RecordFile, create_record_file, encoded_lines
from battlesim.engine.record_lock import open_locked
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import AnyRuleset, Outcome, Step
from battlesim.engine.run import GivenAnswer, Run
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.remarks import Remark
from battlesim.table.state import AnyState

RunUpdate = Step | Event | Remark


def make_header(
    ruleset: AnyRuleset,
    state: AnyState,
    *,
    title: str,
    name: str = "",
    seed: int,
    players: Mapping[SideKey, str],
    dice: DiceKind = DiceKind.seeded,
    options: Mapping[str, str] | None = None,
    map_text: str = "",
    scenario_text: str = "",
    warnings: Sequence[str] = (),
) -> RecordHeader:
    """Return the header for the record of a battle that begins with `state`."""
    return RecordHeader(
        version=FORMAT_VERSION,
        ruleset=ruleset.key,
        ruleset_version=ruleset.version,
        title=title,
        name=name,
        seed=seed,
        players=dict(players),
        dice=dice,
        state=msgspec.Raw(encode(state)),
        options=dict(options or {}),
        map=map_text,
        scenario=scenario_text,
        program=__version__,
        warnings=tuple(warnings),
    )


class RecordLineBuilder:
    """A converter of a battle's steps, events and remarks to record lines. It also computes the digests."""

    def __init__(self, state: AnyState, steps: int = 0) -> None:
        self.state, self.steps = state, steps

    def build_lines(self, updates: Iterable[RunUpdate], outcome: Outcome | None) -> list[AnyRecordLine]:
        """Return the record lines for steps, events and remarks, and for the outcome of an ended battle."""
        lines: list[AnyRecordLine] = []
        for item in updates:
            if isinstance(item, Step):
                self.steps += 1
                lines.append(StepLine(number=self.steps, name=item.name, args=item.args))
                lines.append(DigestLine(step=self.steps, digest=state_digest(self.state)))
            elif isinstance(item, Event):
                self.state = item.apply(self.state)
                lines.append(EventLine(event=msgspec.Raw(encode(item))))
            else:
                data = builtin_values(item.data)
                lines.append(RemarkLine(kind=item.kind, text=item.text, about=item.about, data=data))
        if outcome is not None:
            end = OutcomeLine(winners=outcome.winners, scores=outcome.scores, reason=outcome.reason)
            lines += [end, DigestLine(step=self.steps + 1, digest=state_digest(self.state))]
        return lines


class Recorder:
    """A writer for the record of a battle. Each call writes once, and each new step is flushed to disk."""

    def __init__(self, file: RecordFile, chronicler: RecordLineBuilder, answer_count: int) -> None:
        self.file, self.answer_count = file, answer_count
        self._chronicler = chronicler

    @classmethod
    def create(
        cls,
        path: Path,
        header: RecordHeader,
        state: AnyState,
        run: Run,
        others: Iterable[Path] = (),
        *,
        overwrite: bool = False,
    ) -> Recorder:
        """Create the record of a battle that has just started from `state`.

        The record is written to the first path of `path` and `others` that is free. If `overwrite` is true, a
        record at `path` is replaced. Raises RecordError, leaving no new file, if writing fails.
        """
        chronicler = RecordLineBuilder(state)
        raw = encoded_lines(path, [header, *chronicler.build_lines(run.take_updates(), run.outcome)])
        found = create_record_file(path, others, raw, overwrite=overwrite)
        return cls(RecordFile(found, open_locked(found), raw), chronicler, 0)

    @property
    def path(self) -> Path:
        """The path of the record file."""
        return self.file.path

    @property
    def steps(self) -> int:
        """The number of the current step of the rules."""
        return self._chronicler.steps

    def write_lines(self, lines: Sequence[AnyRecordLine], *, to_disk: bool = True) -> None:
        """Append lines to the record, either all of them or none. Raises RecordError if this fails."""
        self.file.append(encoded_lines(self.path, lines), to_disk=to_disk)

    def write_answer(
        self, decision: Decision[Any], given: GivenAnswer, notes: Sequence[PlayerNote] = ()
    ) -> None:
        """Append an answer, with the players' notes on it, to the record before the answer takes effect."""
        self.answer_count += 1
        lines: list[AnyRecordLine] = [
            RemarkLine(kind=n.kind, text=n.text, by=n.side, data=n.data, memory=n.memory) for n in notes
        ]
        lines.append(
            AnswerLine(
                number=self.answer_count,
                side=decision.side,
                what=decision.what,
                answer=builtin_values(given.answer),
                refusal=given.refusal,
            )
        )
        self.write_lines(lines, to_disk=False)

    def write_updates(self, run: Run) -> list[RunUpdate]:
        """Append the new steps, events and remarks of a battle to its record, and return them."""
        news = run.take_updates()
        lines = self._chronicler.build_lines(news, run.outcome)
        if lines:
            self.write_lines(lines, to_disk=any(isinstance(line, StepLine | OutcomeLine) for line in lines))
        return news

    def write_undo(self, answer_number: int, run: Run, steps: int) -> None:
        """Append a line that undoes an answer. `run` is the battle before it, in step number `steps`."""
        self.write_lines([UndoLine(to=answer_number)])
        self.answer_count = answer_number - 1
        self._chronicler = RecordLineBuilder(run.state, steps)

    def close(self) -> None:
        """Close the file after checking that it is complete. Raises RecordError if it cannot be rewritten."""
        self.file.close()


def give_answer(
    run: Run, answer: Any, recorder: Recorder | None = None, notes: Sequence[PlayerNote] = ()
) -> tuple[Refusal | None, list[RunUpdate]]:
    """Answer the open decision of a battle. If `recorder` is given, record the answer.

    Return the refusal, or None if the answer was accepted, and the steps, events and remarks that follow from
    the answer.
    """
    refusal = run.check(answer)
    if refusal is not None and not refusal.reveals:
        return refusal, []
    given = GivenAnswer(answer, refusal)
    assert run.pending is not None
    if recorder is None:
        run.accept_answer(given)
        return refusal, run.take_updates()
    recorder.write_answer(run.pending, given, notes)
    run.accept_answer(given)
    return refusal, recorder.write_updates(run)
