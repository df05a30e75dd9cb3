"""The commands that keys and buttons can run in the template mode of the lab, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from battlesim.report.measuring import DIRECTIONS_DEG
from battlesim.table.ids import NO_SIDE
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.commands import message_clearing_commands
from battlesim.ui.lab.templates.setting_card import ARC_LIMITS_DEG, CATCH_STATES
from battlesim.ui.lab.templates.template_editor import TemplateEditor
from battlesim.ui.lab.templates.template_input import TemplateInput
from battlesim.ui.lab.templates.template_overlay import origin_of
from battlesim.ui.lab.templates.template_setting import ARC_WIDTHS_DEG, TEMPLATE_FORMS, TemplateSetting
from battlesim.ui.lab.templates.template_sheet_request import write_sheet

TemplateCommand = Callable[[TemplateEditor, TemplateInput, Window, Any], object]
NUDGE_STEP_IN, PUSH_STEP_IN = 1 / 16, 1.0
"""Steps in inches by which keys move a template."""
ARROW_DIRECTIONS: Final = ((-1, 0), (1, 0), (0, 1), (0, -1))
PRESET_RANGES_IN: Final = (0.0, 6.0, 8.0, 12.0, 18.0, 24.0, 30.0, 36.0, 48.0, 60.0)
"""Ranges from the firer that the stepper offers, inches."""


def _change(change: Callable[[TemplateSetting, Any], TemplateSetting]) -> TemplateCommand:
    """Return a command that changes the setting."""

    def act(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
        trial.apply_setting(change(trial.setting, value))

    return act


def _form(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    trial.set_form(TEMPLATE_FORMS[int(value)])


def _size(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    """Step a size: the value is "which step", or ±1 for the first and ±2 for the second size."""
    which, by = map(int, value.split()) if isinstance(value, str) else (abs(value) - 1, (value > 0) * 2 - 1)
    trial.apply_setting(trial.setting.stepped(which, by))


def _type(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    trial.typing.open(str(value))


def _turn(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    """Turn the template: the value is degrees, or "degrees sign"."""
    steps, by = map(int, value.split()) if isinstance(value, str) else (int(value), 1)
    hand.turn(origin_of(trial).facing + steps * by)


def _move(far: float) -> TemplateCommand:
    def move(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
        (dx, dy), place = ARROW_DIRECTIONS[int(value)], trial.setting.place
        trial.apply_setting(
            trial.setting.moved(place.x + far * dx, place.y + far * dy, trial.bench.table.ground)
        )

    return move


def _here(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    """Move the template under the pointer."""
    if window.stage.points_at_table and not window.stage.card_under_pointer():
        trial.apply_setting(trial.setting.moved(*hand.pointer_position, trial.bench.table.ground))


def _fires(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    """Make the selected piece the firer."""
    picked = trial.work.model.pointer.selected_piece
    if picked in trial.bench.table.pieces:
        trial.set_firer(picked)
    else:
        trial.work.message = "click a model first to select it"


def _reach(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    """Step to the next of the usual ranges, or the previous one."""
    by, now = int(value.split()[1]), trial.setting.reach
    usual = {*PRESET_RANGES_IN, *(() if now is None else (now,))}
    known: list[float | None] = [None, *sorted(usual)]
    trial.apply_setting(
        trial.setting._replace(reach=known[max(0, min(known.index(now) + by, len(known) - 1))])
    )


def _whom(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    keys = [NO_SIDE, *(side.key for side in trial.bench.table.sides)]
    number = int(value) if value >= 0 else (keys.index(trial.setting.target_side) + 1) % len(keys)
    trial.apply_setting(trial.setting._replace(target_side=keys[number]))


def _catch(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    names = [state for state, _ in CATCH_STATES]
    least = trial.result.query.threshold if trial.result else names[0]
    number = int(value) if value >= 0 else (names.index(least) + 1) % len(names)
    trial.apply_setting(trial.setting._replace(catch=names[number]))


def _best(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    if not trial.place_at_best():
        trial.work.message = "the best place is not known yet"


def _scatter(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    trial.scatter = not trial.scatter


def _sheet(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    trial.work.message = write_sheet(trial)


def _undo(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    trial.work.message = "" if trial.undo_last() else "there is nothing to undo"


def _redo(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    trial.work.message = "" if trial.redo_last() else "there is nothing to redo"


def _roll(trial: TemplateEditor, hand: TemplateInput, window: Window, value: Any) -> None:
    many = len(trial.result.rows) if trial.result else 0
    trial.first = max(0, min(trial.first + int(value), many - 1))


TEMPLATE_COMMANDS: Final[dict[str, TemplateCommand]] = {
    "lay_form": _form,
    "lay_rule": lambda trial, hand, window, value: trial.choose(int(value)),
    "lay_size": _size,
    "lay_type": _type,
    "lay_turn": _turn,
    "lay_width": _change(lambda setting, value: setting.sized(0, ARC_WIDTHS_DEG[int(value)])),
    "lay_toward": _change(lambda setting, value: setting._replace(arc_side=list(DIRECTIONS_DEG)[int(value)])),
    "lay_limit": _change(lambda setting, value: setting._replace(limit=ARC_LIMITS_DEG[int(value)])),
    "lay_centred": _change(lambda setting, value: setting._replace(centred=bool(value))),
    "lay_spare": _change(lambda setting, value: setting._replace(spares=not setting.spares)),
    "lay_nobody": _change(lambda setting, value: setting._replace(firer="")),
    "lay_whom": _whom,
    "lay_catch": _catch,
    "lay_fires": _fires,
    "lay_reach": _reach,
    "lay_nudge": _move(NUDGE_STEP_IN),
    "lay_push": _move(PUSH_STEP_IN),
    "lay_here": _here,
    "lay_best": _best,
    "lay_scatter": _scatter,
    "lay_sheet": _sheet,
    "lay_undo": _undo,
    "lay_redo": _redo,
    "lay_roll": _roll,
}


def commands_of(trial: TemplateEditor, hand: TemplateInput) -> dict[str, Command]:
    """Return the commands of the template mode by name."""
    return message_clearing_commands(
        trial.work, {name: partial(act, trial, hand) for name, act in TEMPLATE_COMMANDS.items()}
    )
