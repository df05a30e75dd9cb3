"""Writing a record while the battle runs, so that a kill at any moment costs at most the answer in flight."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from battlesim import __version__
from battlesim.engine.codec import encode, plain
from battlesim.engine.decisions import Decision
from battlesim.engine.dice import DiceKind
from battlesim.engine.digest import digest
from battlesim.engine.record import (
    VERSION,
    AnswerLine,
    AnyLine,
    BookmarkLine,
    DigestLine,
    EventLine,
    Header,
    Note,
    OutcomeLine,
    RecordError,
    RemarkLine,
    StepLine,
    UndoLine,
)
from battlesim.engine.record_lock import open_alone
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import AnyRuleset, Outcome, Step
from battlesim.engine.run import Given, Run
from battlesim.table.events import Event, Remark
from battlesim.table.state import AnyState

News = Step | Event | Remark


def make_header(
    ruleset: AnyRuleset,
    state: AnyState,
    *,
    title: str,
    seed: int,
    players: Mapping[str, str],
    dice: DiceKind = DiceKind.seeded,
    options: Mapping[str, str] | None = None,
    map_text: str = "",
    scenario_text: str = "",
) -> Header:
    """The first line of a record of a battle that starts from `state`."""
    return Header(
        version=VERSION,
        ruleset=ruleset.key,
        ruleset_version=ruleset.version,
        title=title,
        seed=seed,
        players=dict(players),
        dice=dice,
        state=msgspec.Raw(encode(state)),
        options=dict(options or {}),
        map=map_text,
        scenario=scenario_text,
        program=__version__,
    )


class Chronicler:
    """Turns what happens into lines: numbers the steps and folds the events for their digests."""

    def __init__(self, state: AnyState, steps: int = 0) -> None:
        self.state, self.steps = state, steps

    def lines(self, news: Iterable[News], outcome: Outcome | None) -> list[AnyLine]:
        """The lines of some news, and of the outcome if the battle has ended with them."""
        found: list[AnyLine] = []
        for item in news:
            if isinstance(item, Step):
                self.steps += 1
                found.append(StepLine(number=self.steps, name=item.name, args=item.args))
                found.append(DigestLine(step=self.steps, digest=digest(self.state)))
            elif isinstance(item, Event):
                self.state = item.apply(self.state)
                found.append(EventLine(event=msgspec.Raw(encode(item))))
            else:
                data = plain(item.data)
                found.append(RemarkLine(kind=item.kind, text=item.text, about=item.about, data=data))
        if outcome is not None:
            end = OutcomeLine(winner=outcome.winner, scores=outcome.scores, reason=outcome.reason)
            found += [end, DigestLine(step=self.steps + 1, digest=digest(self.state))]
        return found


class Recorder:
    """Appends to the record of a battle. Each call is one write; steps are forced to the disk."""

    def __init__(self, path: Path, fd: int, chronicler: Chronicler, answers: int) -> None:
        self.path, self.answers = path, answers
        self._fd, self._chronicler = fd, chronicler

    @classmethod
    def create(cls, path: Path, header: Header, state: AnyState, run: Run) -> Recorder:
        """A new record of a run just started from `state`. Raises RecordError; no file is overwritten."""
        fd = open_alone(path, new=True)
        recorder = cls(path, fd, Chronicler(state), 0)
        recorder.write([header])
        recorder.news(run)
        return recorder

    @property
    def steps(self) -> int:
        """The number of the step that is under way."""
        return self._chronicler.steps

    def write(self, lines: Sequence[AnyLine], *, to_disk: bool = True) -> None:
        """Append lines in one write. Raises RecordError when the disk takes no more."""
        raw = b"".join(encode(line) + b"\n" for line in lines)
        try:
            while raw:
                raw = raw[os.write(self._fd, raw) :]
            if to_disk:
                os.fsync(self._fd)
        except OSError as error:
            what = f"cannot be written on: {error.strerror}"
            raise RecordError(str(self.path), 0, what, "what was written before is safe") from None

    def answer(self, decision: Decision[Any], given: Given, notes: Sequence[Note] = ()) -> None:
        """Note an answer, with what its players said about it, before anything comes of it."""
        self.answers += 1
        lines: list[AnyLine] = [
            RemarkLine(kind=n.kind, text=n.text, by=n.side, data=n.data, memory=n.memory) for n in notes
        ]
        lines.append(
            AnswerLine(
                number=self.answers,
                side=decision.side,
                what=decision.what,
                answer=plain(given.answer),
                refusal=given.refusal,
            )
        )
        self.write(lines, to_disk=False)

    def news(self, run: Run) -> list[News]:
        """Note what has happened in the run, and hand it on."""
        news = run.take_news()
        lines = self._chronicler.lines(news, run.outcome)
        if lines:
            self.write(lines, to_disk=any(isinstance(line, StepLine | OutcomeLine) for line in lines))
        return news

    def undo(self, to: int, run: Run, steps: int) -> None:
        """Note that answer `to` and all after it are undone; `run` stands before it, in step `steps`."""
        self.write([UndoLine(to=to)])
        self.answers = to - 1
        self._chronicler = Chronicler(run.state, steps)

    def bookmark(self, name: str) -> None:
        """Give this moment a name."""
        self.write([BookmarkLine(answer=self.answers, name=name)])

    def close(self) -> None:
        """Close the file."""
        os.close(self._fd)


def give_answer(
    run: Run, answer: Any, recorder: Recorder | None = None, notes: Sequence[Note] = ()
) -> tuple[Refusal | None, list[News]]:
    """Answer the pending decision of a run, recorded where a record is kept: the refusal, and the news."""
    refusal = run.check(answer)
    if refusal is not None and not refusal.reveals:
        return refusal, []
    given = Given(answer, refusal)
    assert run.pending is not None
    if recorder is None:
        run.take(given)
        return refusal, run.take_news()
    recorder.answer(run.pending, given, notes)
    run.take(given)
    return refusal, recorder.news(run)
