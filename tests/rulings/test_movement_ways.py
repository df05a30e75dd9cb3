"""Ways with tolls: worked examples, and against Dijkstra's search on a grid."""

from __future__ import annotations

import heapq
import math
import random
from itertools import pairwise

import numpy as np
import pytest

from battlesim.behaviour.pursuit import nearest_by_route, pursuit_route
from battlesim.rulings.movement import (
    ClimbCost,
    Motion,
    PathToll,
    leg_cost,
    leg_into_contact,
    leg_problem,
    leg_toward,
    route_to_opening,
    shortest_leg,
)
from battlesim.table.state import Table
from battlesim.table.terrain import Opening
from battlesim.testing.table import block, make_table, standing_piece, wall

DOOR = "lab.1"


def able(here: Table, *tolls: PathToll, allowance: float = 6.0, climbs=None, **fields) -> Motion:
    """A move of base "a"; what has a toll is climbed unless `climbs` says otherwise."""
    over = tuple(ClimbCost(t.terrain, 0.0) for t in tolls) if climbs is None else climbs
    a = here.piece("a")
    return Motion("a", a.radius, allowance, starts=((a.xy,),), climbs=over, tolls=tolls, **fields)


def lab(door: float = 1.5):
    """A house with a shut door in its west wall."""
    opening = Opening((20, 10 - door / 2), (20, 10 + door / 2), 0.0, 2.0, False, "door", 0.25, DOOR)
    return block("lab", 20, 5, 28, 15, openings=(opening,))


@pytest.mark.rule("TS-GAP-89")
@pytest.mark.parametrize(("end", "over"), [(16.0, True), (10.0, False)])
def test_a_wall_is_gone_over_where_the_way_around_is_longer_than_its_toll(end, over):
    here = make_table(standing_piece("a", 10, 8), wall("w", 12, 0, 12.5, end))
    way = pursuit_route(here, able(here, PathToll("w", 4.0)), (14.5, 8.0))
    straight = 4.5
    assert way is not None and (way.length == pytest.approx(straight)) == over
    assert way.cost == pytest.approx(straight + 4.0 if over else way.length, abs=0.002)


def test_a_toll_is_not_paid():
    here = make_table(standing_piece("a", 10, 8), wall("w", 12, 0, 12.5, 20))
    motion = able(here, PathToll("w", 4.0))
    leg = shortest_leg(here, motion, (14.5, 8.0))
    assert leg is not None and leg_cost(here, motion, leg) == pytest.approx(4.5)


def test_toward_and_approach_take_the_way_with_the_lower_toll():
    here = make_table(
        standing_piece("a", 10, 8), wall("w", 12, 0, 12.5, 10.0), standing_piece("foe", 15, 8, side="blue")
    )
    motion = able(here, PathToll("w", 4.0), allowance=12.0, hindering=("foe",))
    for leg in (leg_toward(here, motion, (20.0, 8.0)), leg_into_contact(here, motion, "foe")):
        assert (
            leg is not None and max(y for _, y in leg.path) > 10.0 and leg_problem(here, motion, leg) is None
        )


def test_a_shut_door_is_gone_up_to():
    here = make_table(standing_piece("a", 17, 10, radius=0.625), lab())
    motion = able(here, PathToll(DOOR, 6.0), climbs=(), blocked=("lab.walls", DOOR))
    way, leg = pursuit_route(here, motion, (24.0, 10.0)), leg_toward(here, motion, (24.0, 10.0))
    assert way is not None and way.cost == pytest.approx(13.0)
    assert leg is not None and leg.end == pytest.approx((19.375, 10.0), abs=0.002)


def test_who_cannot_open_the_door_goes_as_near_as_it_gets():
    here = make_table(standing_piece("a", 17, 10), lab(), standing_piece("m", 23, 10, side="blue"))
    motion = able(here, blocked=("lab.walls", DOOR), hindering=("m",))
    way = pursuit_route(here, motion, "m", ("lab.walls", DOOR))
    assert way is not None and not way.arrives
    assert way.path[-1] == pytest.approx((19.5, 10.0), abs=0.01)


def test_a_place_against_a_wall_is_come_to_from_around_the_corner():
    here = make_table(standing_piece("a", 17, 10), lab())
    for x in (28.496, 28.5):
        way = pursuit_route(here, able(here, blocked=("lab.walls", DOOR)), (x, 10.0))
        assert way is not None and way.arrives and way.path[-1] == (x, 10.0)


