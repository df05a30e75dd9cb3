"""Checks of what a scenario says about vehicles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.engine.value_decoding import did_you_mean

from ..core.terrain import terrain_kinds
from ..core.vehicle_kinds import VehicleRule, vehicle_kinds, vehicle_weapons


def check_vehicle_rules(plan: ScenarioPlan, rules: Sequence[VehicleRule]) -> None:
    """Check the rules for vehicles. Raises ScenarioError if one names something unknown."""
    vehicles = [p.id for unit in plan.units for p in unit.pieces if p.profile in vehicle_kinds()]
    for number, rule in enumerate(rules):
        for name, what, known in _names(plan, rule, vehicles):
            if name not in known:
                message = f"{name!r} is not a {what}"
                raise ScenarioError(f"rules.vehicle[{number}]", message, did_you_mean(name, known))


def _names(
    plan: ScenarioPlan, rule: VehicleRule, vehicles: list[str]
) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each name in a rule, what it should be, and the names that are known."""
    yield rule.piece, "vehicle of this scenario", vehicles
    yield from ((key, "side", [str(side.key) for side in plan.sides]) for key in rule.drivers)
    yield from ((key, "weapon of a vehicle", list(vehicle_weapons())) for key in rule.weapons)
    goes = rule.goes if isinstance(rule.goes, tuple) else ()
    yield from ((key, "kind of terrain", list(terrain_kinds())) for key in goes)
