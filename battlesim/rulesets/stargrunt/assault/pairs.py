"""Pairing of figures in close combat; the surplus figures of the larger side are spread evenly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from battlesim.engine.decisions import AssignItem
from battlesim.engine.play import Play, Script
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import ok_figures
from ..core.state import Battle, Game

SURPLUS = "SG-GAP-115"


class Fight(NamedTuple):
    """A figure of the smaller side in close combat, and the figures that it fights."""

    one: Piece
    others: tuple[Piece, ...]


def standing_figures(state: Battle, units: Iterable[UnitId]) -> list[Piece]:
    """Return the figures of the given units that can act."""
    return [piece for unit in units for piece in ok_figures(state, unit)]


def paired(state: Battle, units: Sequence[UnitId], enemies: Sequence[UnitId]) -> list[Fight]:
    """Return the fights between figures of two sides; surplus figures join the nearest fights evenly.

    Rules: SG-CLA-07.
    """
    few, many = sorted((standing_figures(state, units), standing_figures(state, enemies)), key=len)
    groups: dict[str, list[Piece]] = {piece.id: [] for piece in few}
    for piece in sorted(many, key=lambda p: min(piece_gap(state.table, p, foe) for foe in few)):
        least = min(map(len, groups.values()))
        free = [foe for foe in few if len(groups[foe.id]) == least]
        nearest = min(free, key=lambda foe: (piece_gap(state.table, piece, foe), foe.id))
        groups[nearest.id].append(piece)
    return [Fight(piece, tuple(groups[piece.id])) for piece in few]


def surplus_figures(fights: Sequence[Fight]) -> list[tuple[Piece, str]]:
    """Return the figures beyond the first in each fight, each with the id of its opponent."""
    return [(piece, fight.one.id) for fight in fights for piece in fight.others[1:]]


def ask_pairs(play: Play[Game], units: Sequence[UnitId], enemies: Sequence[UnitId]) -> Script[list[Fight]]:
    """Pair the figures of both sides, and ask the smaller side which of its figures the surplus fights."""
    fights = paired(play.state, units, enemies)
    surplus, ones = surplus_figures(fights), [fight.one for fight in fights]
    if len(ones) < 2 or not surplus:
        return fights
    items = [
        AssignItem(piece.id, piece.name, _nearest_first(near, ones), (piece.id,)) for piece, near in surplus
    ]
    chosen = yield from play.assign(
        "pairs",
        ones[0].side,
        "Whom do the surplus opponents fight?",
        items,
        rule=SURPLUS,
        about=ones[0].id,
        spread=True,
    )
    added = {one.id: [piece for piece, _ in surplus if chosen[piece.id] == one.id] for one in ones}
    return [Fight(fight.one, (fight.others[0], *added[fight.one.id])) for fight in fights]


def _nearest_first(near: str, ones: Sequence[Piece]) -> tuple[str, ...]:
    return (near, *(piece.id for piece in ones if piece.id != near))
