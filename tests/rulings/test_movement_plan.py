"""Planned moves are legal: shortest legs, moves toward a point, into contact, reach, whole groups."""

import math
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from battlesim.geometry.contact import is_disc_in_shape
from battlesim.geometry.reach import nearest_point_in_region
from battlesim.geometry.shapes import regular_polygon
from battlesim.rulings.movement import (
    ClimbCost,
    EntryOption,
    GroundCost,
    GroupLink,
    Leg,
    Motion,
    gap_between_ids,
    group_problem,
    leg_cost,
    leg_into_contact,
    leg_near,
    leg_problem,
    leg_to,
    leg_toward,
    motion_reach,
    shortest_leg,
    suggest_group_legs,
)
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall


def motion(piece="a", allowance=6.0, start=(10.0, 10.0), **fields):
    return Motion(piece, 0.5, allowance, **({"starts": ((start,),)} | fields))


def test_the_shortest_way_around_a_corner():
    rock = block("rock", 11, 0, 12, 12)
    here = make_table(standing_piece("a", 10, 10), rock)
    rules = motion(allowance=8.0, blocked=("rock",))
    found = shortest_leg(here, rules, (13.0, 10.0))
    assert found is not None
    over = math.hypot(1.0, 2.0)  # from (10, 10) to the corner (11, 12), grown by 0.5
    tangent = math.sqrt(over**2 - 0.25)
    assert leg_cost(here, rules, found) == pytest.approx(2 * tangent + 1.0 + _arcs(over), abs=0.02)
    assert leg_problem(here, rules, found) is None


def _arcs(over):
    """Two arcs of radius 0.5: from the tangent's direction to the horizontal top of the rock."""
    rises = math.atan2(2.0, 1.0) + math.asin(0.5 / over)
    return 2 * 0.5 * rises


def test_a_crater_is_crossed_or_gone_around_whichever_costs_less():
    crater = Terrain("crater", "crater", (regular_polygon(16, 10, 3, 48),), 0.5)
    here = make_table(standing_piece("a", 12, 10), crater)
    rules = motion(start=(12.0, 10.0), allowance=14.0, going=(GroundCost("crater", 2.0),))
    found = shortest_leg(here, rules, (20.0, 10.0))
    assert found is not None
    assert leg_cost(here, rules, found) < 8 + 6 - 1  # straight through would cost 14
    slow = shortest_leg(
        here, motion(start=(12.0, 10.0), allowance=14.0, going=(GroundCost("crater", 1.1),)), (20.0, 10.0)
    )
    assert slow is not None and slow.path == ((12.0, 10.0), (20.0, 10.0))


def test_a_wall_is_climbed_or_gone_around_whichever_costs_less():
    here = make_table(standing_piece("a", 10, 10), wall("w", 11, 0, 11.5, 13, 1.0))
    rules = motion(allowance=9.0, blocked=("w",), climbs=(ClimbCost("w", 2.0),))
    over = shortest_leg(here, rules, (12.5, 10.0))
    assert over is not None and leg_cost(here, rules, over) == pytest.approx(4.5)
    low = make_table(standing_piece("a", 10, 10), wall("w", 11, 0, 11.5, 10.2, 1.0))
    around = shortest_leg(low, rules, (12.5, 10.0))
    assert around is not None and len(around.path) > 2
    assert leg_cost(low, rules, around) < 4.0


def test_toward_stops_where_the_allowance_ends_or_before_a_taken_place():
    here = make_table(standing_piece("a", 10, 10), standing_piece("b", 16, 10))
    far = leg_toward(here, motion(occupied=("b",)), (30.0, 10.0))
    assert far is not None and far.end == pytest.approx((15.0, 10.0), abs=0.11)
    free = leg_toward(here, motion(), (30.0, 10.0))
    assert free is not None and free.end == (16.0, 10.0)


def test_where_the_way_is_taken_a_piece_goes_as_near_as_it_gets():
    here = make_table(
        standing_piece("a", 10, 10), standing_piece("b", 11, 10), wall("w", 11.7, 8, 12.7, 12, 1.0)
    )
    rules, goal = motion(occupied=("b",), blocked=("w",), allowance=3.0), (12.0, 10.0)
    assert leg_to(here, rules, (goal,)).leg is None
    found = leg_near(here, rules, (goal,)).leg
    nearest = nearest_point_in_region(motion_reach(here, rules), goal)
    assert found is not None and nearest is not None
    assert math.dist(found.end, goal) == pytest.approx(math.dist(nearest, goal), abs=0.002)
    assert math.dist(found.end, goal) < 1.5 < math.dist((10, 10), goal)


