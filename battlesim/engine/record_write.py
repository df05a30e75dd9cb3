"""Writing a record while the battle runs, so that a kill at any moment costs at most the answer in flight."""

from __future__ import annotations

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
    DigestLine,
    EventLine,
    Header,
    Note,
    OutcomeLine,
    RemarkLine,
    StepLine,
    UndoLine,
)
from battlesim.engine.record_file import RecordFile, begin_file, encoded
from battlesim.engine.record_lock import open_alone
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import AnyRuleset, Outcome, Step
from battlesim.engine.run import Given, Run
from battlesim.table.events import Event, Remark
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState

News = Step | Event | Remark


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
) -> Header:
    """The first line of a record of a battle that starts from `state`."""
    return Header(
        version=VERSION,
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
            end = OutcomeLine(winners=outcome.winners, scores=outcome.scores, reason=outcome.reason)
            found += [end, DigestLine(step=self.steps + 1, digest=digest(self.state))]
        return found


class Recorder:
    """Appends to the record of a battle. Each call is one write; steps are forced to the disk."""

    def __init__(self, file: RecordFile, chronicler: Chronicler, answers: int) -> None:
        self.file, self.answers = file, answers
        self._chronicler = chronicler

    @classmethod
    def create(
        cls,
        path: Path,
        header: Header,
        state: AnyState,
        run: Run,
        others: Iterable[Path] = (),
        *,
        over: bool = False,
    ) -> Recorder:
        """A new record of a run just started from `state`, under the first free one of `path` and `others`.

        With `over` a record of this path gives way. Raises RecordError, and leaves no file then.
        """
        chronicler = Chronicler(state)
        raw = encoded(path, [header, *chronicler.lines(run.take_news(), run.outcome)])
        found = begin_file(path, others, raw, over=over)
        return cls(RecordFile(found, open_alone(found), raw), chronicler, 0)

    @property
    def path(self) -> Path:
        """Where the record is."""
        return self.file.path

    @property
    def steps(self) -> int:
        """The number of the step that is under way."""
        return self._chronicler.steps

    def write(self, lines: Sequence[AnyLine], *, to_disk: bool = True) -> None:
        """Append lines, all or none. Raises RecordError when they cannot be written, or not be read again."""
        self.file.append(encoded(self.path, lines), to_disk=to_disk)

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

    def close(self) -> None:
        """Close the file, with everything in its place. Raises RecordError when that cannot be."""
        self.file.close()


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
