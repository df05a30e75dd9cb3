"""Construction of the user's choice on the start screen: a battle, a record or a table for the lab."""

from __future__ import annotations

from typing import Any

from battlesim.players.player_pool import check_player
from battlesim.rulesets.plugins import PluginError
from battlesim.scenarios.battle_files import folder_problem
from battlesim.scenarios.lessons import Lesson, load_lesson
from battlesim.scenarios.sources import TableSource
from battlesim.table.ids import SideKey
from battlesim.ui.start.catalogue import RecordSummary
from battlesim.ui.start.start_choice import (
    LabChoice,
    NewBattleChoice,
    ReplayChoice,
    ResumeChoice,
    StartChoice,
)
from battlesim.ui.start.start_model import HUMAN, OWN_PLAYER, StartModel


def selected_choice(model: StartModel, replay: bool = False) -> StartChoice | None:
    """Return the current choice of the start screen; if `replay`, even an unfinished record is replayed.

    Return None and set the model's message if nothing is selected or the selection cannot be played.
    """
    if model.record:
        return _record_choice(model, model.record, replay)
    preview = model.selected_preview
    if preview is None:
        model.message = model.message or "select a scenario"
        return None
    try:
        seats = {side: _player_name(model, side, name) for side, name in model.seats.items()}
    except PluginError as error:
        model.message = str(error)
        return None
    if reason := folder_problem(model.folder):
        model.message = (
            f"no battle can be saved ({reason}): choose another folder in the settings. {model.folder}"
        )
        return None
    seed = int(model.fields["seed"] or 0)
    dice: Any = model.dice
    if model.lesson:
        return _lesson_choice(model, load_lesson(model.lesson))
    name = model.fields["name"].strip()
    return NewBattleChoice(model.scenario, seats, model.changed_options, seed, dice, name=name)


def lab_choice(model: StartModel, source: str = "") -> LabChoice | None:
    """Return the choice to open `source`, or else the selected table, in the lab; None if there is none."""
    if source:
        return LabChoice(source)
    if model.record:
        return LabChoice(model.record.display_name, model.record_source)
    preview, table = model.selected_preview, model.table()
    if preview is None or table is None:
        return None
    ruleset = preview.scenario.ruleset.key
    return LabChoice(preview.title, TableSource(table[0], ruleset, preview.state.with_table(table[0])))


def _lesson_choice(model: StartModel, lesson: Lesson) -> NewBattleChoice:
    """Return a lesson's battle, in which the user plays the taught side and the dice are always the same."""
    seats = {side: HUMAN if side == lesson.side else "recruit" for side in model.seats}
    return NewBattleChoice(lesson.scenario, seats, {}, lesson.seed, lesson=model.lesson)


def _record_choice(model: StartModel, record: RecordSummary, replay: bool) -> StartChoice | None:
    if replay or record.finished:
        return ReplayChoice(record.path)
    if record.fault:
        model.message = record.fault
        return None
    return ResumeChoice(record.path)


def _player_name(model: StartModel, side: SideKey, name: str) -> str:
    """Return the name of a side's player, or the typed name if the user supplies a player.

    Raises PluginError if there is no such player or the typed name lacks a class.
    """
    if name == HUMAN:
        return name
    wanted = model.fields.get(model.seat_field(side), "").strip() if name == OWN_PLAYER else name
    if name == OWN_PLAYER and ":" not in wanted:
        raise PluginError("enter your own player as package.module:Class")
    check_player(wanted)
    return wanted
