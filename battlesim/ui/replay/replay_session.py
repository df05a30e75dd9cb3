"""The state of a replay: its moments and bookmarks, the side whose view is shown, and the side to play on as.

A moment is a number of events of the full record; `seek` and `current_moment` convert it to and from the
history that is shown, from which events hidden from the side are missing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from battlesim.data_folders import data_root
from battlesim.engine.record import BookmarkLine, RecordError
from battlesim.engine.record_labels import append_bookmark
from battlesim.engine.record_replay import Replay, ReplayMoment
from battlesim.engine.side_views import FULL_VIEW
from battlesim.table.ids import SideKey
from battlesim.table.state import Side
from battlesim.ui.replay.chart import BattleChart, chart_of
from battlesim.ui.session.battle_runner import HUMAN
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.toolkit.text_fields import FieldEditor, InputField
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

PLAY_FROM_START_TEXT: Final = "Play it yourself from the start"
PACKAGED_RECORD_TEXT: Final = "this record belongs to the program: copy the file to save bookmarks in it"


class BranchRequest(NamedTuple):
    """A request to play on from the first decision after `moment` events of a saved battle.

    The human player plays `side`; with NO_SIDE, the players are those of the saved battle. `seed` is a new
    seed and is allowed only if `moment` is 0.
    """

    moment: int
    side: SideKey
    seed: int | None = None


class SeekRequest(NamedTuple):
    """A request to show a saved battle as it was after `moment` events."""

    moment: int


BOOKMARK_FIELD: Final = "bookmark"
"""Key of the text field for a bookmark's name."""
MAX_NAME_LETTERS: Final = 200
"""Maximum number of letters in a bookmark's name."""
MOMENT_SEPARATOR: Final = "  ·  "
"""Separator between the parts of a moment's description."""


class ReplayPerspective(NamedTuple):
    """The history and chart of a saved battle, as known to a side or to a spectator who sees everything."""

    history: ViewHistory
    chart: BattleChart


