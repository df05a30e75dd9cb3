"""Going over a record: its moments and bookmarks, as whom it is seen, and where it could be played on from.

A moment is so many events of the record, whoever looks; `place` and `now` lead to the story that is shown
and back.
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
PACKAGED_RECORD_TEXT: Final = "this record comes with the program: copy the file to keep bookmarks in it"


class BranchRequest(NamedTuple):
    """The wish to play on: from the first question after so many events, a person at this side, or with the
    same players (NO_SIDE); from the beginning perhaps with another seed."""

    moment: int
    side: SideKey
    seed: int | None = None


class SeekRequest(NamedTuple):
    """The wish to see a moment of the battle again, after so many events."""

    moment: int


BOOKMARK_FIELD: Final = "bookmark"
"""The field for its name."""
MAX_NAME_LETTERS: Final = 200
"""Letters of a name."""
MOMENT_SEPARATOR: Final = "  ·  "
"""Between the parts of words that say which moment it is."""


class ReplayPerspective(NamedTuple):
    """A record as somebody knows it."""

    history: ViewHistory
    chart: BattleChart


class ReplaySession:
    """A record that is gone over. `message` is what went wrong, in words; `changes` counts changes.

    `seen_by` is the side as which it is seen; `veiled` says that nobody may see it before a question. What
    another side knows is worked out in `queue`. `sides` are those that have a seat. The bookmark
    of the moment is given its name by `naming`.
    """

    def __init__(self, replay: Replay, history: ViewHistory, queue: WorkQueue | None = None) -> None:
        self.replay = replay
        self.seen_by = FULL_VIEW
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

    # -- as whom it is seen --

    @property
    def crowded(self) -> bool:
        """Whether there are more sides than can be drawn up and down from a middle, or named side by side."""
        return len(self.sides) > 2

    @property
    def history(self) -> ViewHistory:
        """The story that is shown."""
        return self._told[self.seen_by].history

    @property
    def full_history(self) -> ViewHistory:
        """The story with everything in it."""
        return self._told[FULL_VIEW].history

    @property
    def chart(self) -> BattleChart:
        """The chart of the story that is shown."""
        return self._told[self.seen_by].chart

    @property
    def viewers(self) -> list[SideKey]:
        """As whom it can be seen."""
        return [FULL_VIEW, *(side.key for side in self.sides)]

    def name(self, viewer: str) -> str:
        """Whose view it is, in words."""
        return next((side.name for side in self.sides if side.key == viewer), "all")

    def begin(self, viewer: SideKey | None = None) -> None:
        """Have it seen at first as somebody knows it; else by everybody.

        While the battle is not over: as the person who plays, and not before a question where several do.
        """
        usual = next(iter(self.human_sides), FULL_VIEW)
        self.veiled = viewer is None and len(self.human_sides) > 1
        if not self.veiled:
            self.request_perspective(usual if viewer is None else viewer, at_once=True)

    def request_perspective(self, viewer: SideKey, at_once: bool = False) -> None:
        """Wish to see it as somebody knows it, perhaps `is_synchronous`."""
        self.requested_viewer, self.veiled = viewer, False
        self.changes += 1
        if viewer not in self._told and at_once:
            self._told[viewer] = self._tell(viewer)
        elif viewer not in self._told:
            self._coming.request(viewer, lambda: self._tell(viewer))

    def _tell(self, viewer: SideKey) -> ReplayPerspective:
        record = self.replay.record
        story = ViewHistory(record.ruleset, record.state, viewer, record.header.warnings)
        story.add(self.replay.items)
        return ReplayPerspective(story, chart_of(self.replay, story))

    def poll_perspective(self) -> bool:
        """Whether somebody else's view, which was wished for, can be shown."""
        self._coming.poll()
        if self._coming.value is not None:
            self._told[self._coming.value.history.side] = self._coming.value
        return self.requested_viewer != self.seen_by and self.requested_viewer in self._told

    @property
    def waits(self) -> bool:
        """Whether the view that was wished for is still worked out."""
        return self.requested_viewer not in self._told

    @cached_property
    def human_sides(self) -> list[SideKey]:
        """The sides that people play, where the battle is not over and a side does not know all."""
        record, end = self.replay.record, self.replay.state_after(len(self))
        found = [key for key, name in record.header.players.items() if name == HUMAN]
        secret = any(record.ruleset.view(end, side.key) != end for side in self.sides)
        return found if secret and record.outcome is None else []

    @property
    def marks(self) -> list[ReplayMoment]:
        """The bookmarks, the earliest first."""
        return self.replay.bookmarks

    @property
    def notes(self) -> tuple[ReplayMoment, ...]:
        """The bookmarks that say more."""
        return tuple(mark for mark in self.marks if mark.note)

    def mark_at(self, at: int) -> ReplayMoment | None:
        """The bookmark of a moment, or of one that looks the same in the story that is shown."""
        same = (mark for mark in self.marks if self.known_event_count(mark.at) == self.known_event_count(at))
        return min(same, key=lambda mark: abs(mark.at - at), default=None)

    # -- moments --

    def known_event_count(self, at: int) -> int:
        """How many events of the story that is shown are over at a moment."""
        return self.history.known_event_count(at)

    def moment_after(self, told: int) -> int:
        """The moment after so many events of the story that is shown."""
        return len(self) if told == len(self.history) else self.history.all_event_count(told)

    def seek(self, at: int) -> int:
        """Go to a moment; its place in the story that is shown."""
        self._sought, self.rolled = at, 0
        return self.known_event_count(at)

    def current_moment(self, told: int) -> int:
        """The moment after so many events of the story: the one that was sought, while it is that one."""
        return self._sought if self.known_event_count(self._sought) == told else self.moment_after(told)

    def moment_by_event(self, at: int, by: int) -> int:
        """So many events on."""
        return self.moment_after(min(max(self.known_event_count(at) + by, 0), len(self.history)))

    def moment_by_line(self, at: int, by: int) -> int:
        """The end of a line of the log, so many lines on."""
        ends = [line.last for line in self.history.lines]
        return self.moment_after(_beyond(ends, self.known_event_count(at), by, len(self.history)))

    def moment_by_step(self, at: int, by: int) -> int:
        """The start of a step of the rules, so many on."""
        return _beyond([mark.at for mark in self.replay.steps], at, by, len(self))

    def moment_by_turn(self, at: int, by: int) -> int:
        """The start of a turn, so many on."""
        return _beyond([first for first, _ in self.chart.turns], at, by, len(self))

    def moment_by_bookmark(self, at: int, by: int) -> int:
        """The bookmark before or after; the same moment where there is none."""
        places = [mark.at for mark in self.marks]
        return _beyond(places, at, by, at) if any((p - at) * by > 0 for p in places) else at

    def moment_text(self, at: int) -> str:
        """Which moment it is."""
        steps = len(self.replay.steps)
        return (
            f"event {at:,} of {len(self):,}{MOMENT_SEPARATOR}step {self.replay.step_number_at(at)} of {steps}"
        )

    # -- bookmarks --

    def toggle_bookmark(self, at: int) -> None:
        """Set a bookmark at a moment, whose name can be typed then, or take away the one that is there; each
        is a line of the file."""
        here = self.mark_at(at)
        line = self.history.lines[self.history.line_at(max(0, self.known_event_count(at) - 1))]
        self._keep(here.at if here else at, "" if here else str(line.text))
        self.name_at(at)

    def name_at(self, at: int) -> None:
        """Have the bookmark of a moment named, where there is one; a note has a name of its own."""
        self._named = self.mark_at(at)
        if self._named and not self._named.note:
            self.naming.open(BOOKMARK_FIELD)
        self.changes += 1

    def _keep(self, at: int, name: str) -> None:
        """Give a moment a name in the file, "" for none."""
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
        """Give the bookmark the name that was typed; nothing typed leaves it as it was called."""
        if self._named and text.strip():
            self._keep(self._named.at, text.strip()[:MAX_NAME_LETTERS])

    def scroll_bookmarks(self, by: int) -> None:
        """Show bookmarks farther on, or back; what is too far is put right when they are drawn."""
        self.rolled += by
        self.changes += 1

    # -- playing on --

    def can_branch(self, at: int) -> bool:
        """Whether anything is still asked after a moment."""
        answers = self.replay.answers
        return bool(answers) and answers[-1].at >= at

    def change_branch_side(self, by: int) -> None:
        """Play on as the side that is so many farther on."""
        self.chosen = (self.chosen + by) % len(self.sides)
        self.changes += 1


SEEK_COMMANDS: Final[dict[str, Callable[[ReplaySession, int, int], int]]] = {
    "by_event": ReplaySession.moment_by_event,
    "by_line": ReplaySession.moment_by_line,
    "by_step": ReplaySession.moment_by_step,
    "by_turn": ReplaySession.moment_by_turn,
    "by_mark": ReplaySession.moment_by_bookmark,
}
"""Ways through a record by the commands of their keys."""


def _beyond(places: list[int], at: int, by: int, end: int) -> int:
    """The place `by` places after `at`, or before it; the beginning and the end count as places."""
    known = sorted({0, *places, end})
    number = bisect_right(known, at) - 1 + by if by > 0 else bisect_left(known, at) + by
    return known[min(max(number, 0), len(known) - 1)]
