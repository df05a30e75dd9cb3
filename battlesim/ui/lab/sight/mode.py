"""The sight mode of the lab, in which every ruleset judges whether one piece sees another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.render.outdated import greyed_if
from battlesim.report.ruling_lines import DISTANCE_PHRASES
from battlesim.report.sheet_plan import ruling_overlays
from battlesim.table.phrases import AnyText, joined_text, length_text, phrase
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.piece_input import PieceInput
from battlesim.ui.lab.sight import comparison_card, legend, pair_card, side_view_card, visibility_card
from battlesim.ui.lab.sight.commands import commands_of
from battlesim.ui.lab.sight.layout import SightLayout, sight_layout
from battlesim.ui.lab.sight.sight_state import SightModeState
from battlesim.ui.settings.key_commands import SIGHT_SCREEN
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import EMPTY_RECT, PANEL_GAP_PX, Rect, WindowLayout
from battlesim.ui.toolkit.panel_content import PanelContent
from battlesim.ui.toolkit.work_queue import IdentityKey


class SightMode:
    """The mode of the table editor in which all rulesets judge whether, and how well, a piece sees another.

    The user can move the pieces at any time.
    """

    key, title, icon, screen = "sight", "Sight", "alert", SIGHT_SCREEN

    def __init__(self, stage: Stage, work: LabSession) -> None:
        self.stage, self.model, self.work, self.bench = stage, stage.model, work, work.editor
        self.inquiry = SightModeState(work)
        self.dispute = self.inquiry.dispute
        self.commands: Mapping[str, Command] = commands_of(self.inquiry)
        self.handling = PieceInput(stage, self.bench, self._clicked, self.inquiry.look_from)
        self.hand: InputHandler = self.handling
        self.placed: SightLayout = sight_layout(*stage.size, False, True)
        self.panels: tuple[Panel, ...] = self._panels()
        self._laid: tuple[object, tuple[Item, ...]] = (None, ())

    @property
    def busy(self) -> bool:
        """True while anything is still being computed."""
        return self.dispute.busy or self.inquiry.fields.busy

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        shown = self.model.display
        self.placed = sight_layout(width, height, shown.folded, shown.log)
        return self.placed.window_layout

    def status_text(self) -> str:
        """Return the question in words ("Can A see B?"), "" while there is none."""
        if not self.dispute.has_pair:
            return ""
        pieces, two = self.bench.table.pieces, (self.dispute.viewer, self.dispute.target)
        viewer, target = (pieces[name].name if name in pieces else name for name in two)
        return f"Can {viewer} see {target}?"

    def tick(self) -> bool:
        """Request the rulings. Return True if the screen must be redrawn."""
        dispute, fields = self.dispute, self.inquiry.fields
        fresh = dispute.tick(self.bench.table, self.handling.dragged)
        if dispute.judging:
            return fields.wait() or fresh
        ruling = dispute.ruling if dispute.has_pair else None
        if ruling:
            self.work.rules.rules = ruling.ruled.judging_rules.rules
        table = ruling.table if ruling else self.bench.table
        ends = dispute.viewer, dispute.target
        return fields.tick(table, self.work.rules.rules, *ends, self.handling.dragged) or fresh

    def overlays(self) -> tuple[Item, ...]:
        """Return the field and the graphics that explain the ruling."""
        ruling, dispute = self.dispute.ruling, self.dispute
        room = dispute.margins if not self.handling.dragged else None
        fields = self.inquiry.fields
        seen = (IdentityKey(ruling, room, fields.shown), fields.outdated, dispute.judging)
        key = (*seen, self.bench.changes, dispute.viewer, dispute.has_pair)
        if self._laid[0] != key:
            field = greyed_if(fields.outdated, fields.shown.items if fields.shown else ())
            self._laid = key, (*field, *self._decides())
        return self._laid[1]

    def _decides(self) -> tuple[Item, ...]:
        ruling, dispute, table = self.dispute.ruling, self.dispute, self.bench.table
        if dispute.has_pair and ruling:
            margins = None if self.handling.dragged else (dispute.margins or {}).get("margin")
            decides = ruling_overlays(ruling.table, ruling.ruled, margins, distance_text)
            return tuple(greyed_if(dispute.judging, decides))
        piece = table.pieces.get(dispute.viewer)
        return overlays.selection_ring(*piece.xy, piece.radius) if piece and piece.table_position else ()

    def _legend_place(self) -> Rect:
        """Return the rect of the legend in the table's upper right corner, empty without a coloured field."""
        table, bands = self.stage.layout.table, legend.bands(self.inquiry.fields)
        wide, tall = legend.size(len(bands))
        fits = bands and wide + 2 * PANEL_GAP_PX <= table.width and tall + 2 * PANEL_GAP_PX <= table.height
        return (
            Rect(table.right - wide - PANEL_GAP_PX, table.y + PANEL_GAP_PX, wide, tall)
            if fits
            else EMPTY_RECT
        )

    def _legend(self, rect: Rect) -> PanelContent:
        return legend.build(self.inquiry.fields, self.bench.table.pieces, rect)

    def _clicked(self, piece: str, looks: bool) -> None:
        self.model.pointer.selected_piece, self.work.message = piece, ""
        (self.dispute.set_viewer if looks else self.dispute.set_target)(piece)

    def _panels(self) -> tuple[Panel, ...]:
        stage, dispute, fields, stamp = self.stage, self.dispute, self.inquiry.fields, self._stamp

        def judging() -> bool:
            return dispute.judging

        def comparing() -> bool:
            return dispute.comparing

        def coming() -> bool:
            return fields.coming

        def draw_side(rect: Rect) -> PanelContent:
            return side_view_card.build(dispute, rect)

        return (
            Panel("side", lambda: stage.layout.log, draw_side, stamp, working=judging),
            Panel("seen", lambda: self.placed.visibility, self._seen, stamp, working=judging),
            Panel("columns", lambda: self.placed.columns, self._columns, stamp, "roll", working=comparing),
            Panel("hand", lambda: self.placed.hand, self._in_hand, stamp),
            Panel("legend", self._legend_place, self._legend, fields.stamp, card=True, working=coming),
        )

    def _stamp(self) -> tuple[object, ...]:
        """Return the values that the panels depend on."""
        inquiry, model = self.inquiry, self.model
        asked = (self.bench.changes, inquiry.max_distance_in, inquiry.first, inquiry.fields.current_kind)
        return (*self.dispute.stamp(), *asked, model.pointer.hovered_command, model.bindings)

    def _seen(self, rect: Rect) -> PanelContent:
        return visibility_card.build(
            self.dispute, self.bench.table.pieces, rect, self.inquiry.max_distance_in
        )

    def _columns(self, rect: Rect) -> PanelContent:
        keys = self.model.bindings.key_label
        return comparison_card.build(
            self.dispute, rect, self.inquiry.first, (keys("lab_up"), keys("lab_down"))
        )

    def _in_hand(self, rect: Rect) -> PanelContent:
        model, pieces = self.model, self.bench.table.pieces
        field = self.inquiry.fields.current_kind
        return pair_card.build(
            self.dispute, pieces, rect, model.bindings, model.pointer.hovered_command, field
        )


def distance_text(ruling: Mapping[str, Any]) -> AnyText:
    """Return the distances of a ruling in words."""
    measured = [
        phrase("{} {}", length_text(length, 3), way.removeprefix("from "))
        for key, way in DISTANCE_PHRASES.items()
        if (length := ruling["distance"].get(key)) is not None
    ]
    return joined_text(measured, ", ")
