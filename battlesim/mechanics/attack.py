"""Attacks whose dice are assigned to targets. Battles and computations of odds use the same dice scripts.

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
    """A die assigned to a target, with a script of its rolls. The script returns the points the target loses.

    Dice of the same `kind` that are assigned to the same target have the same odds.
    """

    target: str
    name: str
    kind: Hashable
    start_script: Callable[[], DiceScript[int]]


class RollLabel(NamedTuple):
    """The label of a roll in the log: its reason, its roller, its rule, and whether it was announced."""

    why: AnyText
    rule: str
    by: str = ""
    announced: bool = False


class TargetHits(NamedTuple):
    """The indices of an attack's dice that hit a target, and of those among them that cost it points."""

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
    """Roll all dice of an attack and resolve the saves of each target. Return the faces and the hits.

    Dice that allow no save take effect first, highest value first. Then the saves against the other dice are
    rolled together, with the label that `save_label` returns for the target. `apply_points` is called with
    the index of a die and the points that it costs. If a target has no `points_left`, further dice have no
    effect.
    """
    runs = [DiceScriptRun(die.start_script()) for die in dice]
    faces = yield from roll_together(
        play,
        runs,
        first_label.why,
        rule=first_label.rule,
        by=first_label.by,
        announced=first_label.announced,
    )
    hits = []
    for target in dict.fromkeys(die.target for die in dice):
        numbers = [k for k, run in enumerate(runs) if dice[k].target == target and run.value]
        if numbers:
            wounds = yield from _resolve_target(
                play, target, numbers, runs, save_label, points_left, apply_points
            )
            hits.append(TargetHits(target, tuple(numbers), tuple(wounds)))
    return faces, hits


def _resolve_target(
    play: Play[Any],
    target: str,
    numbers: Sequence[int],
    runs: Sequence[DiceScriptRun[int]],
    save_label: Callable[[str], RollLabel],
    points_left: Callable[[str], int],
    apply_points: Callable[[int, int], None],
) -> Script[list[int]]:
    heaviest = sorted(numbers, key=lambda number: -runs[number].value)
    sure = [number for number in heaviest if runs[number].pending_roll is None]
    unsure = [number for number in heaviest if runs[number].pending_roll is not None]
    wounds = _apply_dice(target, sure, runs, points_left, apply_points)
    if unsure and points_left(target) > 0:
        roll = save_label(target)
        yield from roll_together(play, [runs[n] for n in unsure], roll.why, rule=roll.rule, by=roll.by)
        wounds += _apply_dice(target, unsure, runs, points_left, apply_points)
    return wounds


def _apply_dice(
    target: str,
    numbers: Sequence[int],
    runs: Sequence[DiceScriptRun[int]],
    points_left: Callable[[str], int],
    apply_points: Callable[[int, int], None],
) -> list[int]:
    """Apply dice to the target in turn, and return the indices of the dice that made it lose points."""
    wounds = []
    for number in numbers:
        if runs[number].end and points_left(target) > 0:
            apply_points(number, runs[number].end)
            wounds.append(number)
    return wounds


def targeted_dice_odds(dice: Sequence[TargetedDie], points_left: Callable[[str], int]) -> Odds:
    """Return the exact odds of an attack. `points_left` returns the number of points that a target has."""
    return Odds(
        tuple(
            _target_odds(dice, target, points_left(target))
            for target in dict.fromkeys(b.target for b in dice)
        )
    )


def _target_odds(dice: Sequence[TargetedDie], target: str, points: int) -> TargetOdds:
    by_kind: dict[Hashable, list[TargetedDie]] = {}
    for die in dice:
        if die.target == target:
            by_kind.setdefault(die.kind, []).append(die)
    odds = tuple(die_odds(same[0], len(same)) for same in by_kind.values())
    return TargetOdds(target, loss_chances(odds, points), odds)


def die_odds(die: TargetedDie, count: int = 1) -> DieOdds:
    """Return the odds of a die assigned to a target. `count` is the number of dice with the same odds."""
    forecast = dice_forecast(die.start_script)
    chances = tuple(forecast.chances.get(points, 0.0) for points in range(max(forecast.chances) + 1))
    return DieOdds(die.name, count, chances, forecast.rolls)
