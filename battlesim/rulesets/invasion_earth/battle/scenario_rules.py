"""The [rules] table of a scenario: sections of the advanced rules, and objectives."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, Zone, decoded_rules
from battlesim.engine.value_decoding import did_you_mean

from ..core.parameters import SECTIONS
from ..core.state import Objective


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The [rules] table of a scenario; `advanced` is used if the option advanced_rules is "list".

    A battle of a `campaign` uses the rules for experience.
    """

    advanced: tuple[str, ...] = ()
    campaign: bool = False
    objective: tuple[Objective, ...] = ()


def parse_scenario_rules(plan: ScenarioPlan) -> ScenarioRules:
    """Decode the [rules] table of a scenario. Raises ScenarioError, naming the key, if it is invalid."""
    rules = decoded_rules(plan.rules, ScenarioRules)
    for section in rules.advanced:
        _check_name("rules.advanced", section, SECTIONS, "a section of the advanced rules")
    objectives = tuple(_checked(plan, objective) for objective in rules.objective)
    return msgspec.structs.replace(rules, objective=objectives)


def _checked(plan: ScenarioPlan, objective: Objective) -> Objective:
    """Return an objective with its zone. Raises ScenarioError if it names what the scenario does not have."""
    key = "rules.objective"
    if objective.kind != "hold" or objective.side:
        _check_name(f"{key}.side", objective.side, [side.key for side in plan.sides], "a side")
    zones = {zone.id: zone for zone in plan.zones}
    if objective.kind != "reach":
        _check_name(f"{key}.at", objective.at, [marker.id for marker in plan.markers], "a marker")
        if objective.kind != "carry":
            return objective
        _check_name(f"{key}.to", objective.to, zones, "a zone")
        return _with_zone(objective, zones[objective.to])
    _check_name(f"{key}.at", objective.at, zones, "a zone")
    models = [piece.id for unit in plan.units for piece in unit.pieces]
    for model in objective.models:
        _check_name(f"{key}.models", model, models, "a model")
    return _with_zone(objective, zones[objective.at])


def _with_zone(objective: Objective, zone: Zone) -> Objective:
    return msgspec.structs.replace(objective, zone=zone.rings, zone_name=zone.name)


def _check_name(key: str, name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        raise ScenarioError(key, f"{name!r} is not {what}", did_you_mean(name, known))
