"""Opposed rolls, and dice whose size is shifted up or down.

Users: Troice Station (wounds), Invasion Earth, Stargrunt (fire, impact), the rulesets of the tests.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from battlesim.mechanics.chance import DiceRoll, modifier_total
from battlesim.table.events import DieResult, DieTag

T = TypeVar("T")


class OpposedRoll(DiceRoll[int], frozen=True, kw_only=True):
    """A roll of one die against another. Its value is the first total minus the second total.

    `sides`, `tags`, `bonus` and `notes` (which explain the bonus) hold a value for each die. `changes` are
    modifiers of the first die only.
    """

    sides: tuple[int, ...] = (6, 6)
    bonus: tuple[int, int] = (0, 0)
    notes: tuple[str, str] = ("", "")

    def value_of(self, faces: Sequence[int]) -> int:
        """Return the total of the first die minus the total of the second die."""
        first, second = self._sums(faces)
        return first - second

    def first_higher_chance(self) -> float:
        """Return the chance that the first die has the higher total."""
        return sum(chance for margin, chance in self.chances().items() if margin > 0)

    def _sums(self, faces: Sequence[int]) -> tuple[int, int]:
        return faces[0] + self.bonus[0] + modifier_total(self.changes), faces[1] + self.bonus[1]

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "hit" for the die with the higher total and "miss" for the other, or for both in a tie."""
        margin = self.value_of(faces)
        return ("hit" if margin > 0 else "miss", "hit" if margin < 0 else "miss")

    def value_text(self, faces: Sequence[int]) -> str:
        """Return both totals and their difference as text, such as "4+3 = 7 against 2+1 = 3: +4"."""
        sums = zip(faces, self._sums(faces), self.notes, strict=True)
        mine, theirs = (_sum(face, whole) + (f" ({note})" if note else "") for face, whole, note in sums)
        return f"{mine} against {theirs}: {self.value_of(faces):+d}"


MAJOR = 2
"""The number of dice that must exceed the other die for a major success; one is a minor success."""


class Successes(NamedTuple):
    """The number of dice that beat the opposing die, limited to MAJOR, and the sum of the dice."""

    dice: int
    total: int


class MultipleOpposedRoll(DiceRoll[Successes], frozen=True, kw_only=True):
    """A roll of several dice against a single opposing die, which comes first in `sides` and `tags`."""

    def value_of(self, faces: Sequence[int]) -> Successes:
        """Return how many dice beat the opposing die, and the sum of all dice except the opposing die."""
        first, *others = faces
        return Successes(min(MAJOR, sum(face > first for face in others)), sum(others))

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "hit" for each die that beats the opposing die, or for the opposing die if none does.

        All other dice are "miss".
        """
        first, *others = faces
        hits: list[DieResult] = ["hit" if face > first else "miss" for face in others]
        return ("miss" if "hit" in hits else "hit", *hits)

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the degree of success as text, such as "no success" or "minor success, total 9"."""
        dice, total = self.value_of(faces)
        return ("no success", "minor success", "major success")[dice] + (f", total {total}" if dice else "")

    def success_chances(self) -> tuple[float, ...]:
        """Return the chance that no die beats the opposing die, followed by each die's chance to beat it."""
        first, *others = self.sides
        none = sum(chance for value, chance in self.chances().items() if not value.dice)
        return (
            none,
            *(sum(max(0, own - face) for face in range(1, first + 1)) / (own * first) for own in others),
        )

    def chances(self) -> dict[Successes, float]:
        """Return the chance of every value, computed die by die to avoid trying all combinations."""
        first, *others = self.sides
        found: defaultdict[Successes, float] = defaultdict(float)
        for face in range(1, first + 1):
            for value, ways in _successes_against(face, others).items():
                found[value] += ways / self._ways()
        return dict(found)

    def _ways(self) -> int:
        return math.prod(self.sides)


def _successes_against(face: int, dice: Sequence[int]) -> dict[Successes, int]:
    """Return the number of ways in which the dice give each value against a face of the opposing die."""
    ways = {Successes(0, 0): 1}
    for sides in dice:
        after: defaultdict[Successes, int] = defaultdict(int)
        for value, count in _with_another_die(ways, face, sides):
            after[value] += count
        ways = dict(after)
    return ways


