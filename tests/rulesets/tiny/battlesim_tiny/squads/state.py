"""The squads' own part of the state, and what is asked of it everywhere. Squads are units of the table."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.mechanics.alternating_turns import AlternatingTurns
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Count
from battlesim.table.pieces import Aboard, Piece
from battlesim.table.state import State

COUNTER, LEADER, OBJECTIVE = "counter", "leader", "objective"
SUPPRESSED, SHAKEN, BROKEN = "suppressed", "shaken", "broken"
CONFIDENCE = ("steady", SHAKEN, BROKEN)


class Traits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario says of a squad: the sides of its die of quality, and its leadership, 1 the best."""

    quality: Literal[6, 8, 10, 12] = 8
    leadership: Literal[1, 2, 3] = 2


class Game(AlternatingTurns, frozen=True, kw_only=True):
    """A phase is the side that acts next. Everybody knows how many `squads` each side has brought."""

    squads: dict[SideKey, Count]


Battle = State[Game]


def traits(state: Battle, unit: UnitId) -> Traits:
    """The traits of a squad."""
    return msgspec.convert(state.table.units[unit].rules, Traits)


def has(state: Battle, piece: Piece, mark: str) -> bool:
    """Whether the squad of a piece is marked; counters never are."""
    return any(one.name == mark for one in state.table.marks_of(piece))


def figures(state: Battle, unit: UnitId) -> list[Piece]:
    """The figures of a squad that stand on the table, its leader first."""
    found = [
        piece for piece in state.table.pieces_of_unit(unit) if piece.table_position and piece.kind != COUNTER
    ]
    return sorted(found, key=lambda piece: piece.kind != LEADER)


def leads(state: Battle, side: str) -> list[Piece]:
    """Who leads the squads of a side that stand on the table."""
    units = [unit.id for unit in state.table.units.values() if unit.side == side]
    return [piece for unit in units for piece in figures(state, unit)[:1]]


def counters(state: Battle, side: str) -> list[Piece]:
    """The counters of a side."""
    return [piece for piece in state.table.standing_pieces() if piece.kind == COUNTER and piece.side == side]


def enemies(state: Battle, side: str) -> list[Piece]:
    """The figures of the other side that stand on the table."""
    return [piece for piece in state.table.standing_pieces() if piece.kind != COUNTER and piece.side != side]


def under(state: Battle, counter: str) -> list[Piece]:
    """The figures under a counter, as far as the state knows them."""
    return [piece for piece in state.table.pieces.values() if piece.place == Aboard(counter)]


def other(state: Battle, side: str) -> SideKey:
    """The other side."""
    return next(one.key for one in state.table.sides if one.key != side)
