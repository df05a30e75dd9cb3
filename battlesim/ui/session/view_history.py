"""The history of a battle as known to one side, or to a spectator who sees everything.

The window computes its own states from events and cannot change the running rules. Events that a side may not
know are left out of its history, so they take neither time nor space.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from battlesim.engine.record import FAULT_NOTE_KIND, PLAN_NOTE_KIND, PlayerNote
from battlesim.engine.record_write import RunUpdate
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.side_views import SideKnowledge, event_as_seen, state_seen_by
from battlesim.engine.undo import UndoResult
from battlesim.players.base import ConsideredAnswer
from battlesim.table.events import Event
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import AnyText, phrase, with_names
from battlesim.table.remarks import Remark
from battlesim.table.state import AnyState
from battlesim.ui.session.battle_log import BattleLog
from battlesim.ui.session.log_line import AnswerReason, LogLine, LogSnapshot

RECORD_REMARK: Final = "record"
"""Kind of the remarks that concern the record file."""
EVENTS_PER_SNAPSHOT = 32
"""Number of events between two snapshots."""
MAX_RECENT_STATES = 8
"""Maximum number of recently requested states in the cache."""


class IntentGuess(NamedTuple):
    """A guess about the intent of `side`, which is shown to the side `viewer`."""

    viewer: SideKey
    side: SideKey
    words: AnyText


HistoryItem = RunUpdate | UndoResult | PlayerNote | IntentGuess
"""An item added to a history: an update, an undo, a player's note, or a guess at another side's intent."""


class _Kept(NamedTuple):
    """A snapshot taken every `EVENTS_PER_SNAPSHOT` events: full state, number of known events, and log."""

    state: AnyState
    shown: int
    log: LogSnapshot


class ViewHistory:
    """The events, states and log of a battle as known to `side`, or of the whole battle for NO_SIDE.

    The log begins with the `warnings` about the scenario. `speak` sets its style. For example, if two of five
    events are hidden from the side, its history has three events, and `state(3)` is the side's view after all
    five.
    """

    def __init__(
        self, ruleset: AnyRuleset, state: AnyState, side: SideKey = NO_SIDE, warnings: Iterable[str] = ()
    ) -> None:
        self.ruleset, self.side, self.voiced = ruleset, side, False
        self._opening, self._warnings = state, tuple(warnings)
        self._items: list[HistoryItem] = []
        self.undo_count = 0
        self._start()

    def _start(self) -> None:
        """Begin with the opening state and an empty history."""
        state = self._opening
        self.events: list[Event] = []
        self.log = BattleLog(self.ruleset, self.view(state), self.voiced)
        for words in self._warnings:
            self.log.add_program_line(words, 0)
        self._all: list[Event] = []
        self._ends = [0]
        self._kept = [_Kept(state, 0, self.log.snapshot())]
        self._now = state
        self._recent: OrderedDict[int, AnyState] = OrderedDict({0: state})
        self._views: OrderedDict[int, AnyState] = OrderedDict()

    def speak(self, voiced: bool) -> None:
        """Let the log speak as the game does, or plainly; it is told again if that changes."""
        if voiced != self.voiced:
            self.voiced, items, self._items = voiced, self._items, []
            self.undo_count += 1
            self._start()
            self.add(items)

    def __len__(self) -> int:
        return len(self.events)

    @property
    def lines(self) -> list[LogLine]:
        """The lines of the log."""
        return self.log.lines

    def known_event_count(self, events: int) -> int:
        """Return how many of the first `events` events of the battle this side knows."""
        return bisect_left(self._ends, events, 0, len(self.events))

    def all_event_count(self, told: int) -> int:
        """Return how many events of the battle are over after the first `told` known events."""
        return self._ends[told - 1] + 1 if told else 0

    def view(self, state: AnyState) -> AnyState:
        """Return the part of a full state that this side knows."""
        return self.ruleset.view(state, self.side) if self.side else state

    def add(self, news: Iterable[HistoryItem]) -> None:
        """Add new items to the history; an undo removes the undone events.

        A player's reason is shown only to its own side and to spectators, because it reveals what that side
        knows. A guess is shown to the side that makes it.
        """
        for item in news:
            self._items.append(item)
            if isinstance(item, UndoResult):
                self._back(len(self._all) - item.events)
            elif isinstance(item, PlayerNote):
                self._note(item)
            elif isinstance(item, IntentGuess) and self.side == item.viewer:
                self._reason(item.side, item.words)
            elif isinstance(item, Remark) and item.kind == RECORD_REMARK:
                self.log.add_program_line(item.text, len(self.events))
            elif isinstance(item, Event):
                self._hear(item)

    def _note(self, note: PlayerNote) -> None:
        """Add a player's reason to the log, unless it is advice confirmed together with an act."""
        self.log.note_answer(self._number(note.side))
        if note.kind == FAULT_NOTE_KIND:
            self.log.add_program_line(self._fault_text(note), len(self.events))
        elif note.kind != PLAN_NOTE_KIND and self.side in ("", note.side):
            self._reason(note.side, note.text, _others(note))

    def _fault_text(self, note: PlayerNote) -> AnyText:
        """Return the text of a failed player; others learn only that it failed, not at which decision."""
        if self.side in ("", note.side):
            return note.text
        names = (one.name for one in self._now.table.sides if one.key == note.side)
        return phrase("the player of {} failed; the default is taken", next(names, note.side))

    def _number(self, side: SideKey) -> int:
        """Return the number of a side, or 0 if there is no such side, since notes may come from files."""
        return next((one.number for one in self._now.table.sides if one.key == side), 0)

    def _reason(self, side: SideKey, words: AnyText, others: tuple[AnyText, ...] = ()) -> None:
        """Attach a reason to the next line of the log."""
        table, number = self._now.table, self._number(side)
        told = (with_names(one, table.name_of) for one in others)
        self.log.add_reason(AnswerReason(number, with_names(words, table.name_of), tuple(told)))

    def _hear(self, event: Event) -> None:
        before, self._now = self._now, event.apply(self._now)
        self._all.append(event)
        self._tell(event, self.view(before), self.view(self._now))
        if len(self._all) % EVENTS_PER_SNAPSHOT == 0:
            self._kept.append(_Kept(self._now, len(self.events), self.log.snapshot()))

    def _back(self, to: int) -> None:
        """Go back to the state after `to` events of the battle, by replaying from the last snapshot."""
        again = self._all[to // EVENTS_PER_SNAPSHOT * EVENTS_PER_SNAPSHOT : to]
        self._kept = self._kept[: to // EVENTS_PER_SNAPSHOT + 1]
        kept = self._kept[-1]
        self._now = kept.state
        self.log.restore(kept.log)
        del (
            self._all[to // EVENTS_PER_SNAPSHOT * EVENTS_PER_SNAPSHOT :],
            self.events[kept.shown :],
            self._ends[kept.shown + 1 :],
        )
        self._ends[-1] = len(self._all)
        self._recent.clear()
        self._views.clear()
        self.undo_count += 1
        for event in again:
            self._hear(event)

    def _tell(self, event: Event, before: AnyState, after: AnyState) -> None:
        sight = SideKnowledge(self.side, before.table, after.table, self._now.table)
        shown = event_as_seen(event, sight) if self.side else event
        if shown is None:
            self._ends[-1] = len(self._all)
            self._views.pop(len(self.events), None)
            return
        self.log.add_event(shown, before, after, len(self.events))
        self.events.append(shown)
        self._ends.append(len(self._all))

    def state(self, events: int) -> AnyState:
        """Return the state after the given number of known events.

        Raises IndexError if `events` is negative or greater than `len(self)`.
        """
        if not 0 <= events <= len(self.events):
            raise IndexError(f"the battle has {len(self.events)} events, not {events}")
        if events not in self._views:
            self._views[events] = state_seen_by(self.ruleset, self._whole(self._ends[events]), self.side)
        self._views.move_to_end(events)
        while len(self._views) > MAX_RECENT_STATES:
            self._views.popitem(last=False)
        return self._views[events]

    def _whole(self, events: int) -> AnyState:
        """Return the full state after the given number of events of the battle."""
        if events not in self._recent:
            near = [known for known in self._recent if 0 <= events - known <= EVENTS_PER_SNAPSHOT]
            at = max(near, default=events // EVENTS_PER_SNAPSHOT * EVENTS_PER_SNAPSHOT)
            state = self._recent[at] if near else self._kept[at // EVENTS_PER_SNAPSHOT].state
            for event in self._all[at:events]:
                state = event.apply(state)
            self._recent[events] = state
        self._recent.move_to_end(events)
        while len(self._recent) > MAX_RECENT_STATES:
            self._recent.popitem(last=False)
        return self._recent[events]

    def line_at(self, events: int) -> int:
        """Return the number of the log line that contains the known event with the given index."""
        low, high = 0, len(self.lines)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.lines[middle].first <= events else (low, middle)
        return low


def _others(note: PlayerNote) -> tuple[AnyText, ...]:
    """Return the reasons in a note that concern the other options, or none if the note is malformed."""
    try:
        looked_at = msgspec.convert(note.data.get("considered", ()), tuple[ConsideredAnswer, ...])
    except msgspec.ValidationError:
        return ()
    named = [one for one in looked_at if one.reason and one.reason != note.text]
    return tuple(
        dict.fromkeys(phrase("{}: {}", one.label, one.reason) if one.label else one.reason for one in named)
    )
