"""A display that nobody answers at: one line, and no waiting for ever."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pygame
import pytest

from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.display import open_window
from battlesim.ui.system.display_check import DRIVER_VARIABLES, X11_LIBRARY, check_display_answers


def _has_x() -> bool:
    with suppress(OSError):
        return bool(ctypes.CDLL(X11_LIBRARY))
    return False


pytestmark = pytest.mark.skipif(not _has_x(), reason="there is no X library")
FIRST = 6000
"""The port of display 0."""


@pytest.fixture(autouse=True)
def _no_kind_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*DRIVER_VARIABLES, "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def line() -> Iterator[socket.socket]:
    """A port that takes no calls yet."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        yield found


def display(line: socket.socket) -> str:
    return f"127.0.0.1:{line.getsockname()[1] - FIRST}"


def test_a_display_that_takes_the_call_and_says_nothing_is_not_waited_for(
    line: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.listen()
    monkeypatch.setenv("DISPLAY", display(line))
    with pytest.raises(InputError, match=r"the display 127\.0\.0\.1"):
        check_display_answers(0.01)


def test_a_display_that_nobody_serves_is_told_before_anything_is_begun(
    line: socket.socket, tmp_path: Path
) -> None:
    record, name = tmp_path / "a.battle", display(line)
    command = [sys.executable, "-m", "battlesim", "play", "toy", "--watch", "--record", str(record)]
    env = os.environ | {"DISPLAY": name}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and not record.exists()
    assert done.stderr.startswith(f"battlesim: DISPLAY: there is no display {name} (")
    assert done.stderr.count("\n") == 1


def test_a_screen_that_nobody_can_see_is_refused_unless_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pygame.display.quit()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(InputError, match="there is no display"):
        open_window("a battle", (640, 400), Settings())
    monkeypatch.setenv(DRIVER_VARIABLES[0], "dummy")
    open_window("a battle", (640, 400), Settings())
