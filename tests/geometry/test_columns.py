"""Single file: the order of points, and places behind a leader."""

from __future__ import annotations

import math
import random
from itertools import pairwise, permutations

import pytest

from battlesim.geometry.columns import column_order, point_behind


@pytest.mark.parametrize(
    ("points", "order"),
    [
        ([(0, 0), (0, 3), (0, 1.5)], [0, 2, 1]),
        ([(0, 0), (1.5, 0), (1.5, 1.5), (0, 1.5)], None),
        ([(0, 0), (1.5, 0), (2.6, 1.1), (3.7, 2.2)], [0, 1, 2, 3]),
        ([(0, 0), (1.5, 0), (0.75, 1.3)], None),
        ([(0, 0)], [0]),
        ([], []),
    ],
)
def test_points_in_single_file_have_an_order(points, order):
    assert column_order(points) == order


def test_the_order_is_that_of_brute_force():
    rng = random.Random(3)
    for _ in range(30):
        points = [(1.5 * n + rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4)) for n in range(5)]
        rng.shuffle(points)
        found = column_order(points)
        assert found is not None
        shortest = min(
            permutations(range(5)),
            key=lambda order: sum(math.dist(points[a], points[b]) for a, b in pairwise(order)),
        )
        assert tuple(found) in (shortest, shortest[::-1])


@pytest.mark.parametrize(
    ("inches", "point"), [(1.0, (0.0, 3.0)), (4.0, (0.0, 0.0)), (6.0, (2.0, 0.0)), (9.0, (5.0, 0.0))]
)
def test_places_lie_along_the_trail_and_straight_on_beyond_it(inches, point):
    assert point_behind(((0.0, 4.0), (0.0, 0.0), (3.0, 0.0)), inches) == pytest.approx(point)
