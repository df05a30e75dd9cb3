"""Craft at the edges: where they fly and land, and which may leave the table."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.core.objectives import Objectives
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import VehicleRule
from battlesim.rulesets.alien_invasion.vehicles.flight import (
    flight_decision,
    fly,
    landing_problem,
    place_in_the_air,
    roof_below,
    why_cannot_land,
)
from battlesim.rulesets.alien_invasion.vehicles.leaving import leave, may_leave
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Off, OnTable
from tests.rules.alien_invasion import test_flight
from tests.rules.alien_invasion.field import aboard, battle, daleks, group, perform, terrain, vehicle
from tests.rules.alien_invasion.test_vehicles import crewed

FLIES = pytest.mark.rule("MT-VEH-07", "MT-VEH-08", "MT-VEH-09", "MT-GAP-18")
LEAVES = pytest.mark.rule("MT-SCN-02")


def flying(x=10.0, y=10.0, z=12.0, **more):
    return test_flight.crewed(x, y, z, **more)


@FLIES
@pytest.mark.parametrize("point", [(0.1, 0.1), (71.9, 0.1), (71.9, 47.9), (0.1, 47.9)])
def test_a_craft_flies_to_every_corner(point):
    assert flight_decision(flying(), "a").check(flying(), point) is None


@FLIES
@pytest.mark.parametrize(("point", "moves"), [((10, 10), 0), ((11, 10), 1), ((10, 10.5), 1)])
def test_a_flight_to_where_it_is_moves_nothing(point, moves):
    done = perform(flying(), lambda play: fly(play, "a"), {"flight": point})
    assert len(done.events_of(PiecesMoved)) == moves and done.piece("heli").xy == point


@FLIES
@pytest.mark.parametrize(
    ("point", "facing"),
    [
        ((20, 10), 0.0),
        ((10, 20), 90.0),
        ((0, 10), 180.0),
        ((10, 0), 270.0),
        ((10, 10), 45.0),
        ((20, 9.9), 359.427),
        ((20, 9.99999), 0.0),
    ],
)
def test_a_craft_faces_along_its_flight(point, facing):
    state = flying(facing=45.0)
    at = place_in_the_air(state, state.table.piece("heli"), point)
    assert (at.x, at.y, at.facing, at.z) == (*point, pytest.approx(facing), 12.0)


@FLIES
@pytest.mark.parametrize(
    ("ground", "roof"),
    [
        ((), ""),
        ((terrain("building", 25, 15, 35, 25, "h"),), "h"),
        ((terrain("building", 26, 18.5, 34, 21.5, "h"),), "h"),
        ((terrain("building", 26.1, 15, 35, 25, "h"),), ""),
        ((terrain("building", 25, 15, 33.9, 25, "h"),), ""),
        ((terrain("building", 25, 18.6, 35, 25, "h"),), ""),
        ((terrain("building", 25, 15, 35, 21.4, "h"),), ""),
        ((terrain("scrub", 25, 15, 35, 25, "s"),), ""),
        ((terrain("building", 5, 5, 9, 9, "g"), terrain("building", 25, 15, 35, 25, "h")), "h"),
    ],
)
def test_a_craft_is_over_a_roof_with_its_whole_hull(ground, roof):
    state = flying(30.0, 20.0, ground=ground)
    assert roof_below(state, state.table.piece("heli")) == roof


@FLIES
def test_all_sides_of_the_hull_must_be_over_the_roof():
    ring = (
        (25.0, 15.0),
        (35.0, 15.0),
        (35.0, 25.0),
        (30.5, 25.0),
        (30.5, 21.0),
        (29.5, 21.0),
        (29.5, 25.0),
        (25.0, 25.0),
    )
    house = msgspec.structs.replace(terrain("building", 25, 15, 35, 25, "h"), rings=(ring,))
    state = flying(30.0, 20.0, ground=[house])
    assert roof_below(state, state.table.piece("heli")) == ""


@FLIES
@pytest.mark.parametrize(
    ("ground", "others", "fine"),
    [
        ((), (), True),
        ((terrain("scrub", 33, 18, 40, 22),), (), False),
        ((terrain("wall", 33, 18, 33.2, 22),), (), False),
        ((), (daleks("d", (30, 23.25)),), True),
        ((), (daleks("d", (30, 23.2)),), False),
        ((), (group("b", (30, 22.1)),), True),
        ((), (group("b", (30, 21.9)),), False),
        ((), (vehicle("car", 30, 24), aboard(daleks("d", (0, 0)), "car")), True),
        ((), (vehicle("car", 30, 23.7), aboard(daleks("d", (0, 0)), "car")), False),
        ((), (vehicle("car", 30, 23),), True),
    ],
)
def test_where_a_craft_lands(ground, others, fine):
    state = flying(30.0, 20.0, ground=ground, others=others)
    assert (landing_problem(state, state.table.piece("heli"), "unit") == "") is fine
    assert (why_cannot_land(state, "a") == "") is fine


@FLIES
def test_the_vehicle_of_enemies_is_named():
    others = vehicle("car", 30, 23.7), aboard(daleks("d", (0, 0)), "car")
    assert "from car" in str(why_cannot_land(flying(30.0, 20.0, others=others), "a"))


@FLIES
@pytest.mark.parametrize(("on", "fine"), [("", True), ("building", False)])
def test_on_a_roof_only_those_up_there_are_in_the_way(on, fine):
    house = terrain("building", 25, 15, 35, 25)
    state = flying(30.0, 20.0, ground=[house], others=[group("b", (30, 20))])
    height = house.height if on else 0.0
    state = state.with_table(state.table.with_place("b1", OnTable(30, 20, 0.0, height, on)))
    assert (why_cannot_land(state, "a") == "") is fine


@FLIES
def test_what_cannot_start_does_not_land():
    rule = VehicleRule("heli", drivers=("dalek",))
    assert why_cannot_land(flying(vehicles=(rule,)), "a") == "others drive it"


@LEAVES
@pytest.mark.parametrize(
    ("state", "may"),
    [
        (flying(vehicles=(VehicleRule("heli", leaves=True),)), True),
        (flying(z=0.0, vehicles=(VehicleRule("heli", leaves=True),)), False),
        (flying(vehicles=(VehicleRule("heli", leaves=False),)), False),
        (flying(vehicles=(VehicleRule("heli"),)), False),
        (flying(), False),
        (crewed(vehicles=(VehicleRule("car", leaves=True),)), False),
        (battle(group("a", (10, 10))), False),
    ],
)
def test_which_craft_may_leave_the_table(state, may):
    assert may_leave(state, "a") is may


@LEAVES
def test_a_craft_leaves_with_all_who_are_in_it():
    state = flying(vehicles=(VehicleRule("heli", leaves=True),), objectives=Objectives())
    done = perform(state, lambda play: leave(play, "a"))
    assert done.state.game.objectives.flags == ("heli_left",)
    assert [done.piece(key).place for key in ("heli", "a1", "a4")] == [Off("left")] * 3
