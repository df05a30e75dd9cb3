"""Moves of real pieces against the worked numbers of the rules."""

import msgspec
import pytest

from battlesim.geometry.shapes import regular_polygon
from battlesim.rulings.movement import (
    ClimbCost,
    EndApart,
    EndInZone,
    EndNear,
    EndNearer,
    EntryOption,
    GroundCost,
    GroupLink,
    Leg,
    Motion,
    group_problem,
    leg_cost,
    leg_path_cost,
    leg_problem,
    place_after_leg,
    table_after_leg,
)
from battlesim.table.pieces import Aboard, Inside, OnTable
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall

CRATER = Terrain("crater", "crater", (regular_polygon(30, 10, 3, 48),), 0.5)


def motion(piece="a", allowance=4.0, start=(10.0, 10.0), **fields):
    return Motion(piece, 0.5, allowance, **({"starts": ((start,),)} | fields))


def leg(*path, piece="a", **fields):
    return Leg(piece, tuple((float(x), float(y)) for x, y in path), **fields)


def open_table(*things):
    return make_table(standing_piece("a", 10, 10), *things, width=72)


def test_a_stand_moves_its_rating_and_no_more():
    assert leg_problem(open_table(), motion(), leg((10, 10), (14, 10))) is None
    words = str(leg_problem(open_table(), motion(), leg((10, 10), (14.2, 10))))
    assert words == "a may move 4 in, but this costs 4.20 in"
    assert leg_problem(open_table(), motion(allowance=6.0), leg((10, 10), (16, 10))) is None


def test_a_limit_is_kept_up_to_the_tolerance():
    assert leg_problem(open_table(), motion(), leg((10, 10), (14.005, 10))) is None
    assert leg_problem(open_table(), motion(), leg((10, 10), (14.006, 10))) is not None


def test_the_length_of_a_bent_path_counts():
    assert leg_problem(open_table(), motion(), leg((10, 10), (12, 10), (12, 12))) is None
    assert "costs 4.50" in str(leg_problem(open_table(), motion(), leg((10, 10), (12, 10), (12, 12.5))))


def test_the_path_begins_where_the_piece_stands():
    words = str(leg_problem(open_table(), motion(), leg((10.2, 10), (12, 10))))
    assert words == "a cannot begin at (10.200, 10.000): this is 0.200 in away from where it may begin"


def test_entering_a_building_from_two_inches_away_costs_the_whole_move():
    house = block("house", 12.5, 8, 16, 12)
    rules = motion(blocked=("house",), entries=(EntryOption("house", 2.0),))
    here = open_table(house)
    enter = leg((10, 10), (12, 10), enters="house")
    assert leg_problem(here, rules, enter) is None
    assert leg_cost(here, rules, enter) == pytest.approx(4.0)
    assert place_after_leg(here, rules, enter) == Inside("house")


def test_entering_is_refused_from_two_and_a_half_inches_away():
    house = block("house", 13, 8, 16, 12)
    rules = motion(blocked=("house",), entries=(EntryOption("house", 2.0),))
    words = str(leg_problem(open_table(house), rules, leg((10, 10), (12.5, 10), enters="house")))
    assert words == "a may move 4 in, but this costs 4.50 in (2.50 in of path + 2.00 in to enter house)"


def test_entering_asks_for_contact_room_and_permission():
    house = block("house", 12.5, 8, 16, 12)
    rules = motion(blocked=("house",), entries=(EntryOption("house", 2.0),))
    assert "0.500 in from contact" in str(
        leg_problem(open_table(house), rules, leg((10, 10), (11.5, 10), enters="house"))
    )
    full = motion(
        blocked=("house",), entries=(EntryOption("house", 2.0, full="it holds 12 hit points already"),)
    )
    assert "it holds 12" in str(leg_problem(open_table(house), full, leg((10, 10), (12, 10), enters="house")))
    plain = motion(blocked=("house",))
    assert str(leg_problem(open_table(house), plain, leg((10, 10), (12, 10), enters="house"))) == (
        "a may not enter house"
    )


def test_a_post_on_a_wall_is_on_its_centre_line_and_can_be_taken():
    long_wall = wall("w", 12.5, 5, 13, 15, 1.0)
    rules = motion(blocked=("w",), entries=(EntryOption("w", 2.0, "post"),), occupied=("b",))
    here = open_table(long_wall)
    man = leg((10, 10), (12, 10), enters="w")
    assert place_after_leg(here, rules, man) == OnTable(12.75, 10.0, 0.0, 1.0, "w")
    taken = open_table(
        long_wall, msgspec.structs.replace(standing_piece("b", 0, 0), place=OnTable(12.75, 10.6, 0, 1.0, "w"))
    )
    assert str(leg_problem(taken, rules, man)) == "the post at (12.750, 10.000) on w is occupied by b"
    assert leg_problem(here, rules, man) is None


