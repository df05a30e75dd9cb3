"""People of several sides at one screen: what each side knows is shown to it alone, with a curtain between.

As long as all of them know the same there is no curtain, and one and the same story for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from battlesim.engine.undo import UndoResult
from battlesim.render.camera import Camera
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.ui.session.human_player import OpenDecision
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import HistoryItem, ViewHistory
from battlesim.ui.session.window_model import WindowModel


@dataclass
class SidePerspective:
    """What a side knows of the battle, how far its people have seen it, and how they look at it."""

    story: ViewHistory
    playback: Playback
    camera: Camera | None = None
    letters: dict[UnitId, str] = field(default_factory=dict)


class HotSeatCurtain:
    """Decides whose knowledge the window shows. `shown` is that side, "" before anybody has looked.

    `secret` is set as soon as one side has ever known what another did not. `views` are the viewpoints of the
    sides that people play; with less than two of them there is never a curtain.
    """

    def __init__(self, model: WindowModel, views: Mapping[SideKey, SidePerspective] | None = None) -> None:
        self.model, self.views = model, dict(views or {})
        self.shown = NO_SIDE
        self.secret = False
        self._compare()

    def add(self, news: Iterable[HistoryItem]) -> None:
        """Go on in every story, or back in every one."""
        items = list(news)
        for story in [view.story for view in self.views.values()] or [self.model.history]:
            story.add(items)
        if any(isinstance(item, UndoResult) for item in items):
            for view in self.views.values():
                view.playback.event_index = min(view.playback.event_index, len(view.story))
            self.model.go_to_newest()
        self._compare()

    def _compare(self) -> None:
        """Whether the sides still know the same."""
        if self.secret or len(self.views) < 2:
            return
        views = list(self.views.values())
        known = [(len(view.story), view.story.state(len(view.story))) for view in views]
        self.secret = any(other != known[0] for other in known)
        if self.secret:
            for view in views:
                view.playback.event_index = min(self.model.playback.event_index, len(view.story))

    def next_side(self, question: OpenDecision | None) -> SideKey:
        """The side that has to look before a question can be shown; "" when it can."""
        if question is None or not self.secret:
            return NO_SIDE
        side = question.decision.side
        if side not in self.views:
            side = self.shown or next(iter(self.views))
        return side if side != self.shown else NO_SIDE

    def visible_decision(self, question: OpenDecision | None) -> OpenDecision | None:
        """The question as soon as it may be shown."""
        return None if self.next_side(question) else question

    def switch_to(self, side: SideKey) -> SidePerspective:
        """Show what a side knows from now on; its viewpoint."""
        model, view = self.model, self.views[side]
        for other in self.views.values():
            if other.story is model.history:
                other.camera, other.letters = model.camera, model.known_letters
        model.switch_history(view.story, view.playback, view.letters)
        self.shown = side
        return view
