"""Rings of range around a piece or its unit: an optional ability of rulesets that measure in range bands.

The window draws them around the selected piece and writes beside the pointer what a target there would mean.
Lengths are in inches.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState


class RangeRing(NamedTuple):
    """A ring at a distance in inches from the centre, with the text that stands on it."""

    inches: float
    words: AnyText


class RangeRings(NamedTuple):
    """The rings around a point, from the nearest on, and the rule by which they are measured."""

    centre: tuple[float, float]
    rings: tuple[RangeRing, ...]
    rule: str


@runtime_checkable
class SupportsRangeRings(Protocol):
    """A ruleset in which what a shot needs depends on range bands."""

    def range_rings(self, view: AnyState, piece: str) -> RangeRings | None:
        """Return the range bands of a piece, or None if it has none."""
        ...

    def range_text(self, view: AnyState, piece: str, target: str) -> AnyText:
        """Return what the band and the cover of a target mean for the piece, "" if it is no target."""
        ...
