"""The thickness of walls, from their area and the length of their outline."""

from __future__ import annotations

import pytest

from battlesim.geometry.shapes import Point, band_thickness, rect, thick_line


@pytest.mark.parametrize("thickness", [0.1, 0.25, 0.5, 1.0])
@pytest.mark.parametrize(
    "line", [[(0, 0), (6, 0)], [(0, 0), (6, 0), (6, 5)], [(0, 0), (4, 1), (7, -3), (12, 0)]]
)
def test_a_band_is_as_thick_as_it_was_drawn(line: list[Point], thickness: float) -> None:
    assert band_thickness(thick_line(line, thickness)) == pytest.approx(thickness, abs=1e-9)


def test_a_closed_band_has_an_outer_ring_and_a_hole() -> None:
    rings = (rect(0, 0, 8.5, 6.5), rect(0, 0, 7.5, 5.5))
    assert band_thickness(rings) == pytest.approx(0.5)


def test_a_square_is_as_thick_as_its_side() -> None:
    assert band_thickness((rect(0, 0, 3, 3),)) == pytest.approx(3.0)
