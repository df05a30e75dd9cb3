"""Maps, scenarios and situations supplied by installed ruleset packages in their folder `scenarios`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from battlesim.rulesets import registry
from battlesim.scenarios.toml_reading import InputError, parse_toml, read_text

SCENARIO_FOLDER = "scenarios"
"""Name of the folder inside a package that holds its scenario files."""


def files_by_id(kind: str, ours: Path) -> dict[str, Path]:
    """Return a dict from ids to the paths of all files of a kind that come with the program or with rulesets.

    The files in the folder `ours` come first, then those of ruleset packages. A package cannot replace a file
    of the program that has the same id.
    """
    own = {path.stem: path for path in sorted(ours.glob("*.toml"))}
    folders = [folder / SCENARIO_FOLDER for folder in registry.plugin_folders()]
    added = {path.stem: path for folder in reversed(folders) for path in folder.glob("*.toml")}
    return own | {id: added[id] for id in sorted(added.keys() - own) if _kind(added[id]) == kind}


def _kind(path: Path) -> str:
    """Return the kind of a file; an unreadable file counts as a scenario, so that lists show its error."""
    try:
        return _kind_of_text(read_text(path), path)
    except InputError:
        return "scenario"


@lru_cache(maxsize=256)
def _kind_of_text(text: str, path: Path) -> str:
    """Return the kind of a file's text; cached, because every lookup of an id checks all packages."""
    return toml_file_kind(parse_toml(text, path), path)


SCENARIO_KEYS: Final = {"ruleset", "extends", "map", "unit", "side"}
"""Keys that identify a scenario file; every scenario has at least one of them."""


def toml_file_kind(raw: dict[str, Any], path: Path) -> str:
    """Return "situation", "map" or "scenario", depending on the content of a TOML file.

    Raises InputError if the file is none of these.
    """
    if "question" in raw or "piece" in raw:
        return "situation"
    if "table" in raw or "terrain" in raw:
        if "title" in raw and not SCENARIO_KEYS & raw.keys():
            remedy = "add [[piece]] with id and at; a map has its title in [table]"
            raise InputError(path, "", "is a situation without pieces", remedy)
        return "map"
    if SCENARIO_KEYS & raw.keys():
        return "scenario"
    remedy = "a map has [table], a scenario ruleset, a situation [[question]]"
    raise InputError(path, "", "is not a map, a scenario or a situation", remedy)
