"""What packages of rulesets bring along: the files in their folders `scenarios`, known by what they say."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from battlesim.rulesets import registry
from battlesim.scenarios.toml_reading import InputError, parse_toml, read_text

SCENARIO_FOLDER = "scenarios"


def files_by_id(kind: str, ours: Path) -> dict[str, Path]:
    """The files of a kind by id: those of a folder of the program, then those of packages.

    No package takes an id away; its file is known by its path all the same.
    """
    own = {path.stem: path for path in sorted(ours.glob("*.toml"))}
    folders = [folder / SCENARIO_FOLDER for folder in registry.plugin_folders()]
    brought = {path.stem: path for folder in reversed(folders) for path in folder.glob("*.toml")}
    return own | {id: brought[id] for id in sorted(brought.keys() - own) if _kind(brought[id]) == kind}


def _kind(path: Path) -> str:
    """What a file holds; one that cannot be read counts as a scenario, so that lists say what is wrong."""
    try:
        return _kind_of_text(read_text(path), path)
    except InputError:
        return "scenario"


@lru_cache(maxsize=256)
def _kind_of_text(text: str, path: Path) -> str:
    """What a text holds; kept, as whenever an id is looked up all that is brought is asked."""
    return toml_file_kind(parse_toml(text, path), path)


SCENARIO_KEYS: Final = {"ruleset", "extends", "map", "unit", "side"}
"""Keys of which a scenario has at least one."""


def toml_file_kind(raw: dict[str, Any], path: Path) -> str:
    """Whether a file is a situation, a map or a scenario. Raises InputError for one that is none."""
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
    raise InputError(path, "", "is neither a map nor a scenario nor a situation", remedy)
