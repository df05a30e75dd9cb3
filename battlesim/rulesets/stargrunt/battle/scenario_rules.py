"""The table [rules] of a scenario: objectives."""

from __future__ import annotations

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, decoded_rules
from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.shapes import Point

from ..core.profiles import tables
from ..core.state import Battery, Edge, MarkerObjective


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of [rules]: objectives, batteries, and the edge to which each side retreats.

    Without `edges` the first side retreats south and the second one north. `counters` has the points at which
    the counters of a side begin; its hidden units are dealt over them, the others are dummies.
    """

    objective: tuple[MarkerObjective, ...] = ()
    edges: dict[str, Edge] = {}
    battery: tuple[Battery, ...] = ()
    counters: dict[str, tuple[Point, ...]] = {}


def parse_scenario_rules(plan: ScenarioPlan) -> ScenarioRules:
    """Parse the [rules] of a scenario. Raises ScenarioError with the key of what is wrong."""
    rules = decoded_rules(plan.rules, ScenarioRules)
    markers = [marker.id for marker in plan.markers]
    for number, objective in enumerate(rules.objective):
        if objective.at not in markers:
            remedy = did_you_mean(objective.at, markers)
            raise ScenarioError(f"rules.objective[{number}].at", f"{objective.at!r} is no marker", remedy)
    sides = [side.key for side in plan.sides]
    for key in ("edges", "counters"):
        for side in getattr(rules, key):
            if side not in sides:
                raise ScenarioError(f"rules.{key}.{side}", "is no side", did_you_mean(side, sides))
    for number, battery in enumerate(rules.battery):
        _check_battery(plan, f"rules.battery[{number}]", battery)
    return rules


def _check_battery(plan: ScenarioPlan, key: str, battery: Battery) -> None:
    """Raise ScenarioError if a battery names a side, a warhead or an observer that does not exist."""
    known: dict[str, tuple[str, list[str], str]] = {
        "side": (battery.side, [side.key for side in plan.sides], "no side"),
        "observer": (battery.observer, ["", *(unit.id for unit in plan.units)], "no unit"),
    }
    for field, (name, names, what) in known.items():
        if name not in names:
            raise ScenarioError(f"{key}.{field}", f"{name!r} is {what}", did_you_mean(name, names))
    for warhead in battery.warheads:
        if warhead not in tables().warhead:
            remedy = did_you_mean(warhead, tables().warhead)
            raise ScenarioError(f"{key}.warheads", f"{warhead!r} is no warhead", remedy)
