"""Creation of the first state from a scenario: marines, squads and the site."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

import msgspec

from battlesim.engine.optional_sides import PlayedOption, sides_as_chosen
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.engine.value_decoding import did_you_mean
from battlesim.mechanics import force_checks as held
from battlesim.mechanics.deck import Deck
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

from ..core.parameters import Parameters, resolve_parameters
from ..core.profiles import profile, profiles
from ..core.state import CLEAR_SIGHT_IN, CREATURES, MARINES, Battle, Game, Goal, Site
from ..data import DATA_FILES
from ..ground.surface import surface
from .scenario_rules import ScenarioRules, parse_scenario_rules
from .terrain_scatter import scatter_terrain, shifted_markers, shifted_starts
from .turn_sequence import MARKER_PHASE, TURN_PHASES

FORCES = "TS-GAP-95"
BLIZZARD_SIGHT_IN = 12.0
CREATURE_UNIT_ID = UnitId("creatures")
PLAYED = "TS-GAP-91"


class PresetSquad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made squad: its figures as (kind, name) pairs, its leader, and its landing place."""

    name: str
    stand: int
    figures: tuple[tuple[str, str], ...]
    under: str = ""


class PresetForce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made force, with the number of enemy markers in each quarter of the table.

    `bound` gives default destinations of squads, used if the scenario sends no squad of the force there.
    """

    squads: tuple[UnitId, ...]
    markers: int
    bound: dict[UnitId, str] = {}


class Forces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of forces.toml: ready-made squads and forces."""

    squads: dict[UnitId, PresetSquad]
    forces: dict[str, PresetForce]


forces = DATA_FILES.toml_loader("forces.toml", Forces)
"""The preset forces."""


def first_state(plan: ScenarioPlan, ground: Ground, played: Mapping[SideKey, PlayedOption]) -> Battle:
    """Return the first state of a battle. Raises ScenarioError, naming the key, if it is invalid."""
    held.check_sides(plan, {MARINES: ("squad",), CREATURES: ("creatures",)})
    parameters = held.scenario_parameters(plan, partial(resolve_parameters, chosen_keys=plan.chosen))
    rules = parse_scenario_rules(plan, ground)
    pieces, units = _listed(plan)
    if not any(piece.side == MARINES for piece in pieces.values()):
        _check_markers(rules, parameters.force)
        _muster(parameters, pieces, units)
    units.setdefault(CREATURE_UNIT_ID, Unit(CREATURE_UNIT_ID, "Creatures", CREATURES, "creatures"))
    _check_squads(pieces, units)
    _check_squads_named(rules, units)
    _check_goals_named(rules, plan, ground)
    markers = {marker.id: marker for marker in plan.markers}
    table = Table(ground, pieces, sides_as_chosen(plan, played), markers, units)
    _check_start(table, rules)
    if parameters.scattered:
        table, rules = _scattered(table, rules, plan)
    game = Game(
        parameters=parameters,
        site=_site(rules, parameters, pieces),
        phases=TURN_PHASES,
        phase=MARKER_PHASE,
        deck=Deck(()),
        sight=CLEAR_SIGHT_IN if parameters.blizzard == "clear" else BLIZZARD_SIGHT_IN,
    )
    return State(table, game)


def _listed(plan: ScenarioPlan) -> tuple[dict[str, Piece], dict[UnitId, Unit]]:
    """Return the pieces and units that the scenario itself lists."""
    known = {kind: msgspec.structs.asdict(own) for kind, own in profiles().items()}
    pieces = make_pieces(plan, known.__getitem__)
    ncos = {p.id: p.unit for p in pieces.values() if p.kind == "nco"}
    units = {}
    for unit in plan.units:
        leader = next((nco for nco, own in ncos.items() if own == unit.id), next(iter(ncos), ""))
        kind = "squad" if unit.side == MARINES else "creatures"
        rules = {"under": leader} if leader and unit.side == MARINES else {}
        units[unit.id] = Unit(unit.id, unit.name, unit.side, kind, rules=rules)
    return pieces, units


def _muster(parameters: Parameters, pieces: dict[str, Piece], units: dict[UnitId, Unit]) -> None:
    """Add the marines of the preset force, which wait in reserve until they land."""
    for key in forces().forces[parameters.force].squads:
        squad = forces().squads[key]
        rules = {"under": squad.under} if squad.under else {}
        units[key] = Unit(key, squad.name, MARINES, "squad", rules=rules)
        for number, (kind, name) in enumerate(squad.figures, 1):
            own = profile(kind)
            id = f"{key}-{number}"
            pieces[id] = Piece(id, name, kind, MARINES, key, own.base / 2, own.height, Off("reserve"))


