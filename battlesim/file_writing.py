"""Writing files. Whatever the program writes goes through `write_atomically` and its kin, or through
`append_at`.

A whole file is written beside its place under a name of its own and put there when it is complete, so that
nobody ever finds half of one. Symbolic links are replaced and never followed. A write that took less than it
was given goes on, and what went wrong leaves nothing behind. What a killed one leaves, the next one sweeps.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Final

BINARY_FLAG: Final = getattr(os, "O_BINARY", 0)
"""Bytes are written as they are, also where lines would end otherwise."""


PART_NAME_PATTERN: Final = re.compile(r"\.[0-9a-f]{16}\.part")
"""Names of files that are being written."""
MAX_WRITING_S: Final = 3600.0
"""Age of a part from which its writer is taken for dead where there are no locks."""
_SWEPT: Final[set[Path]] = set()

if sys.platform == "win32":
    HAS_FILE_LOCKS: Final = False

    def _is_held(fd: int, part: Path, wait: bool = True) -> bool:
        return True

else:
    import fcntl

    HAS_FILE_LOCKS: Final = True

    def _is_held(fd: int, part: Path, wait: bool = True) -> bool:
        """Lock an open file; return whether it is locked and still has its name.

        Where a file system knows no locks, a writer goes on without one and nothing is swept.
        """
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            return wait
        try:
            return os.path.samestat(os.fstat(fd), os.stat(part))
        except FileNotFoundError:
            return False


def write_atomically(path: Path, raw: bytes, *, to_disk: bool = True) -> None:
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


def write_to_first_free(paths: Iterable[Path], raw: bytes) -> Path:
    """Put a new file under the first of these names that is free; which one. Raises OSError, as above."""
    taken = FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    for path in paths:
        try:
            write_new(path, raw)
            return path
        except FileExistsError as error:
            taken = error
    raise taken


def file_name_from_text(text: str, fallback: str) -> str:
    """Words as the name of a file, of letters that every system takes; the other one where none are left."""
    return re.sub(r"[^\w-]+", "-", text, flags=re.ASCII).strip("-").lower()[:80] or fallback


def numbered_paths(path: Path) -> Iterator[Path]:
    """A name and, without end, those to take in its place when it is taken: a-1.battle, a-2.battle …"""
    yield path
    for number in count(1):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def append_at(fd: int, raw: bytes, offset: int, *, to_disk: bool = True) -> None:
    """Write all of it or nothing after so many bytes of a file that was opened to append. Raises OSError.

    What stood there, a torn end, is cut off.
    """
    try:
        if os.fstat(fd).st_size > offset:
            os.ftruncate(fd, offset)
        _write(fd, raw, to_disk)
    except OSError:
        with suppress(OSError):
            os.ftruncate(fd, offset)
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
    remove_abandoned_parts(path.parent, every_time=to_disk)
    part, fd = _new_part(path)
    try:
        with _closing(fd):
            _write(fd, raw, to_disk)
            if HAS_FILE_LOCKS:
                yield part
        if not HAS_FILE_LOCKS:  # a file that is open cannot be renamed there
            yield part
    finally:
        with suppress(OSError):
            os.unlink(part)


def _new_part(path: Path) -> tuple[Path, int]:
    """Create a part file beside a path, open and locked for as long as it is open. Raises OSError."""
    while True:
        part = path.with_name(f".{token_hex(8)}.part")
        fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY_FLAG, 0o666)
        if _is_held(fd, part):
            return part, fd
        os.close(fd)  # swept away between being created and being locked


@contextmanager
def _closing(fd: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(fd)


def remove_abandoned_parts(folder: Path, *, every_time: bool = True) -> None:
    """Remove the parts that killed writers have left in a folder; never one that a living writer has open.

    Unless `every_time`, a folder is swept once by each process. Nothing is raised.
    """
    if folder in _SWEPT and not every_time:
        return
    _SWEPT.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if PART_NAME_PATTERN.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _remove_abandoned(Path(entry.path))


def _remove_abandoned(part: Path) -> None:
    with suppress(OSError):
        if not HAS_FILE_LOCKS:
            if time.time() - part.stat().st_mtime > MAX_WRITING_S:
                part.unlink()
            return
        fd = os.open(part, os.O_WRONLY)
        with _closing(fd):
            if _is_held(fd, part, wait=False):
                os.unlink(part)
