"""Relations of a piece to others, such as who has sighted it: an optional ability of rulesets.

The window draws them as lines on the table and lists them for the selected piece.
"""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

import msgspec

from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState

RelationLine = Literal["solid", "dashed", "bar"]
"""How a relation is drawn: solid for sight, dashed for what is only told, a bar for what binds."""


class Relation(msgspec.Struct, frozen=True):
    """A relation between a piece and the object `other`, in words and with its rule.

    `incoming` is True if the relation goes from the other object to the piece, as "has sighted it".
    """

    other: str
    words: AnyText
    rule: str
    line: RelationLine = "solid"
    incoming: bool = False


@runtime_checkable
class SupportsRelations(Protocol):
    """A ruleset that can say how pieces are related to others."""

    def relations(self, view: AnyState, piece: str) -> tuple[Relation, ...]:
        """Return the relations of a piece as far as the view knows them, those that bind it first."""
        ...
