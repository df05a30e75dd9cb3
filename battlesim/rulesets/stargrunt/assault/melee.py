"""Who fights in a close combat: the units of both sides, their casualties, and who has fallen back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from battlesim.table.ids import UnitId

from ..core.lookups import ok_figures
from ..core.state import Battle


@dataclass
class Melee:
    """The units of a close combat while it is fought.

    `harder` is what is added to the threat levels of the attackers, `lost` the casualties of each unit,
    `fled` the units that have fallen back, `last_to_flee` those of them that have yet to move.
    """

    attackers: Sequence[UnitId]
    defenders: Sequence[UnitId]
    harder: int = 0
    lost: dict[UnitId, int] = field(default_factory=dict)
    fled: list[UnitId] = field(default_factory=list)
    last_to_flee: list[UnitId] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin without casualties."""
        self.lost = dict.fromkeys(self.units, 0)

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The attackers, then the defenders."""
        return *self.attackers, *self.defenders

    def standing(self, state: Battle, side: Iterable[UnitId]) -> list[UnitId]:
        """Return those units of a side that fight on."""
        return [unit for unit in side if unit not in self.fled and ok_figures(state, unit)]

    def goes_on(self, state: Battle) -> bool:
        """Return whether both sides have a unit left in the fight."""
        return all(self.standing(state, side) for side in (self.attackers, self.defenders))

    def foes_of(self, state: Battle, unit: UnitId) -> list[UnitId]:
        """Return the units that fight on against a unit."""
        return self.standing(state, self.defenders if unit in self.attackers else self.attackers)

    def add_losses(self, fell: dict[UnitId, int]) -> None:
        """Add the casualties of a round."""
        self.lost = {unit: self.lost[unit] + fell[unit] for unit in self.units}

    def total(self, counts: dict[UnitId, int], side: Iterable[UnitId]) -> int:
        """Return the sum of counts over a side."""
        return sum(counts[unit] for unit in side)

    def beaten(self, state: Battle) -> Sequence[UnitId]:
        """Return the side without a unit in the fight.

        If neither has one, it is the side with more casualties, of equal ones the attackers.
        """
        left = [side for side in (self.attackers, self.defenders) if self.standing(state, side)]
        if left:
            return self.defenders if left[0] is self.attackers else self.attackers
        more = self.total(self.lost, self.attackers) >= self.total(self.lost, self.defenders)
        return self.attackers if more else self.defenders
