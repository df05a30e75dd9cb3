"""The search for unblocked lines of sight between any points of two bases, for many pairs at once.

Lengths are in inches.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

import numpy as np

from battlesim.geometry.base_shapes import BaseShape, base_centre, base_circumradius
from battlesim.geometry.corridors import Corridors, Lines, pair_batches
from battlesim.geometry.scene import Floats, Ints, Scene
from battlesim.geometry.shapes import Point
from battlesim.geometry.sloped_lines import SlopedLineSearch, needs_sloped_lines
from battlesim.geometry.tangent_lines import PairBases, Rays, tangent_rays

LineEnds = tuple[Point, Point]
HeightRange = tuple[float, float]
"""The lowest and the highest height."""
Ids = Collection[str]

_FEW = 2
"""The number of lines of a pair that are measured first; usually all or none are unblocked."""


def free_lines(
    scene: Scene,
    pairs: Sequence[tuple[BaseShape, BaseShape]],
    bands: Floats,
    ignore: Sequence[Ids],
    edge_to_edge: bool = False,
) -> list[LineEnds | None]:
    """Return an unblocked line of sight between any points of the two bases of each pair, or None.

    `bands` (n, 2 ends, 2: low, high) is the range of heights at each end. If all solids stand on the ground,
    the highest line is the best. The line is clipped to the gap between the bases. A sloped line may also end
    at the far edge of the lower base, where it is flatter. If ``edge_to_edge`` is true, only the highest
    lines between near edges are tried. For example, a piece behind a crate is in sight if some line passes
    over or beside the crate.
    """
    found: list[LineEnds | None] = []
    for part in pair_batches(scene, len(pairs)):
        search = _Search(scene, pairs[part], bands[part], ignore[part])
        search.run(edge_to_edge)
        found += search.found
    return found


class _Search:
    """A search for unblocked lines between pairs of bases, with the lines found so far."""

    def __init__(
        self, scene: Scene, pairs: Sequence[tuple[BaseShape, BaseShape]], bands: Floats, ignore: Sequence[Ids]
    ) -> None:
        self.pairs, self.bands, self.found = pairs, bands, list[LineEnds | None]([None] * len(pairs))
        self.middles = np.array([[base_centre(body) for body in pair] for pair in pairs]).reshape(-1, 2, 2)
        radii = np.array([[base_circumradius(body) for body in pair] for pair in pairs]).reshape(-1, 2)
        top = bands[:, :, 1]
        self.corridors = Corridors(
            scene, self.middles, radii.max(axis=1, initial=0.0), (top.min(axis=1), top.max(axis=1)), ignore
        )
        self.bases = PairBases(self.corridors, pairs)
        self.open = np.ones(len(pairs), dtype=bool)

    def run(self, edge_to_edge: bool) -> None:
        """Search for an unblocked line of sight for each pair of bases."""
        self.is_far = not edge_to_edge
        count = len(self.open)
        ahead = np.tile((1.0, 0.0), (count, 1))
        self._try(Rays(np.arange(count), np.zeros((count, 2)), ahead))
        if self.open.any():
            self._try(tangent_rays(self.corridors, self.bases, self.open))
        for row in self._undecided() if self.is_far else ():
            self._search_slopes(row)

    def _undecided(self) -> list[int]:
        """Return the pairs without a line that a lower line could connect past full-height solids."""
        level = self.bands[:, 0, 1] == self.bands[:, 1, 1]
        is_raised = bool((self.corridors.scene.bottom > 0.0).any())
        rows = (self.open & (~level | is_raised)).nonzero()[0]
        if not len(rows):
            return []
        rows = rows[needs_sloped_lines(self._about(rows), self.bands[rows])]
        walls = self._about(rows, full_height=True)
        bases = PairBases(walls, [self.pairs[row] for row in rows.tolist()])
        rays = tangent_rays(walls, bases, np.ones(len(rows), dtype=bool))
        ahead = Rays(np.arange(len(rows)), np.zeros((len(rows), 2)), np.tile((1.0, 0.0), (len(rows), 1)))
        rays = Rays(*(np.concatenate(both) for both in zip(rays, ahead, strict=True)))
        _, rays, (_, leave, meet, _) = bases.crossing_rays(rays)
        level = self.bands[rows].max(axis=(1, 2))[rays.pair]
        lines = _lines(rays, leave, meet, np.column_stack([level, level]))
        left: list[int] = rows[np.unique(lines.pair[~walls.blocked_and_unsure(lines)[0]])].tolist()
        return left

    def _about(self, rows: Ints, full_height: bool = False) -> Corridors:
        """Return the corridors of the given pairs, with the solids at any height of their bands."""
        heights = self.bands[rows].min(axis=(1, 2)), self.bands[rows].max(axis=(1, 2))
        middles, width = self.middles[rows], self.corridors.width[rows]
        ignore = [self.corridors.ignore[row] for row in rows.tolist()]
        return Corridors(self.corridors.scene, middles, width, heights, ignore, full_height)

    def _search_slopes(self, row: int) -> None:
        """Search for a line over, under or between solids that block the highest lines of a pair."""
        band, corridors = self.bands[row], self._about(np.array([row]))
        bases = PairBases(corridors, [self.pairs[row]])
        for rays, cut in SlopedLineSearch(corridors, bases, band).lines():
            lines = _lines(rays, cut.start, cut.end, np.column_stack([cut.start_height, cut.end_height]))
            free = lines.select(corridors.are_free(lines))
            if len(free):
                self._take(dataclasses.replace(free, pair=np.full(len(free), row)))
                return

    def _try(self, rays: Rays) -> None:
        """Clip rays to lines between the bases and record unblocked lines."""
        for lines in self._cut(rays):
            blocked, unsure = self.corridors.blocked_and_unsure(lines)
            self._take(lines.select(~blocked & ~unsure))
            self._measure(lines.select(unsure & ~blocked))

    def _measure(self, lines: Lines) -> None:
        """Record lines that pass the exact test, testing the first few lines of each pair first."""
        number = np.arange(len(lines))
        order = np.argsort(lines.pair, kind="stable")
        pair = lines.pair[order]
        rank = np.empty_like(number)
        rank[order] = number - np.searchsorted(pair, pair)
        for few in (rank < _FEW, rank >= _FEW):
            some = lines.select(few & self.open[lines.pair])
            if len(some):
                self._take(some.select(self.corridors.are_free_by_measure(some)))

    def _cut(self, rays: Rays) -> list[Lines]:
        """Return rays clipped to the gap between the bases; sloped rays also reach across the lower base."""
        _, rays, (back, leave, meet, beyond) = self.bases.crossing_rays(rays)
        top = self.bands[rays.pair, :, 1]
        found = [_lines(rays, leave, meet, top)]
        (sloped,) = (self.is_far & (top[:, 0] != top[:, 1])).nonzero()
        if len(sloped):
            falls = top[:, 0] > top[:, 1]
            start, end = np.where(falls, leave, back), np.where(falls, beyond, meet)
            found.append(_lines(rays.select(sloped), start[sloped], end[sloped], top[sloped]))
        return found

    def _take(self, lines: Lines) -> None:
        """Record the first of the given unblocked lines of each pair that has no line yet."""
        pair, first = np.unique(lines.pair, return_index=True)
        new = self.open[pair]
        some = lines.select(first[new])
        ends = [self.corridors.table_points(some.pair, points).tolist() for points in (some.start, some.end)]
        for number, start, end in zip(some.pair.tolist(), *ends, strict=True):
            self.found[number] = tuple(start), tuple(end)
        self.open[some.pair] = False


def _lines(rays: Rays, start: Floats, end: Floats, heights: Floats) -> Lines:
    """Return the parts of rays between the distances `start` and `end`, with heights (n, 2) at their ends."""
    begin, stop = (rays.point + at[:, None] * rays.direction for at in (start, end))
    return Lines(rays.pair, begin, stop, heights[:, 0], heights[:, 1])
