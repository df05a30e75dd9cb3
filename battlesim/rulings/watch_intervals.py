"""The exact parts of a move during which a piece is watched, in inches from the start of its path.

The lengths where a watch may start or end are computed with `geometry.path_breaks`. Between two of them, the
rulings themselves decide: `sight.pair_verdicts`, `arcs.piece_arc_ruling`, `piece_gaps.piece_gap` and
`template_coverage.piece_coverages`. Rules for shots at a moving piece, such as Overwatch, use this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from battlesim.geometry.shapes import Point
from battlesim.rulings.sight import SightRules, pair_verdicts
from battlesim.rulings.watch_case import INTERVAL_PRECISION_IN, WatchCase, WatchCondition
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

MAX_SETTLE_STEPS: Final = 20
"""The number of steps of `INTERVAL_PRECISION_IN` by which the end of an interval is moved inward at most."""


class PathInterval(NamedTuple):
    """A part of a path. `start` and `end` are distances from the start of the path, in inches."""

    start: float
    end: float


def watch_intervals(
    table: Table, mover: Piece, path: Sequence[Point], watch: WatchCondition
) -> tuple[PathInterval, ...]:
    """Return the parts of a moving piece's path on which a watch condition is true, in order.

    Their ends are exact to 0.002 in. Parts and interruptions shorter than `FALLBACK_SAMPLE_STEP_IN` may be
    missed for viewers inside terrain, lines between bases, ground that can be seen into, or an unobscured
    view. A piece on the ground follows the height of the ground, and a flying piece keeps its height. All
    other pieces stay in place. Raises ValueError if an arc is given and the viewer has no facing.
    """
    return intervals_of_watches(table, mover, path, [watch])[0]


def intervals_of_watches(
    table: Table, mover: Piece, path: Sequence[Point], watches: Sequence[WatchCondition]
) -> list[tuple[PathInterval, ...]]:
    """Return the parts of a path on which each of several watch conditions is true.

    The result holds a tuple for each condition, as returned by `watch_intervals`. Computing them together is
    faster.
    """
    cases = [WatchCase(table, mover, path, watch) for watch in watches]
    marks = [case.break_lengths() for case in cases]
    middles = [[(a + b) / 2.0 for a, b in pairwise(own)] for own in marks]
    states = _judged([_Samples(case, own) for case, own in zip(cases, middles, strict=True)])
    changes = [
        WatchChange(case, at[k - 1], own[k], at[k], held[k - 1])
        for case, own, at, held in zip(cases, marks, middles, states, strict=True)
        for k in range(1, len(held))
        if held[k] != held[k - 1]
    ]
    ends: dict[int, list[float]] = {id(case): [] for case in cases}
    for change, end in zip(changes, _ends(changes), strict=True):
        ends[id(change.case)].append(end)
    return [
        _intervals_between([*([0.0] if held and held[0] else []), *ends[id(case)], own[-1]])
        for case, own, held in zip(cases, marks, states, strict=True)
    ]


def _intervals_between(bounds: Sequence[float]) -> tuple[PathInterval, ...]:
    return tuple(PathInterval(a, b) for a, b in zip(bounds[::2], bounds[1::2], strict=False))


def settled_intervals(
    table: Table,
    mover: Piece,
    path: Sequence[Point],
    watches: Sequence[WatchCondition],
    found: Sequence[Sequence[PathInterval]],
) -> list[tuple[PathInterval | None, ...]]:
    """Return parts of a path with their ends moved inward to positions where the piece is in fact watched.

    Because pieces stand at rounded coordinates, a piece may not be watched at the exact end of a part.
    `found` holds the parts for each watch condition. If there is no such position near an end of a part, the
    part becomes None.
    """
    cases = [WatchCase(table, mover, path, watch) for watch in watches]
    ends = [
        (case, along, direction)
        for case, own in zip(cases, found, strict=True)
        for interval in own
        for along, direction in ((interval.start, 1.0), (interval.end, -1.0))
    ]
    settled: list[float | None] = [None] * len(ends)
    for step in range(MAX_SETTLE_STEPS):
        left = [k for k, along in enumerate(settled) if along is None]
        if not left:
            break
        tried = [round(ends[k][1] + ends[k][2] * step * INTERVAL_PRECISION_IN, 4) for k in left]
        held = _judged([_Samples(ends[k][0], [along], True) for k, along in zip(left, tried, strict=True)])
        for k, along, states in zip(left, tried, held, strict=True):
            settled[k] = along if states[0] else None
    pairs = iter(zip(settled[::2], settled[1::2], strict=True))
    return [tuple(_interval_or_none(*next(pairs)) for _ in own) for own in found]


def _interval_or_none(start: float | None, end: float | None) -> PathInterval | None:
    return PathInterval(start, end) if start is not None and end is not None and start <= end else None


class _Samples(NamedTuple):
    """Lengths along the path of a case at which its watch is judged."""

    case: WatchCase
    along: Sequence[float]
    rounded: bool = False


class WatchChange(NamedTuple):
    """A place on a path where a watch starts or, if `held` is True, ends.

    It is near the length `mark`, between the lengths `before` and `after`.
    """

    case: WatchCase
    before: float
    mark: float
    after: float
    held: bool


def _judged(samples: Sequence[_Samples]) -> list[list[bool]]:
    """Return whether each case's watch holds at each of its lengths, judging sight for all cases together."""
    moved = [case.moved(along, rounded) for case, along, rounded in samples]
    holds = [
        [case.holds_without_sight(piece) for piece in pieces]
        for (case, _, _), pieces in zip(samples, moved, strict=True)
    ]
    groups: list[tuple[SightRules, list[tuple[int, int]]]] = []
    for i, (case, _, _) in enumerate(samples):
        rules = case.watch.sight_rules
        asked = [(i, k) for k, near in enumerate(holds[i]) if near]
        if rules is None or not asked:
            continue
        same = next((keys for known, keys in groups if known is rules or known == rules), None)
        if same is None:
            groups.append((rules, asked))
        else:
            same.extend(asked)
    for rules, keys in groups:
        pairs = [(samples[i].case.watch.viewer, moved[i][k]) for i, k in keys]
        table = samples[keys[0][0]].case.table
        for (i, k), seen in zip(keys, pair_verdicts(table, rules, pairs, with_blockers=False), strict=True):
            holds[i][k] = samples[i].case.sees(seen)
    return holds


