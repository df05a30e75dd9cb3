"""Creation of the first state from a scenario: the models, their points and the sides."""

from __future__ import annotations

import msgspec

from battlesim.engine.muster import points_problems, size_problems
from battlesim.engine.optional_sides import sides_as_chosen
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.mechanics.deployment import planned_zones
from battlesim.mechanics.force_checks import scenario_parameters
from battlesim.table.ids import SideKey
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

from ..core.lookups import piece_profile
from ..core.parameters import Parameters, resolve_parameters
from ..core.profiles import profiles
from ..core.skills import BATTLES, SKILLS
from ..core.state import BEGIN_PHASE, Battle, Game
from .musters import MAX_DETACHMENT, profile_cost
from .scenario_rules import parse_scenario_rules

FORCES = "IE-GAP-39"


def first_state(plan: ScenarioPlan, ground: Ground) -> Battle:
    """Return the first state of a battle. Raises ScenarioError if the scenario cannot be played."""
    if len(plan.sides) < 2:
        raise ScenarioError("side", "one side has no enemy", "add another [[side]]")
    rules = parse_scenario_rules(plan)
    parameters = scenario_parameters(plan, resolve_parameters)
    if plan.options.get("advanced_rules") == "list":
        parameters = msgspec.structs.replace(parameters, advanced=rules.advanced)
    if rules.campaign:
        parameters = msgspec.structs.replace(parameters, advanced=(*parameters.advanced, "experience"))
    _check_skills(plan, "experience" in parameters.advanced)
    known = {kind: msgspec.structs.asdict(profile) for kind, profile in profiles().items()}
    pieces = {key: _with_skills(piece) for key, piece in make_pieces(plan, known.__getitem__).items()}
    _check_detachments(plan, parameters.sets_up_by_edges)
    if "points_limit" in plan.chosen:
        _check_points(plan, parameters.points_limit, parameters.radio_costs_half)
    units = {unit.id: Unit(unit.id, unit.name, unit.side, "detachment") for unit in plan.units}
    markers = {marker.id: marker for marker in plan.markers}
    table = Table(measured_ground(ground, parameters), pieces, sides_as_chosen(plan, {}), markers, units)
    game = Game(
        parameters=parameters,
        points={piece.id: model_cost(piece, parameters.radio_costs_half) for piece in pieces.values()},
        objectives=rules.objective,
        zones=planned_zones(plan),
        phase=BEGIN_PHASE,
        phases=tuple(SideKey(side.key) for side in plan.sides),
    )
    return State(table, game)


def measured_ground(ground: Ground, parameters: Parameters) -> Ground:
    """Return the ground with lengths measured as the options say (IE-FLY-07)."""
    return msgspec.structs.replace(ground, lengths="space" if parameters.measures_heights else msgspec.UNSET)


def model_cost(piece: Piece, radio_costs_half: bool) -> float:
    """Return the points of a model, including its radio if it carries one."""
    return profile_cost(piece.kind, {mark.name for mark in piece.marks}, radio_costs_half)


def _check_points(plan: ScenarioPlan, limit: int, radio_costs_half: bool) -> None:
    """Raise ScenarioError if the models of a side cost more than the limit; given forces have none."""
    for side in plan.sides:
        models = [piece for unit in plan.units if unit.side == side.key for piece in unit.pieces]
        costs = (
            profile_cost(piece.profile, {mark.name for mark in piece.marks}, radio_costs_half)
            for piece in models
        )
        for problem in points_problems(
            "options.points_limit", f"the models of {side.name}", sum(costs), limit
        ):
            raise problem


def _check_detachments(plan: ScenarioPlan, by_edges: bool) -> None:
    """Raise ScenarioError if a detachment has no models, too many, or some that have no place to begin at."""
    for unit in plan.units:
        for problem in size_problems(f"{unit.key}.piece", len(unit.pieces), MAX_DETACHMENT):
            raise problem
        placed = [piece for piece in unit.pieces if isinstance(piece.place, OnTable)]
        lost = next((piece for piece in unit.pieces if piece not in placed), None)
        if lost is not None and (placed or not (unit.zone or by_edges)):
            remedy = "give it `at`, or its unit `places` or a `zone`"
            raise ScenarioError(lost.key, "has no position", remedy)


def _check_skills(plan: ScenarioPlan, in_use: bool) -> None:
    """Raise ScenarioError if a model has skills or has survived battles outside a campaign (IE-EXP-01)."""
    for piece in (piece for unit in plan.units for piece in unit.pieces if not in_use):
        for mark in piece.marks:
            if mark.name in SKILLS or mark.name == BATTLES:
                fault = "experience is used in campaigns alone"
                raise ScenarioError(f"{piece.key}.marks.{mark.name}", fault, "set campaign = true in [rules]")


def _with_skills(piece: Piece) -> Piece:
    """Return a model with the HITS that its skills add."""
    more = piece_profile(piece).hits - profiles()[piece.kind].hits
    return msgspec.structs.replace(piece, hits=piece.hits + more, hits_full=piece.hits_full + more)
