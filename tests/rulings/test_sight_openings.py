"""Doors and windows in the sight of real pieces: rooms, posts, evidence, margins."""

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.shapes import signed_area
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, verdict
from battlesim.rulings.sight_evidence import sight_evidence
from battlesim.rulings.sight_margin import sight_margin
from battlesim.table.pieces import Inside
from battlesim.table.terrain import Opening
from battlesim.testing.table import block, make_table, standing_piece

WINDOW = Opening((10, 4), (10, 6), 0.7, 1.6, depth=0.25)
DOOR = Opening((13, 10), (15, 10), 0.0, 2.0, kind="door", depth=0.25)


def house(*openings: Opening):
    return block("house", 10, 0, 18, 10, openings=openings)


def shut(opening: Opening) -> Opening:
    return msgspec.structs.replace(opening, open=False)


def seen(viewer, target, *openings: Opening) -> float:
    world = make_table(viewer, target, house(*openings))
    return verdict(world, PLAIN_SIGHT, viewer, target).share


def area(region):
    return sum(abs(signed_area(p[0])) - sum(abs(signed_area(h)) for h in p[1:]) for p in region)


def test_who_stands_in_the_room_sees_out_of_the_window_and_not_through_the_wall():
    inside = standing_piece("in", 12, 5)
    assert seen(inside, standing_piece("before", 2, 5), WINDOW, DOOR) > 0.2
    assert seen(inside, standing_piece("behind", 24, 5), WINDOW, DOOR) == 0.0


def test_a_closed_window_hides_as_a_wall_does():
    assert seen(standing_piece("out", 2, 5), standing_piece("in", 12, 5), shut(WINDOW), DOOR) == 0.0


def test_two_in_one_room_see_each_other_whatever_is_open():
    assert seen(standing_piece("a", 12, 2), standing_piece("b", 16, 8), shut(WINDOW)) == 1.0


def test_who_stands_in_the_doorway_is_in_the_open():
    assert seen(standing_piece("out", 14, 20), standing_piece("in", 14, 9.9), WINDOW, DOOR) == 1.0


def test_who_stands_on_the_roof_is_not_hidden_by_it():
    world = make_table(standing_piece("up", 11, 5, z=3), standing_piece("down", 2, 5), house(WINDOW))
    assert verdict(world, PLAIN_SIGHT, world.piece("up"), world.piece("down")).share == 1.0


def test_who_is_inside_without_a_place_is_at_the_outline_as_ever():
    inside = msgspec.structs.replace(standing_piece("in", 0, 0), place=Inside("house"))
    for openings in ((), (WINDOW, DOOR), (shut(DOOR),)):
        assert seen(standing_piece("out", 24, 5), inside, *openings) == 1.0
        assert seen(inside, standing_piece("out", 24, 5), *openings) == 1.0


def test_evidence_shows_the_hole_in_the_wall():
    a, b = standing_piece("out", 2, 5), standing_piece("in", 12, 5)
    proof = sight_evidence(make_table(a, b, house(WINDOW)), PLAIN_SIGHT, a, b)
    assert area(proof.face) == pytest.approx(proof.verdict.share * proof.width * 1.2)
    (blocker,) = proof.blockers
    assert blocker.id == "house" and blocker.share == pytest.approx(1 - proof.verdict.share)
    assert area(blocker.shadow) == pytest.approx(blocker.share * proof.width * 1.2)
    wall = [(part.bottom, part.top) for part in proof.section if part.end == pytest.approx(8.25)]
    assert wall == [(0, 0.7), (1.6, 3)]
    assert verdict(make_table(a, b, house(WINDOW)), SightRules(mode="line"), a, b).visible


def test_lines_go_through_windows_too():
    a, b = standing_piece("out", 2, 5, height=1.0), standing_piece("in", 12, 5, height=1.0)
    rules = SightRules(mode="line", eye=1.0)
    for opening, free in ((WINDOW, 1.0), (shut(WINDOW), 0.0)):
        assert verdict(make_table(a, b, house(opening)), rules, a, b).share == free


def test_the_margin_of_a_target_seen_through_a_slit():
    """It is gone when its base is wholly behind the line past the inner edge, 0.5 in aside 8.25 in away."""
    a, b = standing_piece("out", 2, 5), standing_piece("in", 15, 5)
    slit = Opening((10, 4.5), (10, 5.5), 0.7, 1.6, depth=0.25)
    found = sight_margin(make_table(a, b, house(slit)), PLAIN_SIGHT, a, b, "target")
    assert found.tight
    assert found.safe == pytest.approx(13 * 0.5 / math.hypot(8.25, 0.5) + 0.5, abs=0.01)


place = st.tuples(st.floats(0, 30), st.floats(0, 20))


@settings(max_examples=60, deadline=None)
@given(place, place, st.booleans())
def test_to_open_what_was_closed_never_shows_less(a, b, door):
    """Wherever the two stand, except in the wall itself."""
    viewer, target = standing_piece("a", *a), standing_piece("b", *b)
    closed = (shut(WINDOW), DOOR if door else shut(DOOR))
    world = make_table(viewer, target, house(*closed))
    for piece in (viewer, target):
        x, y = piece.xy
        near = min(abs(x - 10), abs(x - 18), abs(y), abs(y - 10))
        if near < 0.8 and 9 < x < 19 and y < 11:
            return
    before = verdict(world, PLAIN_SIGHT, viewer, target).share
    assert seen(viewer, target, WINDOW, closed[1]) >= before - 1e-9
    assert seen(viewer, target, closed[0], DOOR) >= before - 1e-9
