"""One program at a time writes on a record, where locks are those of Windows."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from battlesim import file_writing
from battlesim.engine import record_lock
from battlesim.engine.record import RecordError

PLAIN = os.O_CLOEXEC
"""Stands for the flag that this system does not have; it does nothing here."""


class Msvcrt(ModuleType):
    """Windows' locks: of a byte of a file from its place on; a lock goes with the file that is closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locks: list[tuple[int, tuple[int, int, int]]] = []

    def locking(self, fd: int, mode: int, count: int) -> None:
        """Lock a byte at once or not at all. Raises PermissionError when it is locked."""
        assert (mode, count) == (self.LK_NBLCK, 1)
        region = _region(fd)
        if any(other != fd and _is_open(other) and held == region for other, held in self.locks):
            raise PermissionError(errno.EACCES, "Permission denied")
        self.locks.append((fd, region))


def _region(fd: int) -> tuple[int, int, int]:
    """The file and the byte it stands at."""
    known = os.fstat(fd)
    return known.st_dev, known.st_ino, os.lseek(fd, 0, os.SEEK_CUR)


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


@pytest.fixture
def windows(monkeypatch) -> ModuleType:
    """The module as Windows would load it."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt())
    monkeypatch.setattr(file_writing, "BINARY_FLAG", PLAIN)
    assert record_lock.__spec__ is not None
    spec = importlib.util.spec_from_file_location("windows_lock", record_lock.__spec__.origin)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "a.battle"
    found.write_bytes(b"{}\n")
    return found


@pytest.fixture
def alone(windows, path) -> Iterator[Callable[[], int]]:
    """Opens the record as a program does."""
    opened: set[int] = set()

    def open_it() -> int:
        fd: int = windows.open_locked(path)
        opened.add(fd)
        return fd

    yield open_it
    for fd in filter(_is_open, opened):
        os.close(fd)


def test_a_second_program_is_refused(alone):
    alone()
    with pytest.raises(RecordError, match=r"a\.battle: the battle is being played in another window"):
        alone()


def test_a_closed_record_is_free_again(alone):
    os.close(alone())
    assert _is_open(alone())


def test_what_is_locked_lies_beyond_what_others_read(alone, path):
    alone()
    assert sys.modules["msvcrt"].locks[0][1][2] > path.stat().st_size


def test_what_is_written_stands_at_the_end(alone, path):
    os.write(alone(), b"[]\n")
    assert path.read_bytes() == b"{}\n[]\n"


def test_lines_end_as_everywhere(alone, monkeypatch):
    given: list[int] = []
    plain_open = os.open
    monkeypatch.setattr(os, "open", lambda path, flags: given.append(flags) or plain_open(path, flags))
    alone()
    assert given[0] & PLAIN
