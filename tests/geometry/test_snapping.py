"""Points put near something by hand."""

from __future__ import annotations

import pytest

from battlesim.geometry.snapping import SnapTargets, snapped_point, snapped_shift

SQUARE = ((10.0, 10.0), (14.0, 10.0), (14.0, 14.0), (10.0, 14.0))
SNAP = SnapTargets((SQUARE,), 0.3, 0.25)


@pytest.mark.parametrize(
    ("at", "point", "to"),
    [
        ((10.1, 9.9), (10.0, 10.0), "corner"),
        ((12.1, 9.8), (12.1, 10.0), "edge"),
        ((5.1, 5.1), (5.0, 5.0), "grid"),
        ((12.0, 12.06), (12.0, 12.0), "grid"),
    ],
)
def test_a_corner_draws_before_an_edge_and_that_before_the_grid(
    at: tuple[float, float], point: tuple[float, float], to: str
) -> None:
    found = snapped_point(at, SNAP)
    assert found.point == pytest.approx(point) and found.snapped_to == to


def test_a_line_goes_on_at_a_right_angle_by_a_length_of_the_grid() -> None:
    found = snapped_point((3.1, 5.1), SNAP, ((0.0, 0.0), (3.0, 0.0)))
    assert found.point == pytest.approx((3.0, 5.0)) and found.snapped_to == "square"


def test_a_line_that_goes_on_askew_turns_by_half_a_right_angle_of_its_last_stretch() -> None:
    snap = SnapTargets((), 0.3, 0.0)
    found = snapped_point((6.0, 6.1), snap, ((0.0, 0.0), (3.0, 3.0)))
    assert found.point == pytest.approx((6.05, 6.05)) and found.snapped_to == "square"


def test_a_hand_that_is_free_puts_points_where_it_is() -> None:
    assert snapped_point((1.2345, 6.789), SnapTargets((), 0.0, 0.0)).point == (1.2345, 6.789)


def test_things_are_moved_corner_to_corner_else_to_the_grid() -> None:
    corners = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert snapped_shift(corners, (8.1, 8.2), SNAP) == pytest.approx((8.0, 8.0))
    assert snapped_shift(corners, (3.1, 3.1), SNAP) == pytest.approx((3.0, 3.0))
