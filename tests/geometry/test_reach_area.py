"""Reach regions against a slow twin, area against area: a brute-force graph, shadows and fine discs."""

import heapq
import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.freespace import GROWTH_SLACK_IN, Obstacles, free_space
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.reach import reach_region
from battlesim.geometry.shapes import Solid, rect, regular_polygon
from battlesim.geometry.visibility import polygons_of

EXACT = 0.002


def distances(polygon, start):
    """Shortest distances from a start to all corners of a free polygon, by the brute-force graph."""
    free = polygon.buffer(1e-7)
    shapely.prepare(free)
    points = np.unique(np.concatenate([[start], shapely.get_coordinates(polygon)]), axis=0)
    i, j = np.triu_indices(len(points), 1)
    seen = shapely.covers(free, shapely.linestrings(np.stack([points[i], points[j]], axis=1)))
    graph = [[] for _ in points]
    for a, b in zip(i[seen].tolist(), j[seen].tolist(), strict=True):
        graph[a].append((b, math.dist(points[a], points[b])))
        graph[b].append((a, math.dist(points[a], points[b])))
    done, heap = {}, [(0.0, int(np.flatnonzero((points == start).all(axis=1))[0]))]
    while heap:
        so_far, node = heapq.heappop(heap)
        if node not in done:
            done[node] = so_far
            for other, far in graph[node]:
                heapq.heappush(heap, (so_far + far, other))
    return {tuple(points[node].tolist()): far for node, far in done.items()}


def seen_from(polygon, eye, far):
    """What a point sees of a free polygon up to so far: all of it but the shadows of its walls."""
    shadows = []
    for ring in shapely.get_rings(polygon):
        points = shapely.get_coordinates(ring)
        for a, b in pairwise(points):
            size = (a[0] - eye[0]) * (b[1] - eye[1]) - (a[1] - eye[1]) * (b[0] - eye[0])
            near = float(shapely.distance(shapely.LineString([a, b]), shapely.Point(eye)))
            if abs(size) > 1e-9 and near < far:
                away = [point + (point - eye) * (400.0 / math.dist(point, eye)) for point in (b, a)]
                shadows.append(shapely.Polygon([a, b, *away]))
    disc = shapely.Point(eye).buffer(far, quad_segs=2000)
    return shapely.difference(shapely.intersection(polygon, disc), shapely.union_all(shadows)).buffer(0.0)


def true_region(room, start, allowance):
    """Where a base can get to: what it sees from each corner it can bend around with what is left by then."""
    free = room.free_polygons(start, allowance + 0.05)
    part = next(part for part in polygons_of(free) if part.covers(shapely.Point(start)))
    views = [
        seen_from(part, np.array(place), allowance - far)
        for place, far in distances(part, start).items()
        if far < allowance - 1e-4
    ]
    grown = [disc.buffer(0.0) for disc in room.grown_discs(1e-5)]
    solids = list(room.obstacles.grown_outlines(room.radius, 1e-5))
    return shapely.union_all(views).difference(shapely.union_all([*grown, *solids]))


def found_region(room, start, allowance):
    rings = reach_region(room, [start], allowance, CostedGround(room.obstacles, room.radius), room)
    return shapely.union_all([shapely.Polygon(outer[0], outer[1:]) for outer in rings])


def assert_equal(found, true):
    """Nothing that can be reached is farther than `EXACT` from the region; nowhere is it too wide by that."""
    assert true.difference(found.buffer(EXACT)).area < 1e-6
    assert found.difference(true).buffer(-EXACT / 2.0).is_empty
    assert found.symmetric_difference(true).area <= EXACT * true.length


@pytest.mark.parametrize("allowance", [6.0, 18.0, 40.0])
def test_the_circle_of_the_allowance_meets_the_table_edge_where_it_should(allowance):
    room = free_space(Obstacles([], 72, 48), 0.5)
    found = found_region(room, (36, 2.8), allowance)
    edge = 0.5 - GROWTH_SLACK_IN
    table = shapely.box(edge, edge, 72 - edge, 48 - edge)
    true = shapely.Point(36, 2.8).buffer(allowance, quad_segs=4000).intersection(table)
    assert_equal(found, true)
    assert shapely.hausdorff_distance(found.boundary, true.boundary) < EXACT


def test_a_place_in_reach_at_the_table_edge_is_in_the_region():
    found = found_region(free_space(Obstacles([], 72, 48), 0.5), (36, 2.8), 6.0)
    assert math.dist((36, 2.8), (41.5, 0.51)) < 6.0 and found.covers(shapely.Point(41.5, 0.51))


def test_the_last_hundredth_of_an_inch_leads_around_a_corner():
    room = free_space(Obstacles([Solid("wall", (rect(20, 20, 0.5, 6),), 2.0)], 40, 40), 0.001)
    allowance = math.dist((19, 20), (19.75, 23)) + 0.015
    assert_equal(found_region(room, (19, 20), allowance), true_region(room, (19, 20), allowance))


@settings(max_examples=12, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.3, 0.5, 1.0]),
    st.floats(0.5, 6.0),
    st.integers(0, 3),
    st.integers(0, 4),
)
def test_the_region_equals_its_slow_twin(seed, radius, allowance, rocks, bases):
    rng = np.random.default_rng(seed)
    solids = [
        Solid(
            f"r{k}",
            (regular_polygon(*rng.uniform(3, 13, 2), rng.uniform(0.3, 1.5), int(rng.integers(3, 7))),),
            2.0,
        )
        for k in range(rocks)
    ]
    discs = [(*rng.uniform(2, 14, 2), float(rng.choice([0.5, 1.0]))) for _ in range(bases)]
    room = free_space(Obstacles(solids, 16, 16), radius, discs=discs)
    spots = np.round(rng.uniform(1.1, 14.9, (30, 2)), 3)
    free = room.free_polygons((8, 8), 9.0).buffer(-0.01)
    start = next((tuple(spot) for spot in spots.tolist() if free.covers(shapely.Point(spot))), None)
    if start is not None:
        assert_equal(found_region(room, start, allowance), true_region(room, start, allowance))
