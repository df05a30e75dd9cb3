"""The markings that a user makes on a photograph of a table: its corners and size, bases and terrain.

A sketch is immutable: every change returns a new sketch. Points in the picture are in pixels, points on the
table in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import msgspec

from battlesim.geometry.hulls import HullForm, hull_ring
from battlesim.geometry.shapes import Ring
from battlesim.photo.base_detection import STANDARD_SIZES_MM, DetectedBase
from battlesim.scenarios.maps import TableSpec, TerrainSpec, build_map
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.base_sizes import MM_PER_INCH, nearest_sold_size

Point = tuple[float, float]

TABLE_SIZES_IN: Final = ((48.0, 48.0), (36.0, 36.0), (44.0, 30.0), (60.0, 44.0), (72.0, 48.0), (30.0, 22.0))
"""Common table sizes in inches."""
TRACED_WALL_IN: Final = 0.25
"""Thickness in inches of a wall traced as a line."""


class BaseMark(msgspec.Struct, frozen=True):
    """A miniature's base marked in a photograph, with its side. `taken` is True if the user has accepted it.

    For a base that is not round, `form` is its shape, the size is its length, `width` is its width in
    millimetres, and `facing` is in degrees.
    """

    base: DetectedBase
    taken: bool
    side: int = 0
    form: HullForm | None = None
    width: float = 0.0
    facing: float = 0.0

    @property
    def size_text(self) -> str:
        """The size of the marked base in millimetres as text, such as "32" or "60 x 35"."""
        return f"{self.base.size:g} x {self.width:g}" if self.form else f"{self.base.size:g}"

    @property
    def outline(self) -> Ring:
        """The outline of the marked base in inches on the table, or an empty tuple if the base is round."""
        if self.form is None:
            return ()
        long, wide = self.base.size / MM_PER_INCH, self.width / MM_PER_INCH
        return hull_ring(self.form, long, wide, self.base.x, self.base.y, self.facing)

    def with_size(self, size: float) -> BaseMark:
        """Return the marked base with another size in mm, rounded to a size on sale if it is not round."""
        length, width = nearest_sold_size(self.form, size) if self.form else (size, 0.0)
        return msgspec.structs.replace(self, base=_of_size(self.base, length), width=width)

    def with_next_size(self, steps: int) -> BaseMark:
        """Return the marked base, made larger by `steps` standard sizes (smaller if `steps` is negative)."""
        if self.form is None:
            return self.with_size(neighbouring_size(self.base.size, steps))
        length, width = nearest_sold_size(self.form, self.base.size, steps)
        return msgspec.structs.replace(self, base=_of_size(self.base, length), width=width)

    def with_form(self, form: HullForm | None) -> BaseMark:
        """Return the marked base with another shape (None for round) and about the same length."""
        other = msgspec.structs.replace(self, form=form)
        return other.with_size(self.base.size if form else neighbouring_size(self.base.size, 0))

    def rotated(self, degrees: float) -> BaseMark:
        """Return the marked base rotated counter-clockwise by an angle in degrees."""
        return msgspec.structs.replace(self, facing=round((self.facing + degrees) % 360.0, 1))


class TerrainTrace(msgspec.Struct, frozen=True):
    """Terrain that the user has traced along the ground, as an open line or a closed outline in inches."""

    points: tuple[Point, ...]
    closed: bool
    kind: str


class Sketch(msgspec.Struct, frozen=True):
    """The markings on a photograph: the corners and size of the table, the bases and the terrain.

    The corners are in pixels, counter-clockwise from the lower left corner of the table.
    """

    corners: tuple[Point, ...]
    table: tuple[float, float] = TABLE_SIZES_IN[0]
    marks: tuple[BaseMark, ...] = ()
    traces: tuple[TerrainTrace, ...] = ()

    def with_corner(self, number: int, point: Point) -> Sketch:
        """Return the sketch with the corner of the table at index `number` moved to another pixel."""
        corners = tuple(point if k == number else corner for k, corner in enumerate(self.corners))
        return msgspec.structs.replace(self, corners=corners)

    def with_mark(self, number: int, mark: BaseMark) -> Sketch:
        """Return the sketch of the table with `mark` as the marked base at index `number`.

        It replaces the base at that index or is added at the end.
        """
        marks = (*self.marks[:number], mark, *self.marks[number + 1 :])
        return msgspec.structs.replace(self, marks=marks)

    def without_mark(self, number: int) -> Sketch:
        """Return the sketch of the table without the marked base at index `number`."""
        return msgspec.structs.replace(self, marks=self.marks[:number] + self.marks[number + 1 :])

    def with_trace(self, trace: TerrainTrace) -> Sketch:
        """Return the sketch of the table with a traced piece of terrain added."""
        return msgspec.structs.replace(self, traces=(*self.traces, trace))

    def without_trace(self, number: int) -> Sketch:
        """Return the sketch of the table without the traced terrain at index `number`."""
        return msgspec.structs.replace(self, traces=self.traces[:number] + self.traces[number + 1 :])

    def taken_marks(self) -> list[BaseMark]:
        """Return the marked bases that the user has accepted."""
        return [mark for mark in self.marks if mark.taken]

    def mark_at(self, point: Point) -> int | None:
        """Return the index of the marked base at a point, or None. If bases overlap, return the nearest."""
        near = [
            (math.dist(point, (mark.base.x, mark.base.y)), number)
            for number, mark in enumerate(self.marks)
            if math.dist(point, (mark.base.x, mark.base.y)) <= mark.base.size / MM_PER_INCH / 2.0
        ]
        return min(near)[1] if near else None

    def trace_at(self, point: Point, reach: float) -> int | None:
        """Return the index of the first traced terrain within `reach` inches of a point, or None."""
        for number, trace in enumerate(self.traces):
            ends = [*trace.points, *trace.points[: int(trace.closed)]]
            if any(_apart(point, a, b) <= reach for a, b in pairwise(ends)):
                return number
        return None

    def snapped_point(self, raw_point: Point, under_way: tuple[Point, ...], reach: float) -> Point:
        """Return a point snapped to a nearby corner of the table or of traced terrain, or to a table edge.

        `under_way` is the unfinished trace, and `reach` is the maximum distance for snapping in inches.
        """
        wide, high = self.table
        known = [*under_way, *(point for trace in self.traces for point in trace.points)]
        known += [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]
        nearest = min(known, key=lambda point: math.dist(raw_point, point))
        if math.dist(raw_point, nearest) <= reach:
            return nearest
        return _to_edge(raw_point[0], wide, reach), _to_edge(raw_point[1], high, reach)

    def terrain(self) -> tuple[TerrainSpec, ...]:
        """Return the terrain traced on the photograph, in the form of the entries of a map file."""
        return tuple(self._terrain())

    def _terrain(self) -> Iterator[TerrainSpec]:
        counts: dict[str, int] = {}
        for trace in self.traces:
            counts[trace.kind] = counts.get(trace.kind, 0) + 1
            name = f"{trace.kind}{counts[trace.kind]}"
            points = tuple((round(x, 3), round(y, 3)) for x, y in trace.points)
            if trace.closed:
                yield TerrainSpec(kind=trace.kind, id=name, polygon=points)
            else:
                yield TerrainSpec(kind=trace.kind, id=name, line=points, thickness=TRACED_WALL_IN)

    def trace_error(self, trace: TerrainTrace) -> str:
        """Return the reason why a line or outline traced by the user is not valid terrain, or "" if it is."""
        try:
            build_map(TableSpec(*self.table), self.with_trace(trace).terrain(), "the table")
        except InputError as error:
            return error.message
        return ""


def neighbouring_size(size: float, steps: int) -> float:
    """Return the standard base size `steps` sizes above `size`, or below it if `steps` is negative."""
    at = min(range(len(STANDARD_SIZES_MM)), key=lambda k: abs(STANDARD_SIZES_MM[k] - size))
    return STANDARD_SIZES_MM[min(max(at + steps, 0), len(STANDARD_SIZES_MM) - 1)]


def _of_size(base: DetectedBase, size: float) -> DetectedBase:
    return msgspec.structs.replace(base, size=size)


def default_corners(wide: int, high: int) -> tuple[Point, ...]:
    """Return pixels at which to show the corners of a table before the user drags them into place."""
    x, y = 0.18 * wide, 0.2 * high
    return (x * 0.6, high - y), (wide - x * 0.6, high - y), (wide - x * 1.4, y), (x * 1.4, y)


def _apart(at: Point, a: Point, b: Point) -> float:
    """Return the distance from a point to the segment between two others."""
    way = b[0] - a[0], b[1] - a[1]
    square = way[0] ** 2 + way[1] ** 2 or 1e-12
    part = min(max(((at[0] - a[0]) * way[0] + (at[1] - a[1]) * way[1]) / square, 0.0), 1.0)
    return math.dist(at, (a[0] + part * way[0], a[1] + part * way[1]))


def _to_edge(value: float, most: float, reach: float) -> float:
    value = min(max(value, 0.0), most)
    return 0.0 if value <= reach else most if most - value <= reach else value
