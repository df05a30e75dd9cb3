"""Clean-up of lines from drawing programs: rounding coordinates, removing duplicates and joining lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from battlesim.table.terrain import Coordinates

Line = tuple[Coordinates, ...]
LINE_DIGITS: Final = 6
MAX_POINTS_PER_LINE: Final = 60
"""Maximum number of points of a joined line, as the time to build and draw it grows with their square."""


def rounded(points: Iterable[Coordinates]) -> Line:
    """Return a line rounded to `LINE_DIGITS` decimal places, without consecutive equal points."""
    kept: list[Coordinates] = []
    for x, y in points:
        point = (round(x, LINE_DIGITS) + 0.0, round(y, LINE_DIGITS) + 0.0)
        if not kept or kept[-1] != point:
            kept.append(point)
    return tuple(kept)


def without_duplicates(lines: Iterable[Line]) -> list[Line]:
    """Return the lines without duplicates. A line and its reverse count as duplicates."""
    return list({min(line, line[::-1]): line for line in reversed(list(lines))}.values())[::-1]


def joined(lines: Sequence[Line]) -> list[Line]:
    """Return the lines, joined into longer lines wherever exactly two of them meet end to end.

    A joined line of more than `MAX_POINTS_PER_LINE` points is cut into several lines.
    """
    ends: dict[Coordinates, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        ends[line[0]].append(number)
        ends[line[-1]].append(number)
    left = dict(enumerate(lines))
    found: list[Line] = []
    while left:
        line = _extended(left.pop(next(iter(left))), ends, left)
        found.append(_extended(line[::-1], ends, left)[::-1])
    return [part for line in found for part in _parts(line)]


def _extended(line: Line, ends: dict[Coordinates, list[int]], left: dict[int, Line]) -> Line:
    """Return the line extended by the lines that continue from its end; they are removed from `left`."""
    points = list(line)
    while len(ends[points[-1]]) == 2 and points[0] != points[-1]:
        following = [number for number in ends[points[-1]] if number in left]
        if not following:
            break
        more = left.pop(following[0])
        points += (more if more[0] == points[-1] else more[::-1])[1:]
    return tuple(points)


def _parts(line: Line) -> list[Line]:
    """Return a line cut into parts of at most `MAX_POINTS_PER_LINE` points."""
    return [line[at : at + MAX_POINTS_PER_LINE] for at in range(0, len(line) - 1, MAX_POINTS_PER_LINE - 1)]
