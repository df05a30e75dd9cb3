"""Waiting for what is to come, however long that takes.

No test gives up by a clock, which would test the machine: what never comes ends in the guard of the whole
suite (`faulthandler_timeout` in pyproject.toml), which shows where everybody stands.
"""

from __future__ import annotations

import time
from collections.abc import Callable

ROOM = 0.001
"""Seconds left to whoever is waited for."""


def until(holds: Callable[[], object], step: Callable[[], object] = lambda: None) -> None:
    """Go on step by step until something holds."""
    while not holds():
        step()
        time.sleep(ROOM)
