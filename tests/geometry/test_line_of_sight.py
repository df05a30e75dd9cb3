"""Single lines: where they run through solids, and whether a free one exists between two bases."""

import math

import numpy as np
import pytest

from battlesim.geometry.free_lines import free_lines
from battlesim.geometry.line_of_sight import length_inside, solid_intervals
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, rect, regular_polygon


def box(name, x, y, w, h, top=3.0, bottom=0.0):
    return Solid(name, (rect(x, y, w, h),), top, bottom)


def test_a_line_is_cut_by_heights():
    scene = Scene([box("w", 5, 0, 4, 2, 1.0), box("deck", 12, 0, 2, 2, 3.0, 2.0)], 20, 20)
    (parts,) = solid_intervals(scene, [(0, 0, 0.0)], [(20, 0, 4.0)])
    assert [(p.solid, pytest.approx(p.start), pytest.approx(p.end)) for p in parts] == [
        ("w", 3, 5),
        ("deck", 11, 13),
    ]
    assert solid_intervals(scene, [(0, 0, 1.0)], [(20, 0, 1.0)]) == [[]]
    assert [p.solid for p in solid_intervals(scene, [(0, 0, 1.0)], [(20, 0, 1.0)], flat=True)[0]] == [
        "w",
        "deck",
    ]
    assert [p.solid for p in solid_intervals(scene, [(0, 0, 0.0)], [(20, 0, 4.0)], [{"w"}])[0]] == ["deck"]


def test_depth_counts_overlaps_once():
    scene = Scene([box("a", 5, 0, 4, 2), box("b", 6, 0, 4, 2)], 20, 20)
    (parts,) = solid_intervals(scene, [(0, 0, 1.0)], [(20, 0, 1.0)])
    assert length_inside(parts, {"a", "b"}) == pytest.approx(5) and length_inside(
        parts, {"b"}
    ) == pytest.approx(4)


def test_borders_and_corners_do_not_block():
    scene = Scene([box("a", 5, 1, 4, 2)], 20, 20)
    assert solid_intervals(scene, [(0, 0, 1.0)], [(20, 0, 1.0)]) == [[]]
    assert solid_intervals(scene, [(0, 3, 1.0)], [(6, -3, 1.0)]) == [[]]
    assert solid_intervals(scene, [(0, 0.01, 1.0)], [(20, 0.01, 1.0)])[0][0].solid == "a"


@pytest.mark.parametrize("seed", range(30))
def test_a_free_line_is_found_whenever_sampling_finds_one(seed):
    rng = np.random.default_rng(seed)
    solids = [
        Solid(
            f"s{k}",
            (
                regular_polygon(
                    *rng.uniform([2, 0], [10, 6]),
                    rng.uniform(0.4, 1.4),
                    int(rng.integers(3, 7)),
                    rng.uniform(0, 90),
                ),
            ),
            9,
        )
        for k in range(5)
    ]
    scene = Scene(solids, 12, 6)
    first, second = (0.5, 3.0, 0.5), (11.5, 3.0, 0.5)
    found = free_lines(scene, [(first, second)], np.ones((1, 2, 2)), [()])[0]
    y0, y1 = (v.ravel() for v in np.meshgrid(np.linspace(2.501, 3.499, 30), np.linspace(2.501, 3.499, 30)))
    starts = np.column_stack([np.full(900, 0.5), y0, np.ones(900)])
    ends = np.column_stack([np.full(900, 11.5), y1, np.ones(900)])
    sampled = any(not parts for parts in solid_intervals(scene, starts, ends))
    assert found is not None or not sampled
    if found is not None:
        (a, b) = found
        assert math.dist(a, first[:2]) <= 0.5 + 1e-6 and math.dist(b, second[:2]) <= 0.5 + 1e-6
        assert solid_intervals(scene, [(*a, 1)], [(*b, 1)]) == [[]]
