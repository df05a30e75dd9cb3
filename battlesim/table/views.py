"""Hiding: what makes one side's view out of the whole state."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battlesim.table.pieces import Marker, Piece
from battlesim.table.state import Table


def redact(
    table: Table,
    show_piece: Callable[[Piece], Piece | None],
    show_marker: Callable[[Marker], Marker | None] = lambda marker: marker,
) -> Table:
    """The table as one side may know it: each piece and marker shown as given back, None hides it."""
    pieces = {p.id: shown for p in table.pieces.values() if (shown := show_piece(p)) is not None}
    markers = {m.id: kept for m in table.markers.values() if (kept := show_marker(m)) is not None}
    return msgspec.structs.replace(table, pieces=pieces, markers=markers)
