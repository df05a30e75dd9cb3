"""Dice and decks: seeded, scripted or entered by the user; the engine's only source of random numbers."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol, TypeVar

from battlesim.table.events import Modifier
from battlesim.table.ids import CardId

T = TypeVar("T")


class Rng(Protocol):
    """The methods of a random number generator that suggestions and players use."""

    def random(self) -> float:
        """Return a random number in the range 0 (included) to 1 (excluded)."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """Return a random item of a sequence."""
        ...

    def randrange(self, start: int, stop: int | None = None) -> int:
        """Return a random integer from 0 to `start` - 1, or from `start` to `stop` - 1 if `stop` is given."""
        ...

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return `k` items from different positions of a sequence, in random order."""
        ...

    def uniform(self, a: float, b: float) -> float:
        """Return a random number between `a` and `b`."""
        ...


def derived_rng(*words: object) -> random.Random:
    """Return a random number generator seeded by the given values, identical in every process."""
    return random.Random(derived_seed(*words))


def derived_seed(*words: object) -> int:
    """Return the seed used by `derived_rng(*words)`: 64 bits of a one-way hash of the words."""
    text = "/".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def needs_text(needs: str, modifiers: Iterable[Modifier], dice: int) -> str:
    """Return text that describes the result that the dice need and the modifiers that apply."""
    return ", ".join(
        (
            f"{'needs' if dice == 1 else 'need'} {needs}",
            *(modifier_text(modifier, dice) for modifier in modifiers),
        )
    )


def modifier_text(modifier: Modifier, dice: int) -> str:
    """Return the text of a modifier: its name, its value, and the number of dice it applies to."""
    words = f"{modifier.words} {modifier.value:+d}" if modifier.value else modifier.words
    return f"{words} on {modifier.dice} of {dice}" if modifier.dice else words


class DiceKind(StrEnum):
    """The source of dice results: the program's seeded generator, or faces that the user enters."""

    seeded = "seeded"
    typed = "typed"


class DiceError(Exception):
    """Raised if scripted dice do not match a roll, or are left over at the end."""


CardIds = tuple[CardId, ...]
NO_CARD_NAMES: Mapping[CardId, str] = MappingProxyType({})


class ChanceSource(Protocol):
    """An object that can roll dice and draw cards."""

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return one natural face for each die, in order; `each` describes every die if the dice differ."""
        ...

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Draw one of the remaining cards, each equally likely; `names` holds the text of each card."""
        ...


class DiceSource(ChanceSource, Protocol):
    """A chance source with a second source for secret rolls and draws."""

    @property
    def secret_source(self) -> ChanceSource:
        """The source for rolls and draws that no user may see."""
        ...


class SeededDice:
    """Dice rolled from a seed; the result of the n-th roll of a battle depends only on the seed and n."""

    def __init__(self, seed: int, rolls: int = 0) -> None:
        self.seed = seed
        self.rolls = rolls

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Roll the dice and increase `rolls` by one."""
        generator = self._next()
        return tuple(generator.randrange(1, side + 1) for side in sides)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Draw one of the remaining cards and increase `rolls` by one."""
        return self._next().choice(cards)

    def _next(self) -> random.Random:
        generator = derived_rng("dice", self.seed, self.rolls)
        self.rolls += 1
        return generator

    @property
    def secret_source(self) -> ChanceSource:
        """This object itself, as no user enters its results."""
        return self


class ManualDice:
    """Real dice and cards whose results the user enters; secret results come from `seeded` instead.

    `seeded` counts every roll, including the manual ones, so a secret roll never reuses a number.
    """

    def __init__(self, hand: ChanceSource, seeded: SeededDice) -> None:
        self.hand, self.seeded = hand, seeded

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the faces that the user enters."""
        self.seeded.rolls += 1
        return self.hand.throw(sides, why, each)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Return the card that the user enters."""
        self.seeded.rolls += 1
        return self.hand.draw_card(cards, why, names)

    @property
    def secret_source(self) -> ChanceSource:
        """The seeded dice of the program."""
        return self.seeded


class ScriptedDice:
    """Dice and cards whose results are given in advance, in the order of the rolls and draws."""

    def __init__(self, faces: Iterable[int | str]) -> None:
        self.left = list(faces)

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the next scripted faces. Raises DiceError if there are too few or one does not fit."""
        if len(self.left) < len(sides):
            raise DiceError(f"{why}: {len(sides)} dice are rolled but only {len(self.left)} are scripted")
        faces, self.left = self.left[: len(sides)], self.left[len(sides) :]
        wrong = [
            f"{face} on a D{side}" for face, side in zip(faces, sides, strict=True) if not _fits(face, side)
        ]
        if wrong:
            raise DiceError(f"{why}: {', '.join(wrong)}")
        return tuple(int(face) for face in faces)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Return the next scripted card. Raises DiceError if none is left or it is not in `cards`."""
        if not self.left:
            raise DiceError(f"{why}: a card is drawn but none is scripted")
        card = self.left.pop(0)
        if card not in cards:
            raise DiceError(f"{why}: {card!r} is not among {', '.join(sorted(set(cards)))}")
        return CardId(str(card))

    @property
    def secret_source(self) -> ChanceSource:
        """This object itself, whose script supplies secret rolls too."""
        return self

    def check_used_up(self) -> None:
        """Raise DiceError if any scripted faces or cards are left over."""
        if self.left:
            raise DiceError(f"scripted dice are left over: {self.left}")


def _fits(face: int | str, side: int) -> bool:
    return isinstance(face, int) and 1 <= face <= side
