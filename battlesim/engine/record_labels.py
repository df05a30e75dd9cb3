"""Changes to the record of a battle that is not being played: adding a bookmark and renaming the battle."""

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
    """Add a bookmark to the record file of a battle. An unfinished last line of the file is removed.

    A file of an older version is upgraded first. Raises RecordError, leaving the file unchanged, if the
    record is damaged, cannot be written, or is being played.
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
    """Change the name of a battle in its record file. If `name` is empty, remove the name.

    The modification time of the file stays the same. Raises RecordError, leaving the file unchanged, if it
    cannot be read or written, or if the battle is being played.
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
    """Return a header line, of any format version, with its name replaced."""
    try:
        header = decode(raw, dict[str, msgspec.Raw])
    except CodecError as error:
        raise RecordError(str(path), 1, f"the header is invalid: {error}", "choose another file") from None
    return encode({**header, "name": msgspec.convert(name, Name)}) + b"\n"


def _whole_lines_size(raw: bytes) -> int:
    """Return the size in bytes of the complete lines of a file, without an unfinished last line."""
    end = raw.rfind(b"\n") + 1
    last = raw.rfind(b"\n", 0, max(end - 1, 0)) + 1
    return last if b"\0" in raw[last:end] else end
