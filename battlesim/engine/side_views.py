"""Views of states and events: the parts that one side may know, or that a viewer of all sides may see.

Most events are hidden entirely if they mention an object that the side does not see.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.events import (
    Event,
    HitsChanged,
    MarkerPlaced,
    MarkerRemoved,
    MarksChanged,
    PiecesAdded,
    PiecesMoved,
    PiecesRemoved,
    TemplatePlaced,
    UnitsAdded,
    UnitsRemoved,
)
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.state import AnyState, Table

FULL_VIEW = NO_SIDE
"""The side key that stands for a viewer who may know everything."""


def state_seen_by(ruleset: AnyRuleset, state: AnyState, side: SideKey) -> AnyState:
    """Return a copy of the state with only what a side may know.

    If `side` is FULL_VIEW, return the complete state, including the markers that only single sides can see.
    """
    if side != FULL_VIEW:
        return ruleset.view(state, side)
    table = state.table
    views = [ruleset.view(state, other.key).table.markers for other in table.sides]
    own = {key: marker for markers in views for key, marker in markers.items() if key not in table.markers}
    return state.with_table(msgspec.structs.replace(table, markers=table.markers | own)) if own else state


class SideKnowledge(NamedTuple):
    """The table as a side sees it before and after an event, and the whole table for comparison."""

    side: SideKey
    before: Table
    after: Table
    full_table: Table

    def knows_object(self, object_id: str) -> bool:
        """Return whether the side sees a piece or unit before or after the event."""
        return any(object_id in known for t in (self.before, self.after) for known in (t.pieces, t.units))

    def is_hidden(self, object_id: str) -> bool:
        """Return whether a piece or unit exists but is completely hidden from the side."""
        if object_id in self.full_table.pieces or object_id in self.full_table.units:
            return not self.knows_object(object_id)
        members = self.full_table.pieces_of_unit(UnitId(object_id))
        return bool(members) and not any(self.knows_object(piece.id) for piece in members)


def event_as_seen(event: Event, sight: SideKnowledge) -> Event | None:
    """Return the part of an event that a side may know, or None if the event is hidden from that side."""
    match event:
        case PiecesMoved(parts=moves):
            known = tuple(part for part in moves if sight.knows_object(part.piece))
            return msgspec.structs.replace(event, parts=known) if known else None
        case MarksChanged(parts=marks):
            seen = tuple(part for part in marks if sight.knows_object(part.piece))
            return msgspec.structs.replace(event, parts=seen) if seen else None
        case PiecesAdded(pieces=pieces) | PiecesRemoved(pieces=pieces):
            shown = tuple(piece for piece in pieces if sight.knows_object(piece.id))
            return msgspec.structs.replace(event, pieces=shown) if shown else None
        case UnitsAdded(units=units) | UnitsRemoved(units=units):
            met = tuple(unit for unit in units if sight.knows_object(unit.id))
            return msgspec.structs.replace(event, units=met) if met else None
        case MarkerPlaced(marker=marker):
            return event if marker.id in sight.after.markers else None
        case MarkerRemoved(marker=marker):
            return event if marker.id in sight.before.markers else None
        case TemplatePlaced(caught=caught, by=by):
            met_ids = tuple(key for key in caught if sight.knows_object(key))
            return msgspec.structs.replace(event, caught=met_ids, by="" if sight.is_hidden(by) else by)
    told = event.audience() in (NO_SIDE, sight.side) and not any(map(sight.is_hidden, event.mentioned_ids()))
    if told and isinstance(event, HitsChanged) and sight.is_hidden(event.by):
        return msgspec.structs.replace(event, by="")
    return event if told else None
