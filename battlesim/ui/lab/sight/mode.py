"""The mode of sight: the question on the table, and what every rule says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.render.outdated import greyed_if
from battlesim.report.ruling_lines import DISTANCE_PHRASES
from battlesim.report.sheet_plan import ruling_overlays
from battlesim.table.phrases import AnyText, joined_text, length_text, phrase
from battlesim.ui.battle.window import Command
from battlesim.ui.lab.handling import Handling
from battlesim.ui.lab.sight import columns, hand, legend, seen, side
from battlesim.ui.lab.sight.commands import commands_of
from battlesim.ui.lab.sight.inquiry import Inquiry
from battlesim.ui.lab.sight.layout import Placed, placed
from battlesim.ui.lab.work import Work
from battlesim.ui.parts.layout import GAP, NOWHERE, Layout, Rect
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.parts.work_queue import ByIdentity
from battlesim.ui.settings.keys import SIGHT
from battlesim.ui.table.stage import Stage


class Sight:
    """Who sees whom, from the side and face on, with margins; models are moved by hand meanwhile."""

    key, title, icon, screen = "sight", "Sight", "alert", SIGHT

    def __init__(self, stage: Stage, work: Work) -> None:
        self.stage, self.model, self.work, self.bench = stage, stage.model, work, work.bench
        self.inquiry = Inquiry(work)
        self.dispute = self.inquiry.dispute
        self.commands: Mapping[str, Command] = commands_of(self.inquiry)
        self.handling = Handling(stage, self.bench, self._clicked, self.inquiry.look_from)
        self.hand: Part = self.handling
        self.placed: Placed = placed(*stage.size, False, True)
        self.panels: tuple[Panel, ...] = self._panels()
        self._laid: tuple[object, tuple[Item, ...]] = (None, ())

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self.dispute.busy or self.inquiry.fields.busy

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        shown = self.model.shown
        self.placed = placed(width, height, shown.folded, shown.log)
        return self.placed.lay

    def about(self) -> str:
        """The question in words, "" while there is none."""
        if not self.dispute.asked:
            return ""
        pieces, two = self.bench.table.pieces, (self.dispute.viewer, self.dispute.target)
        viewer, target = (pieces[name].name if name in pieces else name for name in two)
        return f"Can {viewer} see {target}?"

    def tick(self) -> bool:
        """Have the question worked out; whether anything is to be drawn anew."""
        dispute, fields = self.dispute, self.inquiry.fields
        fresh = dispute.tick(self.bench.table, self.handling.dragged)
        if dispute.judging:
            return fields.wait() or fresh
        ruling = dispute.ruling if dispute.asked else None
        if ruling:
            self.work.rules.rules = ruling.ruled.judging_rules.rules
        table = ruling.table if ruling else self.bench.table
        ends = dispute.viewer, dispute.target
        return fields.tick(table, self.work.rules.rules, *ends, self.handling.dragged) or fresh

    def overlays(self) -> tuple[Item, ...]:
        """What is seen from the viewer, and what decides."""
        ruling, dispute = self.dispute.ruling, self.dispute
        room = dispute.room if not self.handling.dragged else None
        fields = self.inquiry.fields
        seen = (ByIdentity(ruling, room, fields.shown), fields.outdated, dispute.judging)
        key = (*seen, self.bench.changes, dispute.viewer, dispute.asked)
        if self._laid[0] != key:
            field = greyed_if(fields.outdated, fields.shown.items if fields.shown else ())
            self._laid = key, (*field, *self._decides())
        return self._laid[1]

    def _decides(self) -> tuple[Item, ...]:
        ruling, dispute, table = self.dispute.ruling, self.dispute, self.bench.table
        if dispute.asked and ruling:
            margins = None if self.handling.dragged else (dispute.room or {}).get("margin")
            decides = ruling_overlays(ruling.table, ruling.ruled, margins, apart)
            return tuple(greyed_if(dispute.judging, decides))
        piece = table.pieces.get(dispute.viewer)
        return overlays.selection_ring(*piece.xy, piece.radius) if piece and piece.table_position else ()

    def _legend_place(self) -> Rect:
        """The upper right corner of the table, while a field is shown that has colours."""
        table, bands = self.stage.layout.table, legend.bands(self.inquiry.fields)
        wide, tall = legend.size(len(bands))
        fits = bands and wide + 2 * GAP <= table.width and tall + 2 * GAP <= table.height
        return Rect(table.right - wide - GAP, table.y + GAP, wide, tall) if fits else NOWHERE

    def _legend(self, rect: Rect) -> Drawn:
        return legend.build(self.inquiry.fields, self.bench.table.pieces, rect)

    def _clicked(self, piece: str, looks: bool) -> None:
        self.model.pointing.picked, self.work.message = piece, ""
        (self.dispute.look if looks else self.dispute.look_at)(piece)

    def _panels(self) -> tuple[Panel, ...]:
        stage, dispute, fields, stamp = self.stage, self.dispute, self.inquiry.fields, self._stamp

        def judging() -> bool:
            return dispute.judging

        def comparing() -> bool:
            return dispute.comparing

        def coming() -> bool:
            return fields.coming

        def draw_side(rect: Rect) -> Drawn:
            return side.build(dispute, rect)

        return (
            Panel("side", lambda: stage.layout.log, draw_side, stamp, working=judging),
            Panel("seen", lambda: self.placed.seen, self._seen, stamp, working=judging),
            Panel("columns", lambda: self.placed.columns, self._columns, stamp, "roll", working=comparing),
            Panel("hand", lambda: self.placed.hand, self._in_hand, stamp),
            Panel("legend", self._legend_place, self._legend, fields.stamp, card=True, working=coming),
        )

    def _stamp(self) -> tuple[object, ...]:
        """What the panels depend on."""
        inquiry, model = self.inquiry, self.model
        asked = (self.bench.changes, inquiry.within, inquiry.first, inquiry.fields.on)
        return (*self.dispute.stamp(), *asked, model.pointing.hot, model.bindings)

    def _seen(self, rect: Rect) -> Drawn:
        return seen.build(self.dispute, self.bench.table.pieces, rect, self.inquiry.within)

    def _columns(self, rect: Rect) -> Drawn:
        keys = self.model.bindings.shown
        return columns.build(self.dispute, rect, self.inquiry.first, (keys("lab_up"), keys("lab_down")))

    def _in_hand(self, rect: Rect) -> Drawn:
        model, pieces = self.model, self.bench.table.pieces
        field = self.inquiry.fields.on
        return hand.build(self.dispute, pieces, rect, model.bindings, model.pointing.hot, field)


def apart(ruling: Mapping[str, Any]) -> AnyText:
    """How far the two of a ruling are apart."""
    measured = [
        phrase("{} {}", length_text(length, 3), way.removeprefix("from "))
        for key, way in DISTANCE_PHRASES.items()
        if (length := ruling["distance"].get(key)) is not None
    ]
    return joined_text(measured, ", ")
