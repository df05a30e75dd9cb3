"""Creation of the first state from a scenario: the figures, their units and the sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from battlesim.engine.optional_sides import sides_as_chosen
from battlesim.engine.scenario_plan import (
    PlannedPiece,
    PlannedUnit,
    ScenarioError,
    ScenarioPlan,
    decoded_unit_rules,
    make_piece,
    make_pieces,
)
from battlesim.engine.value_decoding import did_you_mean
from battlesim.mechanics.deployment import planned_zones
from battlesim.mechanics.figure_names import with_figure_names
from battlesim.mechanics.force_checks import check_side_count, scenario_parameters
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Aboard, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

from ..core.lookups import is_fit
from ..core.marks import CONFIDENCE, CONFIDENT, EVACUEE, TRAVELLING
from ..core.parameters import Parameters, resolve_parameters
from ..core.profiles import profile_names, profiles
from ..core.state import Battle, Edge, Game, UnitRules
from ..core.vehicles import CREW_KIND, is_vehicle, vehicle_data
from .counters import counts_of_counters, with_counters, zones_with_counters
from .hive import hive_counters, with_hive
from .scenario_rules import parse_scenario_rules

NUMBER_OF_SIDES: Final = 2
FIRST_EDGES: tuple[Edge, Edge] = ("south", "north")


def first_state(plan: ScenarioPlan, ground: Ground) -> Battle:
    """Return the first state of a battle. Raises ScenarioError if the scenario cannot be played."""
    check_side_count(plan, NUMBER_OF_SIDES)
    rules = parse_scenario_rules(plan)
    parameters = scenario_parameters(plan, resolve_parameters)
    hive = rules.hive and msgspec.structs.replace(
        rules.hive, hidden=rules.hive.hidden and parameters.hides_units
    )
    plan = with_figure_names(with_hive(plan, hive, parameters.hive), profile_names())
    known = {kind: msgspec.structs.asdict(profile) for kind, profile in profiles().items()}
    pieces = make_pieces(plan, known.__getitem__)
    for unit in plan.units:
        pieces |= _crew(unit, pieces)
    bringing = {way.side for way in rules.exit if way.wounded or way.abandoned}
    pieces = {key: _with_evacuee_mark(piece, bringing) for key, piece in pieces.items()}
    units = {unit.id: _unit(plan, unit, parameters) for unit in plan.units}
    markers = {marker.id: marker for marker in plan.markers}
    table = Table(ground, pieces, sides_as_chosen(plan, {}), markers, units)
    if parameters.hides_units:
        counters = rules.counters | hive_counters(plan, hive, parameters.hive)
        table = with_counters(table, counters)
    order = tuple(SideKey(side.key) for side in plan.sides)
    game = Game(
        parameters=parameters,
        strength={unit.id: sum(p.unit == unit.id for p in pieces.values()) for unit in plan.units},
        objectives=rules.objective,
        exits=rules.exit,
        vehicle_worth=rules.vehicle_worth,
        figure_worth=rules.figure_worth,
        edges={**dict(zip(order, FIRST_EDGES, strict=True)), **rules.edges},
        batteries=rules.battery,
        zones=zones_with_counters(table, planned_zones(plan)),
        dug_in=rules.dug_in,
        first=rules.first,
        stronghold=rules.stronghold,
        ground=dict.fromkeys(rules.ground, ""),
        points=rules.points,
        laid=counts_of_counters(table),
        hive=hive,
        phases=order,
        phase=order[0],
    )
    return State(table, game)


def _with_evacuee_mark(piece: Piece, bringing: Collection[str]) -> Piece:
    """Return a figure, marked if it starts wounded on a side that scores for evacuating its wounded."""
    return piece if is_fit(piece) or piece.side not in bringing else piece.with_mark(EVACUEE)


def _crew(unit: PlannedUnit, pieces: Mapping[str, Piece]) -> dict[str, Piece]:
    """Return the crew aboard the vehicle of a unit, which is a unit with it (SG-GAP-101).

    Raises ScenarioError if the unit has other figures, too.
    """
    vehicle = next((pieces[p.id] for p in unit.pieces if is_vehicle(pieces[p.id])), None)
    data = vehicle_data(vehicle) if vehicle else None
    if vehicle is None or data is None:
        return {}
    if len(unit.pieces) > 1:
        raise ScenarioError(unit.key, "has a vehicle and other pieces", "make a unit of each vehicle")
    crew = profiles()[CREW_KIND]
    planned = [
        PlannedPiece(
            f"{vehicle.id}_crew{number}",
            CREW_KIND,
            f"{crew.name} {number} of {unit.name}",
            Aboard(vehicle.id),
        )
        for number in range(1, data.crew + 1)
    ]
    return {own.id: make_piece(own, unit, msgspec.structs.asdict(crew)) for own in planned}


def _unit(plan: ScenarioPlan, planned: PlannedUnit, parameters: Parameters) -> Unit:
    """Return a unit with its values and its first confidence level (SG-GAP-32)."""
    rules = decoded_unit_rules(planned, UnitRules)
    others = [unit.id for unit in plan.units if unit.id != planned.id]
    if rules.under and rules.under not in others:
        remedy = did_you_mean(rules.under, others)
        raise ScenarioError(f"{planned.key}.rules.under", f"there is no other unit {rules.under!r}", remedy)
    if not planned.pieces:
        raise ScenarioError(planned.key, "has no figures", "add a piece")
    values = {key: value for key, value in msgspec.to_builtins(rules).items() if value != ""}
    unit = Unit(
        planned.id, planned.name, planned.side, "squad", "" if rules.automated else planned.pieces[0].id
    )
    level = min(rules.confidence, parameters.best_confidence)
    if rules.independent and not parameters.independents_have_levels:
        level = CONFIDENT
    unit = unit.with_mark(CONFIDENCE, level)
    unit = unit.with_mark(TRAVELLING) if rules.travelling else unit
    return msgspec.structs.replace(unit, rules=values)
