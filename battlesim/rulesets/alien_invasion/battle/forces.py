"""From a scenario to the first state: factions, their groups, and the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

import msgspec

from battlesim.behaviour.advice import mean_point
from battlesim.engine.optional_sides import sides_as_chosen
from battlesim.engine.scenario_plan import (
    PlannedUnit,
    ScenarioError,
    ScenarioPlan,
    decoded_rules,
    decoded_unit_rules,
    make_pieces,
)
from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.shapes import Point
from battlesim.mechanics.deck import Deck
from battlesim.mechanics.deployment import planned_zones
from battlesim.mechanics.figure_names import with_figure_names
from battlesim.mechanics.force_checks import scenario_parameters
from battlesim.table.ids import NO_SIDE, CardId, SideKey, UnitId
from battlesim.table.limits import Identifier, Name, PieceCount
from battlesim.table.pieces import Marker, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

from ..actions.hole_action import HOLE
from ..core.factions import (
    CardCounts,
    Edge,
    FactionProfile,
    figure_profile,
    planned_factions,
)
from ..core.objectives import EMPTY_PLACE, HiddenCraft, ItemSpec, Objectives, ScenarioEvent, SpecialAct
from ..core.parameters import Parameters, resolve_parameters
from ..core.state import (
    CARDS_PHASE,
    Battle,
    Deployment,
    Game,
    GroupRules,
    Network,
    PlannedAlliance,
    VictoryRule,
)
from ..core.vehicle_kinds import VehicleRule, vehicle_kinds
from ..core.vehicles import VEHICLE, is_vehicle
from ..cybermen.leader import LEADER
from ..underground.start_holes import hole_counts
from .alliances import planned_pacts
from .batches import all_cards, batch_size, card_faces
from .faction_names import named_sides
from .objective_checks import check_names, objective_names
from .playing_cards import playing_cards
from .table_size import TableNeed, sized_ground
from .vehicle_rules import check_vehicle_rules

SEATS, GROUP_LIMITS = "MT-SET-01", "MT-CYBR-01"
MIN_FACTIONS, MAX_FACTIONS = 2, 6
StartHoles = Annotated[int, msgspec.Meta(ge=0, le=20)]
DALEKS = SideKey("dalek")
ITEM_RADIUS_IN = 0.4
"""The radius of things that are not on the table at the start."""


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of [rules]: how each side wins, its own mix of cards, vehicles, and fire support.

    `sewers` is what leads into them, if there are any. `holes` are the markers in reserve, `start_holes`
    those that the side that digs places. `carried` are the kinds of markers that can be carried, `item` what
    is not on the table at the start, and `event` what the Special Events bring one after the other. `hatches`
    says which figures hatch from which things that lie on the table, and `exits` by which edges the groups of
    a side may leave. `solo` is the side of a lone player; the handicap is for all others. `hidden` are craft
    whose sides hide them before the first batch.
    `factions` and `names` are files beside the scenario. An `alliance` begins at a batch and may end at
    another. `card_faces` says that the cards are those of an ordinary pack, and `table` how large the table
    is, if the map is not to decide that.
    """

    factions: dict[str, FactionProfile] = {}
    names: dict[str, dict[str, Name]] = {}
    victory: tuple[VictoryRule, ...] = ()
    cards: dict[SideKey, CardCounts] = {}
    sewers: Network | msgspec.UnsetType = msgspec.UNSET
    holes: PieceCount | msgspec.UnsetType = msgspec.UNSET
    start_holes: StartHoles | msgspec.UnsetType = msgspec.UNSET
    vehicle: tuple[VehicleRule, ...] = ()
    unit_fire_support: bool = False
    special: tuple[SpecialAct, ...] = ()
    carried: tuple[Identifier, ...] = ()
    item: tuple[ItemSpec, ...] = ()
    event: tuple[ScenarioEvent, ...] = ()
    dalek_reinforcement: bool = False
    alliance: tuple[PlannedAlliance, ...] = ()
    hatches: dict[Identifier, Identifier] = {}
    exits: dict[SideKey, tuple[Edge, ...]] = {}
    solo: SideKey = NO_SIDE
    hidden: tuple[HiddenCraft, ...] = ()
    card_faces: Literal["playing_cards"] | msgspec.UnsetType = msgspec.UNSET
    table: TableNeed | msgspec.UnsetType = msgspec.UNSET


