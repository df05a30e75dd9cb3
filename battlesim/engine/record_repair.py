"""Repair of damaged battle records, by working out again what follows from the answers.

A line can be repaired if it is determined by the rules or by the seed of the dice, and everything after it,
including the digests, agrees with the rules. A player's lost answer cannot be restored.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from battlesim.engine.codec import CodecError, decoder_of, encode
from battlesim.engine.record import AnswerLine, AnyRecordLine, BookmarkLine, EventLine, RecordError
from battlesim.engine.record_file import create_record_file, encoded_lines
from battlesim.engine.record_read import Record, RecordItem, parse_record, upgraded_lines
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.verify import next_due_item, verify_record
from battlesim.table.events import Event

MAX_REPAIRED_LINES: Final = 20
"""The maximum number of repaired lines; each repair needs a replay of the whole battle."""


class RepairedRecord(msgspec.Struct, frozen=True):
    """The lines of a repaired record, with messages about the restored lines and about the lost lines."""

    lines: tuple[bytes, ...]
    again: tuple[str, ...]
    lost: tuple[str, ...]


def repaired_record(path: Path, find: Callable[[str], AnyRuleset]) -> RepairedRecord:
    """Return the repaired part of a damaged record. `find` returns the ruleset with a given key.

    This part ends before the first line that cannot be restored. Raises RecordError if the record is
    unreadable or undamaged.
    """
    raws, torn = upgraded_lines(path)
    record = parse_record(str(path), raws, torn, find)
    if not record.damage:
        raise RecordError(str(path), 0, "no line is damaged", "there is nothing to repair")
    again, notes = list[str](), list[BookmarkLine]()
    left_out = 0
    while record.damage and len(again) < MAX_REPAIRED_LINES:
        tries = (
            (words, lines, _verified_record(record, lines, find))
            for words, lines in _possible_repairs(record, raws)
        )
        words, lines, fresh = next((repair for repair in tries if repair[2]), ("", raws, None))
        if fresh is None:
            break
        again.append(f"line {record.damage.line + left_out} {words}")
        notes.append(_repair_bookmark(record, again[-1]))
        left_out += len(raws) - len(lines)
        raws, record = lines, fresh
    stands = raws[: len(record.entries)]
    return RepairedRecord(
        (*stands, encoded_lines(path, notes)), tuple(again), tuple(_loss_texts(record, raws, torn, left_out))
    )


def write_repaired_record(repaired: RepairedRecord, path: Path, *, overwrite: bool = False) -> Path:
    """Write a repaired record to a file and return the path. Raises RecordError if writing fails."""
    return create_record_file(path, (), b"".join(repaired.lines), overwrite=overwrite)


def _possible_repairs(record: Record, raws: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """Yield possible repairs of the damaged line, likeliest first, each as a message and the new lines."""
    assert record.damage
    at = record.damage.line - 1
    due = next_due_item(record)
    if due is not None:
        fresh = encoded_lines(Path(record.path), [_as_line(due)])
        yield "was worked out again", [*raws[:at], fresh, *raws[at + 1 :]]
    if record.damage.after:
        yield "changes nothing and is left out", [*raws[:at], *raws[at + 1 :]]


def _as_line(what: RecordItem) -> AnyRecordLine:
    return EventLine(event=msgspec.Raw(encode(what))) if isinstance(what, Event) else what


def _verified_record(before: Record, lines: list[bytes], find: Callable[[str], AnyRuleset]) -> Record | None:
    """Return the record parsed from `lines` if the damage is gone and the rules agree with it, else None."""
    record = parse_record(before.path, lines, 0, find)
    if record.damage and len(record.entries) <= len(before.entries):
        return None
    return record if verify_record(msgspec.structs.replace(record, damage=None)).difference is None else None


def _repair_bookmark(record: Record, words: str) -> BookmarkLine:
    """Return a bookmark at the moment of the damaged line."""
    answer, events = 0, 0
    for entry in record.live:
        if isinstance(entry.what, AnswerLine):
            answer, events = entry.what.number, 0
        events += isinstance(entry.what, Event)
    return BookmarkLine(answer=answer, events=events, name=words, note="what follows from the answers")


def _loss_texts(record: Record, raws: Sequence[bytes], torn: int, left_out: int) -> Iterator[str]:
    """Yield a message about each part of the old file that is missing from the new record."""
    if record.damage:
        read, kinds = decoder_of(AnyRecordLine), Counter[type[AnyRecordLine]]()
        for raw in raws[record.damage.line :]:
            with contextlib.suppress(CodecError):
                kinds[type(read(raw))] += 1
        what = f"line {record.damage.line + left_out} cannot be worked out again"
        counts = f"{kinds[AnswerLine]} answers and {kinds[EventLine]} events"
        after = f"; {record.damage.after} lines after it cannot be used, with {counts}"
        yield what + (after if record.damage.after else "")
    if torn:
        yield f"the last line was cut: {torn} bytes are not read"
