"""What a template should catch, and the places and facings that are allowed for it. Inches, degrees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from battlesim.geometry.arcs import Arc, depths
from battlesim.geometry.measure import Disc
from battlesim.geometry.scene import Floats
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import Catch, Template, covered


class Field(NamedTuple):
    """Bases (x, y, radius), from when on each is caught, and bases over none of which the template may lie.

    A base that is not round stands as several discs, `parts` of them for each base (one each without): it may
    be caught wholly where all of them are, and else where any of them is; then a judge says how it really is.
    """

    discs: Sequence[Disc]
    least: Catch = "partly"
    spared: Sequence[Disc] = ()
    parts: Sequence[int] = ()

    def caught(self, template: Template) -> int:
        """How many a template catches as it lies."""
        return sum(one.caught(self.least) for one in covered(template, self.discs))

    def allows(self, template: Template) -> bool:
        """Whether a template lies over none of the bases that are spared."""
        return all(one.state == "out" for one in covered(template, self.spared))


class Where(NamedTuple):
    """Where a template may be laid on a table of a size: the places of its origin and its facings.

    `spots` are the only places, `within` a disc and `arc` (apex, facing, arc) a wedge that hold them;
    `facings` are the first one and how far on they go, 0 for one alone.
    """

    size: Point
    spots: tuple[Point, ...] = ()
    within: Disc | None = None
    arc: tuple[Point, float, Arc] | None = None
    facings: tuple[float, float] = (0.0, 360.0)

    def room(self, at: Floats) -> Floats:
        """How far places (n, 2) are within what holds them; negative outside."""
        found = np.full(len(at), np.inf)
        if not self.spots:
            found = np.min([at[:, 0], self.size[0] - at[:, 0], at[:, 1], self.size[1] - at[:, 1]], axis=0)
        if self.within:
            x, y, far = self.within
            found = np.minimum(found, far - np.hypot(at[:, 0] - x, at[:, 1] - y))
        if self.arc:
            found = np.minimum(found, depths(*self.arc, at))
        return np.asarray(found)
