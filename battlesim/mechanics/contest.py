"""Dice of two owners against each other, and dice that grow and shrink by steps.

Users: Troice Station (wounds), the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from battlesim.mechanics.chance import DiceRoll, modifier_total
from battlesim.table.events import DieResult, DieTag


class OpposedRoll(DiceRoll[int], frozen=True, kw_only=True):
    """One die against another, each with its bonus: it comes to the margin of the first.

    `sides`, `tags`, `bonus` and `notes` (what a bonus is made of) are those of the first, then of the second;
    `changes` add to the first.
    """

    sides: tuple[int, ...] = (6, 6)
    bonus: tuple[int, int] = (0, 0)
    notes: tuple[str, str] = ("", "")

    def value_of(self, faces: Sequence[int]) -> int:
        """By how much the first die beats the second; below 0 by how much it is beaten."""
        first, second = self._sums(faces)
        return first - second

    def _sums(self, faces: Sequence[int]) -> tuple[int, int]:
        return faces[0] + self.bonus[0] + modifier_total(self.changes), faces[1] + self.bonus[1]

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """The die that beats the other counts; of equals none does."""
        margin = self.value_of(faces)
        return ("hit" if margin > 0 else "miss", "hit" if margin < 0 else "miss")

    def value_text(self, faces: Sequence[int]) -> str:
        """Return both sides of the contest, and the margin: "4+3 = 7 against 2+1 = 3: +4"."""
        sums = zip(faces, self._sums(faces), self.notes, strict=True)
        mine, theirs = (_sum(face, whole) + (f" ({note})" if note else "") for face, whole, note in sums)
        return f"{mine} against {theirs}: {self.value_of(faces):+d}"


def _sum(face: int, whole: int) -> str:
    return f"{face}{whole - face:+d} = {whole}" if whole != face else f"{face}"


class ShiftedDie(NamedTuple):
    """A die on a ladder, and the steps that led beyond its end: above 0 over the top, below 0 under it.

    A closed shift forgets them, an open one is carried on to the other's die, and where a shift has to be
    possible any that is left forbids it.
    """

    sides: int
    over: int = 0


class DieLadder(NamedTuple):
    """Dice in the order in which steps lead up and down."""

    rungs: tuple[int, ...]

    def shifted(self, sides: int, steps: int) -> ShiftedDie:
        """The die so many steps up, or down. Raises ValueError for a die that is not on the ladder."""
        wanted = self.rungs.index(sides) + steps
        at = min(max(wanted, 0), len(self.rungs) - 1)
        return ShiftedDie(self.rungs[at], wanted - at)


D4_TO_D12_LADDER: Final = DieLadder((4, 6, 8, 10, 12))


def shifted_die(sides: int, tag: DieTag, ladder: DieLadder = D4_TO_D12_LADDER) -> ShiftedDie:
    """A die after all the shifts of its tag, which are added first."""
    return ladder.shifted(sides, modifier_total(tag.shifts))
