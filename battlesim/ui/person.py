"""A person at the table: the rules' thread puts a question here and waits; the window answers it."""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from battlesim.engine.decisions import DICE, Decision, RollDice
from battlesim.engine.standing_orders import Order, standing_answer
from battlesim.players.base import Moment, Reply
from battlesim.table.state import AnyState


class Closed(BaseException):
    """The window was closed while somebody was asked; no player's fault, so Match lets it through."""


class Question(msgspec.Struct, frozen=True):
    """An open question: its number, the decision, and what the side asked may know (None for dice)."""

    number: int
    decision: Decision[Any]
    view: AnyState | None = None


class Person:
    """The player of all sides that people play, one question at a time.

    `question`, `give`, `order`, `lift` and `close` are the window's; `answer` and `roll` run in the rules'
    thread and wait. Nothing but frozen values passes between the two.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._question: Question | None = None
        self._answer: Any = None
        self._count = 0
        self._closed = False
        self._orders: tuple[Order, ...] = ()

    @property
    def question(self) -> Question | None:
        """What is asked now, None when nothing is."""
        return self._question

    @property
    def orders(self) -> tuple[Order, ...]:
        """The standing orders."""
        return self._orders

    def answer(self, view: AnyState, decision: Decision[Any], moment: Moment) -> Reply:
        """What a standing order says, else what the window gives. Raises Closed when it is closed."""
        standing = standing_answer(self._orders, view, decision)
        if standing is not None:
            return Reply(standing, "by standing order")
        return Reply(self._ask(decision, view), "")

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """The faces of real dice, typed in. Raises Closed when the window is closed."""
        faces: tuple[int, ...] = self._ask(RollDice(side=DICE, what="dice", prompt=why, dice=sides), None)
        return faces

    def _ask(self, decision: Decision[Any], view: AnyState | None) -> Any:
        with self._changed:
            self._count += 1
            self._answer, self._question = None, Question(self._count, decision, view)
            self._changed.wait_for(lambda: self._answer is not None or self._closed)
            self._question = None
            if self._closed:
                raise Closed
            return self._answer[0]

    def give(self, number: int, answer: Any) -> None:
        """Answer the question of a number; another one than the open one is left alone."""
        with self._changed:
            if self._question is not None and self._question.number == number and self._answer is None:
                self._answer, self._question = (answer,), None
                self._changed.notify_all()

    def order(self, order: Order) -> None:
        """Have a standing order from now on; it takes the place of one about the same."""
        same = (order.side, order.what, order.about)
        kept = (o for o in self._orders if (o.side, o.what, o.about) != same)
        self._orders = (*kept, order)

    def lift(self) -> None:
        """Drop all standing orders."""
        self._orders = ()

    def close(self) -> None:
        """The window is closed: whoever waits is sent home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class HandDice:
    """Dice that a person rolls on the table and types into the window."""

    def __init__(self, person: Person) -> None:
        self._person = person

    def throw(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """The faces typed in."""
        return self._person.roll(sides, why)
