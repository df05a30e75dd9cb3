"""Groups are placed without overlap, within their allowance, coherent, and the same every time."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.coherency import edge_gaps
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import Obstacles, free_space
from battlesim.geometry.group_placement import (
    CoherencyLimits,
    GroupGoal,
    MovingBase,
    placement_order,
    plan_group_paths,
)
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.paths import polyline_length, shortest_path
from battlesim.geometry.placement import nearest_legal_position
from battlesim.geometry.shapes import Solid, regular_polygon


def world(seed, members, enemies, crater=False):
    rng = np.random.default_rng(seed)
    solids = [
        Solid(f"r{k}", (regular_polygon(*rng.uniform(3, (69, 45)), rng.uniform(0.8, 2.2), 8),), 2.0)
        for k in range(14)
    ]
    bowl = Solid("crater", (regular_polygon(36, 24, 4, 24),), 0.5)
    obstacles = Obstacles([*solids, bowl], 72, 48)
    rocks = [s.id for s in solids]
    room = free_space(obstacles, 0.5, rocks)
    centre, places = rng.uniform((12, 10), (60, 38)), []
    while len(places) < members + enemies:
        ally = len(places) < members
        spot = centre + rng.normal(0, 0.6 * math.sqrt(members), 2) if ally else rng.uniform(1, (71, 47))
        spot = np.round(spot, 3)
        if room.is_clear_at(spot)[0] and all(math.dist(spot, p) >= 1.0 for p in places):
            places.append(tuple(spot.tolist()))
    foes = [(*p, 0.5) for p in places[members:]]
    room = free_space(obstacles, 0.5, rocks, foes)
    ground = CostedGround(obstacles, 0.5, [("crater", 2.0)] if crater else [])
    movers = [MovingBase(p, 6.0, room, room, ground) for p in places[:members]]
    goal = nearest_legal_position(room, tuple(rng.uniform((2, 2), (70, 46)).tolist()))
    return movers, foes, goal


def who_holds(gaps, order, within, link):
    """Return who holds when placed in order, the leader first: near the leader, or linked to another."""
    held = [order[0]]
    for i in order[1:]:
        linked = link > 0.0 and bool((gaps[i, held] <= link + TOL).any())
        held += [i] if linked or gaps[i, order[0]] <= within + TOL else []
    return held


def judge(movers, paths, aim, within, chain):
    """Overlaps, allowance, legality of paths and coherency of those who moved."""
    ends = [path[-1] if path else mover.origin for mover, path in zip(movers, paths, strict=True)]
    discs = np.array([(*end, mover.radius) for end, mover in zip(ends, movers, strict=True)])
    away = np.hypot(discs[:, None, 0] - discs[:, 0], discs[:, None, 1] - discs[:, 1]) + 9 * np.eye(len(discs))
    assert away.min() >= 1.0 - TOL
    for mover, path in zip(movers, paths, strict=True):
        if path:
            assert mover.passing_space.path_obstructions(path) == []
            assert mover.ground.path_cost(path).total <= mover.allowance + TOL
    held = who_holds(edge_gaps(discs), placement_order(movers, aim), within, chain)
    assert all(i in held for i, path in enumerate(paths) if path)
    return ends


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.0, 1.0]), st.booleans(), st.booleans())
def test_a_random_swarm_is_placed_legally(seed, chain, attack, crater):
    movers, foes, goal = world(seed, 16, 16, crater)
    route = shortest_path(movers[0].passing_space, movers[0].origin, goal) or (movers[0].origin, goal)
    aim = GroupGoal(route, tuple(foes[:5]) if attack else ())
    paths = plan_group_paths(movers, aim, CoherencyLimits(6.0, chain))
    judge(movers, paths, aim, 6.0, chain)
    assert paths == plan_group_paths(movers, aim, CoherencyLimits(6.0, chain))


def test_a_hundred_are_placed():
    movers, _, goal = world(3, 100, 30)
    route = shortest_path(movers[0].passing_space, movers[0].origin, goal) or (movers[0].origin, goal)
    aim = GroupGoal(route)
    paths = plan_group_paths(movers, aim, CoherencyLimits(6.0, 1.0))
    ends = judge(movers, paths, aim, 6.0, 1.0)
    gained = [math.dist(m.origin, goal) - math.dist(e, goal) for m, e in zip(movers, ends, strict=True)]
    assert sum(gained) / len(gained) > 2.0


def test_a_front_line_in_the_open_moves_as_far_as_it_may():
    room = free_space(Obstacles([], 72, 48), 0.5)
    ground = CostedGround(room.obstacles, 0.5)
    movers = [MovingBase((10.0, 10.0 + 1.5 * i), 6.0, room, room, ground) for i in range(5)]
    paths = plan_group_paths(movers, GroupGoal(((10.0, 10.0), (60.0, 13.0))), CoherencyLimits(6.0))
    assert all(path is not None and polyline_length(path) > 5.5 for path in paths)


def test_those_who_come_in_after_their_leader_all_find_room_about_it():
    room = free_space(Obstacles([], 72, 48), 0.5, [])
    ground = CostedGround(Obstacles([], 72, 48), 0.5)
    movers = [MovingBase((20.0, 0.5), 6.0, room, room, ground, holds_origin=False) for _ in range(29)]
    aim = GroupGoal(((20.0, 0.5), (19.0, 4.2)), ((20.0, 4.0, 0.5),))
    paths = plan_group_paths(movers, aim, CoherencyLimits(6.0, 1.0, (19.0, 4.2, 0.5)), leads=False)
    assert None not in paths


def test_one_who_cannot_move_keeps_its_place_free():
    room = free_space(Obstacles([], 72, 48), 0.5)
    ground = CostedGround(room.obstacles, 0.5)
    stuck = MovingBase((16.0, 10.0), 0.0, room, room, ground)
    movers = [MovingBase((10.0, 10.0), 6.0, room, room, ground), stuck]
    paths = plan_group_paths(movers, GroupGoal(((10.0, 10.0), (16.0, 10.0))), CoherencyLimits())
    assert paths[1] is None and paths[0] is not None
    assert math.dist(paths[0][-1], (16.0, 10.0)) == pytest.approx(1.0, abs=0.3)
