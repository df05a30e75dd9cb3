"""Withdrawing and falling back: straight away from the enemy, over the edge if it is near."""

from __future__ import annotations

from battlesim.behaviour.forced_acts import make_forced_move
from battlesim.behaviour.straight_moves import travels_away_from
from battlesim.engine.play import Play
from battlesim.geometry.freespace import FreeSpace
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from ..core.lookups import is_ok, ok_figures, unit_centre, unit_mobility
from ..core.marks import IN_POSITION
from ..core.state import Battle, Game
from ..ground.motion import blocked_ids

WITHDRAWS = "SG-GAP-113"
ABANDONED = "SG-GAP-125"
WITHDRAWAL_IN = 6.0


def withdrawal_distance(state: Battle, unit: UnitId) -> float:
    """Return how far a unit withdraws, in inches: the greater of 6 inches and its base mobility."""
    return max(WITHDRAWAL_IN, unit_mobility(state, unit).base)


def withdraw(play: Play[Game], unit: UnitId, enemy: UnitId, rule: str = WITHDRAWS) -> None:
    """Move a unit straight away from an enemy unit, as far as nothing bars it."""
    state, origin = play.state, unit_centre(play.state, enemy)
    if not ok_figures(state, unit):
        return
    set_mark(play, [unit], IN_POSITION, 0, rule)
    blocked = blocked_ids(state)

    def space(table: Table, piece: Piece) -> FreeSpace:
        others = [p for p in table.standing_pieces() if p.id != piece.id and is_ok(p)]
        return free_space_on_table(table, piece.radius, blocked, others)

    origins = {piece.id: origin for piece in ok_figures(state, unit)}
    parts = travels_away_from(state.table, origins, withdrawal_distance(state, unit), space)
    text = phrase("{} withdraws", state.table.units[unit].name)
    make_forced_move(play, parts, "withdraw", text, rule=rule)


def abandon_assault(play: Play[Game], unit: UnitId, enemy: UnitId) -> None:
    """Have attackers abandon an assault and withdraw."""
    withdraw(play, unit, enemy, ABANDONED)
