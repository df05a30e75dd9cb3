"""Chain reactions: what goes up sets off more, and each is settled in the order in which it was set off.

Users: Mobile Infantry, Troice Station.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeVar

from battlesim.engine.play import Script

T = TypeVar("T")


def run_chain(first: Iterable[T], settle: Callable[[T], Script[Iterable[T]]]) -> Script[None]:
    """Settle the events of a chain reaction in order, and then those that they set off, until none is left.

    `settle` runs the rules of one event, and returns those that it sets off.
    """
    waiting = deque(first)
    while waiting:
        waiting.extend((yield from settle(waiting.popleft())))
