"""Instruments on the table: ruler, line of sight, threat ranges, reasons for refusals.

They can be used at any time. They read what the window knows and change nothing; slow work is done in the
background.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments import card_area, sight_limit
from battlesim.ui.table.instruments.refusal_explainer import RefusalExplainer
from battlesim.ui.table.instruments.ruler import Ruler
from battlesim.ui.table.instruments.sight_line import SightLine
from battlesim.ui.table.instruments.terrain_answers import TerrainAnswers
from battlesim.ui.table.instruments.threats import ThreatRanges
from battlesim.ui.toolkit.work_queue import WorkQueue

__all__ = ["Instruments"]


class Instruments:
    """The instruments of a window; slow work is done in its queue."""

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model, self._queue = model, queue
        self.begin()

    def begin(self) -> None:
        """Start again, with nothing measured and no work pending."""
        self.ruler = Ruler(self.model)
        self.sight = SightLine(self.model, self.ruler, self._queue)
        self.threats = ThreatRanges(self.model, self._queue)
        self.refusal_explainer = RefusalExplainer(self.model, self._queue)
        self.terrain = TerrainAnswers(self.model, self._queue)

    @property
    def busy(self) -> bool:
        """True if anything that is to be shown is still being computed."""
        return self.sight.busy or self.threats.busy or self.refusal_explainer.busy or self.terrain.busy

    def tick(self) -> bool:
        """Take finished results. Return True if anything must be drawn again."""
        changed = [self.sight.tick(), self.threats.tick(), self.refusal_explainer.tick(), self.terrain.tick()]
        return any(changed)

    def rest(self, elapsed: float) -> bool:
        """Let the pointer rest for some seconds. Return True if that changes what is shown."""
        return self.terrain.rest(elapsed)

    def event(
        self, event: pygame.event.Event, at: Point, things: Callable[[], str], free: Callable[[], bool]
    ) -> bool:
        """Pass a mouse event to the ruler while it is on or Ctrl is held. Return True if it was used.

        `at` is the pointer's position on the table in inches, `things` returns the piece there, `free`
        whether nothing covers the table there.
        """
        ruler = self.ruler
        if event.type == pygame.MOUSEMOTION:
            ruler.point(at, things() if ruler.on else "")
            self.refusal_explainer.point(at, free())
            self.terrain.point(at, free())
            return ruler.held
        if event.type == pygame.MOUSEBUTTONUP and ruler.held:
            ruler.release(at, things())
            return True
        wanted = ruler.on or bool(pygame.key.get_mods() & pygame.KMOD_CTRL)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1 or not wanted or not free():
            return False
        ruler.press(at, things())
        return True

    def overlays(self) -> tuple[Item, ...]:
        """Return everything that the instruments draw on the table."""
        laid = (*self.threats.items(), *self.sight.items(), *self.ruler.items(self.model.state.table))
        return (*card_area.items(self.model), *sight_limit.items(self.model), *laid)

    def enabled_tools(self) -> dict[str, bool]:
        """Return which instruments are on, by their commands."""
        mode = self.threats.mode
        return {
            "ruler": self.ruler.on,
            "sight": self.sight.on,
            "threat": mode == "piece",
            "threats": mode == "enemies",
            "why": self.refusal_explainer.on,
        }

    def instruction_text(self) -> str:
        """Return what the user is to do next with an instrument, "" for nothing.

        The progress of work is returned by `progress` and shown elsewhere: a text that comes and goes with it
        would move about over the table.
        """
        return (
            self.ruler.instruction_text(self.model.bindings.key_label)
            or self.refusal_explainer.instruction_text()
        )

    def progress(self) -> dict[str, float]:
        """Return the fraction of background work done, 0 to 1, by the commands of what is on."""
        share = self.threats.progress
        return {} if share is None else {"threats": share}
