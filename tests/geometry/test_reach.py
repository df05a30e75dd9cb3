"""Reach regions: exact in the open and around obstacles, inner where ground costs."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.cheapest_path import cheapest_path
from battlesim.geometry.contact import is_disc_in_shape
from battlesim.geometry.freespace import Obstacles, free_space
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.paths import polyline_length, shortest_path
from battlesim.geometry.reach import reach_region
from battlesim.geometry.shapes import Solid, rect, regular_polygon


def region(solids, start, allowance, areas=(), climbs=(), discs=()):
    obstacles = Obstacles(solids, 40, 40)
    soft = {key for key, _ in (*areas, *climbs)}
    blocked = [s.id for s in solids if s.id not in soft]
    room = free_space(obstacles, 0.5, blocked, discs)
    ends = free_space(obstacles, 0.5, [*blocked, *(key for key, _ in climbs)], discs)
    return reach_region(room, [start], allowance, CostedGround(obstacles, 0.5, areas, climbs), ends)


def holds(polygons, x, y):
    return any(is_disc_in_shape(rings, (x, y)) for rings in polygons)


def area(polygons):
    return sum(shapely.Polygon(rings[0], rings[1:]).area for rings in polygons)


def test_the_open_table_gives_a_disc_from_inside():
    found = area(region([], (20, 20), 6.0))
    assert math.pi * 36 * 0.999 < found < math.pi * 36


def test_behind_a_wall_only_what_the_way_around_leaves():
    wall = Solid("w", (rect(21.25, 20, 0.5, 8),), 2.0)
    found = region([wall], (20, 20), 6.0)
    assert holds(found, 20.49, 22) and not holds(found, 22.1, 20)
    around = math.hypot(1.0, 4.0)
    assert around < 6.0 and holds(found, 21.25, 24.7) and not holds(found, 22.5, 22.0)


def test_no_end_on_another_base():
    found = region([], (20, 20), 6.0, discs=[(22.0, 20.0, 0.5)])
    assert not holds(found, 22.5, 20.0) and holds(found, 23.01, 20.6)
    assert holds(found, 25.4, 20.0) and not holds(found, 25.7, 20.0)  # around it: 5.80 in and 6.09 in


def test_an_inch_in_a_crater_uses_two():
    crater = Solid("c", (rect(24, 20, 6, 10),), 0.5)
    found = region([crater], (20, 20), 4.0, areas=[("c", 2.0)])
    assert holds(found, 22.45, 20) and not holds(found, 22.55, 20)
    assert holds(found, 16.02, 20)


def test_a_start_in_a_crater_gets_out_of_it():
    crater = Solid("c", (rect(20, 20, 4, 10),), 0.5)
    found = region([crater], (21, 20), 4.0, areas=[("c", 2.0)])
    assert holds(found, 23.9, 20) and not holds(found, 24.1, 20)
    assert holds(found, 19.1, 20) and not holds(found, 18.9, 20)


def test_over_a_wall_for_two_inches():
    wall = Solid("w", (rect(21.25, 20, 0.5, 30),), 1.0)
    found = region([wall], (20, 20), 6.0, climbs=[("w", 2.0)])
    assert holds(found, 23.9, 20) and not holds(found, 24.05, 20)
    assert not holds(found, 21.25, 20) and holds(found, 22.1, 20)


@pytest.mark.parametrize("factor", [1.5, 2.0, 3.0])
def test_a_dearer_crater_lets_get_less_far(factor):
    crater = Solid("c", (rect(24, 20, 6, 10),), 0.5)
    near = area(region([crater], (20, 20), 5.0, areas=[("c", factor)]))
    assert near < area(region([crater], (20, 20), 5.0, areas=[("c", factor - 0.4)])) < math.pi * 25


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_a_place_is_in_reach_as_its_shortest_path_says(seed):
    rng = np.random.default_rng(seed)
    rocks = [
        Solid(
            f"r{k}",
            (regular_polygon(*rng.uniform(14, 26, 2), rng.uniform(0.6, 2), int(rng.integers(3, 8))),),
            2.0,
        )
        for k in range(4)
    ]
    room = free_space(Obstacles(rocks, 40, 40), 0.5, discs=[(*rng.uniform(15, 25, 2), 0.5) for _ in range(8)])
    spots = np.round(rng.uniform(14, 26, (13, 2)), 3)
    start, *places = [tuple(spot) for spot in spots[room.is_clear_at(spots)].tolist()]
    found = reach_region(room, [start], 5.0, CostedGround(room.obstacles, 0.5), room)
    outlines = shapely.union_all([shapely.LinearRing(ring) for rings in found for ring in rings])
    for place in places:
        way = shortest_path(room, start, place)
        if outlines.distance(shapely.Point(place)) > 0.01:
            assert holds(found, *place) == (way is not None and polyline_length(way) <= 5.0)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_a_way_leads_to_every_place_in_reach_over_costly_ground(seed):
    rng = np.random.default_rng(seed)
    middles = rng.uniform(15, 25, (6, 2))
    craters = [Solid(f"c{k}", (regular_polygon(*middles[k], rng.uniform(1, 3), 6),), 0.5) for k in range(3)]
    walls = [Solid(f"w{k}", (rect(*middles[k], 0.5, rng.uniform(2, 6)),), 1.0) for k in range(3, 6)]
    obstacles = Obstacles([*craters, *walls], 40, 40)
    ground = CostedGround(obstacles, 0.5, [(c.id, 2.0) for c in craters], [(w.id, 2.0) for w in walls])
    room, ends = free_space(obstacles, 0.5, []), free_space(obstacles, 0.5, [w.id for w in walls])
    spots = np.round(rng.uniform(16, 24, (13, 2)), 3)
    start, *places = [tuple(spot) for spot in spots[ends.is_clear_at(spots)].tolist()]
    found = reach_region(room, [start], 5.0, ground, ends)
    inner = shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in found]).buffer(-0.01)
    for place in places:
        if inner.contains(shapely.Point(place)):
            assert cheapest_path(room, ground, start, place, 5.0) is not None
