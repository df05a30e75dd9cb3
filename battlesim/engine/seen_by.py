"""Whose eyes a state is shown to: one side's, or those of all who watch."""

from __future__ import annotations

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import AnyState

ALL = NO_SIDE
"""In place of a side: whoever may know everything."""


def seen_by(ruleset: AnyRuleset, state: AnyState, side: SideKey) -> AnyState:
    """What a side may know; to all the whole state, with the markers that only a side's own view has."""
    if side != ALL:
        return ruleset.view(state, side)
    table = state.table
    views = [ruleset.view(state, one.key).table.markers for one in table.sides]
    own = {key: marker for markers in views for key, marker in markers.items() if key not in table.markers}
    return state.with_table(msgspec.structs.replace(table, markers=table.markers | own)) if own else state
