"""One program at a time writes on a record.

The lock is the operating system's own on the open file: it goes when the file is closed or its process ends,
however it ends, so that nothing is ever left over.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from battlesim.engine.record import RecordError
from battlesim.file_writing import BINARY_FLAG

if sys.platform == "win32":
    import msvcrt

    LOCK_BYTE_OFFSET = 1 << 40
    """A byte that no record has: there a locked byte may be neither read nor written by others."""

    def _lock(fd: int) -> None:
        os.lseek(fd, LOCK_BYTE_OFFSET, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_locked(path: Path) -> int:
    """Open a record to append to it, and keep other programs from doing so until it is closed.

    Raises RecordError when that cannot be, or when another program writes on it. Where a file system knows no
    locks there is none.
    """
    try:
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | BINARY_FLAG)
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
