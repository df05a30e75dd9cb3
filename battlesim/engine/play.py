"""What the rules are given: ask, roll, emit, remark, and the state of this moment."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from battlesim.engine.carrying_out import FAULTS, EventError, carried_out
from battlesim.engine.decisions import DICE, Decision, RollDice
from battlesim.table.events import DieResult, Event, Modifier, Remark, Rolled
from battlesim.table.state import State

G = TypeVar("G", bound=msgspec.Struct)
A = TypeVar("A")
R = TypeVar("R")

Script = Generator[Decision[Any], Any, R]


class Against(NamedTuple):
    """What dice are rolled against: in words, what the rules make of their faces, what changes them.

    `each` says of every die what it is; none where all are alike.
    """

    needs: str
    judge: Callable[[Sequence[int]], Sequence[DieResult]]
    modifiers: tuple[Modifier, ...] = ()
    each: tuple[str, ...] = ()

    def told(self, sides: Sequence[int]) -> tuple[str, ...]:
        """Every die in words with the least faces that make it, for those who roll real dice."""
        fallen = [self.judge([min(face, die) for die in sides]) for face in range(1, max(sides) + 1)]
        return tuple(f"{one}: {_faces([some[k] for some in fallen])}" for k, one in enumerate(self.each))

    def made(self, *faces: int) -> int:
        """How many of the dice make it."""
        return sum(result != "miss" for result in self.judge(faces))


def _faces(results: Sequence[DieResult]) -> str:
    """The least face that is no miss, and the least that kills, among the results of the faces from 1 on."""
    made, kill = (next((k for k, one in enumerate(results, 1) if one in some), 0) for some in _COUNTS)
    if not made:
        return "no face is enough"
    return f"needs {made}+" + (f", kills on {kill}+" if kill else "")


_COUNTS = (("hit", "kill"), ("kill",))
NOTHING = Against("", lambda faces: ())
"""Dice that have nothing to reach."""


def at_least(number: int, enough: DieResult = "hit", modifiers: tuple[Modifier, ...] = ()) -> Against:
    """Each die needs a number or more, with modifiers that count for all of them."""
    least = number - sum(modifier.value for modifier in modifiers)

    def judge(faces: Sequence[int]) -> list[DieResult]:
        return [enough if face >= least else "miss" for face in faces]

    return Against(f"{number}+", judge, modifiers)


class Play(Generic[G]):
    """The running game as the rules see it. Events take effect at once. `ruleset` is the key of its rules."""

    def __init__(self, state: State[G], ruleset: str) -> None:
        self.state, self.ruleset = state, ruleset
        self.news: list[Event | Remark] = []

    def ask(self, decision: Decision[A]) -> Script[A]:
        """Put a decision to whoever answers for its side; the answer given back is legal."""
        answer: A = yield decision
        return answer

    def roll(
        self,
        dice: Sequence[int],
        why: str,
        *,
        rule: str,
        by: str = "",
        against: Against = NOTHING,
        announced: bool = False,
        to: str = "",
    ) -> Script[tuple[int, ...]]:
        """Roll dice (numbers of sides) and enter the faces in the log, for all or for one side (`to`).

        `announced` dice are those of what was said just before. Nothing is rolled for no dice.
        """
        if not dice:
            return ()
        sides, needs, changes = tuple(dice), against.needs, against.modifiers
        asked = RollDice(
            side=DICE,
            what="dice",
            prompt=why,
            rule=rule,
            about=by,
            dice=sides,
            needs=needs,
            modifiers=changes,
            each=against.told(sides) if against.each else (),
        )
        faces = yield from self.ask(asked)
        fell = Rolled(
            rule=rule,
            why=why,
            by=by,
            sides=sides,
            faces=faces,
            needs=needs,
            modifiers=changes,
            results=tuple(against.judge(faces)),
            announced=announced,
            to=to,
        )
        self.emit(fell)
        return faces

    def emit(self, event: Event) -> None:
        """Carry out an event: the one way in which anything changes. Raises EventError for what cannot be."""
        try:
            self.state = carried_out(event, self.state)
        except FAULTS as error:
            by = f" by {event.rule}" if event.rule else ""
            what = f"{self.ruleset}: {type(event).__name__}{by} cannot be: {error}"
            raise EventError(f"{what} (the battle ends here; what was written before is safe)") from None
        self.news.append(event)

    def remark(self, kind: str, text: str, about: str = "", **data: Any) -> None:
        """Note something for the log that changes nothing."""
        self.news.append(Remark(kind=kind, text=text, about=about, data=data))
