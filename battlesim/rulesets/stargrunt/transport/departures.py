"""Leaving the table: over an edge where a side is to get off, and with all aboard."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.carrying import leave_with_all_aboard
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Off

from ..core.events import UnitsExited
from ..core.state import Battle, ExitObjective, Game
from ..core.vehicles import is_vehicle

LEAVES = "SG-GAP-74"


def exit_of(state: Battle, side: SideKey) -> ExitObjective | None:
    """Return where a side is to leave the table, None if it is not."""
    return next((own for own in state.game.exits if own.side == side), None)


def settle_departures(play: Play[Game], unit: UnitId) -> None:
    """After an action of a unit, take off those aboard vehicles that left, and count who has got off."""
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


def has_left(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit has left the table and nobody of it is left there."""
    places = [piece.place for piece in state.table.pieces_of_unit(unit)]
    return any(place == Off("left") for place in places) and all(isinstance(place, Off) for place in places)
