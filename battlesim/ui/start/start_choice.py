"""What can come of the start screen: plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from battlesim.scenarios.sources import TableSource
from battlesim.table.ids import SideKey


class NewBattleChoice(msgspec.Struct, frozen=True):
    """A new battle: id or file of the scenario, a player's name for every side, options that differ from
    the scenario's own, the seed, who rolls, the lesson that it is played as ("": none), and what a person
    calls it ("": as its scenario)."""

    scenario: str
    seats: dict[SideKey, str]
    options: dict[str, str] = {}
    seed: int = 0
    dice: Literal["seeded", "typed"] = "seeded"
    lesson: str = ""
    name: str = ""


class ResumeChoice(msgspec.Struct, frozen=True):
    """Go on with the battle of a record."""

    path: Path


class ReplayChoice(msgspec.Struct, frozen=True):
    """Go over a record, from so many events on."""

    path: Path
    at: int = 0


class LabChoice(msgspec.Struct, frozen=True):
    """Take a table into the lab: that of a map, scenario, situation or record by its id or file, or of a
    photograph, else one as it is known to who plays there, else a `new` one of a size in inches; perhaps to
    `draw` on it first, or to make one of a photo."""

    source: str
    known: TableSource | None = None
    new: tuple[float, float] | None = None
    draw: bool = False
    photo: bool = False


StartChoice = NewBattleChoice | ResumeChoice | ReplayChoice | LabChoice
