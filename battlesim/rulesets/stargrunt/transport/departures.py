"""Leaving the table over an edge by which a side must exit, with everyone aboard."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.carrying import leave_with_all_aboard
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.units import Unit

from ..core.events import UnitsExited
from ..core.lookups import confidence, is_lost_vehicle
from ..core.marks import ROUTED
from ..core.state import Battle, Game
from ..core.vehicles import is_vehicle
from ..ground.shelter import exit_of

LEAVES = "SG-GAP-74"


def settle_departures(play: Play[Game], unit: UnitId) -> None:
    """Remove the occupants of vehicles that have left the table, and record the units that are gone."""
    table = play.state.table
    for piece in table.pieces_of_unit(unit):
        if piece.place == Off("left") and is_vehicle(piece) and table.pieces_aboard(piece.id):
            leave_with_all_aboard(play, piece.id, LEAVES)
    gone = {piece.unit for piece in play.state.table.pieces.values() if piece.place == Off("left")}
    new = [each for each in sorted(gone) if each not in play.state.game.exited and has_left(play.state, each)]
    if new:
        play.emit(UnitsExited(rule=LEAVES, units=tuple(new)))
        for each in new:
            play.log_message(phrase("{} has left the table", play.state.table.units[each].name), rule=LEAVES)


def got_off(state: Battle, side: SideKey) -> list[Unit]:
    """Return the units of a side that have left the table as required, without being routed."""
    units = [state.table.units[unit] for unit in state.game.exited if unit in state.table.units]
    able = [unit for unit in units if unit.side == side and confidence(unit) != ROUTED]
    return able if exit_of(state, side) else []


def left_figures(state: Battle, unit: UnitId) -> int:
    """Return the number of figures of a unit that have left the table."""
    return sum(piece.place == Off("left") for piece in state.table.pieces_of_unit(unit))


def departed_vehicles(state: Battle, side: SideKey) -> list[Unit]:
    """Return the vehicle units of a side that have left the table as required."""
    return [unit for unit in got_off(state, side) if had_vehicle(state, unit)]


def departed_squads(state: Battle, side: SideKey) -> list[Unit]:
    """Return the units of a side without a vehicle that have left the table as required."""
    return [unit for unit in got_off(state, side) if not had_vehicle(state, unit)]


def had_vehicle(state: Battle, unit: Unit) -> bool:
    """Return whether a unit is, or was, a vehicle with its crew."""
    return any(is_vehicle(piece) for piece in state.table.pieces_of_unit(unit.id))


def enemy_vehicles(state: Battle, side: SideKey) -> list[Piece]:
    """Return the vehicles of a side's enemies, whether they are still in the battle or not."""
    return [piece for piece in state.table.pieces.values() if piece.side != side and is_vehicle(piece)]


def lost_vehicles(state: Battle, side: SideKey) -> list[Piece]:
    """Return the vehicles of a side's enemies that are out of the battle."""
    return [piece for piece in enemy_vehicles(state, side) if is_lost_vehicle(piece)]


def has_left(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit has left the table and has no figure left on it."""
    places = [piece.place for piece in state.table.pieces_of_unit(unit)]
    return any(place == Off("left") for place in places) and all(isinstance(place, Off) for place in places)