def _check_markers(rules: ScenarioRules, force: str) -> None:
    """Raise ScenarioError if the number of markers does not match the preset force."""
    due = forces().forces[force].markers
    if rules.markers not in (None, due):
        fault = f"{rules.markers} in each quarter are not the {due} that go with the force {force}"
        raise ScenarioError("rules.markers", fault, "leave it out, or list the marines as well")


def _check_squads(pieces: dict[str, Piece], units: dict[UnitId, Unit]) -> None:
    """Raise ScenarioError if there is more than one Lieutenant or if an NCO leads no squad."""
    chiefs = [p.id for p in pieces.values() if p.kind == "lt"]
    if len(chiefs) > 1:
        raise ScenarioError(
            "unit", f"there are {len(chiefs)} Lieutenants: {', '.join(chiefs)}", "one is enough"
        )
    led = {unit.rules.get("under") for unit in units.values()}
    for nco in (p for p in pieces.values() if p.kind == "nco"):
        if nco.id not in led:
            raise ScenarioError("unit", f"{nco.name} leads no squad", "put the NCO into a squad")


def _check_squads_named(rules: ScenarioRules, units: dict[UnitId, Unit]) -> None:
    """Raise ScenarioError if the [rules] table names an unknown squad."""
    own = (unit.id for unit in units.values() if unit.side == MARINES)
    known = dict.fromkeys((*own, *forces().squads))
    for key, named in (("start", rules.start), ("goal.by_squad", rules.goal.by_squad)):
        for squad in named:
            if squad not in known:
                remedy = did_you_mean(squad, known)
                raise ScenarioError(f"rules.{key}.{squad}", f"there is no squad {squad!r}", remedy)


def _check_goals_named(rules: ScenarioRules, plan: ScenarioPlan, ground: Ground) -> None:
    """Raise ScenarioError if the goal of a squad is not on the table."""
    known = [*(marker.id for marker in plan.markers), *ground.terrain_by_id()]
    for squad, thing in rules.goal.by_squad.items():
        if thing not in known:
            remedy = did_you_mean(thing, known)
            raise ScenarioError(f"rules.goal.by_squad.{squad}", f"there is no {thing!r}", remedy)


def _scattered(table: Table, rules: ScenarioRules, plan: ScenarioPlan) -> tuple[Table, ScenarioRules]:
    """Return the table and rules with terrain at random positions, moving recorders and squads with it."""
    whole = table.ground
    ground, shifts = scatter_terrain(whole, rules.zone, rules.buildings, plan.seed)
    markers = shifted_markers(plan.markers, whole, shifts)
    laid = msgspec.structs.replace(table, ground=ground, markers=markers)
    start = shifted_starts(laid, rules.start, whole, shifts)
    return laid, msgspec.structs.replace(rules, start=start)


def _check_start(table: Table, rules: ScenarioRules) -> None:
    """Raise ScenarioError unless each figure of a squad that does not land has a free start position."""
    solid = surface(table.ground).solid
    for squad, places in rules.start.items():
        key, waiting = f"rules.start.{squad}", [p for p in table.pieces.values() if p.unit == squad]
        if waiting and len(places) != len(waiting):
            fault = f"there are {len(places)} places for {len(waiting)} figures"
            raise ScenarioError(key, fault, "one place for each figure")
        for piece, spot in zip(waiting, places, strict=False):
            if faults := free_space_on_table(table, piece.radius, solid, ()).obstructions(spot):
                raise ScenarioError(key, f"{piece.name} at {spot} overlaps {faults[0].id}", "move the place")


def _site(rules: ScenarioRules, parameters: Parameters, pieces: dict[str, Piece]) -> Site:
    count = rules.markers if rules.markers is not None else forces().forces[parameters.force].markers
    strength = sum(piece.side == MARINES for piece in pieces.values())
    stands = {key: squad.stand for key, squad in forces().squads.items()}
    goal = _goal(rules.goal, forces().forces[parameters.force], {piece.unit for piece in pieces.values()})
    return Site(rules.zone, rules.buildings, goal, strength, count, dict(rules.start), stands)


def _goal(goal: Goal, force: PresetForce, squads: Collection[UnitId]) -> Goal:
    """Return the scenario's goal, completed by the default destinations of the force's squads."""
    by_squad = {squad: thing for squad, thing in goal.by_squad.items() if squad in squads}
    named, left = goal.by_squad.values(), by_squad.values()
    bound = {
        s: thing for s, thing in force.bound.items() if s in squads and thing in named and thing not in left
    }
    return msgspec.structs.replace(goal, by_squad=by_squad | bound)
