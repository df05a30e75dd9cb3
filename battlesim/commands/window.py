"""The window that all screens share, the check for a display, and the loading of the user's settings."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlesim.ui.settings.settings import Settings


def why_no_window() -> str:
    """Return the reason why no window can be opened, or "" if it can."""
    if find_spec("battlesim.ui.app") is None:
        return "this build has no window"
    shown = sys.platform in ("win32", "darwin") or any(
        os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return "" if shown else "there is no display"


@contextmanager
def shared_window() -> Iterator[None]:
    """Return a context manager in which all screens share a single window, which is closed on exit.

    A key that is held down when one screen closes still counts as held down on the next screen. Raises
    InputError if the display does not respond.
    """
    from battlesim.commands.failures import log_interpreter_crashes
    from battlesim.ui.system.display import close_window
    from battlesim.ui.system.display_check import check_display_answers

    check_display_answers()
    try:
        with log_interpreter_crashes():
            yield
    finally:
        close_window()


def load_user_settings() -> Settings:
    """Load and return the user's settings. Print errors in the settings file on stderr."""
    from battlesim.commands.output import print_note
    from battlesim.ui.settings.settings import load_settings

    settings, faults = load_settings()
    for fault in faults:
        print_note(f"battlesim: {fault}")
    return settings
