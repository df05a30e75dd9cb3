"""Bases that are not round: outlines, tangents, arcs and templates, against points all over them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.arcs import Arc, depths_in_arc
from battlesim.geometry.free_lines import free_lines
from battlesim.geometry.hulls import (
    ConvexBase,
    HullForm,
    hull_ring,
    ring_coverage,
    ring_depths_in_arc,
    ring_fraction_in_arc,
    tangent_segment,
    visible_segment,
)
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Ring, Solid, rect, signed_area
from battlesim.geometry.templates import Blast, Template, flame, oblong

forms = st.sampled_from(["oval", "rectangle"])
lengths = st.floats(0.5, 6.0)
angles = st.floats(0.0, 360.0)
away = st.floats(-8.0, 8.0)


def inside(ring: Ring, steps: int = 40) -> np.ndarray:
    """Points all over a convex ring, its middle and border too (n, 2)."""
    corners, middle = np.array(ring), np.mean(ring, axis=0)
    border = np.concatenate(
        [corners + t * (np.roll(corners, -1, axis=0) - corners) for t in np.linspace(0, 1, 9)]
    )
    return np.concatenate([middle + t * (border - middle) for t in np.linspace(0, 1, steps)])


def test_a_rectangle_is_as_long_as_it_faces() -> None:
    ring = hull_ring("rectangle", 4.0, 2.0, 10.0, 5.0, 90.0)
    assert [max(p[k] for p in ring) - min(p[k] for p in ring) for k in (0, 1)] == pytest.approx([2.0, 4.0])


@given(lengths, lengths)
def test_an_oval_strays_nowhere(length: float, width: float) -> None:
    points = np.array(hull_ring("oval", length, width, 0.0, 0.0, 0.0))
    middles = (points + np.roll(points, -1, axis=0)) / 2
    for spots in (points, middles):
        turn = np.arctan2(spots[:, 1] / width, spots[:, 0] / length)
        edge = np.stack([length / 2 * np.cos(turn), width / 2 * np.sin(turn)], axis=1)
        assert np.hypot(*(spots - edge).T).max() <= 0.0011


@given(forms, lengths, lengths, angles, away, away)
def test_tangents_hold_the_whole_base(
    form: HullForm, length: float, width: float, facing: float, x: float, y: float
) -> None:
    ring = hull_ring(form, length, width, x, y, facing)
    foot = tangent_segment((0.0, 0.0), ring)
    if foot is None:
        assert math.hypot(x, y) <= math.hypot(length, width) / 2
        return
    left, right = np.array(foot[:2]), np.array(foot[2:])
    points = inside(ring)
    assert (left[0] * points[:, 1] - left[1] * points[:, 0]).max() <= 1e-9
    assert (right[0] * points[:, 1] - right[1] * points[:, 0]).min() >= -1e-9


@given(lengths, lengths, angles, away, away)
def test_what_is_seen_of_an_oval_lies_between_its_tangent_points(
    length: float, width: float, facing: float, x: float, y: float
) -> None:
    """Both ends are on the oval, and no point of it lies beyond the lines to them."""
    foot = visible_segment((0.0, 0.0), hull_ring("oval", length, width, x, y, facing))
    along, across = (np.array([math.cos(t), math.sin(t)]) for t in np.radians([facing, facing + 90.0]))
    eye = np.array([-x, -y])
    if foot is None:
        assert np.hypot(eye @ along / length, eye @ across / width) <= 0.5 + 1e-9
        return
    ends = np.array(foot).reshape(2, 2)
    local = np.stack([(ends + eye) @ along / length, (ends + eye) @ across / width])
    assert np.hypot(*local) == pytest.approx([0.5, 0.5])
    turns = np.linspace(0.0, 2.0 * np.pi, 400)[:, None]
    points = (x, y) + length / 2 * np.cos(turns) * along + width / 2 * np.sin(turns) * across
    left, right = ends
    assert (left[0] * points[:, 1] - left[1] * points[:, 0]).max() <= 1e-9
    assert (right[0] * points[:, 1] - right[1] * points[:, 0]).min() >= -1e-9


@given(forms, lengths, lengths, angles, away, away, st.floats(20.0, 340.0), angles)
def test_what_an_arc_holds_of_a_base(
    form: HullForm, length: float, width: float, facing: float, x: float, y: float, wide: float, toward: float
) -> None:
    ring = hull_ring(form, length, width, x, y, facing)
    least, most = ring_depths_in_arc((0.0, 0.0), 0.0, Arc(toward, wide), ring)
    found = depths_in_arc((0.0, 0.0), 0.0, Arc(toward, wide), inside(ring))
    assert least <= found.min() + 1e-6 and most >= found.max() - 1e-6
    assert least == pytest.approx(found.min(), abs=0.25) and most == pytest.approx(found.max(), abs=0.25)


def test_half_of_a_base_lies_in_the_front() -> None:
    ring = hull_ring("rectangle", 4.0, 2.0, 0.0, 6.0, 0.0)
    assert ring_fraction_in_arc((0.0, 0.0), 0.0, Arc(0.0, 180.0), ring) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("template", "share", "state"),
    [
        (Blast(10.0, 10.0, 3.0), 1.0, "wholly"),
        (Blast(10.0, 10.0, 1.0), math.pi / 8.0, "partly"),
        (oblong(10.0, 10.0, 0.0, 5.0, 4.0), 0.5, "partly"),
        (oblong(9.0, 10.0, 0.0, 5.0, 4.0), 0.75, "half"),
        (oblong(12.0, 10.0, 0.0, 5.0, 4.0), 0.0, "out"),
    ],
)
def test_a_template_covers_so_much_of_a_rectangle(template: Template, share: float, state: str) -> None:
    found = ring_coverage(template, hull_ring("rectangle", 4.0, 2.0, 10.0, 10.0, 0.0))
    assert (found.fraction, found.state) == (pytest.approx(share, abs=1e-9), state)


@given(forms, lengths, lengths, angles, away, away)
def test_a_base_moved_less_than_its_margin_is_covered_alike(
    form: HullForm, length: float, width: float, facing: float, x: float, y: float
) -> None:
    template = flame(-3.0, 0.0, 0.0, 7.0, 3.0)
    found = ring_coverage(template, hull_ring(form, length, width, x, y, facing))
    for turn in range(0, 360, 45):
        dx, dy = (0.99 * max(0.0, found.margin) * f(math.radians(turn)) for f in (math.cos, math.sin))
        moved = ring_coverage(template, hull_ring(form, length, width, x + dx, y + dy, facing))
        assert moved.state == found.state


@settings(max_examples=15)
@given(st.floats(0.2, 2.8), angles, angles)
def test_a_line_between_two_hulls_is_found_where_points_of_them_see_each_other(
    gap: float, first: float, second: float
) -> None:
    walls = [rect(10.0, 10.0 + side * (gap / 2 + 3.0), 1.0, 6.0) for side in (-1, 1)]
    scene = Scene([Solid(f"w{k}", (wall,), 3.0) for k, wall in enumerate(walls)], 20.0, 20.0)
    a, b = hull_ring("rectangle", 4.0, 1.0, 5.0, 12.0, first), hull_ring("oval", 3.0, 1.5, 15.0, 9.0, second)
    found = free_lines(scene, [(ConvexBase(a), ConvexBase(b))], np.ones((1, 2, 2)), [()])[0]
    seen = any(_open(p, q, walls) for p in inside(a, 5) for q in inside(b, 3)[::9])
    assert found is not None or not seen
    if found:
        assert _open(*np.array(found), walls, 1e-6)


def _open(p: np.ndarray, q: np.ndarray, walls: list[Ring], room: float = 0.0) -> bool:
    """Whether a line misses two upright rectangles, by where it is at their sides."""
    at = [p[1] + (q[1] - p[1]) * (x - p[0]) / (q[0] - p[0]) for x in (9.5, 10.5)]
    low, high = walls[0][2][1], walls[1][0][1]
    return all(low - room <= y <= high + room for y in at)


@given(st.sampled_from([(4.5, 2.25), (2.0, 3.0)]), angles)
def test_the_box_about_an_oval_stands_along_its_axes(size: tuple[float, float], facing: float) -> None:
    box = np.array(ConvexBase(hull_ring("oval", *size, 3.0, 4.0, facing)).box)
    expected = hull_ring("rectangle", *size, 3.0, 4.0, facing)
    assert all(np.hypot(*(box - corner).T).min() < 0.002 for corner in expected)


def test_rings_run_counter_clockwise() -> None:
    assert signed_area(hull_ring("oval", 3.0, 2.0, 1.0, 1.0, 30.0)) > 0


def test_a_strip_across_a_hull_covers_a_part_of_it():
    tank = hull_ring("rectangle", 6.0, 2.0, 20.0, 20.0, 90.0)
    found = ring_coverage(oblong(15.0, 20.0, 0.0, 10.0, 0.5), tank)
    assert (found.state, found.fraction) == ("partly", pytest.approx(0.5 / 6.0))
    assert found.touch_depth == pytest.approx(3.25)