def first_state(plan: ScenarioPlan, ground: Ground) -> Battle:
    """Return the first state of a scenario. Raises ScenarioError if this game cannot play it."""
    known = planned_factions(plan)
    played = {side.key: _faction(side.key, known) for side in plan.sides}
    seats = tuple(side for side, faction in played.items() if faction.has_cards)
    if not MIN_FACTIONS <= len(seats) <= MAX_FACTIONS:
        message = f"{len(seats)} faction{'s' * (len(seats) != 1)} ({SEATS})"
        raise ScenarioError("side", message, f"take {MIN_FACTIONS} to {MAX_FACTIONS}")
    parameters = scenario_parameters(plan, resolve_parameters)
    played = {side: with_options(side, faction, parameters) for side, faction in played.items()}
    rules = _scenario_rules(plan)
    for side, cards in rules.cards.items():
        played[side] = msgspec.structs.replace(played[side], cards=cards)
    for side in (side for side in seats if side != rules.solo):
        played[side] = with_doubles(played[side], parameters.extra_doubles)
    for side, exits in rules.exits.items():
        played[side] = msgspec.structs.replace(played[side], exits=exits)
    ground = sized_ground(plan, ground, len(seats), parameters, rules.table)
    check_vehicle_rules(plan, rules.vehicle)
    _check_places(plan, rules, ground)
    check_names(
        objective_names(
            plan,
            played,
            rules.carried,
            rules.item,
            rules.special,
            rules.event,
            rules.victory,
            rules.hatches,
            rules.vehicle,
        )
    )
    kinds = {kind: figure.name for faction in played.values() for kind, figure in faction.figure.items()}
    named = make_pieces(with_figure_names(plan, kinds), partial(figure_profile, known=known))
    pieces = with_leaders(named, played)
    units = {unit.id: _unit(plan, unit, played[unit.side]) for unit in plan.units}
    own = {side: played[side] for side in seats}
    faces, pack = card_faces(seats), all_cards(own, parameters)
    if rules.card_faces:
        faces, pack = playing_cards(own, parameters)
    table = Table(
        ground,
        pieces,
        named_sides(sides_as_chosen(plan, {}), parameters, rules.names),
        {m.id: m for m in plan.markers},
        units,
    )
    game = Game(
        parameters=parameters,
        factions=played,
        seats=seats,
        faces=faces,
        deck=Deck(pack),
        batch_size=batch_size(len(seats)),
        victory=rules.victory,
        sewers=rules.sewers,
        tally=_planned_holes(plan, rules, played),
        vehicles=rules.vehicle,
        fire_support=rules.unit_fire_support,
        sizes={unit.id: len(unit.pieces) for unit in plan.units},
        starts={side: point for side in seats if (point := _middle(pieces, side))},
        phases=(CARDS_PHASE,),
        phase=CARDS_PHASE,
        reinforced=(DALEKS,) if rules.dalek_reinforcement else msgspec.UNSET,
        hidden=rules.hidden or msgspec.UNSET,
        deployment=Deployment(plan.title, planned_zones(plan)),
        pacts=planned_pacts(rules.alliance, seats),
        **_objectives(plan, rules),
    )
    return State(table, game)


def _planned_holes(
    plan: ScenarioPlan, rules: ScenarioRules, played: Mapping[SideKey, FactionProfile]
) -> dict[str, int]:
    """Return the counters of holes, none if no side digs. Raises ScenarioError if nobody can place holes."""
    if not any(own.digs for own in played.values()):
        if rules.start_holes:
            raise ScenarioError("rules.start_holes", "no side digs", "leave it out")
        return {}
    lying = sum(marker.kind == HOLE for marker in plan.markers)
    squads = {unit.rules.get("squad", unit.id) for unit in plan.units if played[unit.side].digs}
    numbers = (None if number is msgspec.UNSET else number for number in (rules.holes, rules.start_holes))
    return hole_counts(len(squads), lying, *numbers)


def _faction(side: SideKey, known: Mapping[str, FactionProfile]) -> FactionProfile:
    if side not in known:
        raise ScenarioError(f"side.{side}", "is not a faction", did_you_mean(side, list(known)))
    return known[side]


def with_options(side: SideKey, faction: FactionProfile, parameters: Parameters) -> FactionProfile:
    """Return a faction with the changes that the options of the battle make.

    Rules: MT-GAP-62.
    """
    if side == DALEKS and parameters.dalek_linked_fire:
        return msgspec.structs.replace(faction, linked_fire=True)
    if faction.officer and parameters.officer_links:
        return msgspec.structs.replace(faction, directed=True)
    return faction


def with_doubles(faction: FactionProfile, more: int) -> FactionProfile:
    """Return a faction with more Doubles, as the handicap gives to all factions but a lone player's.

    Rules: MT-SCN-12.
    """
    cards = msgspec.structs.replace(faction.cards, double=faction.cards.double + more)
    return msgspec.structs.replace(faction, cards=cards) if more else faction


