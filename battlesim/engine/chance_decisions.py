"""Decisions that dice or a deck answer, and the one of rolling dice. Drawing a card is in `deck.py`."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.engine.decisions import A, Decision
from battlesim.engine.dice import DiceSource, Rng, needs_text
from battlesim.engine.refusal import Refusal
from battlesim.table.events import Modifier
from battlesim.table.state import AnyState


class ChanceDecision(Decision[A], frozen=True, kw_only=True):
    """A question that dice or a deck answer. A `secret` one is answered by no person's hand."""

    secret: bool = False

    @property
    def prompt_text(self) -> str:
        """What is thrown or drawn."""
        return str(self.prompt)

    def roll_or_draw(self, dice: DiceSource) -> A:
        """What comes."""
        raise TypeError(f"{type(self).__name__} is not left to chance")


class RollDice(ChanceDecision[tuple[int, ...]], frozen=True, kw_only=True, tag="roll_dice"):
    """Roll dice with these numbers of sides; the answer is their natural faces in order.

    `needs` and `modifiers` say what they need, as `DiceRolled` does; `each` what every die is, where they
    differ.
    `made` is the exact chance of each die to be no miss, none where nothing is to be reached.
    """

    answers: ClassVar[Any] = tuple[int, ...]

    dice: tuple[int, ...]
    needs: str = ""
    modifiers: tuple[Modifier, ...] = ()
    each: tuple[str, ...] = ()
    made: tuple[float, ...] = ()

    @property
    def prompt_text(self) -> str:
        """What is rolled, with what the dice need."""
        if not self.needs:
            return str(self.prompt)
        return f"{self.prompt}, {needs_text(self.needs, self.modifiers, len(self.dice))}"

    def roll_or_draw(self, dice: DiceSource) -> tuple[int, ...]:
        """Throw the dice."""
        return (dice.secret_source if self.secret else dice).throw(self.dice, self.prompt_text, self.each)

    def check(self, state: AnyState, answer: tuple[int, ...]) -> Refusal | None:
        """One face a die, each within its die."""
        if len(answer) != len(self.dice):
            return Refusal(f"{len(self.dice)} dice are rolled, not {len(answer)}")
        for face, sides in zip(answer, self.dice, strict=True):
            if not 1 <= face <= sides:
                return Refusal(f"a D{sides} has no face {face}")
        return None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[int, ...]]:
        """Random throws."""
        return [tuple(rng.randrange(1, sides + 1) for sides in self.dice) for _ in range(n)]

    def default(self, state: AnyState) -> tuple[int, ...]:
        """All ones."""
        return tuple(1 for _ in self.dice)
