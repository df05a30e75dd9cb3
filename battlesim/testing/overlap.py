"""Detection of overlapping bases that no rule allows; a correct ruleset never has any."""

from __future__ import annotations

from itertools import combinations

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN
from battlesim.rulings.piece_gaps import overlap_depth
from battlesim.table.levels import can_touch
from battlesim.table.state import AnyState


class Overlap(msgspec.Struct, frozen=True):
    """Two pieces whose bases overlap: the ids `a` and `b`, and the depth `by` of the overlap in inches."""

    a: str
    b: str
    by: float

    def __str__(self) -> str:
        return f"{self.a} and {self.b} overlap by {self.by:.3f} in"


def forbidden_overlaps(ruleset: AnyRuleset, state: AnyState) -> list[Overlap]:
    """Return the pairs of pieces whose bases overlap by more than `TOL` although no rule allows it."""
    overlaps = (
        Overlap(a.id, b.id, overlap_depth(a, b))
        for a, b in combinations(state.table.standing_pieces(), 2)
        if not ruleset.may_overlap(state.table, a, b) and can_touch(state.table.ground, a, b)
    )
    return [overlap for overlap in overlaps if overlap.by > TOL + ROUNDING_SLACK_IN]
