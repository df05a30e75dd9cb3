"""What keys and panels can ask of the lab, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from battlesim.rulings.fields import levels
from battlesim.table.pieces import Piece
from battlesim.ui.battle.commands import COMMANDS as ANY
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab.dispute import TOLERANCES, key_of
from battlesim.ui.lab.sheets import write_sheet
from battlesim.ui.lab.work import Work

Act = Callable[[Work, Window, Any], object]

NUDGE, PUSH, TURN = 1 / 16, 1.0, 15.0
"""Inches and degrees by which keys move and turn a model."""
WAYS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
SHARED: Final = (
    *("zoom", "across", "down", "fit", "piece", "nearer", "names", "ruler", "ruler_off", "fold", "log"),
    *("help", "settings", "rules", "fullscreen", "quit"),
)
"""Commands that the lab has in common with other windows."""


def _piece(work: Work, name: str = "") -> Piece | None:
    """A model by its name, else the one that is chosen, else the one that is looked at."""
    pieces, picked = work.bench.table.pieces, work.model.pointing.picked
    return pieces.get(name) if name else pieces.get(picked) or pieces.get(work.dispute.target)


def _look(work: Work, window: Window, value: Any) -> None:
    piece = _piece(work)
    if piece:
        work.dispute.look(piece.id)


def _look_at(work: Work, window: Window, value: Any) -> None:
    piece = _piece(work)
    if piece:
        work.dispute.look_at(piece.id)


def _by(work: Work, window: Window, value: Any) -> None:
    work.dispute.by = str(value)


def _by_next(work: Work, window: Window, value: Any) -> None:
    """Judge by the next reading, or the one before."""
    if not work.dispute.asked:
        return
    keys = [key_of(row) for row in work.dispute.rows(work.bench.table)]
    at = keys.index(work.dispute.by) if work.dispute.by in keys else 0
    work.dispute.by = keys[max(0, min(at + int(value), len(keys) - 1))]
    work.first = max(0, keys.index(work.dispute.by) - 2)


def _roll(work: Work, window: Window, value: Any) -> None:
    many = len(work.dispute.columns["columns"]) if work.dispute.columns else 0
    work.first = max(0, min(work.first + int(value), many - 1))


def _end(work: Work, value: Any) -> tuple[Piece | None, int]:
    """Which of the two is meant, by how many steps."""
    end, by = str(value).split()
    dispute = work.dispute
    return _piece(work, dispute.viewer if end == "viewer" else dispute.target), int(by)


def _base(work: Work, window: Window, value: Any) -> None:
    piece, by = _end(work, value) if isinstance(value, str) else (_piece(work), int(value))
    if piece:
        work.bench.rebase(piece, by)


def _height(work: Work, window: Window, value: Any) -> None:
    piece, by = _end(work, value) if isinstance(value, str) else (_piece(work), int(value))
    if piece:
        work.bench.raise_by(piece, by)


def _nudge(far: float) -> Act:
    def nudge(work: Work, window: Window, value: Any) -> None:
        piece, (dx, dy) = _piece(work), WAYS[int(value)]
        if piece and piece.spot:
            work.bench.put(piece, piece.xy[0] + far * dx, piece.xy[1] + far * dy)

    return nudge


def _turn(work: Work, window: Window, value: Any) -> None:
    piece = _piece(work)
    if piece:
        work.bench.turn(piece, TURN * int(value))


def _climb(work: Work, window: Window, value: Any) -> None:
    """Have the model stand on the next height that there is where it stands."""
    piece = _piece(work)
    if piece and piece.spot:
        work.bench.climb(piece, levels(work.bench.table, *piece.xy))
        place = work.bench.table.pieces[piece.id].spot
        work.message = f"{piece.name} stands {place.z:g} in above the table" if place else ""


def _new(work: Work, window: Window, value: Any) -> None:
    """Another model under the pointer, else in the middle of the view, of the side that is looked at."""
    stage = window.stage
    camera, table = work.model.camera, work.bench.table
    middle = camera.to_table(camera.width / 2, camera.height / 2)
    over = stage.points_at_table and not stage.covered()
    x, y = camera.to_table(*stage.on_table) if over else middle
    viewer, like = table.pieces.get(work.dispute.viewer), table.pieces.get(work.dispute.target)
    others = [side.key for side in table.sides if viewer is None or side.key != viewer.side]
    side = others[0] if others else table.sides[0].key
    name = work.bench.add(x, y, like.side if like else table.sides[0].key if viewer is None else side, like)
    work.model.pointing.picked = name
    work.dispute.look_at(name)


def _remove(work: Work, window: Window, value: Any) -> None:
    piece = _piece(work)
    if piece:
        work.bench.remove(piece)


def _undo(work: Work, window: Window, value: Any) -> None:
    work.message = "" if work.bench.back() else "nothing has been done yet"


def _redo(work: Work, window: Window, value: Any) -> None:
    work.message = "" if work.bench.again() else "nothing was taken back"


def _region(work: Work, window: Window, value: Any) -> None:
    work.region = not work.region


def _sure(work: Work, window: Window, value: Any) -> None:
    """The next tolerance."""
    dispute = work.dispute
    dispute.tolerance = (dispute.tolerance + 1) % len(TOLERANCES)


def _tolerance(work: Work, window: Window, value: Any) -> None:
    work.dispute.tolerance = int(value)


def _sheet(work: Work, window: Window, value: Any) -> None:
    work.message = write_sheet(work)


ACTS: Final[dict[str, Act]] = {
    "look": _look,
    "look_at": _look_at,
    "swap": lambda work, window, value: work.dispute.swap(),
    "by": _by,
    "by_next": _by_next,
    "roll": _roll,
    "base": _base,
    "height": _height,
    "nudge": _nudge(NUDGE),
    "push": _nudge(PUSH),
    "turn": _turn,
    "climb": _climb,
    "new": _new,
    "remove": _remove,
    "undo": _undo,
    "redo": _redo,
    "region": _region,
    "sure": _sure,
    "tolerance": _tolerance,
    "sheet": _sheet,
}


def commands_of(work: Work) -> dict[str, Command]:
    """The commands of a lab, by name."""
    return {name: ANY[name] for name in SHARED} | {name: partial(_done, work, name) for name in ACTS}


def _done(work: Work, name: str, window: Window, value: Any) -> None:
    """Do something, after which nothing is said any more of what was done before."""
    work.message = ""
    ACTS[name](work, window, value)
