"""The side view along the line of sight, under the table."""

from __future__ import annotations

from battlesim.render import widgets as p
from battlesim.render.drawlist import Layer
from battlesim.report.side_view import PictureArea, height_scale_text, side_view
from battlesim.rulings.sight_evidence import Evidence
from battlesim.ui.lab.sight.dispute import Dispute
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

HEAD, TOP = 22.0, 36.0


def build(dispute: Dispute, rect: Rect) -> Drawn:
    """The card."""
    drawn = Drawn([backed(rect.width, rect.height)._replace(layer=Layer.GROUND)])
    ruling = dispute.ruling if dispute.asked else None
    if ruling is None or not isinstance(ruling.ruled.found, Evidence):
        drawn.items += p.heading_items(12, HEAD, rect.width - 24, "Side view along the line")
        drawn.write(12, TOP + 16, "It appears here once there is a line of sight to judge.", "small", "dim")
        return drawn
    room = PictureArea(10, TOP, rect.width - 20, rect.height - TOP - 10)
    ruled, evidence = ruling.ruled, ruling.ruled.found
    told = height_scale_text(evidence, ruled.viewer, ruled.target, room)
    drawn.items += p.heading_items(12, HEAD, rect.width - 24, "Side view along the line", told)
    drawn.items += side_view(evidence, ruled.viewer, ruled.target, room, ruling.table.name_of)
    return drawn
