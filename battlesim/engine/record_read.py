"""Reading of battle records up to the first damaged line, with checks of types and sizes."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from battlesim.engine.codec import Codec, CodecError, decode, decoder_of, encode, json_weight
from battlesim.engine.companion_files import ruleset_for_state
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
"""The maximum weight (see `json_weight`) of a record: 15 times the weight of the largest battle."""
REPAIR_HINT = "battlesim replay FILE --mend NEW makes a new record of what can be restored"
"""The remedy suggested for a damaged record."""
EVENTS_PER_KEYFRAME = 64
"""The number of events between two keyframes."""

RecordItem = Event | AnyRecordLine
"""A decoded line of a record: an event line is replaced by its event."""


class RecordEntry(msgspec.Struct, frozen=True):
    """A decoded line of a record, with its line number (from 1) and the byte offset at which it starts."""

    line: int
    start: int
    what: RecordItem


class RecordDamage(msgspec.Struct, frozen=True):
    """The first damaged line of a record, with the error in it and the number of complete lines after it."""

    line: int
    what: str
    after: int

    @property
    def text(self) -> str:
        """A message that describes the damage and says how many lines cannot be used."""
        if not self.after:
            return f"line {self.line}, the last one, is damaged: {self.what}"
        lines = "the line" if self.after == 1 else f"the {self.after} lines"
        return f"line {self.line} is damaged, and {lines} after it cannot be used: {self.what}"


class Record(msgspec.Struct, frozen=True):
    """The content of a battle's record file, up to the first damaged line.

    `version` is the format version of the file; the content is upgraded to the current format. `entries` are
    all lines, and `live` are the lines that have not been undone. `good` is the size in bytes of the readable
    lines, and `torn` is the size of an unfinished last line. `frames` holds the first state, and the states
    after every EVENTS_PER_KEYFRAME events.
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
        """The first state of the battle."""
        return self.frames[0]

    @property
    def answers(self) -> list[AnswerLine]:
        """The answers in the record, in order, without answers that were undone."""
        return [entry.what for entry in self.live if isinstance(entry.what, AnswerLine)]

    @property
    def outcome(self) -> OutcomeLine | None:
        """The recorded outcome of the battle, or None if it has not ended."""
        return next((e.what for e in reversed(self.live) if isinstance(e.what, OutcomeLine)), None)

    @property
    def problems(self) -> list[str]:
        """Messages about the parts of the file that could not be read."""
        torn = [f"{self.path}: the last line was cut: {self.torn} bytes are not read"] if self.torn else []
        damage = [f"{self.path}: {self.damage.text} ({REPAIR_HINT})"] if self.damage else []
        return torn + damage

    def require_undamaged(self) -> None:
        """Raise RecordError if the record is damaged. A damaged record must not be written to."""
        if self.damage:
            raise RecordError(self.path, 0, self.damage.text, REPAIR_HINT)


class _HeaderSummary(msgspec.Struct):
    type: str
    version: int
    ruleset: str


def read_record(path: Path, find: Callable[[str], AnyRuleset]) -> Record:
    """Read the record of a battle from a file. `find` returns the ruleset with a given key.

    Reading stops at a damaged line, which `Record.damage` describes. Raises RecordError if the file, its
    header or its first state cannot be read.
    """
    return parse_record(str(path), *read_lines(path), find)


def upgraded_lines(path: Path) -> tuple[list[bytes], int]:
    """Return a record's complete lines in the current format, and the size of an unfinished last line.

    The size is in bytes, and lines keep their numbers. Raises RecordError if reading or upgrading fails.
    """
    raws, torn = read_lines(path)
    return _upgraded(str(path), raws, _header_summary(str(path), raws).version), torn


def parse_record(name: str, raws: list[bytes], torn: int, find: Callable[[str], AnyRuleset]) -> Record:
    """Decode the complete lines of a record. `torn` is the size in bytes of an unfinished last line.

    Raises RecordError if the header or the first state cannot be read.
    """
    peek = _header_summary(name, raws)
    try:
        ruleset = find(peek.ruleset)
    except LookupError as error:
        raise RecordError(name, 1, str(error), "install that ruleset") from None
    raws = _upgraded(name, raws, peek.version)
    lines = _decoded_lines(name, raws)
    header = next(lines)
    assert isinstance(header, RecordHeader)
    codec = Codec(ruleset)
    state = _first_state(name, header, codec)
    entries, live, damage = _readable_entries(name, header, state.table, raws, lines, codec)
    frames, fault = _keyframes(name, state, live)
    if fault:
        damage = RecordDamage(fault.line, fault.what, len(raws) - fault.line)
        live = live[: next(i for i, entry in enumerate(live) if entry.line == fault.line)]
        entries = entries[: fault.line - 1]
    good = sum(map(len, raws[: len(entries)]))
    used = ruleset_for_state(ruleset, state)
    return Record(name, peek.version, header, used, frames, tuple(entries), tuple(live), good, torn, damage)


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
    """Raise RecordError if the ruleset cannot display a state. `line` is the number of the state's line."""
    try:
        ruleset.facts(state)
        ruleset.sight_rules(state)
        for side in state.table.sides:
            ruleset.view(state, side.key)
    except Exception as error:  # a file may hold any data, and the rules may fail on it
        what = f"the rules cannot show this state: {type(error).__name__}: {error}"
        remedy = "the file is damaged, or of another version of the rules"
        raise RecordError(name, line, what, remedy) from None


