"""Checks that the special acts, things and conditions of a scenario name what it has."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.engine.value_decoding import did_you_mean
from battlesim.table.ids import SideKey

from ..core.factions import FactionProfile
from ..core.objectives import ItemSpec, ScenarioEvent, SpecialAct
from ..core.state import VictoryRule
from ..core.vehicle_kinds import VehicleRule
from ..vehicles.leaving import left_flag

Named = tuple[str, str | msgspec.UnsetType, str, Collection[str]]
"""The key in the file, the name that stands there, what it should be, and the names that are known."""


def check_names(names: Iterator[Named]) -> None:
    """Check names against those that are known. Raises ScenarioError at the first that is not."""
    for key, name, what, known in names:
        if name and name not in known:
            raise ScenarioError(key, f"{name!r} is not a {what}", did_you_mean(name, sorted(known)))


def objective_names(
    plan: ScenarioPlan,
    played: Mapping[SideKey, FactionProfile],
    carried: Sequence[str],
    items: Sequence[ItemSpec],
    acts: Sequence[SpecialAct],
    events: Sequence[ScenarioEvent],
    victory: Sequence[VictoryRule],
    hatches: Mapping[str, str],
    vehicles: Sequence[VehicleRule],
) -> Iterator[Named]:
    """Yield the names in special acts, in conditions of victory, in what hatches, and flags for vehicles."""
    kinds = {*carried, *(item.kind for item in items)}
    figures = {key: kind for faction in played.values() for key, kind in faction.figure.items()}
    pieces = {piece.id for unit in plan.units for piece in unit.pieces}
    made = {act.makes for act in acts if act.effect == "flag"} | {event.flag for event in events}
    raised = {str(kind.raises) for kind in figures.values() if kind.raises}
    flags = made | raised | set(map(left_flag, pieces))
    makes = {"take": {str(item.id) for item in items}, "uncover": pieces}
    for number, act in enumerate(acts):
        key = f"rules.special[{number}]"
        yield f"{key}.after", act.after, "flag", flags
        yield f"{key}.needs", act.needs, "kind of thing", kinds
        yield f"{key}.makes", act.makes, "thing or craft", makes.get(act.effect, {act.makes})
    known = {"holds": kinds, "brought_off": kinds, "flag": flags, "killed": figures, "guards": pieces}
    for number, rule in enumerate(victory):
        key, names = f"rules.victory[{number}].item", known.get(rule.when, {rule.named})
        yield key, rule.named, "name that counts there", names
    for number, vehicle in enumerate(vehicles):
        yield f"rules.vehicle[{number}].after", vehicle.after, "flag", flags
    for kind, figure in hatches.items():
        yield "rules.hatches", kind, "kind of thing", kinds
        yield f"rules.hatches.{kind}", figure, "figure of a side of this scenario", figures
