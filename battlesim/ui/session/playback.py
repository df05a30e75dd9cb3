"""Playback of the events of a battle: the current event, the time spent on it, and the speed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from battlesim.table.events import (
    CardDrawn,
    DiceRolled,
    Event,
    HitsChanged,
    MessageLogged,
    MovesAnnounced,
    PiecesAdded,
    PiecesMoved,
    TemplatePlaced,
    TerrainChanged,
)
from battlesim.table.pieces import Off
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.move_phrases import travel_length
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.volley import pace, volley_head, volley_lines

PLAYBACK_SPEEDS: Final = (("1/2", 0.5), ("1x", 1.0), ("2x", 2.0), ("4x", 4.0), ("jump", 0.0))
"""Labels and factors of the playback speeds; factor 0 jumps from line to line."""
MOVE_SPEED_IN_PER_S: Final = 24.0
MIN_MOVE_S, MAX_MOVE_S = 0.25, 1.2
JUMP_LINE_S = 0.12
"""Seconds for which a line is shown at the jumping speed."""
DICE_SETTLE_S: Final = 0.35
"""Seconds until rolled dice have settled."""
LINE_PAUSE_S = 0.45
"""Pause in seconds between two lines."""


def _moving(event: PiecesMoved) -> float:
    if all(isinstance(part.new, Off) for part in event.parts):
        return 0.12
    far = max((travel_length(part) for part in event.parts), default=0.0)
    return min(max(far / MOVE_SPEED_IN_PER_S, MIN_MOVE_S), MAX_MOVE_S) if far else 0.15


_LASTING: Final[dict[type[Event], Callable[..., float]]] = {
    PiecesMoved: _moving,
    DiceRolled: lambda event: 0.95,
    CardDrawn: lambda event: 0.75,
    MessageLogged: lambda event: 0.55,
    MovesAnnounced: lambda event: 1.2,
    TemplatePlaced: lambda event: 0.9,
    HitsChanged: lambda event: 0.16,
    TerrainChanged: lambda event: 0.1,
    PiecesAdded: lambda event: 0.1,
}


def event_duration(event: Event) -> float:
    """Return how many seconds an event is shown at speed 1.

    Moves run at 24 inches per second within limits; dice stay until they have settled and can be read.
    """
    last = _LASTING.get(type(event))
    return last(event) if last else 0.0


class Playback:
    """A position in the history of a battle that advances with time.

    The first `event_index` events are over, and the next event has been shown for `event_time_s` seconds.
    Playback stops at each number of events in `stop_points`. `waiting` becomes True after an announcement
    whose log line satisfies `waits_after`, and stays so until `resume` is called. If `waits_before_turn` is
    True, it also becomes True once, before the next turn or phase.
    """

    def __init__(self, history: ViewHistory, reduced_motion: bool = False) -> None:
        self.history, self.reduced_motion = history, reduced_motion
        self.event_index = 0
        self.event_time_s = 0.0
        self.playing = True
        self.speed = 1
        self.stop_points: Collection[int] = ()
        self.waits_after: Callable[[LogLine], bool] = lambda line: False
        self.waiting = self.waits_before_turn = False
        self._rest = 0.0
        self._stop: int | None = None

    @property
    def live(self) -> bool:
        """True if every known event has been shown."""
        return self.event_index >= len(self.history)

    @property
    def event(self) -> Event | None:
        """The event that is being shown, or None if all have been shown."""
        return self.history.events[self.event_index] if not self.live else None

    @property
    def progress(self) -> float:
        """The fraction of the current event that has been shown, 0 to 1."""
        event = self.event
        lasts = self._lasts(self.event_index) if event else 0.0
        return min(1.0, self.event_time_s / lasts) if lasts else 0.0

    def has_settled(self, number: int) -> bool:
        """Return True if the dice of an event have settled on the screen or the event is over."""
        return number < self.event_index or (
            number == self.event_index and (self.reduced_motion or self.event_time_s >= DICE_SETTLE_S)
        )

    @property
    def line(self) -> int:
        """The number of the log line that is being shown or was shown last."""
        resting = self._rest > 0 or not self.moving
        return self.history.line_at(
            max(0, self.event_index - 1 if resting and self.event_time_s == 0 else self.event_index)
        )

    @property
    def moving(self) -> bool:
        """True if playback is advancing."""
        return (self.playing or self._stop is not None) and not self.live and not self.waiting

    def resume(self) -> bool:
        """End the wait. Return True if there was one."""
        was, self.waiting = self.waiting, False
        return was

    def tick(self, elapsed: float) -> bool:
        """Advance playback by `elapsed` seconds. Return True if the position changed."""
        self._wait_before_turn()
        if not self.moving:
            return False
        before = self.event_index, self.event_time_s
        factor = PLAYBACK_SPEEDS[self.speed][1]
        if factor == 0 or self.reduced_motion:
            self._jump(elapsed * (factor or 1.0))
        else:
            self._play(elapsed * factor)
        return before != (self.event_index, self.event_time_s)

    def _play(self, left: float) -> None:
        while left > 0 and self.moving:
            if self._rest > 0:
                spent = min(left, self._rest)
                self._rest, left = self._rest - spent, left - spent
                continue
            lasts = self._lasts(self.event_index)
            spent = min(left, lasts - self.event_time_s)
            self.event_time_s, left = self.event_time_s + spent, left - spent
            if self.event_time_s >= lasts:
                self._over()

    def _lasts(self, number: int) -> float:
        """Return how many seconds an event is shown at speed 1, shortened if its volley is long."""
        return event_duration(self.history.events[number]) * self._pace(self.history.line_at(number))

    def _pace(self, line: int) -> float:
        return pace(self.history.lines, line, self.history.events, event_duration, LINE_PAUSE_S)

    def _over(self) -> None:
        """End the current event, and pause if it was the last event of its line."""
        lines, number = self.history.lines, self.history.line_at(self.event_index)
        line, goes_on = lines[number], number + 1 in volley_lines(lines, volley_head(lines, number))
        rest = LINE_PAUSE_S * (self._pace(number) if goes_on else 1.0)
        self.event_index, self.event_time_s = self.event_index + 1, 0.0
        if self.event_index >= line.last and (line.kind != "turn" or line.results):
            self._rest = rest
        self._arrive()

    def _arrive(self) -> None:
        """Stop playback if it has reached a stop point."""
        if self._stop is not None and self.event_index >= self._stop:
            self._stop = None
        if self.event_index in self.stop_points:
            self.playing, self._stop = False, None
        self._wait_before_turn()
        over = self.history.events[self.event_index - 1]
        if self.playing and isinstance(over, MovesAnnounced):
            self.waiting = self.waits_after(self.history.lines[self.history.line_at(self.event_index - 1)])

    def _wait_before_turn(self) -> None:
        """Begin the wait before a turn or phase if it is the next line and has not begun."""
        if not self.waits_before_turn or self.live or self.event_time_s or not self.playing:
            return
        line = self.history.lines[self.history.line_at(self.event_index)]
        if line.kind == "turn" and line.first == self.event_index:
            self.waiting, self.waits_before_turn = True, False

    def _jump(self, elapsed: float) -> None:
        """Jump from line end to line end with short pauses, stopping before an announced move is made."""
        self._rest -= elapsed
        while self._rest <= 0 and self.moving:
            number = self.history.line_at(self.event_index)
            line, share = self.history.lines[number], self._pace(number)
            end = max(line.last, self.event_index + 1)
            told = (
                k + 1
                for k in range(self.event_index, end)
                if isinstance(self.history.events[k], MovesAnnounced)
            )
            end = next(told, end)
            end = min((halt for halt in self.stop_points if self.event_index < halt <= end), default=end)
            before = self.history.events[end - 1]
            stands = event_duration(before) if isinstance(before, MovesAnnounced) else 4 * JUMP_LINE_S
            self.event_index, self.event_time_s = end, 0.0
            self._rest += stands * share if PLAYBACK_SPEEDS[self.speed][1] else JUMP_LINE_S
            self._arrive()
        self._rest = max(self._rest, 0.0)

    def toggle(self) -> None:
        """Switch between playing and paused, or end a wait."""
        if self.resume():
            return
        self.playing = not self.playing
        self._stop = None

    def show_next_line(self) -> None:
        """Play the next line and stop after it; if such a line is still playing, skip to its end first."""
        if self.resume() or self.live:
            return
        self.playing = False
        if self._stop is not None:
            self.seek(self._stop)
        line = self.history.lines[self.history.line_at(min(self.event_index, len(self.history) - 1))]
        self._stop, self._rest = max(line.last, self.event_index + 1), 0.0

    def show_previous_line(self) -> None:
        """Go to the end of the previous line."""
        now = self.history.line_at(max(0, self.event_index - 1))
        self.seek(self.history.lines[now].first)

    def skip(self) -> None:
        """Skip to the end of the current event, or end a wait."""
        if self.resume():
            return
        if not self.live and self.event_time_s:
            self._over()
        self._rest = 0.0

    def seek(self, events: int) -> None:
        """Stop playback and show the state after the given number of events."""
        self.playing, self._stop, self._rest = False, None, 0.0
        self.waiting = self.waits_before_turn = False
        self.event_index, self.event_time_s = min(max(events, 0), len(self.history)), 0.0

    def go_to_newest(self) -> None:
        """Go to the newest event and play from there."""
        self.seek(len(self.history))
        self.playing = True
