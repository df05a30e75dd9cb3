"""Ways of creatures: how far one counts, around whom it leads, where it ends."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from battlesim.geometry.edge_distances import distance_to_segment
from battlesim.rulesets.troice_station.core.marks import DOWN, MOVED
from battlesim.rulesets.troice_station.creatures import target_choice
from battlesim.rulesets.troice_station.ground.motion import piece_as_mover
from battlesim.rulings.movement import ClimbCost, MotionRoute
from battlesim.table.events import MovesAnnounced
from battlesim.table.pieces import Piece

from .creature_steps import SHUT, TOUCH, act, at, done_by, said, told
from .rule_marks import ACT
from .things import alien, battle, block, hugger, marker, rolls, room, trooper


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
@pytest.mark.parametrize("y", [10 + TOUCH, 10 + TOUCH + 0.004, 10 + TOUCH - 0.3])
def test_a_way_past_a_man_who_is_held_does_not_touch_him(y: float) -> None:
    # 1A-3 is held by b; to touch him would end the move where c stands
    men = trooper("1A-3", 16, y), trooper("1A-2", 24, 10)
    state = battle(alien("a", 10, 10), *men, alien("b", 16, y + TOUCH), alien("c", 16, 9.5))
    done = act(state, 1, 6)
    assert done.piece("a").xy[0] > 20 and len(rolls(done)) == 2


@pytest.mark.rule("TS-GAP-38", "TS-GAP-89", "TS-MOVE-03", "TS-MOVE-08")
@pytest.mark.parametrize(
    ("die", "x"),
    [(3, 18.0), (2, 14.0), (1, 10.0)],
    ids=["3+2 passes: 6+2", "2+2 fails: half of 8, just to where it is clear", "a 1 that fails: it stays"],
)
def test_the_tests_of_a_way_are_rolled_after_the_run_and_before_the_move(die: int, x: float) -> None:
    # a high wall (4) from y = 2 to y = 18 and x = 12 to 12.5; 4 in bring the base to 14, clear of it
    wall = block("high_wall", "w", 12, 0, 12.5, 48, 2.0)
    done = act(battle(alien("a", 10, 10), trooper("1A-2", 40, 10), terrain=[wall]), 1, 2, die)
    assert rolls(done)[2] == "a crosses w" and at(done) == (x, 10)


@pytest.mark.rule("TS-GAP-39", "TS-MOVE-08")
@pytest.mark.parametrize(("die", "x"), [(6, 10.0), (1, 14.0)])
def test_to_the_letter_of_the_source_a_6_stops_it_and_a_1_halves(die: int, x: float) -> None:
    wall = block("high_wall", "w", 12, 0, 12.5, 48, 2.0)
    letter = {"obstacle_stop_die": "6"}
    state = battle(alien("a", 10, 10), trooper("1A-2", 40, 10), terrain=[wall], options=letter)
    assert at(act(state, 1, 2, die)) == (x, 10)


@pytest.mark.rule("TS-GAP-89")
@pytest.mark.parametrize(("top", "round_it"), [(14.0, True), (16.0, False)])
def test_a_test_counts_as_so_many_inches_on_the_way(top: float, round_it: bool) -> None:
    # medium wall (3) x 15-15.5 up to `top`; straight on it is 18.875, and 3 more for the test. Round
    # its upper end at 14 (4.6 up with the base) it is about 21.0; round 16 (6.6 up) about 22.9
    wall = block("medium_wall", "w", 15, 0, 15.5, top)
    done = act(
        battle(alien("a", 5, 10), trooper("1A-2", 25, 10), terrain=[wall]), 1, 6, *([] if round_it else [6])
    )
    assert ("a crosses w" in rolls(done)) != round_it


@pytest.mark.rule("TS-GAP-89")
def test_a_shut_door_counts_as_6_in_and_a_window_as_3() -> None:
    # door and window are as far; the window is taken, with its test
    house = room(
        "hut", 20, 6, 30, 14, ("door", (20, 7), (20, 8.5), False), ("window", (20, 11.5), (20, 13), True)
    )
    state = battle(alien("a", 16, 10), trooper("1A-2", 26, 10), terrain=[house])
    assert "hut.window2" in rolls(act(state, 1, 6, 6, 1, 6, 1, 6, 1, 6, 1, 6))[2]


@pytest.mark.rule("TS-GAP-89", "TS-GAP-86")
def test_without_a_way_it_goes_as_near_as_it_can_and_spits_from_there() -> None:
    # no door at all: to the wall, 2.375 in off; then it spits through the slit with every action left
    cell = room("cell", 20, 6, 26, 14, ("slit", (20, 9.25), (20, 10.75), True))
    state = battle(alien("a", 17, 10), trooper("1A-2", 21.5, 10), terrain=[cell])
    done = act(state, 3, 1, 2, 2)
    assert [line.split()[1] for line in told(done)] == ["runs", "spits", "spits"]
    assert at(done) == (20 - 0.625, 10)


@pytest.mark.rule("TS-GAP-42")
def test_it_passes_through_friends_but_ends_on_none() -> None:
    # 6+2 would end at x = 18, upon the friend at 17.5: it ends beside it; 6+4 ends beyond it on the straight
    state = battle(alien("a", 10, 10), alien("b", 17.5, 10), trooper("1A-2", 40, 10))
    done = act(state, 1, 2)
    assert math.dist(done.piece("a").xy, (17.5, 10)) >= 1.245 and done.piece("a").xy[0] > 17
    assert act(state, 1, 4).piece("a").xy[0] == pytest.approx(20, abs=0.02)


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
def test_whom_it_would_touch_while_upon_a_friend_it_does_not_reach() -> None:
    # on the straight way to 1A-2 it would touch 1A-3 at (16, 10), where c stands
    friend, met = alien("c", 16, 9.5), trooper("1A-3", 16, 10 + TOUCH)
    held = alien("b", 16, 10 + 2 * TOUCH)
    done = act(battle(alien("a", 10, 10), friend, met, held, trooper("1A-2", 30, 10)), 1, 6)
    assert math.dist(done.piece("a").xy, friend.xy) >= 1.245 and len(rolls(done)) == 2


FILE = [trooper("1A-2", 20, 20), alien("x", 20, 18.875)]


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
@pytest.mark.parametrize("behind", [1.05, 1.5, 2.0, 4.0])
def test_it_goes_around_a_man_who_is_held_to_the_one_behind_him(behind: float) -> None:
    state = battle(*FILE, trooper("1A-3", 20, 20 + behind), alien("a", 20, 13))
    done = act(state, 2, 6, *[1, 6] * 4)
    assert any(why.startswith("claw of a") for why in rolls(done)), rolls(done)


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
def test_no_way_leads_through_an_active_marine() -> None:
    state = battle(*FILE, trooper("1A-3", 20, 22), alien("a", 20, 13))
    goal = target_choice.chosen_prey(state, state.table.piece("a"))
    assert goal and goal.target == "1A-3"
    gaps = [distance_to_segment((20, 20), p, q) for p, q in pairwise(goal.path)]
    assert min(gaps) > TOUCH + 0.005, "to touch him on the way would end the move"


@pytest.mark.rule("TS-GAP-64", "TS-GAP-89")
def test_the_only_free_place_in_contact_is_found_however_narrow() -> None:
    # five Aliens about a man leave room for exactly one more, which is at no round angle
    angles = [0.4 + k * math.pi / 3 for k in range(5)]
    ring = 1.25
    others = [alien(f"f{k}", 20 + ring * math.cos(t), 20 + ring * math.sin(t)) for k, t in enumerate(angles)]
    man = msgspec.structs.replace(trooper("1A-2", 20, 20), radius=0.625)
    state = battle(man, *others, alien("a", 30, 20))
    goal = target_choice.chosen_prey(state, state.table.piece("a"))
    last = 0.4 + 5 * math.pi / 3
    assert goal and goal.route.arrives
    assert goal.path[-1] == pytest.approx((20 + ring * math.cos(last), 20 + ring * math.sin(last)), abs=0.02)


@pytest.mark.rule("TS-GAP-42", "TS-GAP-89")
def test_where_friends_fill_the_end_of_its_way_it_goes_around_them() -> None:
    # three in file before it: 6+1 would end upon the last, and short of them it would stand where it is
    row = [alien(f"f{k}", 21.25 + 1.3 * k, 20) for k in range(5)]
    state = battle(trooper("1A-2", 40, 20), *row, alien("a", 20, 20))
    done = act(state, 1, 1)
    assert done.piece("a").xy[0] > 24


@pytest.mark.rule("TS-GAP-86")
def test_it_spends_nothing_on_a_run_that_leads_nowhere() -> None:
    pen = room("pen", 20, 20, 21.7505, 21.7505)
    state = battle(alien("a", 20.875, 20.875), trooper("1A-2", 30, 30), terrain=[pen])
    goal = target_choice.chosen_prey(state, state.table.piece("a"))
    assert goal
    done = act(state.with_table(state.table.with_pieces(alien("a", *goal.path[-1]))), 3)
    assert rolls(done) == ["actions of a"]
    assert said(done) == ["a stays: no way leads nearer to 1A-2, and there is nobody to spit at"]


@pytest.mark.rule("TS-GAP-64", "TS-GAP-85", "TS-GAP-42")
def test_it_comes_at_a_man_from_the_side_that_nobody_holds() -> None:
    # the only man is held from the west; the second Alien goes through the first one's place to another side
    state = battle(alien("a", 10, 10), trooper("1A-2", 16, 10), alien("b", 16 - TOUCH, 10))
    done = act(state, 3, 1, 6, 1, 6, 1, 6, 1, 6)
    assert math.dist(done.piece("a").xy, (16, 10)) == pytest.approx(TOUCH, abs=0.01)
    assert rolls(done)[1] == "claw of a on 1A-2"


@pytest.mark.rule("TS-GAP-64", "TS-GAP-41", "TS-GAP-89")
def test_it_stands_astride_a_wall_to_touch_whoever_presses_against_it() -> None:
    # the man touches the far side of the low wall; contact is at 11.875, upon the wall. 1+2 passes it
    wall = block("low_wall", "w", 12, 0, 12.5, 48, 0.65)
    done = act(battle(alien("a", 9, 10), trooper("1A-2", 13, 10), terrain=[wall]), 1, 1, 6, 1)
    assert at(done) == (11.875, 10) and rolls(done)[1:3] == ["a crosses w", "claw of a on 1A-2"]


@pytest.mark.rule("TS-GAP-42", "TS-GAP-38")
def test_half_a_way_ends_on_no_friend_either() -> None:
    # as above it fails with a 2, and 4 in would bring it to 14, upon b at 14.5
    wall = block("high_wall", "w", 12, 0, 12.5, 48, 2.0)
    state = battle(alien("a", 10, 10), alien("b", 14.5, 10), trooper("1A-2", 40, 10), terrain=[wall])
    assert act(state, 1, 2, 2).piece("a").xy[0] <= 13.255


@ACT
@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
def test_a_creature_that_gets_nowhere_has_not_moved_and_is_not_announced() -> None:
    state = battle(trooper(x=2), alien("x", 20, 10), terrain=[block("low_wall", "w", 8, 0, 19.3, 48)])
    done = done_by(state, "run", (1,))
    assert not done.piece("x").has_mark(MOVED) and done.events_of(MovesAnnounced) == []
    path = ((20.0, 10.0), (12.0, 10.0))
    assert target_choice.shortened_to_room(state, state.table.piece("x"), path) == ((20.0, 10.0),)


@ACT
@pytest.mark.rule("TS-GAP-89", "TS-MOVE-07")
def test_a_creature_that_a_die_stops_where_another_stands_stops_short_of_it() -> None:
    wall = block("medium_wall", "w", 17.8, 0, 18, 48)
    state = battle(trooper(x=5), hugger("x", 20, 10), hugger("y", 16, 10), terrain=[wall])
    assert done_by(state, "run", (2, 2)).piece("x").xy == pytest.approx((16.8, 10.0), abs=0.06)


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
def test_by_what_a_creature_plans_its_way() -> None:
    things = alien("y", 30, 30), trooper("d", 20, 20, marks=[DOWN]), marker("m", 40, 40)
    terrain = [block("low_wall", "w", 2, 2, 3, 2.5), block("drift", "s", 30, 10, 34, 14)]
    state = battle(trooper(), alien("x", 20, 10), *things, terrain=terrain)
    able = target_choice.creature_motion(state, state.table.piece("x"))
    assert (able.climbs, able.occupied) == ((ClimbCost("w", 0.0),), ("y", "d"))
    assert piece_as_mover(state.table.piece("m")).radius == 0.625
    assert {toll.terrain: toll.extra for toll in able.tolls} == {"w": 2.0, "s": 3.0}


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(
    ("beast", "tolls"), [(alien("x", 20, 20), {"h.door1": 6.0}), (hugger("x", 20, 20), {})]
)
def test_a_shut_door_counts_as_six_inches_to_who_can_open_it(beast: Piece, tolls: dict[str, float]) -> None:
    able = target_choice.creature_motion(battle(beast, terrain=[SHUT]), beast)
    assert {toll.terrain: toll.extra for toll in able.tolls} == tolls


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(
    ("arrives", "door", "open_way"), [(True, "", 5.0), (False, "", math.inf), (True, "d", math.inf)]
)
def test_how_far_an_open_way_is(arrives: bool, door: str, open_way: float) -> None:
    goal = target_choice.PreyRoute("a", MotionRoute(((0.0, 0.0), (5.0, 0.0)), 5.0, 5.0, arrives), door)
    assert goal.distance_to_contact == open_way


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(("inches", "leads"), [(0.003, True), (0.0015, False)])
def test_a_way_of_next_to_nothing_leads_nowhere(inches: float, leads: bool) -> None:
    state = battle(trooper(x=40), alien("x", 20, 10))
    goal = target_choice.PreyRoute("a", MotionRoute(((20.0, 10.0), (20.0 + inches, 10.0)), inches, inches))
    assert target_choice.can_advance(state, state.table.piece("x"), goal, 6.0) is leads


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
def test_an_alien_stops_at_whom_it_meets_on_its_way() -> None:
    state = battle(trooper("a", 9), trooper("b", 14, 11.125), alien("x", 20, 10))
    straight = target_choice.PreyRoute("a", MotionRoute(((20.0, 10.0), (10.125, 10.0)), 9.875, 9.875))
    found = target_choice.creature_path(state, state.table.piece("x"), straight, 8.0)
    assert found[-1] == pytest.approx((14.0, 10.0), abs=0.01)


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(
    ("wall", "others", "to", "x"),
    [
        (None, [], 15.125, 15.125),
        (None, [alien("y", 15.125, 10)], 15.125, 16.375),
        ((14.6, 16.2), [], 15.125, 15.125),
        ((14.6, 16.2), [], 15.6, 16.825),
        ((14.6, 16.2), [alien("y", 15.125, 10)], 15.125, 16.825),
    ],
)
def test_in_contact_one_may_stand_astride_a_wall_and_never_on_another(
    wall: Any, others: list[Piece], to: float, x: float
) -> None:
    terrain = [block("low_wall", "w", wall[0], 0, wall[1], 48)] if wall else []
    state = battle(trooper(x=14), alien("x", 20, 10), *others, terrain=terrain)
    found = target_choice.shortened_to_room(state, state.table.piece("x"), ((20.0, 10.0), (to, 10.0)))
    assert found[-1] == pytest.approx((x, 10.0), abs=0.11)
