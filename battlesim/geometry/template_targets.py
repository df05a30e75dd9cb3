"""The bases that a template should catch, and where it may be placed. Units are inches and degrees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from battlesim.geometry.arcs import Arc, depths_in_arc
from battlesim.geometry.edge_distances import Disc
from battlesim.geometry.scene import Floats
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import CatchThreshold, Template, disc_coverages


class TemplateTargets(NamedTuple):
    """The bases that a blast or flame template should catch, and the bases that it must not cover.

    A base (x, y, radius) is caught if it is covered up to `threshold`. A base that is not round is
    represented by several discs; `discs_per_base` is their number for each base. It may be caught wholly if
    all of its discs are caught, and otherwise if any disc is; a separate judge then decides exactly.
    """

    discs: Sequence[Disc]
    threshold: CatchThreshold = "partly"
    spared: Sequence[Disc] = ()
    discs_per_base: Sequence[int] = ()

    def caught_count(self, template: Template) -> int:
        """Return the number of target bases that a placed template catches."""
        return sum(one.is_caught(self.threshold) for one in disc_coverages(template, self.discs))

    def allows(self, template: Template) -> bool:
        """Return whether a template covers none of the bases that it must not cover."""
        return all(one.state == "out" for one in disc_coverages(template, self.spared))


class AllowedPlacements(NamedTuple):
    """The placements that are allowed for a template: the positions of its origin, and its facings.

    If `points` is given, only these points are allowed. The origin must lie in `disc` and in the wedge `arc`
    (apex, facing, arc), if these are given. `facings` is the first facing and the size of the range that
    starts there; the size is 0 for a single facing.
    """

    table_size: Point
    points: tuple[Point, ...] = ()
    disc: Disc | None = None
    arc: tuple[Point, float, Arc] | None = None
    facings: tuple[float, float] = (0.0, 360.0)

    def clearances(self, origins: Floats) -> Floats:
        """Return how far inside the allowed area template origins (n, 2) are, in inches.

        The result is negative for an origin outside the area.
        """
        found = np.full(len(origins), np.inf)
        if not self.points:
            found = np.min(
                [
                    origins[:, 0],
                    self.table_size[0] - origins[:, 0],
                    origins[:, 1],
                    self.table_size[1] - origins[:, 1],
                ],
                axis=0,
            )
        if self.disc:
            x, y, far = self.disc
            found = np.minimum(found, far - np.hypot(origins[:, 0] - x, origins[:, 1] - y))
        if self.arc:
            found = np.minimum(found, depths_in_arc(*self.arc, origins))
        return np.asarray(found)
