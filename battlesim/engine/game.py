"""What the rules are given: ask, roll, emit, remark, and the state of this moment."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from battlesim.engine.decisions import DICE, Decision, RollDice
from battlesim.table.events import Event, Remark, Rolled
from battlesim.table.state import State

G = TypeVar("G", bound=msgspec.Struct)
A = TypeVar("A")
R = TypeVar("R")

Script = Generator[Decision[Any], Any, R]


class Game(Generic[G]):
    """The running game as the rules see it. Events take effect at once."""

    def __init__(self, state: State[G]) -> None:
        self.state = state
        self.news: list[Event | Remark] = []

    def ask(self, decision: Decision[A]) -> Script[A]:
        """Put a decision to whoever answers for its side; the answer given back is legal."""
        answer: A = yield decision
        return answer

    def roll(
        self, dice: Sequence[int], why: str, *, rule: str, by: str = "", needs: str = "", to: str = ""
    ) -> Script[tuple[int, ...]]:
        """Roll dice (numbers of sides) and enter the faces in the log, for all or for one side (`to`).

        Nothing is rolled for no dice.
        """
        if not dice:
            return ()
        sides = tuple(dice)
        faces = yield from self.ask(
            RollDice(side=DICE, what="dice", prompt=why, rule=rule, about=by, dice=sides, needs=needs)
        )
        self.emit(Rolled(rule=rule, why=why, by=by, sides=sides, faces=faces, needs=needs, to=to))
        return faces

    def emit(self, event: Event) -> None:
        """Carry out an event: the one way in which anything changes."""
        self.state = event.apply(self.state)
        self.news.append(event)

    def remark(self, kind: str, text: str, about: str = "", **data: Any) -> None:
        """Note something for the log that changes nothing."""
        self.news.append(Remark(kind=kind, text=text, about=about, data=data))
