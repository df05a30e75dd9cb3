"""What a path leads over and where contact stops it: worked examples, and against fine steps."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from battlesim.geometry.paths import point_along_path, polyline_length
from battlesim.geometry.shapes import placed_ring, rect
from battlesim.rulings import building_solids
from battlesim.rulings.path_contact import (
    PathContact,
    PathCrossing,
    are_touching,
    first_contact,
    path_crossings,
    path_until,
)
from battlesim.table.terrain import Opening, Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall

LOW = wall("low", 10, 0, 10.5, 20, 0.8)


def lab(open_door: bool) -> Terrain:
    """A room with a door 2 in wide in its west wall, which is 0.25 in thick."""
    door = Opening((20, 9), (20, 11), 0.0, 2.0, open_door, "door", 0.25, "lab.1")
    return block("lab", 20, 5, 28, 15, openings=(door,))


def test_an_obstacle_is_crossed_from_first_touch_until_the_whole_base_is_past_it():
    (one,) = path_crossings(make_table(LOW), ((8.5, 5), (14, 5)), 0.5, ("low",))
    assert one == ("low", pytest.approx(1.0), pytest.approx(2.5))


def test_a_base_that_touches_the_wall_or_slides_along_it_crosses_nothing():
    path = ((5, 5), (9.504, 5), (9.5, 12))
    assert path_crossings(make_table(LOW), path, 0.5, ("low",)) == ()


def test_a_path_that_begins_and_ends_astride():
    (one,) = path_crossings(make_table(LOW), ((10, 5), (10.5, 5)), 0.5, ("low",))
    assert one == PathCrossing("low", 0.0, 0.5)


def test_crossings_come_in_their_order_and_one_may_be_crossed_twice():
    here = make_table(LOW, wall("high", 13, 0, 13.5, 20))
    path = ((8, 5), (15, 5), (15, 8), (8, 8))
    assert [one.id for one in path_crossings(here, path, 0.5, ("low", "high"))] == [
        "low",
        "high",
        "high",
        "low",
    ]


def test_a_door_is_crossed_by_its_own_id():
    (one,) = path_crossings(make_table(lab(False)), ((18, 10), (23, 10)), 0.5, ("lab.1",))
    assert one == ("lab.1", pytest.approx(1.5, abs=0.001), pytest.approx(2.75, abs=0.001))


@pytest.mark.parametrize("seed", range(15))
def test_crossings_against_fine_steps(seed):
    rng = random.Random(seed)
    things = []
    for n in range(4):
        ring = rect(rng.uniform(4, 20), rng.uniform(4, 20), rng.uniform(0.3, 6), rng.uniform(0.3, 2))
        things.append(Terrain(f"t{n}", "wall", (placed_ring(ring, 0, 0, rng.uniform(0, 20)),), 1.0))
    here, radius = make_table(*things), rng.choice([0.375, 0.5, 0.625])
    path = tuple((rng.uniform(1, 22), rng.uniform(1, 22)) for _ in range(4))
    found = path_crossings(here, path, radius, tuple(t.id for t in things))
    step = 0.02
    for k in range(int(polyline_length(path) / step)):
        along = k * step
        over = {t.id for t in things if _depth(t, _at(path, along), radius) > 0.03}
        held = {c.id for c in found if c.start - 0.03 <= along <= c.end + 0.03}
        assert over <= held
        sure = {c.id for c in found if c.start + 0.002 < along < c.end - 0.002}
        assert all(_depth(t, _at(path, along), radius) > -0.001 for t in things if t.id in sure)


def _at(path, along):
    for a, b in pairwise(path):
        long = math.dist(a, b)
        if along <= long:
            return a[0] + (b[0] - a[0]) * along / long, a[1] + (b[1] - a[1]) * along / long
        along -= long
    return path[-1]


def _depth(terrain, point, radius):
    """How deep a disc overlaps a convex shape, without Shapely: by its edges."""
    ring = terrain.rings[0]
    edges = list(zip(ring, ring[1:] + ring[:1], strict=True))
    inside = all((b[0] - a[0]) * (point[1] - a[1]) >= (b[1] - a[1]) * (point[0] - a[0]) for a, b in edges)
    return radius if inside else radius - min(_away(point, a, b) for a, b in edges)


def _away(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return math.dist(p, (a[0] + share * dx, a[1] + share * dy))


# -- contact --


def contact(path, *others, terrain=(), parts=()):
    here = make_table(standing_piece("a", *path[0], side="blue"), *others, *terrain)
    return first_contact(here, here.piece("a"), path, others, parts)


def test_a_base_stops_where_the_gap_is_none():
    assert contact(((2, 5), (12, 5)), standing_piece("b", 8, 5)) == PathContact(pytest.approx(5.0), "b")


def test_the_first_of_two_is_met():
    found = contact(((2, 5), (12, 5)), standing_piece("b", 9, 5), standing_piece("c", 8, 5.6))
    assert found == PathContact(pytest.approx(5.2), "c")


def test_who_is_passed_at_a_distance_is_not_met():
    assert contact(((2, 5), (12, 5)), standing_piece("b", 8, 6.01)) is None
    assert contact(((2, 5), (12, 5)), standing_piece("b", 8, 6.0)) == PathContact(
        pytest.approx(6.0, abs=0.1), "b"
    )


def test_who_goes_away_from_one_it_touches_does_not_meet_it_again():
    b = standing_piece("b", 3, 5)
    assert contact(((2, 5), (1, 5)), b) is None
    assert contact(((2, 5), (2, 8)), b) is None
    assert contact(((2, 5), (4, 5)), b) == PathContact(0.0, "b")
    assert contact(((2, 5), (1, 5), (4, 5)), b) == PathContact(pytest.approx(2.0), "b")


def test_a_path_that_ends_in_contact_meets():
    assert contact(((2, 5), (6.996, 5)), standing_piece("b", 8, 5)) == PathContact(pytest.approx(4.996), "b")


def test_nobody_is_met_through_a_shut_door():
    thin = Opening((20, 9), (20, 11), 0.0, 2.0, False, "door", 0.004, "lab.1")
    house = block("lab", 20, 5, 28, 15, openings=(thin,))
    path = ((15, 10), (19.5, 10))
    assert (
        contact(path, standing_piece("b", 20.504, 10), terrain=(house,), parts=("lab.1", "lab.walls")) is None
    )
    assert contact(path, standing_piece("b", 20.504, 10), terrain=(house,)) is not None


def test_an_enemy_behind_a_low_wall_is_met_astride_it():
    b = standing_piece("b", 11, 5)
    found = contact(((8, 5), (13, 5)), b, terrain=(LOW,), parts=("low",))
    assert found == PathContact(pytest.approx(2.0), "b")
    assert path_until(((8, 5), (13, 5)), 2.0) == ((8, 5), (10.0, 5.0))
    here = make_table(standing_piece("a", 10, 5), b, LOW)
    assert are_touching(here, here.piece("a"), b, ("low",))


@pytest.mark.parametrize(("x", "there"), [(6.0, True), (6.005, True), (6.007, False)])
def test_bases_touch_up_to_the_tolerance(x, there):
    here = make_table(standing_piece("a", 5, 5), standing_piece("b", x, 5))
    assert are_touching(here, here.piece("a"), here.piece("b"), ()) is there


def test_a_wall_parts_those_who_touch_through_it():
    thin = wall("thin", 10, 0, 10.004, 20)
    here = make_table(standing_piece("a", 9.5, 5), standing_piece("b", 10.503, 5), thin)
    assert not are_touching(here, here.piece("a"), here.piece("b"), ("thin",))
    assert are_touching(here, here.piece("a"), here.piece("b"), ())


@pytest.mark.parametrize("seed", range(20))
def test_first_contact_against_fine_steps(seed):
    rng = random.Random(seed)
    others = [standing_piece(f"b{n}", rng.uniform(3, 20), rng.uniform(3, 20)) for n in range(5)]
    path = tuple((round(rng.uniform(1, 22), 3), round(rng.uniform(1, 22), 3)) for _ in range(4))
    others = [b for b in others if math.dist(b.xy, path[0]) > 1.1]
    found, step = contact(path, *others), 0.01
    slow = next(
        (
            (k * step, b.id)
            for k in range(int(polyline_length(path) / step))
            for b in others
            if math.dist(_at(path, k * step), b.xy) < 0.995
        ),
        None,
    )
    if slow is not None:
        assert found is not None and found.along <= slow[0] + 1e-6
    if found is not None:
        (other,) = (b for b in others if b.id == found.id)
        assert math.dist(point_along_path(path, found.along), other.xy) == pytest.approx(1.0, abs=0.006)


def test_rooms_have_their_walls_crossed_by_nobody():
    here = make_table(lab(True))
    ids = building_solids.walking_blockers(lab(True))
    assert path_crossings(here, ((18, 10), (23, 10)), 0.5, ids) == ()


@pytest.mark.parametrize(
    ("end", "along"),
    [((9.0, 10.0), 1.0), ((9.02, 10.2), 1.02), ((9.5, 10.9), 1.0)],
    ids=["straight at it", "ending in contact a little farther round", "past it"],
)
def test_a_base_that_ends_in_contact_may_glide_along_the_other_to_the_end(end, along):
    here = make_table(standing_piece("a", 8, 10), standing_piece("m", 10, 10, side="blue"))
    path = ((8.0, 10.0), (9.0, 10.0), end) if end != (9.0, 10.0) else ((8.0, 10.0), end)
    found = first_contact(here, here.piece("a"), path, [here.piece("m")], ())
    whole = polyline_length(path) if end == (9.02, 10.2) else along
    assert found is not None and found.along == pytest.approx(whole, abs=0.01)
