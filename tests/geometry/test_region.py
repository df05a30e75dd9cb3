"""Regions: the sweep against plain shadows, and both against single lines of sight."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.line_of_sight import solid_intervals
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, rect, regular_polygon
from battlesim.geometry.visible_regions import (
    flat_visible_region,
    region_area,
    region_contains,
    visible_region_at_height,
    visible_region_by_shadows,
)


def table(seed: int, solids: int = 12, tops: tuple[float, float] = (0.5, 5)) -> Scene:
    rng = np.random.default_rng(seed)
    return Scene(
        [
            Solid(
                f"s{k}",
                (
                    regular_polygon(
                        *rng.uniform(2, 28, 2),
                        rng.uniform(0.5, 2.5),
                        int(rng.integers(3, 8)),
                        rng.uniform(0, 90),
                    ),
                ),
                rng.uniform(*tops),
            )
            for k in range(solids)
        ],
        30,
        30,
    )


def shadow_area(scene: Scene, eye: tuple[float, float]) -> float:
    """Area seen, by uniting the flat shadows of all edges (the twin of the sweep)."""
    return region_area(
        visible_region_by_shadows(
            Scene([Solid(s.id, s.rings, 99) for s in scene.solids], scene.width, scene.height), (*eye, 1), 1
        )
    )


@pytest.mark.parametrize("seed", range(6))
def test_sweep_and_shadows_agree(seed):
    scene = table(seed)
    for eye in np.random.default_rng(seed).uniform(0, 30, (12, 2)).tolist():
        assert region_area(flat_visible_region(scene, tuple(eye))) == pytest.approx(
            shadow_area(scene, tuple(eye)), abs=1e-6
        )


cell = st.integers(0, 10)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.tuples(cell, cell, st.integers(1, 4), st.integers(1, 4)), max_size=6), st.tuples(cell, cell)
)
def test_sweep_and_shadows_agree_on_the_integer_grid(boxes, eye):
    """Overlapping and touching boxes, eyes on corners and edges."""
    scene = Scene(
        [Solid(f"b{k}", (rect(x + w / 2, y + h / 2, w, h),), 9) for k, (x, y, w, h) in enumerate(boxes)],
        10,
        10,
    )
    inside = any(x < eye[0] < x + w and y < eye[1] < y + h for x, y, w, h in boxes)
    seen = region_area(flat_visible_region(scene, eye))
    if inside:
        assert seen == 0
    elif not any(x <= eye[0] <= x + w and y <= eye[1] <= y + h for x, y, w, h in boxes):
        assert seen == pytest.approx(shadow_area(scene, eye), abs=1e-6)
    assert seen <= 100 + 1e-9


def test_an_empty_table_is_seen_whole_and_a_wall_throws_its_shadow():
    assert region_area(flat_visible_region(Scene([], 20, 10), (5, 5))) == pytest.approx(200)
    wall = Scene([Solid("w", (rect(10, 5, 2, 2),), 3)], 20, 10)
    assert region_area(flat_visible_region(wall, (5, 5))) < 200 - 4
    assert not region_contains(flat_visible_region(wall, (5, 5)), (15, 5))
    assert region_contains(flat_visible_region(wall, (5, 5), ignore={"w"}), (15, 5))
    assert region_contains(flat_visible_region(wall, (5, 5), height=3), (15, 5))


def test_an_eye_on_an_edge_does_not_see_into_the_solid():
    wall = Scene([Solid("w", (rect(10, 5, 2, 2),), 3)], 20, 10)
    seen = flat_visible_region(wall, (9, 5))
    assert region_area(seen) == pytest.approx(90) and not region_contains(seen, (10, 5))


def test_over_a_low_wall_heads_come_into_view_beyond_its_shadow():
    wall = Scene([Solid("w", (((5, 0), (6, 0), (6, 10), (5, 10)),), 1.0)], 30, 10)
    seen = visible_region_at_height(wall, (0, 5, 2.0), 0.5)
    assert (
        not region_contains(seen, (6.5, 5))
        and not region_contains(seen, (8.9, 5))
        and region_contains(seen, (9.1, 5))
    )
    low_eye = visible_region_at_height(wall, (0, 5, 0.5), 2.0)
    assert region_contains(low_eye, (14.9, 5)) and not region_contains(low_eye, (18.1, 5))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("eye", "head"), [(3.0, 0.75), (0.75, 2.0), (1.5, 1.5), (6.0, 6.0)])
def test_heads_are_in_the_region_exactly_when_the_line_to_them_is_free(seed, eye, head):
    scene = table(seed + 20)
    rng = np.random.default_rng(seed)
    at = (1.0, 1.0, eye)
    region = visible_region_at_height(scene, at, head)
    assert region_area(region) == pytest.approx(
        region_area(visible_region_by_shadows(scene, at, head)), abs=1e-6
    )
    merged = shapely.union_all([shapely.Polygon(r[0], r[1:]) for r in region])
    spots = rng.uniform(0, 30, (200, 2))
    spots = spots[shapely.distance(merged.boundary, shapely.points(spots)) > 1e-6]
    lines = solid_intervals(scene, [at] * len(spots), np.column_stack([spots, np.full(len(spots), head)]))
    for spot, parts in zip(spots.tolist(), lines, strict=True):
        blind = any(p.end - p.start > 1e-6 for p in parts)
        assert region_contains(region, tuple(spot)) != blind


def test_a_long_shadow_takes_away_all_that_lies_in_it():
    """A wall 8 in wide, 4 in away: unions of bands far longer than the table once lost most of it."""
    rings = (
        ((0, 13), (3, 13), (3, 10), (0, 10)),
        ((3, 8), (11, 8), (7, 9), (7, 10)),
        ((0, 8), (3, 8), (3, 4), (0, 4)),
    )
    world = Scene([Solid(f"s{k}", (ring,), 9) for k, ring in enumerate(rings)], 14, 14)
    assert region_area(visible_region_by_shadows(world, (9, 4, 1), 1)) == pytest.approx(109, abs=1e-9)
