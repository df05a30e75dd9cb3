"""Events as one side may know them: without the parts about pieces and markers that it does not see."""

from __future__ import annotations

import msgspec

from battlesim.table.events import (
    Event,
    HitsChanged,
    MarkerPlaced,
    MarkerRemoved,
    MarksChanged,
    Moved,
    PiecesAdded,
)
from battlesim.table.state import Table


def as_seen(event: Event, before: Table, after: Table) -> Event | None:
    """The event, or what a side may know of it; None when that is nothing. Tables are the side's views."""
    match event:
        case Moved(parts=moves):
            known = tuple(part for part in moves if _known(part.piece, before, after))
            return msgspec.structs.replace(event, parts=known) if known else None
        case MarksChanged(parts=marks):
            seen = tuple(part for part in marks if _known(part.piece, before, after))
            return msgspec.structs.replace(event, parts=seen) if seen else None
        case PiecesAdded(pieces=pieces):
            shown = tuple(piece for piece in pieces if piece.id in after.pieces)
            return msgspec.structs.replace(event, pieces=shown) if shown else None
        case HitsChanged(piece=piece):
            return event if _known(piece, before, after) else None
        case MarkerPlaced(marker=marker):
            return event if marker.id in after.markers else None
        case MarkerRemoved(marker=marker):
            return event if marker.id in before.markers else None
    return event


def _known(piece: str, before: Table, after: Table) -> bool:
    return piece in before.pieces or piece in after.pieces
