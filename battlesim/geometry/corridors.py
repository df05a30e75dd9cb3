"""Corridors around straight lines between pairs of points, with tests of which lines in them are blocked.

Lengths are in inches. Each pair of points has a coordinate frame whose origin is the first point and whose x
axis leads to the second point. Lines are tested only against the walls near their pair. Lines that come
within ``MAX_TOUCH_DISTANCE_IN`` of touching a wall are left to the exact tests of ``line_of_sight``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from battlesim.geometry.envelope import expanded_ranges
from battlesim.geometry.line_of_sight import unblocked_lines
from battlesim.geometry.predicates import intersects_xy
from battlesim.geometry.scene import Bools, Floats, Ints, Scene

MAX_TOUCH_DISTANCE_IN = 1e-6
"""A line closer to a wall than this may touch it; well above ``MAX_GRAZE_IN``."""

_MANY = 400_000
"""The maximum number of line-wall tests in a batch."""

_LITTLE = 20_000
"""The number of line-wall tests below which testing in two steps does not pay."""

_BLOCKED, _UNSURE, _OVER, _UNDER = 1, 2, 4, 8
"""Flags of lines: blocked, undecided, crossing a wall above its top, crossing a wall below its bottom."""

LineFlags = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Lines:
    """Straight lines of sight, each between the two points or bases of a pair.

    `pair` (n,) is the index of the pair. `start` and `end` (n, 2) are points in the coordinate frame of the
    pair. The two heights are in inches.
    """

    pair: Ints
    start: Floats
    end: Floats
    start_height: Floats
    end_height: Floats

    def __len__(self) -> int:
        return len(self.pair)

    def select(self, rows: Ints | Bools | slice) -> Lines:
        """Return the lines of sight in the given rows of the arrays."""
        return Lines(
            self.pair[rows], self.start[rows], self.end[rows], self.start_height[rows], self.end_height[rows]
        )


def _portions(rows: Ints, sizes: Ints) -> Iterator[Ints]:
    """Yield batches of rows whose sizes add up to at most ``_MANY``; a larger row is a batch by itself."""
    total, begin = sizes.cumsum(), 0
    while begin < len(rows):
        done = int(total[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, done + _MANY)))
        yield rows[begin:end]
        begin = end


class Corridors:
    """The walls and corners near the lines of sight between pairs of points, in the coordinates of each pair.

    ``corner`` (m, 2) holds the corners, ``previous_corner`` and ``next_corner`` are the indices of their
    neighbours, and ``is_near`` is True for corners that a line may touch. Walls run from ``wall_start`` to
    ``wall_end`` (m, 2) and are sorted by ``wall_pair``. ``gaps`` (2, m) are their distances from both points.
    """

    def __init__(
        self,
        scene: Scene,
        middles: Floats,
        width: Floats,
        heights: tuple[Floats, Floats],
        ignore: Sequence[Collection[str]],
        full_height: bool = False,
    ) -> None:
        """Find the solids within ``width`` (n,) inches of the lines between pairs of points (n, 2, 2).

        ``heights`` are the lowest and highest heights of the lines, each (n,). ``ignore`` holds, for each
        pair, the ids of solids that never block. If ``full_height`` is true, only solids that span all these
        heights count.
        """
        self.scene, self.ignore, self.width = scene, ignore, width
        self.origin = middles[:, 0]
        way = middles[:, 1] - middles[:, 0]
        self.length = np.hypot(way[:, 0], way[:, 1])
        lone = self.length == 0.0
        self.axis = np.where(lone[:, None], (1.0, 0.0), way / np.where(lone, 1.0, self.length)[:, None])
        self.pair, self.solid = self._near(heights, full_height)
        self._lay_out()

    def _near(self, heights: tuple[Floats, Floats], full_height: bool) -> tuple[Ints, Ints]:
        """Return the pairs and the solids near them, selected by bounding circles and heights."""
        scene, reach = self.scene, self.scene.circle[:, 2] + self.width[:, None]
        low, high = (level[:, None] for level in heights)
        dx, dy = scene.circle[:, 0] - self.origin[:, :1], scene.circle[:, 1] - self.origin[:, 1:]
        ux, uy = self.axis[:, :1], self.axis[:, 1:]
        along = dx * ux + dy * uy
        near = (np.abs(ux * dy - uy * dx) <= reach) & (along >= -reach)
        near &= along <= self.length[:, None] + reach
        near &= (scene.top > low) & ((scene.bottom < high) | (scene.bottom <= 0.0))
        if full_height:
            near &= (scene.top > high) & ((scene.bottom < low) | (scene.bottom <= 0.0))
        for row, ids in enumerate(self.ignore):
            for name in ids:
                near[row, scene.members.get(name, [])] = False
        pair, solid = near.nonzero()
        return pair, solid

    def _lay_out(self) -> None:
        """Compute the corners of the nearby solids and the walls within the width of each pair."""
        scene = self.scene
        group, corner = expanded_ranges(scene.count[self.solid], scene.first[self.solid])
        row = self.pair[group]
        at = self.frame_points(row, np.column_stack([scene.x[corner], scene.y[corner]]))
        after = np.arange(len(corner)) + scene.step[corner]
        (x, y), (ox, oy), width, length = at.T, at[after].T, self.width[row], self.length[row]
        self.corner, self.corner_pair, self.corner_solid = at, row, self.solid[group]
        self.next_corner, self.previous_corner = after, np.empty_like(after)
        self.previous_corner[after] = np.arange(len(after))
        self.is_near = (np.abs(y) <= width) & (x >= -width) & (x <= length + width)
        beside = (np.minimum(y, oy) <= width) & (np.maximum(y, oy) >= -width)
        beside &= (np.minimum(x, ox) <= length + width) & (np.maximum(x, ox) >= -width)
        (wall,) = beside.nonzero()
        across = (y[wall] <= 0.0) != (oy[wall] <= 0.0)
        order = np.lexsort((~across, row[wall]))
        wall, across = wall[order], across[order]
        self.wall_start, self.wall_end, self.wall_solid = at[wall], at[after[wall]], self.corner_solid[wall]
        self.wall_pair = row[wall]
        self.count = np.bincount(self.wall_pair, minlength=len(self.length))
        self.first = self.count.cumsum() - self.count
        self.across = np.bincount(self.wall_pair[across], minlength=len(self.length))
        self.gaps = self._gaps()
        (close,) = (self.gaps.min(axis=0) <= self.width[self.wall_pair] + MAX_TOUCH_DISTANCE_IN).nonzero()
        around = np.bincount(group[wall[close]], minlength=len(self.pair)) > 0
        (cut,) = ((y <= 0.0) != (oy <= 0.0)).nonzero()
        met = x[cut] + (ox - x)[cut] * y[cut] / (y - oy)[cut]
        for beyond in (met < 0.0, met > length[cut]):
            around |= np.bincount(group[cut[beyond]], minlength=len(self.pair)) % 2 > 0
        (kept,) = around.nonzero()
        self.enclosing_solid = self.solid[kept]
        self.enclosing_count = np.bincount(self.pair[kept], minlength=len(self.length))
        self.enclosing_first = self.enclosing_count.cumsum() - self.enclosing_count

    def _gaps(self) -> Floats:
        """Return the distances (2, m) of the walls from both points of their pairs."""
        way = self.wall_end - self.wall_start
        square = np.maximum((way**2).sum(axis=1), 1e-300)
        found = np.empty((2, len(way)))
        for k, x in enumerate((np.zeros(len(way)), self.length[self.wall_pair])):
            to = np.column_stack([x - self.wall_start[:, 0], -self.wall_start[:, 1]])
            part = np.clip((to * way).sum(axis=1) / square, 0.0, 1.0)
            found[k] = np.hypot(*(to - part[:, None] * way).T)
        return found

    def frame_points(self, pair: Ints, points: Floats) -> Floats:
        """Convert points (n, 2) from the table to the coordinates of their pairs."""
        dx, dy = (points - self.origin[pair]).T
        ux, uy = self.axis[pair].T
        return np.column_stack([dx * ux + dy * uy, ux * dy - uy * dx])

    def table_points(self, pair: Ints, points: Floats) -> Floats:
        """Convert points (n, 2), each given along and across its pair's line, to positions on the table."""
        (x, y), (ux, uy) = points.T, self.axis[pair].T
        return np.column_stack([x * ux - y * uy, x * uy + y * ux]) + self.origin[pair]

    def are_free(self, lines: Lines) -> Bools:
        """Return, for each line of sight, whether it is unblocked. The result equals that of exact tests."""
        blocked, unsure = self.blocked_and_unsure(lines)
        (asked,) = (unsure & ~blocked).nonzero()
        found = ~blocked
        if len(asked):
            found[asked] = self.are_free_by_measure(lines.select(asked))
        return found

    def are_free_by_measure(self, lines: Lines) -> Bools:
        """Return, for each line of sight, whether the exact tests of ``line_of_sight`` find it unblocked."""
        starts = np.column_stack([self.table_points(lines.pair, lines.start), lines.start_height])
        ends = np.column_stack([self.table_points(lines.pair, lines.end), lines.end_height])
        return unblocked_lines(self.scene, starts, ends, [self.ignore[k] for k in lines.pair.tolist()])

    def blocked_and_unsure(self, lines: Lines) -> tuple[Bools, Bools]:
        """Return two flags for each line of sight: certainly blocked, and not decided by the walls alone.

        The walls between the two points of a pair are tested first, because they block most lines.
        """
        marks = np.zeros(len(lines), dtype=np.uint8)
        parts = [(self.first, self.across), (self.first + self.across, self.count - self.across)]
        if int(self.count[lines.pair].sum()) < _LITTLE:
            parts = [(self.first, self.count)]
        for first, count in parts:
            (left,) = ((marks & _BLOCKED) == 0).nonzero()
            for rows in _portions(left, count[lines.pair[left]]):
                self._cross(lines.select(rows), first, count, rows, marks)
        marks[(marks & _OVER > 0) & (marks & _UNDER > 0)] |= _UNSURE
        blocked, unsure = marks & _BLOCKED > 0, marks & _UNSURE > 0
        self._mark_enclosed(lines, blocked, unsure)
        return blocked, unsure

    def _cross(self, lines: Lines, start: Ints, count: Ints, rows: Ints, marks: LineFlags) -> None:
        """Flag the lines at `rows` that cross or touch the walls given by `start` and `count`."""
        way = lines.end - lines.start
        length = np.hypot(way[:, 0], way[:, 1])
        ux, uy = way.T / np.maximum(length, 1e-300)
        px, py = lines.start.T
        line, wall = expanded_ranges(count[lines.pair], start[lines.pair])
        away = (ux * py - uy * px)[line]
        ux, uy = ux[line], uy[line]
        (nx, ny), (fx, fy) = self.wall_start[wall].T, self.wall_end[wall].T
        left, right = ux * ny - uy * nx - away, ux * fy - uy * fx - away
        (close,) = (
            (np.minimum(left, right) <= MAX_TOUCH_DISTANCE_IN)
            & (np.maximum(left, right) >= -MAX_TOUCH_DISTANCE_IN)
        ).nonzero()
        line, wall, left, right, ux, uy = (one[close] for one in (line, wall, left, right, ux, uy))
        (nx, ny), (fx, fy) = self.wall_start[wall].T, self.wall_end[wall].T
        along, long = ux * px[line] + uy * py[line], length[line]
        first, last = ux * nx + uy * ny - along, ux * fx + uy * fy - along
        crossed = (np.minimum(left, right) < -MAX_TOUCH_DISTANCE_IN) & (
            np.maximum(left, right) > MAX_TOUCH_DISTANCE_IN
        )
        at = first + (last - first) * np.divide(left, left - right, out=np.zeros(len(left)), where=crossed)
        low, high = (np.where(crossed, at, fold(first, last)) for fold in (np.minimum, np.maximum))
        through = crossed & (at > MAX_TOUCH_DISTANCE_IN) & (at < long - MAX_TOUCH_DISTANCE_IN)
        touched = (low <= long + MAX_TOUCH_DISTANCE_IN) & (high >= -MAX_TOUCH_DISTANCE_IN) & ~through
        marks[rows[line[touched]]] |= _UNSURE
        line, at = line[through], at[through]
        bits = self._bits(lines.select(line), self.wall_solid[wall[through]], at / long[through])
        for bit in (_BLOCKED, _UNSURE, _OVER, _UNDER):
            marks[rows[line[bits == bit]]] |= bit

    def _bits(self, lines: Lines, solid: Ints, part: Floats) -> LineFlags:
        """Return flags for how lines cross walls, by their height at the fraction `part` of their length."""
        top, bottom = self.scene.top[solid], self.scene.bottom[solid]
        rise = lines.end_height - lines.start_height
        height = lines.start_height + part * rise
        level = rise == 0.0
        length = np.hypot(*(lines.end - lines.start).T)
        room = np.where(level, 0.0, MAX_TOUCH_DISTANCE_IN * (1.0 + np.abs(rise) / length))
        if level.all():
            within = (height < top) & ((height > bottom) | (bottom <= 0.0))
            return np.where(within, _BLOCKED, 0).astype(np.uint8)
        above, below = height >= top + room, (height <= bottom - room) & (bottom > 0.0)
        within = (height < top - room) & ((height > bottom + room) | (bottom <= 0.0))
        return np.select([within, above, below], [_BLOCKED, _OVER, _UNDER], _UNSURE).astype(np.uint8)

    def _mark_enclosed(self, lines: Lines, blocked: Bools, unsure: Bools) -> None:
        """Mark lines that start or end in a solid as unsure, because they may cross none of its walls."""
        (left,) = (~blocked & ~unsure & (self.enclosing_count[lines.pair] > 0)).nonzero()
        if not len(left):
            return
        some = lines.select(left)
        line, about = expanded_ranges(self.enclosing_count[some.pair], self.enclosing_first[some.pair])
        shapes = self.scene.polygons[self.enclosing_solid[about]]
        for points in (some.start, some.end):
            x, y = self.table_points(some.pair, points)[line].T
            unsure[left[line[intersects_xy(shapes, x, y)]]] = True


def pair_batches(scene: Scene, count: int) -> Iterator[slice]:
    """Yield slices that divide `count` pairs of bases into batches small enough to fit into memory."""
    step = max(1, _MANY // max(1, len(scene.solids)))
    return (slice(begin, begin + step) for begin in range(0, count, step))


def unblocked_centre_lines(
    scene: Scene, middles: Floats, heights: Floats, ignore: Sequence[Collection[str]]
) -> Bools:
    """Return, for each pair of points, whether the line of sight between the points is unblocked.

    `middles` (n, 2, 2) holds the points, and `heights` (n, 2) holds their heights in inches.
    """
    found = np.empty(len(middles), dtype=bool)
    for part in pair_batches(scene, len(middles)):
        level, count = heights[part], len(middles[part])
        bounds = level.min(axis=1), level.max(axis=1)
        corridors = Corridors(scene, middles[part], np.zeros(count), bounds, ignore[part])
        ends = np.zeros((2, count, 2))
        ends[1, :, 0] = corridors.length
        found[part] = corridors.are_free(Lines(np.arange(count), ends[0], ends[1], level[:, 0], level[:, 1]))
    return found
