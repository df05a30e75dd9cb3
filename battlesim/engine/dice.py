"""Dice and decks: seeded, scripted or typed in. The only place of the engine that draws random numbers."""

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
        """A number in [0, 1)."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """One of a sequence."""
        ...

    def randrange(self, start: int, stop: int | None = None) -> int:
        """A whole number below `start`, or from `start` up to but not `stop`."""
        ...

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """`k` different ones of a sequence."""
        ...

    def uniform(self, a: float, b: float) -> float:
        """A number between a and b."""
        ...


def derived_rng(*words: object) -> random.Random:
    """A generator of its own, fixed by words alone: the same for every process and hash seed."""
    return random.Random(derived_seed(*words))


def derived_seed(*words: object) -> int:
    """Return the seed of `derived_rng(*words)`: 64 bits of a hash, from which the words do not follow."""
    text = "/".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def needs_text(needs: str, modifiers: Iterable[Modifier], dice: int) -> str:
    """What so many dice need, and what changes that."""
    return ", ".join(
        (
            f"{'needs' if dice == 1 else 'need'} {needs}",
            *(modifier_text(modifier, dice) for modifier in modifiers),
        )
    )


def modifier_text(modifier: Modifier, dice: int) -> str:
    """What changes some of so many dice, and by how much."""
    words = f"{modifier.words} {modifier.value:+d}" if modifier.value else modifier.words
    return f"{words} on {modifier.dice} of {dice}" if modifier.dice else words


class DiceKind(StrEnum):
    """Who rolls: the program by a seed, or a person who types in what real dice show."""

    seeded = "seeded"
    typed = "typed"


class DiceError(Exception):
    """Raised when scripted dice do not match what is rolled, or are left over."""


CardIds = tuple[CardId, ...]
NO_CARD_NAMES: Mapping[CardId, str] = MappingProxyType({})


class ChanceSource(Protocol):
    """Whoever throws dice and draws cards."""

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """One natural face for each die, in order; `each` says what every die is, where they differ."""
        ...

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """One of the cards that are left, any of them as likely; `names` are their words."""
        ...


class DiceSource(ChanceSource, Protocol):
    """Whoever answers rolls and draws."""

    @property
    def secret_source(self) -> ChanceSource:
        """Who throws and draws what no person at the table may see."""
        ...


class SeededDice:
    """Dice of one seed. The n-th roll of a battle depends on the seed and on n alone."""

    def __init__(self, seed: int, rolls: int = 0) -> None:
        self.seed = seed
        self.rolls = rolls

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Throw the dice; `rolls` counts on."""
        generator = self._next()
        return tuple(generator.randrange(1, side + 1) for side in sides)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Draw a card; `rolls` counts on."""
        return self._next().choice(cards)

    def _next(self) -> random.Random:
        generator = derived_rng("dice", self.seed, self.rolls)
        self.rolls += 1
        return generator

    @property
    def secret_source(self) -> ChanceSource:
        """The same dice."""
        return self


class ManualDice:
    """Real dice and cards, told by a person; what is secret falls by the seed.

    `seeded` counts every roll, so that none of its own falls like another.
    """

    def __init__(self, hand: ChanceSource, seeded: SeededDice) -> None:
        self.hand, self.seeded = hand, seeded

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """The faces that the person tells."""
        self.seeded.rolls += 1
        return self.hand.throw(sides, why, each)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """The card that the person tells."""
        self.seeded.rolls += 1
        return self.hand.draw_card(cards, why, names)

    @property
    def secret_source(self) -> ChanceSource:
        """The program's own dice."""
        return self.seeded


class ScriptedDice:
    """Faces and the ids of cards laid down in advance, used up exactly."""

    def __init__(self, faces: Iterable[int | str]) -> None:
        self.left = list(faces)

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """The next faces. Raises DiceError when too few are left or a face does not fit its die."""
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
        """The next card. Raises DiceError when none is scripted, or one that is not left."""
        if not self.left:
            raise DiceError(f"{why}: a card is drawn but none is scripted")
        card = self.left.pop(0)
        if card not in cards:
            raise DiceError(f"{why}: {card!r} is not among {', '.join(sorted(set(cards)))}")
        return CardId(str(card))

    @property
    def secret_source(self) -> ChanceSource:
        """The same script."""
        return self

    def check_used_up(self) -> None:
        """Raises DiceError when scripted faces are left over."""
        if self.left:
            raise DiceError(f"scripted dice are left over: {self.left}")


def _fits(face: int | str, side: int) -> bool:
    return isinstance(face, int) and 1 <= face <= side
