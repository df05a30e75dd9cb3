"""Atomic writing of files: the program writes through `write_atomically` and its kin, or `append_at`.

A whole file is written beside its target under a temporary name and moved into place when it is complete, so
that no reader finds half a file. Symbolic links are replaced and never followed. An incomplete write is
continued, and a failed one leaves nothing behind. What a killed writer leaves is removed by the next one.
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
"""Flag for os.open that writes bytes unchanged (O_BINARY on Windows, 0 elsewhere)."""


PART_NAME_PATTERN: Final = re.compile(r"\.[0-9a-f]{16}\.part")
"""Pattern of the names of files that are still being written."""
MAX_WRITING_S: Final = 3600.0
"""The age in seconds from which the writer of a part file counts as dead, where there are no locks."""
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

        On a file system without locks a writer goes on without one, and no part files are removed.
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
    """Write a file under a temporary name and move it into place, replacing an existing one. Raise OSError.

    Without `to_disk` it may be lost in a power cut: for files that can be made again.
    """
    with _beside(path, raw, to_disk) as part:
        os.replace(part, path)


def write_new(path: Path, raw: bytes) -> None:
    """Write a new file. Raise FileExistsError if there is one of that name, OSError for other failures."""
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
    """Write a new file under the first of these paths that is free, and return that path.

    Raise OSError as `write_new` does.
    """
    taken = FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    for path in paths:
        try:
            write_new(path, raw)
            return path
        except FileExistsError as error:
            taken = error
    raise taken


def file_name_from_text(text: str, fallback: str) -> str:
    """Return a text as a lower-case file name of at most 80 of a-z, 0-9, _ and -, or the fallback."""
    return re.sub(r"[^\w-]+", "-", text, flags=re.ASCII).strip("-").lower()[:80] or fallback


def numbered_paths(path: Path) -> Iterator[Path]:
    """Yield the path, then the same path with the numbers 1, 2 and so on, without end.

    Example: a.battle, a-1.battle, a-2.battle …
    """
    yield path
    for number in count(1):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def append_at(fd: int, raw: bytes, offset: int, *, to_disk: bool = True) -> None:
    """Write all bytes or none at an offset of a file opened for appending. Raise OSError.

    Whatever is there, such as the torn end of an earlier write, is cut off first.
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
    """Write a temporary file of these bytes beside `path`; remove it afterwards unless it was moved."""
    remove_abandoned_parts(path.parent, every_time=to_disk)
    part, fd = _new_part(path)
    try:
        with _closing(fd):
            _write(fd, raw, to_disk)
            if HAS_FILE_LOCKS:
                yield part
        if not HAS_FILE_LOCKS:  # an open file cannot be renamed on such a system
            yield part
    finally:
        with suppress(OSError):
            os.unlink(part)


def _new_part(path: Path) -> tuple[Path, int]:
    """Create a part file beside a path, locked for as long as it is open. Raise OSError."""
    while True:
        part = path.with_name(f".{token_hex(8)}.part")
        fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY_FLAG, 0o666)
        if _is_held(fd, part):
            return part, fd
        os.close(fd)  # removed between being created and being locked


@contextmanager
def _closing(fd: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(fd)


def remove_abandoned_parts(folder: Path, *, every_time: bool = True) -> None:
    """Remove the part files that killed writers have left in a folder, never one that is still being written.

    Unless `every_time`, a process does this once for each folder. Nothing is raised.
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
