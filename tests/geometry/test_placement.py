"""Legal places, nearest places, contact, packing and straight pushes."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.constants import TOL
from battlesim.geometry.contact import (
    DiscOutline,
    PolygonOutline,
    distance_to_outline,
    is_disc_in_shape,
    nearest_contact_position,
    overhangs_wall_end,
    points_along_line,
    post_on_wall,
)
from battlesim.geometry.freespace import TABLE_EDGE_ID, Obstacles, Obstruction, free_space
from battlesim.geometry.placement import (
    nearest_legal_position,
    nearest_positions_touching_disc,
    packed_positions,
    positions_touching_disc,
    positions_touching_outline,
    push_base,
)
from battlesim.geometry.shapes import Solid, rect, regular_polygon

ROCK = Obstacles([Solid("rock", (rect(20, 20, 4, 4),), 2.0)], 40, 30)
ROOM = free_space(ROCK, 0.5, discs=[(30.0, 10.0, 0.5)], names=["W1"])


def test_why_a_base_may_not_stand_there():
    assert ROOM.obstructions((17.8, 20.0)) == [Obstruction("rock", pytest.approx(0.3))]
    assert ROOM.obstructions((30.0, 10.4)) == [Obstruction("W1", pytest.approx(0.6))]
    assert ROOM.obstructions((0.2, 10.0)) == [Obstruction(TABLE_EDGE_ID, pytest.approx(0.3))]
    assert ROOM.obstructions((17.5, 20.0)) == [] == ROOM.obstructions((17.505, 20.0))
    assert ROOM.obstructions((17.506, 20.0)) != []


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 40), st.floats(0, 30))
def test_points_and_lines_are_judged_alike(x, y):
    spot = np.array([[x, y]])
    assert ROOM.is_clear_at(spot)[0] == (not ROOM.obstructions((x, y)))
    assert ROOM.is_clear_along(spot, spot)[0] == ROOM.is_clear_at(spot)[0]


@settings(max_examples=60, deadline=None)
@given(st.floats(14, 32), st.floats(8, 24))
def test_the_nearest_place_is_legal_rounded_and_nearest(x, y):
    place = nearest_legal_position(ROOM, (x, y))
    assert place is not None and ROOM.is_clear_at(np.array([place]))[0]
    assert place == (round(place[0], 3), round(place[1], 3))
    to_rock = distance_to_outline(PolygonOutline((rect(20, 20, 4, 4),)), (x, y))
    if to_rock > 0.51 and math.dist((x, y), (30, 10)) > 1.01:
        assert math.dist(place, (x, y)) <= 0.0008
    elif math.dist((x, y), (30, 10)) <= 1.0:
        assert math.dist(place, (x, y)) <= 1.0 - math.dist((x, y), (30, 10)) + 0.002


def test_the_nearest_place_can_be_kept_in_a_zone():
    assert nearest_legal_position(ROOM, (5.0, 5.0), inside=(rect(12, 5, 4, 4),)) == pytest.approx(
        (10.0, 5.0), abs=0.006
    )


def test_places_around_things_touch_them():
    for place in positions_touching_disc(ROOM, (30.0, 10.0), 0.5):
        assert abs(math.dist(place, (30.0, 10.0)) - 1.0) <= TOL
    places = positions_touching_outline(ROOM, (rect(20, 20, 4, 4),))
    assert len(places) > 60
    assert all(
        abs(distance_to_outline(PolygonOutline((rect(20, 20, 4, 4),)), p) - 0.5) <= TOL for p in places
    )
    assert nearest_contact_position(ROOM, DiscOutline(30, 10, 0.5), (40, 10)) == (31.0, 10.0)
    assert nearest_contact_position(ROOM, PolygonOutline((rect(20, 20, 4, 4),)), (10, 20)) == (17.5, 20.0)


def test_the_nearest_places_around_a_disc_are_found_and_equal_ones_told_apart():
    assert nearest_positions_touching_disc(ROOM, (30.0, 20.0), 0.5, (30.3, 20.4)) == [(30.6, 20.8)]
    both = nearest_positions_touching_disc(
        free_space(ROCK, 0.5, discs=[(31.0, 20.0, 0.4)]), (30.0, 20.0), 0.5, (30.3, 20.0)
    )
    assert len(both) == 2 and math.dist(*both) >= 0.5
    assert nearest_positions_touching_disc(ROOM, (20.0, 20.0), 0.5, (20.0, 20.0)) == []


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 40), st.floats(0.3, 1.5), st.floats(10, 30), st.floats(5, 25))
def test_packed_bases_are_legal_and_apart(count, radius, x, y):
    room = free_space(ROCK, radius)
    places = packed_positions(room, count, (x, y))
    assert len(places) == count
    assert room.is_clear_at(np.array(places)).all()
    assert all(math.dist(p, q) >= 2 * radius - TOL for i, p in enumerate(places) for q in places[:i])


def test_packing_in_a_zone_stops_when_it_is_full():
    zone = (rect(5, 5, 3, 3),)
    assert 4 <= len(packed_positions(ROOM, 50, (5.0, 5.0), zone, wholly=True)) <= 9
    assert all(
        is_disc_in_shape(zone, p, 0.5) for p in packed_positions(ROOM, 50, (5.0, 5.0), zone, wholly=True)
    )


@pytest.mark.parametrize(
    ("start", "direction", "end", "stop"),
    [
        ((25.0, 10.0), 0, (27.0, 10.0), ()),
        ((28.5, 10.0), 0, (29.0, 10.0), ("W1",)),
        ((16.5, 20.0), 0, (17.5, 20.0), ("rock",)),
        ((1.0, 10.0), 180, (0.5, 10.0), ("table edge",)),
        ((29.0, 10.0), 0, (29.0, 10.0), ("W1",)),
        ((29.0, 10.0), 90, (29.0, 12.0), ()),
        ((16.5, 22.3), 0, (17.6, 22.3), ("rock",)),
        ((17.5, 19.0), 90, (17.5, 21.0), ()),
    ],
)
def test_pushes_stop_at_the_first_contact(start, direction, end, stop):
    assert push_base(ROOM, start, direction, 2.0) == (pytest.approx(end, abs=0.0011), stop)


@settings(max_examples=80, deadline=None)
@given(st.floats(14, 33), st.floats(7, 25), st.floats(0, 360), st.floats(0.1, 6))
def test_a_push_ends_legally_and_where_a_walk_of_small_steps_does(x, y, direction, distance):
    start = (round(x, 3), round(y, 3))
    if ROOM.obstructions(start):
        return
    end, stops = push_base(ROOM, start, direction, distance)
    assert ROOM.obstructions(end) == []
    ux, uy = math.cos(math.radians(direction)), math.sin(math.radians(direction))
    ways = np.arange(0.0, distance + 1e-9, 0.01)
    walk = np.stack([start[0] + ways * ux, start[1] + ways * uy], axis=1)
    blocked = np.flatnonzero(~ROOM.is_clear_at(walk))
    walked = ways[blocked[0]] if len(blocked) else distance
    grazing = 0.12  # a push that only grazes goes on within the tolerance
    assert math.dist(start, end) <= walked + 0.012
    assert math.dist(start, end) >= walked - grazing or stops


def test_posts_are_on_the_centre_line():
    assert post_on_wall((rect(10, 10, 4, 0.5),), (9.0, 9.25)) == pytest.approx((9.0, 10.0))
    assert post_on_wall((rect(10, 10, 0.5, 4),), (10.75, 11.0)) == pytest.approx((10.0, 11.0))
    bent = ((0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (5.5, 6.0), (5.5, 0.5), (0.0, 0.5))
    assert post_on_wall((bent,), (3.0, -0.5)) == pytest.approx((3.0, 0.25))


def test_a_base_upon_a_wall_stays_off_its_ends():
    straight, bent = rect(10, 10, 4, 0.5), ((0, 0), (6, 0), (6, 6), (5.5, 6), (5.5, 0.5), (0, 0.5))
    assert post_on_wall((straight,), (12.5, 10.0), 0.5) == pytest.approx((11.5, 10.0))
    assert not overhangs_wall_end((straight,), (11.5, 10.0), 0.5) and overhangs_wall_end(
        (straight,), (11.6, 10.0), 0.5
    )
    assert not overhangs_wall_end((bent,), (3.0, 0.25), 0.5) and overhangs_wall_end((bent,), (5.75, 5.9), 0.5)


def test_places_on_a_line():
    assert points_along_line(((0.0, 1.0), (0.0, 5.0)), (3.0, 2.2), 2.0)[0] == (0.0, 2.2)
    assert points_along_line(((1.0, 1.0),), None, 1.0) == [(1.0, 1.0)]
    assert is_disc_in_shape((regular_polygon(0, 0, 2, 64),), (0.0, 0.0), 1.99)
