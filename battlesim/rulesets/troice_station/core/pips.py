"""Pips: what leaders have to hand out, what squads and single figures have to spend."""

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

Purse = Literal["purses", "pools", "own"]


class PipsSet(Event, frozen=True, tag="PipsSet"):
    """The pips of one who hands them out (`purses`), of a squad (`pools`) or of a figure (`own`) changed."""

    where: Purse
    who: Identifier
    old: Count
    new: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Set them; who has none is not kept."""
        kept = {key: many for key, many in getattr(state.game, self.where).items() if key != self.who}
        return state.with_game(**{self.where: kept | ({self.who: self.new} if self.new else {})})


def purse(state: Battle, leader: str) -> int:
    """What a leader has still to hand out."""
    return state.game.purses.get(leader, 0)


def pool(state: Battle, squad: UnitId) -> int:
    """What a squad has to spend."""
    return state.game.pools.get(squad, 0)


def own(state: Battle, piece: Piece) -> int:
    """What a single figure has to spend."""
    return state.game.own.get(piece.id, 0)


def put(play: Play[Game], where: Purse, who: str, new: int, rule: str = "") -> None:
    """Set somebody's pips, where they are not so already."""
    held: Mapping[Any, int] = getattr(play.state.game, where)
    old = held.get(who, 0)
    if old != new:
        play.emit(PipsSet(rule=rule, where=where, who=who, old=old, new=new))


def add(play: Play[Game], where: Purse, who: str, many: int, rule: str = "") -> None:
    """Give somebody pips, or take them."""
    held: Mapping[Any, int] = getattr(play.state.game, where)
    put(play, where, who, held.get(who, 0) + many, rule)


def pay(play: Play[Game], squad: UnitId, piece: str = "") -> None:
    """Pay a pip for an act: of a figure's own, where it has one, else of its squad's (TS-GAP-13)."""
    if play.state.game.own.get(piece, 0):
        add(play, "own", piece, -1)
    else:
        add(play, "pools", squad, -1)
