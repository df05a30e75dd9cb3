"""Dragged bases end legally and rest touching."""

import math

import numpy as np
import pytest

from battlesim.geometry.freespace import Obstacles, free_space
from battlesim.geometry.physics import drag_base
from battlesim.geometry.shapes import Solid, rect

ROCK = Obstacles([Solid("rock", (rect(20, 20, 4, 4),), 2.0)], 40, 40)


def test_a_dragged_base_slides_along_a_wall_and_rests_touching():
    end = drag_base(free_space(ROCK, 0.5), (15.0, 19.0), (19.0, 21.0))
    assert end[0] == pytest.approx(17.5, abs=0.02)
    assert 20.5 < end[1] < 21.5
    assert free_space(ROCK, 0.5).is_clear_at(np.array([end]))[0]


def test_a_dragged_base_reaches_a_free_wish():
    assert drag_base(free_space(ROCK, 0.5), (10.0, 10.0), (12.0, 9.0)) == pytest.approx(
        (12.0, 9.0), abs=0.002
    )


def test_a_dragged_base_does_not_pass_bases_or_the_edge():
    room = free_space(ROCK, 0.5, discs=[(12.0, 10.0, 0.5)])
    end = drag_base(room, (10.0, 10.0), (12.0, 10.0))
    assert math.dist(end, (12.0, 10.0)) == pytest.approx(1.0, abs=0.02)
    edge = drag_base(room, (2.0, 10.0), (-3.0, 10.0))
    assert edge == pytest.approx((0.5, 10.0), abs=0.02)


def test_a_thin_wall_is_not_tunnelled_through():
    thin = Obstacles([Solid("wall", (rect(20, 20, 0.25, 10),), 2.0)], 40, 40)
    assert drag_base(free_space(thin, 0.5), (15.0, 20.0), (25.0, 20.0))[0] < 19.5
