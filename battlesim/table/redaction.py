"""Redaction of hidden objects: functions that reduce a complete table to what a side can see."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battlesim.table.ids import UnitId
from battlesim.table.pieces import Marker, Piece
from battlesim.table.state import Table
from battlesim.table.units import Unit


def redacted_table(
    table: Table,
    show_piece: Callable[[Piece], Piece | None],
    show_marker: Callable[[Marker], Marker | None] = lambda marker: marker,
) -> Table:
    """Return a copy of the table in which the objects that a side cannot see are hidden.

    `show_piece` and `show_marker` return a piece or marker as the side sees it, or None to hide it. A unit is
    hidden if all of its pieces are hidden. If only its leader is hidden, the table does not say which piece
    leads it.
    """
    pieces = {p.id: shown for p in table.pieces.values() if (shown := show_piece(p)) is not None}
    markers = {m.id: kept for m in table.markers.values() if (kept := show_marker(m)) is not None}
    return msgspec.structs.replace(table, pieces=pieces, markers=markers, units=_units(table, pieces))


def _units(table: Table, pieces: dict[str, Piece]) -> dict[UnitId, Unit]:
    known = {piece.unit for piece in pieces.values()}
    hidden = {piece.unit for piece in table.pieces.values()} - known
    units = (unit for unit in table.units.values() if unit.id not in hidden)
    return {
        unit.id: unit if unit.leader in pieces else msgspec.structs.replace(unit, leader="") for unit in units
    }
