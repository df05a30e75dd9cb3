"""The mode of templates and arcs."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.render.drawlist import Item
from battlesim.ui.battle.window import Command
from battlesim.ui.lab.templates import best, drawing, form, under
from battlesim.ui.lab.templates.commands import commands_of
from battlesim.ui.lab.templates.hand import Hand
from battlesim.ui.lab.templates.layout import Placed, placed
from battlesim.ui.lab.templates.setting import ARC
from battlesim.ui.lab.templates.trial import Trial
from battlesim.ui.lab.work import Work
from battlesim.ui.parts.layout import Layout, Rect
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.settings.keys import TEMPLATES
from battlesim.ui.table.stage import Stage


class Templates:
    """Templates and arcs laid by hand: who is under them, where they scatter to, where they catch most."""

    key, title, icon, screen = "templates", "Templates", "burning", TEMPLATES

    def __init__(self, stage: Stage, work: Work) -> None:
        self.stage, self.work = stage, work
        self.trial = Trial(work)
        hand = Hand(stage, self.trial)
        self.handling, self.hand = hand.handling, hand
        self.commands: Mapping[str, Command] = commands_of(self.trial, hand)
        self.placed: Placed = placed(*stage.size, False)
        self.panels: tuple[Panel, ...] = self._panels()
        self._laid: tuple[object, tuple[Item, ...]] = (None, ())

    hand: Part

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self.trial.busy

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        self.placed = placed(width, height, self.stage.model.shown.folded)
        return self.placed.lay

    def about(self) -> str:
        """How many are caught, in words."""
        trial = self.trial
        if trial.found is None:
            return ""
        arc = trial.setting.form == ARC
        return (
            f"{trial.found.caught} in the arc"
            if arc
            else f"{trial.found.caught} under the {trial.setting.form}"
        )

    def tick(self) -> bool:
        """Have all worked out; whether anything is to be drawn anew."""
        return self.trial.tick(self.handling.dragged)

    def overlays(self) -> tuple[Item, ...]:
        """The template with all that is found of it."""
        if self._laid[0] != self.trial.stamp():
            self._laid = self.trial.stamp(), drawing.items(self.trial)
        return self._laid[1]

    def _panels(self) -> tuple[Panel, ...]:
        trial, model = self.trial, self.stage.model

        def known() -> object:
            return trial.stamp(), model.pointing.hot, model.bindings

        def draw_under(rect: Rect) -> Drawn:
            keys = (model.bindings.shown("lay_up"), model.bindings.shown("lay_down"))
            return under.build(trial, rect, keys)

        def draw_best(rect: Rect) -> Drawn:
            return best.build(trial, rect, model.bindings, model.pointing.hot)

        return (
            Panel("form", lambda: self.placed.form, lambda rect: form.build(trial, rect), known),
            Panel("under", lambda: self.placed.under, draw_under, known, "lay_roll"),
            Panel("best", lambda: self.placed.best, draw_best, known),
        )
