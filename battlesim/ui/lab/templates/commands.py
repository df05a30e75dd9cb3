"""What keys and panels can ask of templates, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from battlesim.report.measuring import DIRECTIONS_DEG
from battlesim.table.ids import NO_SIDE
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab.commands import said
from battlesim.ui.lab.templates.drawing import origin_of
from battlesim.ui.lab.templates.form import LIMITS, STATES
from battlesim.ui.lab.templates.hand import Hand
from battlesim.ui.lab.templates.setting import FORMS, WIDTHS, Setting
from battlesim.ui.lab.templates.sheets import write_sheet
from battlesim.ui.lab.templates.trial import Trial

Act = Callable[[Trial, Hand, Window, Any], object]
NUDGE, PUSH = 1 / 16, 1.0
"""Inches by which keys move a template."""
WAYS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
REACHES: Final = (0.0, 6.0, 8.0, 12.0, 18.0, 24.0, 30.0, 36.0, 48.0, 60.0)
"""Ranges of one touch, inches."""


def _change(change: Callable[[Setting, Any], Setting]) -> Act:
    """An act that makes the setting anew."""

    def act(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
        trial.act(change(trial.setting, value))

    return act


def _form(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    trial.lay_form(FORMS[int(value)])


def _size(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    """A size a step larger or smaller: "which by", or the first one by the keys ±1, the second by ±2."""
    which, by = map(int, value.split()) if isinstance(value, str) else (abs(value) - 1, (value > 0) * 2 - 1)
    trial.act(trial.setting.stepped(which, by))


def _type(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    trial.typing.open(str(value))


def _turn(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    """So many degrees: "5 -1", or a number by keys."""
    steps, by = map(int, value.split()) if isinstance(value, str) else (int(value), 1)
    hand.turn(origin_of(trial).facing + steps * by)


def _move(far: float) -> Act:
    def move(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
        (dx, dy), place = WAYS[int(value)], trial.setting.place
        trial.act(trial.setting.moved(place.x + far * dx, place.y + far * dy, trial.bench.table.ground))

    return move


def _here(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    """Lay it under the pointer."""
    if window.stage.points_at_table and not window.stage.covered():
        trial.act(trial.setting.moved(*hand.at, trial.bench.table.ground))


def _fires(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    """The model that is chosen fires."""
    picked = trial.work.model.pointing.picked
    if picked in trial.bench.table.pieces:
        trial.fire(picked)
    else:
        trial.work.message = "choose a model first: click it"


def _reach(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    """The next of the usual ranges."""
    by, now = int(value.split()[1]), trial.setting.reach
    usual = {*REACHES, *(() if now is None else (now,))}
    known: list[float | None] = [None, *sorted(usual)]
    trial.act(trial.setting._replace(reach=known[max(0, min(known.index(now) + by, len(known) - 1))]))


def _whom(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    keys = [NO_SIDE, *(side.key for side in trial.bench.table.sides)]
    number = int(value) if value >= 0 else (keys.index(trial.setting.whom) + 1) % len(keys)
    trial.act(trial.setting._replace(whom=keys[number]))


def _catch(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    names = [state for state, _ in STATES]
    least = trial.found.wish.threshold if trial.found else names[0]
    number = int(value) if value >= 0 else (names.index(least) + 1) % len(names)
    trial.act(trial.setting._replace(catch=names[number]))


def _best(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    if not trial.put_best():
        trial.work.message = "the best place is not known yet"


def _scatter(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    trial.scatter = not trial.scatter


def _sheet(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    trial.work.message = write_sheet(trial)


def _undo(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    trial.work.message = "" if trial.back() else "nothing has been done yet"


def _redo(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    trial.work.message = "" if trial.again() else "nothing was taken back"


def _roll(trial: Trial, hand: Hand, window: Window, value: Any) -> None:
    many = len(trial.found.rows) if trial.found else 0
    trial.first = max(0, min(trial.first + int(value), many - 1))


ACTS: Final[dict[str, Act]] = {
    "lay_form": _form,
    "lay_rule": lambda trial, hand, window, value: trial.choose(int(value)),
    "lay_size": _size,
    "lay_type": _type,
    "lay_turn": _turn,
    "lay_width": _change(lambda setting, value: setting.sized(0, WIDTHS[int(value)])),
    "lay_toward": _change(lambda setting, value: setting._replace(toward=list(DIRECTIONS_DEG)[int(value)])),
    "lay_limit": _change(lambda setting, value: setting._replace(limit=LIMITS[int(value)])),
    "lay_centred": _change(lambda setting, value: setting._replace(centred=bool(value))),
    "lay_spare": _change(lambda setting, value: setting._replace(spares=not setting.spares)),
    "lay_nobody": _change(lambda setting, value: setting._replace(firer="")),
    "lay_whom": _whom,
    "lay_catch": _catch,
    "lay_fires": _fires,
    "lay_reach": _reach,
    "lay_nudge": _move(NUDGE),
    "lay_push": _move(PUSH),
    "lay_here": _here,
    "lay_best": _best,
    "lay_scatter": _scatter,
    "lay_sheet": _sheet,
    "lay_undo": _undo,
    "lay_redo": _redo,
    "lay_roll": _roll,
}


def commands_of(trial: Trial, hand: Hand) -> dict[str, Command]:
    """The commands of this mode, by name."""
    return said(trial.work, {name: partial(act, trial, hand) for name, act in ACTS.items()})
