"""Bookmarks in the record of a battle that nobody is playing: each is a line at the end of the file."""

from __future__ import annotations

import os
from pathlib import Path

from battlesim.engine.codec import encode
from battlesim.engine.record import VERSION, BookmarkLine, RecordError
from battlesim.engine.record_lock import open_alone
from battlesim.engine.record_read import Record


def append_bookmark(record: Record, line: BookmarkLine) -> None:
    """Add a bookmark to the file that a record was read from; an unfinished line at its end is cut off.

    Raises RecordError when the file cannot be written, is being played on, or is of an older version.
    """
    if record.version != VERSION:
        raise RecordError(record.path, 1, "is of an older version", "it can be looked at only")
    record.need_whole()
    fd = open_alone(Path(record.path))
    try:
        if record.torn:
            os.ftruncate(fd, record.good)
        os.write(fd, encode(line) + b"\n")
        os.fsync(fd)
    except OSError as error:
        what = f"cannot be written on: {error.strerror}"
        raise RecordError(record.path, 0, what, "what was written before is safe") from None
    finally:
        os.close(fd)
