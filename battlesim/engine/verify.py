"""Verification of a battle's record by running its answers through the rules again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.codec import Codec, builtin_values
from battlesim.engine.decisions import DICE_SIDE, Decision
from battlesim.engine.dice import DiceKind, SeededDice
from battlesim.engine.digest import first_difference
from battlesim.engine.event_application import EventError
from battlesim.engine.record import (
    AnswerLine,
    AnyRecordLine,
    BookmarkLine,
    DigestLine,
    EventLine,
    RecordError,
    StepLine,
)
from battlesim.engine.record_read import Record, RecordEntry, RecordItem, is_player_note
from battlesim.engine.record_write import RecordLineBuilder
from battlesim.engine.run import GivenAnswer, Run, RunPosition
from battlesim.table.events import Event
from battlesim.table.phrases import Phrase
from battlesim.table.tags import tag_of

AS_RECORDED = "(first as recorded, then as replayed)"
"""The words that explain the two values of a difference."""


class Verification(msgspec.Struct, frozen=True):
    """The result of verifying a record: the numbers of lines compared, and the first difference or None.

    If the record stops before the last result of its last answer, `missing` says so; otherwise it is "".
    `impossible` is the line number of an impossible dice roll or card draw, or 0.
    """

    answers: int
    events: int
    steps: int
    difference: str | None
    missing: str = ""
    impossible: int = 0

    def require_possible(self, path: str) -> None:
        """Raise RecordError if the record contains an impossible dice roll or card draw."""
        if self.impossible:
            raise RecordError(path, self.impossible, self.difference or "", "the record was changed")


def version_difference_text(record: Record) -> str:
    """Return a message if a record's ruleset has another version than the installed one, or else ""."""
    was, now = record.header.ruleset_version, record.ruleset.version
    title = record.ruleset.title
    return "" if was == now else f"it was played by version {was} of {title}, here is version {now}"


class DifferenceError(Exception):
    """Raised when a line of a record differs from what the rules give."""


def decoded_items(lines: Iterable[AnyRecordLine], codec: Codec) -> list[RecordItem]:
    """Return the lines of a record, with each event line replaced by the event that it contains."""
    return [codec.decode_event(bytes(line.event)) if isinstance(line, EventLine) else line for line in lines]


def compare_item(entry: RecordEntry, due: RecordItem | None, moment: str) -> None:
    """Raise DifferenceError if a recorded line is not the expected line. An empty digest is not compared."""
    was = entry.what
    if due is None:
        raise DifferenceError(f"{moment}: line {entry.line} has {_name(was)}, but the rules produce nothing")
    if type(was) is not type(due):
        raise DifferenceError(
            f"{moment}: line {entry.line} has {_name(was)}, but the rules produce {_name(due)}"
        )
    if isinstance(was, DigestLine) and not was.digest:
        return
    words = None if with_plain_text(was) == with_plain_text(due) else first_difference(was, due)
    if words:
        raise DifferenceError(f"{moment}: line {entry.line}, {_name(was)}: {words} {AS_RECORDED}")


def _name(what: RecordItem) -> str:
    word = tag_of(type(what))
    return f"{word} [{what.rule}]" if isinstance(what, Event) and what.rule else word


def with_plain_text(what: Any) -> Any:
    """Return a copy of a struct with its phrases converted to strings, so that only the text is compared."""
    words = {field: getattr(what, field) for field in getattr(what, "__struct_fields__", ())}
    spoken = {field: str(value) for field, value in words.items() if isinstance(value, Phrase)}
    return msgspec.structs.replace(what, **spoken) if spoken else what


def is_from_rules(entry: RecordEntry) -> bool:
    """Return whether a recorded line results from the rules, so that verification must reproduce it."""
    return not isinstance(entry.what, AnswerLine | BookmarkLine) and not is_player_note(entry.what)


