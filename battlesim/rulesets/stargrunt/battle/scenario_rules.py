"""The [rules] table of a scenario: the objectives of the battle, support, and the alien force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, decoded_rules
from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.shapes import Point
from battlesim.table.limits import BoundedNumber, Count

from ..core.profiles import tables
from ..core.state import Battery, Edge, ExitObjective, HiveRules, MarkerObjective, PointValues, Stronghold


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The [rules] table of a scenario: objectives, batteries, and the table edge to which each side retreats.

    Without `edges`, the first side retreats south and the second north. A battle for a `stronghold`, or for
    the markers in `ground`, has no other objectives; `points` are those for the markers and, by side, for
    enemy losses. `dug_in` is how many squads of a side may start in position, and `first` is the side that
    activates first. The battles of the house rules are uplink_siege and encounter. `counters` are the
    starting points of a side's counters: its hidden units are placed under random ones, and the rest are
    dummies. `exit` is where a side must leave the table, `vehicle_worth` the points for each enemy vehicle
    lost, and `figure_worth` those for each enemy figure out of action if `points` has none for the side.

    Rules: SG-GAP-140, SG-GAP-141.
    """

    objective: tuple[MarkerObjective, ...] = ()
    edges: dict[str, Edge] = {}
    exit: tuple[ExitObjective, ...] = ()
    vehicle_worth: BoundedNumber = 0.0
    figure_worth: BoundedNumber = 1.0
    battery: tuple[Battery, ...] = ()
    stronghold: Stronghold | None = None
    ground: tuple[str, ...] = ()
    hive: HiveRules | None = None
    dug_in: dict[str, Count] = {}
    first: str = ""
    points: PointValues = PointValues()
    counters: dict[str, tuple[Point, ...]] = {}


def parse_scenario_rules(plan: ScenarioPlan) -> ScenarioRules:
    """Decode the [rules] table of a scenario. Raises ScenarioError, naming the key, if it is invalid."""
    rules = decoded_rules(plan.rules, ScenarioRules)
    markers = [marker.id for marker in plan.markers]
    for number, objective in enumerate(rules.objective):
        if objective.at not in markers:
            remedy = did_you_mean(objective.at, markers)
            raise ScenarioError(f"rules.objective[{number}].at", f"{objective.at!r} is not a marker", remedy)
    sides = [side.key for side in plan.sides]
    for key in ("identified", "figures"):
        for side in getattr(rules.points, key):
            if side not in sides:
                raise ScenarioError(f"rules.points.{key}.{side}", "is not a side", did_you_mean(side, sides))
    for key in ("edges", "dug_in", "counters"):
        for side in getattr(rules, key):
            if side not in sides:
                raise ScenarioError(f"rules.{key}.{side}", "is not a side", did_you_mean(side, sides))
    for key, name, known, what in _named(plan, rules):
        if name not in known:
            raise ScenarioError(f"rules.{key}", f"{name!r} is {what}", did_you_mean(name, known))
    for number, battery in enumerate(rules.battery):
        _check_battery(plan, f"rules.battery[{number}]", battery)
    return rules


def _named(plan: ScenarioPlan, rules: ScenarioRules) -> Iterator[tuple[str, str, Sequence[str], str]]:
    """Yield the names that the rules use, each with its key, the names that there are, and its fault."""
    sides, markers = [side.key for side in plan.sides], [marker.id for marker in plan.markers]
    yield from ((f"exit[{n}].side", way.side, sides, "no side") for n, way in enumerate(rules.exit))
    yield from (("ground", name, markers, "no marker") for name in rules.ground)
    if rules.first:
        yield "first", rules.first, sides, "no side"
    if rules.stronghold:
        figures = ["", *(piece.id for unit in plan.units for piece in unit.pieces)]
        yield "stronghold.at", rules.stronghold.at, markers, "no marker"
        yield "stronghold.side", rules.stronghold.side, sides, "no side"
        yield "stronghold.commander", rules.stronghold.commander, figures, "no figure"
    if rules.hive:
        yield "hive.side", rules.hive.side, sides, "no side"
        yield "hive.zone", rules.hive.zone, [zone.id for zone in plan.zones], "no zone"
        broods = rules.hive.broods or {}
        yield from ((f"hive.broods.{kind}", kind, list(tables().brood), "no brood") for kind in broods)


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
            raise ScenarioError(f"{key}.warheads", f"{warhead!r} is not a warhead", remedy)
