"""Arcs: who is in them, by how much, and the borders that belong to them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.geometry.arcs import (
    ALL_ROUND_ARC,
    FRONT_ARC,
    LEFT_ARC,
    RIGHT_ARC,
    Arc,
    arc_ruling,
    bearing,
    depths_in_arc,
    sector,
    signed_turn,
)
from battlesim.geometry.shapes import signed_area

angle = st.floats(-720, 720)
coordinate = st.floats(-50, 50)


def test_a_base_on_the_line_through_the_centre_is_in_the_front_arc():
    points = [(3, 10), (17, 10), (10, 10.5), (10, 9.98)]
    inside = [arc_ruling((10, 10), 90, FRONT_ARC, point).inside for point in points]
    assert inside == [True, True, True, False]


def test_straight_ahead_belongs_to_both_halves():
    for half in (LEFT_ARC, RIGHT_ARC):
        assert all(arc_ruling((0, 0), 0, half, point).inside for point in [(8, 0), (-8, 0)])
    assert [arc_ruling((0, 0), 0, LEFT_ARC, point).inside for point in [(5, 1), (5, -1)]] == [True, False]


def test_a_base_reaches_a_45_degree_arc_with_its_edge():
    narrow = Arc(0, 45)
    assert arc_ruling((0, 0), 90, narrow, (4.6, 10), 0.5, "any").inside
    assert not arc_ruling((0, 0), 90, narrow, (4.8, 10), 0.5, "any").inside
    reached = 10 * math.tan(math.radians(22.5)) + 0.5 / math.cos(math.radians(22.5))
    assert arc_ruling((0, 0), 90, narrow, (reached, 10), 0.5, "any").inches == pytest.approx(0, abs=1e-9)
    assert not arc_ruling((0, 0), 90, narrow, (4.6, 10), 0.5, "centre").inside


def test_margins_in_inches_and_degrees():
    ruling = arc_ruling((0, 0), 0, Arc(0, 90), (10, 4))
    assert ruling.inches == pytest.approx(6 / math.sqrt(2))
    assert ruling.degrees == pytest.approx(45 - math.degrees(math.atan2(4, 10)))
    behind = arc_ruling((0, 0), 0, Arc(0, 90), (-3, 4))
    assert not behind.inside and behind.inches < 0 and behind.degrees < 0
    assert arc_ruling((0, 0), 0, ALL_ROUND_ARC, (-3, 4)).inches == math.inf


@given(coordinate, coordinate, angle, st.floats(1, 359), coordinate, coordinate)
def test_depth_agrees_with_the_angle(x, y, facing, width, px, py):
    if math.hypot(px - x, py - y) < 1e-3:
        return
    off = abs(signed_turn(facing, bearing((x, y), (px, py))))
    depth = depths_in_arc((x, y), facing, Arc(0, width), [(px, py)])[0]
    if abs(off - width / 2) > 1e-6:
        assert (depth > 0) == (off < width / 2)
    assert abs(depth) <= math.hypot(px - x, py - y) + 1e-9


@given(coordinate, coordinate, angle, st.floats(5, 300), st.floats(0, 6), st.floats(0, 360))
def test_no_move_shorter_than_the_margin_leaves_or_enters(px, py, facing, width, length, way):
    arc = Arc(15, width)
    depth = depths_in_arc((1, 2), facing, arc, [(px, py)])[0]
    step = min(length, abs(depth)) * (1 - 1e-9) - 1e-9
    if step <= 0:
        return
    moved = (px + step * math.cos(math.radians(way)), py + step * math.sin(math.radians(way)))
    assert (depths_in_arc((1, 2), facing, arc, [moved])[0] > 0) == (depth > 0)


@pytest.mark.parametrize("width", [30, 90, 180, 270, 360])
def test_sector_ring_has_the_area_of_the_sector(width):
    ring = sector((3, 4), 20, Arc(0, width), 5, step=0.5)
    assert signed_area(ring) == pytest.approx(math.pi * 25 * width / 360, rel=1e-4)
    band = sector((3, 4), 20, Arc(0, width), 5, inner=2, step=0.5)
    assert signed_area(band) == pytest.approx(math.pi * 21 * width / 360, rel=1e-4)
