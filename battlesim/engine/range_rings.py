"""Rings around a piece or its unit that show range bands, for rulesets in which these affect shots.

The window draws the rings around the selected piece, and shows beside the pointer how hard it would be to hit
a target there. Lengths are in inches.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState


class RangeRing(NamedTuple):
    """A ring at the far end of a range band (an interval of distances), `inches` from its centre."""

    inches: float
    words: AnyText


class RangeRings(NamedTuple):
    """The rings around a point that show range bands, nearest first, and the rule that defines them."""

    centre: tuple[float, float]
    rings: tuple[RangeRing, ...]
    rule: str


@runtime_checkable
class SupportsRangeRings(Protocol):
    """The protocol of a ruleset in which the difficulty of a shot depends on range bands."""

    def range_rings(self, view: AnyState, piece: str) -> RangeRings | None:
        """Return the rings that show the range bands of a piece, or None if it has none."""
        ...

    def range_text(self, view: AnyState, piece: str, target: str) -> AnyText:
        """Return a text on how range and cover affect a shot at a target, or "" if there can be no shot."""
        ...
