"""Locking of record files, so that only one program at a time can write to a record.

The lock is the operating system's lock on the open file. It ends when the file is closed or the process ends,
so no stale lock is ever left behind.
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
    """The offset of the locked byte, beyond the end of any record, as a locked byte cannot be read."""

    def _lock(fd: int) -> None:
        os.lseek(fd, LOCK_BYTE_OFFSET, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_locked(path: Path) -> int:
    """Open a record file for appending, lock it against other programs, and return its file descriptor.

    Raises RecordError if the file cannot be opened or another program has locked it. If the file system does
    not support locks, the file is opened without a lock.
    """
    try:
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | BINARY_FLAG)
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise RecordError(str(path), 0, what, "choose another file") from None
    try:
        _lock(fd)
    except (BlockingIOError, PermissionError):
        os.close(fd)
        what = "the battle is being played in another window or program"
        raise RecordError(str(path), 0, what, "close it there first") from None
    except OSError:
        pass
    return fd