def test_a_place_on_a_base_means_into_contact_with_it():
    here = make_table(standing_piece("a", 10, 10), standing_piece("b", 12.3, 11.2))
    found = leg_near(here, motion(occupied=("b",)), ((12.0, 11.0),)).leg
    assert found is not None and 1.0 - 0.005 <= math.dist(found.end, (12.3, 11.2)) <= 1.005


def test_toward_an_enemy_ends_in_contact():
    here = make_table(standing_piece("a", 10, 10), standing_piece("b", 14, 10))
    found = leg_toward(here, motion(hindering=("b",)), (14.0, 10.0))
    assert found is not None and 1.0 - 0.005 <= math.dist(found.end, (14, 10)) <= 1.005


def test_approach_enters_a_building():
    house = block("house", 13, 8, 16, 12)
    here = make_table(standing_piece("a", 10, 10), house)
    rules = motion(blocked=("house",), entries=(EntryOption("house", 2.0),))
    found = leg_into_contact(here, rules, "house", enters=True)
    assert found is not None and found.enters == "house"
    assert leg_cost(here, rules, found) == pytest.approx(4.5, abs=0.005)


def test_leaving_finds_a_way_out():
    house = block("house", 13, 8, 16, 12)
    here = make_table(standing_piece("a", 14, 10), house, standing_piece("b", 16.5, 10))
    rules = motion(starts=(), leaving="house", blocked=("house",), hindering=("b",))
    found = leg_toward(here, rules, (25.0, 10.0))
    assert found is not None and leg_problem(here, rules, found) is None and found.end[0] > 20.0


def test_reach_in_the_open_is_a_disc():
    region = motion_reach(make_table(standing_piece("a", 20, 20)), motion(start=(20.0, 20.0)))
    assert len(region) == 1
    assert is_disc_in_shape(region[0], (25.99, 20.0)) and not is_disc_in_shape(region[0], (26.01, 20.0))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_everything_in_the_reach_region_can_be_reached(seed):
    rng = random.Random(seed)
    rocks = [
        Terrain(
            f"r{i}",
            "rock",
            (regular_polygon(rng.uniform(2, 28), rng.uniform(2, 28), rng.uniform(0.5, 2), 7),),
            2,
        )
        for i in range(6)
    ]
    here = make_table(standing_piece("a", 15, 15), *rocks, width=30, height=30)
    rules = motion(start=(15.0, 15.0), blocked=tuple(r.id for r in rocks))
    region = motion_reach(here, rules)
    for _ in range(12):
        spot = (round(rng.uniform(9, 21), 3), round(rng.uniform(9, 21), 3))
        inside = any(is_disc_in_shape(rings, spot) for rings in region)
        found = shortest_leg(here, rules, spot)
        near_rim = any(not is_disc_in_shape(rings, spot, 0.02) for rings in region) if inside else False
        if inside and not near_rim:
            assert found is not None
        if found is not None and leg_cost(here, rules, found) < 5.97:
            assert inside


def battlefield(rng, members, enemies, rocks):
    """A swarm, enemies and rocks at random legal places."""
    terrain = [
        Terrain(
            f"r{i}",
            "rock",
            (regular_polygon(rng.uniform(3, 69), rng.uniform(3, 45), rng.uniform(0.8, 2.2), 8),),
            2,
        )
        for i in range(rocks)
    ]
    cx, cy = rng.uniform(12, 60), rng.uniform(12, 36)
    pieces = []
    while len(pieces) < members + enemies:
        friend = len(pieces) < members
        x = rng.gauss(cx, 3.0) if friend else rng.uniform(1, 71)
        y = rng.gauss(cy, 3.0) if friend else rng.uniform(1, 47)
        spot = (round(min(max(x, 0.5), 71.5), 3), round(min(max(y, 0.5), 47.5), 3))
        clear = all(not _near(t, spot) for t in terrain)
        if clear and all(math.dist(spot, p.xy) >= 1.0 for p in pieces):
            name, side = (f"m{len(pieces)}", "red") if friend else (f"e{len(pieces)}", "blue")
            pieces.append(standing_piece(name, *spot, side=side))
    return make_table(*pieces, *terrain, width=72, height=48)


