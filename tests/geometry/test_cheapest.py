"""The cheapest way over costly ground against a dense graph of places on its outlines."""

import math

import numpy as np
import pytest
import shapely

from battlesim.geometry.cheapest_path import cheapest_path
from battlesim.geometry.freespace import Obstacles, free_space
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.shapes import Solid, circle, rect, regular_polygon


def ground_of(craters, rocks=()):
    obstacles = Obstacles([*craters, *rocks], 20, 20)
    room = free_space(obstacles, 0.5, [rock.id for rock in rocks])
    return room, CostedGround(obstacles, 0.5, [(crater.id, 2.0) for crater in craters])


def scattered(seed):
    """Craters and rocks, a start and a goal."""
    rng = np.random.default_rng(seed)
    craters = [Solid(f"c{k}", (circle(*rng.uniform(3, 17, 2), rng.uniform(1, 2.5)),), 0.5) for k in range(4)]
    rocks = [
        Solid(f"r{k}", (regular_polygon(*rng.uniform(3, 17, 2), rng.uniform(0.5, 1.2), 5),), 2.0)
        for k in range(3)
    ]
    room, ground = ground_of(craters, rocks)
    while True:
        ends = np.round(rng.uniform(1, 19, (2, 2)), 3)
        if 5 < np.hypot(*(ends[0] - ends[1])) < 9 and room.is_clear_at(ends).all():
            return room, ground, *map(tuple, ends.tolist())


def dense_cost(room, ground, start, goal, upper, step=0.15):
    """The least cost from place to place: corners of free space and places `step` apart on outlines."""
    rows = [np.array([start, goal]), shapely.get_coordinates(room.free_polygons((10, 10), 10.5))]
    for shape in ground.shapes.values():
        rows.append(shapely.get_coordinates(shape.buffer(0.001, join_style="mitre")))
        at = np.arange(0.0, shape.exterior.length, step)
        rows.append(shapely.get_coordinates(shapely.line_interpolate_point(shape.exterior, at)))
    places = np.concatenate(rows)
    places = places[np.hypot(*(places - start).T) + np.hypot(*(places - goal).T) <= upper + 1e-6]
    i, j = np.triu_indices(len(places), 1)
    prices = np.full((len(places), len(places)), math.inf)
    prices[i, j] = np.where(
        room.is_clear_along(places[i], places[j]), ground.segment_costs(places[i], places[j]), math.inf
    )
    prices = np.minimum(prices, prices.T)
    total, left = prices[0].copy(), np.ones(len(places), dtype=bool)
    left[0] = False
    while left[1] and np.isfinite(total[left]).any():
        node = int(np.where(left, total, math.inf).argmin())
        left[node] = False
        total = np.minimum(total, total[node] + prices[node])
    return float(total[1])


@pytest.mark.parametrize("seed", [9, 15, 22, 24, 27, 66, 71, 74])
def test_the_way_found_is_hardly_dearer_than_any_from_place_to_place(seed):
    room, ground, start, goal = scattered(seed)
    found = cheapest_path(room, ground, start, goal, 40.0)
    assert found is not None and room.path_obstructions(found[0]) == []
    assert found[1] <= 1.01 * dense_cost(room, ground, start, goal, found[1])


@pytest.mark.parametrize("x", [9.5, 10.0, 11.0, 12.0])
def test_a_way_bends_where_it_enters_what_costs(x):
    room, ground = ground_of([Solid("crater", (rect(10, 15, 18, 8),), 0.5)])
    start, goal = (8.0, 9.0), (x, 12.0)
    edge = np.linspace(8.0, x, 20001)
    best = (np.hypot(edge - 8.0, 2.005) + 2.0 * np.hypot(x - edge, 0.995)).min()
    found = cheapest_path(room, ground, start, goal, 40.0)
    assert found is not None and found[1] == pytest.approx(best, abs=0.003)
    assert cheapest_path(room, ground, start, goal, best + 0.001) is not None


def test_a_place_just_inside_a_crater_is_entered_from_its_near_side():
    room, ground = ground_of([Solid("crater", (circle(10, 10, 3),), 0.5)])
    found = cheapest_path(room, ground, (10, 5), (12.8, 10), 7.0)
    around = math.sqrt(16.0) + 3.0 * (math.pi / 2 - math.acos(3 / 5))
    assert found is not None and found[1] < around + 2.0 * 0.2 + 0.02


def pitted(seed):
    """Craters and stones that may lie in them, a start and a goal that may too."""
    rng = np.random.default_rng(seed)
    craters = [regular_polygon(*rng.uniform(3, 17, 2), rng.uniform(1, 2.5), 48) for _ in range(4)]
    stones = [regular_polygon(*rng.uniform(3, 17, 2), rng.uniform(0.5, 1.2), 5) for _ in range(3)]
    room, ground = ground_of(
        [Solid(f"c{k}", (ring,), 1.0) for k, ring in enumerate(craters)],
        [Solid(f"s{k}", (ring,), 1.0) for k, ring in enumerate(stones)],
    )
    ends = np.round(rng.uniform(1, 19, (2, 2)), 3)
    while not room.is_clear_at(ends).all() or not 5.0 < math.dist(*ends) < 11.0:
        ends = np.round(rng.uniform(1, 19, (2, 2)), 3)
    return room, ground, *map(tuple, ends.tolist())


LEAST = {0: 11.6480, 52: 5.9932, 74: 12.3112, 222: 11.9847, 292: 7.5539, 304: 7.9188}
"""What the way costs that a dense graph of places finds in such a world."""


@pytest.mark.parametrize("seed", [pytest.param(n, marks=pytest.mark.slow) if n > 74 else n for n in LEAST])
def test_a_way_is_found_where_the_allowance_leaves_little_to_spare(seed):
    found = cheapest_path(*pitted(seed), LEAST[seed] + 0.02)
    assert found is not None and pitted(seed)[0].path_obstructions(found[0]) == []


def test_a_way_follows_the_rim_to_where_its_goal_in_a_crater_is_near():
    room, ground = ground_of([Solid("crater", (circle(10, 10, 3),), 0.5)])
    found = cheapest_path(room, ground, (5, 12), (12.8, 10), 40.0)
    tangent = math.sqrt(29.0 - 9.0)
    turned = math.pi - math.atan2(2, 5) - math.acos(3 / math.sqrt(29.0))
    assert found is not None and found[1] < tangent + 3.0 * turned + 2.0 * 0.2 + 0.02
