"""Vehicles on the table, in the air and with others aboard: who is where, and who is reached."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.core.lookups import LEFT, UNDERGROUND
from battlesim.rulesets.alien_invasion.core.state import Alliance, Pacts
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import VehicleRule
from battlesim.rulesets.alien_invasion.core.vehicles import (
    acting_group,
    as_placed,
    carrier_of,
    enemies_aboard,
    exposed_bases,
    groups_aboard,
    is_airborne,
    is_vehicle,
    landed_vehicles,
    vehicle_kind,
    vehicle_rule,
    vehicle_with,
    vehicles_on_table,
    weapons_of,
)
from battlesim.rulesets.alien_invasion.core.whereabouts import below_marker_id, point_below, where_it_is
from battlesim.table.pieces import Marker, Off, OnTable
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    daleks,
    group,
    off,
    pair,
    terrain,
    vehicle,
)

pytestmark = pytest.mark.rule(
    *("MT-SHT-01", "MT-HTH-01", "MT-GAP-16", "MT-GAP-18", "MT-GAP-27", "MT-GAP-40", "MT-VIC-03"),
    *("MT-VEH-01", "MT-VEH-02", "MT-VEH-07", "MT-VEH-08", "MT-TER-14", "MT-GAP-21", "MT-MOV-10"),
    *("MT-AUTO-02", "MT-AUTO-03", "MT-GAP-17", "MT-GAP-14", "MT-GAP-22"),
)
LOST = Off("lost")
MAN, FOE = group("a", (10, 10)), daleks("d", (60, 40))
CAR, CRAFT = vehicle("car", 30, 20), vehicle("heli", 50, 20, kind="helicopter")


def flying(own, height=12.0):
    unit, (piece,) = own
    x, y = piece.xy
    return unit, (msgspec.structs.replace(piece, place=OnTable(x, y, 0.0, height)),)


@pytest.mark.parametrize(
    ("height", "airborne"), [(0.0, False), (0.0000001, False), (0.5, True), (12.0, True)]
)
def test_a_craft_above_the_ground_is_in_the_air(height, airborne):
    state = battle(MAN, FOE, CAR, flying(CRAFT, height))
    heli = state.table.piece("heli")
    assert is_airborne(state, heli) is airborne and is_vehicle(heli)
    assert [piece.id for piece in vehicles_on_table(state)] == ["car", "heli"]
    assert [piece.id for piece in landed_vehicles(state)] == ["car"] + ["heli"] * (not airborne)


def test_a_craft_on_a_roof_or_off_the_table_is_not_in_the_air():
    roof = msgspec.structs.replace(terrain("building", 40, 10, 60, 30), height=6.0, traits=("flat_roof",))
    state = battle(MAN, FOE, CRAFT, off(CAR, LEFT), ground=[roof])
    up = state.with_table(state.table.with_place("heli", OnTable(50, 20, 0.0, 6.0, "building")))
    assert not is_airborne(up, up.table.piece("heli")) and not is_airborne(up, up.table.piece("car"))
    assert [piece.id for piece in vehicles_on_table(up)] == ["heli"]


def test_who_rides_in_what():
    own = (aboard(group("a", (0, 0), (0, 0)), "car"), aboard(pair("m", (0, 0)), "car"), FOE, CAR, CRAFT)
    state = battle(*own)
    assert groups_aboard(state, "car") == ("a", "m") and groups_aboard(state, "heli") == ()
    assert [vehicle_with(state, key) and vehicle_with(state, key).id for key in ("a", "m", "d")] == [
        *("car", "car", None),
    ]
    found = [carrier_of(state, key) for key in ("a1", "d1", "nobody", "car")]
    assert [piece and piece.id for piece in found] == ["car", None, None, None]
    dead = state.with_table(state.table.with_place("a1", LOST))
    assert vehicle_with(dead, "a").id == "car"
    assert as_placed(state.table, state.table.piece("a1")).xy == (30, 20)
    assert as_placed(state.table, state.table.piece("d1")).xy == (60, 40)


def test_those_in_a_craft_that_has_left_are_nowhere():
    state = battle(aboard(MAN, "car"), FOE, off(CAR, LEFT), off(daleks("x", (1, 1)), UNDERGROUND))
    table = state.table
    assert as_placed(table, table.piece("a1")) is None and as_placed(table, table.piece("x1")) is None
    lost = battle(aboard(MAN, "nothing"), FOE).table
    assert as_placed(lost, lost.piece("a1")) is None


@pytest.mark.parametrize(
    ("side", "pacts", "found"),
    [
        ("unit", (), ["m1"]),
        ("mib", (), ["a1"]),
        ("dalek", (), ["a1", "m1"]),
        ("dalek", (Alliance(("unit", "dalek")),), ["m1"]),
        ("unit", (Alliance(("unit", "mib")),), []),
    ],
)
def test_the_enemies_in_a_vehicle(side, pacts, found):
    own = (aboard(MAN, "car"), aboard(pair("m", (0, 0)), "car"), FOE, CAR)
    state = battle(*own, pacts=Pacts(pacts))
    assert [piece.id for piece in enemies_aboard(state, "car", side)] == found


@pytest.mark.rule("MT-GAP-51", "MT-GAP-79")
def test_which_figures_a_blast_can_reach():
    own = [
        *(MAN, off(group("b", (1, 1)), UNDERGROUND), off(group("c", (1, 1)), LOST), FOE),
        *(CAR, aboard(pair("m", (0, 0)), "car"), flying(CRAFT), aboard(group("e", (0, 0)), "heli")),
        *(
            vehicle("jeep", 5, 40, kind="jeep"),
            off(vehicle("away", 5, 5), LEFT),
            aboard(group("f", (0, 0)), "away"),
        ),
    ]
    state = battle(*own)
    found = [(figure.id, base.id) for figure, base in exposed_bases(state)]
    assert found == [("a1", "a1"), ("d1", "d1"), ("m1", "car")]


def test_a_landed_craft_is_reached_and_a_man_on_a_hill_is_no_craft():
    state = battle(MAN, FOE, CRAFT, aboard(group("e", (0, 0)), "heli"))
    high = state.with_table(state.table.with_place("a1", OnTable(10, 10, 0.0, 12.0)))
    assert [(figure.id, base.id) for figure, base in exposed_bases(high)] == [
        *(("a1", "a1"), ("d1", "d1"), ("e1", "heli")),
    ]


def test_the_group_that_acts_for_a_piece():
    state = battle(aboard(MAN, "car"), aboard(pair("m", (0, 0)), "car"), FOE, CAR, CRAFT)
    pieces = state.table.pieces
    assert [acting_group(state, pieces[key]) for key in ("car", "heli", "a1", "d1")] == [
        *("a", "heli crew", "a", "d"),
    ]


@pytest.mark.rule("MT-VEH-06", "MT-GAP-15")
def test_the_rule_of_a_scenario_for_one_vehicle():
    rules = (VehicleRule("heli", drivers=("unit",)), VehicleRule("car", weapons=("machine_gun", "tank_gun")))
    state = battle(MAN, FOE, CAR, CRAFT, vehicle("jeep", 5, 40, kind="jeep"), vehicles=rules)
    found = [vehicle_rule(state, key) for key in ("car", "heli", "jeep")]
    assert found == [rules[1], rules[0], None]
    pieces = state.table.pieces
    assert [weapon.dice for weapon in weapons_of(state, pieces["car"])] == [2, 12]
    assert weapons_of(state, pieces["heli"]) == [] == weapons_of(state, pieces["jeep"])
    assert vehicle_kind(state, pieces["heli"]).drivers == ("unit",)
    assert vehicle_kind(state, pieces["jeep"]).goes == ("scrub", "rubble", "wire_fence")


@pytest.mark.rule("MT-SET-11", "MT-GAP-70", "MT-SHT-08", "MT-GAP-82")
def test_where_a_figure_is():
    below = off(group("b", (1, 1)), UNDERGROUND)
    marker = Marker(below_marker_id("b"), "below", 33, 7)
    state = battle(MAN, below, aboard(pair("m", (0, 0)), "car"), CAR, FOE, markers=[marker])
    pieces = state.table.pieces
    assert [where_it_is(state, pieces[key]).xy for key in ("a1", "b1", "m1")] == [(10, 10), (33, 7), (30, 20)]
    assert point_below(state, "b") == (33, 7)
    with pytest.raises(KeyError):
        point_below(state, "a")
