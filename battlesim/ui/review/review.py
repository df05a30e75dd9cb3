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
from battlesim.ui.parts.typing import Field, Typing
from battlesim.ui.parts.work_queue import SOON, KeyedResult, WorkQueue
from battlesim.ui.review.chart import Chart, chart_of
from battlesim.ui.story.feed import HUMAN
from battlesim.ui.story.story import Story

AGAIN: Final = "Play it yourself from the start"
OWN: Final = "this record comes with the program: copy the file to keep bookmarks in it"


class Branch(NamedTuple):
    """The wish to play on: from the first question after so many events, a person at this side, or with the
    same players (NO_SIDE); from the beginning perhaps with another seed."""

    at: int
    side: SideKey
    seed: int | None = None


class Look(NamedTuple):
    """The wish to see a moment of the battle again, after so many events."""

    at: int


BOOKMARK: Final = "bookmark"
"""The field for its name."""
LONGEST: Final = 200
"""Letters of a name."""
PART: Final = "  ·  "
"""Between the parts of words that say which moment it is."""


class Told(NamedTuple):
    """A record as somebody knows it."""

    story: Story
    chart: Chart


class Review:
    """A record that is gone over. `message` is what went wrong, in words; `changes` counts changes.

    `seen_by` is the side as which it is seen; `veiled` says that nobody may see it before a question. What
    another side knows is worked out in `queue`. `sides` are those that have a seat. The bookmark
    of the moment is given its name by `naming`.
    """

    def __init__(self, replay: Replay, story: Story, queue: WorkQueue | None = None) -> None:
        self.replay = replay
        self.seen_by = FULL_VIEW
        self._told = {FULL_VIEW: Told(story, chart_of(replay, story))}
        self._coming: KeyedResult[Told] = KeyedResult(queue, SOON)
        self.wish = FULL_VIEW
        self.veiled = False
        self._sought = self.rolled = 0
        sides = sorted(replay.record.state.table.sides, key=lambda side: side.number)
        self.sides: Sequence[Side] = [side for side in sides if side.played]
        self.chosen = 0
        self.message = ""
        self.changes = 0
        self.branch: Branch | None = None
        self._named: ReplayMoment | None = None
        self.naming = Typing(self._fields, self._name)

    def __len__(self) -> int:
        return len(self.replay)

    # -- as whom it is seen --

    @property
    def crowded(self) -> bool:
        """Whether there are more sides than can be drawn up and down from a middle, or named side by side."""
        return len(self.sides) > 2

    @property
    def story(self) -> Story:
        """The story that is shown."""
        return self._told[self.seen_by].story

    @property
    def whole(self) -> Story:
        """The story with everything in it."""
        return self._told[FULL_VIEW].story

    @property
    def chart(self) -> Chart:
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
        usual = next(iter(self.people), FULL_VIEW)
        self.veiled = viewer is None and len(self.people) > 1
        if not self.veiled:
            self.want(usual if viewer is None else viewer, at_once=True)

    def want(self, viewer: SideKey, at_once: bool = False) -> None:
        """Wish to see it as somebody knows it, perhaps `at_once`."""
        self.wish, self.veiled = viewer, False
        self.changes += 1
        if viewer not in self._told and at_once:
            self._told[viewer] = self._tell(viewer)
        elif viewer not in self._told:
            self._coming.want(viewer, lambda: self._tell(viewer))

    def _tell(self, viewer: SideKey) -> Told:
        record = self.replay.record
        story = Story(record.ruleset, record.state, viewer, record.header.warnings)
        story.add(self.replay.items)
        return Told(story, chart_of(self.replay, story))

    def ready(self) -> bool:
        """Whether somebody else's view, which was wished for, can be shown."""
        self._coming.poll()
        if self._coming.value is not None:
            self._told[self._coming.value.story.side] = self._coming.value
        return self.wish != self.seen_by and self.wish in self._told

    @property
    def waits(self) -> bool:
        """Whether the view that was wished for is still worked out."""
        return self.wish not in self._told

    @cached_property
    def people(self) -> list[SideKey]:
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
        same = (mark for mark in self.marks if self.place(mark.at) == self.place(at))
        return min(same, key=lambda mark: abs(mark.at - at), default=None)

    # -- moments --

    def place(self, at: int) -> int:
        """How many events of the story that is shown are over at a moment."""
        return self.story.told(at)

    def over(self, told: int) -> int:
        """The moment after so many events of the story that is shown."""
        return len(self) if told == len(self.story) else self.story.over(told)

    def seek(self, at: int) -> int:
        """Go to a moment; its place in the story that is shown."""
        self._sought, self.rolled = at, 0
        return self.place(at)

    def now(self, told: int) -> int:
        """The moment after so many events of the story: the one that was sought, while it is that one."""
        return self._sought if self.place(self._sought) == told else self.over(told)

    def event(self, at: int, by: int) -> int:
        """So many events on."""
        return self.over(min(max(self.place(at) + by, 0), len(self.story)))

    def line(self, at: int, by: int) -> int:
        """The end of a line of the log, so many lines on."""
        ends = [line.last for line in self.story.lines]
        return self.over(_beyond(ends, self.place(at), by, len(self.story)))

    def step(self, at: int, by: int) -> int:
        """The start of a step of the rules, so many on."""
        return _beyond([mark.at for mark in self.replay.steps], at, by, len(self))

    def turn(self, at: int, by: int) -> int:
        """The start of a turn, so many on."""
        return _beyond([first for first, _ in self.chart.turns], at, by, len(self))

    def mark(self, at: int, by: int) -> int:
        """The bookmark before or after; the same moment where there is none."""
        places = [mark.at for mark in self.marks]
        return _beyond(places, at, by, at) if any((p - at) * by > 0 for p in places) else at

    def words(self, at: int) -> str:
        """Which moment it is."""
        steps = len(self.replay.steps)
        return f"event {at:,} of {len(self):,}{PART}step {self.replay.step_number_at(at)} of {steps}"

    # -- bookmarks --

    def toggle(self, at: int) -> None:
        """Set a bookmark at a moment, whose name can be typed then, or take away the one that is there; each
        is a line of the file."""
        here = self.mark_at(at)
        line = self.story.lines[self.story.line_at(max(0, self.place(at) - 1))]
        self._keep(here.at if here else at, "" if here else str(line.text))
        self.name_at(at)

    def name_at(self, at: int) -> None:
        """Have the bookmark of a moment named, where there is one; a note has a name of its own."""
        self._named = self.mark_at(at)
        if self._named and not self._named.note:
            self.naming.open(BOOKMARK)
        self.changes += 1

    def _keep(self, at: int, name: str) -> None:
        """Give a moment a name in the file, "" for none."""
        answer, events = self.replay.answer_and_offset(at)
        mark = BookmarkLine(answer=answer, events=events, name=name)
        self.changes += 1
        if data_root() in Path(self.replay.record.path).resolve().parents:
            self.message = OWN
            return
        try:
            append_bookmark(self.replay.record, mark)
        except RecordError as error:
            self.message = str(error)
            return
        self.message = ""
        self.replay.set_bookmark(mark)

    def _fields(self) -> list[Field]:
        return [Field(BOOKMARK, "Name", "text", self._named.name)] if self._named else []

    def _name(self, field: Field, text: str) -> None:
        """Give the bookmark the name that was typed; nothing typed leaves it as it was called."""
        if self._named and text.strip():
            self._keep(self._named.at, text.strip()[:LONGEST])

    def roll(self, by: int) -> None:
        """Show bookmarks farther on, or back; what is too far is put right when they are drawn."""
        self.rolled += by
        self.changes += 1

    # -- playing on --

    def can_branch(self, at: int) -> bool:
        """Whether anything is still asked after a moment."""
        answers = self.replay.answers
        return bool(answers) and answers[-1].at >= at

    def another_side(self, by: int) -> None:
        """Play on as the side that is so many farther on."""
        self.chosen = (self.chosen + by) % len(self.sides)
        self.changes += 1


SEEKS: Final[dict[str, Callable[[Review, int, int], int]]] = {
    "by_event": Review.event,
    "by_line": Review.line,
    "by_step": Review.step,
    "by_turn": Review.turn,
    "by_mark": Review.mark,
}
"""Ways through a record by the commands of their keys."""


def _beyond(places: list[int], at: int, by: int, end: int) -> int:
    """The place `by` places after `at`, or before it; the beginning and the end count as places."""
    known = sorted({0, *places, end})
    number = bisect_right(known, at) - 1 + by if by > 0 else bisect_left(known, at) + by
    return known[min(max(number, 0), len(known) - 1)]
