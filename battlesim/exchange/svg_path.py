"""Conversion of SVG path data to straight segments; all absolute and relative commands are supported."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from battlesim.exchange.curves import (
    Point,
    cubic_bezier_points,
    elliptical_arc_points,
    quadratic_bezier_points,
)

COMMAND_PATTERN: Final = re.compile(r"[\s,]*+([MmLlHhVvZzCcSsQqTtAa])")
NUMBER_PATTERN: Final = re.compile(r"[\s,]*+([-+]?+(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][-+]?+\d++)?+)")
FLAG_PATTERN: Final = re.compile(r"[\s,]*+([01])")
COMMAND_ARGUMENTS: Final = {
    "M": "nn",
    "L": "nn",
    "H": "n",
    "V": "n",
    "Z": "",
    "C": "nnnnnn",
    "S": "nnnn",
    "Q": "nnnn",
    "T": "nn",
    "A": "nnnffnn",
}
"""The arguments of each command: "n" is a number, "f" a flag."""


class PathError(ValueError):
    """Raised if the path data of an SVG shape is invalid; the message says why."""


class Subpath(NamedTuple):
    """A continuous part of an SVG path: its points and whether it is closed."""

    points: list[Point]
    closed: bool


def parse_subpaths(
    data: str, max_deviation: float, count_points: Callable[[int], None] = lambda points: None
) -> list[Subpath]:
    """Parse the path data of an SVG shape into subpaths, with curves approximated by straight segments.

    `count_points` is called with the number of points of each path command and may raise an error to stop the
    parsing. Raises PathError if the path data is invalid.
    """
    found: list[Subpath] = []
    line: list[Point] = []
    start = here = control = (0.0, 0.0)
    before = ""
    for command, args in _commands(data):
        kind = command.upper()
        base = here if command.islower() else (0.0, 0.0)
        if not before and kind != "M":
            raise PathError("the path must begin with the command M")
        count_points(1)
        if kind in "MZ":
            found += [Subpath(line, kind == "Z")] if len(line) > 1 else []
            start = (base[0] + args[0], base[1] + args[1]) if kind == "M" else start
            line = [start]
        else:
            smooth = control if before in SMOOTH_PREDECESSORS[kind] else here
            points, control = SEGMENT_BUILDERS[kind](here, base, args, smooth, max_deviation)
            count_points(len(points) - 1)
            line += points
        here, before = line[-1], kind
    return [*found, Subpath(line, False)] if len(line) > 1 else found


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command of a path with its arguments, including repetitions with the letter omitted."""
    at, command = 0, ""
    data = data.rstrip()
    while at < len(data):
        token = COMMAND_PATTERN.match(data, at)
        if token:
            at, command = token.end(), token[1]
        elif not command or command in "Zz":
            raise PathError(f"expected a command in the path, found {data[at : at + 20]!r}")
        args: list[float] = []
        for want in COMMAND_ARGUMENTS[command.upper()]:
            number = (NUMBER_PATTERN if want == "n" else FLAG_PATTERN).match(data, at)
            if number is None or not abs(float(number[1])) <= 1e7:
                raise PathError(f"expected a number in the path, found {data[at : at + 20]!r}")
            args.append(float(number[1]))
            at = number.end()
        yield command, args
        command = {"M": "L", "m": "l"}.get(command, command)


SegmentPoints = tuple[list[Point], Point]
SegmentBuilder = Callable[[Point, Point, list[float], Point, float], SegmentPoints]


def _straight(here: Point, base: Point, args: list[float], smooth: Point, stray: float) -> SegmentPoints:
    return [(base[0] + args[0], base[1] + args[1])], here


def _across(here: Point, base: Point, args: list[float], smooth: Point, stray: float) -> SegmentPoints:
    return [(base[0] + args[0], here[1])], here


def _down(here: Point, base: Point, args: list[float], smooth: Point, stray: float) -> SegmentPoints:
    return [(here[0], base[1] + args[0])], here


def _places(base: Point, args: list[float]) -> list[Point]:
    return [(base[0] + x, base[1] + y) for x, y in zip(args[::2], args[1::2], strict=True)]


def _mirrored(control: Point, here: Point) -> Point:
    return (2 * here[0] - control[0], 2 * here[1] - control[1])


def _cubic(here: Point, base: Point, args: list[float], smooth: Point, stray: float) -> SegmentPoints:
    *first, second, end = _places(base, args)
    lead = first[0] if first else _mirrored(smooth, here)
    return cubic_bezier_points(here, lead, second, end, stray), second


def _quadratic(here: Point, base: Point, args: list[float], smooth: Point, stray: float) -> SegmentPoints:
    *first, end = _places(base, args)
    lead = first[0] if first else _mirrored(smooth, here)
    return quadratic_bezier_points(here, lead, end, stray), lead


def _arc(here: Point, base: Point, args: list[float], smooth: Point, stray: float) -> SegmentPoints:
    rx, ry, turn, large, sweep, x, y = args
    end = (base[0] + x, base[1] + y)
    return elliptical_arc_points(
        here, end, (rx, ry), math.radians(turn), bool(large), bool(sweep), stray
    ), here


SEGMENT_BUILDERS: Final[dict[str, SegmentBuilder]] = {
    "L": _straight,
    "H": _across,
    "V": _down,
    "C": _cubic,
    "S": _cubic,
    "Q": _quadratic,
    "T": _quadratic,
    "A": _arc,
}
SMOOTH_PREDECESSORS: Final = {"S": "CS", "T": "QT", **dict.fromkeys("LHVCQA", "")}
"""For each command, the preceding commands whose curve it continues smoothly."""
