"""Lookup and loading of scenarios and maps: supplied files by id, and other files by path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from battlesim import data_folders
from battlesim.engine.companion_files import ruleset_for_plan
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.engine.scenario_warnings import scenario_warnings
from battlesim.engine.value_decoding import did_you_mean
from battlesim.plain_files import is_plain
from battlesim.rulesets import registry
from battlesim.rulesets.plugins import PluginError
from battlesim.scenarios.companion_loading import with_companion_files
from battlesim.scenarios.deployment_check import check_deployment, check_flight
from battlesim.scenarios.maps import parse_map
from battlesim.scenarios.package_files import files_by_id
from battlesim.scenarios.roster_check import check_roster
from battlesim.scenarios.scenario_specs import (
    ScenarioSpec,
    build_plan,
    decode_spec,
    merged_spec,
    resolve_options,
)
from battlesim.scenarios.toml_reading import InputError, parse_toml, read_text
from battlesim.table.state import AnyState
from battlesim.table.terrain import Ground

MAX_EXTENDS = 8
PRESET_OPTION = "scenario_preset"
"""Key of the option that names the scenario from which map and units are inherited."""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario that has been loaded and checked, with its parsed file (`plan`) and its terrain (`ground`).

    `text` is the text of its file and of the scenarios that it extends, and `map_text` is the text of its
    map.
    """

    plan: ScenarioPlan
    ground: Ground
    path: str
    text: str
    map_text: str

    @property
    def ruleset(self) -> AnyRuleset:
        """The ruleset used to play the scenario."""
        return ruleset_for_plan(registry.load_ruleset(self.plan.ruleset), self.plan)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about features of the scenario that its ruleset allows but advises against."""
        return scenario_warnings(self.ruleset, self.plan, self.ground)

    def initial_state(self) -> AnyState:
        """Return the state at the start of the battle. Raises InputError if the ruleset rejects it."""
        try:
            return self.ruleset.setup(self.plan, self.ground)
        except ScenarioError as error:
            raise InputError(self.path, error.key, error.message, error.remedy) from None


def scenario_files() -> dict[str, Path]:
    """Return the paths of all supplied scenarios by id. Those from ruleset packages come last."""
    return files_by_id("scenario", data_folders.maps_folder() / "scenarios")


def map_files() -> dict[str, Path]:
    """Return the paths of all supplied maps by id. Those from ruleset packages come last."""
    return files_by_id("map", data_folders.maps_folder())


def looks_like_file(name: str) -> bool:
    """Return whether a name given by the user looks like the path of a file and not like an id."""
    return "/" in name or "\\" in name or "." in name or is_plain(Path(name))


def find_file(name: str, known: Mapping[str, Path], kind: str) -> Path:
    """Return the path of the file with the given name, which is an id in `known` or a path.

    Raises InputError for an unknown id. The error names the `kind` of file and suggests a similar id.
    """
    if name in known:
        return known[name]
    if looks_like_file(name):
        return Path(name)
    raise InputError(name, "", f"no {kind} has this id", did_you_mean(name, known))


def load_scenario(name: str, options: Mapping[str, str] | None = None) -> Scenario:
    """Load a scenario by its id or path. `options` override the ruleset options set in the file.

    Raises InputError if the scenario is invalid.
    """
    path = find_file(name, scenario_files(), "scenario")
    spec, text = _extended(path, read_text(path))
    if options:
        resolve_options(options, _ruleset(spec.ruleset, path), "--option", table="")
    changed = msgspec.structs.replace(spec, options={**spec.options, **(options or {})})
    return _assemble(path, text, changed)


def _assemble(path: Path, text: str, spec: ScenarioSpec) -> Scenario:
    ruleset = _ruleset(spec.ruleset, path)
    map_path = referenced_file(spec.map, path, "map", map_files(), "map")
    map_text = read_text(map_path)
    ground = parse_map(map_text, map_path, ruleset.terrain_values())
    plan = build_plan(path.stem, with_companion_files(spec, ruleset, path), ruleset, ground, path)
    try:
        ruleset = ruleset_for_plan(ruleset, plan)
    except ScenarioError as error:
        raise InputError(path, error.key, error.message, error.remedy) from None
    check_roster(plan, ruleset, path)
    pieces = make_pieces(plan, ruleset.profile)
    check_flight(plan, pieces, ground, ruleset.flying_heights, path)
    check_deployment(plan, pieces, ground, ruleset.solid_ids(ground), path)
    return Scenario(plan, ground, str(path), text, map_text)


def _extended(path: Path, text: str) -> tuple[ScenarioSpec, str]:
    """Return a scenario merged with the scenarios that it extends, and all their texts.

    A scenario with neither a map nor units inherits both from the scenario named by the ruleset's option
    `scenario_preset`, if the ruleset has this option.
    """
    chain = list(_chain(path, text))
    spec = chain[-1][0]
    for upper, _ in reversed(chain[:-1]):
        spec = merged_spec(spec, upper)
    texts = "\n\n".join(part for _, part in chain)
    if spec.map or spec.unit or not spec.ruleset:
        return spec, texts
    preset = resolve_options(spec.options, _ruleset(spec.ruleset, path), path).get(PRESET_OPTION)
    known = scenario_files()
    if preset not in known:
        return spec, texts
    base, base_texts = _extended(known[preset], read_text(known[preset]))
    return merged_spec(base, spec), f"{texts}\n\n{base_texts}"


def _chain(path: Path, text: str) -> Iterator[tuple[ScenarioSpec, str]]:
    for _ in range(MAX_EXTENDS):
        spec = decode_spec(parse_toml(text, path), path)
        yield spec, text
        if not spec.extends:
            return
        path = referenced_file(spec.extends, path, "extends", scenario_files(), "scenario")
        text = read_text(path)
    raise InputError(path, "extends", f"more than {MAX_EXTENDS} scenarios extend each other")


def _ruleset(key: str, path: Path) -> AnyRuleset:
    if not key:
        raise InputError(path, "ruleset", "is missing", f"one of {', '.join(registry.ruleset_keys())}")
    known = registry.ruleset_keys()
    if key not in known:
        raise InputError(path, "ruleset", f"unknown ruleset {key!r}", did_you_mean(key, known))
    try:
        return registry.load_ruleset(key)
    except PluginError as error:
        raise InputError(path, "ruleset", str(error)) from None


def referenced_file(name: str, path: Path, key: str, known: Mapping[str, Path], kind: str) -> Path:
    """Return the path of a file named in a scenario, either by an id in `known` or by a relative .toml path.

    Raises InputError if the name is empty or the id is unknown; the error names the `key` in the scenario.
    """
    if not name:
        raise InputError(path, key, "is missing", f"the id of a {kind}, or a .toml file beside the scenario")
    if name.endswith(".toml"):
        return path.parent / name
    if name not in known:
        raise InputError(path, key, f"no {kind} {name!r}", did_you_mean(name, known))
    return known[name]
