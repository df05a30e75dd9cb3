"""Dragging, shoving and flowing: legal ends, resting in touch, the same every time."""

import math

import numpy as np
import pytest

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import Obstacles, free_space
from battlesim.geometry.physics import along, drag, flow, shove
from battlesim.geometry.shapes import Solid, rect

ROCK = Obstacles([Solid("rock", (rect(20, 20, 4, 4),), 2.0)], 40, 40)


def test_a_dragged_base_slides_along_a_wall_and_rests_touching():
    end = drag(free_space(ROCK, 0.5), (15.0, 19.0), (19.0, 21.0))
    assert end[0] == pytest.approx(17.5, abs=0.02)
    assert 20.5 < end[1] < 21.5
    assert free_space(ROCK, 0.5).clear(np.array([end]))[0]


def test_a_dragged_base_reaches_a_free_wish():
    assert drag(free_space(ROCK, 0.5), (10.0, 10.0), (12.0, 9.0)) == pytest.approx((12.0, 9.0), abs=0.002)


def test_a_dragged_base_does_not_pass_bases_or_the_edge():
    room = free_space(ROCK, 0.5, discs=[(12.0, 10.0, 0.5)])
    end = drag(room, (10.0, 10.0), (12.0, 10.0))
    assert math.dist(end, (12.0, 10.0)) == pytest.approx(1.0, abs=0.02)
    edge = drag(room, (2.0, 10.0), (-3.0, 10.0))
    assert edge == pytest.approx((0.5, 10.0), abs=0.02)


def test_a_thin_wall_is_not_tunnelled_through():
    thin = Obstacles([Solid("wall", (rect(20, 20, 0.25, 10),), 2.0)], 40, 40)
    assert drag(free_space(thin, 0.5), (15.0, 20.0), (25.0, 20.0))[0] < 19.5


def test_a_shoved_base_pushes_the_next_one():
    bases = {"a": (10.0, 10.0, 0.5), "b": (11.5, 10.0, 0.5), "c": (30.0, 30.0, 0.5)}
    ends = shove(ROCK, bases, "a", 0.0, 2.0)
    assert ends["a"] == pytest.approx((12.0, 10.0), abs=0.05)
    assert ends["b"] == pytest.approx((13.0, 10.0), abs=0.05)
    assert "c" not in ends
    assert math.dist(ends["a"], ends["b"]) >= 1.0 - TOL


def test_a_shove_ends_at_a_solid():
    bases = {"a": (15.0, 20.0, 0.5), "b": (16.2, 20.0, 0.5)}
    ends = shove(ROCK, bases, "a", 0.0, 3.0)
    assert ends["b"][0] == pytest.approx(17.5, abs=0.03)
    assert math.dist(ends["a"], ends["b"]) >= 1.0 - TOL


def test_shoving_is_the_same_every_time_and_in_any_order():
    rng = np.random.default_rng(4)
    bases = {f"p{i:02}": (4.0 + 1.2 * (i % 6), 4.0 + 1.2 * (i // 6), 0.5) for i in range(30)}
    mixed = {name: bases[name] for name in rng.permutation(list(bases))}
    first = shove(ROCK, bases, "p00", 37.0, 4.0)
    assert first == shove(ROCK, bases, "p00", 37.0, 4.0) == shove(ROCK, mixed, "p00", 37.0, 4.0)
    after = [(*first.get(name, base[:2]), base[2]) for name, base in bases.items()]
    gaps = [math.dist(p[:2], q[:2]) for i, p in enumerate(after) for q in after[:i]]
    assert len(first) > 3 and min(gaps) >= 1.0 - TOL


def test_flow_leads_from_start_to_end():
    paths = {"a": [(5.0, 5.0), (8.0, 5.0), (8.0, 9.0)], "b": [(8.0, 5.0), (5.0, 5.0)]}
    seen = flow(ROCK, paths, {"a": 0.5, "b": 0.5}, 20)
    assert all(len(places) == 21 for places in seen.values())
    assert seen["a"][0] == (5.0, 5.0) and seen["a"][-1] == pytest.approx((8.0, 9.0))
    assert seen["b"][-1] == pytest.approx((5.0, 5.0))
    steps = [math.dist(p, q) for p, q in zip(seen["a"], seen["a"][1:], strict=False)]
    assert max(steps) < 1.5


def test_along_a_path():
    path = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0)]
    assert along(path, 0.5) == pytest.approx((2.0, 0.0))
    assert along(path, 1.0) == (3.0, 1.0)
