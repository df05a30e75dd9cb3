"""The participants of a close combat: the units of both sides, their casualties and their retreats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from battlesim.table.ids import UnitId

from ..core.lookups import ok_figures
from ..core.state import Battle


@dataclass
class Melee:
    """The units in a close combat and what has become of them.

    `harder` is added to the threat levels of the attackers' tests. `lost` counts the casualties of each unit,
    `fled` lists the units that have fallen back, and `last_to_flee` those of them that have yet to move.
    """

    attackers: Sequence[UnitId]
    defenders: Sequence[UnitId]
    harder: int = 0
    lost: dict[UnitId, int] = field(default_factory=dict)
    fled: list[UnitId] = field(default_factory=list)
    last_to_flee: list[UnitId] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set the casualties of each unit to 0."""
        self.lost = dict.fromkeys(self.units, 0)

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The attacking units, followed by the defending units."""
        return *self.attackers, *self.defenders

    def standing(self, state: Battle, side: Iterable[UnitId]) -> list[UnitId]:
        """Return the units of a side that are still in the fight."""
        return [unit for unit in side if unit not in self.fled and ok_figures(state, unit)]

    def goes_on(self, state: Battle) -> bool:
        """Return whether both sides still have a unit in the fight."""
        return all(self.standing(state, side) for side in (self.attackers, self.defenders))

    def foes_of(self, state: Battle, unit: UnitId) -> list[UnitId]:
        """Return the enemies of a unit that are still in the fight."""
        return self.standing(state, self.defenders if unit in self.attackers else self.attackers)

    def add_losses(self, fell: dict[UnitId, int]) -> None:
        """Add the casualties of a round to the totals of the units."""
        self.lost = {unit: self.lost[unit] + fell[unit] for unit in self.units}

    def total(self, counts: dict[UnitId, int], side: Iterable[UnitId]) -> int:
        """Return the sum of a count, such as the casualties, over the units of a side."""
        return sum(counts[unit] for unit in side)

    def beaten(self, state: Battle) -> Sequence[UnitId]:
        """Return the units of the side that has none left in the fight.

        If neither side has any left, it is the one with more casualties, or the attackers in a tie.
        """
        left = [side for side in (self.attackers, self.defenders) if self.standing(state, side)]
        if left:
            return self.defenders if left[0] is self.attackers else self.attackers
        more = self.total(self.lost, self.attackers) >= self.total(self.lost, self.defenders)
        return self.attackers if more else self.defenders
