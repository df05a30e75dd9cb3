"""Volleys, each of which is an announced attack with the saves and other dice rolled directly after it.

In the log, a volley is one line that can be expanded. Its playback time is limited, however many dice it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
from typing import Final

from battlesim.table.events import Event
from battlesim.table.phrases import AnyText, joined_text
from battlesim.ui.session.log_line import SUCCESS_RESULTS, DamageTaken, LogLine, RemovedPiece

NO_VOLLEY: Final = -1
"""Value used instead of a line number if a line belongs to no volley."""
MAX_VOLLEY_S: Final = 1.4
"""Maximum time in seconds for showing a volley at speed 1, including pauses."""


def volley_head(lines: Sequence[LogLine], number: int) -> int:
    """Return the number of the first line of a line's volley, or `number` itself if it is in no volley."""
    under = lines[number].volley_start
    return number if under == NO_VOLLEY else under


def volley_lines(lines: Sequence[LogLine], head: int) -> range:
    """Return the numbers of all lines in the volley that begins at `head`, or just `head`."""
    after = takewhile(lambda k: lines[k].volley_start == head, range(head + 1, len(lines)))
    return range(head, head + 1 + sum(1 for _ in after))


def joined_volley(lines: Sequence[LogLine], number: int) -> int:
    """Return the first line of the volley that dice rolled as event `number` belong to, or NO_VOLLEY."""
    last = lines[-1]
    if last.last != number or not last.roll_rule:
        return NO_VOLLEY
    head = volley_head(lines, len(lines) - 1)
    return head if lines[head].announced else NO_VOLLEY


def volley_results(lines: Sequence[LogLine], head: int, kinds: Callable[[str], str]) -> list[AnyText]:
    """Return the results of a volley as texts, from the longest form to the shortest.

    An example is "3 of 5 hit; Ada lost", then "Ada lost". `kinds` returns the plural name of a kind of piece.
    """
    parts = [lines[k] for k in volley_lines(lines, head)]
    if len(parts) == 1:
        return [parts[0].result]
    told = sum(die.result in SUCCESS_RESULTS for die in parts[0].dice)
    lost = {name: one for part in parts for name, one in part.lost.items()}
    fallen = _fallen(lost.values(), kinds)
    hurt = list(dict.fromkeys(_hurt(parts, lost)))
    hit = f"{told or 'none'} of {len(parts[0].dice)} hit"
    besides = hurt if fallen or hurt or not told else ["no loss"]
    whole, short = (joined_text(words, "; ") for words in ([hit, *fallen, *besides], [hit, *fallen]))
    return [whole, short, *(fallen or [hit]), parts[0].result]


def _hurt(parts: Sequence[LogLine], lost: Collection[str]) -> Iterator[AnyText]:
    """Yield the results of a volley other than losses, adding up the damage of each piece."""
    hurts: dict[str, DamageTaken] = {}
    for part in parts:
        hurts |= {name: one.combined_with(hurts.get(name)) for name, one in part.hurt.items()}
    for about, words in (came for part in parts for came in part.result_texts.items()):
        if about != "lost" and about not in lost:
            yield hurts[about].words if about in hurts else words


def _fallen(lost: Collection[RemovedPiece], kinds: Callable[[str], str]) -> list[AnyText]:
    alone = Counter(one.kind for one in lost)
    names = {one.kind: one.name for one in lost}
    words = [names[kind] if many == 1 else f"{many} {kinds(kind)}" for kind, many in alone.items()]
    all_words = " and ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])
    return [f"{all_words} lost"] if words else []


def pace(
    lines: Sequence[LogLine],
    number: int,
    events: Sequence[Event],
    seconds: Callable[[Event], float],
    rest: float,
) -> float:
    """Return the factor for the duration of a line's events, below 1 if its volley would take too long."""
    found = volley_lines(lines, volley_head(lines, number))
    if not lines[found[0]].announced:
        return 1.0
    told = events[lines[found[0]].first : lines[found[-1]].last]
    whole = sum(map(seconds, told)) + rest * (len(found) - 1)
    return min(1.0, MAX_VOLLEY_S / whole) if whole else 1.0
