"""The view of the line of sight from the side, shown below the table."""

from __future__ import annotations

from battlesim.render import widgets as p
from battlesim.render.drawlist import Layer
from battlesim.report.side_view import PictureArea, height_scale_text, side_view
from battlesim.rulings.sight_evidence import Evidence
from battlesim.ui.lab.sight.sight_dispute import SightDispute
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, CONTENT_TOP_PX = 22.0, 36.0


def build(dispute: SightDispute, rect: Rect) -> PanelContent:
    """Build the card."""
    drawn = PanelContent([panel_background(rect.width, rect.height)._replace(layer=Layer.GROUND)])
    ruling = dispute.ruling if dispute.has_pair else None
    if ruling is None or not isinstance(ruling.ruled.found, Evidence):
        drawn.items += p.heading_items(12, HEADING_Y_PX, rect.width - 24, "Side view along the line")
        drawn.write(
            12, CONTENT_TOP_PX + 16, "It appears here once there is a line of sight to judge.", "small", "dim"
        )
        return drawn
    room = PictureArea(10, CONTENT_TOP_PX, rect.width - 20, rect.height - CONTENT_TOP_PX - 10)
    ruled, evidence = ruling.ruled, ruling.ruled.found
    told = height_scale_text(evidence, ruled.viewer, ruled.target, room)
    drawn.items += p.heading_items(12, HEADING_Y_PX, rect.width - 24, "Side view along the line", told)
    drawn.items += side_view(evidence, ruled.viewer, ruled.target, room, ruling.table.name_of)
    return drawn
