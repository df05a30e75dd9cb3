"""Relations of a piece to other objects, such as an enemy that has sighted it.

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
    """A relation of a piece to another object, such as "has sighted it", with a text and a rule.

    If `incoming` is true, the relation starts at the other object, as in "has been sighted by it". If
    `broken` is true, it should hold but does not, for example between members of a scattered unit.
    """

    other: str
    words: AnyText
    rule: str
    line: RelationLine = "solid"
    incoming: bool = False
    broken: bool = False


@runtime_checkable
class SupportsRelations(Protocol):
    """The protocol of a ruleset that can list the relations of pieces to other objects."""

    def relations(self, view: AnyState, piece: str) -> tuple[Relation, ...]:
        """Return the relations of a piece that `view` shows. Relations that restrict the piece come first."""
        ...
