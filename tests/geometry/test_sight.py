"""Visible share: worked numbers, the twin, invariances, and every pitfall as a named case."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlesim.geometry import visible_fraction_reference
from battlesim.geometry.constants import FRACTION_TOL
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, circle, rect, regular_polygon
from battlesim.geometry.target_windows import base_windows, segment_windows, square_windows
from battlesim.geometry.visible_fraction import (
    fractions_hidden_alone,
    visible_fractions,
    window_visible_fractions,
)

INFANTRY = (0, 10, 0.5, 0, 0.75)


def scene(*solids: Solid) -> Scene:
    return Scene(solids, 72, 48)


def across(low: float, high: float, top: float, bottom: float = 0.0, name: str = "wall") -> Solid:
    """A straight obstacle right across the view along +y."""
    return Solid(name, (((-20, low), (20, low), (20, high), (-20, high)),), top, bottom)


def share(solids: Scene, eye=(0, 0, 0.75), target=INFANTRY, **options) -> float:
    return float(visible_fractions(solids, [eye], [target], **options)[0])


def block(name: str, x: float, y: float, width: float, height: float, top: float = 9.0) -> Solid:
    return Solid(name, (rect(x, y, width, height),), top)


@pytest.mark.parametrize(
    ("eye", "height", "top", "hidden"),
    [
        (0.75, 0.75, 0.5, 0.6405),
        (0.75, 0.75, 0.75, 1.0),
        (1.2, 1.2, 0.75, 0.5956),
        (1.2, 1.2, 1.0, 0.8203),
        (1.2, 1.2, 1.5, 1.0),
    ],
)
def test_a_low_wall_hides_what_the_ledgers_say(eye, height, top, hidden):
    wall = scene(across(9, 9.25, top))
    assert 1 - share(wall, (0, 0, eye), (0, 10, 0.5, 0, height)) == pytest.approx(hidden, abs=5e-5)


def test_nothing_in_the_way_is_clear_to_the_bit():
    assert share(scene()) == 1.0
    assert share(scene(block("aside", 5, 5, 1, 1))) == 1.0


def test_half_the_width_behind_a_tall_wall_is_half_the_share():
    assert share(scene(Solid("h", (((0, 5), (9, 5), (9, 6), (0, 6)),), 9))) == pytest.approx(0.5, abs=1e-12)


def crowd(seed: int, solids: int = 14, raised: float = 0.0) -> tuple[Scene, np.ndarray, np.ndarray]:
    """Overlapping shapes, low and high, and pairs that may stand in, on and over them."""
    rng = np.random.default_rng(seed)
    made = []
    for k in range(solids):
        top = rng.uniform(0.3, 5)
        ring = list(
            regular_polygon(
                rng.uniform(2, 28),
                rng.uniform(2, 28),
                rng.uniform(0.5, 3),
                int(rng.integers(3, 9)),
                rng.uniform(0, 90),
            )
        )
        ring[0] = tuple(0.5 * (np.array(ring[0]) + np.array(ring[2])) * 0.5 + 0.5 * np.mean(ring, axis=0))
        made.append(
            Solid(
                f"s{k}",
                (tuple(map(tuple, ring)),),
                top,
                rng.uniform(0, top) if rng.random() < raised else 0.0,
            )
        )
    n = 60
    eyes = np.column_stack([rng.uniform(0, 30, (n, 2)), rng.uniform(0.3, 6, n)])
    low = rng.uniform(0, 3, n) * (rng.random(n) < 0.3)
    targets = np.column_stack(
        [rng.uniform(0, 30, (n, 2)), rng.uniform(0.3, 1.5, n), low, low + rng.uniform(0.3, 2, n)]
    )
    return Scene(made, 30, 30), eyes, targets


@pytest.mark.parametrize("raised", [0.0, 0.4])
@pytest.mark.parametrize("seed", range(4))
def test_kernel_and_twin_agree_on_crowded_tables(seed, raised):
    world, eyes, targets = crowd(seed, raised=raised)
    windows = base_windows(eyes, targets)
    fast = window_visible_fractions(world, windows)
    slow = [
        visible_fraction_reference.window_visible_fraction(world, windows, k) for k in range(len(windows))
    ]
    assert np.abs(fast - slow).max() < 1e-10
    assert np.mean((fast > FRACTION_TOL) & (fast < 1 - FRACTION_TOL)) > 0.05


coordinate = st.integers(0, 10)
boxes = st.lists(
    st.tuples(coordinate, coordinate, st.integers(1, 5), st.integers(1, 5), st.integers(1, 4)),
    min_size=1,
    max_size=6,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    boxes,
    st.tuples(coordinate, coordinate, st.integers(1, 4)),
    st.tuples(coordinate, coordinate),
    st.integers(0, 2),
    st.sampled_from([0.5, 1.0]),
)
def test_kernel_and_twin_agree_on_the_integer_grid(made, eye, at, low, radius):
    """Touching, overlapping and collinear walls, eyes on corners and edges, equal heights."""
    world = scene(
        *(
            Solid(f"b{k}", (((x, y), (x + w, y), (x + w, y + h), (x, y + h)),), top)
            for k, (x, y, w, h, top) in enumerate(made)
        )
    )
    windows = base_windows([eye], [(*at, radius, low, low + 1)])
    assert window_visible_fractions(world, windows)[0] == pytest.approx(
        visible_fraction_reference.window_visible_fraction(world, windows, 0), abs=1e-9
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.floats(-180, 180), st.floats(-30, 30), st.floats(0.1, 8))
def test_turning_moving_and_scaling_the_table_changes_nothing(seed, degrees, shift, scale):
    world, eyes, targets = crowd(seed % 50, solids=8)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def moved(x, y):
        return scale * (x * c - y * s + shift), scale * (x * s + y * c - shift)

    other = Scene(
        [
            Solid(o.id, tuple(tuple(moved(*p) for p in r) for r in o.rings), o.top * scale, o.bottom * scale)
            for o in world.solids
        ],
        99,
        99,
    )
    eyes2 = np.column_stack([*moved(eyes[:, 0], eyes[:, 1]), eyes[:, 2] * scale])
    targets2 = np.column_stack([*moved(targets[:, 0], targets[:, 1]), targets[:, 2:] * scale])
    assert visible_fractions(world, eyes, targets) == pytest.approx(
        visible_fractions(other, eyes2, targets2), abs=1e-7
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_more_blockers_never_show_more(seed):
    world, eyes, targets = crowd(seed, solids=10, raised=0.2)
    before = np.ones(len(eyes))
    for count in (2, 5, 10):
        after = visible_fractions(Scene(world.solids[:count], 30, 30), eyes, targets)
        assert (after <= before + 1e-12).all() and (after >= 0).all()
        before = after


@pytest.mark.parametrize("raised", [0.0, 0.5])
def test_in_bulk_and_one_by_one_give_the_same_bits(raised):
    world, eyes, targets = crowd(3, raised=raised)
    many = visible_fractions(world, np.repeat(eyes, 12, axis=0), np.repeat(targets, 12, axis=0))
    single = [visible_fractions(world, [e], [t])[0] for e, t in zip(eyes, targets, strict=True)]
    assert many.reshape(-1, 12).tolist() == [[s] * 12 for s in single]


def test_eye_on_an_edge_looking_away_sees_all():
    assert share(scene(Solid("w", (((-5, -2), (5, -2), (5, 0), (-5, 0)),), 9))) == 1.0


def test_eye_on_an_edge_looking_through_the_solid_sees_nothing():
    assert share(scene(Solid("w", (((-5, 0), (5, 0), (5, 2), (-5, 2)),), 9))) == 0.0


def test_eye_at_a_corner_looking_along_the_wall_sees_half():
    assert share(scene(Solid("w", (((0, 0), (3, 0), (3, 20), (0, 20)),), 9))) == pytest.approx(0.5, abs=1e-9)


def test_a_slit_of_a_millionth_of_an_inch_is_measured_not_guessed():
    width = 1e-9
    walls = scene(
        Solid("l", (((-9, 4), (-width / 2, 4), (-width / 2, 5), (-9, 5)),), 9),
        Solid("r", (((width / 2, 4), (9, 4), (9, 5), (width / 2, 5)),), 9),
    )
    seen = share(walls)
    assert seen == pytest.approx(width * 9.975 / 5 / (2 * 0.5 * math.sqrt(99.75) / 10), rel=1e-4)
    assert seen < FRACTION_TOL


def test_touching_blocks_leave_no_gap_even_turned():
    for degrees in (0, 17.3, 45, 123.4):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        corners = [(-9, 4), (0.1, 4), (0.1, 5), (-9, 5)], [(0.1, 4), (9, 4), (9, 5), (0.1, 5)]
        turned = [
            Solid(f"b{k}", (tuple((x * c - y * s, x * s + y * c) for x, y in ring),), 9)
            for k, ring in enumerate(corners)
        ]
        assert share(scene(*turned), (0, 0, 0.75), (-10 * s, 10 * c, 0.5, 0, 0.75)) < 1e-14


def test_collinear_and_zero_length_edges_have_no_effect():
    spike = ((1, 3), (2, 3), (2, 4), (2, 4), (2, 6), (2, 5), (1, 5))
    plain = ((1, 3), (2, 3), (2, 5), (1, 5))
    eye, target = (0, 0, 1), (3, 9, 0.5, 0, 1)
    assert share(scene(Solid("a", (spike,), 9)), eye, target) == pytest.approx(
        share(scene(Solid("a", (plain,), 9)), eye, target), abs=1e-12
    )


def test_an_eye_inside_a_solid_sees_nothing_unless_it_is_ignored():
    house = scene(block("house", 0, 0, 6, 6))
    assert share(house) == 0.0
    assert share(house, ignore=[{"house"}]) == 1.0


def test_both_inside_a_solid_see_nothing_unless_it_is_ignored():
    house = scene(block("house", 0, 5, 40, 40))
    assert share(house) == 0.0
    assert share(house, ignore=[["house"]]) == 1.0


def test_a_target_standing_in_a_low_solid_is_hidden_up_to_its_top():
    crater = scene(block("crater", 0, 10, 4, 4, 0.375))
    assert share(crater, (0, 0, 3)) == pytest.approx(0.5, abs=1e-9)
    assert share(crater, (0, 0, 3), ignore=[{"crater"}]) == 1.0


def test_an_eye_in_the_target_base_or_at_its_edge_sees_all():
    world = scene(block("w", 0, 5, 4, 1))
    for y in (0.0, 0.2, 0.5):
        assert share(world, (0, 0, 0.75), (0, y, 0.5, 0, 0.75)) == 1.0


def test_a_wall_through_the_height_of_the_eye_but_behind_it_hides_nothing():
    assert share(scene(block("behind", 0, -3, 10, 2))) == 1.0


def test_a_wall_behind_the_target_gives_no_cover():
    assert share(scene(across(10.6, 12, 5))) == 1.0


def test_the_height_of_a_wall_counts():
    assert share(scene(across(5, 5.25, 0.2)), (0, 0, 3), (0, 10, 0.5, 0, 1.5)) == 1.0
    assert 0 < share(scene(across(9, 9.25, 0.5)), (0, 0, 3), (0, 10, 0.5, 0, 1.5)) < 1


def test_over_a_parapet_one_stands_at():
    """Eye 1.2 over a roof 3 high, a parapet of 0.5 in front: the ground comes into view far off."""
    parapet = scene(across(0.5, 0.75, 3.5))
    near = share(parapet, (0, 0, 4.2), (0, 3, 0.5, 0, 1.2))
    far = share(parapet, (0, 0, 4.2), (0, 20, 0.5, 0, 1.2))
    assert near < far == 1.0


def test_dead_ground_behind_the_edge_of_the_roof_one_stands_on():
    roof = scene(block("roof", 0, 0, 8, 8, 3))
    assert share(roof, (0, 0, 4), (0, 5, 0.5, 0, 1)) == 0.0
    assert 0 < share(roof, (0, 0, 4), (0, 14, 0.5, 0, 1)) < 1
    assert share(roof, (0, 0, 4), (0, 30, 0.5, 0, 1)) == 1.0
    assert share(roof, (0, 0, 4), (0, 5, 0.5, 0, 1), ignore=[{"roof"}]) == 1.0


def test_one_sees_under_a_bridge_and_the_deck_hides_what_it_covers():
    bridge = scene(across(4, 6, 2.5, bottom=2.0))
    assert share(bridge, (0, 0, 1)) == 1.0
    assert share(bridge, (0, 0, 1), (0, 10, 0.5, 4, 5)) < 1.0
    assert share(bridge, (0, 0, 2.2), (0, 10, 0.5, 1.9, 2.4)) == pytest.approx(0.0, abs=1e-9)


def test_an_eye_right_under_a_deck_looks_down_freely():
    assert share(scene(across(-2, 6, 3, bottom=2.0)), (0, 0, 2.0)) == 1.0


def test_a_deck_above_both_heads_is_not_even_looked_at():
    deck = scene(across(4, 6, 3, bottom=1.0))
    assert share(deck, (0, 0, 1.0), (0, 10, 0.5, 0, 1)) == 1.0


def test_a_wall_on_the_plane_of_the_target_itself_hides_nothing():
    rock = Solid("rock", (((7, 10), (7, 8), (9, 6), (5, 6)),), 4)
    assert share(scene(rock), (4, 8, 3), (6, 7, 1, 2, 3)) == 1.0


def test_the_way_round_a_ring_is_given_changes_nothing():
    outer, hole = ((-4, 3), (4, 3), (4, 8), (-4, 8)), ((-3, 4), (0, 4), (0, 7), (-3, 7))
    yards = [Solid("yard", rings, 0.5) for rings in ((outer, hole), (outer[::-1], hole), (outer, hole[::-1]))]
    first, *others = [share(scene(yard), (2, 0, 0.75)) for yard in yards]
    assert 0 < first < 1
    assert others == [first, first]


def test_a_floor_between_eye_and_target_hides_what_is_below_it():
    floor = scene(across(-5, 15, 2.5, bottom=2.0))
    assert share(floor, (0, 0, 4)) == 0.0
    assert share(floor, (0, 0, 4), (0, 45, 0.5, 0, 1)) == 1.0
    assert share(floor, (0, 0, 1), (0, 10, 0.5, 0, 4)) == pytest.approx(0.5, abs=1e-9)


def test_a_raised_ring_hides_by_its_near_and_its_far_side():
    """A gallery about a yard: one sees under both sides, over both, and between them."""
    outer, yard = ((-9, 4), (9, 4), (9, 8), (-9, 8)), ((-8, 5), (8, 5), (8, 7), (-8, 7))
    gallery = scene(Solid("gallery", (outer, yard), 3.0, 2.5))
    far = (0, 10, 0.5, 0, 9)
    near_side = 1 + 2.0 * 9.975 / 4 - (1 + 1.5 * 9.975 / 5)
    far_side = 1 + 2.0 * 9.975 / 7 - (1 + 1.5 * 9.975 / 8)
    assert 1 - share(gallery, (0, 0, 1), far) == pytest.approx((near_side + far_side) / 9, abs=1e-9)


def test_a_window_shows_what_is_behind_its_opening():
    sill, lintel = across(5, 5.25, 0.25, name="sill"), across(5, 5.25, 3, bottom=0.5, name="lintel")
    seen = share(scene(sill, lintel), (0, 0, 0.375), (0, 10, 0.5, 0, 0.75))
    above = (0.5 - 0.375) * 9.975 / 5.25 + 0.375
    below = 0.375 - (0.375 - 0.25) * 9.975 / 5.25
    assert seen == pytest.approx((above - below) / 0.75, abs=1e-6)


def test_an_explicit_rectangle_is_looked_at_square():
    world = scene(across(9, 9.25, 0.5))
    square = window_visible_fractions(world, square_windows([(0, 0, 0.75)], [(0, 10, 0.5, 0, 0.75)]))[0]
    explicit = window_visible_fractions(
        world, segment_windows([(0, 0, 0.75)], [(-0.5, 10, 0.5, 10)], [(0, 0.75)])
    )[0]
    assert square == explicit == pytest.approx((0.75 - 0.25 * 10 / 9.25) * -1 / 0.75 + 1, abs=1e-12)


def test_a_target_without_height_is_refused():
    with pytest.raises(ValueError, match="height of a target must be greater than 0"):
        share(scene(), target=(0, 10, 0.5, 1, 1))


def test_what_each_solid_hides_alone():
    world = scene(
        Solid("l", (((-9, 5), (0, 5), (0, 6), (-9, 6)),), 9),
        across(9, 9.25, 0.5, name="low"),
        block("far", 0, 30, 4, 4),
    )
    alone = fractions_hidden_alone(world, base_windows([(0, 0, 0.75)], [INFANTRY]))[0]
    assert list(alone) == ["l", "low"]
    assert alone["l"] == pytest.approx(0.5, abs=1e-12)
    assert alone["low"] == pytest.approx(0.6405, abs=5e-5)
    assert list(fractions_hidden_alone(world, base_windows([(0, 0, 0.75)], [INFANTRY]), [{"l"}])[0]) == [
        "low"
    ]


def test_round_terrain_is_its_polygon():
    inside = scene(Solid("rock", (circle(0, 5, 1, 12),), 9))
    windows = base_windows([(0, 0, 0.75)], [(2, 10, 0.5, 0, 0.75)])
    assert 0 < window_visible_fractions(inside, windows)[0] < 1
    assert window_visible_fractions(inside, windows)[0] == pytest.approx(
        visible_fraction_reference.window_visible_fraction(inside, windows, 0), abs=1e-12
    )
