"""What keys and panels can ask of a photograph, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from battlesim.photo.base_detection import STANDARD_SIZES_MM
from battlesim.photo.sketch import TABLE_SIZES_IN
from battlesim.table.base_sizes import BASE_FORMS
from battlesim.table.limits import MAX_TABLE_SIDE_IN
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab.commands import said
from battlesim.ui.lab.photo.studio import LEAST_SIDE, Studio
from battlesim.ui.lab.tables import tables_of
from battlesim.ui.lab.work import Work

NUDGE: Final = 1 / 32
"""Inches by which keys move a base."""
TURN: Final = 5.0
"""Degrees of a step by which a base is turned."""
WAYS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
TOOLS: Final = ("bases", "walls")

Act = Callable[[Studio, Any], object]


def _open(studio: Studio, value: Any) -> None:
    found = studio.near()
    if int(value) < len(found):
        studio.open(found[int(value)])


def _other(studio: Studio, value: Any) -> None:
    studio.darkroom = None


def _side(studio: Studio, value: Any) -> None:
    field, by = str(value).split()
    wide, high = studio.sketch.table
    grown = (wide + int(by), high) if field == "width" else (wide, high + int(by))
    studio.resize(
        (min(max(grown[0], LEAST_SIDE), MAX_TABLE_SIDE_IN), min(max(grown[1], LEAST_SIDE), MAX_TABLE_SIDE_IN))
    )


def _enter(studio: Studio, value: Any) -> None:
    """See it from above, or end the trace."""
    if not studio.above:
        studio.develop()
    elif studio.under_way:
        studio.finish()


def _nudge(studio: Studio, value: Any) -> None:
    """Move the corner that is picked by a pixel, the base by a little."""
    dx, dy = WAYS[int(value)]
    mark, picked, room = studio.mark, studio.picked, studio.darkroom
    if mark:
        studio.move((mark.base.x + NUDGE * dx, mark.base.y + NUDGE * dy), True)
    elif room and picked is not None and not studio.above:
        x, y = studio.sketch.corners[picked]
        at = min(max(x + dx, 0.0), room.size[0] - 1.0), min(max(y - dy, 0.0), room.size[1] - 1.0)
        studio.change(studio.sketch.with_corner(picked, at))
        studio.placed()


def _tool(studio: Studio, value: Any) -> None:
    studio.finish()
    studio.tool, studio.picked = TOOLS[int(value)], None


def _kind(studio: Studio, value: Any) -> None:
    studio.kind = int(value)


def _step(studio: Studio, value: Any) -> None:
    """A step of a figure of what is not round: its size, or which way it faces."""
    figure, by = str(value).split()
    step = int(by)
    studio.reshape(lambda mark: mark.with_next_size(step) if figure == "size" else mark.rotated(TURN * step))


def _undo(studio: Studio, value: Any) -> None:
    studio.message = "" if studio.back() else "nothing has been done yet"


def _redo(studio: Studio, value: Any) -> None:
    studio.message = "" if studio.again() else "nothing was taken back"


ACTS: Final[dict[str, Act]] = {
    "photo_open": _open,
    "photo_other": _other,
    "photo_usual": lambda studio, value: studio.resize(TABLE_SIZES_IN[int(value)]),
    "photo_side": _side,
    "photo_type": lambda studio, value: studio.typing.open(str(value)),
    "photo_develop": lambda studio, value: studio.develop(),
    "photo_enter": _enter,
    "photo_nudge": _nudge,
    "photo_corners": lambda studio, value: studio.to_corners(),
    "photo_tool": _tool,
    "photo_kind": _kind,
    "photo_form": lambda studio, value: studio.reshape(lambda mark: mark.with_form(BASE_FORMS[int(value)])),
    "photo_size": lambda studio, value: studio.reshape(
        lambda mark: mark.with_size(STANDARD_SIZES_MM[int(value)])
    ),
    "photo_grow": lambda studio, value: studio.reshape(lambda mark: mark.with_next_size(int(value))),
    "photo_turn": lambda studio, value: studio.reshape(lambda mark: mark.rotated(float(value))),
    "photo_step": _step,
    "photo_give": lambda studio, value: studio.give(int(value)),
    "photo_all": lambda studio, value: studio.take_all(),
    "photo_remove": lambda studio, value: studio.remove(),
    "photo_finish": lambda studio, value: studio.finish(),
    "photo_undo": _undo,
    "photo_redo": _redo,
}


def commands_of(work: Work, studio: Studio) -> dict[str, Command]:
    """The commands of this mode, by name."""

    def to_table(window: Window, value: Any) -> None:
        """Have the table in hand that has been made of the picture."""
        path = studio.write(work.folder)
        if path is not None:
            window.wish, window.running = tables_of(str(path)), False

    def carried_out(act: Act, window: Window, value: Any) -> None:
        act(studio, value)
        studio.changes += 1

    acts = {name: partial(carried_out, act) for name, act in ACTS.items()}
    return said(work, {**acts, "photo_table": to_table})
