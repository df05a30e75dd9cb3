from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.geometry import outlines as o
from battlesim.geometry.shapes import thick_line
from battlesim.render.coverage import coverage_mask
from battlesim.render.noise import box_blur, value_noise

sizes = st.floats(0.5, 9)


@given(sizes, sizes, st.floats(-180, 180), st.floats(-20, 20))
def test_coverage_is_the_area(width: float, height: float, degrees: float, x: float) -> None:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    shape = o.transformed(o.box(-width, -height, width, height), (c, -s, s, c, x, 3.3))
    covered = float(coverage_mask(shape, (-40, -20, 40, 26)).sum())
    assert covered == pytest.approx(4 * width * height, abs=0.3 * 4 * (width + height))


def test_masks_agree_where_they_meet() -> None:
    shape = o.oval(20.3, 14.7, 12.2, 7.9, 31)
    whole = coverage_mask(shape, (0, 0, 40, 30))
    left, right = coverage_mask(shape, (0, 0, 17, 30)), coverage_mask(shape, (17, 0, 40, 30))
    assert (np.hstack((left, right)) == whole).all()


def test_holes_are_not_covered() -> None:
    m = coverage_mask(o.annulus(10, 10, 8, 5), (0, 0, 20, 20))
    assert m[10, 10] == 0 and m[10, 16] == 1


def test_the_spine_of_a_band_is_its_line() -> None:
    line = [(1.0, 1.0), (5.0, 1.0), (5.0, 4.0)]
    shape = o.from_rings(thick_line(line, 0.5))
    spine = o.middle_line(shape)
    ends = {tuple(np.round(p, 6)) for p in spine}
    assert ends == set(line)


def test_oriented_box_gives_length_before_breadth() -> None:
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    x, y, long, short, degrees = o.oriented_box(o.transformed(o.box(-3, -1, 3, 1), (c, -s, s, c, 5, 4)))
    assert (x, y, long, short) == pytest.approx((5, 4, 6, 2))
    assert degrees == pytest.approx(30)


def test_points_along_a_line_are_evenly_spaced() -> None:
    rows = o.points_along([(0, 0), (3, 0), (3, 4)], 0.5)
    assert len(rows) == 15
    assert rows[-1][:2] == pytest.approx((3, 4)) and rows[0][2:] == pytest.approx((1, 0))


def test_cut_join_clip_keep_the_area() -> None:
    a, b = o.box(0, 0, 4, 4), o.box(2, 2, 6, 6)
    assert o.shape_area(o.join(a, b)) == pytest.approx(28)
    assert o.shape_area(o.cut(a, b)) == pytest.approx(12)
    assert o.shape_area(o.clip(a, b)) == pytest.approx(4)
    assert o.shape_area(o.grow(a, 1, "mitre")) == pytest.approx(36)


@given(st.integers(-500, 500), st.integers(-500, 500), st.sampled_from([12, 28, 56]))
def test_noise_belongs_to_the_place(left: int, top: int, ppi: int) -> None:
    xs, ys = (np.arange(left, left + 40) + 0.5) / ppi, (np.arange(top, top + 30) + 0.5) / ppi
    whole, part = value_noise(xs, ys, 1.6, 2), value_noise(xs[11:23], ys[5:9], 1.6, 2)
    assert (whole[5:9, 11:23] == part).all()
    assert whole.min() >= 0 and whole.max() <= 1


def test_noise_differs_by_seed_and_is_not_flat() -> None:
    xs = np.linspace(0, 20, 200)
    a, b = value_noise(xs, xs, 1.6, 2), value_noise(xs, xs, 1.6, 3)
    assert a.std() > 0.08 and np.abs(a - b).mean() > 0.05


def test_blur_keeps_the_sum_and_spreads_it() -> None:
    spike = np.zeros((41, 41), np.float32)
    spike[20, 20] = 1
    soft = box_blur(spike, 4)
    assert float(soft.sum()) == pytest.approx(1, abs=1e-4)
    assert soft[20, 20] < 0.05 and soft[20, 26] > 0