def test_contact_is_not_made_through_a_wall():
    here = make_table(standing_piece("a", 18, 10), lab(), standing_piece("m", 20.75, 12, side="blue"))
    motion = able(here, PathToll(DOOR, 6.0), climbs=(), blocked=("lab.walls", DOOR), hindering=("m",))
    way = pursuit_route(here, motion, "m", ("lab.walls", DOOR))
    assert way is not None and way.arrives and way.path[-1][0] > 20.5
    assert math.dist(way.path[-1], (20.75, 12)) == pytest.approx(1.0, abs=0.005)


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
@pytest.mark.parametrize("aside", [1.0, 1.004, 0.8])
def test_a_route_touches_nobody_on_its_way(aside):
    here = make_table(
        standing_piece("a", 10, 8),
        standing_piece("m", 14, 8 + aside, side="blue"),
        standing_piece("foe", 18, 8, side="blue"),
    )
    way = pursuit_route(here, able(here, hindering=("m", "foe")), "foe")
    assert way is not None and way.arrives
    gaps = [math.dist((14, 8 + aside), spot) - 1.0 for spot in _steps(way.path)]
    assert min(gaps) > 0.005


@pytest.mark.rule("TS-GAP-34", "TS-GAP-89")
def test_a_place_in_contact_with_a_shut_door_is_found_on_the_side_asked_for():
    # c lies in front of one half of a door that is 1.5 in wide
    here = make_table(standing_piece("a", 17, 10.5), lab(), standing_piece("c", 19.4, 10.5))
    motion = able(here, PathToll(DOOR, 6.0), climbs=(), blocked=("lab.walls", DOOR), occupied=("c",))
    way = route_to_opening(here, motion, (17.0, 10.5), DOOR, (19.0, 10.0))
    assert way is not None and way.path[-1][0] == pytest.approx(19.5, abs=0.15)
    assert math.dist(way.path[-1], (19.4, 10.5)) >= 0.995
    assert route_to_opening(here, motion, (17.0, 10.5), DOOR, (21.0, 10.0)) is None, "the room is shut"


def test_the_place_nearest_to_a_goal_that_cannot_be_reached_is_one_to_stand_at():
    here = make_table(
        standing_piece("a", 17, 10),
        lab(),
        standing_piece("m", 23, 10, side="blue"),
        standing_piece("b", 19.5, 10),
    )
    motion = able(here, blocked=("lab.walls", DOOR), hindering=("m",), occupied=("b",))
    way = pursuit_route(here, motion, "m", ("lab.walls", DOOR))
    assert way is not None and not way.arrives and math.dist(way.path[-1], (19.5, 10)) >= 0.995
    assert math.dist(way.path[-1], (23, 10)) < 3.8


@pytest.mark.rule("TS-GAP-85")
def test_the_nearest_is_so_by_its_way_and_not_as_the_crow_flies():
    here = make_table(
        standing_piece("a", 17, 10),
        lab(),
        standing_piece("in", 21, 10, side="blue"),
        standing_piece("out", 10, 10, side="blue"),
    )
    motion = able(here, PathToll(DOOR, 6.0), climbs=(), blocked=("lab.walls", DOOR), hindering=("in", "out"))
    ((name, way),) = nearest_by_route(here, motion, ("in", "out"), ("lab.walls", DOOR))
    assert name == "out" and way.cost == pytest.approx(6.0, abs=0.001)


def test_all_that_are_equally_near_are_named():
    here = make_table(
        standing_piece("a", 10, 10),
        standing_piece("p", 15, 10, side="blue"),
        standing_piece("q", 5, 10, side="blue"),
    )
    found = nearest_by_route(here, able(here, hindering=("p", "q")), ("p", "q"))
    assert [name for name, _ in found] == ["p", "q"]


@pytest.mark.rule("TS-GAP-89")
def test_of_two_ways_alike_that_with_the_lower_x_of_its_first_turn_is_taken():
    here = make_table(standing_piece("a", 10, 10), block("rock", 8, 12, 12, 14))
    motion = able(here, blocked=("rock",))
    way = pursuit_route(here, motion, (10.0, 16.0))
    assert way is not None and way.path[1][0] < 10.0


def test_one_goes_around_those_in_the_way():
    row = [standing_piece(f"m{n}", 14, 7 + 1.2 * n, side="blue") for n in range(5)]
    here = make_table(standing_piece("a", 10, 9.4), *row)
    motion = able(here, hindering=tuple(p.id for p in row), allowance=30.0)
    way = pursuit_route(here, motion, (18.0, 9.4))
    assert way is not None and way.arrives
    free = min(math.dist(p.xy, q) for p in row for q in _steps(way.path))
    assert free >= 0.995 and 10.0 < way.length < 11.2


def test_obstacles_astride_which_one_begins_have_no_toll():
    here = make_table(standing_piece("a", 12.2, 8), wall("w", 12, 0, 12.5, 20))
    way = pursuit_route(here, able(here, PathToll("w", 4.0)), (16.0, 8.0))
    assert way is not None and way.cost == pytest.approx(3.8)


# -- against brute force --

STEP, SIZE = 0.25, 16.0


def _steps(path):
    return [tuple(p) for a, b in pairwise(path) for p in np.linspace(a, b, 80)]


def _gaps(box, xs, ys):
    """Distances of points from a rectangle."""
    x0, y0, x1, y1 = box
    return np.hypot(np.maximum(np.maximum(x0 - xs, xs - x1), 0), np.maximum(np.maximum(y0 - ys, ys - y1), 0))


