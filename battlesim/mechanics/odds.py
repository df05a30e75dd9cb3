"""Exact odds of dice that lie on targets, and of attacks that may come down at many places.

Users: Mobile Infantry.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from battlesim.mechanics.chance import DiceRoll, capped_chance, count_distribution


class DieOdds(msgspec.Struct, frozen=True):
    """Dice of a kind on one target: each one's chances of 0, 1, 2 … points, and the throws behind them."""

    name: str
    count: int
    chances: tuple[float, ...]
    throws: tuple[DiceRoll[Any], ...]

    @property
    def expected(self) -> float:
        """Points of one die on average."""
        return sum(points * chance for points, chance in enumerate(self.chances))

    @property
    def max_points(self) -> int:
        """The most points that one die can come to."""
        return max((points for points, chance in enumerate(self.chances) if chance), default=0)


class TargetOdds(msgspec.Struct, frozen=True):
    """A target under the dice that lie on it: the chances that it loses 0, 1, 2 … points, the last of all."""

    target: str
    lost: tuple[float, ...]
    dice: tuple[DieOdds, ...]

    @property
    def expected(self) -> float:
        """Points lost on average."""
        return sum(points * chance for points, chance in enumerate(self.lost))

    @property
    def destroyed_chance(self) -> float:
        """The chance that it loses all that it has; 0 where it has nothing."""
        return self.lost[-1] if len(self.lost) > 1 else 0.0

    @property
    def max_points(self) -> int:
        """The most points that all dice can come to."""
        return sum(die.count * die.max_points for die in self.dice)


class Odds(msgspec.Struct, frozen=True):
    """A whole attack, target by target, in the order in which its dice lie."""

    targets: tuple[TargetOdds, ...] = ()

    @property
    def expected(self) -> float:
        """Points lost on average, by all together."""
        return sum(one.expected for one in self.targets)


def loss_chances(dice: Sequence[DieOdds], points: int) -> tuple[float, ...]:
    """Chances that a target of so many points loses 0, 1, 2 … of them, the last entry for all of them."""
    lost = [1.0, *([0.0] * points)]
    for chances in (die.chances for die in dice for _ in range(die.count)):
        after = [0.0] * (points + 1)
        for already, chance in enumerate(lost):
            for more, part in enumerate(chances):
                after[min(points, already + more)] += chance * part
        lost = after
    return tuple(map(capped_chance, lost))


class LandingOdds(NamedTuple):
    """What becomes of one target over all landings: the chances to be caught and lost, the mean loss."""

    caught: float
    expected: float
    destroyed: float


Landings = Sequence[tuple[float, Odds | None]]
"""Chances of where an attack comes down, each with its odds there; None where it does nothing."""


def odds_by_target(landings: Landings) -> dict[str, LandingOdds]:
    """What becomes of each target over all landings."""
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
    """Chances that 0, 1, 2 … targets `but` for some are lost over all landings."""
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