class _Checker:
    def __init__(self, record: Record) -> None:
        self.record, self.codec = record, Codec(record.ruleset)
        self.chronicler = RecordLineBuilder(record.state)
        self.seeded = record.header.dice is DiceKind.seeded
        self.dice = SeededDice(record.header.seed)
        self.due: deque[RecordItem] = deque()
        self.answers = self.events = self.steps = self.impossible = 0
        self.stopped = ""

    @property
    def missing(self) -> str:
        """A message if the record ends before all results of its last answer, else ""."""
        cut = "the record stops before the last result of its last answer"
        return self.stopped or (cut if self.due else "")

    def begin(self) -> None:
        self.run = Run(self.record.ruleset, RunPosition(self.record.state))
        self.refill()

    @property
    def moment(self) -> str:
        return f"step {self.steps}, answer {self.answers}"

    def refill(self) -> None:
        lines = self.chronicler.build_lines(self.run.take_updates(), self.run.outcome)
        self.due.extend(decoded_items(lines, self.codec))

    def line(self, entry: RecordEntry) -> None:
        compare_item(entry, self.due.popleft() if self.due else None, self.moment)
        self.steps += isinstance(entry.what, StepLine)
        self.events += isinstance(entry.what, Event)

    def answer(self, line: int, given: AnswerLine) -> None:
        if self.due:
            raise DifferenceError(f"{self.moment}: before line {line} the record lacks {_name(self.due[0])}")
        self.answers += 1
        decision = self.run.pending
        asked = f"{decision.side}: {decision.what}" if decision else "nothing"
        if decision is None or (decision.side, decision.what) != (given.side, given.what):
            raise DifferenceError(
                f"{self.moment}: line {line} answers {given.side}: {given.what}, but the rules ask {asked}"
            )
        try:
            answer = decision.parse_answer(given.answer)
        except msgspec.ValidationError as error:
            raise DifferenceError(f"{self.moment}: line {line}: {error}") from None
        refusal = self.run.check(answer)
        if refusal and decision.side == DICE_SIDE:
            self.impossible = line
            raise DifferenceError(str(refusal.reason))
        if self.seeded and decision.side == DICE_SIDE:
            self.roll(line, decision, answer)
        if with_plain_text(refusal) != with_plain_text(given.refusal):
            words = f"refusal of {given.what}: {first_difference(given.refusal, refusal)}"
            raise DifferenceError(f"{self.moment}: line {line}: {words} {AS_RECORDED}")
        self.run.accept_answer(GivenAnswer(answer, refusal))
        self.refill()

    def roll(self, line: int, decision: Decision[Any], came: Any) -> None:
        """Raise DifferenceError if a roll or card differs from the result that the seed gives."""
        assert isinstance(decision, ChanceDecision)
        due = decision.roll_or_draw(self.dice)
        if came != due:
            was, now = (some if isinstance(some, str) else ", ".join(map(str, some)) for some in (came, due))
            raise DifferenceError(
                f"{self.moment}: line {line} records {was} for roll {self.dice.rolls} "
                f"({decision.prompt_text}), but the seed {self.dice.seed} gives {now}"
            )


def verify_record(record: Record) -> Verification:
    """Compare the lines of a record with the results of running the rules again.

    If all lines before a damaged line match, the damage is reported as the difference.
    """
    checker = _Checker(record)
    difference = _walk(checker, record.live)
    was, now = record.header.ruleset_version, record.ruleset.version
    if difference and was != now:
        difference = f"played by version {was} of the rules, which are version {now} now; {difference}"
    if difference is None and record.damage:
        difference = record.damage.text
    counts = checker.answers, checker.events, checker.steps
    return Verification(*counts, difference, checker.missing, checker.impossible)


def next_due_item(record: Record) -> RecordItem | None:
    """Return the line that must follow the last line of a record according to the rules and the dice seed.

    Return None if a player must answer next, or if the record already differs from the rules.
    """
    checker = _Checker(record)
    if _walk(checker, record.live) or checker.stopped:
        return None
    if checker.due:
        return checker.due[0]
    asked = checker.run.pending
    if not (checker.seeded and isinstance(asked, ChanceDecision)):
        return None
    came = asked.roll_or_draw(checker.dice)
    return AnswerLine(
        number=checker.answers + 1, side=DICE_SIDE, what=asked.what, answer=builtin_values(came)
    )


def _walk(checker: _Checker, entries: Sequence[RecordEntry]) -> str | None:
    """Return the first difference between recorded lines and the rules, or None if there is none."""
    told = deque(entry for entry in entries if isinstance(entry.what, AnswerLine) or is_from_rules(entry))
    try:
        checker.begin()
        while told:
            entry = told.popleft()
            if isinstance(entry.what, AnswerLine):
                checker.answer(entry.line, entry.what)
            else:
                checker.line(entry)
    except DifferenceError as difference:
        return str(difference)
    except EventError as error:
        checker.stopped = str(error)
        return f"{checker.moment}: the rules fail: {error}" if told else None
    except Exception as error:  # a record may hold any data, and the rules may fail on it
        return f"{checker.moment}: the rules fail: {type(error).__name__}: {error}"
    return None
