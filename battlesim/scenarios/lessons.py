"""Lessons that teach the program step by step. Each lesson is a file with a scenario and a list of steps."""

from __future__ import annotations

import msgspec

from battlesim.data_folders import assets_folder
from battlesim.scenarios.toml_reading import decode_typed, parse_toml, read_text
from battlesim.table.ids import SideKey


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson on how to play, with its title and text.

    `awaits` names the action that the user should take, and `wrong` is the message shown after any other
    action. If `free` is True, other actions are allowed.
    """

    title: str
    text: str
    awaits: str = ""
    wrong: str = ""
    free: bool = False


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson on how to play: its scenario, the side that the user plays, the dice seed and the steps."""

    scenario: str
    side: SideKey
    seed: int
    step: tuple[LessonStep, ...]


def load_lesson(name: str) -> Lesson:
    """Load a lesson by its name. Raises InputError if there is no such lesson or its file is invalid."""
    path = assets_folder() / "lessons" / f"{name}.toml"
    return decode_typed(parse_toml(read_text(path), path), Lesson, path)
