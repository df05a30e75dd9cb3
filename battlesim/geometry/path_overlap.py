"""Exact intervals in which a moving disc overlaps a shape, and its first contact with a point, in inches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from battlesim.geometry.constants import POSITION_QUANTUM_IN, TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN
from battlesim.geometry.path_breaks import breaks_at_segments, disc_path
from battlesim.geometry.predicates import dwithin, intersects
from battlesim.geometry.scene import Floats
from battlesim.geometry.shapes import Point

JOIN_DISTANCE_IN = 1e-6
"""Stretches nearer than this to each other are one stretch."""


def overlap_intervals(shape: Any, path: Sequence[Point], radius: float) -> list[tuple[float, float]]:
    """Return the parts of a path on which a disc that moves along it overlaps a shape.

    Each part is given by its first and last contact with the shape, in inches along the path. Parts on which
    the overlap never exceeds `TOL` are left out.
    """
    merged: list[list[float]] = []
    for start, end, deep in _touched(shape, path, radius):
        if merged and start <= merged[-1][1] + JOIN_DISTANCE_IN:
            merged[-1][1:] = [end, max(merged[-1][2], deep)]
        else:
            merged.append([start, end, deep])
    return [(start, end) for start, end, deep in merged if deep > TOL + ROUNDING_SLACK_IN]


def _touched(shape: Any, path: Sequence[Point], radius: float) -> Iterator[tuple[float, float, float]]:
    """Yield the parts of a path within `radius` of a shape as start, end and deepest overlap."""
    bounds, gone = shapely.bounds(shape).tolist(), 0.0
    for first, last in pairwise(path):
        long = math.dist(first, last)
        if long <= 0.0:
            continue
        if _may_touch(bounds, first, last, radius) and dwithin(shape, _line(first, last), radius):
            yield from _touched_on_leg(shape, first, last, radius, gone)
        gone += long


def _may_touch(bounds: Sequence[float], first: Point, last: Point, radius: float) -> bool:
    """Return whether a segment comes within `radius` of a bounding box, seen along both axes."""
    reach = radius + TOL
    return all(
        min(first[axis], last[axis]) - reach <= bounds[axis + 2]
        and max(first[axis], last[axis]) + reach >= bounds[axis]
        for axis in (0, 1)
    )


def _line(first: Point, last: Point) -> Any:
    return shapely.linestrings([first, last])


def _touched_on_leg(
    shape: Any, first: Point, last: Point, radius: float, gone: float
) -> Iterator[tuple[float, float, float]]:
    """Yield the touched parts of a leg that begins after `gone` inches: start, end and deepest overlap."""
    long = math.dist(first, last)
    go = disc_path(first, last, radius)
    found = breaks_at_segments(go, *_edges(shape), radius)
    marks = np.array([0.0, *sorted(float(s) for s in found if 0.0 < s < long), long])
    spots = go.positions_at(marks)
    middles = shapely.points((spots[:-1] + spots[1:]) / 2.0)
    near = shapely.distance(shape, middles) < radius if radius else intersects(shape, middles)
    rows = np.flatnonzero(near)
    lines = shapely.linestrings(np.stack([spots[rows], spots[rows + 1]], axis=1))
    short = marks[rows + 1] - marks[rows] < JOIN_DISTANCE_IN
    deep = radius - shapely.distance(shape, np.where(short, middles[rows], lines))
    for start, end, most in zip(marks[rows].tolist(), marks[rows + 1].tolist(), deep.tolist(), strict=True):
        yield gone + start, gone + end, most if radius else end - start


def _edges(shape: Any) -> tuple[Floats, Floats]:
    """Return the starts (n, 2) and the ends (n, 2) of all edges of a shape."""
    rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(shape)]
    return np.concatenate([ring[:-1] for ring in rings]), np.concatenate([ring[1:] for ring in rings])


def inches_to_contact(path: Sequence[Point], centre: Point, reach: float) -> float | None:
    """Return the length at which a path first comes within `reach` inches of a point, or None if never.

    A path that starts within reach counts only if it comes closer than `reach` by more than `TOL`, or if it
    leaves and returns.
    """
    touched, gone = math.dist(path[0], centre) <= reach + TOL + ROUNDING_SLACK_IN, 0.0
    for first, last in pairwise(path):
        long = math.dist(first, last)
        if long <= 0.0:
            continue
        ux, uy = (last[0] - first[0]) / long, (last[1] - first[1]) / long
        dx, dy = centre[0] - first[0], centre[1] - first[1]
        middle, aside = dx * ux + dy * uy, abs(dx * uy - dy * ux)
        # in contact already, only true overlap is a meeting
        start, end = _within(middle, aside, reach - TOL if touched else reach + TOL + ROUNDING_SLACK_IN)
        if (
            end > POSITION_QUANTUM_IN
            and start < long
            and (start > ROUNDING_SLACK_IN or middle > ROUNDING_SLACK_IN or not touched)
        ):
            return gone + min(max(_within(middle, aside, reach)[0], 0.0), long)
        touched = math.dist(last, centre) <= reach + TOL + ROUNDING_SLACK_IN
        gone += long
    return None


def _within(middle: float, aside: float, reach: float) -> tuple[float, float]:
    """Return the interval of a line within reach of a centre; it ends at -infinity if there is none."""
    half = math.sqrt(max(reach * reach - aside * aside, 0.0))
    return (middle - half, middle + half) if half or reach >= aside else (middle, -math.inf)