def _readable_entries(
    name: str,
    header: RecordHeader,
    table: Table,
    raws: Sequence[bytes],
    lines: Iterator[AnyRecordLine],
    codec: Codec,
) -> tuple[list[RecordEntry], list[RecordEntry], RecordDamage | None]:
    """Return all entries before the first unusable line, the live entries among them, and any damage."""
    entries, live = [RecordEntry(1, 0, header)], _LiveEntries(name, table)
    start = len(raws[0])
    try:
        for number, line in enumerate(lines, start=2):
            entry = RecordEntry(number, start, _record_item(name, number, line, codec))
            live.add(entry)
            entries.append(entry)
            start += len(raws[number - 1])
    except RecordError as error:
        return entries, live.entries, RecordDamage(error.line, error.what, len(raws) - error.line)
    return entries, live.entries, None


def _keyframes(
    name: str, state: AnyState, live: Sequence[RecordEntry]
) -> tuple[tuple[AnyState, ...], RecordError | None]:
    """Return the keyframes (see `Record.frames`), and the error of the first event that does not fit."""
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
    """Return the complete lines of a file, with newlines, and the size in bytes of an unfinished last line.

    Raises RecordError if the file cannot be read or is too large.
    """
    name = str(path)
    try:
        raw = read_plain(path, MAX_RECORD_WEIGHT)
    except UnreadableError as error:
        raise RecordError(name, 0, str(error), "check the name") from None
    if json_weight(raw) > MAX_RECORD_WEIGHT:
        raise RecordError(name, 0, "the file holds too many values for a record", "choose another file")
    raws = io.BytesIO(raw).readlines()
    unfinished = bool(raws) and (not raws[-1].endswith(b"\n") or b"\0" in raws[-1])
    torn = len(raws.pop()) if unfinished else 0
    return raws, torn


def _header_summary(name: str, raws: list[bytes]) -> _HeaderSummary:
    if not raws:
        raise RecordError(
            name, 1, "the file is empty or was cut off in its first line", "choose another file"
        )
    try:
        peek: _HeaderSummary = decode(raws[0], _HeaderSummary)
    except CodecError as error:
        raise RecordError(name, 1, f"the header is invalid: {error}", "choose another file") from None
    if peek.type != "header":
        raise RecordError(
            name, 1, f"{peek.type!r} comes before any header", "the start of the file is missing"
        )
    if peek.version > FORMAT_VERSION:
        what = f"its format has version {peek.version}; this program reads versions up to {FORMAT_VERSION}"
        raise RecordError(name, 1, what, "update the program")
    return peek


def _decoded_lines(name: str, raws: Sequence[bytes]) -> Iterator[AnyRecordLine]:
    read = decoder_of(AnyRecordLine)
    for number, raw in enumerate(raws, start=1):
        try:
            line: AnyRecordLine = read(raw)
        except CodecError as error:
            raise RecordError(name, number, str(error), "the file is damaged here") from None
        yield line


def _upgraded(name: str, raws: list[bytes], version: int) -> list[bytes]:
    """Return the lines upgraded to the present version, except for a damaged line and all lines after it."""
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
        what = f"format version {version} cannot be upgraded to {FORMAT_VERSION}: {error}"
        raise RecordError(name, 0, what, "read it with the program that wrote it") from None


def _record_item(name: str, number: int, line: AnyRecordLine, codec: Codec) -> RecordItem:
    if not isinstance(line, EventLine):
        return line
    try:
        return codec.decode_event(bytes(line.event))
    except CodecError as error:
        raise RecordError(name, number, f"event: {error}", "the file is damaged here") from None


class _LiveEntries:
    """A list of the entries that were not undone, which checks the numbers of steps and answers."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.entries: list[RecordEntry] = []
        self._sides = {DICE_SIDE, ALL_SIDES, *(side.key for side in table.sides)}
        self._counts = {StepLine: 0, AnswerLine: 0}

    def add(self, entry: RecordEntry) -> None:
        """Add the next line of the file. Raises RecordError if the line is out of order or invalid."""
        what = entry.what
        if isinstance(what, RecordHeader):
            raise RecordError(self.name, entry.line, "a second header", "the file holds two records")
        if isinstance(what, UndoLine):
            self._undo(entry.line, what.to)
            return
        if isinstance(what, AnswerLine) and what.side not in self._sides:
            fault = f"an answer of {what.side!r}, which is not a side of the battle"
            raise RecordError(self.name, entry.line, fault, "the file is damaged here")
        if isinstance(what, StepLine | AnswerLine):
            self._count(entry.line, type(what), what.number)
        self.entries.append(entry)

    def _count(self, line: int, kind: type[StepLine | AnswerLine], number: int) -> None:
        self._counts[kind] += 1
        if number != self._counts[kind]:
            word = tag_of(kind)
            what = f"{word} {number} comes where {word} {self._counts[kind]} is due"
            raise RecordError(self.name, line, what, "a part of the file is missing")

    def _undo(self, line: int, to: int) -> None:
        if not 1 <= to <= self._counts[AnswerLine]:
            raise RecordError(
                self.name, line, f"answer {to} is undone but was never given", "the file is damaged here"
            )
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
    """Return the state after a recorded line. Raises RecordError if it is an event that cannot be applied."""
    if not isinstance(entry.what, Event):
        return state
    try:
        return apply_decoded_event(entry.what, state)
    except APPLY_ERRORS as error:
        what = f"{tag_of(type(entry.what))} does not fit what came before: {error}"
    except Exception as error:  # an event from a file may hold any data
        what = f"{tag_of(type(entry.what))} does not fit what came before: {type(error).__name__}: {error}"
    raise RecordError(path, entry.line, what, "the file is damaged here")


def is_player_note(what: RecordItem) -> bool:
    """Return whether a recorded line is a player's remark on the answer that follows it."""
    return isinstance(what, RemarkLine) and what.by != ""