def test_boarding_a_landed_ship():
    ship = standing_piece("ship", 14, 10, radius=2.0)
    rules = motion(hindering=("ship",), entries=(EntryOption("ship", 2.0, "aboard"),))
    board = leg((10, 10), (11.5, 10), enters="ship")
    assert leg_problem(open_table(ship), rules, board) is None
    assert table_after_leg(open_table(ship), rules, board).piece("a").place == Aboard("ship")


def test_leaving_a_building_begins_at_a_free_point_of_its_outline():
    house = block("house", 12.5, 8, 16, 12)
    inside = msgspec.structs.replace(standing_piece("a", 0, 0), place=Inside("house"))
    here = make_table(inside, house, standing_piece("b", 17.0, 11.0), width=72)
    rules = motion(starts=(), leaving="house", blocked=("house",), hindering=("b",))
    assert leg_problem(here, rules, leg((12, 10), (8, 10))) is None
    assert leg_problem(here, rules, leg((12, 10))) is None
    assert "away from contact with house" in str(leg_problem(here, rules, leg((11, 10), (8, 10))))
    assert "it overlaps b" in str(leg_problem(here, rules, leg((16.5, 10.5), (18, 9))))


def test_an_inch_in_a_crater_costs_two():
    here = make_table(standing_piece("a", 26, 10), CRATER, width=72)
    rules = motion(start=(26.0, 10.0), allowance=4.0, going=(GroundCost("crater", 2.0),))
    assert leg_cost(here, rules, leg((26, 10), (28.5, 10))) == pytest.approx(1.0 + 1.5 * 2, abs=0.006)
    assert leg_problem(here, rules, leg((26, 10), (28.5, 10))) is None
    words = str(leg_problem(here, rules, leg((26, 10), (29, 10))))
    assert "2.00 in for difficult ground" in words or "1.99 in for difficult ground" in words


def test_overlapping_difficult_ground_counts_once():
    ruin = block("ruin", 27, 7, 33, 13, 0.5)
    here = make_table(standing_piece("a", 26, 10), CRATER, ruin, width=72)
    rules = motion(start=(26.0, 10.0), going=(GroundCost("crater", 2.0), GroundCost("ruin", 2.0)))
    assert leg_path_cost(here, rules, leg((26, 10), (29, 10))).areas == pytest.approx(2.0, abs=0.006)


def test_a_wall_is_climbed_for_two_inches_when_the_base_gets_clear():
    here = open_table(wall("w", 11, 5, 11.5, 15, 1.0))
    rules = motion(blocked=("w",), climbs=(ClimbCost("w", 2.0),))
    over = leg((10, 10), (12, 10))
    assert leg_cost(here, rules, over) == pytest.approx(4.0)
    assert leg_problem(here, rules, over) is None
    assert "overlaps w" in str(leg_problem(here, rules, leg((10, 10), (11.6, 10))))
    assert "2.00 in for climbing" in str(leg_problem(here, rules, leg((10, 10), (12.1, 10))))
    large = motion(blocked=("w",))
    assert str(leg_problem(here, large, over)) == "a cannot pass: it overlaps w by 0.500 in"


def test_climbing_where_two_sections_meet_is_one_climb():
    here = open_table(wall("w1", 11, 6, 11.5, 10, 1.0), wall("w2", 11, 10, 11.5, 14, 1.0))
    rules = motion(blocked=("w1", "w2"), climbs=(ClimbCost("w1", 2.0), ClimbCost("w2", 2.0)))
    assert leg_cost(here, rules, leg((10, 10), (12, 10))) == pytest.approx(4.0)


def test_two_walls_are_two_climbs():
    here = open_table(wall("w1", 11, 6, 11.5, 14, 1.0), wall("w2", 14, 6, 14.5, 14, 1.0))
    rules = motion(blocked=("w1", "w2"), climbs=(ClimbCost("w1", 2.0), ClimbCost("w2", 2.0)), allowance=9.0)
    assert leg_path_cost(here, rules, leg((10, 10), (15, 10))).climbs == pytest.approx(4.0)


def test_friends_are_passed_but_not_ended_on_and_enemies_not_passed():
    here = open_table(standing_piece("b", 12, 10))
    friend, enemy = motion(occupied=("b",)), motion(hindering=("b",))
    assert leg_problem(here, friend, leg((10, 10), (14, 10))) is None
    assert str(leg_problem(here, friend, leg((10, 10), (12.5, 10)))) == (
        "a cannot end at (12.500, 10.000): it overlaps b by 0.500 in"
    )
    assert (
        str(leg_problem(here, enemy, leg((10, 10), (14, 10)))) == "a cannot pass: it overlaps b by 1.000 in"
    )
    assert leg_problem(here, enemy, leg((10, 10), (11, 10))) is None


