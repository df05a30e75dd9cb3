"""Off the table over a stretch of its edge, and on from an obstacle that one stands astride."""

from __future__ import annotations

import random

import pytest

from battlesim.rulings import building_solids
from battlesim.rulings.movement import (
    ClimbCost,
    EntryOption,
    GroupLink,
    Leg,
    Motion,
    enterable_ids,
    group_problem,
    leg_cost,
    leg_into_contact,
    leg_problem,
    leg_to,
    leg_toward,
    place_after_leg,
    shortest_leg,
)
from battlesim.table.phrases import with_names
from battlesim.table.pieces import Off
from battlesim.table.terrain import Opening
from battlesim.testing.table import block, make_table, standing_piece, wall

HOME = EntryOption("landing_zone", 0.0, "edge", stretch=((14.0, 0.0), (34.0, 0.0)))


def leaving(path, *terrain, **fields):
    """Why a base may not leave by a path; None when it may."""
    here = make_table(standing_piece("a", *path[0]), *terrain)
    plain = {"entries": (HOME,), "blocked": tuple(t.id for t in terrain)}
    motion = Motion("a", 0.5, 6.0, starts=((path[0],),), **(plain | fields))
    found = leg_problem(here, motion, Leg("a", tuple(path), enters="landing_zone"))
    return str(with_names(found, here.name_of)) if found else None


@pytest.mark.rule("TS-GAP-97", "TS-GAP-42")
def test_a_base_leaves_when_its_centre_comes_to_the_edge():
    assert leaving([(20, 4), (20, 0)]) is None
    here = make_table(standing_piece("a", 20, 4))
    motion = Motion("a", 0.5, 6.0, starts=(((20, 4),),), entries=(HOME,))
    leg = Leg("a", ((20, 4), (20, 0)), enters="landing_zone")
    assert place_after_leg(here, motion, leg) == Off("left")


@pytest.mark.parametrize("path", [[(20, 4), (20, 0.3)], [(12, 4), (13.9, 0)]])
def test_it_leaves_nowhere_else(path):
    assert "from the edge where it may leave" in str(leaving(path))


def test_it_hangs_over_the_edge_only_on_the_last_straight_part():
    assert "over the table edge" in str(leaving([(18, 2), (18, 0.3), (20, 0.3), (20, 0)]))
    assert leaving([(18, 2), (18, 0.5), (20, 0.5), (20, 0)]) is None


def test_without_leaving_nobody_hangs_over_the_edge():
    here = make_table(standing_piece("a", 20, 4))
    motion = Motion("a", 0.5, 6.0, starts=(((20, 4),),), entries=(HOME,))
    assert leg_problem(here, motion, Leg("a", ((20, 4), (20, 0)))) is not None


def test_what_is_in_the_way_of_an_exit_stops_it():
    assert "rock" in str(leaving([(20, 4), (20, 0)], block("rock", 19, 0.2, 21, 1)))
    assert "may move" in str(leaving([(20, 8), (20, 0)]))


def test_the_exit_is_found_and_is_within_reach():
    here = make_table(standing_piece("a", 10, 3))
    motion = Motion("a", 0.5, 6.0, starts=(((10, 3),),), entries=(HOME,))
    leg = leg_into_contact(here, motion, "landing_zone", enters=True)
    assert leg is not None and leg.path == ((10, 3), (14.0, 0.0)) and leg_cost(here, motion, leg) == 5.0
    assert enterable_ids(here, motion) == ("landing_zone",)


def test_the_way_out_leads_round_what_stands_there():
    rock = block("rock", 18, 1, 22, 2)
    here = make_table(standing_piece("a", 20, 3), rock)
    motion = Motion("a", 0.5, 9.0, starts=(((20, 3),),), entries=(HOME,), blocked=("rock",))
    leg = shortest_leg(here, motion, (20.0, 0.0), "landing_zone")
    assert leg is not None and len(leg.path) > 2 and leg_problem(here, motion, leg) is None


