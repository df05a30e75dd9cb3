"""The table that is open in the lab, with the heights and other terrain values of each ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from battlesim.rulesets import registry
from battlesim.scenarios.map_sketch import (
    MapSketch,
    empty_map,
    map_of_ground,
    sketch_from_file,
    with_ruleset_values,
)
from battlesim.scenarios.questions import SightQuestion
from battlesim.scenarios.situations import SITUATION_SIDES, load_situation
from battlesim.scenarios.sources import TableSource, file_kind, locate_file, open_source
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

EMPTY_TABLE_SIZE_IN = (48.0, 48.0)
"""Size in inches of an empty table."""


class LabTable(NamedTuple):
    """The table open in the table editor, with its source, title, map and file.

    `pair` holds the two pieces to be judged for sight. `grounds` holds the ground of the table under each
    ruleset by key. It is empty for the table of a battle, which has only one ground. `photo` is the file of a
    photograph to be turned into a table.
    """

    opened: TableSource
    grounds: Mapping[str, Ground]
    title: str
    pair: tuple[str, str] = ("", "")
    drawn: MapSketch | None = None
    path: Path | None = None
    photo: Path | None = None

    def sketch(self) -> MapSketch:
        """Return the map of the table: its own, else one made from what lies on it."""
        return self.drawn or MapSketch(map_of_ground(self.opened.table.ground, self.title))

    def source_for_ruleset(self, key: str, table: Table) -> TableSource:
        """Return the current table with the terrain values of a ruleset, "" for none.

        Values that the map itself states hold for all; what it leaves to the kinds comes from the ruleset.
        """
        ground = self.grounds.get(key, self.opened.table.ground)
        first, theirs = self.opened.table.ground.terrain_by_id(), ground.terrain_by_id()
        kinds = registry.load_ruleset(key).terrain_values() if key and self.grounds else {}
        terrain = tuple(
            theirs[own.id]
            if own is first.get(own.id) and own.id in theirs
            else with_ruleset_values(table.ground, own, kinds)
            if kinds
            else own
            for own in table.ground.terrain
        )
        if terrain != table.ground.terrain:
            table = msgspec.structs.replace(
                table, ground=msgspec.structs.replace(table.ground, terrain=terrain)
            )
        state = self.opened.state
        return TableSource(table, self.opened.ruleset, state and state.with_table(table))


def load_lab_table(name: str, at: int | None = None) -> LabTable:
    """Load the lab table of an id or a file, at a step of a record; one without sides gets two.

    Raises InputError and RecordError.
    """
    opened = open_source(name, at)
    grounds = {}
    if not opened.ruleset:
        grounds = {key: open_source(name, at, key).table.ground for key in registry.loadable_rulesets()}
    sides = opened.table.sides or SITUATION_SIDES
    table = msgspec.structs.replace(opened.table, sides=sides)
    path = locate_file(name)
    kind, (title, pair) = file_kind(path), _about(path)
    drawn = sketch_from_file(path, kind, table.ground, title)
    opened = msgspec.structs.replace(opened, table=table)
    return LabTable(opened, grounds, title, pair, drawn, path if kind == "map" else None)


def new_lab_table(width: float, height: float) -> LabTable:
    """Create a bare lab table of a size in inches, with two sides."""
    made = empty_map(width, height)
    grounds = dict.fromkeys(registry.loadable_rulesets(), made.ground)
    opened = TableSource(Table(made.ground, {}, SITUATION_SIDES))
    return LabTable(opened, grounds, made.sketch.map.table.title, drawn=made.sketch)


def lab_table_for_photo(path: Path) -> LabTable:
    """Create an empty lab table with a photograph that is to become its table."""
    return new_lab_table(*EMPTY_TABLE_SIZE_IN)._replace(title=path.stem, photo=path)


def _about(path: Path) -> tuple[str, tuple[str, str]]:
    """Return the title of a file, and the pair of pieces that a situation asks about first."""
    if file_kind(path) != "situation":
        return path.stem.replace("_", " ").capitalize(), ("", "")
    situation = load_situation(path)
    asked = (one for one in situation.questions if isinstance(one, SightQuestion))
    return situation.title, next(((one.viewer, one.target) for one in asked), ("", ""))


def lab_table_of_battle(source: TableSource, title: str, viewer: str = "") -> LabTable:
    """Return the lab table of a battle or replay, with a viewer selected if one is given."""
    return LabTable(source, {}, title, (viewer, ""))