@pytest.mark.parametrize(("end", "legal"), [(10.0, True), (10.003, False)])
def test_the_smallest_move_into_another_base_is_refused_but_not_a_turn_on_the_spot(end, legal):
    here, friend = open_table(standing_piece("b", 10.994, 10)), motion(occupied=("b",))
    assert (leg_problem(here, friend, leg((10, 10), (end, 10))) is None) == legal


def test_a_flying_move_minds_only_its_end():
    here = open_table(block("rock", 11, 8, 12, 12), standing_piece("b", 13, 10))
    rules = motion(blocked=("rock",), hindering=("b",), flying=True, allowance=12.0)
    assert leg_problem(here, rules, leg((10, 10), (16, 10))) is None
    assert "overlaps rock" in str(leg_problem(here, rules, leg((10, 10), (11.5, 10))))
    assert "overlaps b" in str(leg_problem(here, rules, leg((10, 10), (13.5, 10))))


def test_no_base_leaves_the_table():
    words = str(leg_problem(open_table(), motion(allowance=12.0), leg((10, 10), (0.3, 10))))
    assert words == "a cannot pass: it extends 0.200 in over the table edge"


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        (EndNear(("b", "c"), 2.0), (13, 10), (12.9, 10)),
        (EndApart(("b",), 3.0), (12, 10), (12.1, 10)),
        (EndNearer("b"), (10.5, 10), (9.5, 10)),
        (EndInZone((((9, 5), (13, 5), (13, 15), (9, 15)),)), (13, 10), (13.1, 10)),
        (EndInZone((((9, 5), (13, 5), (13, 15), (9, 15)),), wholly=True), (12.5, 10), (12.6, 10)),
    ],
)
def test_end_rules(rule, good, bad):
    here = open_table(standing_piece("b", 16, 10), standing_piece("c", 30, 30))
    assert leg_problem(here, motion(ends=(rule,)), leg((10, 10), good)) is None
    assert leg_problem(here, motion(ends=(rule,)), leg((10, 10), bad)) is not None


def swarm():
    here = make_table(
        standing_piece("lead", 20, 14),
        standing_piece("b", 27, 14.5),
        standing_piece("c", 29, 14.5),
        standing_piece("d", 40, 40),
        width=72,
    )
    ids = ("lead", "b", "c", "d")
    motions = [motion(i, 6.0, here.piece(i).xy, occupied=tuple(o for o in ids if o != i)) for i in ids]
    return here, motions


def test_followers_end_near_the_leader_or_chained_to_one_who_has_ended():
    here, motions = swarm()
    link = GroupLink("lead", 6.0, 1.0)
    lead = leg((20, 14), (20, 20), piece="lead")
    b = leg((27, 14.5), (27, 20), piece="b")
    assert group_problem(here, motions, [lead, b, leg((29, 14.5), (29, 20), piece="c")], link) is None
    words = str(group_problem(here, motions, [lead, b, leg((29, 14.5), (29.2, 20), piece="c")], link))
    assert words == (
        "c ends 8.20 in from lead, but at most 6 in is allowed"
        " (1.20 in from the nearest member in coherency, where at most 1 in is allowed)"
    )
    assert group_problem(here, motions, [lead, leg((29, 14.5), (29, 20), piece="c"), b], link) is not None


def test_the_leader_moves_first_and_everybody_once():
    here, motions = swarm()
    lead, b = leg((20, 14), (20, 20), piece="lead"), leg((27, 14.5), (26, 20), piece="b")
    link = GroupLink("lead", 6.0, 1.0)
    assert str(group_problem(here, motions, [b, lead], link)) == "lead leads the group and must move before b"
    assert str(group_problem(here, motions, [lead, b, b], link)) == "b moves twice"
    assert "is not in the group" in str(group_problem(here, motions, [leg((0, 0), piece="x")], link))


def test_one_who_stays_breaks_no_rule_but_is_in_the_way():
    here, motions = swarm()
    lead = leg((20, 14), (20, 20), piece="lead")
    assert group_problem(here, motions, [lead], GroupLink("lead", 6.0, 1.0)) is None
    onto = [lead, leg((29, 14.5), (27.4, 14.5), piece="c")]
    assert "overlaps b" in str(group_problem(here, motions, onto, None))


def test_a_member_may_take_the_place_that_another_one_leaves_later():
    here, motions = swarm()
    c, b = leg((29, 14.5), (27, 14.5), piece="c"), leg((27, 14.5), (25, 14.5), piece="b")
    assert group_problem(here, motions, [c, b], None) is None


def test_a_link_without_chain_is_a_star():
    here, motions = swarm()
    legs = [leg((20, 14), (20, 20), piece="lead"), leg((27, 14.5), (27, 20), piece="b")]
    assert group_problem(here, motions, legs, GroupLink("lead", 6.0)) is None
    far = [*legs, leg((29, 14.5), (29, 20), piece="c")]
    assert str(group_problem(here, motions, far, GroupLink("lead", 6.0))) == (
        "c ends 8.00 in from lead, but at most 6 in is allowed"
    )
