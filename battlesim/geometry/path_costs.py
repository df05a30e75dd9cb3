"""The cost of a path in inches, with areas where each inch costs more and thin solids climbed for a fee.

cost = length + sum over areas of (factor - 1) x length inside (the greatest factor where areas overlap)
     + one fee for each part of the path on which the base overlaps solids that it climbs over.
Areas count for the base's centre and are entered `TOL` inside their outline: a path along it is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import AVOIDED_CLEARANCE_IN, Floats, FreeSpace, Obstacles
from battlesim.geometry.predicates import intersects
from battlesim.geometry.shapes import Point, lines_between

JOIN_DISTANCE_IN = 1e-6
"""Stretches of one climb that are nearer than this to each other are one stretch."""


@dataclass(frozen=True, slots=True)
class PathCost:
    """The cost of a path in inches: its length, the extra cost of areas, and the extra cost of climbs."""

    length: float
    areas: float
    climbs: float

    @property
    def total(self) -> float:
        """The length of the path plus all its extra costs, in inches."""
        return self.length + self.areas + self.climbs


@dataclass(frozen=True, slots=True, eq=False)
class BypassLine:
    """A line around an area that costs extra movement. A base that moves along it does not pay for the area.

    `corners` (n, 2) are the corners of the line, and `corner_lengths` are their distances along the line.
    """

    line: Any
    corners: Floats
    corner_lengths: Floats


class CostedGround:
    """The areas that cost extra movement, and the solids that can be climbed, for bases of a given radius."""

    def __init__(
        self,
        obstacles: Obstacles,
        radius: float,
        areas: Sequence[tuple[str, float]] = (),
        climbs: Sequence[tuple[str, float]] = (),
    ) -> None:
        self.areas, self.climbs = tuple(areas), tuple(climbs)
        self.is_free = not self.areas and not self.climbs
        self.shapes = {
            key: obstacles.polygons[obstacles.index[key]].buffer(-TOL, join_style="mitre")
            for key, _ in self.areas
        }
        self.walls = {
            key: obstacles.polygons[obstacles.index[key]].buffer(max(radius - TOL, 0.0), quad_segs=16)
            for key, _ in self.climbs
        }
        self.all_walls = shapely.union_all(list(self.walls.values()))
        self.levels = self._levels()
        known = (*self.shapes.values(), *self.walls.values(), *(area for _, area in self.levels))
        for shape in (*known, self.all_walls):
            shapely.prepare(shape)

    def _levels(self) -> list[tuple[float, Any]]:
        """Return each increase of the cost factor above 1, with the region where it applies."""
        factors = sorted({1.0, *(factor for _, factor in self.areas)})
        return [
            (high - low, shapely.union_all([self.shapes[key] for key, f in self.areas if f >= high]))
            for low, high in pairwise(factors)
        ]

    @cached_property
    def bypass_lines(self) -> list[BypassLine]:
        """The lines around the areas that cost extra movement, along which a base moves without paying.

        They are far enough from the areas for paths that are rounded.
        """
        around = shapely.buffer(list(self.shapes.values()), AVOIDED_CLEARANCE_IN, join_style="mitre")
        found = []
        for line in shapely.get_parts(shapely.boundary(around)):
            corners = shapely.get_coordinates(line)[:-1]
            found.append(BypassLine(line, corners, shapely.line_locate_point(line, shapely.points(corners))))
        return found

    def path_cost(self, path: Sequence[Point]) -> PathCost:
        """Return the cost of a path, split into its length, the cost of areas and the cost of climbs."""
        line, steps = _steps(path)
        whole = float(steps.sum())
        if self.is_free or len(line) < 2:
            return PathCost(whole, 0.0, 0.0)
        legs = lines_between(line[:-1], line[1:])
        inside = sum(
            step * float(shapely.length(shapely.intersection(legs, area)).sum())
            for step, area in self.levels
            if intersects(legs, area).any()
        )
        fees = sum(fee for _, fee in self._fees(line, steps, legs))
        return PathCost(whole, float(inside), float(fees))

    def segment_costs(self, starts: Floats, ends: Floats) -> Floats:
        """Return the movement costs, in inches, of straight segments from `starts` to `ends`, both (n, 2).

        If a segment has several climbs, only the most expensive climb is counted.
        """
        steps = np.hypot(*(ends - starts).T)
        legs = lines_between(starts, ends)
        for step, area in self.levels:
            near = np.flatnonzero(intersects(legs, area))
            steps[near] += step * shapely.length(shapely.intersection(legs[near], area))
        fees = np.zeros(len(steps))
        for key, fee in self.climbs:
            fees = np.where(intersects(legs, self.walls[key]), np.maximum(fees, fee), fees)
        return np.asarray(steps + fees)

    def affordable_length(self, path: Sequence[Point], budget: float) -> float:
        """Return how many inches of a path a base can move along if its allowance is `budget` inches."""
        line, steps = _steps(path)
        whole = float(steps.sum())
        if self.is_free:
            return min(whole, max(budget, 0.0))
        legs = lines_between(line[:-1], line[1:])
        rates = [
            (start, end, step)
            for step, area in self.levels
            for start, end, _ in _stretches(line, steps, legs, area)
        ]
        fees = self._fees(line, steps, legs)
        turns = {0.0, whole, *(at for at, _ in fees)}
        marks = sorted(turns.union(*(rate[:2] for rate in rates)))
        spent = 0.0
        for start, end in pairwise(marks):
            spent += sum(fee for at, fee in fees if at == start)
            if spent > budget:
                return start
            rate = 1.0 + sum(step for low, high, step in rates if low <= start and end <= high)
            if spent + rate * (end - start) > budget:
                return start + (budget - spent) / rate
            spent += rate * (end - start)
        return marks[-1]

    def _fees(self, line: Floats, steps: Floats, legs: Any) -> list[tuple[float, float]]:
        """Return the lengths along the path at which climbing fees are due, with the added fee at each."""
        found = []
        for pieces in _merged(_stretches(line, steps, legs, self.all_walls) if self.climbs else []):
            paid = 0.0
            for start, _, piece in pieces:
                fee = max(cost for key, cost in self.climbs if intersects(self.walls[key], piece))
                if fee > paid:
                    found.append((start, fee - paid))
                    paid = fee
        return found

    def crossed_ids(self, path: Sequence[Point]) -> list[str]:
        """Return the ids of areas with extra cost that a path crosses, then of solids that it climbs."""
        line = shapely.linestrings(np.array(path, dtype=np.float64).reshape(-1, 2))
        return [key for key, shape in (*self.shapes.items(), *self.walls.items()) if intersects(shape, line)]

    def space_avoiding(self, space: FreeSpace, ids: Sequence[str]) -> FreeSpace:
        """Return a copy of the free space in which areas with extra costs or climbable solids block.

        `ids` are the ids of these areas and solids.
        """
        shut = [key for key in ids if key in self.walls]
        areas = [self.shapes[key] for key in ids if key in self.shapes]
        return space.with_blocked(shut, shapely.union_all(areas) if areas else None)


def _steps(path: Sequence[Point]) -> tuple[Floats, Floats]:
    """Return a path as points (n, 2) and the lengths of its segments (n - 1,)."""
    line = np.array(path, dtype=np.float64).reshape(-1, 2)
    return line, np.hypot(*(line[1:] - line[:-1]).T)


def _stretches(line: Floats, steps: Floats, legs: Any, area: Any) -> list[tuple[float, float, Any]]:
    """Return the parts of a path inside an area: start and end in inches along the path, and geometry."""
    if not intersects(legs, area).any():
        return []
    found = []
    parts, leg = shapely.get_parts(shapely.intersection(legs, area), return_index=True)
    before = np.concatenate([[0.0], np.cumsum(steps)])
    for part, i in zip(parts, leg, strict=True):
        if part.length > JOIN_DISTANCE_IN:
            ends = np.hypot(*(shapely.get_coordinates(part)[[0, -1]] - line[i]).T) + before[i]
            found.append((float(ends.min()), float(ends.max()), part))
    return sorted(found, key=lambda item: item[:2])


def _merged(stretches: Sequence[tuple[float, float, Any]]) -> list[list[tuple[float, float, Any]]]:
    """Group consecutive path parts that touch."""
    groups: list[list[tuple[float, float, Any]]] = []
    for stretch in stretches:
        if groups and stretch[0] <= groups[-1][-1][1] + JOIN_DISTANCE_IN:
            groups[-1].append(stretch)
        else:
            groups.append([stretch])
    return groups
