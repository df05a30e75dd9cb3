"""What a card of odds is made of: rows for throws and modifiers, fates of targets, bars, room.

Users: Mobile Infantry, Troice Station, the toy, the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.chance import Against, Throw, bounded, how_many
from battlesim.mechanics.odds import TargetOdds
from battlesim.table.events import Modifier
from battlesim.table.phrases import length_text, phrase

MOST_ROWS = 18
MOST_BARS = 9
"""Bars that a card has room for."""
SPELT_BARS = 5
"""Bars up to which each has room for what it counts, not the number alone."""
TAIL = 0.02
"""Chance below which the ends of a distribution stand together."""
OTHERS = 3
"""Targets beside the first that have a row of their own."""

Bars = tuple[tuple[str, float], ...]


def cut(rows: Sequence[PreviewRow]) -> tuple[PreviewRow, ...]:
    """The rows that there is room for, and how many there are besides."""
    if len(rows) <= MOST_ROWS:
        return tuple(rows)
    return (*rows[: MOST_ROWS - 1], PreviewRow(f"and {len(rows) - MOST_ROWS + 1} more", ""))


def need_rows(throws: Sequence[Throw[Any]]) -> list[PreviewRow]:
    """What throws need."""
    return [
        PreviewRow(reach.name or f"D{throw.sides[0]}", f"{reach.least}+", reach.rule or throw.rule)
        for throw in throws
        if isinstance(throw, Against)
        for reach in throw.reaches
    ]


def die_rows(throw: Throw[Any]) -> tuple[PreviewRow, ...]:
    """The dice of a throw that are told apart, each with the steps that made it so large."""
    rows: list[PreviewRow] = []
    for tag, sides in zip(throw.tags, throw.sides, strict=True):
        steps = (PreviewRow(shift.words, f"{shift.value:+d} step", shift.rule) for shift in tag.shifts)
        rows += [PreviewRow(tag.label, f"D{sides}", throw.rule), *steps]
    return tuple(rows)


def one_throw(title: str, words: str, throw: Against, then: str, *more: PreviewRow) -> Preview:
    """The card of a single throw: what it needs, what changes it, how surely `then` comes of it."""
    chance = throw.chances().get(1, 0.0)
    rows = (*need_rows([throw]), *change_rows([throw]), *more)
    return Preview(title, words, rows, chance, then, (("miss", 1.0 - chance), ("hit", chance)))


def range_row(away: float, most: float, rule: str) -> PreviewRow:
    """How far off a target is, of how far a weapon reaches (inches)."""
    return PreviewRow("Range", phrase("{} of {}", length_text(away, 1, unit=False), length_text(most)), rule)


def change_rows(throws: Sequence[Throw[Any]]) -> list[PreviewRow]:
    """What changes throws, each saying which."""
    return [change_row(change, throw.on) for throw in throws for change in throw.changes]


def change_row(change: Modifier, on: str = "") -> PreviewRow:
    """A modifier, and what it is on; one that changes nothing by itself is told in words alone."""
    words = f"{change.words}, {on}" if on else change.words
    return PreviewRow(words, f"{change.value:+d}" if change.value else "", change.rule, change.value)


def fates(
    targets: Sequence[TargetOdds], name: Callable[[str], str], rule: str, whose: str = ""
) -> list[PreviewRow]:
    """How surely the first targets are lost, and of all others how much on average."""
    room = len(targets) if len(targets) <= OTHERS + 1 else OTHERS
    rows = [
        PreviewRow(
            f"{whose}{name(one.target)}", f"lost {percent(one.destroyed)}, {one.expected:.1f} HP", rule
        )
        for one in targets[:room]
    ]
    if others := targets[room:]:
        rows.append(PreviewRow(f"{whose}and {len(others)} more", f"{mean(others):.1f} HP", rule))
    return rows


def percent(chance: float) -> str:
    """A chance in per cent."""
    return f"{100 * chance:.0f} %"


def mean(targets: Sequence[TargetOdds]) -> float:
    """Points lost on average."""
    return sum(one.expected for one in targets)


def chances(targets: Sequence[TargetOdds], name: Callable[[str], str]) -> tuple[float, str, Bars]:
    """The chance that counts, in words, and how many are lost how surely."""
    if len(targets) == 1:
        (only,) = targets
        return only.destroyed, f"{name(only.target)} is lost", points_bars(only.lost)
    spread = how_many([one.destroyed for one in targets])
    return 1.0 - spread[0], "at least one is lost", losses_bars(spread)


def points_bars(lost: Sequence[float]) -> Bars:
    """Return the chances of losing 0, 1, 2 … HP and of being lost, the last one."""
    bins = in_bins(lost[:-1], MOST_BARS - 1)
    short = len(bins) >= SPELT_BARS
    names = [_bin_name(each, "" if short else " HP", "+" if short else "+ HP") for each in bins]
    return (*zip(names, (each.chance for each in bins), strict=True), ("lost", lost[-1]))


def losses_bars(spread: Sequence[float]) -> Bars:
    """Return the chances of 0, 1, 2 … losses."""
    bins = in_bins(spread, MOST_BARS)
    short = len(bins) > SPELT_BARS
    names = [_bin_name(each, "" if short else " lost", "+" if short else " or more") for each in bins]
    return tuple(zip(names, (each.chance for each in bins), strict=True))


class Bin(NamedTuple):
    """Some neighbouring numbers from `low` to `high` with their chance; `open` where that is a tail."""

    low: int
    high: int
    chance: float
    open: bool = False


def in_bins(chances: Sequence[float], most: int) -> list[Bin]:
    """Return the chances of 0, 1, 2 … in at most so many bins.

    A tail at either end stands together where its chance is below `TAIL`. What is between is cut as finely as
    there is room for, in bins of one width.
    """
    many = 1 + max((k for k, chance in enumerate(chances) if chance), default=0)
    low = max(k for k in range(many) if sum(chances[:k]) < TAIL)
    high = min(k for k in range(low + 1, many + 1) if sum(chances[k:]) < TAIL)
    ends = (low > 0) + (high < many)
    step = -(-(high - low) // max(1, most - ends))
    cuts = [(k, min(k + step, high)) for k in range(low, high, step)]
    cuts = [*([(0, low)] if low else []), *cuts, *([(high, many)] if high < many else [])]
    open_from = high if many - high > 1 else many
    return [Bin(start, end - 1, bounded(sum(chances[start:end])), start >= open_from) for start, end in cuts]


def _bin_name(each: Bin, unit: str, more: str) -> str:
    """Return the name of a bin: "no loss" or "none", "2 lost", "3-4", "5 or more"."""
    if each.high == 0:
        return "no loss" if unit else "none"
    if each.open:
        return f"{each.low}{more}"
    return f"{each.low}{unit}" if each.low == each.high else f"{each.low}-{each.high}{unit}"
