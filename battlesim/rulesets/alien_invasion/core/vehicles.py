"""Lookups: the vehicles on the table, who is in them, and whether they are in the air."""

from __future__ import annotations

import msgspec

from battlesim.geometry.constants import TOL
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import ground_level
from battlesim.table.pieces import Aboard, Piece
from battlesim.table.state import Table

from .state import Battle
from .vehicle_kinds import VehicleKind, VehicleRule, VehicleWeapon, vehicle_kinds, vehicle_weapons

VEHICLE = "vehicle"
"""The kind of the unit that a vehicle is for itself."""


def is_vehicle(piece: Piece) -> bool:
    """Return whether a piece is a vehicle."""
    return piece.kind in vehicle_kinds()


def vehicle_rule(state: Battle, vehicle: str) -> VehicleRule | None:
    """Return the scenario's rule for a vehicle, or None if it has none."""
    return next((rule for rule in state.game.vehicles if rule.piece == vehicle), None)


def vehicle_kind(state: Battle, vehicle: Piece) -> VehicleKind:
    """Return the kind of a vehicle, with the changes that the scenario makes."""
    kind = vehicle_kinds()[vehicle.kind]
    rule = vehicle_rule(state, vehicle.id)
    return rule.changed(kind) if rule else kind


def as_placed(table: Table, piece: Piece) -> Piece | None:
    """Return a piece at its own or its vehicle's place on the table, or None if it is elsewhere."""
    if piece.table_position is not None:
        return piece
    if not isinstance(piece.place, Aboard):
        return None
    carrier = table.pieces.get(piece.place.piece)
    here = carrier.table_position if carrier else None
    return msgspec.structs.replace(piece, place=here) if here else None


def vehicles_on_table(state: Battle) -> list[Piece]:
    """Return the vehicles on the table, including those in the air."""
    return [piece for piece in state.table.standing_pieces() if is_vehicle(piece)]


def landed_vehicles(state: Battle) -> list[Piece]:
    """Return the vehicles that stand on the ground or on a roof, not in the air."""
    return [vehicle for vehicle in vehicles_on_table(state) if not is_airborne(state, vehicle)]


def is_airborne(state: Battle, vehicle: Piece) -> bool:
    """Return whether a craft is in the air."""
    place = vehicle.table_position
    return (
        place is not None and not place.on and place.z > ground_level(state.table.ground, *vehicle.xy) + TOL
    )


def carrier_of(state: Battle, piece: str) -> Piece | None:
    """Return the vehicle in which a figure is, or None if it is in none."""
    place = state.table.pieces[piece].place if piece in state.table.pieces else None
    return state.table.pieces[place.piece] if isinstance(place, Aboard) else None


def vehicle_with(state: Battle, group: UnitId) -> Piece | None:
    """Return the vehicle in which a group is, or None if it is in none."""
    carriers = (carrier_of(state, piece.id) for piece in state.table.pieces_of_unit(group))
    return next((carrier for carrier in carriers if carrier), None)


def groups_aboard(state: Battle, vehicle: str) -> tuple[UnitId, ...]:
    """Return the groups in a vehicle."""
    return tuple(dict.fromkeys(piece.unit for piece in state.table.pieces_aboard(vehicle)))


def enemies_aboard(state: Battle, vehicle: str, side: SideKey) -> list[Piece]:
    """Return the figures in a vehicle that do not belong to the given side."""
    aboard = state.table.pieces_aboard(vehicle)
    return [piece for piece in aboard if piece.side != side and not state.game.are_allied(piece.side, side)]


def exposed_bases(state: Battle) -> list[tuple[Piece, Piece]]:
    """Return the figures that a blast can reach, each with the base that counts: its vehicle's, if any.

    Figures in the air are not reached.
    """
    found = []
    for piece in state.table.pieces.values():
        base = carrier_of(state, piece.id) or piece
        on_ground = base.table_position and not (is_vehicle(base) and is_airborne(state, base))
        if on_ground and not is_vehicle(piece):
            found.append((piece, base))
    return found


def acting_group(state: Battle, piece: Piece) -> UnitId:
    """Return the group that acts for a piece: its own or, for a vehicle, a group inside it, if any."""
    return next(iter(groups_aboard(state, piece.id)), piece.unit) if is_vehicle(piece) else piece.unit


def is_driver(state: Battle, vehicle: Piece, side: SideKey) -> bool:
    """Return whether a side is one of those named as the drivers of a vehicle."""
    return side in vehicle_kind(state, vehicle).drivers


def weapons_of(state: Battle, vehicle: Piece) -> list[VehicleWeapon]:
    """Return the weapons of a vehicle."""
    return [vehicle_weapons()[key] for key in vehicle_kind(state, vehicle).weapons]
