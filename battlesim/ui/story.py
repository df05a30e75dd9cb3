"""What is known of a battle so far: its events, the state after any number of them, and the log.

Events are folded here alone: the window never touches the running rules, so it cannot change them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from battlesim.engine.record_write import News
from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.events import Event
from battlesim.table.state import AnyState
from battlesim.ui.log import Line, Log

SPACING = 32
"""Events between two states that are kept."""
RECENT = 8
"""States kept besides, because they were asked for of late."""


class Story:
    """A battle as it is told."""

    def __init__(self, ruleset: AnyRuleset, state: AnyState) -> None:
        self.ruleset = ruleset
        self.events: list[Event] = []
        self.log = Log(ruleset, state)
        self._kept = [state]
        self._now = state
        self._recent: OrderedDict[int, AnyState] = OrderedDict({0: state})

    def __len__(self) -> int:
        return len(self.events)

    @property
    def lines(self) -> list[Line]:
        """The log."""
        return self.log.lines

    def add(self, news: Iterable[News]) -> None:
        """Go on with what has happened."""
        for event in news:
            if not isinstance(event, Event):
                continue
            before, self._now = self._now, event.apply(self._now)
            self.log.hear(event, before, self._now, len(self.events))
            self.events.append(event)
            if len(self.events) % SPACING == 0:
                self._kept.append(self._now)

    def state(self, events: int) -> AnyState:
        """The state after so many events, 0 to len(self). Raises IndexError beyond that."""
        if not 0 <= events <= len(self.events):
            raise IndexError(f"there are {len(self.events)} events, not {events}")
        if events not in self._recent:
            near = [known for known in self._recent if 0 <= events - known <= SPACING]
            at = max(near, default=events // SPACING * SPACING)
            state = self._recent[at] if near else self._kept[at // SPACING]
            for event in self.events[at:events]:
                state = event.apply(state)
            self._recent[events] = state
        self._recent.move_to_end(events)
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        return self._recent[events]

    def line_at(self, events: int) -> int:
        """The place in the log of the line that event number `events` (from 0) belongs to."""
        low, high = 0, len(self.lines)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.lines[middle].first <= events else (low, middle)
        return low
