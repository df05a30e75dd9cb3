"""Creation of the first state from a scenario: units, forces, pools and the site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

import msgspec
from msgspec.structs import replace

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.mechanics import force_checks as held
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Aboard, Below, Inside, Off, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground

from ..core.lookups import entrances_on_table, has_trait, new_piece
from ..core.marks import CAPTAIN_RANGE_IN, CAPTIVE, LIEUTENANT_RANGE_IN, OFFICER
from ..core.parameters import Parameters, resolve_parameters
from ..core.profiles import profile, terrain_kinds
from ..core.state import (
    BUGS,
    MI,
    Battle,
    CircularZone,
    Game,
    GameUnit,
    Rectangle,
    ScheduledArrivals,
    Site,
    turn_phases,
)
from ..data import DATA_FILES
from ..ground.movement import is_on_foot
from ..underground.tunnel_entrances import entrance_terrain
from .scenario_rules import ArrivalRow, ScenarioRules, parse_scenario_rules

COMPANY = "MI-GAP-33"
POOL_UNIT_ID = UnitId("bugs")


class UnitTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made unit, with its kind, its name, and its pieces as (profile, name) pairs."""

    kind: str
    name: str
    pieces: tuple[tuple[str, str], ...]


class Forces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of forces.toml: ready-made MI units and forces, Arachnid pools and their schedule."""

    mi: dict[str, UnitTemplate]
    forces: dict[str, tuple[UnitId, ...]]
    pools: dict[str, dict[str, dict[str, int]]]
    schedule: dict[str, ArrivalRow]


forces = DATA_FILES.toml_loader("forces.toml", Forces)
"""Return the ready-made forces."""


def first_state(plan: ScenarioPlan, ground: Ground) -> Battle:
    """Return the first state of a scenario. Raises ScenarioError, naming the key, if a value is invalid."""
    parameters = held.scenario_parameters(plan, resolve_parameters)
    rules = parse_scenario_rules(plan, ground)
    pieces, units = listed_pieces_and_units(plan, ground)
    if not any(unit.side == MI for unit in plan.units):
        _muster(parameters, pieces, units)
    if not any(profile(piece.kind).has_trait("bug") for piece in pieces.values()):
        pieces |= arachnid_pool(parameters)
    units.setdefault(POOL_UNIT_ID, GameUnit(POOL_UNIT_ID, "Arachnids", BUGS, "bugs"))
    commissioned = _commission(pieces, units)
    markers = {marker.id: marker for marker in plan.markers}
    lit = replace(_dressed(ground), mood=parameters.mood or ground.mood)  # dark by night alone: MI-GAP-67
    table = Table(lit, commissioned, plan.sides, markers)
    game = Game(
        parameters=parameters,
        site=_site(rules, parameters),
        units=units,
        phases=turn_phases(parameters.first_side),
        options=plan.options,
        hidden=rules.hidden if parameters.hidden_sites == "fixed" else (),
    )
    return _opened(State(table, game))


def _muster(parameters: Parameters, pieces: dict[str, Piece], units: dict[UnitId, GameUnit]) -> None:
    """Add the MI force chosen by an option, waiting to be deployed."""
    for key in forces().forces[parameters.force]:
        unit = forces().mi[key]
        units[key] = GameUnit(key, unit.name, MI, unit.kind)
        for kind, name in unit.pieces:
            id = name.lower().replace(" ", "-")
            pieces[id] = new_piece(kind, id, name, MI, key, Off("reserve"))


def arachnid_pool(parameters: Parameters) -> dict[str, Piece]:
    """Return the models of the Arachnid pool that an option selects, by id and all in reserve."""
    pools = forces().pools[parameters.pool]
    counts = pools.get(parameters.force, pools["company"])
    return {p.id: p for kind, count in counts.items() for p in new_reserve_models(kind, count)}


def new_reserve_models(kind: str, count: int, prefix: str = "") -> list[Piece]:
    """Return new Arachnids of a kind in reserve, with ids made of the prefix, the kind and a number."""
    stem, name = f"{prefix}{kind.replace('_', '-')}", profile(kind).name
    numbers = range(1, count + 1)
    return [
        new_piece(kind, f"{stem}-{k}", f"{name} {k}", BUGS, POOL_UNIT_ID, Off("reserve")) for k in numbers
    ]


def _commission(pieces: Mapping[str, Piece], units: Mapping[UnitId, GameUnit]) -> dict[str, Piece]:
    """Give the leader of each unit the Officer mark, whose count is the command range (MI-MTRT-06)."""
    made = dict(pieces)
    for unit in units.values():
        own = [p for p in made.values() if p.unit == unit.id]
        if any(p.has_mark(OFFICER) for p in own):
            continue
        found = next((p for kind in OFFICER_KINDS for p in own if p.kind == kind), None)
        if found is not None:
            made[found.id] = found.with_mark(
                OFFICER, CAPTAIN_RANGE_IN if unit.kind == "hq" else LIEUTENANT_RANGE_IN
            )
    return made


OFFICER_KINDS = ("command_team", "heavy_mech", "light_mech")


def _dressed(ground: Ground) -> Ground:
    """Return the ground with hit points for the terrain kinds that have them in this ruleset."""
    known = terrain_kinds()
    terrain = tuple(
        replace(t, hits=known[t.kind].hits, hits_full=known[t.kind].hits)
        if t.kind in known and not t.hits_full
        else t
        for t in ground.terrain
    )
    return replace(ground, terrain=terrain)


def _opened(state: Battle) -> Battle:
    """Return the battle with its Tunnel Entrances added as terrain."""
    table = state.table
    for hole in entrances_on_table(state):
        table = table.with_terrain(entrance_terrain(hole))
    return state.with_table(table)


def _site(rules: ScenarioRules, parameters: Parameters) -> Site:
    """Return the site from the scenario's rules, without the parts that options remove."""
    said = msgspec.structs.asdict(rules)
    hidden, schedule = said.pop("hidden"), forces().schedule if rules.schedule is None else rules.schedule
    said |= {key: Rectangle(*said[key]) for key in ("outpost", "bedrock", "deploy") if said[key]}
    said |= {
        "bedrock": said["bedrock"] if parameters.bedrock else None,
        "landing": CircularZone(*rules.landing) if rules.landing else None,
        "transmitter": rules.transmitter if parameters.air_support else "",
        "hidden_entrances": len(hidden),
        "schedule": tuple(ScheduledArrivals(kind, row.by_turn) for kind, row in schedule.items()),
    }
    return Site(**said)