def on_grid(hard, tolled, radius, start, goal):
    """The least cost on a grid with 16 neighbours; lengths are at most 2.8 % too long."""
    count = int(SIZE / STEP) + 1
    xs, ys = np.meshgrid(np.arange(count) * STEP, np.arange(count) * STEP, indexing="ij")
    edge = (xs < radius) | (ys < radius) | (xs > SIZE - radius) | (ys > SIZE - radius)
    shut = edge | np.any([_gaps(box, xs, ys) < radius for box in hard] or [edge], axis=0)
    within = [_gaps(box, xs, ys) < radius for box, _ in tolled]
    first, last = (tuple(round(v / STEP) for v in p) for p in (start, goal))
    moves = [(i, j) for i in range(-2, 3) for j in range(-2, 3) if math.gcd(i, j) == 1]
    known, heap = {first: 0.0}, [(0.0, first)]
    while heap:
        cost, (i, j) = heapq.heappop(heap)
        if (i, j) == last:
            return cost
        if cost > known[i, j]:
            continue
        for di, dj in moves:
            a, b = i + di, j + dj
            if not (0 <= a < count and 0 <= b < count) or shut[a, b]:
                continue
            entered = sum(
                toll for zone, (_, toll) in zip(within, tolled, strict=True) if zone[a, b] > zone[i, j]
            )
            new = cost + STEP * math.hypot(di, dj) + entered
            if new < known.get((a, b), math.inf):
                known[a, b] = new
                heapq.heappush(heap, (new, (a, b)))
    return None


@pytest.mark.parametrize("seed", [pytest.param(n, marks=pytest.mark.slow) if n > 5 else n for n in range(25)])
def test_ways_with_tolls_against_a_grid(seed):
    rng = random.Random(seed)
    radius = rng.choice([0.5, 0.625])
    boxes = []
    for _ in range(9):
        x, y = round(rng.uniform(1.5, 12) * 4) / 4, round(rng.uniform(1.5, 12) * 4) / 4
        long = round(rng.uniform(1, 6) * 4) / 4
        boxes.append((x, y, x + long, y + 0.5) if rng.random() < 0.5 else (x, y, x + 0.5, y + long))
    start, goal = (1.0, 1.0), (15.0, 15.0)
    clear = [b for b in boxes if all(_gaps(b, *map(np.array, p)) > radius + 0.3 for p in (start, goal))]
    hard, tolled = clear[:4], [(box, float(rng.choice([2, 3, 4, 6]))) for box in clear[4:]]
    things = [wall(f"h{n}", *box) for n, box in enumerate(hard)]
    things += [wall(f"t{n}", *box) for n, (box, _) in enumerate(tolled)]
    here = make_table(standing_piece("a", *start, radius=radius), *things, width=SIZE, height=SIZE)
    motion = able(
        here,
        *(PathToll(f"t{n}", toll) for n, (_, toll) in enumerate(tolled)),
        blocked=tuple(f"h{n}" for n in range(len(hard))),
    )
    way, slow = pursuit_route(here, motion, goal), on_grid(hard, tolled, radius, start, goal)
    low = on_grid(hard, tolled, radius - STEP / 2, start, goal)  # every way there is has one on the grid
    assert way is not None and way.arrives and low is not None
    assert slow is None or way.cost <= slow + 0.02
    assert way.cost >= low / 1.03 - 0.5
    spots = np.array(_steps(way.path))
    assert all(_gaps(box, *spots.T).min() > radius - 0.006 for box in hard)
    entered = sum(toll for box, toll in tolled if _gaps(box, *spots.T).min() < radius - 0.006)
    assert way.cost >= way.length + entered - 0.002
    leg = leg_toward(here, motion, goal)
    assert leg is not None and leg_problem(here, motion, leg) is None
    assert leg_cost(here, motion, leg) > 5.0  # a place to end is missing only about what is climbed


def test_contact_is_made_where_nobody_stands_in_the_way_of_it():
    """Friends are passed, but the place that one of them takes up is no place of contact."""
    here = make_table(
        standing_piece("a", 10, 8), standing_piece("friend", 14, 8), standing_piece("foe", 15, 8, side="blue")
    )
    way = pursuit_route(here, able(here, occupied=("friend",)), "foe")
    assert (
        way is not None and way.arrives and math.dist(way.path[-1], (15, 8)) == pytest.approx(1.0, abs=0.01)
    )
    assert math.dist(way.path[-1], (14, 8)) >= 0.99
    ring = [
        standing_piece(f"f{k}", 15 + math.cos(k * math.pi / 3), 8 + math.sin(k * math.pi / 3))
        for k in range(6)
    ]
    full = make_table(standing_piece("a", 10, 8), *ring, standing_piece("foe", 15, 8, side="blue"))
    stuck = pursuit_route(full, able(full, occupied=tuple(one.id for one in ring)), "foe")
    assert stuck is not None and not stuck.arrives
