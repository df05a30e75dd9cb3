"""Flight: an action to take off, one to travel anywhere, and one to land."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.geometry.arcs import bearing
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point, Ring, midpoint
from battlesim.rulings.piece_placement import PiecePlacement, PlacementArea, placement_problem
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import flying_place, standing_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import OnTable, Piece

from ..core.group_action import GroupAction
from ..core.lookups import enemy_figures
from ..core.state import Battle, Game
from ..core.terrain import area_ids, barrier_ids, house_ids, platform_of
from ..core.vehicles import carrier_of, is_airborne, vehicle_kind, vehicle_with
from .driving import why_cannot_start

TAKES_OFF, TRAVELS, LANDS, IN_THE_AIR = "MT-VEH-07", "MT-VEH-08", "MT-VEH-09", "MT-GAP-18"
CLEAR_OF_ENEMIES_IN = 1.0


def craft_of(state: Battle, group: UnitId) -> Piece:
    """Return the craft in which a group is."""
    vehicle = vehicle_with(state, group)
    assert vehicle is not None, "the group is in a craft"
    return vehicle


def take_off(play: Play[Game], group: UnitId) -> Script[None]:
    """Make the craft of a group rise from its place."""
    craft = craft_of(play.state, group)
    height = vehicle_kind(play.state, craft).flies
    place = flying_place(play.state.table.ground, *craft.xy, craft.facing, height)
    play.move_piece(craft.id, place, "lift_off", rule=TAKES_OFF)
    yield from ()


def flight_decision(state: Battle, group: UnitId) -> ChoosePoint:
    """Return the decision on where a craft in the air flies, which may be any point of the table."""
    craft, ground = craft_of(state, group), state.table.ground
    zone: Ring = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    return ChoosePoint(
        side=state.table.units[group].side,
        what="flight",
        prompt=phrase("{craft}: fly where?", Ref(craft.id)),
        rule=TRAVELS,
        about=craft.id,
        zone=(zone,),
    )


def fly(play: Play[Game], group: UnitId) -> Script[None]:
    """Ask where the craft of a group flies, and move it there with all groups aboard."""
    point = yield from play.ask(flight_decision(play.state, group))
    craft = craft_of(play.state, group)
    if math.dist(point, craft.xy) == 0.0:
        return
    play.move_piece(
        craft.id, place_in_the_air(play.state, craft, point), "fly", path=(craft.xy, point), rule=TRAVELS
    )


def place_in_the_air(state: Battle, craft: Piece, point: Point) -> OnTable:
    """Return the place of a craft after a flight to a point, facing along its path."""
    facing = craft.facing if craft.xy == point else round(bearing(craft.xy, point), 3) % 360.0
    return flying_place(state.table.ground, *point, facing, vehicle_kind(state, craft).flies)


def arrived(state: Battle, craft: Piece, point: Point) -> Piece:
    """Return a craft as it would be after a flight to a point."""
    return msgspec.structs.replace(craft, place=place_in_the_air(state, craft, point))


def land(play: Play[Game], group: UnitId) -> Script[None]:
    """Make the craft of a group land where it is, on open ground or on a roof."""
    craft = craft_of(play.state, group)
    roof = roof_below(play.state, craft)
    place = standing_place(play.state.table.ground, *craft.xy, craft.facing, roof)
    play.move_piece(craft.id, place, "land", rule=LANDS)
    yield from ()


def roof_below(state: Battle, craft: Piece) -> str:
    """Return the house over whose flat roof a craft's whole hull is, or "" if there is none."""
    ring = craft.outline
    assert ring is not None, "a craft has a hull"
    spots = [*ring, *(midpoint(a, b) for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True))]
    ground = state.table.ground
    houses = (
        key for key in house_ids(ground) if all(is_point_in_shape(*p, ground.get(key).rings) for p in spots)
    )
    return next(houses, "")


def why_cannot_land(state: Battle, group: UnitId) -> AnyText:
    """Return why the craft of a group cannot land where it is, or "" if it can."""
    if why := why_cannot_start(state, group):
        return why
    craft, side = craft_of(state, group), state.table.units[group].side
    return landing_problem(state, craft, side)


def landing_problem(state: Battle, craft: Piece, side: SideKey) -> AnyText:
    """Return why a side's craft has no room to land where it is, or "" if it has."""
    spot = PiecePlacement(craft.id, *craft.xy, craft.facing)
    ground, table, roof = state.table.ground, state.table, roof_below(state, craft)
    enemies = {(carrier_of(state, enemy.id) or enemy).id for enemy in enemy_figures(state, side)}
    area = PlacementArea(
        blocked=() if roof else (*area_ids(ground), *barrier_ids(ground)),
        bases=tuple(p.id for p in table.standing_pieces() if platform_of(p) == roof),
        apart=tuple((enemy, CLEAR_OF_ENEMIES_IN) for enemy in sorted(enemies)),
    )
    return placement_problem(table, area, {craft.id: craft}, [spot])


def is_in_craft(state: Battle, group: UnitId, airborne: bool) -> bool:
    """Return whether a group is in a craft that is in the air, or in one that is on the ground."""
    vehicle = vehicle_with(state, group)
    return (
        vehicle is not None
        and bool(vehicle_kind(state, vehicle).flies)
        and is_airborne(state, vehicle) == airborne
    )


TAKE_OFF_ACTION = GroupAction(
    "Take off", TAKES_OFF, why_cannot_start, take_off, lambda state, group: is_in_craft(state, group, False)
)
FLY_ACTION = GroupAction(
    "Fly", TRAVELS, why_cannot_start, fly, lambda state, group: is_in_craft(state, group, True)
)
LAND_ACTION = GroupAction(
    "Land", LANDS, why_cannot_land, land, lambda state, group: is_in_craft(state, group, True)
)