SIDE_UNIT_KINDS: held.SideUnitKinds = {
    MI: ("platoon", "hq", "lance", "viking", "lone"),
    BUGS: ("bugs", "marker"),
}


def listed_pieces_and_units(
    plan: ScenarioPlan, ground: Ground
) -> tuple[dict[str, Piece], dict[UnitId, GameUnit]]:
    """Return the pieces and units of a plan by id. Raises ScenarioError, naming the key, if it is invalid."""
    held.check_sides(plan, SIDE_UNIT_KINDS)
    pieces = make_pieces(plan, lambda kind: msgspec.structs.asdict(profile(kind)))
    faults = chain(
        held.unknown_kind_errors(plan, SIDE_UNIT_KINDS),
        held.wrong_side_errors(plan, _side_of),
        held.partial_placement_errors(plan, [MI]),
        held.unsupported_deployment_errors(plan, [BUGS], "use rules.schedule"),
        _held(plan, pieces),
        _rooms(pieces, ground),
    )
    for fault in faults:
        raise fault
    units = {}
    for unit in plan.units:
        kind, zone = (
            unit.kind or SIDE_UNIT_KINDS[unit.side][0],
            plan.zone(unit.zone).rings if unit.zone else (),
        )
        units[unit.id] = GameUnit(unit.id, unit.name, unit.side, kind, zone, unit.arrives)
    return pieces, units


def _side_of(kind: str) -> SideKey:
    """Return the side of a profile: the Arachnids for bugs, entrances and markers, otherwise the MI."""
    own = profile(kind)
    return BUGS if own.has_trait("bug") or own.has_trait("entrance") or own.has_trait("marker") else MI


def _held(plan: ScenarioPlan, pieces: Mapping[str, Piece]) -> Iterator[ScenarioError]:
    """Yield an error for each piece in a place where it cannot be.

    Bugs can be below a marker, infantry and survivors inside a building, and people and machines aboard a
    transport; a captive can be held by a bug.
    """
    keys = {piece.id: piece.key for unit in plan.units for piece in unit.pieces}
    for piece in pieces.values():
        place = piece.place
        if isinstance(place, Below) and not (
            has_trait(pieces[place.piece], "marker") and has_trait(piece, "bug")
        ):
            message = f"{piece.id} cannot be below {place.piece}"
            yield ScenarioError(f"{keys[piece.id]}.below", message, "bugs can, below a tunneling_marker")
        if isinstance(place, Inside) and not is_on_foot(piece):
            message = f"{piece.id} cannot be inside {place.terrain}"
            yield ScenarioError(f"{keys[piece.id]}.inside", message, "infantry and survivors can")
        if isinstance(place, Aboard):
            carrier = pieces[place.piece]
            freight = has_trait(carrier, "transport") and piece.side == MI
            fits = has_trait(carrier, "captor") if piece.has_mark(CAPTIVE) else freight
            if not fits:
                message = f"{piece.id} cannot be aboard {place.piece}"
                remedy = "people and machines can, aboard a viking; a captive, held by a warrior or hopper"
                yield ScenarioError(f"{keys[piece.id]}.aboard", message, remedy)


def _rooms(pieces: Mapping[str, Piece], ground: Ground) -> Iterator[ScenarioError]:
    """Yield an error for each building without enough room for the hit points of the people in it."""
    for id, terrain in ground.terrain_by_id().items():
        hits = sum(p.hits for p in pieces.values() if p.place == Inside(id))
        room = terrain_kinds()[terrain.kind].room if terrain.kind in terrain_kinds() else 0
        if hits > room:
            yield ScenarioError("unit.piece.inside", f"{id} has room for {room} hit points, not for {hits}")
