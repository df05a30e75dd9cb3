"""Exact shortest paths against the brute-force visibility graph, and what given paths cost."""

import heapq
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry import freespace, wall_grid
from battlesim.geometry.cheapest_path import cheapest_path
from battlesim.geometry.freespace import Obstacles, free_space
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.paths import affordable_path, polyline_length, shortened_paths, shortest_path
from battlesim.geometry.shapes import Solid, rect, regular_polygon
from battlesim.geometry.tangent_routes import shortest_route
from battlesim.geometry.tangents import TangentGraph
from battlesim.geometry.visibility import nudged_inside, walls_at


def brute_force(polygon, start, goal):
    """Shortest path length over all corners, every pair joined whose line the polygon covers; by Dijkstra."""
    free = polygon.buffer(1e-7)
    shapely.prepare(free)
    points = np.concatenate([[start, goal], shapely.get_coordinates(polygon)])
    i, j = np.triu_indices(len(points), 1)
    seen = shapely.covers(free, shapely.linestrings(np.stack([points[i], points[j]], axis=1)))
    graph = [[] for _ in points]
    for a, b in zip(i[seen].tolist(), j[seen].tolist(), strict=True):
        far = math.dist(points[a], points[b])
        graph[a].append((b, far))
        graph[b].append((a, far))
    done, heap = {}, [(0.0, 0)]
    while heap:
        so_far, node = heapq.heappop(heap)
        if node in done:
            continue
        done[node] = so_far
        for other, far in graph[node]:
            heapq.heappush(heap, (so_far + far, other))
    return done.get(1, math.inf)


def random_world(seed, rocks=5, bases=6, grid=False):
    rng = np.random.default_rng(seed)
    solids = []
    for k in range(rocks):
        x, y, size = rng.uniform(2, 14), rng.uniform(2, 14), rng.uniform(0.6, 2.0)
        ring = regular_polygon(x, y, size, int(rng.integers(3, 8)), rng.uniform(0, 90))
        if grid:
            ring = rect(round(x), round(y), 2.0, 1.0)
        solids.append(Solid(f"r{k}", (ring,), 2.0))
    discs = [(*np.round(rng.uniform(1, 15, 2), 0 if grid else 3), 0.5) for _ in range(bases)]
    return rng, free_space(Obstacles(solids, 16, 16), 0.5, discs=discs)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_paths_equal_the_brute_force_graph(seed, grid):
    rng, room = random_world(seed, 3, 2, grid)
    region = room.free_polygons((8.0, 8.0), 9.0)
    for _ in range(2):
        start, goal = (tuple(rng.uniform(0.6, 15.4, 2)) for _ in range(2))
        walls = walls_at(region, start)
        first, last = (nudged_inside(walls, start), nudged_inside(walls, goal)) if walls else (None, None)
        if first is None or last is None:
            continue
        corners = shortest_route(TangentGraph(walls), first, last, math.inf)
        assert corners is not None
        found = polyline_length((first, *corners, last))
        assert found == pytest.approx(brute_force(walls.polygon, first, last), abs=2e-6)


def crowd(seed, rocks=90, bases=40):
    """Many rocks and bases on a larger table: some thousand walls once they are grown."""
    rng = np.random.default_rng(seed)
    solids = [
        Solid(f"r{k}", (regular_polygon(*rng.uniform(1, 39, 2), rng.uniform(0.3, 1.2), 7),), 2.0)
        for k in range(rocks)
    ]
    places = np.round(rng.uniform(0.6, 39.4, (bases + 12, 2)), 3).tolist()
    discs = [(*place, 0.4) for place in places[12:]]
    return places[:12], lambda: free_space(Obstacles(solids, 40, 40), 0.4, discs=discs)


def lengths(places, room):
    ways = [shortest_path(room, tuple(a), tuple(b)) for a, b in pairwise(places)]
    return [None if way is None else round(polyline_length(way), 6) for way in ways]


def once(seeds: int) -> list[object]:
    """The first of some seeds; the others are slow repeats."""
    return [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, seeds))]


@pytest.mark.parametrize("seed", once(4))
def test_a_look_at_the_walls_near_by_finds_the_paths_that_a_look_at_all_finds(seed, monkeypatch):
    places, room = crowd(seed)
    quick = lengths(places, room())
    monkeypatch.setattr(wall_grid, "MAX_WALLS_WITHOUT_GRID", 10**9)
    assert quick == lengths(places, room())
    assert sum(way is not None for way in quick) > 3


@pytest.mark.parametrize("seed", once(4))
def test_the_free_region_of_the_whole_table_gives_the_paths_that_windows_give(seed, monkeypatch):
    places, room = crowd(seed)
    monkeypatch.setattr(freespace, "WHOLE_TABLE_FRACTION", 0.0)
    kept = lengths(places, room())
    monkeypatch.setattr(freespace, "WHOLE_TABLE_FRACTION", 1.0)
    assert kept == lengths(places, room())


def test_paths_do_not_depend_on_those_that_were_looked_for_before():
    places, room = crowd(1)
    kept = room()
    first = [shortest_path(kept, tuple(a), tuple(b)) for a, b in pairwise(places)]
    assert first == [shortest_path(room(), tuple(a), tuple(b)) for a, b in pairwise(places)]
    assert first[::-1] == [shortest_path(kept, tuple(a), tuple(b)) for a, b in list(pairwise(places))[::-1]]


def test_what_a_path_asked_for_is_not_looked_for_again(monkeypatch):
    places, room = crowd(1)
    monkeypatch.setattr(freespace, "WHOLE_TABLE_FRACTION", 0.0)
    kept = room()
    found = lengths(places, kept)
    monkeypatch.setattr(TangentGraph, "_look", None)
    assert found == lengths(places, kept)


