"""Potential hits, the allocation of hits to figures, and rolls of impact against armour."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.mechanics.chance import DiceRoll
from battlesim.mechanics.contest import D4_TO_D12_LADDER, MAJOR, Successes, shifted_die
from battlesim.table.events import DieResult, DieTag, Modifier
from battlesim.table.pieces import Piece

from ..core.lookups import figure_profile
from ..core.profiles import tables

EXTRA_HIT = "SG-GAP-13"
IMPACT = "SG-INF-06"
ALLOCATION = "SG-INF-10"
KILL_FACTOR = 2
ALLOCATION_DICE = (*D4_TO_D12_LADDER.rungs, 20)


def potential_hits(found: Successes, range_sides: int) -> tuple[int, int]:
    """Return the number of potential hits of a fire roll, and the remaining score.

    Rules: SG-INF-01, SG-INF-02, SG-INF-03, SG-INF-04, SG-INF-05.
    """
    return divmod(found.total, range_sides) if found.dice >= MAJOR else (0, 0)


class ExtraHitRoll(DiceRoll[int], frozen=True, kw_only=True):
    """A roll of the range die for one more hit, which succeeds if it does not exceed the remaining score."""

    left: int

    def value_of(self, faces: Sequence[int]) -> int:
        """Return 1 for an extra hit and 0 otherwise."""
        return int(faces[0] <= self.left)

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "hit" for an extra hit and "miss" otherwise."""
        return ("hit" if self.value_of(faces) else "miss",)


class ImpactRoll(DiceRoll[int], frozen=True, kw_only=True):
    """A roll of impact against armour: a higher impact wounds, one more than twice as high kills (SG-INF-07).

    `factor` multiplies the impact.
    """

    factor: int = 1

    def value_of(self, faces: Sequence[int]) -> int:
        """Return 2 for a kill, 1 for a wound and 0 for no effect."""
        impact, armour = self.factor * faces[0], faces[1]
        return 2 if impact > KILL_FACTOR * armour else int(impact > armour)

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return the effect for the impact die, and "hit" for an armour die that holds."""
        effect = self.value_of(faces)
        return (("miss", "hit", "kill")[effect], "miss" if effect else "hit")

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the effect of the hit as text."""
        return ("no effect", "wound", "kill")[self.value_of(faces)]


class AllocationRoll(DiceRoll[int], frozen=True, kw_only=True):
    """A roll that selects which of `count` figures is hit: its index, or -1 to roll again (SG-GAP-162)."""

    count: int
    rerolls: bool

    def value_of(self, faces: Sequence[int]) -> int:
        """Return the index of the figure that is hit, or -1 if the die must be rerolled."""
        index = faces[0] - 1
        if index < self.count:
            return index
        return -1 if self.rerolls else index % self.count


def impact_roll(impact: int, figure: Piece, shifts: tuple[Modifier, ...], factor: int = 1) -> ImpactRoll:
    """Return the roll of an impact die against a figure's armour die, modified by cover.

    Modifiers are added up first, and cannot go beyond the smallest or largest die (SG-GAP-03).
    """
    armour = DieTag(figure.side, "Armour", shifts)
    sides = shifted_die(tables().armour[figure_profile(figure).armour], armour).sides
    return ImpactRoll(
        sides=(impact, sides), tags=(DieTag(label="Impact"), armour), factor=factor, rule=IMPACT
    )


def allocation_roll(count: int, rerolls: bool) -> AllocationRoll:
    """Return the roll of the smallest die that has a side for each of `count` figures."""
    die = next(sides for sides in ALLOCATION_DICE if sides >= min(count, ALLOCATION_DICE[-1]))
    return AllocationRoll(sides=(die,), count=count, rerolls=rerolls, rule=ALLOCATION)
