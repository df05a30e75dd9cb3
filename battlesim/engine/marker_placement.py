"""The decision to place a round marker away from certain shapes. Lengths are in inches."""

from __future__ import annotations

import msgspec

from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.refusal import Refusal
from battlesim.geometry.clear_region import clear_region, nearest_point_in_region
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import disc_gap_to_shape
from battlesim.geometry.shapes import Point, Region, Ring
from battlesim.rulings.piece_placement import PlacementArea, area_middle
from battlesim.table.phrases import AnyText, Inches, phrase
from battlesim.table.state import AnyState


class KeepOut(msgspec.Struct, frozen=True):
    """A shape (outer ring, then holes) with its name, and the gap that must be left to it."""

    name: AnyText
    rings: tuple[Ring, ...]
    gap: float


class PlaceMarker(ChoosePoint, frozen=True, kw_only=True, tag="place_marker"):
    """The decision to place a round marker in a zone so that it leaves gaps to certain shapes.

    `radius` is that of the marker, whose centre must lie in the zone. Gaps are measured from the centre.
    """

    radius: float
    keep_out: tuple[KeepOut, ...] = ()

    def check(self, state: AnyState, answer: Point) -> Refusal | None:
        """Return a refusal unless the centre lies in the zone and the gap to each shape is large enough."""
        if refusal := super().check(state, answer):
            return refusal
        for shape in self.keep_out:
            gap = disc_gap_to_shape(*answer, 0.0, shape.rings)
            if gap < shape.gap - TOL:
                return Refusal(_too_near_text(shape, gap), self.rule)
        return None

    def free_region(self) -> Region:
        """Return the region in which the centre of the marker may lie, () if there is no room for it."""
        return clear_region(self.zone, ((shape.rings, shape.gap) for shape in self.keep_out))

    def nearest_point(self, point: Point) -> Point | None:
        """Return the legal point nearest to a point, or None if there is no room for the marker."""
        return nearest_point_in_region(self.free_region(), point)

    def default(self, state: AnyState) -> Point:
        """Return the legal point nearest to the middle of the zone, or the middle if none is legal."""
        middle = area_middle(state.table, PlacementArea(zone=self.zone))
        return self.nearest_point(middle) or middle


def _too_near_text(shape: KeepOut, gap: float) -> AnyText:
    if gap <= TOL:
        return phrase("it lies in {}", shape.name)
    words = "it is {gap} from {shape}, at least {least} is required"
    return phrase(words, Inches(gap, 2), shape.name, Inches(shape.gap, -1))
