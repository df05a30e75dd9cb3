"""The window content for replaying a record, with its events, bookmarks, timeline and notes."""

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
from battlesim.ui.battle.commands import WINDOW_COMMANDS
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.panels import card_strip, top_bar
from battlesim.ui.panels.minimap import Minimap
from battlesim.ui.replay import bookmark_panel, event_panel, note_card, timeline
from battlesim.ui.replay.layout import replay_layout
from battlesim.ui.replay.note_card import NoteButton, NoteCard
from battlesim.ui.replay.replay_session import (
    MOMENT_SEPARATOR,
    PLAY_FROM_START_TEXT,
    SEEK_COMMANDS,
    BranchRequest,
    ReplaySession,
    SeekRequest,
)
from battlesim.ui.session.battle_runner import HUMAN, ThinkingProgress
from battlesim.ui.session.hot_seat import SidePerspective
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.key_commands import ANY_SCREEN, BATTLE_SCREEN, REPLAY_SCREEN
from battlesim.ui.table.camera_subject import CameraSubject, CardSize, line_subject, objects_subject
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect, WindowLayout
from battlesim.ui.toolkit.panel_content import PanelContent
from battlesim.ui.toolkit.work_queue import WorkQueue

LABELLED_KEY_COMMANDS: Final = (
    *("bookmark", "branch", "as_side", "toggle"),
    *("mark_back", "mark_on", "quit", "seen_by"),
)
"""Ids of the key commands whose keys are shown on panels."""
MAX_NOTE_AREA_FRACTION: Final = 0.3
"""Maximum fraction of the table's area that a note may cover."""


