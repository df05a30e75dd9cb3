"""Bases that are not round drive and turn: what they sweep over, what it costs, and how it is planned."""

from __future__ import annotations

import pytest

from battlesim.rulings.hull_drives import moving_hull, planned_drive
from battlesim.rulings.movement import (
    EndInZone,
    Leg,
    Motion,
    leg_cost,
    leg_near,
    leg_problem,
    leg_toward,
    suggest_group_legs,
)
from battlesim.rulings.piece_placement import (
    PiecePlacement,
    PlacementArea,
    placement_problem,
    placements_near,
)
from battlesim.table.pieces import Hull, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece
from benchmarks.brute_hulls import difference

HULL = Hull("rectangle", 4.0, 2.0)


def tank(x: float, y: float, facing: float = 0.0) -> Piece:
    """A tank, 4 in long and 2 in wide."""
    return standing_piece("t", x, y, facing=facing, radius=HULL.circumradius, shape=HULL)


def motion(table: Table, allowance: float = 12.0, **more: object) -> Motion:
    """The motion of the tank among all terrain and pieces of a table."""
    own = table.pieces["t"]
    others = tuple(key for key in table.pieces if key != "t")
    return Motion(
        "t",
        own.radius,
        allowance,
        starts=((own.xy,),),
        blocked=tuple(terrain.id for terrain in table.ground.terrain),
        hindering=others,
        **more,  # type: ignore[arg-type]
    )


def problem(
    table: Table, *path: tuple[float, float], facing: float | None = None, inches: float = 12.0
) -> str:
    """Why the tank cannot drive along a path, "" if it can."""
    return str(leg_problem(table, motion(table, inches), Leg("t", path, facing)) or "")


def alley(width: float) -> tuple[Terrain, Terrain]:
    """Two walls along y = 10 with room between them."""
    return block("north", 4, 10 + width / 2, 16, 20), block("south", 4, 0, 16, 10 - width / 2)


@pytest.mark.parametrize("seed", range(30))
def test_drives_and_placements_are_those_of_brute_force(seed: int) -> None:
    assert difference(seed)[1] == ""


def test_a_tank_drives_through_an_opening_as_wide_as_itself() -> None:
    wide, narrow = make_table(tank(2, 10), *alley(2.0)), make_table(tank(2, 10), *alley(1.9))
    assert problem(wide, (2, 10), (14, 10)) == ""
    assert "overlaps north" in problem(narrow, (2, 10), (14, 10))


def test_a_round_base_in_its_way_is_named() -> None:
    table = make_table(tank(5, 10), standing_piece("f", 10, 11.4))
    assert "overlaps f" in problem(table, (5, 10), (15, 10))
    assert problem(make_table(tank(5, 10), standing_piece("f", 10, 11.6)), (5, 10), (15, 10)) == ""


def test_the_edge_of_the_table_stops_its_corners() -> None:
    table = make_table(tank(2.0, 10, 270))
    assert "over the table edge" in problem(table, (2, 10), (2, 1.5), facing=270)
    assert problem(table, (2, 10), (2, 2.0), facing=270) == ""


def test_a_turn_on_the_spot_sweeps_its_corners() -> None:
    table = make_table(tank(10, 10), block("post", 11.4, 11.4, 13, 13))
    assert "cannot turn at" in problem(table, (10, 10), facing=90)
    far = make_table(tank(10, 10), block("post", 11.6, 11.6, 13, 13))
    assert problem(far, (10, 10), facing=90) == ""


def test_a_turn_goes_the_other_way_round_where_that_is_free() -> None:
    table = make_table(tank(10, 10, 45), block("post", 9.5, 12.05, 10.5, 14))
    assert problem(table, (10, 10), facing=100.0) != "" and problem(table, (10, 10), facing=315.0) == ""


def test_driving_backward_costs_twice_where_there_is_no_room_to_turn() -> None:
    table = make_table(tank(14, 10, 0), *alley(2.4))
    back = Leg("t", ((14, 10), (8, 10)), 0.0)
    assert leg_cost(table, motion(table), back) == pytest.approx(12.0)
    assert problem(table, *back.path, facing=0.0) == ""
    assert "6.10 for driving backward" in problem(table, (14, 10), (7.9, 10), facing=0.0).replace(" in", "")


def test_it_turns_and_drives_forward_where_there_is_room() -> None:
    table = make_table(tank(24, 10, 0))
    leg = Leg("t", ((24, 10), (12, 10)), 0.0)
    drive = planned_drive(table, motion(table), leg, moving_hull(table, motion(table)) or HULL)
    assert drive.backward == (False,) and drive.extra == 0.0


def test_a_plan_backs_out_of_an_alley_and_keeps_its_facing() -> None:
    table = make_table(tank(14, 10, 0), *alley(2.4))
    leg = leg_toward(table, motion(table), (2, 10))
    assert leg is not None and leg.facing == 0.0
    assert leg.end == pytest.approx((8.0, 10.0), abs=0.11)


def test_a_plan_turns_wide_of_a_corner() -> None:
    table = make_table(tank(4, 4, 0), block("house", 6, 6, 14, 14))
    found = leg_near(table, motion(table, 40.0), [(17, 17)])
    assert found.leg is not None and found.leg.end == (17, 17)
    assert leg_problem(table, motion(table, 40.0), found.leg) is None


def test_a_plan_goes_as_far_as_it_gets_and_a_refusal_says_what_is_hit() -> None:
    table = make_table(tank(20, 30), block("house", 30, 20, 40, 40))
    (leg,) = suggest_group_legs(table, [motion(table)], None, (34, 30))
    assert leg.end == pytest.approx((28.0, 30.0), abs=0.3)
    assert "overlaps house" in problem(table, (20, 30), (29, 30), facing=0)


def test_it_ends_wholly_in_a_zone_with_all_corners() -> None:
    zone = (((8.0, 8.0), (16.0, 8.0), (16.0, 12.0), (8.0, 12.0)),)
    table = make_table(tank(4, 10))
    inside = motion(table, ends=(EndInZone(zone, wholly=True),))
    assert leg_problem(table, inside, Leg("t", ((4, 10), (10, 10)), 0.0)) is None
    assert leg_problem(table, inside, Leg("t", ((4, 10), (9.9, 10)), 0.0)) is not None


def test_it_is_placed_by_its_outline() -> None:
    own, area = tank(0, 0), PlacementArea(blocked=("house",))
    table = make_table(block("house", 10, 0, 20, 20))
    words = [
        str(placement_problem(table, area, {"t": own}, [PiecePlacement("t", 8.9, 5.0, facing)]))
        for facing in (90.0, 0.0)
    ]
    assert words[0] == "" and "overlaps house" in words[1]
    (spot,) = placements_near(table, area, [own], (9.5, 5.0))
    assert spot.x == pytest.approx(7.76, abs=0.01)


def test_a_plan_pulls_out_before_it_turns_where_a_turn_on_the_spot_hits_something() -> None:
    table = make_table(tank(10, 10, 350), block("wreck", 4, 6, 8.5, 9.1))
    assert "wreck" in problem(table, (10, 10), (20, 10), facing=0)
    leg = leg_toward(table, motion(table), (40, 10))
    assert leg is not None and leg.end[0] > 21.0
