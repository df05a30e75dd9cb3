"""The straight ways that taut paths are made of in a free region: found where they are asked for, and kept.

A taut path bends only at bulging corners, and only around them. So a node is a corner with the side on which
a path passes it: twice the corner's number where the corner lies to the right of the path, one more where it
lies to the left. From a node a path goes on within a wedge, to corners that it touches there. A wedge is
looked into farther and farther, a rung at a time, as few paths need what is far away. Many nodes are looked
from at once; which of them together makes no difference to what is found.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from battlesim.geometry.constants import COLLINEAR
from battlesim.geometry.nearby import Floats, Ints, Spots
from battlesim.geometry.visibility import Flags, Looks, Walls, cross, fans, swept

RUNG = 3.0
"""How many times as far each rung looks as the one before it."""
AHEAD = 6
"""So many corners that follow one along the walls are looked from with it, as a path may follow them too."""
SECTORS = 32
"""All around a point is looked in so many wedges, each only as far as it is open."""

Rung = tuple[int, int]
"""A node, and how many times it has been looked from before."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What is not looked into yet: within `half` radians of `axis` seen from a spot, `far` inches away."""

    spot: complex
    axis: complex
    half: float
    far: float

    def least(self, target: complex) -> float:
        """The least length of a way from the spot to a target by a place in the gap."""
        away = target - self.spot
        turn = max(0.0, abs(cmath.phase(away * self.axis.conjugate())) - self.half)
        return self.far + abs(away - self.far * cmath.rect(1.0, cmath.phase(away) + turn))


@dataclass(frozen=True, slots=True)
class Onward:
    """The nodes (and inches) to which a path goes on straight, as far as a rung looks; and the gap left."""

    ways: tuple[tuple[int, float], ...]
    gap: Gap | None


