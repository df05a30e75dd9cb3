"""Pips: action points that leaders give to squads and figures, which spend them on actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from battlesim.engine.play import Play
from battlesim.table.events import Event
from battlesim.table.ids import UnitId
from battlesim.table.limits import Count, Identifier
from battlesim.table.pieces import Piece
from battlesim.table.state import State

from .state import Battle, Game

PipStore = Literal["purses", "pools", "own"]


class PipsSet(Event, frozen=True, tag="PipsSet"):
    """An event that sets the pips (action points) of a leader, a squad or a figure."""

    where: PipStore
    who: Identifier
    old: Count
    new: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new number of pips; a holder without pips is removed."""
        kept = {key: many for key, many in getattr(state.game, self.where).items() if key != self.who}
        return state.with_game(**{self.where: kept | ({self.who: self.new} if self.new else {})})


def leader_pips(state: Battle, leader: str) -> int:
    """Return the number of pips (action points) that a leader can still give to others."""
    return state.game.purses.get(leader, 0)


def squad_pips(state: Battle, squad: UnitId) -> int:
    """Return the number of pips (action points) that a squad can spend."""
    return state.game.pools.get(squad, 0)


def figure_pips(state: Battle, piece: Piece) -> int:
    """Return the number of pips (action points) that a single figure can spend."""
    return state.game.own.get(piece.id, 0)


def set_pips(play: Play[Game], store: PipStore, holder_id: str, new: int, rule: str = "") -> None:
    """Set the pips (action points) of a leader, squad or figure, if the number changes."""
    held: Mapping[Any, int] = getattr(play.state.game, store)
    old = held.get(holder_id, 0)
    if old != new:
        play.emit(PipsSet(rule=rule, where=store, who=holder_id, old=old, new=new))


def add_pips(play: Play[Game], store: PipStore, holder_id: str, count: int, rule: str = "") -> None:
    """Add pips (action points) to a leader, squad or figure; a negative `count` removes some."""
    held: Mapping[Any, int] = getattr(play.state.game, store)
    set_pips(play, store, holder_id, held.get(holder_id, 0) + count, rule)


def pay_pip(play: Play[Game], squad: UnitId, piece: str = "") -> None:
    """Spend one pip (action point) of a figure if it has any, or else one of its squad (TS-GAP-13)."""
    if play.state.game.own.get(piece, 0):
        add_pips(play, "own", piece, -1)
    else:
        add_pips(play, "pools", squad, -1)
