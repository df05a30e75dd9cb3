"""The beginning of an activation."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.activation import Activation, ActivationBegan
from battlesim.table.ids import UnitId

from ..core.lookups import leader_of
from ..core.state import Game
from ..electronics.systems import refill_markers

ACTIVATES = "SG-GAP-26"
ACTIONS = 2
"""The number of actions of an activation."""


def begin_activation(play: Play[Game], unit: UnitId, rule: str = ACTIVATES) -> None:
    """Begin the activation of a unit; it interrupts the one in progress, if there is one."""
    own = play.state.table.units[unit]
    pieces = play.state.table.pieces_of_unit(unit)
    figures = tuple(piece.id for piece in pieces if piece.in_play) or tuple(piece.id for piece in pieces)
    leader = leader_of(play.state, unit).id
    begun = Activation("squad", own.side, unit, own.name, figures, leader, ACTIONS)
    play.emit(ActivationBegan(rule=rule, activation=begun))
    refill_markers(play, unit)
