"""Reading a record: bounded and typed. What stands before any damage is read, the rest is named."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from battlesim.engine.codec import Codec, CodecError, decode, decoder_of, encode, json_weight
from battlesim.engine.decisions import ALL_SIDES, DICE_SIDE
from battlesim.engine.event_application import APPLY_ERRORS, apply_decoded_event
from battlesim.engine.record import (
    FORMAT_VERSION,
    AnswerLine,
    AnyRecordLine,
    BookmarkLine,
    EventLine,
    OutcomeLine,
    RecordError,
    RecordHeader,
    RemarkLine,
    StepLine,
    UndoLine,
)
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.upgrades import upgrade
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.table.checks import TableError, check_state
from battlesim.table.events import Event
from battlesim.table.state import AnyState, Table
from battlesim.table.tags import tag_of

MAX_RECORD_WEIGHT = 64 * 1024 * 1024
"""A file that weighs more (see ``json_weight``) is not read; that is 15 times the largest battle there is."""
REPAIR_HINT = "battlesim replay FILE --mend NEW makes a new record of what can be worked out again"
"""What can be done about a damaged record."""
EVENTS_PER_KEYFRAME = 64
"""Events between two states that are kept."""

RecordItem = Event | AnyRecordLine
"""A line of a record, an event line standing for its event."""


class RecordEntry(msgspec.Struct, frozen=True):
    """A line of the file: its number from 1, the byte it starts at, what it says."""

    line: int
    start: int
    what: RecordItem


class RecordDamage(msgspec.Struct, frozen=True):
    """Where a record can no longer be read: the line, what is wrong, how many whole lines follow it."""

    line: int
    what: str
    after: int

    @property
    def text(self) -> str:
        """In words: what is wrong, and what is missing for it."""
        if not self.after:
            return f"line {self.line}, the last one, is damaged: {self.what}"
        lines = "the line" if self.after == 1 else f"the {self.after} lines"
        return f"line {self.line} is damaged, and {lines} after it cannot be used: {self.what}"


class Record(msgspec.Struct, frozen=True):
    """A record as read. `live` leaves out what was undone; `torn` counts the bytes of an unfinished end.

    `version` is that of the format in the file; all else is as the present version has it (`upgraded_lines`).
    `good` is the size in bytes of what is whole. Where a line is damaged all this is what stands before it.
    `frames` are the first state and that after every SPACING events that stand, the last one the end.
    """

    path: str
    version: int
    header: RecordHeader
    ruleset: AnyRuleset
    frames: tuple[AnyState, ...]
    entries: tuple[RecordEntry, ...]
    live: tuple[RecordEntry, ...]
    good: int
    torn: int
    damage: RecordDamage | None = None

    @property
    def state(self) -> AnyState:
        """The first state."""
        return self.frames[0]

    @property
    def answers(self) -> list[AnswerLine]:
        """The answers that stand."""
        return [entry.what for entry in self.live if isinstance(entry.what, AnswerLine)]

    @property
    def outcome(self) -> OutcomeLine | None:
        """The end, if the battle has come to it."""
        return next((e.what for e in reversed(self.live) if isinstance(e.what, OutcomeLine)), None)

    @property
    def problems(self) -> list[str]:
        """What of the file is not read, in words."""
        torn = [f"{self.path}: the last line was cut: {self.torn} bytes are not read"] if self.torn else []
        damage = [f"{self.path}: {self.damage.text} ({REPAIR_HINT})"] if self.damage else []
        return torn + damage

    def require_undamaged(self) -> None:
        """Raises RecordError for a damaged record, on which nothing is written."""
        if self.damage:
            raise RecordError(self.path, 0, self.damage.text, REPAIR_HINT)


class _Peek(msgspec.Struct):
    type: str
    version: int
    ruleset: str


def read_record(path: Path, find: Callable[[str], AnyRuleset]) -> Record:
    """Read a record; `find` gives the ruleset of a key (the registry's `get`).

    A damaged line ends what is read, and `damage` says so. Raises RecordError when there is no start.
    """
    return parse_record(str(path), *read_lines(path), find)


def upgraded_lines(path: Path) -> tuple[list[bytes], int]:
    """As `read_lines`, but as the present version of the format has them: those that a Record counts.

    Raises RecordError.
    """
    raws, torn = read_lines(path)
    return _upgraded(str(path), raws, _peek(str(path), raws).version), torn


def parse_record(name: str, raws: list[bytes], torn: int, find: Callable[[str], AnyRuleset]) -> Record:
    """The record that whole lines come to, with so many bytes of an unfinished one. Raises RecordError."""
    peek = _peek(name, raws)
    try:
        ruleset = find(peek.ruleset)
    except LookupError as error:
        raise RecordError(name, 1, str(error), "install that ruleset") from None
    raws = _upgraded(name, raws, peek.version)
    lines = _typed(name, raws)
    header = next(lines)
    assert isinstance(header, RecordHeader)
    codec = Codec(ruleset)
    state = _first_state(name, header, codec)
    entries, live, damage = _stretch(name, header, state.table, raws, lines, codec)
    frames, fault = _folded(name, state, live)
    if fault:
        damage = RecordDamage(fault.line, fault.what, len(raws) - fault.line)
        live = live[: next(i for i, entry in enumerate(live) if entry.line == fault.line)]
        entries = entries[: fault.line - 1]
    good = sum(map(len, raws[: len(entries)]))
    return Record(
        name, peek.version, header, ruleset, frames, tuple(entries), tuple(live), good, torn, damage
    )


def _first_state(name: str, header: RecordHeader, codec: Codec) -> AnyState:
    ruleset = codec.ruleset
    try:
        state = codec.decode_state(bytes(header.state))
        check_state(state)
    except (CodecError, TableError) as error:
        remedy = f"the ruleset is version {ruleset.version}, the record of {header.ruleset_version}"
        raise RecordError(name, 1, f"first state: {error}", remedy) from None
    check_displayable(name, 1, ruleset, state)
    return state


def check_displayable(name: str, line: int, ruleset: AnyRuleset, state: AnyState) -> None:
    """Raises RecordError for a state of a file of which its ruleset cannot say what is to be seen."""
    try:
        ruleset.facts(state)
        ruleset.sight_rules(state)
        for side in state.table.sides:
            ruleset.view(state, side.key)
    except Exception as error:  # what a file says may be anything, and the rules may choke on it
        what = f"the rules make nothing of this state: {type(error).__name__}: {error}"
        remedy = "the file is damaged, or of another version of the rules"
        raise RecordError(name, line, what, remedy) from None


def _stretch(
    name: str,
    header: RecordHeader,
    table: Table,
    raws: Sequence[bytes],
    lines: Iterator[AnyRecordLine],
    codec: Codec,
) -> tuple[list[RecordEntry], list[RecordEntry], RecordDamage | None]:
    """The entries up to the first line that cannot be read or does not follow on, and those that stand."""
    entries, live = [RecordEntry(1, 0, header)], _Live(name, table)
    start = len(raws[0])
    try:
        for number, line in enumerate(lines, start=2):
            entry = RecordEntry(number, start, _happening(name, number, line, codec))
            live.add(entry)
            entries.append(entry)
            start += len(raws[number - 1])
    except RecordError as error:
        return entries, live.entries, RecordDamage(error.line, error.what, len(raws) - error.line)
    return entries, live.entries, None


def _folded(
    name: str, state: AnyState, live: Sequence[RecordEntry]
) -> tuple[tuple[AnyState, ...], RecordError | None]:
    """The first state and that after every SPACING events, and what is wrong with the first that does not
    fit."""
    frames, count = [state], 0
    for entry in live:
        try:
            state = state_after_entry(name, entry, state)
        except RecordError as error:
            return tuple(frames), error
        count += isinstance(entry.what, Event)
        if count == EVENTS_PER_KEYFRAME:
            frames.append(state)
            count = 0
    return tuple(frames), None


def read_lines(path: Path) -> tuple[list[bytes], int]:
    """Whole lines of a file with their ends, and the number of bytes of an unfinished one after them.

    Raises RecordError.
    """
    name = str(path)
    try:
        raw = read_plain(path, MAX_RECORD_WEIGHT)
    except UnreadableError as error:
        raise RecordError(name, 0, str(error), "check the name") from None
    if json_weight(raw) > MAX_RECORD_WEIGHT:
        raise RecordError(name, 0, "holds too many values", "no battle comes to that: this is not a record")
    raws = io.BytesIO(raw).readlines()
    unfinished = bool(raws) and (not raws[-1].endswith(b"\n") or b"\0" in raws[-1])
    torn = len(raws.pop()) if unfinished else 0
    return raws, torn


def _peek(name: str, raws: list[bytes]) -> _Peek:
    if not raws:
        raise RecordError(name, 1, "there is no whole line in it", "this is not a record of a battle")
    try:
        peek: _Peek = decode(raws[0], _Peek)
    except CodecError as error:
        raise RecordError(name, 1, f"no header: {error}", "this is not a record of a battle") from None
    if peek.type != "header":
        raise RecordError(
            name, 1, f"{peek.type!r} stands before any header", "the start of the file is missing"
        )
    if peek.version > FORMAT_VERSION:
        what = f"it is of version {peek.version} of the format; this program reads up to {FORMAT_VERSION}"
        raise RecordError(name, 1, what, "update the program")
    return peek


def _typed(name: str, raws: Sequence[bytes]) -> Iterator[AnyRecordLine]:
    read = decoder_of(AnyRecordLine)
    for number, raw in enumerate(raws, start=1):
        try:
            line: AnyRecordLine = read(raw)
        except CodecError as error:
            raise RecordError(name, number, str(error), "the file is damaged here") from None
        yield line


def _upgraded(name: str, raws: list[bytes], version: int) -> list[bytes]:
    """The lines as the present version has them; one that is damaged, and all after it, as they are."""
    if version == FORMAT_VERSION:
        return raws
    plain: list[dict[str, Any]] = []
    with contextlib.suppress(CodecError):
        for raw in raws:
            plain.append(decode(raw, dict[str, Any]))
    try:
        fresh = [encode(line) + b"\n" for line in upgrade(plain, version, FORMAT_VERSION)]
        return [*fresh, *raws[len(plain) :]]
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        what = f"version {version} of the format cannot be brought up to {FORMAT_VERSION}: {error}"
        raise RecordError(name, 0, what, "read it with the program that wrote it") from None


def _happening(name: str, number: int, line: AnyRecordLine, codec: Codec) -> RecordItem:
    if not isinstance(line, EventLine):
        return line
    try:
        return codec.decode_event(bytes(line.event))
    except CodecError as error:
        raise RecordError(name, number, f"event: {error}", "the file is damaged here") from None


class _Live:
    """The entries that no undo took back. Their steps and answers count on from 1."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.entries: list[RecordEntry] = []
        self._sides = {DICE_SIDE, ALL_SIDES, *(side.key for side in table.sides)}
        self._counts = {StepLine: 0, AnswerLine: 0}

    def add(self, entry: RecordEntry) -> None:
        """Take the next entry of the file. Raises RecordError when it does not follow on."""
        what = entry.what
        if isinstance(what, RecordHeader):
            raise RecordError(self.name, entry.line, "a second header", "two records stand in one file")
        if isinstance(what, UndoLine):
            self._undo(entry.line, what.to)
            return
        if isinstance(what, AnswerLine) and what.side not in self._sides:
            fault = f"an answer of {what.side!r}, a side that is not there"
            raise RecordError(self.name, entry.line, fault, "the file is damaged here")
        if isinstance(what, StepLine | AnswerLine):
            self._count(entry.line, type(what), what.number)
        self.entries.append(entry)

    def _count(self, line: int, kind: type[StepLine | AnswerLine], number: int) -> None:
        self._counts[kind] += 1
        if number != self._counts[kind]:
            word = tag_of(kind)
            what = f"{word} {number} stands where {word} {self._counts[kind]} is due"
            raise RecordError(self.name, line, what, "a part of the file is missing")

    def _undo(self, line: int, to: int) -> None:
        if not 1 <= to <= self._counts[AnswerLine]:
            raise RecordError(self.name, line, f"answer {to} is undone, but was not given", "it is damaged")
        named: list[RecordEntry] = []
        while not (isinstance(what := (entry := self.entries.pop()).what, AnswerLine) and what.number == to):
            if isinstance(what, StepLine):
                self._counts[StepLine] -= 1
            if isinstance(what, BookmarkLine) and what.answer < to:
                named.insert(0, entry)
        while self.entries and is_player_note(self.entries[-1].what):
            self.entries.pop()
        self.entries += named
        self._counts[AnswerLine] = to - 1


def state_after_entry(path: str, entry: RecordEntry, state: AnyState) -> AnyState:
    """The state after a line of a file: an event's, else as before. Raises RecordError for one that does not
    fit."""
    if not isinstance(entry.what, Event):
        return state
    try:
        return apply_decoded_event(entry.what, state)
    except APPLY_ERRORS as error:
        what = f"{tag_of(type(entry.what))} does not fit what came before: {error}"
    except Exception as error:  # events are data from a file: anything may be wrong with them
        what = f"{tag_of(type(entry.what))} does not fit what came before: {type(error).__name__}: {error}"
    raise RecordError(path, entry.line, what, "the file is damaged here")


def is_player_note(what: RecordItem) -> bool:
    """Whether a line is a player's remark that goes with the answer after it."""
    return isinstance(what, RemarkLine) and what.by != ""
