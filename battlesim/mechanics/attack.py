"""An attack as blows that lie on their targets: settled with real dice, or foretold, by the same fates.

Users: Mobile Infantry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import Cast, Fate, cast, foretold
from battlesim.mechanics.odds import DieOdds, Odds, TargetOdds, folded
from battlesim.table.phrases import AnyText


class Blow(NamedTuple):
    """One die on its target, with the fate that says how many points it takes off.

    Blows of one kind on one target have the same odds.
    """

    target: str
    name: str
    kind: Hashable
    fate: Callable[[], Fate[int]]


class Roll(NamedTuple):
    """A roll as the log has it: why, by which rule, for whom; `announced` when it was said just before."""

    why: AnyText
    rule: str
    by: str = ""
    announced: bool = False


class Felt(NamedTuple):
    """What one target felt: the blows that reached it, and those of them that cost it something."""

    target: str
    blows: tuple[int, ...]
    wounds: tuple[int, ...]


def settle(
    play: Play[Any],
    blows: Sequence[Blow],
    first: Roll,
    saving: Callable[[str], Roll],
    left: Callable[[str], int],
    take: Callable[[int, int], None],
) -> Script[tuple[tuple[int, ...], list[Felt]]]:
    """Roll all blows at once, then settle target by target those that reach one; faces, and what each felt.

    What needs no further throw counts first, the heaviest before the others; the rest throw once more
    together (`saving` names that roll). `take` is given the number of a blow and its points; what lies on a
    target that has nothing `left` is lost.
    """
    casts = [Cast(blow.fate()) for blow in blows]
    faces = yield from cast(play, casts, first.why, rule=first.rule, by=first.by, announced=first.announced)
    felt = []
    for target in dict.fromkeys(blow.target for blow in blows):
        numbers = [k for k, one in enumerate(casts) if blows[k].target == target and one.came]
        if numbers:
            wounds = yield from _settle_one(play, target, numbers, casts, saving, left, take)
            felt.append(Felt(target, tuple(numbers), tuple(wounds)))
    return faces, felt


def _settle_one(
    play: Play[Any],
    target: str,
    numbers: Sequence[int],
    casts: Sequence[Cast[int]],
    saving: Callable[[str], Roll],
    left: Callable[[str], int],
    take: Callable[[int, int], None],
) -> Script[list[int]]:
    heaviest = sorted(numbers, key=lambda number: -casts[number].came)
    sure = [number for number in heaviest if casts[number].throw is None]
    unsure = [number for number in heaviest if casts[number].throw is not None]
    wounds = _taken(target, sure, casts, left, take)
    if unsure and left(target) > 0:
        roll = saving(target)
        yield from cast(play, [casts[n] for n in unsure], roll.why, rule=roll.rule, by=roll.by)
        wounds += _taken(target, unsure, casts, left, take)
    return wounds


def _taken(
    target: str,
    numbers: Sequence[int],
    casts: Sequence[Cast[int]],
    left: Callable[[str], int],
    take: Callable[[int, int], None],
) -> list[int]:
    """The blows that cost the target something, taken off it one after the other."""
    wounds = []
    for number in numbers:
        if casts[number].end and left(target) > 0:
            take(number, casts[number].end)
            wounds.append(number)
    return wounds


def odds_of(blows: Sequence[Blow], left: Callable[[str], int]) -> Odds:
    """The odds of blows on targets that have so many points `left`."""
    return Odds(
        tuple(_target_odds(blows, target, left(target)) for target in dict.fromkeys(b.target for b in blows))
    )


def _target_odds(blows: Sequence[Blow], target: str, points: int) -> TargetOdds:
    alike: dict[Hashable, list[Blow]] = {}
    for blow in blows:
        if blow.target == target:
            alike.setdefault(blow.kind, []).append(blow)
    dice = tuple(die_odds(same[0], len(same)) for same in alike.values())
    return TargetOdds(target, folded(dice, points), dice)


def die_odds(blow: Blow, count: int = 1) -> DieOdds:
    """The odds of so many blows of a kind, each by itself."""
    found = foretold(blow.fate)
    chances = tuple(found.chances.get(points, 0.0) for points in range(max(found.chances) + 1))
    return DieOdds(blow.name, count, chances, found.throws)
