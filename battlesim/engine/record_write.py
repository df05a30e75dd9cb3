"""Write a record while the battle runs; a kill at any moment costs at most the answer being written."""

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
from battlesim.table.events import Event, Remark
from battlesim.table.ids import SideKey
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
    """Return the first line of the record of a battle that starts from `state`."""
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
    """The builder of record lines from run updates: it numbers the steps and applies events for digests."""

    def __init__(self, state: AnyState, steps: int = 0) -> None:
        self.state, self.steps = state, steps

    def build_lines(self, updates: Iterable[RunUpdate], outcome: Outcome | None) -> list[AnyRecordLine]:
        """Return the record lines of some updates, and of the outcome if the battle has ended with them."""
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
    """The writer of a battle's record; each call is one write, and steps are forced to the disk."""

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
        """Create the record of a run just started from `state`, under the first free path.

        The candidates are `path` and then `others`. With `overwrite` a record at `path` is replaced. Raise
        RecordError, and leave no new file, if that fails.
        """
        chronicler = RecordLineBuilder(state)
        raw = encoded_lines(path, [header, *chronicler.build_lines(run.take_updates(), run.outcome)])
        found = create_record_file(path, others, raw, overwrite=overwrite)
        return cls(RecordFile(found, open_locked(found), raw), chronicler, 0)

    @property
    def path(self) -> Path:
        """The path of the record."""
        return self.file.path

    @property
    def steps(self) -> int:
        """The number of the step that is running."""
        return self._chronicler.steps

    def write_lines(self, lines: Sequence[AnyRecordLine], *, to_disk: bool = True) -> None:
        """Append lines, all or none.

        Raise RecordError if they cannot be written or could not be read again.
        """
        self.file.append(encoded_lines(self.path, lines), to_disk=to_disk)

    def write_answer(
        self, decision: Decision[Any], given: GivenAnswer, notes: Sequence[PlayerNote] = ()
    ) -> None:
        """Append an answer, after its players' notes, before it takes effect."""
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
        """Append the updates of a run and return them."""
        news = run.take_updates()
        lines = self._chronicler.build_lines(news, run.outcome)
        if lines:
            self.write_lines(lines, to_disk=any(isinstance(line, StepLine | OutcomeLine) for line in lines))
        return news

    def write_undo(self, answer_number: int, run: Run, steps: int) -> None:
        """Append that an answer and all after it are undone; `run` is now before it, in step `steps`."""
        self.write_lines([UndoLine(to=answer_number)])
        self.answer_count = answer_number - 1
        self._chronicler = RecordLineBuilder(run.state, steps)

    def close(self) -> None:
        """Close the file after making sure that it is complete. Raise RecordError if that fails."""
        self.file.close()


def give_answer(
    run: Run, answer: Any, recorder: Recorder | None = None, notes: Sequence[PlayerNote] = ()
) -> tuple[Refusal | None, list[RunUpdate]]:
    """Answer the pending decision of a run and record it if there is a recorder.

    Return the refusal, if any, and the updates that follow.
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
