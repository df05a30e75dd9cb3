"""Write bookmarks and a name into the record of a battle that is not being played.

Each bookmark is a line at the end of the file; the name is in its first line.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from battlesim.engine.codec import CodecError, decode, encode
from battlesim.engine.record import FORMAT_VERSION, BookmarkLine, RecordError
from battlesim.engine.record_file import (
    append_lines,
    check_record_weight,
    create_record_file,
    encoded_lines,
    replace_record,
)
from battlesim.engine.record_lock import open_locked
from battlesim.engine.record_read import Record, read_lines, upgraded_lines
from battlesim.table.limits import Name


def append_bookmark(record: Record, line: BookmarkLine) -> None:
    """Add a bookmark to the file that a record was read from; an unfinished line at its end is cut off.

    A file of an older version is upgraded first. Raise RecordError, and leave the file unchanged, if it
    cannot be written or is being played.
    """
    record.require_undamaged()
    path = Path(record.path)
    if record.version != FORMAT_VERSION:
        create_record_file(path, (), b"".join(upgraded_lines(path)[0]), overwrite=True)
    raw, fd = encoded_lines(path, [line]), open_locked(path)
    try:
        before = path.read_bytes()
        check_record_weight(path, before, raw)
        append_lines(path, fd, raw, _whole_lines_size(before))
    finally:
        os.close(fd)


def rename_battle(path: Path, name: str) -> None:
    """Change the battle's name in the first line of its record, "" for none.

    All else, and the time of modification, stays. Raise RecordError, and leave the file unchanged, if it
    cannot be read or written or is being played.
    """
    raws, _ = read_lines(path)
    if not raws:
        raise RecordError(
            str(path), 1, "the file is empty or was cut off in its first line", "choose another file"
        )
    fd = open_locked(path)
    try:
        before = os.fstat(fd)
        raw = path.read_bytes()
        replace_record(path, _header_with_name(path, raws[0], name) + raw[len(raws[0]) :])
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    finally:
        os.close(fd)


def _header_with_name(path: Path, raw: bytes, name: str) -> bytes:
    """Return a header of any version with a name."""
    try:
        header = decode(raw, dict[str, msgspec.Raw])
    except CodecError as error:
        raise RecordError(str(path), 1, f"the header is invalid: {error}", "choose another file") from None
    return encode({**header, "name": msgspec.convert(name, Name)}) + b"\n"


def _whole_lines_size(raw: bytes) -> int:
    """Return the size of a file without an unfinished end.

    It is measured now, as other programs may have written since the file was read.
    """
    end = raw.rfind(b"\n") + 1
    last = raw.rfind(b"\n", 0, max(end - 1, 0)) + 1
    return last if b"\0" in raw[last:end] else end
