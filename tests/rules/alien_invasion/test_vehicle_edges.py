"""Vehicles and craft at the edges: who starts them, what ends a drive, who is rammed."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.actions.card import action_options
from battlesim.rulesets.alien_invasion.core.objectives import Objectives
from battlesim.rulesets.alien_invasion.core.state import Alliance, LockedCombat, Pacts
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import VehicleRule
from battlesim.rulesets.alien_invasion.vehicles.decisions import (
    drive_preview,
    flight_preview,
    vehicle_decisions,
)
from battlesim.rulesets.alien_invasion.vehicles.driving import (
    drive,
    drive_decision,
    longest_drive,
    turn_decision,
    why_cannot_start,
)
from tests.rules.alien_invasion import test_flight
from tests.rules.alien_invasion.field import aboard, battle, daleks, group, left, perform, terrain, vehicle
from tests.rules.alien_invasion.test_vehicles import SCRUB, crewed, driven, farthest, place

STARTS = pytest.mark.rule(
    "MT-VEH-01",
    "MT-VEH-02",
    "MT-VEH-03",
    "MT-VEH-07",
    "MT-VEH-08",
    "MT-VEH-09",
    "MT-GAP-14",
    "MT-GAP-17",
    "MT-GAP-18",
)
DRIVES = pytest.mark.rule("MT-VEH-01", "MT-VEH-02", "MT-GAP-14", "MT-GAP-17")
PREVIEWS = pytest.mark.rule("MT-GAP-14", "MT-GAP-17", "MT-GAP-18", "MT-VEH-08")
FLAG = Objectives(flags=("repaired",))


def flying(x=10.0, y=10.0, z=12.0, **more):
    return test_flight.crewed(x, y, z, **more)


@STARTS
@pytest.mark.parametrize(
    ("rule", "more", "why"),
    [
        (None, {}, ""),
        (VehicleRule("car"), {}, ""),
        (VehicleRule("car", after="repaired"), {}, "it must be repaired first"),
        (VehicleRule("car", after="repaired"), {"objectives": FLAG}, ""),
        (VehicleRule("other", after="repaired"), {}, ""),
        (VehicleRule("car", drivers=("dalek",)), {}, "others drive it"),
        (VehicleRule("car", drivers=("dalek", "unit")), {}, ""),
        (None, {"combats": (LockedCombat(1, ("a", "d")),)}, "it is locked in a fight"),
        (None, {"combats": (LockedCombat(1, ("b", "d")),)}, ""),
    ],
)
def test_why_a_vehicle_cannot_start(rule, more, why):
    others = group("b", (50, 40)), daleks("d", (60, 40))
    state = crewed(others=others, vehicles=(rule,) if rule else (), **more)
    assert why_cannot_start(state, "a") == why
    assert [decision.what for decision in vehicle_decisions(state, "a")] == ([] if why else ["drive"])


@STARTS
def test_one_group_in_a_fight_holds_all_in_the_vehicle():
    combat = LockedCombat(1, ("b", "d"))
    both = aboard(group("b", (0, 0)), "car")
    state = crewed(others=[both, daleks("d", (18, 24))], combats=(combat,))
    assert why_cannot_start(state, "a") == "it is locked in a fight"


@STARTS
def test_those_on_foot_start_nothing():
    state = battle(group("a", (20, 20)), vehicle("car", 20, 24))
    assert why_cannot_start(state, "a") == "nobody is in a vehicle to drive it"
    assert list(vehicle_decisions(state, "a")) == []
    assert not keys(state) & {"drive", "take_off", "fly", "land", "leave"}


def keys(state, id="a"):
    """The actions of a group that are shown."""
    return {option.key for option in action_options(state, id)}


@STARTS
@pytest.mark.parametrize(
    ("state", "shown", "asked"),
    [
        (crewed(), {"drive"}, ["drive"]),
        (flying(z=0.0), {"take_off"}, []),
        (flying(), {"fly", "land"}, ["flight"]),
    ],
)
def test_what_is_done_with_each_kind_of_vehicle(state, shown, asked):
    assert keys(state) & {"drive", "take_off", "fly", "land", "leave"} == shown
    assert [decision.what for decision in vehicle_decisions(state, "a")] == asked


WALL = terrain("wall", 30, 20, 30.2, 28)


@DRIVES
@pytest.mark.parametrize(
    ("kind", "ground", "others", "end"),
    [
        ("car", (), (), 69.5),
        ("jeep", (SCRUB,), (), 30),
        ("car", (SCRUB,), (), 27.5),
        ("jeep", (WALL,), (), 27.5),
        ("car", (), (vehicle("other", 40, 24),), 35),
        ("car", (), (vehicle("other", 40, 26.6),), 69.5),
        ("car", (), (vehicle("other", 40, 24, 90.0, side="dalek"),), 36.25),
        ("car", (), (daleks("d", (40, 24)),), 36.75),
        ("car", (), (daleks("d", (40, 26.1)),), 69.5),
        ("car", (), (group("b", (40, 24)),), 69.5),
        ("car", (), (group("p", (40, 24), side="civilian"),), 37),
        ("car", (), (group("h", (40, 24), side="hatchling"),), 36.75),
    ],
)
def test_what_ends_a_drive(kind, ground, others, end):
    assert farthest(crewed(kind, ground=ground, others=others))[0] == pytest.approx(end)


@DRIVES
@pytest.mark.parametrize(
    ("kind", "what"), [("wall", "obstacle"), ("wire_fence", "barrier"), ("scrub", "feature")]
)
def test_a_barrier_that_is_closed_is_an_obstacle(kind, what):
    state = crewed("jeep", ground=[terrain(kind, 30, 20, 30.2, 28)])
    assert longest_drive(state, state.table.piece("car"), "unit").ended == what


@DRIVES
@pytest.mark.parametrize(("value", "end"), [("unlimited", 69.5), ("16", 26), ("24", 34), ("32", 42)])
@pytest.mark.option("vehicle_move_cap_in", "unlimited", "16", "24", "32")
def test_the_limit_of_a_drive_by_option(value, end):
    assert farthest(crewed(options={"vehicle_move_cap_in": value})) == (end, 24)


@DRIVES
def test_enemies_in_a_vehicle_are_met_as_that_vehicle():
    inside = vehicle("other", 40, 24), aboard(daleks("d", (0, 0)), "other")
    found = longest_drive(crewed(others=inside), crewed(others=inside).table.piece("car"), "unit")
    assert (found.ended, found.by) == ("obstacle", ("other",))


ALLIES = Pacts((Alliance(("unit", "mib")),))


@DRIVES
@pytest.mark.parametrize(("pacts", "end", "y"), [(ALLIES, 69.5, 25.75), (Pacts(), 27, 24.6)])
def test_allies_are_pushed_aside_and_others_end_the_drive(pacts, end, y):
    state = crewed(others=[group("m", (30, 24.6), side="mib")], pacts=pacts)
    assert farthest(state)[0] == end
    done = driven(state, (min(end, 30), 24))
    assert done.piece("m1").xy == pytest.approx((30, y), abs=0.01)


@pytest.mark.rule("MT-VEH-02", "MT-GAP-17")
@pytest.mark.parametrize(
    ("other", "pacts", "turns"),
    [
        ((), Pacts(), True),
        ((daleks("d", (10, 26)),), Pacts(), False),
        ((group("b", (10, 26)),), Pacts(), True),
        ((group("m", (10, 26), side="mib"),), Pacts(), False),
        ((group("m", (10, 26), side="mib"),), ALLIES, True),
        ((group("p", (10, 26), side="civilian"),), Pacts(), False),
        ((vehicle("other", 10, 26.6),), Pacts(), False),
    ],
)
def test_what_stands_in_the_way_of_a_turn(other, pacts, turns):
    state = crewed(others=other, pacts=pacts)
    refused = turn_decision(state, state.table.piece("car"), "unit").check(state, 90.0)
    assert (refused is None) is turns


@pytest.mark.rule("MT-VEH-02")
@pytest.mark.parametrize(
    ("kind", "terrains", "turns"), [("car", "scrub", False), ("jeep", "scrub", True), ("jeep", "wall", False)]
)
def test_a_hull_is_not_turned_into_what_it_cannot_enter(kind, terrains, turns):
    state = crewed(kind, ground=[terrain(terrains, 9, 26, 11, 26.2)])
    refused = turn_decision(state, state.table.piece("car"), "unit").check(state, 90.0)
    assert (refused is None) is turns


@DRIVES
@pytest.mark.parametrize(("x", "end"), [(10.0, 10.0), (10.0075, 10.0), (10.015, 10.015), (30.0, 30.0)])
def test_a_drive_of_nothing_moves_nothing(x, end):
    assert driven(crewed(), (x, 24)).piece("car").xy[0] == end


RAM = {"ramming": "2d6_per_figure_touched"}


@pytest.mark.rule("MT-GAP-17", "MT-VEH-01", "MT-VEH-02")
@pytest.mark.parametrize(
    ("others", "x", "dice"),
    [
        ((daleks("d", (30, 24)),), 26.75, 2),
        ((daleks("d", (30, 23.2), (30, 24.8)),), 26.75, 4),
        ((daleks("d", (30, 23.2), (30, 24.8), (40, 24)),), 26.75, 4),
        ((daleks("d", (30, 24)),), 20, 0),
        ((vehicle("other", 30, 24),), 25, 0),
        ((daleks("d", (30, 24), (32, 30)), daleks("e", (40, 24))), 26.75, 2),
        ((group("p", (30, 24), side="civilian"),), 27, 0),
    ],
)
def test_each_figure_that_is_touched_at_the_end_adds_two_dice(others, x, dice):
    done = driven(crewed(others=others, options=RAM), (x, 24), dice=[1] * dice)
    assert [len(roll.dice) for roll in done.decisions_with_key("dice")] == [dice] * bool(dice)


@pytest.mark.rule("MT-GAP-17")
@pytest.mark.parametrize(("dice", "survivors"), [([6, 6, 6, 6], 1), ([6, 6, 6, 5], 2)])
def test_the_dice_of_a_collision_are_one_total(dice, survivors):
    state = crewed(others=[daleks("d", (30, 23.2), (30, 24.8))], options=RAM)
    assert left(driven(state, (26.75, 24), dice=dice), "d") == survivors


def rows(preview):
    return {str(row.label): str(row.value) for row in preview.rows}


@PREVIEWS
@pytest.mark.parametrize(
    ("others", "options", "point", "shown"),
    [
        ((), RAM, (22.345, 24), {"Drive": "12.3 in"}),
        (
            (daleks("d", (30, 24)),),
            RAM,
            (26.75, 24),
            {"Drive": "16.8 in, ended by d1", "Rams": "2D6, 7 on average"},
        ),
        (
            (daleks("d", (30, 23.2), (30, 24.8)),),
            RAM,
            (26.75, 24),
            {"Drive": "16.8 in, ended by d1", "Rams": "4D6, 14 on average"},
        ),
        ((daleks("d", (30, 24)),), RAM, (20, 24), {"Drive": "10.0 in"}),
        ((daleks("d", (30, 24)),), {}, (26.75, 24), {"Drive": "16.8 in, ended by d1"}),
        (
            (daleks("d", (30, 23.2)), daleks("e", (30, 24.8))),
            RAM,
            (26.75, 24),
            {"Drive": "16.8 in, ended by d1", "Rams": "2D6, 7 on average"},
        ),
        ((group("p", (30, 24), side="civilian"),), RAM, (27, 24), {"Drive": "17.0 in, ended by p1"}),
        ((vehicle("other", 30, 24),), RAM, (25, 24), {"Drive": "15.0 in, ended by other"}),
        ((), {"vehicle_move_cap_in": "16", **RAM}, (26, 24), {"Drive": "16.0 in"}),
    ],
)
def test_the_card_of_a_drive(others, options, point, shown):
    state = crewed(others=others, options=options)
    assert rows(drive_preview(state, "a", point)) == shown


@PREVIEWS
@pytest.mark.parametrize(
    ("point", "shown"),
    [
        ((20.26, 10), {"Flight": "10.3 in", "Landing": "room for it"}),
        ((10, 20), {"Flight": "10.0 in", "Landing": ""}),
    ],
)
def test_the_card_of_a_flight(point, shown):
    found = rows(flight_preview(flying(ground=[terrain("scrub", 9, 19, 11, 21)]), "a", point))
    assert found["Flight"] == shown["Flight"]
    assert (found["Landing"] == "room for it") is bool(shown["Landing"])
    assert found["Landing"]


@DRIVES
def test_a_drive_is_along_the_facing_and_its_turn_follows():
    done = perform(crewed(), lambda play: drive(play, "a"), {"drive": (40, 24), "turn": 30.0})
    assert place(done.state, "car") == (40, 24, 30)
    assert drive_decision(done.state, "a").check(done.state, (50, 24))
