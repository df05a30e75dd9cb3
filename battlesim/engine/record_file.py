"""Creation, replacement and extension of record files, within the size limits for reading them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from battlesim.engine.codec import MAX_JSON_BYTES, encode, json_weight
from battlesim.engine.record import AnyRecordLine, RecordError
from battlesim.engine.record_lock import open_locked
from battlesim.engine.record_read import MAX_RECORD_WEIGHT
from battlesim.file_writing import append_at, numbered_paths, write_atomically, write_to_first_free
from battlesim.table.tags import tag_of

_LINES: Final[msgspec.json.Decoder[AnyRecordLine]] = msgspec.json.Decoder(AnyRecordLine)
EARLIER_LINES_SAFE_TEXT: Final = "what was written before is safe"


def encoded_lines(path: Path, lines: Iterable[AnyRecordLine]) -> bytes:
    """Return the lines of a record as bytes. Raises RecordError if a line is too long or not decodable."""
    return b"".join(_encoded(path, line) for line in lines)


def _encoded(path: Path, line: AnyRecordLine) -> bytes:
    try:
        raw = encode(line) + b"\n"
        _LINES.decode(raw)
    except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError) as error:
        what = f"a line of type {tag_of(type(line))!r} cannot be encoded: {error}"
        raise RecordError(str(path), 0, what, EARLIER_LINES_SAFE_TEXT) from None
    if len(raw) > MAX_JSON_BYTES:
        limit = f"the {MAX_JSON_BYTES >> 20} MiB that are read"
        what = f"a line of type {tag_of(type(line))!r} is longer than {limit}"
        raise RecordError(str(path), 0, what, EARLIER_LINES_SAFE_TEXT)
    return raw


def create_record_file(path: Path, others: Iterable[Path], raw: bytes, *, overwrite: bool = False) -> Path:
    """Write a complete record to the first path of `path` and `others` that is free, and return that path.

    If `overwrite` is true, replace the record at `path` instead. Raises RecordError, leaving no new file, if
    writing fails or the record to be replaced is in use.
    """
    _check_weight(path, json_weight(raw))
    try:
        return _overwrite(path, raw) if overwrite else write_to_first_free(chain((path,), others), raw)
    except FileExistsError:
        raise RecordError(str(path), 0, "the file exists already", "choose another name") from None
    except OSError as error:
        what, remedy = f"cannot be written: {error.strerror}", "make room, or choose another folder"
        raise RecordError(str(path), 0, what, remedy) from None


def _overwrite(path: Path, raw: bytes) -> Path:
    old = open_locked(path) if path.exists() else None
    try:
        write_atomically(path, raw)
    finally:
        if old is not None:
            os.close(old)
    return path


def replace_record(path: Path, raw: bytes) -> None:
    """Replace the whole content of an open record file. Raises RecordError, changing nothing, on failure."""
    _check_weight(path, json_weight(raw))
    try:
        write_atomically(path, raw)
    except OSError as error:
        what = f"cannot be rewritten: {error.strerror}"
        raise RecordError(str(path), 0, what, "make room; the file is unchanged") from None


def append_lines(path: Path, fd: int, raw: bytes, offset: int, *, to_disk: bool = True) -> None:
    """Write bytes after the first `offset` bytes of a file: all or, raising RecordError on failure, none."""
    try:
        append_at(fd, raw, offset, to_disk=to_disk)
    except OSError as error:
        raise RecordError(
            str(path), 0, f"cannot be appended to: {error.strerror}", EARLIER_LINES_SAFE_TEXT
        ) from None


def check_record_weight(path: Path, before: bytes, more: bytes) -> None:
    """Raise RecordError if adding the lines `more` would make a record too large to be read again."""
    _check_weight(path, json_weight(before) + json_weight(more))


def _check_weight(path: Path, heavy: int) -> None:
    """Raise RecordError if a record of this weight is too large to be read again."""
    if heavy > MAX_RECORD_WEIGHT:
        what = (
            f"has no room for more: records that weigh more than {MAX_RECORD_WEIGHT >> 20} MiB are not read"
        )
        raise RecordError(str(path), 0, what, EARLIER_LINES_SAFE_TEXT)


class RecordFile:
    """A record file that is open for writing, locked against other programs, and also held in memory.

    If another program deletes, renames or changes the file, it is written again under its name, or under the
    next free name if its name is taken. Each of `listeners` is then called with a message.
    """

    def __init__(self, path: Path, fd: int, raw: bytes) -> None:
        self.path, self._fd, self._raw = path, fd, bytearray(raw)
        self._weight = json_weight(raw)
        self.listeners: list[Callable[[str], object]] = []

    def append(self, raw: bytes, *, to_disk: bool = True) -> None:
        """Append bytes to the file, either all of them or none. Raises RecordError if writing fails."""
        self._rewrite_if_changed()
        heavy = self._weight + json_weight(raw)
        _check_weight(self.path, heavy)
        append_lines(self.path, self._fd, raw, len(self._raw), to_disk=to_disk)
        self._raw += raw
        self._weight = heavy

    def close(self) -> None:
        """Close the file after checking that it is complete. Raises RecordError if it cannot be rewritten."""
        try:
            self._rewrite_if_changed()
        finally:
            os.close(self._fd)

    def _rewrite_if_changed(self) -> None:
        """Rewrite the file if its size or identity has changed since the last write."""
        if self._is_unchanged():
            return
        lost, folder = self.path, self.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.path = write_to_first_free(numbered_paths(lost), bytes(self._raw))
        except OSError as error:
            what = f"was removed while the battle is played, and cannot be rewritten: {error.strerror}"
            raise RecordError(str(lost), 0, what, "make its folder writable") from None
        fresh = open_locked(self.path)
        os.close(self._fd)
        self._fd = fresh
        where = "" if self.path == lost else f" as {self.path}"
        for tell in self.listeners:
            tell(f"{lost}: was removed or changed while the battle is played; it is rewritten{where}")

    def _is_unchanged(self) -> bool:
        try:
            there = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:  # the folder cannot be read: assume that the file is still there
            return True
        own = os.fstat(self._fd)
        return os.path.samestat(there, own) and own.st_size == len(self._raw)
