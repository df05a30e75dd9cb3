"""The [rules] table of a scenario: decoding, and checks against the map."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, decoded_rules
from battlesim.engine.value_decoding import did_you_mean
from battlesim.table.ids import UnitId
from battlesim.table.limits import Coordinate, PieceCount
from battlesim.table.terrain import Coordinates, Ground, Ring

from ..core.profiles import profiles
from ..core.state import Goal

GOAL_KINDS = ("recorders", "hold")


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The [rules] table of a scenario, with the `landing` zone given as (x0, y0, x1, y1) in inches.

    `buildings` lists the building in each quarter of the table, and `markers` is the number of markers in
    each. `start` has a point for each figure of the squads that do not land.
    """

    landing: tuple[Coordinate, Coordinate, Coordinate, Coordinate] = (14.0, 0.0, 34.0, 4.0)
    buildings: tuple[str, str, str, str] = ("", "", "", "")
    goal: Goal = Goal()
    markers: PieceCount | None = None
    start: dict[UnitId, tuple[Coordinates, ...]] = {}

    @property
    def zone(self) -> Ring:
        """The landing zone as a ring of points."""
        x0, y0, x1, y1 = self.landing
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def parse_scenario_rules(plan: ScenarioPlan, ground: Ground) -> ScenarioRules:
    """Decode and check a scenario's [rules] table. Raises ScenarioError, naming the key, if it is invalid."""
    rules = decoded_rules(plan.rules, ScenarioRules)
    _check_landing(rules, ground)
    for name in filter(None, rules.buildings):
        _check_area("rules.buildings", name, ground)
    _check_goal(rules.goal, ground)
    _check_openings(ground)
    return rules


def _check_landing(rules: ScenarioRules, ground: Ground) -> None:
    x0, y0, x1, y1 = rules.landing
    if not (0 <= x0 < x1 <= ground.width and 0 <= y0 < y1 <= ground.height):
        raise ScenarioError("rules.landing", "is not a part of the table", "x0, y0, x1, y1 in inches")


def _check_area(key: str, name: str, ground: Ground) -> None:
    if name not in ground.terrain_by_id():
        raise ScenarioError(key, f"the map has no {name!r}", did_you_mean(name, ground.terrain_by_id()))


def _check_goal(goal: Goal, ground: Ground) -> None:
    if goal.kind not in GOAL_KINDS:
        raise ScenarioError(
            "rules.goal.kind", f"{goal.kind!r} is not a kind of goal", did_you_mean(goal.kind, GOAL_KINDS)
        )
    for name in goal.areas:
        _check_area("rules.goal.areas", name, ground)
    if goal.kind == "hold" and not (goal.areas and goal.win > 0):
        raise ScenarioError(
            "rules.goal", "names no areas to hold or no number of marines", "areas, win and draw"
        )
    if goal.draw > goal.win:
        raise ScenarioError(
            "rules.goal.draw", f"{goal.draw} are more than win, {goal.win}", "draw with fewer"
        )


def _check_openings(ground: Ground) -> None:
    """Raise ScenarioError if a door or window is too narrow for the smallest base."""
    least = min(known.base for known in profiles().values())
    for terrain, opening in ground.openings().values():
        wide = math.dist(opening.start, opening.end)
        if opening.kind != "slit" and wide < least:
            fault = f"{opening.id} is {wide:.2f} in wide, and the smallest base {least:g} in"
            raise ScenarioError(f"map: {terrain.id}.openings", fault, "widen it, or make it a slit")
