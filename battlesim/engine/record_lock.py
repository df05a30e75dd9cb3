"""One program at a time writes on a record.

The lock is the operating system's own on the open file: it goes when the file is closed or its process ends,
however it ends, so that nothing is ever left over.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from battlesim.engine.record import RecordError

if sys.platform == "win32":
    import msvcrt

    BEYOND = 1 << 40
    """A byte that no record has: there a locked byte may be neither read nor written by others."""

    def _lock(fd: int) -> None:
        os.lseek(fd, BEYOND, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


PLAIN: Final = getattr(os, "O_BINARY", 0)
"""Bytes are written as they are, also where lines would end otherwise."""


def open_alone(path: Path, *, new: bool = False) -> int:
    """Open a record to append to it, and keep other programs from doing so until it is closed.

    A `new` one is made, and no file overwritten. Raises RecordError when that cannot be, or when another
    program writes on it. Where a file system knows no locks there is none.
    """
    flags = os.O_WRONLY | os.O_APPEND | PLAIN | (os.O_CREAT | os.O_EXCL if new else 0)
    try:
        fd = os.open(path, flags, 0o644)
    except FileExistsError:
        raise RecordError(str(path), 0, "there is such a file already", "choose another name") from None
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise RecordError(str(path), 0, what, "choose another") from None
    try:
        _lock(fd)
    except (BlockingIOError, PermissionError):
        os.close(fd)
        what = "the battle is being played in another window or program"
        raise RecordError(str(path), 0, what, "close it there first") from None
    except OSError:
        pass
    return fd