def test_threads_that_look_on_one_ground_find_the_same_paths(monkeypatch):
    places, room = crowd(2)
    monkeypatch.setattr(freespace, "WHOLE_TABLE_FRACTION", 0.0)
    alone, often = lengths(places, room()), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for _ in range(4):
                kept = room()
                assert list(threads.map(lengths, [places] * 4, [kept] * 4)) == [alone] * 4
    finally:
        sys.setswitchinterval(often)


@pytest.mark.parametrize("seed", once(3))
def test_a_wedge_looked_into_in_steps_shows_what_a_look_at_once_shows(seed, monkeypatch):
    places, room = crowd(seed)
    stepwise = lengths(places, room())
    monkeypatch.setattr(wall_grid, "FIRST_LOOK_CELLS", 1000.0)
    assert stepwise == lengths(places, room())


def test_a_way_through_a_maze_may_be_longer_than_the_table():
    walls = [Solid(f"w{k}", (rect(8.0 + (-1) ** k, 2.0 + 1.5 * k, 14.0, 0.2),), 2.0) for k in range(9)]
    path = shortest_path(free_space(Obstacles(walls, 16, 16), 0.5), (8, 1), (8, 15))
    assert path is not None and polyline_length(path) > 100


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_a_planned_path_overlaps_nothing(seed, grid):
    rng, room = random_world(seed, grid=grid)
    places = np.round(rng.uniform(0.6, 15.4, (12, 2)), 3)
    places = [tuple(p) for p in places[room.is_clear_at(places)].tolist()]
    for start, goal in pairwise(places):
        path = shortest_path(room, start, goal)
        if path is not None:
            assert room.path_obstructions(path) == []
            assert (
                path[0] == start
                and path[-1] == goal
                and polyline_length(path) >= math.dist(start, goal) - 1e-9
            )


def test_a_gap_as_wide_as_the_base_can_be_passed_and_a_narrower_one_not():
    def walls(gap):
        return Obstacles(
            [Solid("a", (rect(4, 8, 8 - gap, 1),), 1), Solid("b", (rect(12, 8, 8 - gap, 1),), 1)], 16, 16
        )

    assert shortest_path(free_space(walls(1.0), 0.5), (8, 4), (8, 12)) == ((8, 4), (8, 12))
    assert shortest_path(free_space(walls(1.0), 0.5), (5, 4), (8, 12)) is not None
    assert shortest_path(free_space(walls(0.98), 0.5), (8, 4), (8, 12)) is None


def test_a_base_in_contact_can_leave_and_come_back():
    room = free_space(
        Obstacles([Solid("rock", (rect(8, 8, 2, 2),), 1)], 16, 16), 0.5, discs=[(8.0, 5.5, 0.5)]
    )
    path = shortest_path(room, (6.5, 8.0), (9.5, 8.0))
    assert path is not None and room.path_obstructions(path) == []
    assert shortest_path(room, (8.0, 6.5), (8.0, 4.5)) is not None


def test_a_base_that_overlaps_something_may_move_away_from_it():
    room = free_space(Obstacles([Solid("rock", (rect(8, 8, 2, 2),), 1)], 16, 16), 0.5)
    assert shortest_path(room, (6.9, 8.0), (4.0, 8.0)) == ((6.9, 8.0), (4.0, 8.0))


def test_the_limit_is_kept():
    room = free_space(Obstacles([], 16, 16), 0.5)
    assert shortest_path(room, (2, 2), (8, 2), 6.0) is not None
    assert shortest_path(room, (2, 2), (8.01, 2), 6.0) is None


CRATER = Obstacles(
    [Solid("crater", (rect(8, 8, 4, 4),), 0.5), Solid("wall", (rect(8, 3, 0.5, 4),), 1.0)], 16, 16
)


def test_cost_counts_each_inch_and_each_climb():
    ground = CostedGround(CRATER, 0.5, [("crater", 2.0)], [("wall", 2.0)])
    bill = ground.path_cost(((4, 8), (12, 8)))
    assert bill.length == 8 and bill.areas == pytest.approx(4.0, abs=0.011) and bill.climbs == 0
    assert ground.path_cost(((6, 4), (10, 4))).climbs == 2.0
    assert ground.path_cost(((6, 4), (10, 4), (6, 4))).climbs == 4.0
    assert ground.path_cost(((4, 6), (12, 6))).areas == 0.0
    assert ground.path_cost(((6, 5.49), (10, 5.49))).climbs == 2.0
    assert ground.path_cost(((6, 5.5), (10, 5.5))).climbs == 0.0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_the_cheapest_path_is_costed_exactly_and_no_dearer_than_straight(seed):
    rng = np.random.default_rng(seed)
    ground = CostedGround(CRATER, 0.5, [("crater", 2.0)], [("wall", 2.0)])
    room = free_space(CRATER, 0.5, blocked=())
    start, goal = (tuple(np.round(rng.uniform(0.6, 15.4, 2), 3).tolist()) for _ in range(2))
    found = cheapest_path(room, ground, start, goal, 40.0)
    assert found is not None
    assert found[1] == pytest.approx(ground.path_cost(found[0]).total)
    assert found[1] <= ground.path_cost((start, goal)).total + 1e-9


def test_cutting_keeps_the_allowance_where_ground_costs():
    ground = CostedGround(CRATER, 0.5, [("crater", 2.0)])
    path = affordable_path(((4, 8), (12, 8)), ground, 6.0)
    assert ground.path_cost(path).total == pytest.approx(6.0, abs=0.006)
    assert path[-1] == pytest.approx((8.0, 8.0), abs=0.01)
    assert [round(polyline_length(p), 6) for p in shortened_paths(((0, 0), (1, 0)), 0.25)] == [
        1.0,
        0.75,
        0.5,
        0.25,
    ]
