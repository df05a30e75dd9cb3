"""The choices that the user can make on the start screen, as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from battlesim.scenarios.sources import TableSource
from battlesim.table.ids import SideKey


class NewBattleChoice(msgspec.Struct, frozen=True):
    """The choice to start a new battle, or a lesson if `lesson` is not empty.

    `scenario` is an id or a file name, and `seats` maps every side to the name of its player. `options` holds
    only options that differ from the scenario's own. `name` is the battle's name, empty for the scenario's
    title. `roster` is the roster file of the battle's campaign, if any; the battle's record is then beside
    it.
    """

    scenario: str
    seats: dict[SideKey, str]
    options: dict[str, str] = {}
    seed: int = 0
    dice: Literal["seeded", "typed"] = "seeded"
    lesson: str = ""
    name: str = ""
    roster: Path | None = None


class ResumeChoice(msgspec.Struct, frozen=True):
    """The choice to resume an unfinished battle from its record, perhaps in the campaign of `roster`."""

    path: Path
    roster: Path | None = None


class ReplayChoice(msgspec.Struct, frozen=True):
    """The choice to replay a record, beginning after `at` events."""

    path: Path
    at: int = 0


class LabChoice(msgspec.Struct, frozen=True):
    """The choice to open a table in the lab.

    `source` is the id or file name of a map, scenario, situation, record or photograph. `known` is the table
    of a battle as a side knows it, and `new` is the size in inches of a new, empty table. `draw` and `photo`
    open the drawing mode and the photo mode.
    """

    source: str
    known: TableSource | None = None
    new: tuple[float, float] | None = None
    draw: bool = False
    photo: bool = False


StartChoice = NewBattleChoice | ResumeChoice | ReplayChoice | LabChoice
