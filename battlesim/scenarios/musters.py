"""Files with musters (forces bought for points), and scenarios in which a side plays such a force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from battlesim.engine.muster import (
    Detachment,
    Muster,
    MusterModel,
    MusterRules,
    SupportsMuster,
    default_muster,
    muster_problems,
)
from battlesim.engine.value_decoding import did_you_mean
from battlesim.rulesets import registry
from battlesim.rulesets.plugins import PluginError
from battlesim.scenarios.library import Scenario
from battlesim.scenarios.scenario_writing import toml_value, unit_lines
from battlesim.scenarios.toml_reading import InputError, decode_typed, parse_toml, read_text
from battlesim.table.pieces import Off


def muster_rules(ruleset: str, where: str | Path) -> MusterRules:
    """Return a ruleset's rules for buying a force. Raises InputError for a ruleset without such rules."""
    try:
        rules = registry.load_ruleset(ruleset)
    except PluginError as error:
        raise InputError(where, "ruleset", str(error)) from None
    if not isinstance(rules, SupportsMuster):
        remedy = did_you_mean("", muster_rulesets())
        raise InputError(where, "ruleset", f"forces of {ruleset} are not bought by points", remedy)
    return rules.muster


def muster_rulesets() -> list[str]:
    """Return the keys of the rulesets in which a force can be bought for points."""
    known = registry.loadable_rulesets()
    return [key for key, ruleset in known.items() if isinstance(ruleset, SupportsMuster)]


def read_muster(path: Path) -> Muster:
    """Read a force from its file.

    Raises InputError if the force breaks the rules; the error names the key and a remedy.
    """
    muster = decode_typed(parse_toml(read_text(path), path), Muster, path)
    for problem in muster_problems(muster, muster_rules(muster.ruleset, path)):
        raise InputError(path, problem.key, problem.message, problem.remedy)
    return muster


def new_muster(ruleset: str, faction: str, points: int) -> Muster:
    """Return the default force of a faction for the given points. Raises InputError for invalid arguments."""
    rules = muster_rules(ruleset, ruleset)
    empty = Muster(ruleset, faction, points, (Detachment((MusterModel(""),)),))
    for problem in muster_problems(empty, rules):
        if problem.key in ("faction", "points"):
            raise InputError(ruleset, problem.key, problem.message, problem.remedy)
    return default_muster(ruleset, faction, points, rules)


def muster_text(muster: Muster) -> str:
    """Return a bought force as the text of a TOML file."""
    lines = ["# A force bought by points; battlesim muster show | scenario reads it.", ""]
    for key in ("ruleset", "faction", "points"):
        lines.append(f"{key} = {toml_value(getattr(muster, key))}")
    for held in muster.detachment:
        lines += [
            "",
            "[[detachment]]",
            *([f"name = {toml_value(held.name)}"] if held.name else []),
            "model = [",
        ]
        lines += [f"  {toml_value(_model_values(own))}," for own in held.model]
        lines.append("]")
    return "\n".join(lines) + "\n"


def _model_values(own: MusterModel) -> dict[str, Any]:
    values: dict[str, Any] = {"profile": own.profile}
    return values | ({"name": own.name} if own.name else {}) | ({"extras": own.extras} if own.extras else {})


def mustered_scenario_text(
    scenario: Scenario, base: str, forces: Mapping[str, Muster], where: str | Path
) -> str:
    """Return the text of a scenario file in which bought forces replace the models of some sides.

    Players deploy these forces themselves. Other sides keep their models. `base` is the id or path of the
    scenario that the file extends. Raises InputError if a side or force does not fit the scenario.
    """
    plan = scenario.plan
    for side, muster in forces.items():
        _check_fits(scenario, base, side, muster, where)
    limit = max((muster.points for muster in forces.values()), default=0)
    option = next(iter({muster_rules(muster.ruleset, where).limit_option for muster in forces.values()}))
    lines = [
        f"# {plan.title} with mustered forces. Written by battlesim muster scenario.",
        "",
        f"extends = {toml_value(base)}",
        f"title = {toml_value(f'{plan.title}, mustered')}",
        "",
        "[options]",
        f"{option} = {toml_value(str(limit))}",
    ]
    for unit in plan.units:
        lines += unit_lines(unit, {}) if unit.side not in forces else ()
    for side, muster in forces.items():
        lines += _muster_units(muster, muster_rules(muster.ruleset, where), side)
    return "\n".join(lines) + "\n"


def _check_fits(scenario: Scenario, base: str, side: str, muster: Muster, where: str | Path) -> None:
    plan = scenario.plan
    if muster.ruleset != plan.ruleset:
        message = f"is a muster of {muster.ruleset}, the scenario is one of {plan.ruleset}"
        raise InputError(where, "ruleset", message, "choose a scenario of the same ruleset")
    if side not in {held.key for held in plan.sides}:
        remedy = did_you_mean(side, [held.key for held in plan.sides])
        raise InputError(where, "side", f"{base} has no side {side!r}", remedy)
    if any(not isinstance(own.place, Off) for unit in plan.units if unit.side == side for own in unit.pieces):
        message = f"the models of {side} have fixed positions in {base}"
        raise InputError(where, "side", message, "choose a scenario in which this side sets up its models")


def _muster_units(muster: Muster, rules: MusterRules, side: str) -> Iterator[str]:
    title, profile = rules.factions[muster.faction].name, registry.load_ruleset(muster.ruleset).profile
    total = 0
    for number, held in enumerate(muster.detachment, 1):
        yield from ("", "[[unit]]", f"id = {toml_value(f'{side}_{number}')}", f"side = {toml_value(side)}")
        yield f"name = {toml_value(held.name or f'{title} {number}')}"
        yield "piece = ["
        for own in held.model:
            total += 1
            name = own.name or f"{profile(own.profile)['name']} {total}"
            values: dict[str, Any] = {"profile": own.profile, "id": f"{side}_m{total}", "name": name}
            marks = {"marks": dict.fromkeys(own.extras, 1)} if own.extras else {}
            yield f"  {toml_value(values | marks)},"
        yield "]"


def read_forces(given: Iterable[str], ruleset: str) -> dict[str, Muster]:
    """Return the force of each side from arguments of the form SIDE=FILE or SIDE=FACTION.

    SIDE=FACTION stands for the default force of the faction. Its points limit is the highest among the files,
    or the lowest that the rules allow if there are no files. Raises InputError if an argument has another
    form or a force breaks the rules.
    """
    rules, found = muster_rules(ruleset, ruleset), dict[str, Muster]()
    pairs = [text.partition("=") for text in given]
    for side, _, name in pairs:
        if not side or not name:
            raise InputError("--force", "", f"{side!r} names no force", "write SIDE=FILE or SIDE=FACTION")
        if name not in rules.factions:
            found[side] = read_muster(Path(name))
    points = max((muster.points for muster in found.values()), default=min(rules.limits))
    defaults = {side: name for side, _, name in pairs if side not in found}
    return found | {side: default_muster(ruleset, name, points, rules) for side, name in defaults.items()}
