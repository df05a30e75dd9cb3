"""Figures that come back on a Special Event where they have fallen."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.carrying import nearest_place
from battlesim.table.events import HitsChanged
from battlesim.table.ids import SideKey
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Off, Piece

from ..contact.individuals import is_individual, own_group, transfer
from ..core.lookups import figure_kind
from ..core.state import Battle, Game
from ..core.terrain import area_at, house_ids, terrain_ids

RETURNS = "MT-DOC-03"


def fallen_returners(state: Battle, side: SideKey) -> list[Piece]:
    """Return the dead figures of a side that come back."""
    dead = (figure for figure in state.table.pieces_of_side(side) if figure.place == Off("lost"))
    return [figure for figure in dead if figure_kind(state, figure).returns]


def bring_back(play: Play[Game], side: SideKey) -> None:
    """Put returning figures where they fell, or at the nearest free place."""
    for figure in fallen_returners(play.state, side):
        table, ground = play.state.table, play.state.table.ground
        at = (play.state.game.fell or {})[figure.id]
        blocked = (*house_ids(ground), *terrain_ids(ground, "shut", lambda kind: kind.shut))
        inside = [key for key in blocked if key not in _areas_at(play.state, at)]
        point = nearest_place(table, figure, at, inside, table.standing_pieces())
        if point is None:
            continue
        if is_individual(play.state, figure) and own_group(play.state, figure) != figure.unit:
            transfer(play, figure, own_group(play.state, figure))
        play.log_message(phrase("{figure} is back, with another face", Ref(figure.id)), rule=RETURNS)
        play.emit(HitsChanged(rule=RETURNS, piece=figure.id, old=figure.hits, new=figure.hits_full))
        play.move_piece(figure.id, standing_place(ground, *point), "enter", rule=RETURNS)


def _areas_at(state: Battle, point: tuple[float, float]) -> tuple[str, ...]:
    return (area_at(state.table.ground, point),)
