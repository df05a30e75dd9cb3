"""The commands that keys and buttons can run in the sight mode of the lab, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from battlesim.rulings.table_queries import posts_at
from battlesim.table.pieces import Piece
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.commands import message_clearing_commands
from battlesim.ui.lab.sight.sight_dispute import AGREED_PROBABILITIES, key_of
from battlesim.ui.lab.sight.sight_sheet import write_sheet
from battlesim.ui.lab.sight.sight_state import SightModeState

SightCommand = Callable[[SightModeState, Window, Any], object]

NUDGE_STEP_IN, PUSH_STEP_IN, TURN_STEP_DEG = 1 / 16, 1.0, 15.0
"""Steps in inches and degrees by which keys move and turn a piece."""
ARROW_DIRECTIONS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))


def _look(asked: SightModeState, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.dispute.set_viewer(piece.id)


def _look_at(asked: SightModeState, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.dispute.set_target(piece.id)


def _by(asked: SightModeState, window: Window, value: Any) -> None:
    asked.dispute.judged_by = str(value)


def _by_next(asked: SightModeState, window: Window, value: Any) -> None:
    """Judge by the next ruleset or convention, or the previous one."""
    if not asked.dispute.has_pair:
        return
    keys = [key_of(row) for row in asked.dispute.rows(asked.bench.table)]
    at = keys.index(asked.dispute.judged_by) if asked.dispute.judged_by in keys else 0
    asked.dispute.judged_by = keys[max(0, min(at + int(value), len(keys) - 1))]
    asked.first = max(0, keys.index(asked.dispute.judged_by) - 2)


def _roll(asked: SightModeState, window: Window, value: Any) -> None:
    many = len(asked.dispute.comparisons["columns"]) if asked.dispute.comparisons else 0
    asked.first = max(0, min(asked.first + int(value), many - 1))


def _end(asked: SightModeState, value: Any) -> tuple[Piece | None, int]:
    """Return the viewer or target that a value names, and the number of steps."""
    end, by = str(value).split()
    dispute = asked.dispute
    name = dispute.viewer if end == "viewer" else dispute.target
    return asked.bench.table.pieces.get(name), int(by)


def _base(asked: SightModeState, window: Window, value: Any) -> None:
    piece, by = _end(asked, value) if isinstance(value, str) else (asked.piece(), int(value))
    if piece:
        asked.bench.resize_base(piece, by)


def _form(asked: SightModeState, window: Window, value: Any) -> None:
    """Give the piece a base of the next form."""
    piece = asked.piece()
    if piece:
        asked.bench.change_base_form(piece)


def _height(asked: SightModeState, window: Window, value: Any) -> None:
    piece, by = _end(asked, value) if isinstance(value, str) else (asked.piece(), int(value))
    if piece:
        asked.bench.change_height(piece, by)


def _nudge(far: float) -> SightCommand:
    def nudge(asked: SightModeState, window: Window, value: Any) -> None:
        piece, (dx, dy) = asked.piece(), ARROW_DIRECTIONS[int(value)]
        if piece and piece.table_position:
            asked.bench.move_piece(piece, piece.xy[0] + far * dx, piece.xy[1] + far * dy)

    return nudge


def _turn(asked: SightModeState, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.bench.turn_piece(piece, TURN_STEP_DEG * int(value))


def _climb(asked: SightModeState, window: Window, value: Any) -> None:
    """Move the piece to the next level where it stands."""
    piece = asked.piece()
    if piece and piece.table_position:
        asked.bench.move_to_next_level(piece, posts_at(asked.bench.table, *piece.xy))
        place = asked.bench.table.pieces[piece.id].table_position
        asked.work.message = f"{piece.name} stands {place.z:g} in above the table" if place else ""


def _new(asked: SightModeState, window: Window, value: Any) -> None:
    """Add a piece under the pointer, else at the centre of the view, and make it the target.

    It is a copy of the target, or belongs to the side of an opponent of the viewer.
    """
    stage = window.stage
    camera, table = asked.work.model.camera, asked.bench.table
    middle = camera.to_table(camera.width / 2, camera.height / 2)
    over = stage.points_at_table and not stage.card_under_pointer()
    x, y = camera.to_table(*stage.pointer_on_table) if over else middle
    viewer, like = table.pieces.get(asked.dispute.viewer), table.pieces.get(asked.dispute.target)
    others = [side.key for side in table.sides if viewer is None or side.key != viewer.side]
    side = others[0] if others else table.sides[0].key
    name = asked.bench.add_piece(
        x, y, like.side if like else table.sides[0].key if viewer is None else side, like
    )
    asked.work.model.pointer.selected_piece = name
    asked.dispute.set_target(name)


def _remove(asked: SightModeState, window: Window, value: Any) -> None:
    piece = asked.piece()
    if piece:
        asked.bench.remove_piece(piece)


def _field(asked: SightModeState, window: Window, value: Any) -> None:
    asked.fields.select_next_kind(-1 if value == -1 else 1)


def _place(asked: SightModeState, window: Window, value: Any) -> None:
    """Look from the point under the pointer."""
    stage = window.stage
    if not stage.points_at_table or stage.card_under_pointer():
        return
    asked.look_from(*asked.work.model.camera.to_table(*stage.pointer_on_table))


def _within(asked: SightModeState, window: Window, value: Any) -> None:
    """Change the distance asked about by an inch; at 0 none is asked about."""
    asked.max_distance_in = max(0.0, asked.max_distance_in + int(value))


def _agree(asked: SightModeState, window: Window, value: Any) -> None:
    """Select the next probability that the players agree on."""
    dispute = asked.dispute
    dispute.agreed = (dispute.agreed + 1) % len(AGREED_PROBABILITIES)


def _sure(asked: SightModeState, window: Window, value: Any) -> None:
    """Select the next tolerance."""
    dispute = asked.dispute
    dispute.tolerance = (dispute.tolerance + 1) % len(dispute.tolerances)


def _tolerance(asked: SightModeState, window: Window, value: Any) -> None:
    asked.dispute.tolerance = int(value)


def _sheet(asked: SightModeState, window: Window, value: Any) -> None:
    asked.work.message = write_sheet(asked.work, asked.dispute)


SIGHT_COMMANDS: Final[dict[str, SightCommand]] = {
    "look": _look,
    "look_at": _look_at,
    "swap": lambda asked, window, value: asked.dispute.swap(),
    "by": _by,
    "by_next": _by_next,
    "roll": _roll,
    "base": _base,
    "form": _form,
    "height": _height,
    "nudge": _nudge(NUDGE_STEP_IN),
    "push": _nudge(PUSH_STEP_IN),
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


def commands_of(asked: SightModeState) -> dict[str, Command]:
    """Return the commands of the sight mode by name."""
    return message_clearing_commands(
        asked.work, {name: partial(act, asked) for name, act in SIGHT_COMMANDS.items()}
    )
