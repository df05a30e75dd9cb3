"""Free straight lines between any points of two bases, for many pairs at once.

Bases may be discs or not round. Inches, in plan, with heights at both ends.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

import numpy as np

from battlesim.geometry.bodies import Body, middle_of, radius_about
from battlesim.geometry.corridors import Corridors, Lines
from battlesim.geometry.scene import Floats, Scene
from battlesim.geometry.shapes import Point
from battlesim.geometry.sloped_lines import SlopedSearch, is_needed
from battlesim.geometry.tangent_lines import Bases, Rays, tangent_rays

Line = tuple[Point, Point]
Band = tuple[float, float]
"""From a height to another one."""
Ids = Collection[str]


def free_line(
    scene: Scene, first: Body, second: Body, heights: tuple[float, float], ignore: Ids = ()
) -> Line | None:
    """Return a free straight line between any points of two bases at two heights, or None."""
    low, high = heights
    return free_lines(scene, [(first, second)], np.array([[[low, low], [high, high]]]), [ignore])[0]


def free_lines(
    scene: Scene, pairs: Sequence[tuple[Body, Body]], bands: Floats, ignore: Sequence[Ids]
) -> list[Line | None]:
    """Return for each pair a free straight line between any points of its two bases, or None.

    Each end lies at any height of its band (n, 2 ends, 2: low, high). Over what stands on the ground the
    highest line is the best one. The line is cut where it leaves the one base and meets the other; one that
    falls or rises ends at the far edge of the lower base if it is free only there, as it is flatter then.
    """
    search = _Search(scene, pairs, bands, ignore)
    search.run()
    return search.found


class _Search:
    """Pairs of bases, and the free lines found so far."""

    def __init__(
        self, scene: Scene, pairs: Sequence[tuple[Body, Body]], bands: Floats, ignore: Sequence[Ids]
    ) -> None:
        self.pairs, self.bands, self.found = pairs, bands, list[Line | None]([None] * len(pairs))
        self.middles = np.array([[middle_of(body) for body in pair] for pair in pairs]).reshape(-1, 2, 2)
        radii = np.array([[radius_about(body) for body in pair] for pair in pairs]).reshape(-1, 2)
        top = bands[:, :, 1]
        self.corridors = Corridors(
            scene, self.middles, radii.max(axis=1, initial=0.0), (top.min(axis=1), top.max(axis=1)), ignore
        )
        self.bases = Bases(self.corridors, pairs)
        self.open = np.ones(len(pairs), dtype=bool)

    def run(self) -> None:
        """Look for a line for each pair."""
        count = len(self.open)
        ahead = np.tile((1.0, 0.0), (count, 1))
        self._try(Rays(np.arange(count), np.zeros((count, 2)), ahead))
        if self.open.any():
            self._try(tangent_rays(self.corridors, self.bases, self.open))
        for row in self.open.nonzero()[0].tolist():
            self._search_slopes(row)

    def _search_slopes(self, row: int) -> None:
        """Look for a line over, under or between solids that the highest lines run into."""
        band, ignore = self.bands[row], self.corridors.ignore[row]
        heights = np.array([band.min()]), np.array([band.max()])
        width = self.corridors.width[row : row + 1]
        corridors = Corridors(self.corridors.scene, self.middles[row : row + 1], width, heights, [ignore])
        if not is_needed(corridors, self.bands[row : row + 1])[0]:
            return
        bases = Bases(corridors, [self.pairs[row]])
        for rays, cut in SlopedSearch(corridors, bases, band).lines():
            start, end = (rays.point + at[:, None] * rays.way for at in (cut.start, cut.end))
            lines = Lines(rays.pair, start, end, cut.first, cut.last)
            free = lines.some(corridors.are_free(lines))
            if len(free):
                self._take(dataclasses.replace(free, pair=np.full(len(free), row)))
                return

    def _try(self, rays: Rays) -> None:
        """Take the first free ones of some rays, each cut to lines between the bases."""
        for lines in self._cut(rays):
            blocked, unsure = self.corridors.blocked(lines)
            self._take(lines.some(~blocked & ~unsure))
            left = lines.some(unsure & ~blocked)
            left = left.some(self.open[left.pair])
            self._take(left.some(self.corridors.are_free(left)))

    def _cut(self, rays: Rays) -> list[Lines]:
        """Return rays as lines from base to base, and as flatter ones where those fall or rise."""
        back = (rays.way[:, 0] < 0.0).nonzero()[0]
        way = rays.way.copy()
        way[back] *= -1.0
        rays = rays._replace(way=way)
        (far_back, leave), (meet, beyond) = (self.bases.spans(rays, k) for k in (0, 1))
        (hit,) = (~np.isnan(leave) & ~np.isnan(meet)).nonzero()
        rays, top = rays.some(hit), self.bands[rays.pair[hit], :, 1]
        found = [self._lines(rays, leave[hit], meet[hit], top)]
        (sloped,) = (top[:, 0] != top[:, 1]).nonzero()
        if len(sloped):
            falls = (top[:, 0] > top[:, 1])[sloped]
            start = np.where(falls, leave[hit][sloped], far_back[hit][sloped])
            end = np.where(falls, beyond[hit][sloped], meet[hit][sloped])
            found.append(self._lines(rays.some(sloped), start, end, top[sloped]))
        return found

    def _lines(self, rays: Rays, start: Floats, end: Floats, heights: Floats) -> Lines:
        begin, stop = (rays.point + at[:, None] * rays.way for at in (start, end))
        return Lines(rays.pair, begin, stop, heights[:, 0], heights[:, 1])

    def _take(self, lines: Lines) -> None:
        """Keep for each pair the first of some free lines."""
        pair, first = np.unique(lines.pair, return_index=True)
        new = self.open[pair]
        some = lines.some(first[new])
        ends = [self.corridors.placed(some.pair, points).tolist() for points in (some.start, some.end)]
        for number, start, end in zip(some.pair.tolist(), *ends, strict=True):
            self.found[number] = tuple(start), tuple(end)
        self.open[some.pair] = False
