"""Exact odds of dice assigned to targets, and of attacks that may land at one of several points.

Users: Mobile Infantry, Invasion Earth, Stargrunt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from battlesim.engine.ruleset import LossOdds
from battlesim.mechanics.chance import DiceRoll, capped_chance, count_distribution


class DieOdds(msgspec.Struct, frozen=True):
    """The odds of `count` equal dice against a target: the chances of 0, 1, 2 … points for each die.

    The rolls that the dice may make are included.
    """

    name: str
    count: int
    chances: tuple[float, ...]
    throws: tuple[DiceRoll[Any], ...]

    @property
    def expected(self) -> float:
        """The mean number of points that a single die of this kind costs the target."""
        return sum(points * chance for points, chance in enumerate(self.chances))

    @property
    def max_points(self) -> int:
        """The maximum number of points that a single die of this kind can cost the target."""
        return max((points for points, chance in enumerate(self.chances) if chance), default=0)


class TargetOdds(LossOdds, frozen=True):
    """The odds of an attack against a single target, with the dice assigned to it."""

    dice: tuple[DieOdds, ...]

    @property
    def max_points(self) -> int:
        """The maximum number of points that all dice assigned to the target can cost it."""
        return sum(die.count * die.max_points for die in self.dice)


class Odds(msgspec.Struct, frozen=True):
    """The odds of an attack for each target, in the order in which dice were assigned to the targets."""

    targets: tuple[TargetOdds, ...] = ()

    @property
    def expected(self) -> float:
        """The mean number of points that all targets of the attack lose in total."""
        return sum(target.expected for target in self.targets)


def loss_chances(dice: Sequence[DieOdds], points: int) -> tuple[float, ...]:
    """Return the chances that dice cost a target 0, 1, 2 … points. The target has `points` points."""
    return combined_losses([die.chances for die in dice for _ in range(die.count)], points)


def combined_losses(spreads: Iterable[Sequence[float]], points: int) -> tuple[float, ...]:
    """Return the chances that a target loses a total of 0, 1, 2 … points to several independent attacks.

    Each of the `spreads` holds the chances that an attack costs 0, 1, 2 … points. `points` is the number of
    points that the target has.
    """
    lost = [1.0, *([0.0] * points)]
    for chances in spreads:
        after = [0.0] * (points + 1)
        for already, chance in enumerate(lost):
            for more, part in enumerate(chances):
                after[min(points, already + more)] += chance * part
        lost = after
    return tuple(map(capped_chance, lost))


def loss_distribution(chances: Mapping[int, float], points: int) -> tuple[float, ...]:
    """Return the chances that a target loses 0, 1, 2 … points, given the chance of each amount of damage.

    `points` is the number of points that the target has. Greater damage costs the target all of them.
    """
    lost = [0.0] * (points + 1)
    for damage, chance in chances.items():
        lost[min(points, damage)] += chance
    return tuple(map(capped_chance, lost))


class LandingOdds(NamedTuple):
    """The chances that an attack catches and destroys a target, and the target's mean loss in points.

    All points where the attack may land are taken into account.
    """

    caught: float
    expected: float
    destroyed: float


Landings = Sequence[tuple[float, Odds | None]]
"""The chances of the landings of an attack, each with its odds; None where it has no effect."""


def odds_by_target(landings: Landings) -> dict[str, LandingOdds]:
    """Return a dict that maps the id of each target to its odds over all points where an attack may land."""
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


def landing_losses(landings: Landings) -> tuple[LossOdds, ...]:
    """Return, for each target, the chances of losing 0, 1, 2 … points to an attack that may scatter.

    All points where the attack may land are taken into account. The targets are sorted by id.
    """
    found: dict[str, list[float]] = {}
    for chance, shot in landings:
        for one in shot.targets if shot else ():
            lost = found.setdefault(one.target, [1.0, *([0.0] * (len(one.lost) - 1))])
            lost[0] -= chance
            for points, part in enumerate(one.lost):
                lost[points] += chance * part
    return tuple(LossOdds(target, tuple(map(capped_chance, lost))) for target, lost in sorted(found.items()))


def loss_count_chances(landings: Landings, excluded: Collection[str] = ()) -> list[float]:
    """Return the chances that 0, 1, 2 … targets are destroyed. Targets in `excluded` are not counted."""
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
