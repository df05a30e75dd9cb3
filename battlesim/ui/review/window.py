"""The window that a record is gone over in: table, events, bookmarks, timeline, notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import pygame

from battlesim.engine.record_replay import Mark
from battlesim.render.framing import Regard
from battlesim.report.ending import scores_in_words, winners_in_words
from battlesim.ui.battle.commands import COMMANDS
from battlesim.ui.battle.layout import Layout, Rect
from battlesim.ui.battle.panels import top
from battlesim.ui.battle.panels.base import Drawn, Spot
from battlesim.ui.battle.window import Window
from battlesim.ui.curtain import Viewpoint
from battlesim.ui.review import events, marks, notes, timeline
from battlesim.ui.review.layout import placed
from battlesim.ui.review.notes import Choice, NoteCard
from battlesim.ui.review.review import AGAIN, PART, SEEKS, Branch, Review
from battlesim.ui.settings.keys import BATTLE, EVERYWHERE, RECORD, Action
from battlesim.ui.story.model import Model
from battlesim.ui.story.moment import Moment
from battlesim.ui.story.playback import Playback
from battlesim.ui.table.attention import Size, Topic
from battlesim.ui.table.corner import NOWHERE
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.table.overtable import Part
from battlesim.ui.table.regard import of_things

NAMED: Final = ("bookmark", "branch", "as_side", "toggle", "mark_back", "mark_on", "quit", "seen_by")
"""The actions whose keys the panels name."""
MOST: Final = 0.3
"""Share of the table that a note may cover."""


class ReviewWindow(Window):
    """A window on a record: `review.branch` is set when the person wants to play on."""

    clear = (*Window.clear, "where", "head", "note")
    screens = (RECORD, BATTLE, EVERYWHERE)

    def __init__(self, screen: pygame.Surface, model: Model, review: Review, **more: Any) -> None:
        self.review = review
        self.timeline = Rect(0, 0, 0, 0)
        self._scrubbing = False
        self._noted = NOWHERE
        super().__init__(screen, model, **more)
        self._views = {review.seen_by: Viewpoint(model.story, model.playback)}
        self.offered: tuple[str, ...] = tuple(review.people) if review.veiled else ()
        self.wants = "who looks" if review.veiled else ""
        model.playback.halts = {mark.at for mark in review.notes}
        if review.mark_at(0):
            model.playback.seek(0)

    def laid(self, width: float, height: float) -> Layout:
        """The viewer's panels."""
        lay, self.timeline = placed(width, height, self.model.folded, self.model.show_log)
        return lay

    @property
    def now(self) -> int:
        """The moment of the record that is shown: how many of its events are over."""
        return self.review.now(self.model.playback.at)

    def frame(self, elapsed: float) -> None:
        """Show what another side knows as soon as that is worked out; let time pass and draw."""
        if self.review.ready():
            self._see()
        super().frame(elapsed)

    def _see(self) -> None:
        """The same moment as somebody else knows it."""
        model, review = self.model, self.review
        at, playing = self.now, model.playback.playing
        self._views[review.seen_by].letters = letters = model.known_letters
        review.seen_by = review.wish
        fresh = Viewpoint(review.story, Playback(review.story), letters=letters)
        view = self._views.setdefault(review.seen_by, fresh)
        view.playback.halts = {review.place(mark.at) for mark in review.notes}
        model.see(view.story, view.playback, view.letters)
        view.playback.seek(review.seek(at))
        view.playback.playing = playing
        model.seen_by = review.name(review.seen_by) if review.seen_by else ""
        self.instruments.close()
        self.instruments = Instruments(model)
        self._dirty = True

    @property
    def busy(self) -> bool:
        """Whether anything is still under way, also what somebody else knew."""
        return super().busy or self.review.waits

    # -- what it shows --

    def parts(self) -> list[Part]:
        """Events, bookmarks, timeline, and a note."""
        model, review, lay, line = self.model, self.review, self.layout, self.timeline
        at, play = self.now, model.playback
        keys = {name: self.bindings.shown(name) for name in NAMED}
        changed = (review.changes, review.chosen, at, tuple(keys.values()))
        scene = (review.changes, tuple(keys.values()), play.moving, play.speed)
        hint = self._where(keys)
        card = self._card()
        spot = self._note_rect(card) if card else NOWHERE
        log, right = (NOWHERE if spot.meets(rect) else rect for rect in (lay.log, lay.right))
        found = [
            Part("top", lay.top, None, lambda rect: top.build(model, rect, None)),
            Part("log", log, None, lambda rect: events.events(model, review, rect)),
            Part("right", right, changed, lambda rect: marks.build(review, rect, at, keys)),
            Part("timeline", line, scene, lambda rect: timeline.build(review, play, rect, keys["seen_by"])),
            *self.score_card(),
        ]
        if line.height:
            head = timeline.head_rect(review, line, at)
            said = timeline.words_rect(line, review)
            found.append(Part("where", said, hint, lambda rect: timeline.words(hint, rect)))
            found.append(Part("head", head, at, lambda rect: timeline.head(at, rect, line.height)))
        return [*found, Part("note", spot, card, lambda rect: notes.build(card, rect) if card else Drawn())]

    def _where(self, keys: Mapping[str, str]) -> str:
        if self.review.message:
            return self.review.message
        if self.review.waits:
            return f"working out what {self.review.name(self.review.wish)} knew"
        return f"{self.review.words(self.now)}{PART}arrows step, Shift by step, Page by turn"

    def note(self) -> Mark | None:
        """The note of the moment that is shown, while it rests there."""
        play = self.model.playback
        rests = not (play.playing or play.since)
        mark = self.review.mark_at(self.now) if rests else None
        return mark if mark and mark.note else None

    def _card(self) -> NoteCard | None:
        """The note of this moment, or at the end who has won."""
        mark, play = self.note(), self.model.playback
        key = self.bindings.shown
        ended = play.live and not play.since
        yours = Choice("branch", 0, AGAIN, key("branch"))
        leave = Choice("quit", 0, "Leave", key("quit"))
        if mark:
            number = self.review.notes.index(mark) + 1
            go = Choice("toggle", 0, "Go on", key("toggle"))
            back = Choice("by_mark", -1, "Back", key("mark_back"))
            choices = (yours, back, leave) if ended else (go, back) if number > 1 else (go,)
            return NoteCard(mark.name, mark.note, f"{number} of {len(self.review.notes)}", choices)
        outcome = self.review.replay.record.outcome
        if not (ended and outcome):
            return None
        title = winners_in_words(outcome.winners, self.review.sides)
        scores = scores_in_words(outcome.scores, self.review.sides)
        return NoteCard(title, f"{outcome.reason}\n{scores}", "the end", (yours, leave))

    def _note_rect(self, card: NoteCard) -> Rect:
        """On the table; where it would cover much of that, in place of the column beside it."""
        lay, tall = self.layout, notes.height(card)
        if tall * notes.WIDTH > MOST * lay.table.width * lay.table.height and lay.right.width:
            return lay.log._replace(height=lay.right.bottom - lay.log.y)
        return self.in_corner(notes.WIDTH, tall, self._spoken())

    def _spoken(self) -> Regard:
        """What a note and the line before it speak of; all pieces where they name nothing."""
        mark, line, table = self.note(), self.model.story.lines[self.model.line], self.model.state.table
        names = (*line.actors, *line.targets, mark.about if mark else "")
        return of_things(table, names if any(names) else (piece.id for piece in table.standing()))

    def topic(self) -> Topic | None:
        """What is spoken of: the note that is shown goes first."""
        mark = self.note()
        return Topic(mark, self._spoken(), True) if mark else super().topic()

    def loose(self) -> tuple[Size, ...]:
        """A note stands where it hides least, as dice do."""
        card = self._card()
        at = self._note_rect(card) if card else NOWHERE
        note = ((at.width, at.height),) if at.meets(self.layout.table) else ()
        return note if card else super().loose()

    def cards(self) -> list[Rect]:
        """What lies over the table: also the note, where that is on it."""
        card = self._card()
        note = self._note_rect(card) if card else NOWHERE
        return [*super().cards(), *([note] if note.meets(self.layout.table) else [])]

    def draw(self) -> None:
        """Draw the whole screen; all of it anew where a note has come or gone."""
        card = self._card()
        at = self._note_rect(card) if card else NOWHERE
        if at != self._noted:
            self._noted, self._cleared = at, None
        super().draw()

    def _dice_card(self) -> None:
        """The dice, unless a note is there to be read."""
        if self._card() is None:
            super()._dice_card()

    def shown(self, now: Moment) -> Moment:
        """The moment with a sign at what its note speaks of."""
        mark = self.note()
        return replace(now, overlays=(*now.overlays, *notes.pointed(now.state, mark.about))) if mark else now

    # -- input --

    def action(self, event: pygame.event.Event) -> Action | None:
        """The viewer's keys go first."""
        return self.bindings.find(RECORD, event.key, event.mod) or super().action(event)

    def _click(self, spot: Spot, x: float, y: float) -> None:
        if spot.command == "scrub":
            self._scrubbing = True
            self.do("seek", timeline.moment_at(self.review, self.timeline, x))
        else:
            super()._click(spot, x, y)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; what was pressed on the timeline follows the pointer until it is let go."""
        if event.type == pygame.MOUSEWHEEL and self.layout.right.holds(*self._pointer):
            self.do("roll", -event.y)
            return
        super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP:
            self._scrubbing = False
        elif event.type == pygame.MOUSEMOTION and self._scrubbing:
            x = self._pointer[0] - self.timeline.x
            self.do("seek", timeline.moment_at(self.review, self.timeline, x))


def _seek(window: ReviewWindow, value: Any) -> None:
    window.model.playback.seek(window.review.seek(int(value)))
    window.model.scroll = None


def _by(command: str) -> Callable[[ReviewWindow, Any], None]:
    way = SEEKS[command]
    return lambda window, value: _seek(window, way(window.review, window.now, int(value)))


def _bookmark(window: ReviewWindow, value: Any) -> None:
    window.review.toggle(window.now)


def _branch(window: ReviewWindow, value: Any) -> None:
    """Leave the record to play on from this moment; from the start where nothing is asked any more."""
    at, review = window.now, window.review
    review.branch = Branch(at if review.can_branch(at) else 0, review.sides[review.chosen].key)
    window.running = False


def _side(window: ReviewWindow, value: Any) -> None:
    for _ in range(int(value) % len(window.review.sides)):
        window.review.another_side()


def _seen_by(window: ReviewWindow, value: Any) -> None:
    """See it as somebody else knew it; while the battle is not over, only after a question."""
    review = window.review
    viewers = review.viewers
    wanted = viewers[(viewers.index(review.wish) + int(value)) % len(viewers)]
    if review.people and wanted != review.seen_by:
        window.offered, window.wants = (wanted,), "who looks"
    else:
        review.want(wanted)


def _roll(window: ReviewWindow, value: Any) -> None:
    window.review.roll(int(value))


def _scroll(window: ReviewWindow, value: Any) -> None:
    _by("by_line")(window, value)


def _toggle(window: ReviewWindow, value: Any) -> None:
    """Play on; from the end, from the beginning again."""
    if window.model.playback.live:
        window.model.playback.seek(0)
    COMMANDS["toggle"](window, value)


ReviewWindow.commands = {
    **COMMANDS,
    **{command: _by(command) for command in SEEKS},
    "seek": _seek,
    "scroll": _scroll,
    "toggle": _toggle,
    "bookmark": _bookmark,
    "branch": _branch,
    "as_side": _side,
    "seen_by": _seen_by,
    "roll": _roll,
}
