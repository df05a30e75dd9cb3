"""A record in a window: table, events, bookmarks, timeline, notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Final

import pygame

from battlesim.engine.record_replay import ReplayMoment
from battlesim.render.drawlist import Item
from battlesim.render.framing import FramingSubject
from battlesim.report.ending import scores_in_words, winners_in_words
from battlesim.table.ids import SideKey
from battlesim.ui.battle.commands import COMMANDS
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.curtain import Viewpoint
from battlesim.ui.panels import cards, top
from battlesim.ui.panels.overview import Overview
from battlesim.ui.parts.layout import NOWHERE, Layout, Rect
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.parts.work_queue import WorkQueue
from battlesim.ui.question.asking import Asking
from battlesim.ui.review import events, marks, notes, timeline
from battlesim.ui.review.layout import placed
from battlesim.ui.review.notes import Choice, NoteCard
from battlesim.ui.review.review import AGAIN, PART, SEEKS, Branch, Look, Review
from battlesim.ui.settings.bindings import Bindings
from battlesim.ui.settings.keys import BATTLE, EVERYWHERE, RECORD
from battlesim.ui.story.feed import HUMAN, Thinking
from battlesim.ui.story.model import Model
from battlesim.ui.story.playback import Playback
from battlesim.ui.table.regard import Size, Topic, of_line, of_things
from battlesim.ui.table.stage import Stage

NAMED: Final = ("bookmark", "branch", "as_side", "toggle", "mark_back", "mark_on", "quit", "seen_by")
"""The actions whose keys the panels name."""
MOST: Final = 0.3
"""Share of the table that a note may cover."""


class GoingOver:
    """The cast of a window on a record: `review.branch` is set when the person wants to play on.

    `offered` are the sides as which it could be seen next, once the person has said so.
    """

    screens: tuple[str, ...] = (RECORD, BATTLE, EVERYWHERE)
    asking: Asking | None = None
    thinking: Thinking | None = None

    def __init__(self, stage: Stage, review: Review) -> None:
        self.stage, self.model, self.review = stage, stage.model, review
        self.timeline = NOWHERE
        self.held = self._asked = False
        self._placed: tuple[object, Rect] | None = None
        self._views = {review.seen_by: Viewpoint(self.model.story, self.model.playback)}
        self.offered: tuple[SideKey, ...] = tuple(review.people) if review.veiled else ()
        self.model.playback.halts = {mark.at for mark in review.notes}
        if review.mark_at(0):
            self.model.playback.seek(0)
        self.commands: Mapping[str, Command] = {**COMMANDS, **self._commands()}
        self.panels: tuple[Panel, ...] = self._panels()
        self.cards: tuple[Panel, ...] = (
            Panel("note", self._note_place, self._note_drawn, self._card, card=True),
        )
        self.parts: tuple[Part, ...] = (self,)

    @property
    def now(self) -> int:
        """The moment of the record that is shown: how many of its events are over."""
        return self.review.now(self.model.playback.at)

    @property
    def busy(self) -> bool:
        """Whether what somebody else knew is still worked out."""
        return self.review.waits

    @property
    def own(self) -> SideKey:
        """The side that a person played, else the first."""
        players = self.review.replay.record.header.players
        played = (side for side, name in players.items() if name == HUMAN)
        return next(played, self.review.sides[0].key)

    @property
    def ended(self) -> Path | None:
        """The record, if the battle is over in it."""
        record = self.review.replay.record
        return Path(record.path) if record.outcome else None

    def take(self, window: Window, wish: Branch | Look) -> None:
        """Go to the moment, or leave the record to play on."""
        if isinstance(wish, Look):
            self.seek(wish.at)
        else:
            self.review.branch, window.running = wish, False

    def layout(self, width: float, height: float) -> Layout:
        """The viewer's panels."""
        shown = self.model.shown
        found, self.timeline = placed(width, height, shown.folded, shown.log, self.review.crowded)
        return found.with_strip(cards.height(self.model.facts, found.table.width))

    def hear(self) -> bool:
        """Show what another side knows as soon as that is worked out."""
        ready = self.review.ready()
        if ready:
            self._see()
        return ready

    def wants(self) -> str:
        """Nothing but what commands ask for."""
        return ""

    def words(self) -> str:
        """The record has words of its own, under the table."""
        return ""

    def tick(self) -> bool:
        """Nothing happens on its own."""
        return False

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
        self.stage.instruments.begin()

    # -- what it shows --

    def _panels(self) -> tuple[Panel, ...]:
        """Events, bookmarks, timeline."""
        model, review, stage, keys = self.model, self.review, self.stage, self._keys

        def draw_line(rect: Rect) -> Drawn:
            return timeline.build(review, model.playback, rect, keys()["seen_by"])

        def draw_marks(rect: Rect) -> Drawn:
            return marks.build(review, rect, self.now, keys())

        def draw_events(rect: Rect) -> Drawn:
            return events.events(model, review, rect)

        def draw_cards(rect: Rect) -> Drawn:
            return cards.build(model, rect)

        def draw_head(rect: Rect) -> Drawn:
            return timeline.head(review, self.now, rect, self.timeline.height)

        def known() -> object:
            return model.stamp(), review.changes, review.chosen, self.now, keys()

        def scene() -> object:
            return model.stamp(), review.changes, keys(), model.playback.moving

        def upon(place: Callable[[Rect], Rect]) -> Callable[[], Rect]:
            return lambda: place(self.timeline) if self.timeline.height else NOWHERE

        where = upon(lambda line: timeline.words_rect(line, review))
        head = upon(lambda line: timeline.head_rect(review, line, self.now))
        return (
            Panel("top", lambda: stage.layout.top, lambda rect: top.build(model, rect, None), model.stamp),
            Panel("log", lambda: self._beside(stage.layout.log), draw_events, model.stamp, "scroll"),
            Panel("right", lambda: self._beside(stage.layout.right), draw_marks, known, "roll"),
            Panel("cards", lambda: self._beside(stage.layout.cards), draw_cards, model.stamp),
            Panel("timeline", lambda: self.timeline, draw_line, scene),
            Panel("where", where, lambda rect: timeline.words(self._where(), rect), self._where, clear=True),
            Panel("head", head, draw_head, lambda: (self.now, self.timeline), clear=True),
        )

    def _keys(self) -> dict[str, str]:
        return {name: self.model.bindings.shown(name) for name in NAMED}

    def _beside(self, rect: Rect) -> Rect:
        """The place of a panel, unless the note stands there."""
        return NOWHERE if self._note_place().meets(rect) else rect

    def _where(self) -> str:
        if self.review.message:
            return self.review.message
        if self.review.waits:
            return f"working out what {self.review.name(self.review.wish)} knew"
        return f"{self.review.words(self.now)}{PART}arrows step, Shift by step, Page by turn"

    def note(self) -> ReplayMoment | None:
        """The note of the moment that is shown, while it rests there."""
        play = self.model.playback
        rests = not (play.playing or play.since)
        mark = self.review.mark_at(self.now) if rests else None
        return mark if mark and mark.note else None

    def _card(self) -> NoteCard | None:
        """The note of this moment, or at the end who has won."""
        mark, play, key = self.note(), self.model.playback, self.model.bindings.shown
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
        sides = self.review.whole.state(0).table.sides
        title, scores = winners_in_words(outcome.winners, sides), scores_in_words(outcome.scores, sides)
        return NoteCard(title, f"{outcome.reason}\n{scores}", "the end", (yours, leave))

    def _note_place(self) -> Rect:
        """On the table; where it would cover much of that, in place of the column beside it."""
        card, stage = self._card(), self.stage
        if card is None:
            return NOWHERE
        key = (card, self.now, stage.layout, stage.canvas.scale, self.model.camera, stage.view.drawn)
        if self._placed is None or self._placed[0] != key:
            self._placed = key, self._place(card, stage.layout)
        return self._placed[1]

    def _place(self, card: NoteCard, lay: Layout) -> Rect:
        tall = notes.height(card)
        if tall * notes.WIDTH > MOST * lay.table.width * lay.table.height and lay.right.width:
            return lay.log._replace(height=lay.right.bottom - lay.log.y)
        return self.stage.in_corner(notes.WIDTH, tall, self._spoken())

    def _note_drawn(self, rect: Rect) -> Drawn:
        card = self._card()
        return notes.build(card, rect) if card else Drawn()

    def _spoken(self) -> FramingSubject:
        """What a note and the line before it speak of; all pieces where they name nothing."""
        mark, line, table = self.note(), self.model.story.lines[self.model.line], self.model.state.table
        names = (*line.actors, *line.targets, mark.about if mark else "")
        return of_things(table, names if any(names) else (piece.id for piece in table.standing_pieces()))

    def topic(self) -> Topic | None:
        """What is spoken of: the note that is shown, else the line if that is followed."""
        mark = self.note()
        if mark:
            return Topic(mark, self._spoken(), True)
        return of_line(self.model) if self.model.shown.follow else None

    def sizes(self) -> tuple[Size, ...] | None:
        """The size of a note, where that is on the table; it stands where it hides least, as dice do."""
        if self._card() is None:
            return None
        at = self._note_place()
        return ((at.width, at.height),) if at.meets(self.stage.layout.table) else ()

    def overlays(self) -> tuple[Item, ...]:
        """A sign at what the note speaks of."""
        mark = self.note()
        return tuple(notes.pointed(self.model.state, mark.about)) if mark else ()

    def close(self) -> None:
        """Leave what is still worked out."""
        self.stage.queue.close()

    # -- input --

    def event(self, event: pygame.event.Event) -> bool:
        """What is typed is the name of a bookmark while that is asked; what was pressed on the timeline
        follows the pointer until it is let go."""
        letter, self._asked = self._asked and event.type == pygame.TEXTINPUT, False
        if letter or self.review.naming.event(event):
            self.review.changes += 1
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            self.held = False
        elif event.type == pygame.MOUSEMOTION and self.held:
            self.stage.do("scrub", 0)
        return False

    def _commands(self) -> dict[str, Command]:
        review = self.review

        def by(command: str) -> Command:
            way = SEEKS[command]
            return lambda window, value: self.seek(way(review, self.now, int(value)))

        return {
            **{command: by(command) for command in SEEKS},
            "seek": lambda window, value: self.seek(int(value)),
            "scrub": lambda window, value: self._scrub(),
            "scroll": by("by_line"),
            "toggle": self._toggle,
            "bookmark": self._bookmark,
            "name": lambda window, value: review.name_at(int(value)),
            "branch": self._branch,
            "as_side": lambda window, value: review.another_side(int(value)),
            "seen_by": self._seen_by,
            "roll": lambda window, value: review.roll(int(value)),
        }

    def _bookmark(self, window: Window, value: Any) -> None:
        """Set a bookmark and have it named, or take it away; the letter that asked for it is none of its
        name."""
        self.review.toggle(self.now)
        self._asked = True
        if not self._beside(self.stage.layout.right).width:
            self.review.naming.leave()

    def seek(self, at: int) -> None:
        """Go to a moment of the record."""
        self.model.playback.seek(self.review.seek(at))
        self.model.shown.scroll = None

    def _scrub(self) -> None:
        """Go to the moment of the timeline that is under the pointer."""
        self.held = True
        x = self.stage.pointer[0] - self.timeline.x
        self.seek(timeline.moment_at(self.review, self.timeline, x))

    def _toggle(self, window: Window, value: Any) -> None:
        """Play on; from the end, from the beginning again."""
        if self.model.playback.live:
            self.model.playback.seek(0)
        COMMANDS["toggle"](window, value)

    def _branch(self, window: Window, value: Any) -> None:
        """Leave the record to play on from this moment; from the start where nothing is asked any more."""
        at, review = self.now, self.review
        review.branch = Branch(at if review.can_branch(at) else 0, review.sides[review.chosen].key)
        window.running = False

    def _seen_by(self, window: Window, value: Any) -> None:
        """See it as somebody else knew it; while the battle is not over, only after a question."""
        review, viewers = self.review, self.review.viewers
        wanted = viewers[(viewers.index(review.wish) + int(value)) % len(viewers)]
        if review.people and wanted != review.seen_by:
            self.offered, window.wants = (wanted,), "who looks"
        else:
            review.want(wanted)


def review_window(
    screen: pygame.Surface,
    model: Model,
    review: Review,
    *,
    executor: Executor | None = None,
    folder: Path | None = None,
    bindings: Bindings | None = None,
    queue: WorkQueue | None = None,
) -> Window:
    """A window on a record."""
    stage = Stage(screen, model, executor, folder, queue=queue)
    window = Window(stage, GoingOver(stage, review), Overview(model, executor, folder), bindings)
    window.wants = "who looks" if review.veiled else ""
    return window
