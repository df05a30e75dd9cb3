"""The choices that the user can make on the start screen, as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from battlesim.scenarios.sources import TableSource
from battlesim.table.ids import SideKey


class NewBattleChoice(msgspec.Struct, frozen=True):
    """The choice to start a new battle, or a lesson if `lesson` is not empty.

    `scenario` is an id or a file name, and `seats` maps each side to the name of its player. `options` holds
    only the options that differ from those of the scenario. `name` is the name of the battle, or "" for the
    title of the scenario. `roster` is the roster file if the battle is part of a campaign; the battle is then
    saved beside it.
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
    """The choice to resume an unfinished battle from its file.

    `roster` is the roster file if the battle is part of a campaign.
    """

    path: Path
    roster: Path | None = None


class ReplayChoice(msgspec.Struct, frozen=True):
    """The choice to replay a saved battle, starting after `at` events."""

    path: Path
    at: int = 0


class LabChoice(msgspec.Struct, frozen=True):
    """The choice to open a table in the lab (the table editor).

    `source` is the id or file name of a map, scenario, situation, saved battle or photograph. `known` is the
    table of a battle as known to a side, and `new` is the size in inches of a new, empty table. `draw` and
    `photo` open the modes for drawing and for photographs.
    """

    source: str
    known: TableSource | None = None
    new: tuple[float, float] | None = None
    draw: bool = False
    photo: bool = False


StartChoice = NewBattleChoice | ResumeChoice | ReplayChoice | LabChoice
