"""Who is whose foe. Most rulesets need not say: without it every other side with pieces is one."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState


@runtime_checkable
class SupportsAlliances(Protocol):
    """A ruleset in which some sides are not foes of each other: allies, bystanders."""

    def foes(self, view: AnyState, side: SideKey) -> tuple[SideKey, ...]:
        """The sides that a side may attack, in the order of the table."""
        ...


def foes(ruleset: AnyRuleset, view: AnyState, side: SideKey) -> tuple[SideKey, ...]:
    """The foes of a side as far as a view shows them."""
    if isinstance(ruleset, SupportsAlliances):
        return ruleset.foes(view, side)
    present = {piece.side for piece in view.table.pieces.values()}
    return tuple(one.key for one in view.table.sides if one.key != side and one.key in present)
