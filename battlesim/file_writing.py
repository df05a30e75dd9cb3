"""Atomic writing of files, so that no reader ever sees half a file.

A file is written under a temporary name in the same folder and renamed when it is complete. Symbolic links
are not followed. A failed write leaves nothing behind, and the next write removes temporary files left by
killed processes. Use `append_at` to extend an open file.
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
"""The flag for os.open that turns off newline translation: O_BINARY on Windows, 0 elsewhere."""


PART_NAME_PATTERN: Final = re.compile(r"\.[0-9a-f]{16}\.part")
"""The pattern that the names of temporary files match."""
MAX_WRITING_S: Final = 3600.0
"""The age in seconds above which a temporary file counts as abandoned on systems without file locks."""
_SWEPT: Final[set[Path]] = set()

if sys.platform == "win32":
    HAS_FILE_LOCKS: Final = False

    def _is_held(fd: int, part: Path, wait: bool = True) -> bool:
        return True

else:
    import fcntl

    HAS_FILE_LOCKS: Final = True

    def _is_held(fd: int, part: Path, wait: bool = True) -> bool:
        """Lock an open temporary file, and return whether it is locked and still has its name.

        Without file locks, return `wait`, so that writers go on and clean-up removes nothing.
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
    """Write a file under a temporary name and rename it to `path`. Raises OSError if writing fails.

    An existing file is replaced. If `to_disk` is False, the new file may be lost in a power failure.
    """
    with _beside(path, raw, to_disk) as part:
        os.replace(part, path)


def write_new(path: Path, raw: bytes) -> None:
    """Write a new file. Raises FileExistsError if `path` already exists, or OSError if writing fails."""
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
    """Write a new file to the first free path, and return that path. Raises OSError if this fails."""
    taken = FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    for path in paths:
        try:
            write_new(path, raw)
            return path
        except FileExistsError as error:
            taken = error
    raise taken


def file_name_from_text(text: str, fallback: str) -> str:
    """Return text as a file name of up to 80 characters a-z, 0-9, _ and -, or `fallback` if none is left."""
    return re.sub(r"[^\w-]+", "-", text, flags=re.ASCII).strip("-").lower()[:80] or fallback


def numbered_paths(path: Path) -> Iterator[Path]:
    """Yield a path, followed by paths with increasing numbers: a.battle, a-1.battle, a-2.battle and so on."""
    yield path
    for number in count(1):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def append_at(fd: int, raw: bytes, offset: int, *, to_disk: bool = True) -> None:
    """Write bytes, completely or not at all, at an offset of an open file. Raises OSError if writing fails.

    The file must be open for appending. Data after the offset, such as half of an earlier write, is cut off.
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
    """Write the bytes to a temporary file beside `path`; remove it afterwards unless it was moved."""
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
    """Create a temporary file beside `path`, locked while it is open. Raises OSError if that fails."""
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
    """Remove temporary files that killed processes left in a folder; files still being written are kept.

    If `every_time` is False, each process does this only once per folder. Errors are ignored.
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
