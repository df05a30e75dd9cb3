"""What a card of odds is made of: rows for throws and modifiers, fates of targets, bars, room.

Users: Mobile Infantry, Troice Station, the toy, the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.chance import DiceRoll, ThresholdRoll, capped_chance, count_distribution
from battlesim.mechanics.odds import TargetOdds
from battlesim.table.events import Modifier
from battlesim.table.phrases import length_text, phrase

MAX_ROWS = 18
MAX_BARS = 9
"""Bars that a card has room for."""
MAX_BARS_WITH_UNITS = 5
"""Bars up to which each has room for what it counts, not the number alone."""
MAX_TAIL_CHANCE = 0.02
"""Chance below which the ends of a distribution stand together."""
MAX_UNMERGED_TARGETS = 3
"""Targets beside the first that have a row of their own."""

ChanceBars = tuple[tuple[str, float], ...]


def truncated_rows(rows: Sequence[PreviewRow]) -> tuple[PreviewRow, ...]:
    """The rows that there is room for, and how many there are besides."""
    if len(rows) <= MAX_ROWS:
        return tuple(rows)
    return (*rows[: MAX_ROWS - 1], PreviewRow(f"and {len(rows) - MAX_ROWS + 1} more", ""))


def threshold_rows(rolls: Sequence[DiceRoll[Any]]) -> list[PreviewRow]:
    """What throws need."""
    return [
        PreviewRow(reach.name or f"D{throw.sides[0]}", f"{reach.least}+", reach.rule or throw.rule)
        for throw in rolls
        if isinstance(throw, ThresholdRoll)
        for reach in throw.thresholds
    ]


def die_rows(roll: DiceRoll[Any]) -> tuple[PreviewRow, ...]:
    """The dice of a throw that are told apart, each with the steps that made it so large."""
    rows: list[PreviewRow] = []
    for tag, sides in zip(roll.tags, roll.sides, strict=True):
        steps = (PreviewRow(shift.words, f"{shift.value:+d} step", shift.rule) for shift in tag.shifts)
        rows += [PreviewRow(tag.label, f"D{sides}", roll.rule), *steps]
    return tuple(rows)


def single_roll_preview(
    title: str, text: str, roll: ThresholdRoll, success_text: str, *more: PreviewRow
) -> Preview:
    """The card of a single throw: what it needs, what changes it, how surely `then` comes of it."""
    chance = roll.chances().get(1, 0.0)
    rows = (*threshold_rows([roll]), *modifier_rows([roll]), *more)
    return Preview(title, text, rows, chance, success_text, (("miss", 1.0 - chance), ("hit", chance)))


def range_row(distance: float, max_range: float, rule: str) -> PreviewRow:
    """How far off a target is, of how far a weapon reaches (inches)."""
    return PreviewRow(
        "Range", phrase("{} of {}", length_text(distance, 1, unit=False), length_text(max_range)), rule
    )


def modifier_rows(rolls: Sequence[DiceRoll[Any]]) -> list[PreviewRow]:
    """What changes throws, each saying which."""
    return [modifier_row(change, throw.on) for throw in rolls for change in throw.changes]


def modifier_row(change: Modifier, on: str = "") -> PreviewRow:
    """A modifier, and what it is on; one that changes nothing by itself is told in words alone."""
    words = f"{change.words}, {on}" if on else change.words
    return PreviewRow(words, f"{change.value:+d}" if change.value else "", change.rule, change.value)


def target_loss_rows(
    targets: Sequence[TargetOdds], name: Callable[[str], str], rule: str, whose: str = ""
) -> list[PreviewRow]:
    """How surely the first targets are lost, and of all others how much on average."""
    room = len(targets) if len(targets) <= MAX_UNMERGED_TARGETS + 1 else MAX_UNMERGED_TARGETS
    rows = [
        PreviewRow(
            f"{whose}{name(one.target)}", f"lost {percent(one.destroyed_chance)}, {one.expected:.1f} HP", rule
        )
        for one in targets[:room]
    ]
    if others := targets[room:]:
        rows.append(PreviewRow(f"{whose}and {len(others)} more", f"{expected_loss(others):.1f} HP", rule))
    return rows


def percent(chance: float) -> str:
    """A chance in per cent."""
    return f"{100 * chance:.0f} %"


def expected_loss(targets: Sequence[TargetOdds]) -> float:
    """Points lost on average."""
    return sum(one.expected for one in targets)


def loss_summary(targets: Sequence[TargetOdds], name: Callable[[str], str]) -> tuple[float, str, ChanceBars]:
    """The chance that counts, in words, and how many are lost how surely."""
    if len(targets) == 1:
        (only,) = targets
        return only.destroyed_chance, f"{name(only.target)} is lost", points_bars(only.lost)
    spread = count_distribution([one.destroyed_chance for one in targets])
    return 1.0 - spread[0], "at least one is lost", losses_bars(spread)


def points_bars(lost: Sequence[float]) -> ChanceBars:
    """Return the chances of losing 0, 1, 2 … HP and of being lost, the last one."""
    bins = chance_bins(lost[:-1], MAX_BARS - 1)
    short = len(bins) >= MAX_BARS_WITH_UNITS
    names = [_bin_name(each, "" if short else " HP", "+" if short else "+ HP") for each in bins]
    return (*zip(names, (each.chance for each in bins), strict=True), ("lost", lost[-1]))


def losses_bars(spread: Sequence[float]) -> ChanceBars:
    """Return the chances of 0, 1, 2 … losses."""
    bins = chance_bins(spread, MAX_BARS)
    short = len(bins) > MAX_BARS_WITH_UNITS
    names = [_bin_name(each, "" if short else " lost", "+" if short else " or more") for each in bins]
    return tuple(zip(names, (each.chance for each in bins), strict=True))


class ChanceBin(NamedTuple):
    """Some neighbouring numbers from `low` to `high` with their chance; `open` where that is a tail."""

    low: int
    high: int
    chance: float
    open: bool = False


def chance_bins(chances: Sequence[float], max_bins: int) -> list[ChanceBin]:
    """Return the chances of 0, 1, 2 … in at most so many bins.

    A tail at either end stands together where its chance is below `MAX_TAIL_CHANCE`. What is between is
    cut as finely as
    there is room for, in bins of one width.
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
    """Return the name of a bin: "no loss" or "none", "2 lost", "3-4", "5 or more"."""
    if each.high == 0:
        return "no loss" if unit else "none"
    if each.open:
        return f"{each.low}{more}"
    return f"{each.low}{unit}" if each.low == each.high else f"{each.low}-{each.high}{unit}"