class ReplaySession:
    """The state of a replay, in which the user watches a saved battle.

    `message` is the last error message, and `changes` is the number of changes. `seen_by` is the side whose
    view is shown. `veiled` is True while no view may be shown without confirmation. Views of other sides are
    computed in `queue`. `sides` are the sides that were played, and `naming` edits the name of the current
    bookmark.
    """

    def __init__(self, replay: Replay, history: ViewHistory, queue: WorkQueue | None = None) -> None:
        self.replay = replay
        self.seen_by = FULL_VIEW
        self._voiced = history.voiced
        self._told = {FULL_VIEW: ReplayPerspective(history, chart_of(replay, history))}
        self._coming: KeyedResult[ReplayPerspective] = KeyedResult(queue, SHORT_LANE)
        self.requested_viewer = FULL_VIEW
        self.veiled = False
        self._sought = self.rolled = 0
        sides = sorted(replay.record.state.table.sides, key=lambda side: side.number)
        self.sides: Sequence[Side] = [side for side in sides if side.played]
        self.chosen = 0
        self.message = ""
        self.changes = 0
        self.branch: BranchRequest | None = None
        self._named: ReplayMoment | None = None
        self.naming = FieldEditor(self._fields, self._name)

    def __len__(self) -> int:
        return len(self.replay)

    # -- perspectives --

    @property
    def crowded(self) -> bool:
        """True if there are more than two sides, which changes how scores and names are drawn."""
        return len(self.sides) > 2

    @property
    def history(self) -> ViewHistory:
        """The history that is shown."""
        return self._told[self.seen_by].history

    @property
    def full_history(self) -> ViewHistory:
        """The history that contains all events of the record."""
        return self._told[FULL_VIEW].history

    @property
    def chart(self) -> BattleChart:
        """The chart of the history that is shown."""
        return self._told[self.seen_by].chart

    @property
    def viewers(self) -> list[SideKey]:
        """The available perspectives: the full view first, followed by the sides."""
        return [FULL_VIEW, *(side.key for side in self.sides)]

    def name(self, viewer: str) -> str:
        """Return the name of a perspective's side, or "all" for the full view."""
        return next((side.name for side in self.sides if side.key == viewer), "all")

    def begin(self, viewer: SideKey | None = None) -> None:
        """Set the first perspective: `viewer`, else the human side of an unfinished battle, else all.

        If several humans play an unfinished battle, nothing is shown before the user has confirmed it.
        """
        usual = next(iter(self.human_sides), FULL_VIEW)
        self.veiled = viewer is None and len(self.human_sides) > 1
        if not self.veiled:
            self.request_perspective(usual if viewer is None else viewer, at_once=True)

    def request_perspective(self, viewer: SideKey, at_once: bool = False) -> None:
        """Request a side's perspective; it is computed in the background unless `at_once`."""
        self.requested_viewer, self.veiled = viewer, False
        self.changes += 1
        if viewer not in self._told and at_once:
            self._told[viewer] = self._tell(viewer)
        elif viewer not in self._told:
            self._coming.request(viewer, lambda: self._tell(viewer))

    def speak(self, voiced: bool) -> None:
        """Let the log of every perspective speak as the game does, or plainly."""
        self._voiced = voiced
        for known in self._told.values():
            known.history.speak(voiced)

    def _tell(self, viewer: SideKey) -> ReplayPerspective:
        record = self.replay.record
        story = ViewHistory(record.ruleset, record.state, viewer, record.header.warnings)
        story.speak(self._voiced)
        story.add(self.replay.items)
        return ReplayPerspective(story, chart_of(self.replay, story))

    def poll_perspective(self) -> bool:
        """Collect a computed perspective. Return True if the requested one is ready and not yet shown."""
        self._coming.poll()
        if self._coming.value is not None:
            self._told[self._coming.value.history.side] = self._coming.value
            self._coming.value.history.speak(self._voiced)
        return self.requested_viewer != self.seen_by and self.requested_viewer in self._told

    @property
    def waits(self) -> bool:
        """True while the requested perspective is being computed."""
        return self.requested_viewer not in self._told

    @cached_property
    def human_sides(self) -> list[SideKey]:
        """The sides played by humans if the battle is unfinished and has secrets; otherwise empty."""
        record, end = self.replay.record, self.replay.state_after(len(self))
        found = [key for key, name in record.header.players.items() if name == HUMAN]
        secret = any(record.ruleset.view(end, side.key) != end for side in self.sides)
        return found if secret and record.outcome is None else []

    @property
    def marks(self) -> list[ReplayMoment]:
        """The bookmarks, sorted by moment."""
        return self.replay.bookmarks

    @property
    def notes(self) -> tuple[ReplayMoment, ...]:
        """The bookmarks that have a note."""
        return tuple(mark for mark in self.marks if mark.note)

    def mark_at(self, at: int) -> ReplayMoment | None:
        """Return the bookmark nearest to a moment among those indistinguishable from it, or None.

        Moments are indistinguishable if the same number of known events is over.
        """
        same = (mark for mark in self.marks if self.known_event_count(mark.at) == self.known_event_count(at))
        return min(same, key=lambda mark: abs(mark.at - at), default=None)

    # -- moments --

    def known_event_count(self, at: int) -> int:
        """Return how many events of the visible history are over at a moment of the full record.

        For example, moment 5 gives 3 if two of the first five events are hidden.
        """
        return self.history.known_event_count(at)

    def moment_after(self, told: int) -> int:
        """Return the moment after the first `told` events of the visible history."""
        return len(self) if told == len(self.history) else self.history.all_event_count(told)

    def seek(self, at: int) -> int:
        """Go to a moment. Return the number of events of the visible history that are over then."""
        self._sought, self.rolled = at, 0
        return self.known_event_count(at)

    def current_moment(self, told: int) -> int:
        """Return the moment after `told` known events, preferring the moment last passed to `seek`."""
        return self._sought if self.known_event_count(self._sought) == told else self.moment_after(told)

    def moment_by_event(self, at: int, by: int) -> int:
        """Return the moment `by` visible events later, or earlier if `by` is negative."""
        return self.moment_after(min(max(self.known_event_count(at) + by, 0), len(self.history)))

    def moment_by_line(self, at: int, by: int) -> int:
        """Return the end of the log line that is `by` lines away."""
        ends = [line.last for line in self.history.lines]
        return self.moment_after(_beyond(ends, self.known_event_count(at), by, len(self.history)))

    def moment_by_step(self, at: int, by: int) -> int:
        """Return the start of the rules step that is `by` steps away."""
        return _beyond([mark.at for mark in self.replay.steps], at, by, len(self))

    def moment_by_turn(self, at: int, by: int) -> int:
        """Return the start of the turn that is `by` turns away."""
        return _beyond([first for first, _ in self.chart.turns], at, by, len(self))

    def moment_by_bookmark(self, at: int, by: int) -> int:
        """Return the moment of the bookmark `by` places away, or `at` if there is none in that direction."""
        places = [mark.at for mark in self.marks]
        return _beyond(places, at, by, at) if any((p - at) * by > 0 for p in places) else at

    def moment_text(self, at: int) -> str:
        """Return a description of a moment with its event and step numbers."""
        steps = len(self.replay.steps)
        return (
            f"event {at:,} of {len(self):,}{MOMENT_SEPARATOR}step {self.replay.step_number_at(at)} of {steps}"
        )

    # -- bookmarks --

    def toggle_bookmark(self, at: int) -> None:
        """Add a bookmark and edit its name, or remove it; each change is appended to the record file."""
        here = self.mark_at(at)
        line = self.history.lines[self.history.line_at(max(0, self.known_event_count(at) - 1))]
        self._keep(here.at if here else at, "" if here else str(line.text))
        self.name_at(at)

    def name_at(self, at: int) -> None:
        """Start editing the name of the bookmark at a moment, unless it has a note."""
        self._named = self.mark_at(at)
        if self._named and not self._named.note:
            self.naming.open(BOOKMARK_FIELD)
        self.changes += 1

    def _keep(self, at: int, name: str) -> None:
        """Save a bookmark in the record file, or remove it if the name is empty."""
        answer, events = self.replay.answer_and_offset(at)
        mark = BookmarkLine(answer=answer, events=events, name=name)
        self.changes += 1
        if data_root() in Path(self.replay.record.path).resolve().parents:
            self.message = PACKAGED_RECORD_TEXT
            return
        try:
            append_bookmark(self.replay.record, mark)
        except RecordError as error:
            self.message = str(error)
            return
        self.message = ""
        self.replay.set_bookmark(mark)

    def _fields(self) -> list[InputField]:
        return [InputField(BOOKMARK_FIELD, "Name", "text", self._named.name)] if self._named else []

    def _name(self, field: InputField, text: str) -> None:
        """Rename the bookmark; an empty name changes nothing."""
        if self._named and text.strip():
            self._keep(self._named.at, text.strip()[:MAX_NAME_LETTERS])

    def scroll_bookmarks(self, by: int) -> None:
        """Scroll the list of bookmarks; the position is clamped when the list is drawn."""
        self.rolled += by
        self.changes += 1

    # -- playing on --

    def can_branch(self, at: int) -> bool:
        """Return True if a decision follows the moment, so that the user can play on from it."""
        answers = self.replay.answers
        return bool(answers) and answers[-1].at >= at

    def change_branch_side(self, by: int) -> None:
        """Select the side that the user will play, `by` places further in the list."""
        self.chosen = (self.chosen + by) % len(self.sides)
        self.changes += 1


SEEK_COMMANDS: Final[dict[str, Callable[[ReplaySession, int, int], int]]] = {
    "by_event": ReplaySession.moment_by_event,
    "by_line": ReplaySession.moment_by_line,
    "by_step": ReplaySession.moment_by_step,
    "by_turn": ReplaySession.moment_by_turn,
    "by_mark": ReplaySession.moment_by_bookmark,
}
"""Methods for moving through a record, by command."""


def _beyond(places: list[int], at: int, by: int, end: int) -> int:
    """Return the place `by` places after (or before) `at`; 0 and `end` count as places."""
    known = sorted({0, *places, end})
    number = bisect_right(known, at) - 1 + by if by > 0 else bisect_left(known, at) + by
    return known[min(max(number, 0), len(known) - 1)]
