"""Distances: from edge to edge, limits included, margins beside them."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from battlesim.geometry import edge_distances
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import rect

disc = st.tuples(st.floats(-40, 40), st.floats(-40, 40), st.floats(0.2, 3))


def test_distance_runs_between_the_nearest_points_of_the_bases():
    assert edge_distances.disc_gap((0, 0, 0.5), (3, 4, 1.0)) == pytest.approx(3.5)
    assert edge_distances.disc_gap((0, 0, 0.5), (0.6, 0, 0.5)) == pytest.approx(-0.4)


def test_a_limit_is_inclusive_up_to_the_tolerance():
    assert edge_distances.limit_check(10.0, 10.0) == (True, 0.0)
    assert edge_distances.limit_check(10.0 + 0.9 * TOL, 10.0).kept
    beyond = edge_distances.limit_check(10.0 + 2 * TOL, 10.0)
    assert not beyond.kept and beyond.margin == pytest.approx(-2 * TOL)


def test_wholly_within_asks_for_the_far_edge():
    assert edge_distances.disc_wholly_within_check((6.5, 0, 0.5), (0, 0, 1), 6).kept
    assert not edge_distances.disc_wholly_within_check((6.6, 0, 0.5), (0, 0, 1), 6).kept


@given(disc, disc)
def test_gaps_agree_with_shapely(a, b):
    expected = shapely.Point(a[:2]).distance(shapely.Point(b[:2])) - a[2] - b[2]
    assert edge_distances.disc_gap(a, b) == pytest.approx(expected, abs=1e-9)
    assert edge_distances.disc_gaps([a], [b])[0, 0] == edge_distances.disc_gaps([b], [a])[0, 0]


@given(
    st.lists(disc, min_size=1, max_size=6),
    st.lists(st.tuples(st.floats(-40, 40), st.floats(-40, 40)), min_size=2, max_size=6),
)
def test_line_of_flight_agrees_with_shapely(discs, path):
    line = shapely.LineString(path)
    expected = [line.distance(shapely.Point(d[:2])) - d[2] for d in discs]
    assert edge_distances.gaps_to_path(discs, path) == pytest.approx(np.array(expected), abs=1e-9)


def test_a_path_of_one_point_is_that_point():
    assert edge_distances.gaps_to_path([(3, 4, 1)], [(0, 0)]) == pytest.approx([4])
    assert edge_distances.path_length([(0, 0), (3, 4), (3, 5)]) == pytest.approx(6)


def test_outlines():
    house = rect(10, 10, 4, 2)
    assert edge_distances.nearest_outline_point(house, (10, 20)) == pytest.approx((10, 11))
    assert edge_distances.nearest_outline_point(house, (10, 10.4)) == pytest.approx((10, 11))
    assert edge_distances.gaps_to_shape(
        [(10, 14, 0.5), (15, 10, 0.5), (10, 10, 0.5)], [house]
    ) == pytest.approx([2.5, 2.5, -0.5])
    other = rect(20, 10, 4, 2)
    assert edge_distances.shape_gap([house], [other]) == pytest.approx(6)
    near, far = edge_distances.nearest_outline_points(house, other)
    assert math.dist(near, far) == pytest.approx(6)


def test_points_on_a_border_are_in_the_shape():
    house = [rect(10, 10, 4, 2), rect(10, 10, 1, 1)]
    assert edge_distances.is_point_in_shape(12, 10, house) and edge_distances.is_point_in_shape(
        12.004, 10, house
    )
    assert not edge_distances.is_point_in_shape(12.01, 10, house)
    assert not edge_distances.is_point_in_shape(10, 10, house)
    assert edge_distances.disc_gap_to_shape(15, 10, 1, house) == pytest.approx(2)
    assert edge_distances.distance_to_segment((3, 4), (0, 0), (0, 9)) == pytest.approx(3)


@pytest.mark.parametrize(("point", "away"), [((2, 3), 0), ((0, 3), 1), ((2, 9), 5), ((8, 8), 5), ((1, 2), 0)])
def test_how_far_a_point_is_from_a_box(point, away):
    assert edge_distances.distance_to_box(point, (1, 2, 5, 4)) == pytest.approx(away)
