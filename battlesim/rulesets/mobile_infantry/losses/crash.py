"""A dropship that is destroyed on the ground: who gets out."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import Cast, alone, at_least, cast
from battlesim.rulings.placing import spots_near
from battlesim.table.events import Moved, Travel
from battlesim.table.pieces import OnTable

from ..core.marks import FLYING
from ..core.state import Game
from ..ground.boarding import SHIPS
from ..ground.movement import room_for
from .losses import hurt, remove

OUT = at_least(4, SHIPS)


def get_out(play: Play[Game], ship: str) -> Script[None]:
    """Each hit point aboard is lost on a D6 of 1 to 3; the rest are placed as near as possible.

    Nothing is done for a dropship in the air: all aboard are lost with it.
    """
    if play.state.table.piece(ship).has(FLYING):
        return
    play = play.under(SHIPS)
    for rider in play.state.table.aboard(ship):
        words = "getting out of the wreck"
        each = [Cast(alone(OUT)) for _ in range(rider.hits)]
        yield from cast(play, each, words, by=rider.id)
        lost = rider.hits - sum(one.end for one in each)
        hurt(play, rider.id, lost, SHIPS, ship)
        if lost >= rider.hits:
            remove(play, rider.id, SHIPS, ship)
        else:
            _place(play, rider.id, ship)


def _place(play: Play[Game], rider: str, ship: str) -> None:
    state = play.state
    piece = state.table.piece(rider)
    spots = spots_near(state.table, room_for(state, (), (ship,)), [piece], state.table.piece(ship).xy)
    parts = tuple(Travel(rider, piece.place, OnTable(s.x, s.y, s.facing)) for s in spots)
    play.emit(Moved(parts=parts, how="place"))
