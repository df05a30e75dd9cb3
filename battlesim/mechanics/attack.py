"""An attack as blows that lie on their targets: settled with real dice, or foretold, by the same fates.

Users: Mobile Infantry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScript, DiceScriptRun, dice_forecast, roll_together
from battlesim.mechanics.odds import DieOdds, Odds, TargetOdds, loss_chances
from battlesim.table.phrases import AnyText


class TargetedDie(NamedTuple):
    """One die on its target, with the fate that says how many points it takes off.

    Blows of one kind on one target have the same odds.
    """

    target: str
    name: str
    kind: Hashable
    start_script: Callable[[], DiceScript[int]]


class RollLabel(NamedTuple):
    """A roll as the log has it: why, by which rule, for whom; `announced` when it was said just before."""

    why: AnyText
    rule: str
    by: str = ""
    announced: bool = False


class TargetHits(NamedTuple):
    """What one target felt: the blows that reached it, and those of them that cost it something."""

    target: str
    dice: tuple[int, ...]
    costly_dice: tuple[int, ...]


def resolve_targeted_dice(
    play: Play[Any],
    dice: Sequence[TargetedDie],
    first_label: RollLabel,
    save_label: Callable[[str], RollLabel],
    points_left: Callable[[str], int],
    apply_points: Callable[[int, int], None],
) -> Script[tuple[tuple[int, ...], list[TargetHits]]]:
    """Roll all blows at once, then settle target by target those that reach one; faces, and what each felt.

    What needs no further throw counts first, the heaviest before the others; the rest throw once more
    together (`saving` names that roll). `take` is given the number of a blow and its points; what lies on a
    target that has nothing `left` is lost.
    """
    casts = [DiceScriptRun(blow.start_script()) for blow in dice]
    faces = yield from roll_together(
        play,
        casts,
        first_label.why,
        rule=first_label.rule,
        by=first_label.by,
        announced=first_label.announced,
    )
    felt = []
    for target in dict.fromkeys(blow.target for blow in dice):
        numbers = [k for k, one in enumerate(casts) if dice[k].target == target and one.value]
        if numbers:
            wounds = yield from _settle_one(
                play, target, numbers, casts, save_label, points_left, apply_points
            )
            felt.append(TargetHits(target, tuple(numbers), tuple(wounds)))
    return faces, felt


def _settle_one(
    play: Play[Any],
    target: str,
    numbers: Sequence[int],
    casts: Sequence[DiceScriptRun[int]],
    saving: Callable[[str], RollLabel],
    left: Callable[[str], int],
    take: Callable[[int, int], None],
) -> Script[list[int]]:
    heaviest = sorted(numbers, key=lambda number: -casts[number].value)
    sure = [number for number in heaviest if casts[number].pending_roll is None]
    unsure = [number for number in heaviest if casts[number].pending_roll is not None]
    wounds = _taken(target, sure, casts, left, take)
    if unsure and left(target) > 0:
        roll = saving(target)
        yield from roll_together(play, [casts[n] for n in unsure], roll.why, rule=roll.rule, by=roll.by)
        wounds += _taken(target, unsure, casts, left, take)
    return wounds


def _taken(
    target: str,
    numbers: Sequence[int],
    casts: Sequence[DiceScriptRun[int]],
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


def targeted_dice_odds(dice: Sequence[TargetedDie], points_left: Callable[[str], int]) -> Odds:
    """The odds of blows on targets that have so many points `left`."""
    return Odds(
        tuple(
            _target_odds(dice, target, points_left(target))
            for target in dict.fromkeys(b.target for b in dice)
        )
    )


def _target_odds(blows: Sequence[TargetedDie], target: str, points: int) -> TargetOdds:
    alike: dict[Hashable, list[TargetedDie]] = {}
    for blow in blows:
        if blow.target == target:
            alike.setdefault(blow.kind, []).append(blow)
    dice = tuple(die_odds(same[0], len(same)) for same in alike.values())
    return TargetOdds(target, loss_chances(dice, points), dice)


def die_odds(die: TargetedDie, count: int = 1) -> DieOdds:
    """The odds of so many blows of a kind, each by itself."""
    found = dice_forecast(die.start_script)
    chances = tuple(found.chances.get(points, 0.0) for points in range(max(found.chances) + 1))
    return DieOdds(die.name, count, chances, found.rolls)
