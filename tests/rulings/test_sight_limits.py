"""Sight that differs by viewer and by ground: limits, roofs, ground that conceals, hard cover."""

import math

import pytest

from battlesim.rulings.sight import SightRules, verdict
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import watch_intervals
from battlesim.table.terrain import Opening, Terrain
from battlesim.testing.table import make_table, standing_piece, wall

SNOW = SightRules(
    limit=12.0,
    limits={"scout": math.inf},
    roofs=("building",),
    least={"drift": 0.5},
    hard=("building", "wall"),
    hard_share=0.25,
)


def look(*things, a="a", b="b"):
    state = make_table(*things, width=60, height=60)
    return verdict(state, SNOW, state.piece(a), state.piece(b))


def house(x0, y0, x1, y1, *openings):
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain("house", "building", (ring,), 3.0, openings=openings)


def window(x, y0, y1, sill=1.0, top=2.0):
    return Opening((x, y0), (x, y1), sill, top, True, "window", 0.25, "house.window")


@pytest.mark.parametrize(("x", "seen"), [(22.99, True), (23.02, False)])
def test_the_limit_runs_from_edge_to_edge(x, seen):
    assert look(standing_piece("a", 10, 10), standing_piece("b", x, 10)).visible is seen


def test_one_piece_may_have_a_limit_of_its_own():
    assert look(standing_piece("scout", 10, 10), standing_piece("b", 50, 10), a="scout").visible


def test_who_is_too_far_away_is_said_to_be():
    assert "farther than 12 in" in str(look(standing_piece("a", 10, 10), standing_piece("b", 40, 10)).why)


def test_under_one_roof_nothing_limits_sight():
    inside = house(5, 5, 35, 15, window(5, 9, 10))
    assert look(inside, standing_piece("a", 8, 10), standing_piece("b", 32, 10)).visible


def test_out_of_the_house_it_is_limited_again():
    outside = house(5, 5, 35, 15, Opening((35, 9), (35, 11), 0.0, 3.0, True, "door", 0.25, "house.door"))
    assert not look(outside, standing_piece("a", 8, 10), standing_piece("b", 37, 10)).visible


def test_who_stands_in_a_drift_is_half_hidden_at_least():
    drift = Terrain("d", "drift", (((19, 8), (22, 8), (22, 12), (19, 12)),), 1.0)
    assert look(drift, standing_piece("a", 10, 10), standing_piece("b", 20, 10)).share == pytest.approx(0.5)


def base(piece, height, radius):
    from msgspec.structs import replace

    return replace(piece, height=height, radius=radius)


def test_a_low_wall_hides_two_fifths_and_is_hard_cover():
    low = Terrain("w", "wall", (((18.0, 0), (18.5, 0), (18.5, 20), (18.0, 20)),), 0.65)
    seen = look(
        low, base(standing_piece("a", 10, 10), 1.25, 0.5), base(standing_piece("b", 19.125, 10), 1.5, 0.625)
    )
    assert (round(1 - seen.share, 4), seen.hard) == (0.4059, ("w",))


def test_a_window_hides_two_thirds_of_who_stands_at_it():
    at = house(18.25, 2, 30, 18, window(18.25, 9.25, 10.75))
    seen = look(
        at, base(standing_piece("a", 10, 10), 1.25, 0.5), base(standing_piece("b", 19.125, 10), 1.5, 0.625)
    )
    assert (round(1 - seen.share, 4), seen.hard) == (0.6553, ("house",))


def test_a_wall_that_hides_little_is_no_hard_cover():
    flat = wall("w", 18.0, 0, 18.5, 20, height=0.2)
    assert look(flat, standing_piece("a", 10, 10), standing_piece("b", 19.125, 10)).hard == ()


def test_on_its_way_a_piece_is_seen_from_where_the_limit_begins():
    state = make_table(standing_piece("a", 10, 10), standing_piece("b", 40, 10), width=60, height=60)
    found = watch_intervals(
        state, state.piece("b"), ((40, 10), (20, 10)), WatchCondition(state.piece("a"), sight_rules=SNOW)
    )
    assert [round(stretch.start, 3) for stretch in found] == [pytest.approx(16.995, abs=0.003)]


def test_on_its_way_into_the_house_it_comes_under_the_roof():
    door = Opening((35, 9), (35, 11), 0.0, 3.0, True, "door", 0.25, "house.door")
    state = make_table(
        house(5, 5, 35, 15, door),
        standing_piece("a", 8, 10),
        standing_piece("b", 38, 10),
        width=60,
        height=60,
    )
    path = ((38, 10), (30, 10))
    found = watch_intervals(state, state.piece("b"), path, WatchCondition(state.piece("a"), sight_rules=SNOW))
    assert found[0].start == pytest.approx(3.0, abs=0.002)
