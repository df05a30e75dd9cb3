"""Decisions that are made by chance, including dice rolls. Card draws are in `card_draw`."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from battlesim.engine.decisions import A, Decision
from battlesim.engine.dice import DiceSource, Rng, needs_text, throw_unordered
from battlesim.engine.refusal import Refusal
from battlesim.table.events import Modifier
from battlesim.table.state import AnyState


class ChanceDecision(Decision[A], frozen=True, kw_only=True):
    """A decision made by dice or a deck of cards. If it is `secret`, the user is not asked for the result."""

    secret: bool = False

    @property
    def prompt_text(self) -> str:
        """A description of the dice roll or card draw for the user."""
        return str(self.prompt)

    def roll_or_draw(self, dice: DiceSource) -> A:
        """Roll dice or draw a card, using `dice`. Raises TypeError if a subclass does not override this."""
        raise TypeError(f"the class {type(self).__name__} must define roll_or_draw")


class RollDice(ChanceDecision[tuple[int, ...]], frozen=True, kw_only=True, tag="roll_dice"):
    """A roll of dice with the given numbers of sides. The answer is the unmodified face of each die.

    `needs` and `modifiers` describe the required result, as in `DiceRolled`. `each` describes each die if the
    dice differ. `made` is the exact chance of success of each die, or empty if no result is required. If the
    dice are `unordered`, only the number of dice with each face counts, and the faces are sorted.
    """

    answers: ClassVar[Any] = tuple[int, ...]

    dice: tuple[int, ...]
    needs: str = ""
    modifiers: tuple[Modifier, ...] = ()
    each: tuple[str, ...] = ()
    made: tuple[float, ...] = ()
    unordered: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_handful(self) -> bool:
        """True if the roll has more dice than faces and only the number of dice with each face counts."""
        return bool(self.unordered) and len(self.dice) > max(self.dice, default=0)

    @property
    def prompt_text(self) -> str:
        """A description of the roll, including the result that the dice must show."""
        if not self.needs:
            return str(self.prompt)
        return f"{self.prompt}, {needs_text(self.needs, self.modifiers, len(self.dice))}"

    def roll_or_draw(self, dice: DiceSource) -> tuple[int, ...]:
        """Roll the dice and return their faces. A secret roll uses the secret source of `dice`."""
        source = dice.secret_source if self.secret else dice
        if self.unordered:
            return throw_unordered(source, self.dice, self.prompt_text)
        return source.throw(self.dice, self.prompt_text, self.each)

    def check(self, state: AnyState, answer: tuple[int, ...]) -> Refusal | None:
        """Return a refusal unless the answer has one valid face for each die."""
        if len(answer) != len(self.dice):
            return Refusal(f"{len(self.dice)} dice are rolled, but the answer has {len(answer)}")
        for face, sides in zip(answer, self.dice, strict=True):
            if not 1 <= face <= sides:
                return Refusal(f"a D{sides} has no face {face}")
        return None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[int, ...]]:
        """Return `n` random rolls of the dice."""
        return [tuple(rng.randrange(1, sides + 1) for sides in self.dice) for _ in range(n)]

    def default(self, state: AnyState) -> tuple[int, ...]:
        """Return a roll in which every die shows a 1."""
        return tuple(1 for _ in self.dice)
