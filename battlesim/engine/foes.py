"""Find the enemies of a side: every other side with pieces, unless the ruleset defines alliances."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState


@runtime_checkable
class SupportsAlliances(Protocol):
    """A ruleset in which some sides are allies or bystanders instead of enemies."""

    def foes(self, view: AnyState, side: SideKey) -> tuple[SideKey, ...]:
        """Return the sides that `side` may attack, in table order."""
        ...


def foes(ruleset: AnyRuleset, view: AnyState, side: SideKey) -> tuple[SideKey, ...]:
    """Return the enemies of a side, as far as `view` shows them."""
    if isinstance(ruleset, SupportsAlliances):
        return ruleset.foes(view, side)
    present = {piece.side for piece in view.table.pieces.values()}
    return tuple(other.key for other in view.table.sides if other.key != side and other.key in present)
