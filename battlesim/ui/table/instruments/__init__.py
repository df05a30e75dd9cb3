"""Measuring instruments on the table: ruler, line of sight, threat ranges and explanations of refusals.

They use only what the window shows and change nothing. Slow work is done in the background.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from battlesim.engine.relations import SupportsRelations
from battlesim.engine.ruleset import SupportsThreats
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments import announced_areas, card_area, fights, sight_limit
from battlesim.ui.table.instruments.range_bands import RangeBands
from battlesim.ui.table.instruments.refusal_explainer import RefusalExplainer
from battlesim.ui.table.instruments.relation_lines import RelationLines
from battlesim.ui.table.instruments.ruler import Ruler
from battlesim.ui.table.instruments.sight_line import SightLine
from battlesim.ui.table.instruments.terrain_answers import TerrainAnswers
from battlesim.ui.table.instruments.threats import ThreatRanges
from battlesim.ui.toolkit.work_queue import WorkQueue

__all__ = ["Instruments"]


class Instruments:
    """All instruments of a window, such as the ruler, the line of sight and the threat ranges.

    They do slow work in the queue of the window.
    """

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model, self._queue = model, queue
        self.begin()

    def begin(self) -> None:
        """Reset all instruments and drop pending work."""
        self.ruler = Ruler(self.model)
        self.sight = SightLine(self.model, self.ruler, self._queue)
        self.threats = ThreatRanges(self.model, self._queue)
        self.bands = RangeBands(self.model, self._queue)
        self.relations = RelationLines(self.model, self._queue)
        self.refusal_explainer = RefusalExplainer(self.model, self._queue)
        self.terrain = TerrainAnswers(self.model, self._queue)

    @property
    def busy(self) -> bool:
        """True if a result to be shown is still being computed."""
        return (
            self.sight.busy
            or self.threats.busy
            or self.bands.busy
            or self.relations.busy
            or self.refusal_explainer.busy
            or self.terrain.busy
        )

    def tick(self) -> bool:
        """Collect finished results. Return True if the table must be redrawn."""
        changed = [self.sight.tick(), self.threats.tick(), self.relations.tick()]
        changed += [
            self.bands.tick(self.threats.mode == "piece"),
            self.refusal_explainer.tick(),
            self.terrain.tick(),
        ]
        return any(changed)

    def rest(self, elapsed: float) -> bool:
        """Note that the pointer rested for `elapsed` seconds. Return True if this changes what is shown."""
        return self.terrain.rest(elapsed)

    def event(
        self, event: pygame.event.Event, at: Point, things: Callable[[], str], free: Callable[[], bool]
    ) -> bool:
        """Pass a mouse event to the ruler if it is on or Ctrl is held. Return True if the event was used.

        `at` is the pointer's position on the table in inches. `things` returns the id of the piece there, and
        `free` returns False if something covers the table there.
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
        """Return all graphics of the instruments on the table."""
        laid = (
            *self.threats.items(),
            *self.bands.items(),
            *self.relations.items(),
            *self.sight.items(),
            *self.ruler.items(self.model.state.table),
        )
        return (
            *card_area.items(self.model),
            *announced_areas.items(self.model),
            *fights.items(self.model),
            *sight_limit.items(self.model),
            *laid,
        )

    def enabled_tools(self) -> dict[str, bool]:
        """Return a mapping from tool commands to True for each instrument that is on."""
        mode = self.threats.mode
        return {
            "ruler": self.ruler.on,
            "sight": self.sight.on,
            "threat": mode == "piece",
            "threats": mode == "enemies",
            "zones": mode == "zones",
            "relations": bool(self.relations.mode),
            "why": self.refusal_explainer.on,
        }

    def available_tools(self) -> dict[str, bool]:
        """Return a mapping from tool commands to False where the ruleset does not support them."""
        measuring = self.ruler.is_allowed
        threats = measuring and isinstance(self.model.ruleset, SupportsThreats)
        related = isinstance(self.model.ruleset, SupportsRelations)
        ranges = dict.fromkeys(("threat", "threats", "zones"), threats)
        return {"ruler": measuring, "relations": related, **ranges}

    def instruction_text(self) -> str:
        """Return an instruction for the user's next step with an instrument, or "" if there is none."""
        return (
            self.ruler.instruction_text(self.model.bindings.key_label)
            or self.refusal_explainer.instruction_text()
        )

    def progress(self) -> dict[str, float]:
        """Return the completed fraction of background work, from 0 to 1, by tool command."""
        share = self.threats.progress
        return {} if share is None else {"threats": share}
