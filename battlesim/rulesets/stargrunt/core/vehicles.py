"""Lookup of vehicles, their crews and their passengers in the current state."""

from __future__ import annotations

from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Aboard, Piece
from battlesim.table.units import Unit

from .lookups import figure_profile, is_fit, is_ok
from .profiles import Vehicle
from .state import Battle

CREW_KIND = "crew"
"""The profile of the figures of a vehicle's crew."""


def vehicle_data(piece: Piece) -> Vehicle | None:
    """Return the vehicle values of a piece, or None if it is not a vehicle."""
    return figure_profile(piece).vehicle


def is_vehicle(piece: Piece) -> bool:
    """Return whether a piece is a vehicle or the wreck of one."""
    return vehicle_data(piece) is not None


def vehicle_of(state: Battle, unit: UnitId) -> Piece | None:
    """Return the working vehicle on the table that a unit drives, or None if it has none."""
    standing = state.table.standing_pieces()
    return next((p for p in standing if p.unit == unit and is_vehicle(p) and is_ok(p)), None)


def occupants(state: Battle, vehicle: str) -> list[Piece]:
    """Return all figures aboard a vehicle, crew and passengers, in a fixed order."""
    return [piece for piece in state.table.pieces.values() if piece.place == Aboard(vehicle)]


def crew_of(state: Battle, vehicle: Piece) -> list[Piece]:
    """Return the members of a vehicle's crew that are aboard it."""
    return [piece for piece in occupants(state, vehicle.id) if piece.unit == vehicle.unit]


def passengers_of(state: Battle, vehicle: Piece) -> list[Piece]:
    """Return the figures of other units that are aboard a vehicle."""
    return [piece for piece in occupants(state, vehicle.id) if piece.unit != vehicle.unit]


def riding_figures(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the figures of a unit that ride as passengers and can act, in a fixed order."""
    own = [piece for piece in state.table.pieces.values() if piece.unit == unit and is_fit(piece)]
    return [piece for piece in own if (carrier := _carrier(state, piece)) and carrier.unit != unit]


def riding_units(state: Battle, side: SideKey) -> list[Unit]:
    """Return the units of a side that ride as passengers in a vehicle on the table."""
    units = [unit for unit in state.table.units.values() if unit.side == side]
    return [unit for unit in units if _is_carried(carrier_of(state, unit.id))]


def _is_carried(carrier: Piece | None) -> bool:
    return carrier is not None and carrier.table_position is not None


def carrier_of(state: Battle, unit: UnitId) -> Piece | None:
    """Return the vehicle in which a unit rides as a passenger, or None if it is on foot."""
    riding = riding_figures(state, unit)
    return _carrier(state, riding[0]) if riding else None


def _carrier(state: Battle, piece: Piece) -> Piece | None:
    return state.table.pieces[piece.place.piece] if isinstance(piece.place, Aboard) else None
