"""The file of a record: what may be written in it, and one that is written on while its battle is played."""

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
    """Lines as they stand in a file. Raises RecordError for one that this program could not read again."""
    return b"".join(_encoded(path, line) for line in lines)


def _encoded(path: Path, line: AnyRecordLine) -> bytes:
    try:
        raw = encode(line) + b"\n"
        _LINES.decode(raw)
    except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError) as error:
        what = f"a line of type {tag_of(type(line))!r} cannot be written down: {error}"
        raise RecordError(str(path), 0, what, EARLIER_LINES_SAFE_TEXT) from None
    if len(raw) > MAX_JSON_BYTES:
        limit = f"the {MAX_JSON_BYTES >> 20} MiB that are read"
        what = f"a line of type {tag_of(type(line))!r} is longer than {limit}"
        raise RecordError(str(path), 0, what, EARLIER_LINES_SAFE_TEXT)
    return raw


def create_record_file(path: Path, others: Iterable[Path], raw: bytes, *, overwrite: bool = False) -> Path:
    """Put a new record, whole, under the first free one of `path` and `others`; which one.

    With `over` a record of this path gives way, if nobody is playing it. Raises RecordError; there is no new
    file then.
    """
    _fits(path, json_weight(raw))
    try:
        return _replaced(path, raw) if overwrite else write_to_first_free(chain((path,), others), raw)
    except FileExistsError:
        raise RecordError(str(path), 0, "there is such a file already", "choose another name") from None
    except OSError as error:
        what, remedy = f"cannot be written: {error.strerror}", "make room, or choose another folder"
        raise RecordError(str(path), 0, what, remedy) from None


def _replaced(path: Path, raw: bytes) -> Path:
    old = open_locked(path) if path.exists() else None
    try:
        write_atomically(path, raw)
    finally:
        if old is not None:
            os.close(old)
    return path


def replace_record(path: Path, raw: bytes) -> None:
    """Put this in the place of a record that is held open, whole or not at all. Raises RecordError."""
    _fits(path, json_weight(raw))
    try:
        write_atomically(path, raw)
    except OSError as error:
        what = f"cannot be written anew: {error.strerror}"
        raise RecordError(str(path), 0, what, "make room; it is as it was") from None


def append_lines(path: Path, fd: int, raw: bytes, offset: int, *, to_disk: bool = True) -> None:
    """Write all of it or nothing after the first so many bytes of a record. Raises RecordError."""
    try:
        append_at(fd, raw, offset, to_disk=to_disk)
    except OSError as error:
        raise RecordError(
            str(path), 0, f"cannot be written on: {error.strerror}", EARLIER_LINES_SAFE_TEXT
        ) from None


def check_record_weight(path: Path, before: bytes, more: bytes) -> None:
    """Raises RecordError where a record with more in it could not be read again."""
    _fits(path, json_weight(before) + json_weight(more))


def _fits(path: Path, heavy: int) -> None:
    """Raises RecordError for what could not be read again."""
    if heavy > MAX_RECORD_WEIGHT:
        what = (
            f"has no room for more: records that weigh more than {MAX_RECORD_WEIGHT >> 20} MiB are not read"
        )
        raise RecordError(str(path), 0, what, EARLIER_LINES_SAFE_TEXT)


class RecordFile:
    """A record that is written on, locked against other programs and kept in memory as well.

    When somebody deletes, renames, replaces or changes it meanwhile, it is written anew under its own name,
    or the next one when that is taken, and the `listeners` are told so in words.
    """

    def __init__(self, path: Path, fd: int, raw: bytes) -> None:
        self.path, self._fd, self._raw = path, fd, bytearray(raw)
        self._weight = json_weight(raw)
        self.listeners: list[Callable[[str], object]] = []

    def append(self, raw: bytes, *, to_disk: bool = True) -> None:
        """Write at its end, all of it or nothing. Raises RecordError."""
        self._stay()
        heavy = self._weight + json_weight(raw)
        _fits(self.path, heavy)
        append_lines(self.path, self._fd, raw, len(self._raw), to_disk=to_disk)
        self._raw += raw
        self._weight = heavy

    def close(self) -> None:
        """Close it, with everything in its place. Raises RecordError when that cannot be."""
        try:
            self._stay()
        finally:
            os.close(self._fd)

    def _stay(self) -> None:
        """Write the file anew where it is not what was written."""
        if self._is_there():
            return
        lost, folder = self.path, self.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.path = write_to_first_free(numbered_paths(lost), bytes(self._raw))
        except OSError as error:
            what = f"was taken away while the battle is played, and cannot be written anew: {error.strerror}"
            raise RecordError(str(lost), 0, what, "make its folder writable") from None
        fresh = open_locked(self.path)
        os.close(self._fd)
        self._fd = fresh
        where = "" if self.path == lost else f" as {self.path}"
        for tell in self.listeners:
            tell(f"{lost}: was taken away or changed while the battle is played; it is written anew{where}")

    def _is_there(self) -> bool:
        try:
            there = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:  # its folder does not say: nothing is known to be lost
            return True
        own = os.fstat(self._fd)
        return os.path.samestat(there, own) and own.st_size == len(self._raw)
