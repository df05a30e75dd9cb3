"""Parts of the previews that show the odds of an attack: rows of text, and bars for chances.

Users: Mobile Infantry, Troice Station, Invasion Earth, Stargrunt, Alien Invasion, the toy, the rulesets of
the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.mechanics.chance import DiceRoll, ThresholdRoll, capped_chance, count_distribution
from battlesim.table.events import Modifier
from battlesim.table.phrases import length_text, phrase

MAX_ROWS = 18
MAX_BARS = 9
"""Largest number of bars in a preview."""
MAX_BARS_WITH_UNITS = 5
"""Largest number of bars whose labels leave room for the name of the unit."""
MAX_TAIL_CHANCE = 0.02
"""Chance below which an end of a distribution is merged into one bar."""
MAX_UNMERGED_TARGETS = 3
"""Number of targets that get a row of their own; all other targets share one row."""

ChanceBars = tuple[tuple[str, float], ...]


def truncated_rows(rows: Sequence[PreviewRow]) -> tuple[PreviewRow, ...]:
    """Return at most MAX_ROWS rows of an attack preview.

    If rows are left out, the last row says how many.
    """
    if len(rows) <= MAX_ROWS:
        return tuple(rows)
    return (*rows[: MAX_ROWS - 1], PreviewRow(f"and {len(rows) - MAX_ROWS + 1} more", ""))


def threshold_rows(rolls: Sequence[DiceRoll[Any]]) -> list[PreviewRow]:
    """Return a row of an attack preview for every number that the dice of the rolls must reach."""
    return [
        PreviewRow(reach.name or f"D{roll.sides[0]}", f"{reach.least}+", reach.rule or roll.rule)
        for roll in rolls
        if isinstance(roll, ThresholdRoll)
        for reach in roll.thresholds
    ]


def die_rows(roll: DiceRoll[Any]) -> tuple[PreviewRow, ...]:
    """Return rows of an attack preview for each tagged die of a roll and the changes of the die's size."""
    rows: list[PreviewRow] = []
    for tag, sides in zip(roll.tags, roll.sides, strict=True):
        steps = (PreviewRow(shift.words, step_text(shift.value), shift.rule) for shift in tag.shifts)
        rows += [PreviewRow(tag.label, f"D{sides}", roll.rule), *steps]
    return tuple(rows)


def step_text(steps: int) -> str:
    """Return by how many sizes a die is larger or smaller, such as "+2 steps"."""
    return f"{steps:+d} step{'s' * (abs(steps) > 1)}"


def single_roll_preview(
    title: str, text: str, roll: ThresholdRoll, success_text: str, *more: PreviewRow
) -> Preview:
    """Return the preview of a roll with a target number, the modifiers and the chance of a hit."""
    chance = roll.chances().get(1, 0.0)
    rows = (*threshold_rows([roll]), *modifier_rows([roll]), *more)
    return Preview(title, text, rows, chance, success_text, (("miss", 1.0 - chance), ("hit", chance)))


def range_row(distance: float, max_range: float, rule: str) -> PreviewRow:
    """Return the row of an attack preview for the distance to the target and the range, in inches."""
    return PreviewRow(
        "Range", phrase("{} of {}", length_text(distance, 1, unit=False), length_text(max_range)), rule
    )


def modifier_rows(rolls: Sequence[DiceRoll[Any]]) -> list[PreviewRow]:
    """Return a row of an attack preview for every modifier. Each row names the roll that is modified."""
    return [modifier_row(change, roll.on) for roll in rolls for change in roll.changes]


def modifier_row(change: Modifier, on: str = "") -> PreviewRow:
    """Return the row of an attack preview for a modifier of the roll named `on`.

    A value of 0 is not shown.
    """
    words = f"{change.words}, {on}" if on else change.words
    return PreviewRow(words, f"{change.value:+d}" if change.value else "", change.rule, change.value)


