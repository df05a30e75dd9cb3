"""The shapes of objects in map files: polygons, rectangles, circles, and lines with a thickness."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from battlesim.geometry.constants import TOL
from battlesim.geometry.crossings import band_segments, count_crossings
from battlesim.geometry.shapes import circle, rect, ring_problem, thick_line
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.limits import MAX_CORNERS_PER_TERRAIN, MAX_SHAPE_POINTS, Coordinate, Degrees, Length
from battlesim.table.terrain import Coordinates, Ring

MAX_CROSSINGS = 20_000
"""Largest number of crossings of one line with itself; it limits the time to build its band."""
MAX_CROSSINGS_IN_ALL = 50_000
"""Largest number of crossings over all lines of a file."""
MAX_UNCOUNTED_LINE_POINTS = 8
"""Largest number of points of a line whose crossings are not counted."""
MAX_UNCHECKED_LINE_POINTS = 60
"""Largest number of points of a line that is built quickly however often it crosses itself.

Its crossings still count toward the total of the file.
"""


class ShapeSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shape of an object in a map file: a polygon, a rectangle, a circle or a line with a thickness.

    `rect` is (x0, y0, x1, y1), and `circle` is (x, y, radius), in inches. `turn` is the rotation of a
    rectangle about its centre, in degrees counter-clockwise. `holes` are cut out of a polygon.
    """

    polygon: tuple[Coordinates, ...] | None = None
    rect: tuple[Coordinate, Coordinate, Coordinate, Coordinate] | None = None
    circle: tuple[Coordinate, Coordinate, Length] | None = None
    line: tuple[Coordinates, ...] | None = None
    thickness: Length = 0.0
    turn: Degrees = 0.0
    holes: Annotated[tuple[tuple[Coordinates, ...], ...], Meta(max_length=MAX_SHAPE_POINTS)] = ()


class ShapeError(Exception):
    """The error raised if a shape in a map file is impossible. It names the key of the invalid value."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key, self.message = key, message


Rect = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
ShapeRings = tuple[Ring, ...]
"""Type of an outline with its holes."""


def spec_rings(spec: ShapeSpec) -> ShapeRings:
    """Return the outline of a shape in a map file, followed by its holes.

    Raises ShapeError unless exactly one valid shape is given.
    """
    given = [name for name in _BUILDERS if getattr(spec, name) is not None]
    if len(given) != 1:
        many = " and ".join(given)
        message = f"has {many}, one shape is needed" if given else "has no shape"
        raise ShapeError("", f"{message} (polygon, rect, circle or line with thickness)")
    name = given[0]
    if len(getattr(spec, name)) > MAX_SHAPE_POINTS:
        raise ShapeError(name, f"has more than {MAX_SHAPE_POINTS} points")
    _check_extras(spec, name)
    if (
        name == "line"
        and len(spec.line or ()) > MAX_UNCHECKED_LINE_POINTS
        and crossings_of(spec) > MAX_CROSSINGS
    ):
        raise ShapeError(name, f"crosses itself more than {MAX_CROSSINGS} times")
    if len(spec.polygon or ()) + sum(map(len, spec.holes)) > MAX_CORNERS_PER_TERRAIN:
        raise ShapeError("holes", f"have more than {MAX_CORNERS_PER_TERRAIN} corners in all")
    rings = _BUILDERS[name](spec)
    problem = ring_problem(rings)
    if problem:
        raise ShapeError(name, problem)
    return rings


def crossings_of(spec: ShapeSpec, limit: int = MAX_CROSSINGS) -> int:
    """Count how often the sides of a thick line in a map file cross each other, up to `limit`.

    Return 0 for lines with few points, which are not checked.
    """
    line = spec.line or ()
    if not MAX_UNCOUNTED_LINE_POINTS < len(line) <= MAX_SHAPE_POINTS or spec.thickness <= 0:
        return 0
    return count_crossings(band_segments(line, spec.thickness), limit)


def check_crossings(specs: Iterable[ShapeSpec], key: str, where: str | Path) -> None:
    """Raise InputError if lines in a file cross themselves so often that they would be slow to process."""
    count = 0
    for spec in specs:
        count += crossings_of(spec, MAX_CROSSINGS_IN_ALL - count)
        if count > MAX_CROSSINGS_IN_ALL:
            message = f"has lines that cross themselves more than {MAX_CROSSINGS_IN_ALL} times in all"
            raise InputError(where, key, message, "draw fewer or simpler lines")


def split_rect(rect: Rect, most: float, gap: float) -> list[Rect]:
    """Divide a rectangle into equal parts, at most `most` inches long and wide, with gaps of `gap` inches."""
    x0, y0, x1, y1 = rect
    columns, rows = (_parts(low, high, most, gap) for low, high in ((x0, x1), (y0, y1)))
    return [(left, low, right, high) for low, high in rows for left, right in columns]


def _parts(low: float, high: float, most: float, gap: float) -> list[tuple[float, float]]:
    number = max(1, math.ceil((high - low + gap) / (most + gap) - TOL))
    size = (high - low + gap) / number - gap
    starts = (low + part * (size + gap) for part in range(number))
    return [(round(start, 4), round(start + size, 4)) for start in starts]


def point_off_table(rings: ShapeRings, width: float, height: float) -> Coordinates | None:
    """Return the first point of an outline that is more than TOL off the table, or None if there is none."""
    for x, y in rings[0]:
        if not (-TOL <= x <= width + TOL and -TOL <= y <= height + TOL):
            return (x, y)
    return None


def _check_extras(spec: ShapeSpec, name: str) -> None:
    belongs = {"thickness": "line", "turn": "rect", "holes": "polygon"}
    for extra, owner in belongs.items():
        if getattr(spec, extra) and owner != name:
            raise ShapeError(extra, f"belongs to a {owner}, not to a {name}")


def _polygon(spec: ShapeSpec) -> ShapeRings:
    return (_open(spec.polygon or ()), *(_open(hole) for hole in spec.holes))


def _open(ring: tuple[Coordinates, ...]) -> Ring:
    """Return a ring without the closing point, if that repeats the first point."""
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _rect(spec: ShapeSpec) -> ShapeRings:
    x0, y0, x1, y1 = spec.rect or (0.0, 0.0, 0.0, 0.0)
    if x1 <= x0 or y1 <= y0:
        raise ShapeError("rect", f"x0, y0, x1, y1 = {x0:g}, {y0:g}, {x1:g}, {y1:g} has no area")
    return (rect((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, spec.turn),)


def _circle(spec: ShapeSpec) -> ShapeRings:
    x, y, radius = spec.circle or (0.0, 0.0, 0.0)
    if radius <= 0:
        raise ShapeError("circle", f"a radius of {radius:g} in has no area")
    return (circle(x, y, radius),)


def _line(spec: ShapeSpec) -> ShapeRings:
    if spec.thickness <= 0:
        raise ShapeError("thickness", "a line needs a thickness above 0 in")
    if len(set(spec.line or ())) < 2:
        raise ShapeError("line", "needs at least 2 different points")
    try:
        return thick_line(spec.line or (), spec.thickness)
    except ValueError as error:
        raise ShapeError("line", str(error)) from None


_BUILDERS: Mapping[str, Callable[[Any], ShapeRings]] = {
    "polygon": _polygon,
    "rect": _rect,
    "circle": _circle,
    "line": _line,
}