def _near(terrain, spot):
    return not is_disc_in_shape(
        (((-99, -99), (199, -99), (199, 199), (-99, 199)), terrain.rings[0]), spot, 0.5
    )


def group_motions(here, allowance=6.0):
    friends = tuple(p.id for p in here.pieces_of_side("red"))
    enemies = tuple(p.id for p in here.pieces_of_side("blue"))
    rocks = tuple(t.id for t in here.ground.terrain)
    return [
        motion(i, allowance, here.piece(i).xy, blocked=rocks, hindering=enemies, occupied=friends)
        for i in friends
    ]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.booleans(), st.sampled_from([0.0, 1.0]))
@example(236, True, 1.0)  # one holds by a chain to one who stays and is chained to one who has moved
def test_a_suggested_group_move_is_legal(seed, attack, chain):
    rng = random.Random(seed)
    here = battlefield(rng, 12, 10, 10)
    motions = group_motions(here)
    link = GroupLink("m0", 6.0, chain)
    targets = tuple(p.id for p in here.pieces_of_side("blue")) if attack else ()
    goal = (rng.uniform(0, 72), rng.uniform(0, 48))
    legs = suggest_group_legs(here, motions, link, goal, targets)
    assert group_problem(here, motions, legs, link) is None
    assert legs == suggest_group_legs(here, motions, link, goal, targets)


def test_a_group_in_the_open_uses_its_whole_allowance():
    here = make_table(
        *(standing_piece(f"m{i}", 10 + 1.1 * (i % 4), 10 + 1.1 * (i // 4), side="red") for i in range(12)),
        width=72,
    )
    motions = group_motions(here)
    legs = suggest_group_legs(here, motions, GroupLink("m0", 6.0), (60.0, 12.0))
    assert len(legs) == 12 and group_problem(here, motions, legs, GroupLink("m0", 6.0)) is None
    gained = [leg.end[0] - leg.path[0][0] for leg in legs]
    assert sum(gained) / len(gained) > 5.3 and max(gained) <= 6.005


def test_a_group_that_attacks_gets_as_many_as_fit_into_contact():
    here = make_table(
        *(standing_piece(f"m{i}", 10 + 1.1 * (i % 4), 10 + 1.1 * (i // 4), side="red") for i in range(8)),
        standing_piece("e", 17, 11, side="blue"),
        width=72,
    )
    motions = group_motions(here)
    legs = suggest_group_legs(here, motions, GroupLink("m0", 6.0, 1.0), (17.0, 11.0), ("e",))
    assert group_problem(here, motions, legs, GroupLink("m0", 6.0, 1.0)) is None
    after = {leg.piece: leg.end for leg in legs}
    near = [i for i, end in after.items() if math.dist(end, (17, 11)) <= 2.005]
    assert len(near) == 8


def test_a_group_leaves_a_building_and_comes_in_over_an_edge():
    house = block("house", 10, 10, 13, 13)
    here = make_table(
        standing_piece("m0", 11, 11), standing_piece("m1", 30, 30), standing_piece("m2", 1, 1), house
    )
    motions = [
        motion("m0", 4.0, starts=(), leaving="house", blocked=("house",), occupied=("m1", "m2")),
        motion("m2", 6.0, starts=(((0.5, 4.0), (0.5, 16.0)),), blocked=("house",), occupied=("m0", "m1")),
    ]
    legs = suggest_group_legs(here, motions, GroupLink("m0", 12.0), (5.0, 20.0))
    assert {leg.piece for leg in legs} == {"m0", "m2"}
    assert group_problem(here, motions, legs, GroupLink("m0", 12.0)) is None
    assert isinstance(legs[0], Leg) and gap_between_ids(here, "m0", "m1") > 0


def test_members_that_hinder_one_another_move_one_by_one():
    here = make_table(*(standing_piece(f"m{i}", 10 + 1.05 * i, 10, side="red") for i in range(5)), width=72)
    ids = tuple(here.pieces)
    motions = [motion(i, 4.0, here.piece(i).xy, hindering=tuple(o for o in ids if o != i)) for i in ids]
    link = GroupLink("m4", 6.0, 1.0)
    legs = suggest_group_legs(here, motions, link, (40.0, 10.0))
    assert len(legs) >= 4 and group_problem(here, motions, legs, link) is None
