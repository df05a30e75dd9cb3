"""Counters for tests of Stargrunt: inverted ones, squads under them, and snipers with their decoys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.rulesets.stargrunt.core.marks import COUNTER, COUNTERS
from battlesim.rulesets.stargrunt.core.profiles import profiles
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Below, OnTable, Piece
from battlesim.table.units import Unit

from .field import CENTRE, ENEMY, Squad


def counter(
    number: int, x: float, y: float, side: str = ENEMY, marks: Mapping[str, int] | None = None, **rules: Any
) -> Squad:
    """An inverted counter, which hides nothing."""
    own, key, id = profiles()[COUNTER], UnitId(f"under-{number}"), f"counter-{number}"
    place = OnTable(CENTRE + x, CENTRE + y)
    piece = Piece(id, f"Counter {number}", COUNTER, SideKey(side), key, own.base / 2, own.height, place)
    unit = Unit(key, piece.name, SideKey(side), COUNTERS, rules=rules)
    for name, count in (marks or {}).items():
        unit = unit.with_mark(name, count)
    return unit, (piece,)


def hide(state: Battle, unit: str, number: int) -> Battle:
    """Put the figures of a unit under a counter."""
    table = state.table
    for piece in table.pieces_of_unit(UnitId(unit)):
        table = table.with_place(piece.id, Below(f"counter-{number}"))
    return state.with_table(table)


def counters(done: Any) -> set[str]:
    """The ids of the counters that are left."""
    return {piece.id for piece in done.state.table.pieces.values() if piece.kind == COUNTER}


def places(done: Any, unit: str) -> list[str]:
    """What kinds of place the figures of a unit have, counters left out."""
    own = [p for p in done.state.table.pieces_of_unit(UnitId(unit)) if p.kind != COUNTER]
    return [type(piece.place).__name__ for piece in own]
