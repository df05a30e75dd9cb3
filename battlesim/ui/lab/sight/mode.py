"""The mode of sight: the question on the table, and what every rule says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.report.sheet_plan import overlays_of
from battlesim.rulings.fields import in_view
from battlesim.table.words import Words, inches, say
from battlesim.ui.battle.window import Command
from battlesim.ui.lab.bench import HEIGHT
from battlesim.ui.lab.handling import Handling
from battlesim.ui.lab.sight import columns, hand, seen, side
from battlesim.ui.lab.sight.commands import commands_of
from battlesim.ui.lab.sight.inquiry import Inquiry
from battlesim.ui.lab.sight.layout import Placed, placed
from battlesim.ui.lab.work import Work
from battlesim.ui.parts.layout import Layout, Rect
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
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
        self.handling = Handling(stage, self.bench, self._clicked)
        self.hand: Part = self.handling
        self.placed: Placed = placed(*stage.size, False, True)
        self.panels: tuple[Panel, ...] = self._panels()
        self._laid: tuple[object, tuple[Item, ...]] = (None, ())

    def close(self) -> None:
        """Leave what is still worked out."""
        self.dispute.close()

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self.dispute.busy

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
        fresh = self.dispute.tick(self.bench.table, self.handling.dragged)
        ruling = self.dispute.ruling
        if fresh and ruling:
            self.work.rules.rules = ruling.ruled.judged.rules
        return fresh

    def overlays(self) -> tuple[Item, ...]:
        """What is seen from the viewer, and what decides."""
        ruling, dispute = self.dispute.ruling, self.dispute
        room = dispute.room if not self.handling.dragged else None
        key = (id(ruling), id(room), self.inquiry.region, self.bench.changes, dispute.viewer, dispute.asked)
        if self._laid[0] != key:
            self._laid = key, (*self._seen(), *self._decides())
        return self._laid[1]

    def _decides(self) -> tuple[Item, ...]:
        ruling, dispute, table = self.dispute.ruling, self.dispute, self.bench.table
        if dispute.asked and ruling:
            margins = None if self.handling.dragged else (dispute.room or {}).get("margin")
            return overlays_of(ruling.table, ruling.ruled, margins, apart)
        piece = table.pieces.get(dispute.viewer)
        return overlays.chosen(*piece.xy, piece.radius) if piece and piece.spot else ()

    def _seen(self) -> tuple[Item, ...]:
        """What is seen from the viewer, where that is wanted: the rest of the table is darkened."""
        table, dispute = self.bench.table, self.dispute
        viewer, target = (table.pieces.get(name) for name in (dispute.viewer, dispute.target))
        if not self.inquiry.region or viewer is None:
            return ()
        row = dispute.rows(table)[0] if dispute.asked else None
        rules = dispute.ruling.ruled.judged.rules if dispute.ruling else self.work.rules.rules
        shown = row.column.table if row else table
        region = in_view(shown, rules, viewer, target.height if target else HEIGHT)
        return overlays.unseen(region, table.ground.width, table.ground.height)

    def _clicked(self, piece: str, looks: bool) -> None:
        self.model.pointing.picked, self.work.message = piece, ""
        (self.dispute.look if looks else self.dispute.look_at)(piece)

    def _panels(self) -> tuple[Panel, ...]:
        model, stage, dispute, keys = self.model, self.stage, self.dispute, self.model.bindings.shown

        def known() -> tuple[object, ...]:
            return (*dispute.stamp(), self.bench.changes, model.pointing.hot, model.bindings)

        def draw_seen(rect: Rect) -> Drawn:
            return seen.build(dispute, self.bench.table.pieces, rect)

        def draw_columns(rect: Rect) -> Drawn:
            return columns.build(dispute, rect, self.inquiry.first, (keys("lab_up"), keys("lab_down")))

        def draw_hand(rect: Rect) -> Drawn:
            lit = {"region": self.inquiry.region}
            return hand.build(dispute, self.bench.table.pieces, rect, model.bindings, model.pointing.hot, lit)

        def with_first() -> object:
            return known(), self.inquiry.first

        return (
            Panel("side", lambda: stage.layout.log, lambda rect: side.build(dispute, rect), known),
            Panel("seen", lambda: self.placed.seen, draw_seen, known),
            Panel("columns", lambda: self.placed.columns, draw_columns, with_first, "roll"),
            Panel("hand", lambda: self.placed.hand, draw_hand, lambda: (known(), self.inquiry.region)),
        )


def apart(ruling: Mapping[str, Any]) -> Words:
    """How far the two of a ruling are apart."""
    edge, centre = ruling["distance"]["edge"], ruling["distance"]["centre"]
    between = say("{} edge to edge", inches(edge, 3))
    return between if centre is None else say("{}, {} centre to centre", between, inches(centre, 3))
