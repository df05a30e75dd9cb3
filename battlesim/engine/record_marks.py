"""Bookmarks in the record of a battle that nobody is playing: each is a line at the end of the file."""

from __future__ import annotations

import os
from pathlib import Path

from battlesim.engine.record import VERSION, BookmarkLine
from battlesim.engine.record_file import append_lines, begin_file, check_room, encoded
from battlesim.engine.record_lock import open_alone
from battlesim.engine.record_read import Record, present_lines


def append_bookmark(record: Record, line: BookmarkLine) -> None:
    """Add a bookmark to the file that a record was read from; an unfinished line at its end is cut off.

    The file of an older version is brought up to the present one before. Raises RecordError when the file
    cannot be written, or is being played on; it is as before then.
    """
    record.need_whole()
    path = Path(record.path)
    if record.version != VERSION:
        begin_file(path, (), b"".join(present_lines(path)[0]), over=True)
    raw, fd = encoded(path, [line]), open_alone(path)
    try:
        before = path.read_bytes()
        check_room(path, before, raw)
        append_lines(path, fd, raw, _whole(before))
    finally:
        os.close(fd)


def _whole(raw: bytes) -> int:
    """The size of a file without a torn end, as it is now: others may have written since it was read."""
    end = raw.rfind(b"\n") + 1
    last = raw.rfind(b"\n", 0, max(end - 1, 0)) + 1
    return last if b"\0" in raw[last:end] else end
