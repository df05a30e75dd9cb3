"""Ctrl-C while the window opens ends the program: pygame itself forgets what is raised in that moment."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pygame
import pytest

from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.display import open_window

SIZE = (640, 400)


@pytest.fixture(autouse=True)
def _no_window_yet() -> Iterator[None]:
    """The icon is asked for only when a window is opened for the first time."""
    pygame.quit()
    yield
    pygame.quit()


def press_ctrl_c(*given: object) -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_while_the_window_opens_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygame.pkgdata.getResource", press_ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        open_window("a battle", SIZE, Settings())


def test_afterwards_ctrl_c_is_what_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    open_window("a battle", SIZE, Settings())
    assert signal.getsignal(signal.SIGINT) is before
