"""Functions that open the table in a map, scenario, situation or saved battle, by its id or path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from battlesim import data_folders
from battlesim.engine.side_views import state_seen_by
from battlesim.rulesets import registry
from battlesim.scenarios.library import find_file, load_scenario, map_files, scenario_files
from battlesim.scenarios.maps import parse_map
from battlesim.scenarios.package_files import files_by_id, toml_file_kind
from battlesim.scenarios.toml_reading import InputError, parse_toml, read_text
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState, Table

if TYPE_CHECKING:
    from battlesim.engine.record_read import Record
    from battlesim.engine.record_replay import Replay
    from battlesim.engine.run import Run

RECORD_SUFFIX = ".battle"
"""File name suffix of records."""


class TableSource(msgspec.Struct, frozen=True):
    """A table read from a file. For a scenario or saved battle, `state` is the state of the battle.

    `ruleset` is the key of the ruleset, or "" if there is none. `faults` lists the unreadable parts of the
    file.
    """

    table: Table
    ruleset: str = ""
    state: AnyState | None = None
    faults: tuple[str, ...] = ()


def situation_files() -> dict[str, Path]:
    """Return the paths of all situations by id. Those from ruleset packages come last."""
    return files_by_id("situation", data_folders.maps_folder() / "situations")


def known_files() -> dict[str, Path]:
    """Return the paths of all supplied files by id. For equal ids, scenarios precede maps and situations."""
    return {**situation_files(), **map_files(), **scenario_files()}


def locate_file(name: str) -> Path:
    """Return the path for a name given by the user: the id of a scenario, map or situation, or a path.

    Raises InputError with a suggestion if the id is unknown.
    """
    return find_file(name, known_files(), "scenario, map or situation")


def file_kind(path: Path) -> str:
    """Return the kind of a file: "record", "situation", "map" or "scenario".

    Raises InputError for any other kind of file.
    """
    return (
        "record" if path.suffix == RECORD_SUFFIX else toml_file_kind(parse_toml(read_text(path), path), path)
    )


def load_record(path: Path) -> Record:
    """Load the record of a saved battle from its file. Raises RecordError if the file cannot be read."""
    from battlesim.engine.record_read import read_record

    return read_record(path, registry.load_ruleset)


def open_source(name: str, step: int | None = None, ruleset: str = "") -> TableSource:
    """Open the table in a map, scenario, situation or saved battle, given by its id or path.

    `step` selects a moment of a saved battle. `ruleset` names the ruleset that determines the heights of
    terrain on a map alone. Raises InputError or RecordError if the file cannot be used.
    """
    path = locate_file(name)
    kind = file_kind(path)
    if step is not None and kind != "record":
        raise InputError(path, "", f"is a {kind}: it has no steps", "--at is for records")
    if kind == "record":
        from battlesim.engine.record_replay import Replay

        return record_source(Replay(load_record(path)), path, step)
    if kind == "scenario":
        scenario = load_scenario(str(path))
        state = scenario.initial_state()
        return TableSource(state.table, scenario.plan.ruleset, state)
    if kind == "situation":
        from battlesim.scenarios.situations import load_situation

        situation = load_situation(path)
        return TableSource(situation.table, situation.ruleset)
    kinds = registry.load_ruleset(ruleset).terrain_values() if ruleset else {}
    return TableSource(Table(parse_map(read_text(path), path, kinds), {}, ()))


def open_battle(name: str, step: int | None = None) -> tuple[TableSource, Run | None]:
    """Open a scenario or saved battle. Return its table and the battle at its next decision.

    A scenario is opened at its first decision, a saved battle at the given step. The battle, a `Run`, is None
    if it is over, or if the installed rules no longer match the saved decisions. Raises InputError or
    RecordError if the file cannot be used.
    """
    from battlesim.engine.record_resume import step_position
    from battlesim.engine.run import Run, RunPosition

    opened, path = open_source(name, step), locate_file(name)
    if opened.state is None:
        raise InputError(
            path, "", f"is a {file_kind(path)} and cannot be played", "give a scenario or a record"
        )
    ruleset = registry.load_ruleset(opened.ruleset)
    if file_kind(path) != "record":
        return opened, Run(ruleset, RunPosition(opened.state))
    try:
        run = Run(ruleset, step_position(load_record(path), step))
    except Exception:  # a file may hold anything, and rules change
        return opened, None
    return opened, run if run.pending else None


def source_seen_by(source: TableSource, side: SideKey) -> TableSource:
    """Return an opened table without what a side may not know. If `side` is "", nothing is hidden."""
    if source.state is None:
        return source
    shown = state_seen_by(registry.load_ruleset(source.ruleset), source.state, side)
    return TableSource(shown.table, source.ruleset, shown)


def record_source(replay: Replay, path: Path, step: int | None) -> TableSource:
    """Return the table of a saved battle at the start of a step. If `step` is None, return it at the end.

    Raises InputError if there is no such step, and RecordError if the state at that step cannot be shown.
    """
    from battlesim.engine.record_read import check_displayable

    key = replay.record.header.ruleset
    if step is None:
        state = replay.state_after(len(replay))
    elif 1 <= step <= len(replay.steps):
        state = replay.state_at_step(step)
    else:
        raise InputError(path, "", f"there is no step {step}", f"steps 1 to {len(replay.steps)}")
    check_displayable(str(path), 0, replay.record.ruleset, state)
    return TableSource(state.table, key, state, tuple(replay.record.problems))
