"""Play by several humans at one screen (hot seat), each of whom sees only what their side knows.

A curtain hides the battle when another side takes over if the sides know different things, or will do so when
it has answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from battlesim.engine.secret_decisions import is_secret_decision
from battlesim.engine.undo import UndoResult
from battlesim.render.camera import Camera
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.ui.session.human_player import OpenDecision
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import HistoryItem, ViewHistory
from battlesim.ui.session.window_model import WindowModel


@dataclass
class SidePerspective:
    """A battle as known to a side, with its history, playback position, camera and unit letters."""

    story: ViewHistory
    playback: Playback
    camera: Camera | None = None
    letters: dict[UnitId, str] = field(default_factory=dict)


class HotSeatCurtain:
    """The curtain that hides the battle when human players take turns at the same screen.

    `shown` is the side whose knowledge is shown, or "" at first. `secret` is True as soon as the sides have
    known different things. `views` holds the perspectives of the sides played by humans. If there are fewer
    than two, there is never a curtain.
    """

    def __init__(self, model: WindowModel, views: Mapping[SideKey, SidePerspective] | None = None) -> None:
        self.model, self.views = model, dict(views or {})
        self.shown = NO_SIDE
        self.secret = False
        self._compare()

    def add(self, news: Iterable[HistoryItem]) -> None:
        """Add updates to every history; an undo takes every history back."""
        items = list(news)
        for story in [view.story for view in self.views.values()] or [self.model.history]:
            story.add(items)
        if any(isinstance(item, UndoResult) for item in items):
            for view in self.views.values():
                view.playback.event_index = min(view.playback.event_index, len(view.story))
            self.model.go_to_newest()
        self._compare()

    def speak(self, voiced: bool) -> None:
        """Let every log speak as the game does, or plainly."""
        for story in {
            id(one): one for one in (self.model.history, *(v.story for v in self.views.values()))
        }.values():
            story.speak(voiced)

    def _compare(self) -> None:
        """Set `secret` if the sides do not all know the same."""
        if self.secret or len(self.views) < 2:
            return
        views = list(self.views.values())
        known = [(len(view.story), view.story.state(len(view.story))) for view in views]
        self.secret = any(other != known[0] for other in known)
        if self.secret:
            for view in views:
                view.playback.event_index = min(self.model.playback.event_index, len(view.story))

    def next_side(self, question: OpenDecision | None) -> SideKey:
        """Return the side that must take over before a decision is shown, or "" if it can be shown now."""
        if question is None or not (self.secret or self._is_secret(question)):
            return NO_SIDE
        side = question.decision.side
        if side not in self.views:
            side = self.shown or next(iter(self.views))
        return side if side != self.shown else NO_SIDE

    def _is_secret(self, question: OpenDecision) -> bool:
        """Return whether others at the screen must not see what is answered."""
        view = question.view or self.model.state
        return len(self.views) > 1 and is_secret_decision(self.model.ruleset, view, question.decision)

    def visible_decision(self, question: OpenDecision | None) -> OpenDecision | None:
        """Return the open decision if it may be shown now, otherwise None."""
        return None if self.next_side(question) else question

    def switch_to(self, side: SideKey) -> SidePerspective:
        """Show the battle as the given side knows it, and return the side's perspective."""
        model, view = self.model, self.views[side]
        for other in self.views.values():
            if other.story is model.history:
                other.camera, other.letters = model.camera, model.known_letters
        model.switch_history(view.story, view.playback, view.letters)
        self.shown = side
        return view
