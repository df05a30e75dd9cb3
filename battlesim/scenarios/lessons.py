"""Lessons: files in `assets/lessons` that teach the user step by step, each with one scenario."""

from __future__ import annotations

import msgspec

from battlesim.data_folders import assets_folder
from battlesim.scenarios.toml_reading import decode_typed, parse_toml, read_text
from battlesim.table.ids import SideKey


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson, with its title and text.

    `awaits` is the act that the user should do, and `wrong` the message for other acts. If `free` is set, any
    other act is allowed.
    """

    title: str
    text: str
    awaits: str = ""
    wrong: str = ""
    free: bool = False


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: its scenario, the side that the user plays, the seed of the dice, and its steps."""

    scenario: str
    side: SideKey
    seed: int
    step: tuple[LessonStep, ...]


def load_lesson(name: str) -> Lesson:
    """Load the lesson with this name. Raises InputError if it is unknown or invalid."""
    path = assets_folder() / "lessons" / f"{name}.toml"
    return decode_typed(parse_toml(read_text(path), path), Lesson, path)