class ReplayScreen:
    """The window content for replaying a saved battle, with its events, bookmarks, timeline and notes.

    `offered` are the sides whose view must be confirmed before it is shown. `session.branch` is set if the
    user wants to play on.
    """

    key_screens: tuple[str, ...] = (REPLAY_SCREEN, BATTLE_SCREEN, ANY_SCREEN)
    prompt: DecisionPrompt | None = None
    thinking: ThinkingProgress | None = None

    def __init__(self, stage: Stage, session: ReplaySession) -> None:
        self.stage, self.model, self.session = stage, stage.model, session
        self.timeline = EMPTY_RECT
        self.held = self._asked = False
        self._placed: tuple[object, Rect] | None = None
        self._views = {session.seen_by: SidePerspective(self.model.history, self.model.playback)}
        self.offered: tuple[SideKey, ...] = tuple(session.human_sides) if session.veiled else ()
        self.model.playback.stop_points = {mark.at for mark in session.notes}
        if session.mark_at(0):
            self.model.playback.seek(0)
        self.commands: Mapping[str, Command] = {**WINDOW_COMMANDS, **self._commands()}
        self.panels: tuple[Panel, ...] = self._panels()
        self.card_panels: tuple[Panel, ...] = (
            Panel("note", self._note_place, self._note_drawn, self._card, card=True),
        )
        self.input_handlers: tuple[InputHandler, ...] = (self,)

    @property
    def current_moment(self) -> int:
        """The number of events of the record that are over."""
        return self.session.current_moment(self.model.playback.event_index)

    @property
    def busy(self) -> bool:
        """True while another perspective is being computed."""
        return self.session.waits

    @property
    def own_side(self) -> SideKey:
        """The side that a human played, or the first side if none did."""
        players = self.session.replay.record.header.players
        played = (side for side, name in players.items() if name == HUMAN)
        return next(played, self.session.sides[0].key)

    @property
    def finished_record_path(self) -> Path | None:
        """The path of the record if its battle is over, otherwise None."""
        record = self.session.replay.record
        return Path(record.path) if record.outcome else None

    def leave_with(self, window: Window, wish: BranchRequest | SeekRequest) -> None:
        """Go to the requested moment, or close the window in order to play on."""
        if isinstance(wish, SeekRequest):
            self.seek(wish.moment)
        else:
            self.session.branch, window.running = wish, False

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the panel layout for a window of the given size in pixels at scale 1."""
        shown = self.model.display
        found, self.timeline = replay_layout(width, height, shown.folded, shown.log, self.session.crowded)
        return found.with_strip(card_strip.height(self.model.facts, found.table.width))

    def receive_updates(self) -> bool:
        """Show the requested perspective if it has been computed. Return True if so."""
        ready = self.session.poll_perspective()
        if ready:
            self._see()
        return ready

    def requested_page(self) -> str:
        """Return "", as a replay never opens a page by itself."""
        return ""

    def banner_text(self) -> str:
        """Return "", as a replay shows its status on the timeline."""
        return ""

    def tick(self) -> bool:
        """Return False, as nothing in a replay changes by itself."""
        return False

    def _see(self) -> None:
        """Switch to the requested perspective and stay at the same moment."""
        model, review = self.model, self.session
        at, playing = self.current_moment, model.playback.playing
        self._views[review.seen_by].letters = letters = model.known_letters
        review.seen_by = review.requested_viewer
        fresh = SidePerspective(review.history, Playback(review.history), letters=letters)
        view = self._views.setdefault(review.seen_by, fresh)
        view.playback.stop_points = {review.known_event_count(mark.at) for mark in review.notes}
        model.switch_history(view.story, view.playback, view.letters)
        view.playback.seek(review.seek(at))
        view.playback.playing = playing
        model.seen_by = review.name(review.seen_by) if review.seen_by else ""
        self.stage.instruments.begin()

    # -- display --

    def _panels(self) -> tuple[Panel, ...]:
        """Create the panels, among them the events, bookmarks and timeline."""
        model, review, stage, keys = self.model, self.session, self.stage, self._keys

        def draw_line(rect: Rect) -> PanelContent:
            return timeline.build(review, model.playback, rect, keys()["seen_by"])

        def draw_marks(rect: Rect) -> PanelContent:
            return bookmark_panel.build(review, rect, self.current_moment, keys())

        def draw_events(rect: Rect) -> PanelContent:
            return event_panel.build_event_panel(model, review, rect)

        def draw_cards(rect: Rect) -> PanelContent:
            return card_strip.build(model, rect)

        def draw_head(rect: Rect) -> PanelContent:
            return timeline.build_playhead(review, self.current_moment, rect, self.timeline.height)

        def known() -> object:
            return model.stamp(), review.changes, review.chosen, self.current_moment, keys()

        def scene() -> object:
            return model.stamp(), review.changes, keys(), model.playback.moving

        def upon(place: Callable[[Rect], Rect]) -> Callable[[], Rect]:
            return lambda: place(self.timeline) if self.timeline.height else EMPTY_RECT

        where = upon(lambda line: timeline.moment_text_rect(line, review))
        head = upon(lambda line: timeline.playhead_rect(review, line, self.current_moment))
        return (
            Panel(
                "top", lambda: stage.layout.top, lambda rect: top_bar.build(model, rect, None), model.stamp
            ),
            Panel("log", lambda: self._beside(stage.layout.log), draw_events, model.stamp, "scroll"),
            Panel("right", lambda: self._beside(stage.layout.right), draw_marks, known, "roll"),
            Panel("cards", lambda: self._beside(stage.layout.cards), draw_cards, model.stamp),
            Panel("timeline", lambda: self.timeline, draw_line, scene),
            Panel(
                "where",
                where,
                lambda rect: timeline.build_moment_text(self._where(), rect),
                self._where,
                clear=True,
            ),
            Panel("head", head, draw_head, lambda: (self.current_moment, self.timeline), clear=True),
        )

    def _keys(self) -> dict[str, str]:
        return {name: self.model.bindings.key_label(name) for name in LABELLED_KEY_COMMANDS}

    def _beside(self, rect: Rect) -> Rect:
        """Return the rect of a panel, or an empty rect if the note covers it."""
        return EMPTY_RECT if self._note_place().overlaps(rect) else rect

    def _where(self) -> str:
        if self.session.message:
            return self.session.message
        if self.session.waits:
            return f"working out what {self.session.name(self.session.requested_viewer)} knew"
        moment = self.session.moment_text(self.current_moment)
        return f"{moment}{MOMENT_SEPARATOR}arrows: event, Shift: step, Page: turn"

    def note(self) -> ReplayMoment | None:
        """Return the note at the current moment, or None if there is none or the replay is running."""
        play = self.model.playback
        rests = not (play.playing or play.event_time_s)
        mark = self.session.mark_at(self.current_moment) if rests else None
        return mark if mark and mark.note else None

    def _card(self) -> NoteCard | None:
        """Return the card for the current note, or for the result at the end of the record."""
        mark, play, key = self.note(), self.model.playback, self.model.bindings.key_label
        ended = play.live and not play.event_time_s
        yours = NoteButton("branch", 0, PLAY_FROM_START_TEXT, key("branch"))
        leave = NoteButton("quit", 0, "Leave", key("quit"))
        if mark:
            number = self.session.notes.index(mark) + 1
            go = NoteButton("toggle", 0, "Continue", key("toggle"))
            back = NoteButton("by_mark", -1, "Back", key("mark_back"))
            choices = (yours, back, leave) if ended else (go, back) if number > 1 else (go,)
            return NoteCard(mark.name, mark.note, f"{number} of {len(self.session.notes)}", choices)
        outcome = self.session.replay.record.outcome
        if not (ended and outcome):
            return None
        sides = self.session.full_history.state(0).table.sides
        title, scores = winners_in_words(outcome.winners, sides), scores_in_words(outcome.scores, sides)
        return NoteCard(title, f"{outcome.reason}\n{scores}", "the end", (yours, leave))

    def _note_place(self) -> Rect:
        """Return the rect of the note, which is moved into the right column if it would cover too much."""
        card, stage = self._card(), self.stage
        if card is None:
            return EMPTY_RECT
        key = (
            card,
            self.current_moment,
            stage.layout,
            stage.canvas.scale,
            self.model.camera,
            stage.view.drawn,
        )
        if self._placed is None or self._placed[0] != key:
            self._placed = key, self._place(card, stage.layout)
        return self._placed[1]

    def _place(self, card: NoteCard, lay: WindowLayout) -> Rect:
        tall = note_card.height(card)
        if (
            tall * note_card.CARD_WIDTH_PX > MAX_NOTE_AREA_FRACTION * lay.table.width * lay.table.height
            and lay.right.width
        ):
            return lay.log._replace(height=lay.right.bottom - lay.log.y)
        return self.stage.least_covering_card_rect(note_card.CARD_WIDTH_PX, tall, self._spoken())

    def _note_drawn(self, rect: Rect) -> PanelContent:
        card = self._card()
        return note_card.build(card, rect) if card else PanelContent()

    def _spoken(self) -> FramingSubject:
        """Return the objects of the note and the current line, or all pieces if they name none."""
        mark, line, table = self.note(), self.model.history.lines[self.model.line], self.model.state.table
        names = (*line.actors, *line.targets, mark.about if mark else "")
        return objects_subject(
            table, names if any(names) else (piece.id for piece in table.standing_pieces())
        )

    def camera_subject(self) -> CameraSubject | None:
        """Return the subject for the camera: the note, or the current line if the camera follows it."""
        mark = self.note()
        if mark:
            return CameraSubject(mark, self._spoken(), True)
        return line_subject(self.model) if self.model.display.follow else None

    def loose_card_sizes(self) -> tuple[CardSize, ...] | None:
        """Return the size of the note card, nothing if it is beside the table, or None without a card."""
        if self._card() is None:
            return None
        at = self._note_place()
        return ((at.width, at.height),) if at.overlaps(self.stage.layout.table) else ()

    def overlays(self) -> tuple[Item, ...]:
        """Return the drawing items that highlight the note's object."""
        mark = self.note()
        return tuple(note_card.note_target_items(self.model.state, mark.about)) if mark else ()

    def speak(self, voiced: bool) -> None:
        """Let the log speak as the game does, or plainly."""
        self.session.speak(voiced)

    def close(self) -> None:
        """Stop all background work."""
        self.stage.queue.close()

    # -- input --

    def event(self, event: pygame.event.Event) -> bool:
        """Handle text input for a bookmark's name and drags on the timeline. Return True if handled."""
        letter, self._asked = self._asked and event.type == pygame.TEXTINPUT, False
        if letter or self.session.naming.event(event):
            self.session.changes += 1
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            self.held = False
        elif event.type == pygame.MOUSEMOTION and self.held:
            self.stage.do("scrub", 0)
        return False

    def _commands(self) -> dict[str, Command]:
        review = self.session

        def by(command: str) -> Command:
            way = SEEK_COMMANDS[command]
            return lambda window, value: self.seek(way(review, self.current_moment, int(value)))

        return {
            **{command: by(command) for command in SEEK_COMMANDS},
            "seek": lambda window, value: self.seek(int(value)),
            "scrub": lambda window, value: self._scrub(),
            "scroll": by("by_line"),
            "toggle": self._toggle,
            "bookmark": self._bookmark,
            "name": lambda window, value: review.name_at(int(value)),
            "branch": self._branch,
            "as_side": lambda window, value: review.change_branch_side(int(value)),
            "seen_by": self._seen_by,
            "roll": lambda window, value: review.scroll_bookmarks(int(value)),
        }

    def _bookmark(self, window: Window, value: Any) -> None:
        """Add a bookmark and edit its name, or remove it; the pressed key is not typed into the name."""
        self.session.toggle_bookmark(self.current_moment)
        self._asked = True
        if not self._beside(self.stage.layout.right).width:
            self.session.naming.cancel()

    def seek(self, at: int) -> None:
        """Go to the moment after `at` events of the record."""
        self.model.playback.seek(self.session.seek(at))
        self.model.display.scroll = None

    def _scrub(self) -> None:
        """Go to the moment under the pointer on the timeline."""
        self.held = True
        x = self.stage.pointer[0] - self.timeline.x
        self.seek(timeline.moment_at(self.session, self.timeline, x))

    def _toggle(self, window: Window, value: Any) -> None:
        """Start or pause the replay; at its end, start again from the beginning."""
        if self.model.playback.live:
            self.model.playback.seek(0)
        WINDOW_COMMANDS["toggle"](window, value)

    def _branch(self, window: Window, value: Any) -> None:
        """Leave the replay to play on from here, or from the start if no decision follows."""
        at, review = self.current_moment, self.session
        review.branch = BranchRequest(at if review.can_branch(at) else 0, review.sides[review.chosen].key)
        window.running = False

    def _seen_by(self, window: Window, value: Any) -> None:
        """Show another perspective, asking first if the battle is unfinished."""
        review, viewers = self.session, self.session.viewers
        wanted = viewers[(viewers.index(review.requested_viewer) + int(value)) % len(viewers)]
        if review.human_sides and wanted != review.seen_by:
            self.offered, window.requested_page = (wanted,), "who looks"
        else:
            review.request_perspective(wanted)


def create_replay_window(
    screen: pygame.Surface,
    model: WindowModel,
    review: ReplaySession,
    *,
    executor: Executor | None = None,
    folder: Path | None = None,
    bindings: KeyBindings | None = None,
    queue: WorkQueue | None = None,
) -> Window:
    """Create a window that replays a record."""
    stage = Stage(screen, model, executor, folder, queue=queue)
    window = Window(stage, ReplayScreen(stage, review), Minimap(model, executor, folder), bindings)
    window.requested_page = "who looks" if review.veiled else ""
    return window
