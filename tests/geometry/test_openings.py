"""Doors and windows cut into walls and buildings: shares by hand, the twin, and what may never happen."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry import visible_fraction_reference
from battlesim.geometry.line_of_sight import solid_intervals
from battlesim.geometry.openings import WallOpening, pierced_solids
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, circle, placed_ring
from battlesim.geometry.target_windows import base_windows
from battlesim.geometry.visible_fraction import (
    fractions_hidden_alone,
    visible_fractions,
    window_visible_fractions,
)


def block(x0: float, y0: float, x1: float, y1: float, top: float = 3.0) -> Solid:
    return Solid("house", (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), top)


def scene(*solids: Solid) -> Scene:
    return Scene(solids, 40, 40)


HOUSE = block(18.25, 5, 28, 15)
WINDOW = WallOpening((18.25, 9.25), (18.25, 10.75), 1.0, 2.0)
DOOR = WallOpening((18.25, 9.25), (18.25, 10.75), 0.0, 2.0)
OUTSIDE = (10, 10, 1.25)
AT_THE_WINDOW = (19.125, 10, 0.625, 0, 1.5)


def seen(
    *gaps: WallOpening, eye=OUTSIDE, target=AT_THE_WINDOW, house: Solid = HOUSE, walls: float = 0.25
) -> float:
    return float(visible_fractions(scene(*pierced_solids(house, walls, gaps)), [eye], [target])[0])


def test_a_sill_hides_who_stands_at_the_window_up_to_its_far_edge():
    """Up to 1.25 - 0.25 * 9.0822 / 8.5 = 0.98288 of 1.5 in: 0.6553 is hidden."""
    assert 1 - seen(WINDOW) == pytest.approx(0.6553, abs=5e-5)


def test_an_open_door_shows_all_of_who_stands_behind_it():
    assert seen(DOOR) == 1.0


@pytest.mark.parametrize("turn", range(0, 90, 7))
def test_a_door_is_as_open_in_a_house_that_is_turned(turn: int):
    """Rounding leaves no skin across the wall, wherever its corners come to lie."""
    x, y, w, d = 20.0 + turn / 31, 19.0 - turn / 17, 4.3, 3.1
    (ring, (start, end), (eye, target)) = (
        placed_ring(points, x, y, turn)
        for points in (
            ((-w, -d), (w, -d), (w, d), (-w, d)),
            ((w, -0.75), (w, 0.75)),
            ((w + 6, 0), (0, 0)),
        )
    )
    house = Solid("house", (ring,), 3.0)
    assert (
        seen(
            WallOpening(start, end, 0.0, 2.0), eye=(*eye, 1.25), target=(*target, 0.375, 0, 1.5), house=house
        )
        == 1.0
    )


def test_a_door_half_as_wide_as_the_target_shows_what_is_between_its_inner_edges():
    half = WallOpening((18.25, 9.75), (18.25, 10.25), 0.0, 2.0)
    chord = 9.125 - 0.625**2 / 9.125
    wide = 0.625 * np.sqrt(9.125**2 - 0.625**2) / 9.125
    assert seen(half) == pytest.approx(0.25 * chord / 8.5 / wide, abs=1e-12)


def test_a_building_without_open_gaps_hides_all_from_outside():
    assert seen() == 0.0
    assert seen(target=(32, 10, 0.5, 0, 1)) == 0.0


def test_two_in_one_room_see_each_other():
    assert seen(eye=(20, 8, 1.25)) == 1.0


def test_through_two_windows_of_a_house_one_sees_beyond_it():
    back = WallOpening((28, 9.5), (28, 10.5), 0.5, 2.5)
    chord = 22 - 0.25 / 22
    wide = 0.5 * np.sqrt(22**2 - 0.25) / 22
    across = min(1.0, 0.5 * chord / 18 / wide, 0.75 * chord / 8.5 / wide)
    low = max(0.0, 1.25 - 0.25 * chord / 8.5, 1.25 - 0.75 * chord / 18)
    assert seen(WINDOW, back, target=(32, 10, 0.5, 0, 1.2)) == pytest.approx(across * (1.2 - low) / 1.2)


def test_a_lintel_hides_the_head_of_a_giant_in_the_room():
    """Up to 1.25 + 0.75 * 9.98 / 8.25 under the near edge of the lintel, 2.15727 of 2.7 in."""
    chord = 10 - 0.16 / 10
    top, low = 1.25 + 0.75 * chord / 8.5, 1.25 - 0.25 * chord / 8.5
    giant = seen(WINDOW, target=(20, 10, 0.4, 0, 2.7))
    assert giant == pytest.approx((top - low) / 2.7, abs=1e-9)


def test_from_above_the_roof_hides_the_room():
    assert seen(DOOR, eye=(10, 10, 9)) > 0.5
    assert seen(DOOR, eye=(10, 10, 9), target=(26, 10, 0.5, 0, 1)) < 1e-12


def test_a_gate_goes_straight_through_a_wall_that_has_no_room():
    wall = block(18, 5, 19, 15)
    gate = WallOpening((18, 9.8), (18, 10.2), 0.0, 3.0)
    far = (24, 10, 0.5, 0, 1.2)
    chord, wide = 14 - 0.25 / 14, 0.5 * np.sqrt(14**2 - 0.25) / 14
    assert seen(house=wall, walls=0.0, target=far) == 0.0
    assert seen(gate, house=wall, walls=0.0, target=far) == pytest.approx(0.2 * chord / 9 / wide, abs=1e-12)


def test_a_window_beside_a_corner_leaves_the_side_wall_alone():
    corner = WallOpening((18.25, 5), (18.25, 6.5), 0.0, 3.0)
    assert seen(corner, eye=(23, 1, 1.2), target=(23, 8, 0.5, 0, 1)) == 0.0


def test_a_round_tower_has_an_arrow_slit():
    tower = Solid("house", (circle(20, 10, 2),), 5.0)
    slit = WallOpening(*tower.rings[0][24:26], 0.0, 2.0)
    assert 0.2 < seen(slit, house=tower, target=(20, 9.8, 0.5, 0, 1.2)) < 0.3


def test_no_line_slips_along_the_joint_of_wall_and_sill():
    """A line at the height of the sill, or along the side of the window below it, still meets the wall."""
    walls = scene(*pierced_solids(HOUSE, 0.25, [WINDOW]))
    lines = [((10, 7, 1.0), (22, 7, 1.0)), ((10, 9.25, 0.5), (22, 9.25, 0.5)), ((10, 10, 1.5), (22, 10, 1.5))]
    found = solid_intervals(walls, *zip(*lines, strict=True))
    assert [bool(parts) for parts in found] == [True, True, False]


def test_what_hides_is_named_once_and_whole():
    walls = scene(*pierced_solids(HOUSE, 0.25, [WINDOW]))
    alone = fractions_hidden_alone(walls, base_windows([OUTSIDE], [AT_THE_WINDOW]))[0]
    assert alone == {"house": pytest.approx(0.6553, abs=5e-5)}


def town(seed: int) -> tuple[list[Solid], list[tuple[float, list[WallOpening]]], np.ndarray, np.ndarray]:
    """Three houses with up to three openings each, eyes and targets outside, inside and above."""
    rng = np.random.default_rng(seed)
    houses, gaps = [], []
    for k in range(3):
        x, y, w, h = 12 * k + rng.uniform(1, 3), rng.uniform(5, 9), rng.uniform(4, 7), rng.uniform(4, 7)
        houses.append(Solid(f"h{k}", (((x, y), (x + w, y), (x + w, y + h), (x, y + h)),), rng.uniform(1, 4)))
        cut = []
        for _ in range(int(rng.integers(1, 4))):
            a, b = np.sort(rng.uniform(0, 1, 2))
            sill, top = np.sort(rng.uniform(0, 4, 2)) * (rng.random() < 0.7, 1)
            left, right = rng.choice([y, y + h]), rng.choice([x, x + w])
            ends = [(x + a * w, left), (x + b * w, left)], [(right, y + a * h), (right, y + b * h)]
            cut.append(WallOpening(*ends[int(rng.integers(2))], sill, top))
        gaps.append((float(rng.choice([0.0, 0.25])), cut))
    n = 30
    eyes = np.column_stack([rng.uniform(0, 36, n), rng.uniform(0, 20, n), rng.uniform(0.5, 5, n)])
    low = rng.uniform(0, 3, n) * (rng.random(n) < 0.2)
    rest = [rng.uniform(0.3, 1, n), low, low + rng.uniform(0.5, 2, n)]
    return houses, gaps, eyes, np.column_stack([rng.uniform(0, 36, n), rng.uniform(0, 20, n), *rest])


def opened(houses: list[Solid], gaps: list[tuple[float, list[WallOpening]]], most: int) -> Scene:
    parts = [
        s for h, (walls, cut) in zip(houses, gaps, strict=True) for s in pierced_solids(h, walls, cut[:most])
    ]
    return Scene(parts, 40, 20)


@pytest.mark.parametrize("seed", range(3))
def test_kernel_and_twin_agree_in_a_town(seed):
    houses, gaps, eyes, targets = town(seed)
    world, windows = opened(houses, gaps, 9), base_windows(eyes, targets)
    slow = [
        visible_fraction_reference.window_visible_fraction(world, windows, k) for k in range(len(windows))
    ]
    assert np.abs(window_visible_fractions(world, windows) - slow).max() < 1e-10


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_one_more_opening_never_shows_less(seed):
    houses, gaps, eyes, targets = town(seed)
    before = visible_fractions(Scene(houses, 40, 20), eyes, targets)
    for most in range(4):
        after = visible_fractions(opened(houses, gaps, most), eyes, targets)
        assert (after >= before - 1e-9).all()
        before = after


@pytest.mark.parametrize("seed", range(3))
def test_shares_are_those_of_single_lines(seed):
    """20 x 20 lines to each target, run through the solids one by one."""
    houses, gaps, eyes, targets = town(seed)
    world = opened(houses, gaps, 9)
    exact = visible_fractions(world, eyes, targets)
    partial = np.flatnonzero((exact > 0.05) & (exact < 0.95))[:3]
    grid = (np.arange(20) + 0.5) / 20
    for k in partial.tolist():
        _, left, right = base_windows(eyes[k : k + 1], targets[k : k + 1]).triangles()[0]
        feet = left + (right - left) * grid[:, None]
        heights = targets[k, 3] + (targets[k, 4] - targets[k, 3]) * grid
        ends = np.column_stack([np.repeat(feet, 20, axis=0), np.tile(heights, 20)])
        free = [not parts for parts in solid_intervals(world, np.repeat(eyes[k : k + 1], 400, axis=0), ends)]
        assert np.mean(free) == pytest.approx(exact[k], abs=0.05)
