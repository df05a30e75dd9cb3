"""The straight segments of taut paths in a free region, found on demand and cached.

A taut path bends only at convex corners of obstacles, and only around them. A node is therefore a corner
together with the side on which a path passes it: twice the index of the corner if the corner is to the right
of the path, or one more if it is to the left. From a node, a path continues within a wedge, to corners that
it touches. A wedge is explored in stages (rungs), each farther away than the last, because few paths need
distant corners. Many nodes are explored at once; the grouping makes no difference to the result.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from battlesim.geometry.constants import COLLINEAR_TOL
from battlesim.geometry.visibility import (
    Bools,
    FanRequests,
    Walls,
    cross_product,
    sweep_fans,
    visibility_fans,
)
from battlesim.geometry.wall_grid import ComplexPoints, Floats, Ints

RUNG_GROWTH_FACTOR = 3.0
"""Factor by which each rung looks farther than the one before it."""
CORNERS_LOOKED_AHEAD = 6
"""Number of following corners along the walls that are explored with a corner, as a path may follow them."""
SECTORS_PER_POINT = 32
"""Number of wedges in which all directions around a point are explored, each only as far as it is open."""

NodeRung = tuple[int, int]
"""A node, and the number of times that it has been explored before."""


@dataclass(frozen=True, slots=True)
class UnexploredWedge:
    """A wedge of directions from a corner in which paths beyond some distance are not yet explored."""

    point: complex
    axis: complex
    half_angle: float
    distance: float

    def min_path_length(self, target: complex) -> float:
        """Return a lower bound on the length of a path to a target through the unexplored directions."""
        away = target - self.point
        turn = max(0.0, abs(cmath.phase(away * self.axis.conjugate())) - self.half_angle)
        return self.distance + abs(away - self.distance * cmath.rect(1.0, cmath.phase(away) + turn))


@dataclass(frozen=True, slots=True)
class NextNodes:
    """The nodes that a straight path from a node reaches at a stage of the search, with their distances.

    It also holds the wedge of directions that remains to be explored.
    """

    nodes: tuple[tuple[int, float], ...]
    unexplored: UnexploredWedge | None


class TangentGraph:
    """The graph of the straight segments of all taut paths in a free region.

    A taut path bends only at corners of obstacles.
    """

    def __init__(self, walls: Walls) -> None:
        self.walls = walls
        self._spots: list[complex] = walls.corners.tolist()
        self._before: Ints = np.argsort(walls.next_corner)
        self._known: dict[NodeRung, NextNodes] = {}

    def node_point(self, node: int) -> complex:
        """Return the position of a node's corner as a complex number."""
        return self._spots[node >> 1]

    def next_nodes(self, rung: NodeRung, upcoming_rungs: Iterable[NodeRung] = ()) -> NextNodes:
        """Return the nodes that a path can reach straight from a node at a given stage of exploration.

        The result is cached.
        """
        if rung not in self._known:
            self._look([rung, *upcoming_rungs])
        return self._known[rung]

    def end_nodes(self, start: complex, goal: complex) -> tuple[dict[int, float], dict[int, float], bool]:
        """Return the nodes that are visible from the start of a path and from its goal, with their distances.

        Also return whether the start and the goal are visible from each other.
        """
        looks, sectors = self._looks_around(np.array([start, goal]))
        nodes: tuple[dict[int, float], dict[int, float]] = ({}, {})
        seen = False
        for lot in visibility_fans(self.walls, looks):
            owner, corner, way = self._corners(looks.origin[lot.request_indices], lot.owner, lot.walls)
            sees = lot.views.sees(owner, self.walls.corners[corner])
            owner, node, far = _nodes(self.walls, owner[sees], corner[sees], way[sees])
            whose = (lot.request_indices[owner] // sectors).tolist()
            for which, *found in zip(whose, node.tolist(), far.tolist(), strict=True):
                nodes[which][found[0]] = found[1]
            first = lot.complete_indices[lot.request_indices[lot.complete_indices] < sectors]
            seen = seen or bool(lot.views.sees(first, np.full(len(first), goal)).any())
        return *nodes, seen

    def _looks_around(self, spots: ComplexPoints) -> tuple[FanRequests, int]:
        """Return the sectors around points, split where there are too many walls, and the count of each."""
        count = SECTORS_PER_POINT if self.walls.wall_grid.grids else 1
        ways = np.exp(2j * math.pi * np.arange(count) / count) if count > 1 else np.zeros(1, dtype=complex)
        ahead, wall = (np.tile(some, len(spots)) for some in (ways, np.roll(ways, -1)))
        return FanRequests(spots.repeat(count), ahead, wall, np.full(count * len(spots), math.inf)), count

    def _look(self, asked: list[NodeRung]) -> None:
        """Explore nodes, and for the first time the nodes that follow them along the walls."""
        rungs = [rung for rung in dict.fromkeys([*asked, *self._following(asked)]) if rung not in self._known]
        if not rungs:  # another thread has just looked
            return
        node, times = np.array(rungs, dtype=np.intp).T
        corner, left = node >> 1, (node & 1).astype(bool)
        into, out = self.walls.incoming[corner], self.walls.outgoing[corner]
        far = self._far(times)
        looks = FanRequests(
            self.walls.corners[corner], np.where(left, -out, into), np.where(left, -into, out), far
        )
        views, owner, walls = sweep_fans(self.walls, looks, far)
        whole = (far >= self.walls.wall_grid.max_radius) | views.is_closed_within(far)
        owner, corner, way = self._corners(looks.origin, owner, walls)
        inches, less = np.abs(way), np.where(times > 0, self._far(times - 1), 0.0)
        new = (inches > less[owner]) & (whole[owner] | (inches <= far[owner]))
        new[new] = views.sees(owner[new], self.walls.corners[corner[new]])
        ways: list[list[tuple[int, float]]] = [[] for _ in rungs]
        rows = _nodes(self.walls, owner[new], corner[new], way[new])
        for k, other, gone in zip(*(row.tolist() for row in rows), strict=True):
            ways[k].append((other, gone))
        half = np.abs(np.angle(looks.own_wall * looks.direction.conj())) / 2.0
        gaps = zip(looks.origin.tolist(), views.axis.tolist(), half.tolist(), far.tolist(), strict=True)
        for rung, found, gap, complete in zip(rungs, ways, gaps, whole.tolist(), strict=True):
            self._known[rung] = NextNodes(tuple(found), None if complete else UnexploredWedge(*gap))

    def _far(self, times: Ints) -> Floats:
        """Return the distance that each rung covers."""
        return np.asarray(
            np.minimum(
                self.walls.wall_grid.first_radius * RUNG_GROWTH_FACTOR**times, self.walls.wall_grid.max_radius
            )
        )

    def _following(self, rungs: Iterable[NodeRung]) -> list[NodeRung]:
        """Return the convex corners that follow the given nodes along the walls."""
        nodes = np.array([node for node, times in rungs if times == 0], dtype=np.intp)
        found: list[int] = []
        for _ in range(CORNERS_LOOKED_AHEAD):
            corner, left = nodes >> 1, nodes & 1
            corner = np.where(left > 0, self._before[corner], self.walls.next_corner[corner])
            nodes = (2 * corner + left)[self.walls.is_bulging[corner]]
            found += nodes.tolist()
        return [(node, 0) for node in found]

    def _corners(self, origin: ComplexPoints, owner: Ints, walls: Ints) -> tuple[Ints, Ints, ComplexPoints]:
        """Return the pairs of origin and wall whose wall begins at a convex corner, and the vector to it."""
        bulging = self.walls.is_bulging[walls]
        owner, corner = owner[bulging], walls[bulging]
        way = self.walls.corners[corner] - origin[owner]
        taut = (way != 0.0) & np.logical_or(*sides_of_direction(self.walls, corner, way))
        return owner[taut], corner[taut], way[taut]


def sides_of_direction(walls: Walls, corners: Ints, directions: ComplexPoints) -> tuple[Bools, Bools]:
    """Return two flags for each corner: both its walls are to the right of a direction, or to the left."""
    out, back = (
        cross_product(directions, walls.outgoing[corners]),
        -cross_product(directions, walls.incoming[corners]),
    )
    return np.maximum(out, back) <= COLLINEAR_TOL, np.minimum(out, back) >= -COLLINEAR_TOL


def _nodes(walls: Walls, owner: Ints, corner: Ints, way: ComplexPoints) -> tuple[Ints, Ints, Floats]:
    """Return the nodes at which paths along `way` touch corners: owners, nodes and distances."""
    right, left = map(np.flatnonzero, sides_of_direction(walls, corner, way))
    pick = np.concatenate([right, left])
    node = np.concatenate([2 * corner[right], 2 * corner[left] + 1])
    return owner[pick], node, np.abs(way[pick])
