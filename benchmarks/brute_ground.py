"""Cover by what a target stands in, or by what a line to it crosses near its base, by brute force."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from benchmarks.brute_lines import spans
from benchmarks.brute_men import Flat, Land, Man

GRADES: Final = ("none", "partial", "full")
GRAZE: Final = 1e-6
"""So far off a line may be before another grade is more than a graze."""


def near_grade(
    land: Sequence[Land], known: Mapping[str, str], within: float, viewer: Man, target: Man
) -> tuple[str, bool]:
    """The best grade, and whether it is one by a graze alone."""
    start, end = ((float(x), float(y)) for x, y in (viewer.at, target.at))
    away = math.dist(start, end)
    if not away:
        return "none", True
    across = (-(end[1] - start[1]) / away * GRAZE, (end[0] - start[0]) / away * GRAZE)
    found = []
    for side, more in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
        a, b = (_moved(point, side, across) for point in (start, end))
        reach = float(target.radius) + within + more * GRAZE
        part = max(0.0, 1.0 - reach / away)
        found.append(_best(land, known, a, b, part))
    return found[0], len(set(found)) > 1


def _moved(point: Flat, side: int, across: Flat) -> Flat:
    return point[0] + side * across[0], point[1] + side * across[1]


def _best(land: Sequence[Land], known: Mapping[str, str], a: Flat, b: Flat, part: float) -> str:
    """The best grade of what the last part of a line crosses."""
    grades = ["none"]
    for one in land:
        named = [known[word] for word in known if word in one.words]
        if named and any(last >= part for _, last in spans(a, b, one.thing.rings, True)):
            grades += named
    return max(grades, key=GRADES.index)