def _with_another_die(ways: dict[Successes, int], face: int, sides: int) -> Iterator[tuple[Successes, int]]:
    for (dice, total), count in ways.items():
        for own in range(1, sides + 1):
            yield Successes(min(MAJOR, dice + (own > face)), total + own), count


def _sum(face: int, whole: int) -> str:
    return f"{face}{whole - face:+d} = {whole}" if whole != face else f"{face}"


class InterferedRoll(DiceRoll[T], frozen=True, kw_only=True):
    """A roll that can be spoiled by a chain of interfering dice. The dice of the roll itself come first.

    The first interfering die spoils the roll if it is higher than a die that the side `user` rolls. Each
    further die cancels the die before it if it is higher and is not itself cancelled. The value of a spoiled
    roll is `spoiled`.
    """

    own: DiceRoll[T]
    user: str
    spoiled: T

    def value_of(self, faces: Sequence[int]) -> T:
        """Return the value of the roll, or `spoiled` if the interfering dice have spoiled it."""
        count = len(self.own.sides)
        return self.spoiled if self.working(faces)[0] else self.own.value_of(faces[:count])

    def working(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Return a bool for each interfering die: True if it is high enough and no other die cancels it."""
        count = len(self.own.sides)
        own = [face for face, tag in zip(faces[:count], self.own.tags, strict=True) if tag.side == self.user]
        targets, found, works = (min(own), *faces[count:-1]), list[bool](), False
        for face, target in reversed(list(zip(faces[count:], targets, strict=True))):
            works = face > target and not works
            found.append(works)
        return tuple(reversed(found))

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return the results of the roll's dice, followed by those of the interfering dice.

        If the roll is spoiled, all of its own dice are "miss".
        """
        chain, own = self.working(faces), self.own.results(faces[: len(self.own.sides)])
        lost: tuple[DieResult, ...] = ("miss",)
        return (*(lost * len(own) if chain[0] else own), *(("hit" if works else "miss") for works in chain))

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """Return the target numbers of the roll's own dice. The interfering dice are ignored."""
        return self.own.needed_numbers()

    def value_text(self, faces: Sequence[int]) -> str:
        """Return "spoiled" if the roll is spoiled, otherwise the text for its value."""
        text = self.own.value_text(faces[: len(self.own.sides)])
        return "spoiled" if self.working(faces)[0] else text


def interfered_roll(
    own: DiceRoll[T], user: str, spoiled: T, dice: Sequence[tuple[int, DieTag]]
) -> DiceRoll[T]:
    """Return a roll with a chain of interfering dice, or the roll unchanged if there are no such dice."""
    if not dice:
        return own
    return InterferedRoll(
        sides=(*own.sides, *(die for die, _ in dice)),
        tags=(*own.tags, *(tag for _, tag in dice)),
        rule=own.rule,
        what=own.what,
        own=own,
        user=user,
        spoiled=spoiled,
    )


class ShiftedDie(NamedTuple):
    """A die shifted along a ladder of sizes, and the number of steps beyond the end of the ladder.

    `over` is positive beyond the largest die and negative beyond the smallest. A closed shift ignores these
    steps, and an open shift applies them to the opposing die. Where a shift must stay on the ladder, `over`
    must be 0.
    """

    sides: int
    over: int = 0


class DieLadder(NamedTuple):
    """The sizes of dice, in ascending order, through which a die can be shifted."""

    rungs: tuple[int, ...]

    def shifted(self, sides: int, steps: int) -> ShiftedDie:
        """Return the die that is `steps` sizes larger than a die with `sides` sides.

        Raises ValueError if that die is not on the ladder.
        """
        wanted = self.rungs.index(sides) + steps
        at = min(max(wanted, 0), len(self.rungs) - 1)
        return ShiftedDie(self.rungs[at], wanted - at)


D4_TO_D12_LADDER: Final = DieLadder((4, 6, 8, 10, 12))
"""The usual ladder of dice: D4, D6, D8, D10, D12."""


def shifted_die(sides: int, tag: DieTag, ladder: DieLadder = D4_TO_D12_LADDER) -> ShiftedDie:
    """Return a die after the changes of size in its tag, with any steps beyond the end of the ladder."""
    return ladder.shifted(sides, modifier_total(tag.shifts))
