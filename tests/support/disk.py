"""Disks that take less than they are given, for tests of everything that writes."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

import pytest


def short_writes(monkeypatch: pytest.MonkeyPatch, most: int = 7) -> None:
    """Every write takes so many bytes at most, which is no fault."""
    whole = os.write
    monkeypatch.setattr(os, "write", lambda fd, raw: whole(fd, bytes(raw[:most])))


def full(monkeypatch: pytest.MonkeyPatch, room: int) -> Callable[[], None]:
    """The disk has room for so many bytes more; the function gives it all the room in the world again."""
    whole, left = os.write, [room]

    def write(fd: int, raw: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = whole(fd, bytes(raw[: left[0]]))
        left[0] -= written
        return written

    monkeypatch.setattr(os, "write", write)
    return lambda: monkeypatch.setattr(os, "write", whole)
