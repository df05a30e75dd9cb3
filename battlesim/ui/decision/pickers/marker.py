"""The control for placing a marker on the table, away from what it must not be near."""

from __future__ import annotations

from functools import cached_property

from battlesim.engine.marker_placement import PlaceMarker
from battlesim.geometry.shapes import Region
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.ui.decision.pickers.point import PointPicker


class MarkerPicker(PointPicker):
    """A control for choosing where a marker lies. It shows the marker and where it may be placed."""

    status_kind = "MarkerPicker"
    decision: PlaceMarker

    @cached_property
    def _region(self) -> Region:
        return self.decision.free_region()

    def overlay(self) -> list[Item]:
        """Return the graphics: where the marker may not lie, darkened, and its outline."""
        ground = self.view.table.ground
        ring, _ = overlays.template_outline(self.point, self.decision.radius)
        return [
            *overlays.unseen_shade(self._region, ground.width, ground.height),
            *overlays.zone_overlay(self._region, "mint"),
            ring,
            *overlays.icon_pin(self.point, "flag", "yellow", self.summary()),
        ]
