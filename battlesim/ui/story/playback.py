"""The time of the window: which event is being shown, how far it has come, and how fast it goes."""

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
    TerrainChanged,
)
from battlesim.table.pieces import Off
from battlesim.ui.story.moves import length
from battlesim.ui.story.story import Story
from battlesim.ui.story.volley import head_of, pace, volley

SPEEDS: Final = (("1/2", 0.5), ("1x", 1.0), ("2x", 2.0), ("4x", 4.0), ("jump", 0.0))
"""Names and factors; 0 shows every line at its end at once."""
INCHES_A_SECOND: Final = 24.0
SHORTEST, LONGEST = 0.25, 1.2
JUMP_LINE = 0.12
"""Seconds a line stands when it is not played."""
SETTLE: Final = 0.35
"""Seconds that dice take to settle."""
REST = 0.45
"""Seconds between two lines."""


def _moving(event: PiecesMoved) -> float:
    if all(isinstance(part.new, Off) for part in event.parts):
        return 0.12
    far = max((length(part) for part in event.parts), default=0.0)
    return min(max(far / INCHES_A_SECOND, SHORTEST), LONGEST) if far else 0.15


_LASTING: Final[dict[type[Event], Callable[..., float]]] = {
    PiecesMoved: _moving,
    DiceRolled: lambda event: 0.95,
    CardDrawn: lambda event: 0.75,
    MessageLogged: lambda event: 0.55,
    MovesAnnounced: lambda event: 1.2,
    HitsChanged: lambda event: 0.16,
    TerrainChanged: lambda event: 0.1,
    PiecesAdded: lambda event: 0.1,
}


def seconds(event: Event) -> float:
    """How long an event is shown at speed 1: moves at 24 in/s, dice until they have settled and were read."""
    last = _LASTING.get(type(event))
    return last(event) if last else 0.0


class Playback:
    """A place in a story that moves on with time. `at` events are over; `since` seconds of the next are.

    It stops by itself after each of the numbers of events in `halts`.
    """

    def __init__(self, story: Story, reduced: bool = False) -> None:
        self.story, self.reduced = story, reduced
        self.at = 0
        self.since = 0.0
        self.playing = True
        self.speed = 1
        self.halts: Collection[int] = ()
        self._rest = 0.0
        self._stop: int | None = None

    @property
    def live(self) -> bool:
        """Whether everything that is known has been shown."""
        return self.at >= len(self.story)

    @property
    def event(self) -> Event | None:
        """The event that is being shown."""
        return self.story.events[self.at] if not self.live else None

    @property
    def progress(self) -> float:
        """How much of it has been shown, 0 to 1."""
        event = self.event
        lasts = self._lasts(self.at) if event else 0.0
        return min(1.0, self.since / lasts) if lasts else 0.0

    def has_settled(self, number: int) -> bool:
        """Return whether the dice of an event have been seen to settle, or it is over."""
        return number < self.at or (number == self.at and (self.reduced or self.since >= SETTLE))

    @property
    def line(self) -> int:
        """The place in the log of what is being shown, or was last."""
        resting = self._rest > 0 or not self.moving
        return self.story.line_at(max(0, self.at - 1 if resting and self.since == 0 else self.at))

    @property
    def moving(self) -> bool:
        """Whether time goes on."""
        return (self.playing or self._stop is not None) and not self.live

    def tick(self, elapsed: float) -> bool:
        """Let time pass (seconds); whether another moment is to be shown."""
        if not self.moving:
            return False
        before = self.at, self.since
        factor = SPEEDS[self.speed][1]
        if factor == 0 or self.reduced:
            self._jump(elapsed * (factor or 1.0))
        else:
            self._play(elapsed * factor)
        return before != (self.at, self.since)

    def _play(self, left: float) -> None:
        while left > 0 and self.moving:
            if self._rest > 0:
                spent = min(left, self._rest)
                self._rest, left = self._rest - spent, left - spent
                continue
            lasts = self._lasts(self.at)
            spent = min(left, lasts - self.since)
            self.since, left = self.since + spent, left - spent
            if self.since >= lasts:
                self._over()

    def _lasts(self, number: int) -> float:
        """How long an event is shown at speed 1, seconds."""
        return seconds(self.story.events[number]) * self._pace(self.story.line_at(number))

    def _pace(self, line: int) -> float:
        return pace(self.story.lines, line, self.story.events, seconds, REST)

    def _over(self) -> None:
        """The event is over; between two lines that were seen there is a rest."""
        lines, number = self.story.lines, self.story.line_at(self.at)
        line, goes_on = lines[number], number + 1 in volley(lines, head_of(lines, number))
        rest = REST * (self._pace(number) if goes_on else 1.0)
        self.at, self.since = self.at + 1, 0.0
        if self.at >= line.last and (line.kind != "turn" or line.results):
            self._rest = rest
        self._arrive()

    def _arrive(self) -> None:
        """Stop where it was said to."""
        if self._stop is not None and self.at >= self._stop:
            self._stop = None
        if self.at in self.halts:
            self.playing, self._stop = False, None

    def _jump(self, elapsed: float) -> None:
        """Whole lines at their ends, each for a moment; what is announced stands before it is done."""
        self._rest -= elapsed
        while self._rest <= 0 and self.moving:
            number = self.story.line_at(self.at)
            line, share = self.story.lines[number], self._pace(number)
            end = max(line.last, self.at + 1)
            told = (k + 1 for k in range(self.at, end) if isinstance(self.story.events[k], MovesAnnounced))
            end = next(told, end)
            end = min((halt for halt in self.halts if self.at < halt <= end), default=end)
            before = self.story.events[end - 1]
            stands = seconds(before) if isinstance(before, MovesAnnounced) else 4 * JUMP_LINE
            self.at, self.since = end, 0.0
            self._rest += stands * share if SPEEDS[self.speed][1] else JUMP_LINE
            self._arrive()
        self._rest = max(self._rest, 0.0)

    def toggle(self) -> None:
        """Play or pause."""
        self.playing = not self.playing
        self._stop = None

    def next(self) -> None:
        """Show the next line and stop after it; what is being shown is skipped to its end."""
        if self.live:
            return
        self.playing = False
        if self._stop is not None:
            self.seek(self._stop)
        line = self.story.lines[self.story.line_at(min(self.at, len(self.story) - 1))]
        self._stop, self._rest = max(line.last, self.at + 1), 0.0

    def back(self) -> None:
        """The line before, at its end."""
        now = self.story.line_at(max(0, self.at - 1))
        self.seek(self.story.lines[now].first)

    def skip(self) -> None:
        """The event being shown is over at once."""
        if not self.live and self.since:
            self._over()
        self._rest = 0.0

    def seek(self, events: int) -> None:
        """Stop and show the moment after so many events."""
        self.playing, self._stop, self._rest = False, None, 0.0
        self.at, self.since = min(max(events, 0), len(self.story)), 0.0

    def now(self) -> None:
        """On to the newest moment, and play."""
        self.seek(len(self.story))
        self.playing = True
