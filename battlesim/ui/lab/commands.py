"""What keys and panels can ask of the lab in every mode, by name."""

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
"""Commands that the lab has in common with other windows."""


def message_clearing_commands(
    work: LabSession, acts: Mapping[str, Callable[[Window, Any], object]]
) -> dict[str, Command]:
    """Acts as commands: once one is done, nothing is said any more of what was done before."""
    return {name: partial(_done, work, act) for name, act in acts.items()}


def _done(work: LabSession, act: Callable[[Window, Any], object], window: Window, value: Any) -> None:
    work.message = ""
    act(window, value)


def commands_of(work: LabSession) -> dict[str, Command]:
    """The commands that every mode has."""

    def undo(window: Window, value: Any) -> None:
        work.message = "" if work.editor.undo_last() else "nothing has been done yet"

    def redo(window: Window, value: Any) -> None:
        work.message = "" if work.editor.redo_last() else "nothing was taken back"

    return {name: ANY[name] for name in SHARED_COMMANDS} | message_clearing_commands(
        work, {"undo": undo, "redo": redo}
    )
