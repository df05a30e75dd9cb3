"""The commands that keys and buttons can run in every mode of the lab, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from battlesim.ui.battle.commands import WINDOW_COMMANDS as ANY
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.lab_session import LabSession

SHARED_COMMANDS: Final = (
    *("zoom", "across", "down", "fit", "piece", "nearer", "names", "ruler", "ruler_off", "fold", "log"),
    *("help", "settings", "rules", "fullscreen", "quit"),
)
"""Names of the commands that the lab shares with other windows."""


def message_clearing_commands(
    work: LabSession, acts: Mapping[str, Callable[[Window, Any], object]]
) -> dict[str, Command]:
    """Return functions as commands that clear the lab's message before they run."""
    return {name: partial(_done, work, act) for name, act in acts.items()}


def _done(work: LabSession, act: Callable[[Window, Any], object], window: Window, value: Any) -> None:
    work.message = ""
    act(window, value)


def commands_of(work: LabSession) -> dict[str, Command]:
    """Return the commands that every mode has."""

    def undo(window: Window, value: Any) -> None:
        work.message = "" if work.editor.undo_last() else "there is nothing to undo"

    def redo(window: Window, value: Any) -> None:
        work.message = "" if work.editor.redo_last() else "there is nothing to redo"

    return {name: ANY[name] for name in SHARED_COMMANDS} | message_clearing_commands(
        work, {"undo": undo, "redo": redo}
    )
