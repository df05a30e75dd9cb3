"""The template mode of the lab, in which the user places templates and arcs on the table."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.render.drawlist import Item
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.templates import best_place_card, caught_card, setting_card, template_overlay
from battlesim.ui.lab.templates.commands import commands_of
from battlesim.ui.lab.templates.layout import TemplateLayout, template_layout
from battlesim.ui.lab.templates.template_editor import TemplateEditor
from battlesim.ui.lab.templates.template_input import TemplateInput
from battlesim.ui.lab.templates.template_setting import ARC_FORM
from battlesim.ui.settings.key_commands import TEMPLATE_SCREEN
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import Rect, WindowLayout
from battlesim.ui.toolkit.panel_content import PanelContent


class TemplateMode:
    """The mode of the table editor that shows which pieces a template or arc catches.

    It also finds the position where the template or arc catches the most pieces.
    """

    key, title, icon, screen = "templates", "Templates", "burning", TEMPLATE_SCREEN

    def __init__(self, stage: Stage, work: LabSession) -> None:
        self.stage, self.work = stage, work
        self.trial = TemplateEditor(work)
        hand = TemplateInput(stage, self.trial)
        self.handling, self.hand = hand.handling, hand
        self.commands: Mapping[str, Command] = commands_of(self.trial, hand)
        self.placed: TemplateLayout = template_layout(*stage.size, False)
        self.panels: tuple[Panel, ...] = self._panels()
        self._laid: tuple[object, tuple[Item, ...]] = (None, ())

    hand: InputHandler

    @property
    def busy(self) -> bool:
        """True while anything is still being computed."""
        return self.trial.busy

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        self.placed = template_layout(width, height, self.stage.model.display.folded)
        return self.placed.window_layout

    def status_text(self) -> str:
        """Return how many pieces are caught, in words."""
        trial = self.trial
        if trial.result is None:
            return ""
        arc = trial.setting.form == ARC_FORM
        return (
            f"{trial.result.caught} in the arc"
            if arc
            else f"{trial.result.caught} under the {trial.setting.form}"
        )

    def tick(self) -> bool:
        """Request the results. Return True if the screen must be redrawn."""
        return self.trial.tick(self.handling.dragged)

    def overlays(self) -> tuple[Item, ...]:
        """Return the graphics of the template and its results."""
        if self._laid[0] != self.trial.stamp():
            self._laid = self.trial.stamp(), template_overlay.items(self.trial)
        return self._laid[1]

    def _panels(self) -> tuple[Panel, ...]:
        trial, model = self.trial, self.stage.model

        def known() -> object:
            return trial.stamp(), model.pointer.hovered_command, model.bindings

        def draw_under(rect: Rect) -> PanelContent:
            keys = (model.bindings.key_label("lay_up"), model.bindings.key_label("lay_down"))
            return caught_card.build(trial, rect, keys)

        def draw_best(rect: Rect) -> PanelContent:
            return best_place_card.build(trial, rect, model.bindings, model.pointer.hovered_command)

        return (
            Panel("form", lambda: self.placed.form, lambda rect: setting_card.build(trial, rect), known),
            Panel("under", lambda: self.placed.caught, draw_under, known, "lay_roll"),
            Panel("best", lambda: self.placed.best, draw_best, known),
        )
