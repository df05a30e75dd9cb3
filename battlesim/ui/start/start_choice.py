"""The possible choices of the start screen, as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from battlesim.scenarios.sources import TableSource
from battlesim.table.ids import SideKey


class NewBattleChoice(msgspec.Struct, frozen=True):
    """A new battle: scenario, players, options, seed, dice, lesson and name.

    `scenario` is an id or file; `seats` has a player's name for every side; `options` are those that differ
    from the scenario's own; `lesson` is "" for none; `name` is the user's name for it ("": the scenario's
    title).
    """

    scenario: str
    seats: dict[SideKey, str]
    options: dict[str, str] = {}
    seed: int = 0
    dice: Literal["seeded", "typed"] = "seeded"
    lesson: str = ""
    name: str = ""


class ResumeChoice(msgspec.Struct, frozen=True):
    """The choice to resume the battle of a record."""

    path: Path


class ReplayChoice(msgspec.Struct, frozen=True):
    """The choice to replay a record, from a number of events on."""

    path: Path
    at: int = 0


class LabChoice(msgspec.Struct, frozen=True):
    """The choice to open a table in the lab: from a file, a battle or a photograph, or a new one.

    `source` is the id or file of a map, scenario, situation, record or photograph. `known` is a table as one
    side knows it, `new` the size of an empty table in inches. `draw` opens the drawing mode, `photo` the
    photo mode.
    """

    source: str
    known: TableSource | None = None
    new: tuple[float, float] | None = None
    draw: bool = False
    photo: bool = False


StartChoice = NewBattleChoice | ResumeChoice | ReplayChoice | LabChoice
