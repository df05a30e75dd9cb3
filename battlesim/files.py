"""Writing files. Whatever the program writes goes through `write_whole` and its kin, or through `append`.

A whole file is written beside its place under a name of its own and put there when it is complete, so that
nobody ever finds half of one. Symbolic links are replaced and never followed. A write that took less than it
was given goes on, and what went wrong leaves nothing behind.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Final

PLAIN: Final = getattr(os, "O_BINARY", 0)
"""Bytes are written as they are, also where lines would end otherwise."""


def write_whole(path: Path, raw: bytes, *, to_disk: bool = True) -> None:
    """Put a file of these bytes in its place, where another one gives way to it. Raises OSError.

    Without `to_disk` it may be gone after a power cut: for what can be made again.
    """
    with _beside(path, raw, to_disk) as part:
        os.replace(part, path)


def write_new(path: Path, raw: bytes) -> None:
    """Put a file of these bytes where there is none yet. Raises OSError: FileExistsError where one is."""
    _refuse_taken(path)
    with _beside(path, raw, to_disk=True) as part:
        try:
            os.link(part, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            _refuse_taken(path)
            os.rename(part, path)


def write_first(names: Iterable[Path], raw: bytes) -> Path:
    """Put a new file under the first of these names that is free; which one. Raises OSError, as above."""
    taken = FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    for path in names:
        try:
            write_new(path, raw)
            return path
        except FileExistsError as error:
            taken = error
    raise taken


def plain_name(words: str, otherwise: str) -> str:
    """Words as the name of a file, of letters that every system takes; the other one where none are left."""
    return re.sub(r"[^\w-]+", "-", words, flags=re.ASCII).strip("-").lower()[:80] or otherwise


def numbered(path: Path) -> Iterator[Path]:
    """A name and, without end, those to take in its place when it is taken: a-1.battle, a-2.battle …"""
    yield path
    for number in count(1):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def append(fd: int, raw: bytes, after: int, *, to_disk: bool = True) -> None:
    """Write all of it or nothing after so many bytes of a file that was opened to append. Raises OSError.

    What stood there, a torn end, is cut off.
    """
    try:
        if os.fstat(fd).st_size > after:
            os.ftruncate(fd, after)
        _write(fd, raw, to_disk)
    except OSError:
        with suppress(OSError):
            os.ftruncate(fd, after)
        raise


def _write(fd: int, raw: bytes, to_disk: bool) -> None:
    rest = memoryview(raw)
    while rest:
        written = os.write(fd, rest)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[written:]
    if to_disk:
        os.fsync(fd)


def _refuse_taken(path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


@contextmanager
def _beside(path: Path, raw: bytes, to_disk: bool) -> Iterator[Path]:
    """A complete file of these bytes in the folder of `path`; gone at the end if nobody has moved it."""
    part = path.with_name(f".{token_hex(8)}.part")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | PLAIN, 0o666)
    try:
        try:
            _write(fd, raw, to_disk)
        finally:
            os.close(fd)
        yield part
    finally:
        with suppress(OSError):
            os.unlink(part)
