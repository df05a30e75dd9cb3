"""Relations of a piece to other objects, such as an enemy that has sighted it, for rulesets that have them.

The window draws relations as lines on the table and lists them for the selected piece.
"""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

import msgspec

from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState

RelationLine = Literal["solid", "dashed", "bar"]
"""How a relation is drawn: solid for sight, dashed for what is only told, a bar for what binds."""


class Relation(msgspec.Struct, frozen=True):
    """A relation between a piece and the object `other`, with a text and a rule.

    `incoming` is true if the relation goes from the other object to the piece, as "has sighted it", `broken`
    if it does not hold although it should, as a tie of a scattered unit.
    """

    other: str
    words: AnyText
    rule: str
    line: RelationLine = "solid"
    incoming: bool = False
    broken: bool = False


@runtime_checkable
class SupportsRelations(Protocol):
    """A ruleset that can list the relations of pieces to other objects."""

    def relations(self, view: AnyState, piece: str) -> tuple[Relation, ...]:
        """Return the relations of a piece as far as the view shows them, binding relations first."""
        ...
