"""Lessons: data of `assets/lessons`, each for a scenario, that say what a person is to do step by step."""

from __future__ import annotations

import msgspec

from battlesim.data_folders import assets_folder
from battlesim.scenarios.toml_reading import decode_typed, parse_toml, read_text
from battlesim.table.ids import SideKey


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: its title and text, what it awaits, and what is said to another act unless any is `free`."""

    title: str
    text: str
    awaits: str = ""
    wrong: str = ""
    free: bool = False


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: the scenario, who is taught, the seed of the dice, the steps."""

    scenario: str
    side: SideKey
    seed: int
    step: tuple[LessonStep, ...]


def load_lesson(name: str) -> Lesson:
    """The lesson of a name. Raises InputError."""
    path = assets_folder() / "lessons" / f"{name}.toml"
    return decode_typed(parse_toml(read_text(path), path), Lesson, path)
