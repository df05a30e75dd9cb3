"""A battle that goes another way: a new record with everything up to a moment of an old one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from battlesim.engine.codec import encode
from battlesim.engine.record import VERSION, AnswerLine, BookmarkLine, RecordError
from battlesim.engine.record_lock import open_alone
from battlesim.engine.record_read import Record, is_note
from battlesim.engine.record_replay import Replay


def branch(replay: Replay, at: int, players: Mapping[str, str], path: Path) -> None:
    """Write a record that breaks off at the first question after so many events, to be gone on with.

    It has other `players`, and no bookmarks; of a damaged record it may have all that stands. Raises
    RecordError when nothing is asked any more from there on, when the old record is of an older version, or
    when the file cannot be made.
    """
    record = replay.record
    if record.version != VERSION:
        raise RecordError(record.path, 1, "is of an older version", "it can be viewed, but not gone on with")
    asked = next((mark.number for mark in replay.answers if mark.at >= at), 0)
    if not asked and not record.damage:
        raise RecordError(record.path, 0, "nothing is asked after this moment", "go back to an earlier one")
    header = msgspec.structs.replace(record.header, players=dict(players))
    kept = b"".join((encode(header) + b"\n", *_lines_before(record, asked)))
    fd = open_alone(path, new=True)
    try:
        os.write(fd, kept)
        os.fsync(fd)
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise RecordError(str(path), 0, what, "make room, or choose another folder") from None
    finally:
        os.close(fd)


def _lines_before(record: Record, answer: int) -> list[bytes]:
    """The lines that stand before an answer (0: all), as in the file, without what its player said."""
    raw = Path(record.path).read_bytes()
    starts = [*(entry.start for entry in record.entries), record.good]
    live = record.live
    asked = (k for k, e in enumerate(live) if isinstance(e.what, AnswerLine) and e.what.number == answer)
    end = next(asked, len(live))
    while end and is_note(live[end - 1].what):
        end -= 1
    kept = (entry for entry in live[:end] if not isinstance(entry.what, BookmarkLine))
    return [raw[entry.start : starts[entry.line]] for entry in kept]
