"""Dice and decks of cards: seeded, scripted or real. They are the engine's only source of random results."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol, TypeVar, runtime_checkable

from battlesim.table.events import Modifier
from battlesim.table.ids import CardId

T = TypeVar("T")


class Rng(Protocol):
    """The protocol of the random number generators that suggestions and AI players use."""

    def random(self) -> float:
        """Return a random number x with 0 <= x < 1."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """Return a random element of a sequence."""
        ...

    def randrange(self, start: int, stop: int | None = None) -> int:
        """Return a random integer from 0 to `start` - 1, or from `start` to `stop` - 1 if `stop` is given."""
        ...

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return `k` elements from different positions of a sequence, in random order."""
        ...

    def uniform(self, a: float, b: float) -> float:
        """Return a random number between `a` and `b`."""
        ...


def derived_rng(*words: object) -> random.Random:
    """Return a random number generator seeded with the given values. Equal values give equal numbers."""
    return random.Random(derived_seed(*words))


def derived_seed(*words: object) -> int:
    """Return the seed that `derived_rng` derives from the given values: 64 bits of their SHA-256 hash."""
    text = "/".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def needs_text(needs: str, modifiers: Iterable[Modifier], dice: int) -> str:
    """Return a text such as "need 4+, cover -1" for the result that dice need and its modifiers."""
    return ", ".join(
        (
            f"{'needs' if dice == 1 else 'need'} {needs}",
            *(modifier_text(modifier, dice) for modifier in modifiers),
        )
    )


def modifier_text(modifier: Modifier, dice: int) -> str:
    """Return a modifier as a text with its name, its value, and the number of dice that it applies to."""
    words = f"{modifier.words} {modifier.value:+d}" if modifier.value else modifier.words
    return f"{words} on {modifier.dice} of {dice}" if modifier.dice else words


class DiceKind(StrEnum):
    """The source of dice results: a seeded random number generator, or faces typed in by the user."""

    seeded = "seeded"
    typed = "typed"


class DiceError(Exception):
    """Raised when scripted dice do not match a roll, or when some of them are left over at the end."""


CardIds = tuple[CardId, ...]
NO_CARD_NAMES: Mapping[CardId, str] = MappingProxyType({})


class ChanceSource(Protocol):
    """The protocol of an object that can roll dice and draw cards."""

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Roll a die for each number of sides and return the faces. `each` describes dice that differ."""
        ...

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Draw one of the remaining cards, each equally likely. `names` maps card ids to texts."""
        ...


class DiceSource(ChanceSource, Protocol):
    """The protocol of a source of dice and cards that also has a source for secret results."""

    @property
    def secret_source(self) -> ChanceSource:
        """The source for results that no user may see."""
        ...


@runtime_checkable
class TakesHandfuls(Protocol):
    """The protocol of a source that reports how many identical dice show each face, not single faces."""

    def throw_handful(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """Roll identical dice and return their faces in any order."""
        ...


def throw_unordered(source: ChanceSource, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
    """Roll identical dice and return their sorted faces."""
    if isinstance(source, TakesHandfuls):
        return tuple(sorted(source.throw_handful(sides, why)))
    return tuple(sorted(source.throw(sides, why)))


class SeededDice:
    """Dice and cards from a seed. The n-th result of a battle depends only on the seed and on n."""

    def __init__(self, seed: int, rolls: int = 0) -> None:
        self.seed = seed
        self.rolls = rolls

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Roll the dice and return their faces. Each call adds 1 to the count of rolls."""
        generator = self._next()
        return tuple(generator.randrange(1, side + 1) for side in sides)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Draw one of the cards and return its id. Each call adds 1 to the count of rolls."""
        return self._next().choice(cards)

    def _next(self) -> random.Random:
        generator = derived_rng("dice", self.seed, self.rolls)
        self.rolls += 1
        return generator

    @property
    def secret_source(self) -> ChanceSource:
        """The source of secret results: these dice themselves, because no user enters their results."""
        return self


class ManualDice:
    """Real dice and cards, whose results the user enters. Secret results come from seeded dice instead.

    The seeded dice count all rolls, including the manual rolls, so that a secret roll never repeats a number.
    """

    def __init__(self, hand: ChanceSource, seeded: SeededDice) -> None:
        self.hand, self.seeded = hand, seeded

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Ask the user for the faces of the dice and return them."""
        self.seeded.rolls += 1
        return self.hand.throw(sides, why, each)

    def throw_handful(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """Ask the user how many dice show each face or, if this is not supported, for each single face."""
        self.seeded.rolls += 1
        return throw_unordered(self.hand, sides, why)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Ask the user which card was drawn, and return its id."""
        self.seeded.rolls += 1
        return self.hand.draw_card(cards, why, names)

    @property
    def secret_source(self) -> ChanceSource:
        """The source of secret results: the seeded dice."""
        return self.seeded


class ScriptedDice:
    """Dice and cards whose results are given in advance, in the order in which they are needed."""

    def __init__(self, faces: Iterable[int | str]) -> None:
        self.left = list(faces)

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the next faces of the script. Raises DiceError if a face is missing or impossible."""
        if len(self.left) < len(sides):
            raise DiceError(f"{why}: {len(sides)} dice are rolled, but only {len(self.left)} are scripted")
        faces, self.left = self.left[: len(sides)], self.left[len(sides) :]
        wrong = [
            f"{face} on a D{side}" for face, side in zip(faces, sides, strict=True) if not _fits(face, side)
        ]
        if wrong:
            raise DiceError(f"{why}: {', '.join(wrong)}")
        return tuple(int(face) for face in faces)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Return the next card of the script. Raises DiceError if it is missing or not in the deck."""
        if not self.left:
            raise DiceError(f"{why}: a card is drawn, but the script has none left")
        card = self.left.pop(0)
        if card not in cards:
            raise DiceError(f"{why}: the card {card!r} is not one of {', '.join(sorted(set(cards)))}")
        return CardId(str(card))

    @property
    def secret_source(self) -> ChanceSource:
        """The source of secret results: these dice themselves, because their script supplies them too."""
        return self

    def check_used_up(self) -> None:
        """Raise DiceError if faces or cards of the script have not been used."""
        if self.left:
            raise DiceError(f"some scripted dice were never rolled: {self.left}")


def _fits(face: int | str, side: int) -> bool:
    return isinstance(face, int) and 1 <= face <= side
