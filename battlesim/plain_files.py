"""Reading of untrusted files: only regular files up to a maximum size, and without ever blocking.

A pipe or device in place of a file could block for ever or never end; a file could grow while it is read.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

NONBLOCKING_OPEN_FLAGS: Final = (
    getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
"""Flags for os.open: do not block, do not take over the terminal, binary mode, closed on exec."""

NOT_A_FILE_MESSAGES: Final = {
    stat.S_IFDIR: "is a folder, a file is needed",
    stat.S_IFIFO: "is a pipe, a file is needed",
    stat.S_IFSOCK: "is a socket, a file is needed",
    stat.S_IFCHR: "is a device, a file is needed",
    stat.S_IFBLK: "is a device, a file is needed",
}
"""Error messages for paths that are not regular files, by file type (stat.S_IFMT)."""


class UnreadableError(Exception):
    """Raised if a file cannot be read; the message is meant to be printed after the name of the file."""


class MissingFileError(UnreadableError):
    """Raised if a file does not exist, or if it is a link to a missing file."""


def open_plain(path: Path, max_bytes: int) -> BinaryIO:
    """Open a regular file of up to `max_bytes` for binary reading. Raises UnreadableError if that fails."""
    try:
        _check(os.stat(path), max_bytes)
        file = os.fdopen(os.open(path, os.O_RDONLY | NONBLOCKING_OPEN_FLAGS), "rb")
    except (FileNotFoundError, NotADirectoryError):
        link = "is a link to a missing file" if os.path.islink(path) else "there is no such file"
        raise MissingFileError(link) from None
    except (OSError, ValueError) as error:  # ValueError: a name that contains a NUL
        why = getattr(error, "strerror", None) or error
        raise UnreadableError(f"cannot be read: {why}") from None
    try:
        _check(os.fstat(file.fileno()), max_bytes)
    except UnreadableError:
        file.close()
        raise
    return file


def read_plain(path: Path, max_bytes: int) -> bytes:
    """Return the contents of a regular file of up to `max_bytes`. Raises UnreadableError if that fails."""
    with open_plain(path, max_bytes) as file:
        try:
            raw = file.read(max_bytes + 1)
        except OSError as error:
            raise UnreadableError(f"cannot be read: {error.strerror}") from None
    if len(raw) > max_bytes:
        raise UnreadableError(_too_large(max_bytes))
    return raw


def is_plain(path: Path) -> bool:
    """Return whether a path exists and is a regular file."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _check(status: os.stat_result, max_bytes: int) -> None:
    """Raise UnreadableError unless the status describes a regular file of at most `max_bytes`.

    Call this before opening, which can have side effects, and after it, as the path may have been replaced.
    """
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableError(NOT_A_FILE_MESSAGES.get(stat.S_IFMT(status.st_mode), "is not a plain file"))
    if status.st_size > max_bytes:
        raise UnreadableError(_too_large(max_bytes))


def _too_large(max_bytes: int) -> str:
    return f"is larger than {max_bytes / 1e6:.3g} MB, the limit for files of this kind"