def target_loss_rows(
    targets: Sequence[LossOdds], name: Callable[[str], str], rule: str, whose: str = "", points: str = "HP"
) -> list[PreviewRow]:
    """Return rows of an attack preview for targets: the chance that each is destroyed, and its mean loss.

    If there are many targets, the last row gives only the total mean loss of the remaining targets. `points`
    is the unit of the losses.
    """
    room = len(targets) if len(targets) <= MAX_UNMERGED_TARGETS + 1 else MAX_UNMERGED_TARGETS
    rows = [
        PreviewRow(
            f"{whose}{name(odds.target)}",
            f"lost {percent(odds.destroyed_chance)}, {odds.expected:.1f} {points}",
            rule,
        )
        for odds in targets[:room]
    ]
    if others := targets[room:]:
        rows.append(
            PreviewRow(f"{whose}and {len(others)} more", f"{expected_loss(others):.1f} {points}", rule)
        )
    return rows


def percent(chance: float) -> str:
    """Return a chance as a percentage, such as "42 %"."""
    return f"{100 * chance:.0f} %"


def expected_loss(targets: Sequence[LossOdds]) -> float:
    """Return the mean number of points that all the targets lose in total."""
    return sum(odds.expected for odds in targets)


def loss_summary(targets: Sequence[LossOdds], name: Callable[[str], str]) -> tuple[float, str, ChanceBars]:
    """Return the main chance to be shown in a preview, its description, and chart bars for the losses.

    The bars show the hit points lost by a single target, or the number of targets lost out of several.
    """
    if len(targets) == 1:
        (only,) = targets
        return only.destroyed_chance, f"{name(only.target)} is lost", points_bars(only.lost)
    spread = count_distribution([odds.destroyed_chance for odds in targets])
    return 1.0 - spread[0], "at least one is lost", losses_bars(spread)


def points_bars(lost: Sequence[float], one: str = "HP", points: str = "HP") -> ChanceBars:
    """Return chart bars for the chances of losing 0, 1, 2 … hit points, and of losing the target.

    `one` and `points` are the game's words for a single hit point and for several.
    """
    bins = chance_bins(lost[:-1], MAX_BARS - 1)
    short = len(bins) >= MAX_BARS_WITH_UNITS
    words = [f" {points if each.high > 1 else one}" for each in bins]
    names = [
        _bin_name(each, "" if short else word, "+" if short else f"+{word}")
        for each, word in zip(bins, words, strict=True)
    ]
    return (*zip(names, (each.chance for each in bins), strict=True), ("lost", lost[-1]))


def losses_bars(spread: Sequence[float]) -> ChanceBars:
    """Return chart bars for the chances of losing 0, 1, 2 … targets."""
    bins = chance_bins(spread, MAX_BARS)
    short = len(bins) > MAX_BARS_WITH_UNITS
    names = [_bin_name(each, "" if short else " lost", "+" if short else " or more") for each in bins]
    return tuple(zip(names, (each.chance for each in bins), strict=True))


class ChanceBin(NamedTuple):
    """The total chance of the numbers from `low` to `high`. `open` is True for a merged upper tail."""

    low: int
    high: int
    chance: float
    open: bool = False


def chance_bins(chances: Sequence[float], max_bins: int) -> list[ChanceBin]:
    """Return the chances of the numbers 0, 1, 2 … combined into at most `max_bins` bins.

    The lowest numbers share a bin, and so do the highest, as long as the chance of the bin is below
    `MAX_TAIL_CHANCE`. The numbers between are divided into bins of equal width, as narrow as `max_bins`
    allows.
    """
    many = 1 + max((k for k, chance in enumerate(chances) if chance), default=0)
    low = max(k for k in range(many) if sum(chances[:k]) < MAX_TAIL_CHANCE)
    high = min(k for k in range(low + 1, many + 1) if sum(chances[k:]) < MAX_TAIL_CHANCE)
    ends = (low > 0) + (high < many)
    step = -(-(high - low) // max(1, max_bins - ends))
    cuts = [(k, min(k + step, high)) for k in range(low, high, step)]
    cuts = [*([(0, low)] if low else []), *cuts, *([(high, many)] if high < many else [])]
    open_from = high if many - high > 1 else many
    return [
        ChanceBin(start, end - 1, capped_chance(sum(chances[start:end])), start >= open_from)
        for start, end in cuts
    ]


def _bin_name(each: ChanceBin, unit: str, more: str) -> str:
    """Return the name of a bin, such as "no loss" or "none", "2 lost", "3-4", "5 or more"."""
    if each.high == 0:
        return "no loss" if unit else "none"
    if each.open:
        return f"{each.low}{more}"
    return f"{each.low}{unit}" if each.low == each.high else f"{each.low}-{each.high}{unit}"
