"""What is selected and pointed out of the pieces of a drawn table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from battlesim.table.ids import UnitId


@dataclass(frozen=True)
class Selection:
    """The ids of the pieces that are highlighted, and the letters of the units.

    A piece may be selected, a target, reacting, spent, hovered or focused.
    """

    chosen: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    reacting: frozenset[str] = frozenset()
    spent: frozenset[str] = frozenset()
    hovered: str = ""
    focused: str = ""
    letters: Mapping[UnitId, str] = field(default_factory=dict)
