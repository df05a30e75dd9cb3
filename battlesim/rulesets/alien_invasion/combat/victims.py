"""On whom the even dice of a side are spent best, in a combat of more than two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from battlesim.table.ids import SideKey

from ..attack.expectation import expected
from ..core.lookups import all_figures, close_dice, groups_in
from ..core.state import Battle, LockedCombat
from ..ground.protection import defended_grade

SPLITS = "MT-AUTO-09"


class VictimWorth(NamedTuple):
    """A side in a combat, with the kills expected from half the dice of another side."""

    side: SideKey
    kills: int


def rated_victims(
    state: Battle, combat: LockedCombat, side: SideKey, others: Iterable[SideKey]
) -> list[VictimWorth]:
    """Return sides ordered by the kills expected from half another side's dice; ties by size, then seat."""
    dice = close_dice(state, all_figures(state, groups_in(state, combat, side))).mean / 2
    rated = []
    for other in others:
        groups = groups_in(state, combat, other)
        figures = all_figures(state, groups)
        kills = expected(state, dice, figures, defended_grade(state, groups[0]))
        rated.append((-kills, -len(figures), state.game.fighters.index(other), VictimWorth(other, kills)))
    return [entry[-1] for entry in sorted(rated)]