def _unit(plan: ScenarioPlan, planned: PlannedUnit, faction: FactionProfile) -> Unit:
    """Return a group, whose figures must be of one kind of group of their faction, and as many as it has."""
    if len(planned.pieces) == 1 and planned.pieces[0].profile in vehicle_kinds():
        return Unit(UnitId(planned.id), planned.name, planned.side, VEHICLE)
    kinds = Counter[str]()
    for piece in planned.pieces:
        if piece.profile not in faction.figure:
            remedy = did_you_mean(piece.profile, list(faction.figure))
            raise ScenarioError(
                f"{piece.key}.profile", f"{piece.profile!r} is not a figure of {planned.side}", remedy
            )
        kinds[faction.figure[piece.profile].group] += 1
    if len(kinds) != 1:
        raise ScenarioError(planned.key, "has figures of several kinds of group", "make a group of each")
    (kind,) = kinds
    size = faction.group[kind].size
    if size and kinds[kind] != size and not faction.group[kind].acts_together:
        message = f"has {kinds[kind]} figures"
        raise ScenarioError(planned.key, message, f"a {faction.group[kind].name.lower()} has {size}")
    least, most = faction.group[kind].least, faction.group[kind].most
    if (least and kinds[kind] < least) or (most and kinds[kind] > most):
        message = f"has {kinds[kind]} figures ({GROUP_LIMITS})"
        raise ScenarioError(planned.key, message, f"take {least} to {most}")
    leader = next((p.id for p in planned.pieces if faction.figure[p.profile].leader), planned.pieces[0].id)
    values = msgspec.to_builtins(decoded_unit_rules(planned, GroupRules))
    rules = {key: value for key, value in values.items() if value}
    own = [unit.id for unit in plan.units if unit.side == planned.side]
    if rules and rules["squad"] not in own:
        message = f"{rules['squad']!r} is not a group of {planned.side}"
        raise ScenarioError(f"{planned.key}.rules.squad", message, did_you_mean(rules["squad"], own))
    return Unit(UnitId(planned.id), planned.name, planned.side, kind, leader, rules=rules)


def with_leaders(pieces: Mapping[str, Piece], played: Mapping[SideKey, FactionProfile]) -> dict[str, Piece]:
    """Return the pieces with a Leader in each faction that has one: its first figure."""
    found = dict(pieces)
    for side in (side for side, faction in played.items() if faction.led):
        first = next(
            (piece for piece in pieces.values() if piece.side == side and not is_vehicle(piece)), None
        )
        if first is not None:
            found[first.id] = first.with_mark(LEADER)
    return found


def _middle(pieces: Mapping[str, Piece], side: SideKey) -> Point | None:
    """Return the middle of the figures of a side on the table, or None if none is there."""
    own = [piece for piece in pieces.values() if piece.side == side and not is_vehicle(piece)]
    points = [piece.xy for piece in own if piece.table_position is not None]
    return mean_point(points) if points else None


def _objectives(plan: ScenarioPlan, rules: ScenarioRules) -> dict[str, Any]:
    """Return the fields for special acts, objects and finds; none if the scenario has nothing of the kind.

    What is hidden is a card among as many as there are places to search; which place it is in is only drawn
    when a search succeeds, so no side can know it.

    Rules: MT-SCN-06.
    """
    if not (rules.special or rules.carried or rules.event):
        return {}
    lying = {marker.id: marker for marker in plan.markers if marker.kind in rules.carried}
    kept = {
        item.id: Marker(item.id, item.kind, 0.0, 0.0, ITEM_RADIUS_IN, name=item.name) for item in rules.item
    }
    cards = [CardId(item.id) for item in rules.item if item.hidden]
    places = sum(len(act.at) for act in rules.special if act.effect == "find")
    cards += [CardId(EMPTY_PLACE)] * (places - len(cards))
    listed = Objectives(rules.special, {**lying, **kept}, events=rules.event, hatches=rules.hatches)
    found: dict[str, Any] = {"objectives": listed}
    return found | ({"finds": Deck(tuple(sorted(cards)))} if cards else {})


def _check_places(plan: ScenarioPlan, rules: ScenarioRules, ground: Ground) -> None:
    markers = [str(marker.id) for marker in plan.markers]
    pieces = [piece.id for unit in plan.units for piece in unit.pieces]
    known = [*ground.terrain_by_id(), *markers, *pieces]
    named = [(f"rules.special[{n}].at", key, known) for n, act in enumerate(rules.special) for key in act.at]
    for number, craft in enumerate(rules.hidden):
        named += [(f"rules.hidden[{number}].places", str(place), markers) for place in craft.places]
        named.append((f"rules.hidden[{number}].piece", craft.piece, pieces))
    for key, place, places in named:
        if place not in places:
            raise ScenarioError(key, f"{place!r} is not a place", did_you_mean(place, places))


def _scenario_rules(plan: ScenarioPlan) -> ScenarioRules:
    rules, sides = decoded_rules(plan.rules, ScenarioRules), [side.key for side in plan.sides]
    for number, rule in enumerate(rules.victory):
        for side in (rule.side, *rule.of):
            if side not in sides:
                key = f"rules.victory[{number}]"
                raise ScenarioError(key, f"{side!r} is not a side", did_you_mean(side, sides))
    named = [("cards", side) for side in rules.cards] + [("exits", side) for side in rules.exits]
    named += [("solo", rules.solo)] if rules.solo else []
    for table, side in named:
        if side not in sides:
            raise ScenarioError(f"rules.{table}.{side}", "is not a side", did_you_mean(side, sides))
    return rules
