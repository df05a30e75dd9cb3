"""Events as one side may know them: without the parts about pieces and markers that it does not see.

Words and dice that speak of what a side does not see are left out as a whole.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from battlesim.table.events import (
    Drawn,
    Event,
    HitsChanged,
    MarkerPlaced,
    MarkerRemoved,
    MarksChanged,
    Moved,
    PieceChanged,
    PiecesAdded,
    PiecesRemoved,
    Refused,
    Rolled,
    Said,
    UnitsAdded,
    UnitsRemoved,
)
from battlesim.table.ids import SideKey
from battlesim.table.state import Table


class Sight(NamedTuple):
    """What a side knows about an event: its views before and after it, and the whole table for comparison."""

    side: SideKey
    before: Table
    after: Table
    whole: Table

    def knows(self, piece: str) -> bool:
        """Whether it sees a piece, or a unit that is kept as one, before or after."""
        return any(piece in known for t in (self.before, self.after) for known in (t.pieces, t.units))

    def hidden(self) -> set[str]:
        """Ids, names and units that are those of unseen pieces alone."""
        pieces = self.whole.pieces.values()
        seen = {word for p in pieces if self.knows(p.id) for word in (p.id, p.name, p.unit)}
        unseen = {word for p in pieces if not self.knows(p.id) for word in (p.id, p.name, p.unit)}
        unseen |= {unit.name for unit in self.whole.units.values() if not self.knows(unit.id)}
        return unseen - seen - {""}


def as_seen(event: Event, sight: Sight) -> Event | None:
    """The event, or what a side may know of it; None when that is nothing."""
    match event:
        case Moved(parts=moves):
            known = tuple(part for part in moves if sight.knows(part.piece))
            return msgspec.structs.replace(event, parts=known) if known else None
        case MarksChanged(parts=marks):
            seen = tuple(part for part in marks if sight.knows(part.piece))
            return msgspec.structs.replace(event, parts=seen) if seen else None
        case PiecesAdded(pieces=pieces) | PiecesRemoved(pieces=pieces):
            shown = tuple(piece for piece in pieces if sight.knows(piece.id))
            return msgspec.structs.replace(event, pieces=shown) if shown else None
        case UnitsAdded(units=units) | UnitsRemoved(units=units):
            met = tuple(unit for unit in units if sight.knows(unit.id))
            return msgspec.structs.replace(event, units=met) if met else None
        case HitsChanged(piece=piece) | PieceChanged(new=msgspec.Struct(id=piece)):
            return event if sight.knows(piece) else None
        case MarkerPlaced(marker=marker):
            return event if marker.id in sight.after.markers else None
        case MarkerRemoved(marker=marker):
            return event if marker.id in sight.before.markers else None
        case Refused(side=side):
            return event if side == sight.side else None
        case Said(to=to, text=text, by=by, at=at):
            return event if to in ("", sight.side) and not _tells(sight, text, by, *at) else None
        case Rolled(to=to, why=why, by=by):
            return event if to in ("", sight.side) and not _tells(sight, why, by) else None
        case Drawn(to=to, why=why, by=by):
            return event if to in ("", sight.side) and not _tells(sight, why, by) else None
    return event


def _tells(sight: Sight, words: str, by: str, *at: str) -> bool:
    """Whether words, who says them or whom they are about give something unseen away."""
    hidden = sight.hidden()
    if not hidden:
        return False
    named = {*by.split(", "), by, *at}
    return bool(named & hidden) or any(
        name in words and re.search(rf"\b{re.escape(name)}\b", words) for name in hidden
    )
