"""Exact odds of dice laid on targets, and of attacks that may land at many points.

Users: Mobile Infantry.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from battlesim.mechanics.chance import DiceRoll, capped_chance, count_distribution


class DieOdds(msgspec.Struct, frozen=True):
    """Equal dice on one target: each one's chances of 0, 1, 2 … points, and the rolls behind them."""

    name: str
    count: int
    chances: tuple[float, ...]
    throws: tuple[DiceRoll[Any], ...]

    @property
    def expected(self) -> float:
        """The mean number of points of one die."""
        return sum(points * chance for points, chance in enumerate(self.chances))

    @property
    def max_points(self) -> int:
        """The most points that one die can take off."""
        return max((points for points, chance in enumerate(self.chances) if chance), default=0)


class TargetOdds(msgspec.Struct, frozen=True):
    """The odds of one target: its chances to lose 0, 1, 2 … points, the last entry for all of them."""

    target: str
    lost: tuple[float, ...]
    dice: tuple[DieOdds, ...]

    @property
    def expected(self) -> float:
        """The mean number of points lost."""
        return sum(points * chance for points, chance in enumerate(self.lost))

    @property
    def destroyed_chance(self) -> float:
        """The chance that the target loses all its points; 0 if it has none."""
        return self.lost[-1] if len(self.lost) > 1 else 0.0

    @property
    def max_points(self) -> int:
        """The most points that all dice on the target can take off."""
        return sum(die.count * die.max_points for die in self.dice)


class Odds(msgspec.Struct, frozen=True):
    """The odds of a whole attack by target, in the order in which its dice are laid."""

    targets: tuple[TargetOdds, ...] = ()

    @property
    def expected(self) -> float:
        """The mean number of points lost by all targets together."""
        return sum(target.expected for target in self.targets)


def loss_chances(dice: Sequence[DieOdds], points: int) -> tuple[float, ...]:
    """Return the chances that a target loses 0, 1, 2 … of its points, the last entry for all of them."""
    lost = [1.0, *([0.0] * points)]
    for chances in (die.chances for die in dice for _ in range(die.count)):
        after = [0.0] * (points + 1)
        for already, chance in enumerate(lost):
            for more, part in enumerate(chances):
                after[min(points, already + more)] += chance * part
        lost = after
    return tuple(map(capped_chance, lost))


class LandingOdds(NamedTuple):
    """The odds of one target over all landings: chance to be caught, mean loss, chance to be lost."""

    caught: float
    expected: float
    destroyed: float


Landings = Sequence[tuple[float, Odds | None]]
"""The chances of the landings of an attack, each with its odds; None where it has no effect."""


def odds_by_target(landings: Landings) -> dict[str, LandingOdds]:
    """Return what happens to each target over all landings."""
    shares: dict[str, LandingOdds] = {}
    for chance, shot in landings:
        for one in shot.targets if shot else ():
            caught, expected, destroyed = shares.get(one.target, LandingOdds(0.0, 0.0, 0.0))
            shares[one.target] = LandingOdds(
                capped_chance(caught + chance),
                expected + chance * one.expected,
                capped_chance(destroyed + chance * one.destroyed_chance),
            )
    return dict(sorted(shares.items()))


def loss_count_chances(landings: Landings, excluded: Collection[str] = ()) -> list[float]:
    """Return the chances that 0, 1, 2 … targets are lost over all landings, without the `excluded` ones."""
    each = [
        (
            chance,
            count_distribution(
                [one.destroyed_chance for one in (shot.targets if shot else ()) if one.target not in excluded]
            ),
        )
        for chance, shot in landings
    ]
    whole = [0.0] * max(len(spread) for _, spread in each)
    for chance, spread in each:
        for count, part in enumerate(spread):
            whole[count] += chance * part
    return [capped_chance(chance) for chance in whole]
