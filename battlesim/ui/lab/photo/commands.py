"""The commands that keys and buttons can run in the photo mode of the lab, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from battlesim.photo.base_detection import STANDARD_SIZES_MM
from battlesim.photo.sketch import TABLE_SIZES_IN
from battlesim.table.base_sizes import BASE_FORMS
from battlesim.table.limits import MAX_TABLE_SIDE_IN
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.commands import message_clearing_commands
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.lab_table import load_lab_table
from battlesim.ui.lab.photo.photo_editor import MIN_TABLE_SIDE_IN, PhotoEditor

NUDGE_STEP_IN: Final = 1 / 32
"""Distance in inches by which an arrow key moves a base."""
TURN_STEP_DEG: Final = 5.0
"""Angle in degrees by which one step turns a base."""
ARROW_DIRECTIONS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
PHOTO_TOOLS: Final = ("bases", "walls")

PhotoCommand = Callable[[PhotoEditor, Any], object]


def _open(studio: PhotoEditor, value: Any) -> None:
    found = studio.recent_pictures()
    if int(value) < len(found):
        studio.open(found[int(value)])


def _other(studio: PhotoEditor, value: Any) -> None:
    studio.darkroom = None


def _side(studio: PhotoEditor, value: Any) -> None:
    field, by = str(value).split()
    wide, high = studio.sketch.table
    grown = (wide + int(by), high) if field == "width" else (wide, high + int(by))
    studio.resize(
        (
            min(max(grown[0], MIN_TABLE_SIDE_IN), MAX_TABLE_SIDE_IN),
            min(max(grown[1], MIN_TABLE_SIDE_IN), MAX_TABLE_SIDE_IN),
        )
    )


def _enter(studio: PhotoEditor, value: Any) -> None:
    """Show the table from above, or end the trace."""
    if not studio.is_top_view:
        studio.develop()
    elif studio.open_trace:
        studio.finish()


def _nudge(studio: PhotoEditor, value: Any) -> None:
    """Move the selected corner by a pixel, or the selected base by a small step."""
    dx, dy = ARROW_DIRECTIONS[int(value)]
    mark, picked, room = studio.mark, studio.picked, studio.darkroom
    if mark:
        studio.move((mark.base.x + NUDGE_STEP_IN * dx, mark.base.y + NUDGE_STEP_IN * dy), True)
    elif room and picked is not None and not studio.is_top_view:
        x, y = studio.sketch.corners[picked]
        at = min(max(x + dx, 0.0), room.size[0] - 1.0), min(max(y - dy, 0.0), room.size[1] - 1.0)
        studio.change(studio.sketch.with_corner(picked, at))
        studio.finish_corner()


def _tool(studio: PhotoEditor, value: Any) -> None:
    studio.finish()
    studio.tool, studio.picked = PHOTO_TOOLS[int(value)], None


def _kind(studio: PhotoEditor, value: Any) -> None:
    studio.kind = int(value)


def _step(studio: PhotoEditor, value: Any) -> None:
    """Change the size or the facing of a base that is not round by one step."""
    figure, by = str(value).split()
    step = int(by)
    studio.reshape(
        lambda mark: mark.with_next_size(step) if figure == "size" else mark.rotated(TURN_STEP_DEG * step)
    )


def _undo(studio: PhotoEditor, value: Any) -> None:
    studio.message = "" if studio.undo_last() else "there is nothing to undo"


def _redo(studio: PhotoEditor, value: Any) -> None:
    studio.message = "" if studio.redo_last() else "there is nothing to redo"


PHOTO_COMMANDS: Final[dict[str, PhotoCommand]] = {
    "photo_open": _open,
    "photo_other": _other,
    "photo_usual": lambda studio, value: studio.resize(TABLE_SIZES_IN[int(value)]),
    "photo_side": _side,
    "photo_type": lambda studio, value: studio.typing.open(str(value)),
    "photo_develop": lambda studio, value: studio.develop(),
    "photo_enter": _enter,
    "photo_nudge": _nudge,
    "photo_corners": lambda studio, value: studio.return_to_corners(),
    "photo_tool": _tool,
    "photo_kind": _kind,
    "photo_form": lambda studio, value: studio.reshape(lambda mark: mark.with_form(BASE_FORMS[int(value)])),
    "photo_size": lambda studio, value: studio.reshape(
        lambda mark: mark.with_size(STANDARD_SIZES_MM[int(value)])
    ),
    "photo_grow": lambda studio, value: studio.reshape(lambda mark: mark.with_next_size(int(value))),
    "photo_turn": lambda studio, value: studio.reshape(lambda mark: mark.rotated(float(value))),
    "photo_step": _step,
    "photo_give": lambda studio, value: studio.assign_side(int(value)),
    "photo_all": lambda studio, value: studio.accept_all(),
    "photo_remove": lambda studio, value: studio.remove(),
    "photo_finish": lambda studio, value: studio.finish(),
    "photo_undo": _undo,
    "photo_redo": _redo,
}


def commands_of(work: LabSession, studio: PhotoEditor) -> dict[str, Command]:
    """Return the commands of the photo mode by name."""

    def to_table(window: Window, value: Any) -> None:
        """Write the table made from the picture and open it in the lab."""
        path = studio.write(work.folder)
        if path is not None:
            window.next_request, window.running = load_lab_table(str(path)), False

    def carried_out(act: PhotoCommand, window: Window, value: Any) -> None:
        act(studio, value)
        studio.changes += 1

    acts = {name: partial(carried_out, act) for name, act in PHOTO_COMMANDS.items()}
    return message_clearing_commands(work, {**acts, "photo_table": to_table})
