"""What keys and panels can ask about sight, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from battlesim.rulings.table_queries import standing_heights
from battlesim.table.pieces import Piece
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab.commands import said
from battlesim.ui.lab.sight.dispute import AGREED, key_of
from battlesim.ui.lab.sight.inquiry import Inquiry
from battlesim.ui.lab.sight.sheets import write_sheet

Act = Callable[[Inquiry, Window, Any], object]

NUDGE, PUSH, TURN = 1 / 16, 1.0, 15.0
"""Inches and degrees by which keys move and turn a model."""
WAYS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))


def _look(asked: Inquiry, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.dispute.look(piece.id)


def _look_at(asked: Inquiry, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.dispute.look_at(piece.id)


def _by(asked: Inquiry, window: Window, value: Any) -> None:
    asked.dispute.by = str(value)


def _by_next(asked: Inquiry, window: Window, value: Any) -> None:
    """Judge by the next reading, or the one before."""
    if not asked.dispute.asked:
        return
    keys = [key_of(row) for row in asked.dispute.rows(asked.bench.table)]
    at = keys.index(asked.dispute.by) if asked.dispute.by in keys else 0
    asked.dispute.by = keys[max(0, min(at + int(value), len(keys) - 1))]
    asked.first = max(0, keys.index(asked.dispute.by) - 2)


def _roll(asked: Inquiry, window: Window, value: Any) -> None:
    many = len(asked.dispute.columns["columns"]) if asked.dispute.columns else 0
    asked.first = max(0, min(asked.first + int(value), many - 1))


def _end(asked: Inquiry, value: Any) -> tuple[Piece | None, int]:
    """Which of the two is meant, by how many steps."""
    end, by = str(value).split()
    dispute = asked.dispute
    name = dispute.viewer if end == "viewer" else dispute.target
    return asked.bench.table.pieces.get(name), int(by)


def _base(asked: Inquiry, window: Window, value: Any) -> None:
    piece, by = _end(asked, value) if isinstance(value, str) else (asked.piece(), int(value))
    if piece:
        asked.bench.rebase(piece, by)


def _form(asked: Inquiry, window: Window, value: Any) -> None:
    """Give the model a base of the next form."""
    piece = asked.piece()
    if piece:
        asked.bench.reform(piece)


def _height(asked: Inquiry, window: Window, value: Any) -> None:
    piece, by = _end(asked, value) if isinstance(value, str) else (asked.piece(), int(value))
    if piece:
        asked.bench.raise_by(piece, by)


def _nudge(far: float) -> Act:
    def nudge(asked: Inquiry, window: Window, value: Any) -> None:
        piece, (dx, dy) = asked.piece(), WAYS[int(value)]
        if piece and piece.table_position:
            asked.bench.put(piece, piece.xy[0] + far * dx, piece.xy[1] + far * dy)

    return nudge


def _turn(asked: Inquiry, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.bench.turn(piece, TURN * int(value))


def _climb(asked: Inquiry, window: Window, value: Any) -> None:
    """Have the model stand on the next height that there is where it stands."""
    piece = asked.piece()
    if piece and piece.table_position:
        asked.bench.climb(piece, standing_heights(asked.bench.table, *piece.xy))
        place = asked.bench.table.pieces[piece.id].table_position
        asked.work.message = f"{piece.name} stands {place.z:g} in above the table" if place else ""


def _new(asked: Inquiry, window: Window, value: Any) -> None:
    """Another model under the pointer, else in the middle of the view, of the side that is looked at."""
    stage = window.stage
    camera, table = asked.work.model.camera, asked.bench.table
    middle = camera.to_table(camera.width / 2, camera.height / 2)
    over = stage.points_at_table and not stage.covered()
    x, y = camera.to_table(*stage.on_table) if over else middle
    viewer, like = table.pieces.get(asked.dispute.viewer), table.pieces.get(asked.dispute.target)
    others = [side.key for side in table.sides if viewer is None or side.key != viewer.side]
    side = others[0] if others else table.sides[0].key
    name = asked.bench.add(x, y, like.side if like else table.sides[0].key if viewer is None else side, like)
    asked.work.model.pointing.picked = name
    asked.dispute.look_at(name)


def _remove(asked: Inquiry, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.bench.remove(piece)


def _field(asked: Inquiry, window: Window, value: Any) -> None:
    asked.fields.turn(-1 if value == -1 else 1)


def _place(asked: Inquiry, window: Window, value: Any) -> None:
    """A bare place under the pointer looks, or the one there is from there."""
    stage = window.stage
    if not stage.points_at_table or stage.covered():
        return
    asked.look_from(*asked.work.model.camera.to_table(*stage.on_table))


def _within(asked: Inquiry, window: Window, value: Any) -> None:
    """Ask about a distance an inch longer or shorter; none below an inch."""
    asked.within = max(0.0, asked.within + int(value))


def _agree(asked: Inquiry, window: Window, value: Any) -> None:
    """The next threshold that the two may have agreed on."""
    dispute = asked.dispute
    dispute.agreed = (dispute.agreed + 1) % len(AGREED)


def _sure(asked: Inquiry, window: Window, value: Any) -> None:
    """The next tolerance."""
    dispute = asked.dispute
    dispute.tolerance = (dispute.tolerance + 1) % len(dispute.tolerances)


def _tolerance(asked: Inquiry, window: Window, value: Any) -> None:
    asked.dispute.tolerance = int(value)


def _sheet(asked: Inquiry, window: Window, value: Any) -> None:
    asked.work.message = write_sheet(asked.work, asked.dispute)


ACTS: Final[dict[str, Act]] = {
    "look": _look,
    "look_at": _look_at,
    "swap": lambda asked, window, value: asked.dispute.swap(),
    "by": _by,
    "by_next": _by_next,
    "roll": _roll,
    "base": _base,
    "form": _form,
    "height": _height,
    "nudge": _nudge(NUDGE),
    "push": _nudge(PUSH),
    "turn": _turn,
    "climb": _climb,
    "new": _new,
    "remove": _remove,
    "field": _field,
    "place": _place,
    "within": _within,
    "agree": _agree,
    "sure": _sure,
    "tolerance": _tolerance,
    "sheet": _sheet,
}


def commands_of(asked: Inquiry) -> dict[str, Command]:
    """The commands of this mode, by name."""
    return said(asked.work, {name: partial(act, asked) for name, act in ACTS.items()})
