"""Dice and decks, seeded, scripted or entered by the user; the engine draws random numbers only here."""

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
    """The part of a random generator that suggestions and players use."""

    def random(self) -> float:
        """Return a number in [0, 1)."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """Return a random item of a sequence."""
        ...

    def randrange(self, start: int, stop: int | None = None) -> int:
        """Return a whole number below `start`, or from `start` up to but excluding `stop`."""
        ...

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return `k` different items of a sequence."""
        ...

    def uniform(self, a: float, b: float) -> float:
        """Return a number between a and b."""
        ...


def derived_rng(*words: object) -> random.Random:
    """Return a random generator fixed by some values alone, the same in every process."""
    return random.Random(derived_seed(*words))


def derived_seed(*words: object) -> int:
    """Return the seed of `derived_rng(*words)`: 64 bits of a hash that does not reveal the values."""
    text = "/".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def needs_text(needs: str, modifiers: Iterable[Modifier], dice: int) -> str:
    """Return the text of what a number of dice need and what modifies that."""
    return ", ".join(
        (
            f"{'needs' if dice == 1 else 'need'} {needs}",
            *(modifier_text(modifier, dice) for modifier in modifiers),
        )
    )


def modifier_text(modifier: Modifier, dice: int) -> str:
    """Return the text of a modifier: its name, its value, and how many of the dice it applies to."""
    words = f"{modifier.words} {modifier.value:+d}" if modifier.value else modifier.words
    return f"{words} on {modifier.dice} of {dice}" if modifier.dice else words


class DiceKind(StrEnum):
    """The source of dice results: a seed of the program, or real dice whose faces the user enters."""

    seeded = "seeded"
    typed = "typed"


class DiceError(Exception):
    """Raised when scripted dice do not match what is rolled, or are left over."""


CardIds = tuple[CardId, ...]
NO_CARD_NAMES: Mapping[CardId, str] = MappingProxyType({})


class ChanceSource(Protocol):
    """The interface of anything that rolls dice and draws cards."""

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return one natural face for each die, in order; `each` describes each die, if they differ."""
        ...

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Draw one of the remaining cards, each equally likely; `names` holds their text."""
        ...


class DiceSource(ChanceSource, Protocol):
    """A chance source that has another one for secret rolls and draws."""

    @property
    def secret_source(self) -> ChanceSource:
        """The chance source for rolls and draws that no user may see."""
        ...


class SeededDice:
    """Dice of one seed; the n-th roll of a battle depends on the seed and on n alone."""

    def __init__(self, seed: int, rolls: int = 0) -> None:
        self.seed = seed
        self.rolls = rolls

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Roll the dice and add one to `rolls`."""
        generator = self._next()
        return tuple(generator.randrange(1, side + 1) for side in sides)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Draw one of the remaining cards by the seed and add one to `rolls`."""
        return self._next().choice(cards)

    def _next(self) -> random.Random:
        generator = derived_rng("dice", self.seed, self.rolls)
        self.rolls += 1
        return generator

    @property
    def secret_source(self) -> ChanceSource:
        """The same dice, as no user enters their results."""
        return self


class ManualDice:
    """Real dice and cards whose results the user enters; secret ones are rolled by the seed.

    `seeded` counts every roll, so that no two of its own rolls use the same number.
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
        """The program's own seeded dice."""
        return self.seeded


class ScriptedDice:
    """Faces and card ids given in advance, all of which must be used."""

    def __init__(self, faces: Iterable[int | str]) -> None:
        self.left = list(faces)

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the next scripted faces.

        Raise DiceError if there are too few or a face does not fit its die.
        """
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
        """Return the next scripted card.

        Raise DiceError if there is none or it is not among the remaining cards.
        """
        if not self.left:
            raise DiceError(f"{why}: a card is drawn but none is scripted")
        card = self.left.pop(0)
        if card not in cards:
            raise DiceError(f"{why}: {card!r} is not among {', '.join(sorted(set(cards)))}")
        return CardId(str(card))

    @property
    def secret_source(self) -> ChanceSource:
        """The same script, used for secret rolls too."""
        return self

    def check_used_up(self) -> None:
        """Raise DiceError if scripted faces are left over."""
        if self.left:
            raise DiceError(f"scripted dice are left over: {self.left}")


def _fits(face: int | str, side: int) -> bool:
    return isinstance(face, int) and 1 <= face <= side
