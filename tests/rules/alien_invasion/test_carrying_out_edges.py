"""Carrying out a move at the edges: which figures go, where the others are set down, and where it ends."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.contact.carrying_out import (
    end_place,
    fitting_run,
    place_group,
    push_aside,
)
from battlesim.rulesets.alien_invasion.core.terrain import area_of
from battlesim.rulings.measured_move import StraightRun
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import OnTable
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    daleks,
    group,
    perform,
    spugs,
    terrain,
    vehicle,
)
from tests.rules.alien_invasion.test_roofs import lifted, roof

MOVES = pytest.mark.rule("MT-GAP-08", "MT-GAP-15", "MT-MOV-01", "MT-MOV-04")
ASIDE = pytest.mark.rule("MT-GAP-17", "MT-VEH-01", "MT-VEH-02", "MT-SCN-04", "MT-GAP-83")


def placed(state, run, id="a", answers=None, **more):
    """The result of moving a group along a line."""
    return perform(state, lambda play: place_group(play, id, run, (), rule="", how="move", **more), answers)


@MOVES
@pytest.mark.parametrize(
    ("start", "end", "path"),
    [
        ((10, 10), (14, 10), ((10, 10), (14, 10))),
        ((10, 12), (14, 12), ((10, 10), (10, 12), (14, 12))),
        ((10, 12), (10, 12), ((10, 10), (10, 12))),
        ((10, 10), (10, 10), None),
    ],
)
def test_the_measured_figure_goes_first_and_the_others_are_set_down(start, end, path):
    state = battle(group("a", (10, 10), (11.5, 10)))
    done = placed(state, StraightRun("a1", start, end))
    travels = [part for event in done.events_of(PiecesMoved) for part in event.parts]
    assert [part.path for part in travels if part.piece == "a1"] == ([path] if path else [])
    assert [decision.pieces for decision in done.asked] == ([("a2",)] if path else [])
    assert done.piece("a1").xy == end


@MOVES
def test_a_single_figure_is_moved_without_a_question():
    done = placed(battle(group("a", (10, 10))), StraightRun("a1", (10, 10), (14, 10)))
    assert (done.asked, done.piece("a1").xy) == ([], (14, 10))


@MOVES
def test_in_a_feature_the_measured_figure_is_set_down_as_well():
    scrub = terrain("scrub", 14, 5, 24, 15)
    state = battle(group("a", (10, 10), (11.5, 10)), ground=[scrub])
    done = placed(state, StraightRun("a1", (10, 10), (14, 10), "feature", ("scrub",)))
    (asked,) = done.asked
    assert asked.pieces == ("a1", "a2") and asked.near == (14, 10)
    assert not {"a1", "a2"} & set(asked.room.bases)
    assert all(14 <= done.piece(key).xy[0] <= 24 for key in ("a1", "a2"))


@MOVES
@pytest.mark.parametrize(
    ("start", "end", "near"),
    [
        ((10, 10), (18, 10), (17, 10)),
        ((10, 10), (10, 15), (10, 14)),
        ((10, 10), (13, 14), (12.4, 13.2)),
        ((10, 10), (10.5, 10), (10, 10)),
        ((10, 12), (10, 12), (10, 12)),
    ],
)
def test_the_others_are_suggested_an_inch_behind(start, end, near):
    state = battle(group("a", (10, 10), (11.5, 8)))
    (asked,) = placed(state, StraightRun("a1", start, end)).asked
    assert asked.near == pytest.approx(near)
    assert "a1" in asked.room.bases and "a2" not in asked.room.bases


@MOVES
def test_creatures_without_a_player_are_set_down_by_themselves():
    state = battle(group("h", (10, 10), (12, 10), side="hatchling"), group("a", (40, 10)))
    done = placed(state, StraightRun("h1", (10, 10), (18, 10)), "h")
    assert done.asked == [] and done.piece("h2").xy[0] > 12


@MOVES
@pytest.mark.parametrize(
    ("up", "climbing", "end", "place"),
    [
        ((), False, (15, 10), ("", 0.0)),
        ((), True, (15, 10), ("house", 6.0)),
        (("s",), False, (15, 10), ("house", 6.0)),
        (("s",), True, (30, 10), ("", 0.0)),
        (("s",), False, (30, 10), ("", 0.0)),
    ],
)
def test_those_who_climb_or_are_up_end_on_the_roof_at_the_end(up, climbing, end, place):
    state = lifted(battle(spugs("s", (16, 10)), ground=[roof(14, 26)]), *up)
    found = end_place(state, StraightRun("s1", (16, 10), end), climbing)
    assert (found.on, found.z) == place


@MOVES
@pytest.mark.parametrize(
    ("climbing", "on"), [({}, ""), ({"climbing": False}, ""), ({"climbing": True}, "house")]
)
def test_without_a_word_nobody_climbs(climbing, on):
    state = battle(spugs("s", (12, 10)), ground=[roof(14, 26)])
    assert placed(state, StraightRun("s1", (12, 10), (16, 10)), "s", **climbing).piece("s1").place.on == on


@MOVES
def test_a_figure_keeps_its_facing_and_one_that_gets_out_faces_east():
    state = battle(group("a", (10, 10)))
    turned = state.with_table(state.table.with_place("a1", OnTable(10, 10, 90.0)))
    assert end_place(turned, StraightRun("a1", (10, 10), (14, 10)), False) == OnTable(14, 10, 90.0)
    inside = battle(vehicle("car", 20, 20, 45.0), aboard(group("a", (0, 0)), "car"))
    assert end_place(inside, StraightRun("a1", (20, 23), (20, 25)), False) == OnTable(20, 25, 0.0)


def in_passage(*blocked):
    """Two figures before a passage that is as wide as they are, in which others stand."""
    houses = terrain("building", 12, 0, 40, 9.49, "south"), terrain("building", 12, 10.51, 40, 48, "north")
    others = group("c", *((x, 10) for x in blocked))
    return battle(group("a", (5, 10), (5, 12)), others, ground=houses)


FULL = (13, *(15 + n for n in range(18)))
"""Where others stand so that in the passage there is room for one figure at (14, 10) alone."""


@MOVES
@pytest.mark.parametrize(
    ("end", "blocked", "fits"),
    [
        (14.0, FULL, 14.0),
        (17.0, FULL, 14.0),
        (16.9, FULL, 11.9),
        (14.9, FULL, 11.9),
        (19.3, (30,), 19.3),
    ],
)
def test_the_measured_figure_stops_an_inch_or_more_earlier_for_want_of_room(end, blocked, fits):
    """The other figure has room at (12, 10) at most, and stands within an inch of the measured one."""
    found = fitting_run(in_passage(*blocked), "a", StraightRun("a1", (5, 10), (end, 10)), (), climbing=False)
    assert (found.start, found.end) == ((5, 10), (pytest.approx(fits, abs=1e-3), 10))


@MOVES
def test_a_slanting_line_is_shortened_along_itself():
    full = in_passage(*(13 + n for n in range(20)))
    found = fitting_run(full, "a", StraightRun("a1", (13, 6), (16, 10)), (), climbing=False)
    assert found.end == pytest.approx((14.8, 8.4), abs=1e-3), "in the house there is room"


@MOVES
@pytest.mark.parametrize(
    ("start", "end", "fits"),
    [
        ((13, 10), (14.8, 10), (5, 10)),
        ((13, 10), (13.8, 10), (13.8, 10)),
        ((12.9, 10), (14.4, 10), (5, 10)),
        ((14, 10), (15.5, 10), (5, 10)),
        ((13.5, 10), (14.5, 10), (5, 10)),
    ],
)
def test_without_room_on_the_whole_line_the_figure_stays(start, end, fits):
    """As far as (13.9, 10) the other figure has room at the mouth of the passage."""
    state = in_passage(*(12.9 + n for n in range(20)))
    found = fitting_run(state, "a", StraightRun("a1", start, end), (), climbing=False)
    assert found.end == pytest.approx(fits)


@MOVES
def test_a_figure_that_stops_earlier_stands_on_no_barrier():
    """The other has room before the wall alone; an inch before its end the figure would be on the wall."""
    ground = [terrain("wall", 11.9, 0, 12.1, 48), terrain("building", 12.6, 0, 40, 9.49, "south")]
    ground += [terrain("building", 12.6, 10.51, 40, 48, "north")]
    state = battle(group("a", (5, 10), (5, 12)), group("c", *((14 + n, 10) for n in range(9))), ground=ground)
    run = StraightRun("a1", (5, 10), (13, 10))
    assert fitting_run(state, "a", run, (), climbing=False).end == pytest.approx((11, 10))


@MOVES
def test_whoever_enters_a_vehicle_needs_no_room_beside_it():
    state = battle(group("a", (10, 24), (8, 24)), vehicle("car", 17, 24, 90))
    run = StraightRun("a1", (10, 24), (15.7, 24), "feature", ("car",))
    assert fitting_run(state, "a", run, (), climbing=False) == run


@ASIDE
@pytest.mark.parametrize(
    ("own", "moves"),
    [
        (group("b", (30, 24.6)), True),
        (group("b", (30, 25.74)), True),
        (group("b", (30, 25.76)), False),
        (daleks("b", (30, 24.6)), False),
        (vehicle("b", 30, 24), False),
    ],
)
def test_own_figures_beneath_a_vehicle_are_moved_aside_and_nobody_else(own, moves):
    state = battle(vehicle("car", 30, 24), own, group("far", (60, 40)))
    done = perform(state, lambda play: push_aside(play, "car", ("unit",), ""))
    assert len(done.events_of(PiecesMoved)) == moves


@ASIDE
def test_of_two_sides_both_are_moved_aside():
    state = battle(vehicle("car", 30, 24), group("b", (29, 24.6)), daleks("d", (31, 23.4)))
    done = perform(state, lambda play: push_aside(play, "car", ("unit", "dalek"), ""))
    assert [part.piece for event in done.events_of(PiecesMoved) for part in event.parts] == ["b1", "d1"]


@ASIDE
@pytest.mark.parametrize(
    ("own", "area"), [(group("b", (30, 24.6)), ""), (group("b", (30, 24.6), (33, 27)), "scrub")]
)
def test_who_is_moved_aside_is_in_no_second_feature(own, area):
    state = battle(vehicle("car", 30, 24), own, ground=[terrain("scrub", 20, 25.3, 40, 30)])
    done = perform(state, lambda play: push_aside(play, "car", ("unit",), ""))
    assert area_of(done.state.table, done.piece("b1")) == area
