"""The control for placing a template, such as a blast, so that it covers certain pieces."""

from __future__ import annotations

from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.rulings.place_phrases import nameless_terrain, place_text
from battlesim.table.phrases import AnyText, with_names
from battlesim.ui.decision.pickers.point import PointPicker
from battlesim.ui.session.object_positions import object_disc


class TemplatePicker(PointPicker):
    """A control for choosing the centre of a template. It also shows the pieces that must be covered.

    The preview of the answer shows which other pieces the template catches according to the rules.
    """

    status_kind = "TemplatePicker"
    decision: PlaceTemplate

    def summary(self) -> AnyText:
        """Return the position of the centre by what stands on the table."""
        table = self.view.table
        return with_names(place_text(table, self.point, nameless_terrain(table)), self.name)

    def overlay(self) -> list[Item]:
        """Return the graphics: where the centre may be, the template, and brackets on what it must cover."""
        discs = (object_disc(self.view.table, name) for name in self.decision.held)
        return [
            *overlays.zone_overlay((self.decision.zone,), "mint"),
            *overlays.template_outline(self.point, self.decision.radius),
            *(item for disc in discs if disc for item in overlays.target_brackets(*disc)),
        ]
