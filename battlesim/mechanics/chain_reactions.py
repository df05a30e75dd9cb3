"""Chain reactions, in which an explosion sets off others. They are resolved in the order they are set off.

Users: Mobile Infantry, Troice Station.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeVar

from battlesim.engine.play import Script

T = TypeVar("T")


def run_chain(first: Iterable[T], settle: Callable[[T], Script[Iterable[T]]]) -> Script[None]:
    """Resolve the events of a chain reaction in order, and then the further events that they set off.

    `settle` runs the rules for an event and returns the events that it sets off.
    """
    waiting = deque(first)
    while waiting:
        waiting.extend((yield from settle(waiting.popleft())))
