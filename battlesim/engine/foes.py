"""The enemies of a side: all other sides that have pieces, unless the ruleset defines alliances."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState


@runtime_checkable
class SupportsAlliances(Protocol):
    """The protocol of a ruleset in which some other sides may be allies or neutral."""

    def foes(self, view: AnyState, side: SideKey) -> tuple[SideKey, ...]:
        """Return the keys of the sides that a side may attack, in the order in which the table lists them."""
        ...


def foes(ruleset: AnyRuleset, view: AnyState, side: SideKey) -> tuple[SideKey, ...]:
    """Return the keys of a side's enemies: the other sides with pieces, unless the ruleset has alliances.

    `view` is the state as the side sees it, so a side whose pieces are all hidden is left out.
    """
    if isinstance(ruleset, SupportsAlliances):
        return ruleset.foes(view, side)
    present = {piece.side for piece in view.table.pieces.values()}
    return tuple(other.key for other in view.table.sides if other.key != side and other.key in present)