class Tangents:
    """The nodes of a free region's walls and the ways between them."""

    def __init__(self, walls: Walls) -> None:
        self.walls = walls
        self._spots: list[complex] = walls.at.tolist()
        self._before: Ints = np.argsort(walls.after)
        self._known: dict[Rung, Onward] = {}

    def spot(self, node: int) -> complex:
        """Where a node is."""
        return self._spots[node >> 1]

    def onward(self, rung: Rung, soon: Iterable[Rung] = ()) -> Onward:
        """Where a path goes on to from a node; what will be asked for soon is found in the same go."""
        if rung not in self._known:
            self._look([rung, *soon])
        return self._known[rung]

    def between(self, start: complex, goal: complex) -> tuple[dict[int, float], dict[int, float], bool]:
        """The nodes (and inches) to which a path leads straight from one point and from another; whether the
        one sees the other."""
        looks, sectors = self._looks_around(np.array([start, goal]))
        nodes: tuple[dict[int, float], dict[int, float]] = ({}, {})
        seen = False
        for lot in fans(self.walls, looks):
            owner, corner, way = self._corners(looks.origin[lot.which], lot.owner, lot.walls)
            sees = lot.views.sees(owner, self.walls.at[corner])
            owner, node, far = _nodes(self.walls, owner[sees], corner[sees], way[sees])
            whose = (lot.which[owner] // sectors).tolist()
            for which, *found in zip(whose, node.tolist(), far.tolist(), strict=True):
                nodes[which][found[0]] = found[1]
            first = lot.whole[lot.which[lot.whole] < sectors]
            seen = seen or bool(lot.views.sees(first, np.full(len(first), goal)).any())
        return *nodes, seen

    def _looks_around(self, spots: Spots) -> tuple[Looks, int]:
        """All around some points, in sectors where there are too many walls to look at all of them, and how
        many each has."""
        count = SECTORS if self.walls.nearby.grids else 1
        ways = np.exp(2j * math.pi * np.arange(count) / count) if count > 1 else np.zeros(1, dtype=complex)
        ahead, wall = (np.tile(some, len(spots)) for some in (ways, np.roll(ways, -1)))
        return Looks(spots.repeat(count), ahead, wall, np.full(count * len(spots), math.inf)), count

    def _look(self, asked: list[Rung]) -> None:
        """Look from some nodes, and for the first time from those that follow them along the walls."""
        rungs = [rung for rung in dict.fromkeys([*asked, *self._following(asked)]) if rung not in self._known]
        if not rungs:  # another thread has just looked
            return
        node, times = np.array(rungs, dtype=np.intp).T
        corner, left = node >> 1, (node & 1).astype(bool)
        into, out = self.walls.into[corner], self.walls.out[corner]
        far = self._far(times)
        looks = Looks(self.walls.at[corner], np.where(left, -out, into), np.where(left, -into, out), far)
        views, owner, walls = swept(self.walls, looks, far)
        whole = (far >= self.walls.nearby.farthest) | views.closed(far)
        owner, corner, way = self._corners(looks.origin, owner, walls)
        inches, less = np.abs(way), np.where(times > 0, self._far(times - 1), 0.0)
        new = (inches > less[owner]) & (whole[owner] | (inches <= far[owner]))
        new[new] = views.sees(owner[new], self.walls.at[corner[new]])
        ways: list[list[tuple[int, float]]] = [[] for _ in rungs]
        rows = _nodes(self.walls, owner[new], corner[new], way[new])
        for k, other, gone in zip(*(row.tolist() for row in rows), strict=True):
            ways[k].append((other, gone))
        half = np.abs(np.angle(looks.wall * looks.ahead.conj())) / 2.0
        gaps = zip(looks.origin.tolist(), views.axis.tolist(), half.tolist(), far.tolist(), strict=True)
        for rung, found, gap, complete in zip(rungs, ways, gaps, whole.tolist(), strict=True):
            self._known[rung] = Onward(tuple(found), None if complete else Gap(*gap))

    def _far(self, times: Ints) -> Floats:
        """How far the look of each rung goes."""
        return np.asarray(np.minimum(self.walls.nearby.step * RUNG**times, self.walls.nearby.farthest))

    def _following(self, rungs: Iterable[Rung]) -> list[Rung]:
        """The corners that follow some nodes along the walls, as long as they bulge."""
        nodes = np.array([node for node, times in rungs if times == 0], dtype=np.intp)
        found: list[int] = []
        for _ in range(AHEAD):
            corner, left = nodes >> 1, nodes & 1
            corner = np.where(left > 0, self._before[corner], self.walls.after[corner])
            nodes = (2 * corner + left)[self.walls.bulges[corner]]
            found += nodes.tolist()
        return [(node, 0) for node in found]

    def _corners(self, origin: Spots, owner: Ints, walls: Ints) -> tuple[Ints, Ints, Spots]:
        """Of pairs of an origin and a wall those that begin at a bulging corner, and the way there."""
        bulging = self.walls.bulges[walls]
        owner, corner = owner[bulging], walls[bulging]
        way = self.walls.at[corner] - origin[owner]
        taut = (way != 0.0) & np.logical_or(*sides(self.walls, corner, way))
        return owner[taut], corner[taut], way[taut]


def sides(walls: Walls, corners: Ints, way: Spots) -> tuple[Flags, Flags]:
    """Which corners lie, with both their walls, to the right of a path along `way`, and which to the left."""
    out, back = cross(way, walls.out[corners]), -cross(way, walls.into[corners])
    return np.maximum(out, back) <= COLLINEAR, np.minimum(out, back) >= -COLLINEAR


def _nodes(walls: Walls, owner: Ints, corner: Ints, way: Spots) -> tuple[Ints, Ints, Floats]:
    """The nodes at which paths along `way` touch corners: whose they are, the nodes, how far they are."""
    right, left = map(np.flatnonzero, sides(walls, corner, way))
    pick = np.concatenate([right, left])
    node = np.concatenate([2 * corner[right], 2 * corner[left] + 1])
    return owner[pick], node, np.abs(way[pick])
