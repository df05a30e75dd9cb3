"""Reading a record: bounded, typed, with one clear error; a torn end is recovered and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from battlesim.engine.codec import LARGEST, Codec, CodecError, decode, encode
from battlesim.engine.record import (
    VERSION,
    AnswerLine,
    AnyLine,
    BookmarkLine,
    EventLine,
    Header,
    OutcomeLine,
    RecordError,
    RemarkLine,
    StepLine,
    UndoLine,
)
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.upgrades import upgrade
from battlesim.table.events import Event
from battlesim.table.state import AnyState

MOST_BYTES = 256 * 1024 * 1024
"""A file above this size is not read."""

Happening = Event | AnyLine
"""A line of a record, an event line standing for its event."""


class Entry(msgspec.Struct, frozen=True):
    """A line of the file: its number from 1, the byte it starts at, what it says."""

    line: int
    start: int
    what: Happening


class Record(msgspec.Struct, frozen=True):
    """A record as read. `live` leaves out what was undone; `torn` counts the bytes of an unfinished end.

    `good` is the size in bytes of what is whole, `version` that of the format in the file; `header` and
    `entries` are as the present version has them.
    """

    path: str
    version: int
    header: Header
    ruleset: AnyRuleset
    state: AnyState
    entries: tuple[Entry, ...]
    live: tuple[Entry, ...]
    good: int
    torn: int

    @property
    def answers(self) -> list[AnswerLine]:
        """The answers that stand."""
        return [entry.what for entry in self.live if isinstance(entry.what, AnswerLine)]

    @property
    def outcome(self) -> OutcomeLine | None:
        """The end, if the battle has come to it."""
        return next((e.what for e in reversed(self.live) if isinstance(e.what, OutcomeLine)), None)


class _Peek(msgspec.Struct):
    type: str
    version: int
    ruleset: str


def read_record(path: Path, find: Callable[[str], AnyRuleset]) -> Record:
    """Read a record; `find` gives the ruleset of a key (the registry's `get`). Raises RecordError."""
    name = str(path)
    raws, torn = _raw_lines(path)
    peek = _peek(name, raws)
    try:
        ruleset = find(peek.ruleset)
    except LookupError as error:
        raise RecordError(name, 1, str(error), "install that ruleset") from None
    codec = Codec(ruleset)
    entries, start = [], 0
    for number, (raw, line) in enumerate(_typed(name, raws, peek.version), start=1):
        entries.append(Entry(number, start, _happening(name, number, line, codec)))
        start += len(raw)
    header = entries[0].what
    assert isinstance(header, Header)
    try:
        state = codec.state(bytes(header.state))
    except CodecError as error:
        remedy = f"the ruleset is version {ruleset.version}, the record of {header.ruleset_version}"
        raise RecordError(name, 1, f"first state: {error}", remedy) from None
    live = _Live(name)
    for entry in entries[1:]:
        live.add(entry)
    return Record(
        name, peek.version, header, ruleset, state, tuple(entries), tuple(live.entries), start, torn
    )


def _raw_lines(path: Path) -> tuple[list[bytes], int]:
    """Whole lines with their ends, and the number of bytes of an unfinished one after them."""
    name = str(path)
    raws: list[bytes] = []
    try:
        if path.is_dir():
            raise RecordError(name, 0, "is a directory", "name a file that ends in .battle")
        size = path.stat().st_size
        if size > MOST_BYTES:
            remedy = f"records of more than {MOST_BYTES >> 20} MiB are not read"
            raise RecordError(name, 0, f"has {size >> 20} MiB", remedy)
        with path.open("rb") as file:
            while raw := file.readline(LARGEST + 1):
                if len(raw) > LARGEST:
                    raise RecordError(name, len(raws) + 1, "the line is too long", "this is not a record")
                raws.append(raw)
    except OSError as error:
        raise RecordError(name, 0, f"cannot be read: {error.strerror}", "check the name") from None
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
    if peek.version > VERSION:
        what = f"it is of version {peek.version} of the format; this program reads up to {VERSION}"
        raise RecordError(name, 1, what, "update the program")
    return peek


def _typed(name: str, raws: list[bytes], version: int) -> Iterator[tuple[bytes, AnyLine]]:
    if version < VERSION:
        raws = _upgraded(name, raws, version)
    decoder: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
    for number, raw in enumerate(raws, start=1):
        try:
            yield raw, decoder.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise RecordError(name, number, str(error), "the file is damaged here") from None


def _upgraded(name: str, raws: list[bytes], version: int) -> list[bytes]:
    try:
        plain = [decode(raw, dict[str, Any]) for raw in raws]
        return [encode(line) for line in upgrade(plain, version, VERSION)]
    except (CodecError, LookupError, TypeError) as error:
        what = f"version {version} of the format cannot be brought up to {VERSION}: {error}"
        raise RecordError(name, 0, what, "read it with the program that wrote it") from None


def _happening(name: str, number: int, line: AnyLine, codec: Codec) -> Happening:
    if not isinstance(line, EventLine):
        return line
    try:
        return codec.event(bytes(line.event))
    except CodecError as error:
        raise RecordError(name, number, f"event: {error}", "the file is damaged here") from None


class _Live:
    """The entries that no undo took back. Their steps and answers count on from 1."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.entries: list[Entry] = []
        self._counts = {StepLine: 0, AnswerLine: 0}

    def add(self, entry: Entry) -> None:
        """Take the next entry of the file. Raises RecordError when it does not follow on."""
        what = entry.what
        if isinstance(what, Header):
            raise RecordError(self.name, entry.line, "a second header", "two records stand in one file")
        if isinstance(what, UndoLine):
            self._undo(entry.line, what.to)
            return
        if isinstance(what, StepLine | AnswerLine):
            self._count(entry.line, type(what), what.number)
        self.entries.append(entry)

    def _count(self, line: int, kind: type[StepLine | AnswerLine], number: int) -> None:
        self._counts[kind] += 1
        if number != self._counts[kind]:
            word = kind.__name__.removesuffix("Line").lower()
            what = f"{word} {number} stands where {word} {self._counts[kind]} is due"
            raise RecordError(self.name, line, what, "a part of the file is missing")

    def _undo(self, line: int, to: int) -> None:
        if not 1 <= to <= self._counts[AnswerLine]:
            raise RecordError(self.name, line, f"answer {to} is undone, but was not given", "it is damaged")
        named: list[Entry] = []
        while not (isinstance(what := (entry := self.entries.pop()).what, AnswerLine) and what.number == to):
            if isinstance(what, StepLine):
                self._counts[StepLine] -= 1
            if isinstance(what, BookmarkLine) and what.answer < to:
                named.insert(0, entry)
        while self.entries and is_note(self.entries[-1].what):
            self.entries.pop()
        self.entries += named
        self._counts[AnswerLine] = to - 1


def fold(record: Record, entry: Entry, state: AnyState) -> AnyState:
    """The state after a line: an event's, else as before. Raises RecordError for one that does not fit."""
    if not isinstance(entry.what, Event):
        return state
    try:
        return entry.what.apply(state)
    except Exception as error:  # events are data from a file: anything may be wrong with them
        what = f"{type(entry.what).__name__} does not fit what came before: {type(error).__name__}: {error}"
        raise RecordError(record.path, entry.line, what, "the file is damaged here") from None


def is_note(what: Happening) -> bool:
    """Whether a line is a player's remark that goes with the answer after it."""
    return isinstance(what, RemarkLine) and what.by != ""