def test_a_wish_at_the_rim_leads_off_the_table():
    here = make_table(standing_piece("a", 20, 3))
    motion = Motion("a", 0.5, 6.0, starts=(((20, 3),),), entries=(HOME,))
    found = leg_to(here, motion, ((21.0, 0.2),)).leg
    assert found is not None and found.enters == "landing_zone" and found.end == (21.0, 0.0)
    inside = leg_to(here, motion, ((21.0, 0.5),)).leg
    assert inside is not None and inside.enters == ""


@pytest.mark.parametrize("link", [GroupLink(kind="connected", within=3.0), GroupLink("b", 3.0), None])
def test_one_of_a_group_leaves_and_is_not_counted_any_more(link):
    here = make_table(standing_piece("a", 20, 3), standing_piece("b", 22, 3))
    motions = [Motion(n, 0.5, 6.0, starts=(((x, 3),),), entries=(HOME,)) for n, x in (("a", 20), ("b", 22))]
    legs = [Leg("a", ((20, 3), (20, 0)), enters="landing_zone")]
    assert group_problem(here, motions, legs, link) is None


# -- astride --

WALL = wall("low", 10, 0, 10.5, 20, 0.8)


def lab():
    """A room with a window 1.5 in wide in its west wall."""
    window = Opening((20, 9.25), (20, 10.75), 1.0, 2.0, True, "window", 0.25, "lab.1")
    return block("lab", 20, 5, 28, 15, openings=(window,))


def goes(start, to, terrain, blocked, **fields):
    here = make_table(standing_piece("a", *start), terrain)
    motion = Motion("a", 0.5, 4.0, starts=((start,),), blocked=blocked, **fields)
    return leg_problem(here, motion, Leg("a", (start, to))) is None


@pytest.mark.rule("TS-GAP-64")
@pytest.mark.parametrize("to", [(7.0, 5.0), (13.0, 5.0)])
def test_who_stands_astride_a_wall_goes_on_either_way(to):
    assert goes((10.2, 5.0), to, WALL, ("low",))
    assert not goes((9.0, 5.0), (13.0, 5.0), WALL, ("low",))


@pytest.mark.parametrize("to", [(17.0, 10.0), (23.0, 10.0)])
def test_who_stands_in_a_window_goes_in_or_out(to):
    assert goes((20.1, 10.0), to, lab(), building_solids.walking_blockers(lab()))


def test_from_a_window_nobody_goes_through_the_wall_beside_it():
    assert not goes((20.1, 10.0), (20.1, 13.0), lab(), building_solids.walking_blockers(lab()))
    assert not goes(
        (20.1, 10.0), (22.0, 13.8), lab(), tuple(i for i in building_solids.walking_blockers(lab()))[:1]
    )


def test_who_is_astride_is_led_on_from_there():
    here = make_table(standing_piece("a", 20.1, 10), lab())
    for climbs in ((), (ClimbCost("lab.1", 0.0),)):
        blocked = tuple(i for i in building_solids.walking_blockers(lab()) if not climbs or i != "lab.1")
        motion = Motion("a", 0.5, 4.0, starts=(((20.1, 10),),), blocked=blocked, climbs=climbs)
        for goal in ((26.0, 10.0), (12.0, 10.0)):
            leg = leg_toward(here, motion, goal)
            assert leg is not None and leg_cost(here, motion, leg) == pytest.approx(4.0, abs=0.01)


@pytest.mark.parametrize("seed", range(30))
def test_nobody_leaves_a_room_through_a_wall_that_it_touches(seed):
    rng = random.Random(seed)
    off = rng.choice([0.0, 0.001, 0.005, -0.004])
    y = round(rng.uniform(11.5, 14.2), 3)
    inside = (round(20.75 - off, 3), y)  # touching the inner side of the west wall, or nearly
    assert not goes(inside, (18.0, y), lab(), building_solids.walking_blockers(lab()))
    outside = (round(19.5 + off, 3), y)
    assert not goes(outside, (22.0, y), lab(), building_solids.walking_blockers(lab()))
