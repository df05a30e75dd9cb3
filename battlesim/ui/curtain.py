"""People of several sides at one screen: what each side knows is shown to it alone, with a curtain between.

As long as all of them know the same there is no curtain, and one and the same story for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from battlesim.engine.undo import UndoResult
from battlesim.render.camera import Camera
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.ui.story.model import Model
from battlesim.ui.story.person import Question
from battlesim.ui.story.playback import Playback
from battlesim.ui.story.story import Story, Told


@dataclass
class Viewpoint:
    """What a side knows of the battle, how far its people have seen it, and how they look at it."""

    story: Story
    playback: Playback
    camera: Camera | None = None
    letters: dict[UnitId, str] = field(default_factory=dict)


class Curtain:
    """Decides whose knowledge the window shows. `shown` is that side, "" before anybody has looked.

    `secret` is set as soon as one side has ever known what another did not. `views` are the viewpoints of the
    sides that people play; with less than two of them there is never a curtain.
    """

    def __init__(self, model: Model, views: Mapping[SideKey, Viewpoint] | None = None) -> None:
        self.model, self.views = model, dict(views or {})
        self.shown = NO_SIDE
        self.secret = False
        self._compare()

    def add(self, news: Iterable[Told]) -> None:
        """Go on in every story, or back in every one."""
        items = list(news)
        for story in [view.story for view in self.views.values()] or [self.model.story]:
            story.add(items)
        if any(isinstance(item, UndoResult) for item in items):
            for view in self.views.values():
                view.playback.at = min(view.playback.at, len(view.story))
            self.model.to_newest()
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
                view.playback.at = min(self.model.playback.at, len(view.story))

    def next(self, question: Question | None) -> SideKey:
        """The side that has to look before a question can be shown; "" when it can."""
        if question is None or not self.secret:
            return NO_SIDE
        side = question.decision.side
        if side not in self.views:
            side = self.shown or next(iter(self.views))
        return side if side != self.shown else NO_SIDE

    def through(self, question: Question | None) -> Question | None:
        """The question as soon as it may be shown."""
        return None if self.next(question) else question

    def turn(self, side: SideKey) -> Viewpoint:
        """Show what a side knows from now on; its viewpoint."""
        model, view = self.model, self.views[side]
        for other in self.views.values():
            if other.story is model.story:
                other.camera, other.letters = model.camera, model.known_letters
        model.see(view.story, view.playback, view.letters)
        self.shown = side
        return view
