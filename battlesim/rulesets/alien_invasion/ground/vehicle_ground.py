"""Vehicles as features of the ground: who may get in, and where those inside get out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlesim.geometry.shapes import Point, Ring, midpoint
from battlesim.mechanics.carrying import nearest_place
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.movement_data import GuardedObject
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from ..core.lookups import figures_of
from ..core.state import Battle
from ..core.terrain import area_at, area_ids, area_of, barrier_ids, floors, house_ids, terrain_ids
from ..core.vehicles import enemies_aboard, is_airborne, is_vehicle, landed_vehicles, vehicle_kind

FEATURE, BOARDS = "MT-VEH-10", "MT-GAP-15"


class VehiclesInTheWay(NamedTuple):
    """The vehicles that a group on foot may enter, those held by enemies, and those without room."""

    open: tuple[str, ...]
    held: tuple[GuardedObject, ...]
    full: tuple[str, ...]


def vehicles_in_the_way(state: Battle, group: UnitId) -> VehiclesInTheWay:
    """Return the vehicles on the ground by what they are to a group; those in the air are no obstacle.

    Wild creatures get into no vehicle.
    """
    side, figures = state.table.units[group].side, figures_of(state, group)
    own, faction = {figure.id for figure in figures}, state.game.factions[side]
    enterable, held, full = list[str](), list[GuardedObject](), list[str]()
    for vehicle in landed_vehicles(state):
        aboard = state.table.pieces_aboard(vehicle.id)
        if own & {piece.id for piece in aboard}:
            continue
        if enemies := enemies_aboard(state, vehicle.id, side):
            held.append(GuardedObject(vehicle.id, tuple(piece.id for piece in enemies)))
        elif not faction.wild and len(aboard) + len(figures) <= vehicle_kind(state, vehicle).room:
            enterable.append(vehicle.id)
        else:
            full.append(vehicle.id)
    return VehiclesInTheWay(tuple(enterable), tuple(held), tuple(full))


def vehicle_entered(table: Table, run: StraightRun) -> str:
    """Return the vehicle that a measured figure has entered, or "" if it has entered none."""
    return run.by[0] if run.ended == "feature" and run.by[0] in table.pieces else ""


def exit_points(table: Table, vehicle: str, figures: Sequence[Piece]) -> tuple[Ring, ...]:
    """Return the points where a group's measured figure can get out: at the middle of each side."""
    wide, hull = max(figure.radius for figure in figures), table.piece(vehicle)
    ring, (x, y) = hull.outline or (), hull.xy
    sides = [midpoint(a, b) for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True)]
    points = [_farther(x, y, side, wide) for side in sides]
    width, height = table.ground.width - wide, table.ground.height - wide
    return tuple((p,) for p in points if wide <= p[0] <= width and wide <= p[1] <= height)


def _farther(x: float, y: float, side: Point, inches: float) -> Point:
    """Return a point so many inches beyond a side, as seen from the centre."""
    far = ((side[0] - x) ** 2 + (side[1] - y) ** 2) ** 0.5
    share = (far + inches) / far
    return round(x + share * (side[0] - x), 4), round(y + share * (side[1] - y), 4)


def why_cannot_get_out(state: Battle, group: UnitId, vehicle: Piece) -> AnyText:
    """Return why a group cannot get out of its vehicle, as in the air, or "" if it can."""
    if is_airborne(state, vehicle):
        return "the craft is in the air"
    house = roof_under(state, vehicle.id)
    room = state.game.parameters.house_room * floors(state.table.ground, house) if house else 0
    full = room and room < len(figures_of(state, group)) + len(figures_in(state, house))
    return "there is no room in the house below" if full else ""


def roof_under(state: Battle, vehicle: str) -> str:
    """Return the house on whose roof a vehicle stands, or "" if there is none."""
    place = state.table.pieces[vehicle].table_position if vehicle in state.table.pieces else None
    return place.on if place else ""


def figures_in(state: Battle, area: str) -> set[str]:
    """Return the figures that stand in an area; cached."""
    held = state.table.cached_value("alien_invasion: held areas", lambda: _figures_by_area(state.table))
    return held.get(area, set())


def _figures_by_area(table: Table) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for piece in table.standing_pieces():
        if not is_vehicle(piece):
            found.setdefault(area_of(table, piece), set()).add(piece.id)
    return found


def free_point_near(state: Battle, figure: Piece, at: Point, besides: tuple[str, ...] = ()) -> Point | None:
    """Return the nearest point with room for a figure beside all others, outside walls and houses.

    It is in no feature but one where its group already is, or that is at the given point, so that no group
    is in two features.
    """
    ground = state.table.ground
    group = [p for p in state.table.standing_pieces() if p.unit == figure.unit]
    held = {area_of(state.table, piece) for piece in group} | {area_at(ground, at)}
    elsewhere = (key for key in area_ids(ground) if key not in held)
    shut = terrain_ids(ground, "shut", lambda kind: kind.shut)
    others = [p for p in state.table.standing_pieces() if p.id != figure.id and not is_airborne(state, p)]
    solid = (*barrier_ids(ground), *house_ids(ground), *shut, *elsewhere, *besides)
    return nearest_place(state.table, figure, at, solid, others)