def _ends(changes: Sequence[WatchChange]) -> list[float]:
    """Return the length at which each watch changes: at its mark, or at a point found by bisection."""
    beside = [
        _Samples(one.case, (one.mark - INTERVAL_PRECISION_IN, one.mark + INTERVAL_PRECISION_IN))
        for one in changes
    ]
    brackets = []
    for one, (early, late) in zip(changes, _judged(beside), strict=True):
        if early != one.held:
            brackets.append((one.before, one.mark))
        else:
            brackets.append((one.mark, one.mark) if late != one.held else (one.mark, one.after))
    return _bisected(changes, brackets)


def _bisected(changes: Sequence[WatchChange], brackets: list[tuple[float, float]]) -> list[float]:
    """Return the length at which each watch changes within its bracket, bisecting all brackets together."""
    while wide := [k for k, (low, high) in enumerate(brackets) if high - low > INTERVAL_PRECISION_IN]:
        middles = [sum(brackets[k]) / 2.0 for k in wide]
        judged = _judged([_Samples(changes[k].case, [m]) for k, m in zip(wide, middles, strict=True)])
        for k, middle, (now,) in zip(wide, middles, judged, strict=True):
            low, high = brackets[k]
            brackets[k] = (middle, high) if now == changes[k].held else (low, middle)
    return [high for _, high in brackets]
