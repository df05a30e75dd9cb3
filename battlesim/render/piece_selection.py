"""The selection of pieces that are highlighted when the table is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from battlesim.table.ids import UnitId


@dataclass(frozen=True)
class Selection:
    """The ids of the pieces to highlight, by reason, and the letters that are shown for units.

    A piece may be selected, a target, reacting, spent, hovered or focused.
    """

    chosen: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    reacting: frozenset[str] = frozenset()
    spent: frozenset[str] = frozenset()
    hovered: str = ""
    focused: str = ""
    letters: Mapping[UnitId, str] = field(default_factory=dict)
