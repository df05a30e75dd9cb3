"""The beginning of a unit's activation."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.activation import Activation, ActivationBegan
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId

from ..core.lookups import leader_of
from ..core.marks import FIRED_AT, FIRED_UPON
from ..core.state import Game
from ..electronics.systems import refill_markers
from ..morale.aliens import begin_alien_activation

ACTIVATES = "SG-GAP-26"
ACTIONS = 2
"""The number of actions of an activation; what is left of them is lost (SG-GAP-29)."""


def forget_who_fired(play: Play[Game], unit: UnitId) -> None:
    """Clear the list of enemies that have fired at a unit, once its activation is over."""
    own = play.state.table.units.get(unit)
    for name in [mark.name for mark in own.marks if mark.kind == FIRED_AT] if own else []:
        set_mark(play, [unit], name, 0, FIRED_UPON)


def begin_activation(play: Play[Game], unit: UnitId, rule: str = ACTIVATES, actions: int = ACTIONS) -> None:
    """Begin a unit's activation, interrupting the current one, if any."""
    own = play.state.table.units[unit]
    pieces = play.state.table.pieces_of_unit(unit)
    figures = tuple(piece.id for piece in pieces if piece.in_play) or tuple(piece.id for piece in pieces)
    leader = leader_of(play.state, unit).id
    begun = Activation("squad", own.side, unit, own.name, figures, leader, actions)
    play.emit(ActivationBegan(rule=rule, activation=begun))
    refill_markers(play, unit)
    begin_alien_activation(play, unit)
