"""Reading files that come from outside: plain files alone, up to a size, without ever waiting for one.

A pipe or a device named in place of a file could block for ever or never end; so could a file that grows.
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
"""Opening waits for nobody and takes no terminal."""

NOT_A_FILE_MESSAGES: Final = {
    stat.S_IFDIR: "is a folder, a file is needed",
    stat.S_IFIFO: "is a pipe, a file is needed",
    stat.S_IFSOCK: "is a socket, a file is needed",
    stat.S_IFCHR: "is a device, a file is needed",
    stat.S_IFBLK: "is a device, a file is needed",
}


class UnreadableError(Exception):
    """A file that cannot be read: why, in words that follow its name."""


class MissingFileError(UnreadableError):
    """There is no such file."""


def open_plain(path: Path, max_bytes: int) -> BinaryIO:
    """A plain file of at most so many bytes, open at its start. Raises UnreadableError."""
    try:
        _check(os.stat(path), max_bytes)
        file = os.fdopen(os.open(path, os.O_RDONLY | NONBLOCKING_OPEN_FLAGS), "rb")
    except (FileNotFoundError, NotADirectoryError):
        link = "is a link to a file that is not there" if os.path.islink(path) else "there is no such file"
        raise MissingFileError(link) from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        why = getattr(error, "strerror", None) or error
        raise UnreadableError(f"cannot be read: {why}") from None
    try:
        _check(os.fstat(file.fileno()), max_bytes)
    except UnreadableError:
        file.close()
        raise
    return file


def read_plain(path: Path, max_bytes: int) -> bytes:
    """All that is in a plain file of at most so many bytes. Raises UnreadableError."""
    with open_plain(path, max_bytes) as file:
        try:
            raw = file.read(max_bytes + 1)
        except OSError as error:
            raise UnreadableError(f"cannot be read: {error.strerror}") from None
    if len(raw) > max_bytes:
        raise UnreadableError(_too_large(max_bytes))
    return raw


def is_plain(path: Path) -> bool:
    """Whether there is a plain file of that name."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _check(found: os.stat_result, most: int) -> None:
    """Looked at before opening, as opening some devices does something, and after it, as names can change."""
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError(NOT_A_FILE_MESSAGES.get(stat.S_IFMT(found.st_mode), "is not a plain file"))
    if found.st_size > most:
        raise UnreadableError(_too_large(most))


def _too_large(most: int) -> str:
    return f"is larger than {most / 1e6:.3g} MB, which no file of this kind needs to be"
