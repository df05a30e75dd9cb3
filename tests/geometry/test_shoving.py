"""Shapes that are pushed, turned and cut."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.geometry.shapes import rect, signed_area
from battlesim.geometry.shoving import (
    cut_by_path,
    is_clear_of,
    is_clear_of_path,
    moved_rings,
    rectangle_middle,
    rectangle_size,
    turned_rings,
)

CRATE = (rect(10.0, 10.0, 2.0, 1.0),)


@given(st.floats(0, 360), st.floats(0.3, 6), st.floats(0.3, 6))
def test_a_rectangle_keeps_its_size_and_middle_when_it_turns(
    angle: float, length: float, width: float
) -> None:
    turned = turned_rings((rect(10.0, 10.0, length, width),), angle)
    assert rectangle_size(turned) == pytest.approx((max(length, width), min(length, width)), abs=0.002)
    assert rectangle_middle(turned) == pytest.approx((10.0, 10.0), abs=0.002)


@pytest.mark.parametrize(("x", "clear"), [(9.0, False), (8.5, False), (8.4, True)])
def test_a_path_beside_a_shape_is_clear_from_a_radius_away(x: float, clear: bool) -> None:
    assert is_clear_of_path(CRATE, [(x, 0.0), (x, 20.0)], 0.6) == clear


@pytest.mark.parametrize(
    ("dx", "others", "discs", "clear"),
    [
        (0.0, [], [], True),
        (0.0, [(rect(11.5, 10.0, 2.0, 1.0),)], [], False),
        (0.0, [(rect(12.0, 10.0, 2.0, 1.0),)], [], True),
        (0.0, [], [(11.5, 10.0, 0.6)], False),
        (0.0, [], [(11.6, 10.0, 0.6)], True),
        (9.5, [], [], False),
    ],
)
def test_a_shape_is_clear_of_others_discs_and_the_edges(dx, others, discs, clear) -> None:  # type: ignore[no-untyped-def]
    assert is_clear_of(moved_rings(CRATE, dx, 0.0), others, discs, (20.0, 20.0)) == clear


def test_a_path_through_a_wall_leaves_two_parts() -> None:
    wall = (rect(10.0, 10.0, 8.0, 0.25),)
    parts = cut_by_path(wall, [(10.0, 9.0), (10.0, 11.0)], 0.5)
    areas = sorted(abs(signed_area(part[0])) for part in parts)
    assert areas == pytest.approx([3.5 * 0.25, 3.5 * 0.25]) and math.isclose(sum(areas), 1.75)
