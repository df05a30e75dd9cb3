"""Rings around a piece or its unit that show range bands, for rulesets whose shots depend on them.

The window draws the rings around the selected piece and shows beside the pointer how hard a target there
would be to hit. Lengths are in inches.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState


class RangeRing(NamedTuple):
    """A ring that marks the end of a range band, with its radius in inches and its label."""

    inches: float
    words: AnyText


class RangeRings(NamedTuple):
    """The rings of range around a point, nearest first, and the rule that defines them."""

    centre: tuple[float, float]
    rings: tuple[RangeRing, ...]
    rule: str


@runtime_checkable
class SupportsRangeRings(Protocol):
    """The protocol of a ruleset in which the difficulty of a shot depends on range bands."""

    def range_rings(self, view: AnyState, piece: str) -> RangeRings | None:
        """Return the rings that show a piece's range bands, or None if it has none."""
        ...

    def range_text(self, view: AnyState, piece: str, target: str) -> AnyText:
        """Return how range and cover affect a shot at a target, or "" if the piece cannot shoot at it."""
        ...
