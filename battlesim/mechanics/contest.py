"""Opposed rolls of two dice, and dice whose size changes by steps.

Users: Troice Station (wounds), the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from battlesim.mechanics.chance import DiceRoll, modifier_total
from battlesim.table.events import DieResult, DieTag


class OpposedRoll(DiceRoll[int], frozen=True, kw_only=True):
    """A roll of one die against another, each with a bonus; the value is the margin of the first die.

    `sides`, `tags`, `bonus` and `notes` (explanations of the bonus) give the first die, then the second;
    `changes` are added to the first die.
    """

    sides: tuple[int, ...] = (6, 6)
    bonus: tuple[int, int] = (0, 0)
    notes: tuple[str, str] = ("", "")

    def value_of(self, faces: Sequence[int]) -> int:
        """Return the total of the first die minus the total of the second die."""
        first, second = self._sums(faces)
        return first - second

    def _sums(self, faces: Sequence[int]) -> tuple[int, int]:
        return faces[0] + self.bonus[0] + modifier_total(self.changes), faces[1] + self.bonus[1]

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "hit" for the die with the higher total and "miss" for the other; both miss in a tie."""
        margin = self.value_of(faces)
        return ("hit" if margin > 0 else "miss", "hit" if margin < 0 else "miss")

    def value_text(self, faces: Sequence[int]) -> str:
        """Return both totals and the margin as text, as in "4+3 = 7 against 2+1 = 3: +4"."""
        sums = zip(faces, self._sums(faces), self.notes, strict=True)
        mine, theirs = (_sum(face, whole) + (f" ({note})" if note else "") for face, whole, note in sums)
        return f"{mine} against {theirs}: {self.value_of(faces):+d}"


def _sum(face: int, whole: int) -> str:
    return f"{face}{whole - face:+d} = {whole}" if whole != face else f"{face}"


class ShiftedDie(NamedTuple):
    """A die after shifts on a ladder of dice, and the number of steps beyond the end of the ladder.

    `over` is positive past the top and negative past the bottom. A closed shift ignores it, an open shift
    applies it to the other die, and a shift that must be possible is forbidden if it is not 0.
    """

    sides: int
    over: int = 0


class DieLadder(NamedTuple):
    """The die sizes that a die can be shifted through, in ascending order."""

    rungs: tuple[int, ...]

    def shifted(self, sides: int, steps: int) -> ShiftedDie:
        """Return the die shifted by a number of steps. Raises ValueError if the die is not on the ladder."""
        wanted = self.rungs.index(sides) + steps
        at = min(max(wanted, 0), len(self.rungs) - 1)
        return ShiftedDie(self.rungs[at], wanted - at)


D4_TO_D12_LADDER: Final = DieLadder((4, 6, 8, 10, 12))
"""The usual ladder of dice: D4, D6, D8, D10, D12."""


def shifted_die(sides: int, tag: DieTag, ladder: DieLadder = D4_TO_D12_LADDER) -> ShiftedDie:
    """Return the die shifted by the sum of the shifts in its tag."""
    return ladder.shifted(sides, modifier_total(tag.shifts))
