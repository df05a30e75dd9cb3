"""Terrain and vehicles as the rules list them, and the figure, area or roof at a point."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.core.terrain import (
    BUILDING,
    COVER,
    OPEN,
    area_at,
    area_ids,
    area_of,
    barrier_ids,
    floors,
    house_ids,
    kind_of,
    platform_at,
    platform_ids,
    platform_of,
    terrain_kinds,
)
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import (
    VehicleRule,
    vehicle_kinds,
    vehicle_profile,
    vehicle_weapons,
)
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Terrain
from tests.rules.alien_invasion.field import aboard, battle, group, terrain, vehicle

TERRAIN = {
    "scrub": (1, 0.5, "", "MT-TER-05"),
    "rubble": (1, 1.0, "", "MT-TER-06"),
    "woods": (2, 4.0, "hides", "MT-TER-07"),
    "rocks": (2, 3.0, "hides sealed", "MT-TER-08"),
    "building": (2, 3.0, "hides house sealed", "MT-TER-09"),
    "wall": (1, 1.5, "hides barrier", "MT-TER-10"),
    "fence": (1, 1.5, "hides barrier", "MT-TER-11"),
    "wire_fence": (0, 1.5, "barrier", "MT-TER-12"),
    "river": (0, 0.0, "soft sealed waded", "MT-TER-13 MT-GAP-43"),
    "barricade": (1, 1.5, "hides barrier", "MT-GAP-37"),
    "swamp": (0, 0.0, "soft sealed", "MT-GAP-37"),
    "lake": (0, 0.0, "soft shut sealed", "MT-GAP-37"),
}
OFF_ROAD = ("scrub", "rubble", "wire_fence")
VEHICLES = {
    "jeep": ((5.0, 2.5), 5, 24, 2.0, 0.0, 1, OFF_ROAD, "MT-VEH-05 MT-GAP-11 MT-GAP-16 MT-GAP-06"),
    "car": ((5.0, 2.5), 4, 24, 2.0, 0.0, 1, (), "MT-VEH-04 MT-GAP-11 MT-GAP-16 MT-TER-14"),
    "truck": ((7.0, 3.0), 10, 30, 2.0, 0.0, 1, (), "MT-VEH-04 MT-VEH-05 MT-GAP-11 MT-GAP-06"),
    "armoured": ((7.0, 3.0), 8, 48, 2.0, 0.0, 1, OFF_ROAD, "MT-VEH-05 MT-GAP-16"),
    "helicopter": ((8.0, 3.0), 8, 30, 2.0, 12.0, 1, (), "MT-VEH-05 MT-GAP-18 MT-GAP-11 MT-GAP-06"),
    "saucer": ((8.0, 8.0), 10, 0, 3.0, 12.0, 2, (), "MT-SCN-01"),
    "spug_ship": ((8.0, 6.0), 24, 0, 3.0, 12.0, 1, (), "MT-VEH-05 MT-SCN-03"),
}
"""Hull and height in inches, room, score, height of flight, protection of those inside, where it goes."""


def cases(table):
    """One case for each line of a table, marked with its rules."""
    return [
        pytest.param(key, values, id=key, marks=pytest.mark.rule(*rules.split()))
        for key, (*values, rules) in table.items()
    ]


def test_the_tables_are_complete():
    assert set(TERRAIN) == set(terrain_kinds()) and set(VEHICLES) == set(vehicle_kinds())


SHAPES = (
    *("MT-TER-01", "MT-TER-02", "MT-TER-03", "MT-TER-04", "MT-TER-14", "MT-GAP-11", "MT-GAP-21"),
    *("MT-MOV-06", "MT-MOV-07", "MT-MITE-01", "MT-AUTO-18", "MT-SPUG-04", "MT-GAP-12", "MT-GAP-56"),
)
"""The rules that ask for the areas, barriers and roofs of the ground."""


@pytest.mark.rule(*SHAPES)
@pytest.mark.parametrize(("kind", "values"), cases(TERRAIN))
def test_the_values_of_terrain(kind, values):
    own, names = terrain_kinds()[kind], ("hides", "barrier", "house", "soft", "shut", "sealed", "waded")
    traits = {name for name in names if getattr(own, name)}
    assert [own.protection, own.height, traits] == [*values[:2], set(values[2].split())]


@pytest.mark.rule(*SHAPES)
def test_there_are_three_levels_and_unknown_terrain_is_open_ground():
    assert (OPEN, COVER, BUILDING) == (0, 1, 2)
    road = msgspec.structs.replace(terrain("scrub", 0, 0, 4, 4), kind="road")
    assert kind_of(road).protection == OPEN and not kind_of(road).hides
    ground = battle(group("a", (1, 1)), ground=[road]).table.ground
    assert area_ids(ground) == () and area_at(ground, (2, 2)) == ""


@pytest.mark.rule("MT-VEH-06", "MT-GAP-81")
@pytest.mark.parametrize(("kind", "values"), cases(VEHICLES))
def test_the_values_of_a_vehicle(kind, values):
    own = vehicle_kinds()[kind]
    assert [own.hull, own.room, own.score, own.height, own.flies, own.protection, own.goes] == values
    assert own.hides is (kind == "saucer")
    assert own.form == ("oval" if kind == "saucer" else "rectangle")
    profile = vehicle_profile(kind)
    assert (profile["room"], profile["hits"], profile["faces"]) == (own.room, 1, True)
    assert {profile["open"], profile["cover"], profile["building"]} == {own.score}
    assert profile.get("form") == ("oval" if kind == "saucer" else None)


@pytest.mark.rule("MT-GAP-16", "MT-VEH-06")
def test_the_weapons_of_vehicles():
    own = {key: (weapon.dice, weapon.distant) for key, weapon in vehicle_weapons().items()}
    assert own == {
        "machine_gun": (2, False),
        "heavy_machine_gun": (8, False),
        "tank_gun": (12, True),
    }


@pytest.mark.rule("MT-VEH-06", "MT-GAP-81")
@pytest.mark.parametrize(
    ("rule", "goes"),
    [
        (VehicleRule("tank"), OFF_ROAD),
        (VehicleRule("tank", goes=()), ()),
        (VehicleRule("tank", goes=("wall", "fence")), ("wall", "fence")),
    ],
)
def test_an_entry_of_a_scenario_comes_before_the_lists(rule, goes):
    changed = rule.changed(vehicle_kinds()["armoured"])
    assert (changed.goes, changed.drivers, changed.weapons) == (goes, (), ())


@pytest.mark.rule(*SHAPES, "MT-GAP-37")
def test_each_area_is_a_feature_of_its_own_and_a_barrier_is_none():
    kinds = ("scrub", "wall", "building", "lake", "wire_fence")
    ground = [terrain(kind, 10 * n, 0, 10 * n + 5, 5) for n, kind in enumerate(kinds)]
    own = battle(group("a", (1, 40)), ground=ground).table.ground
    assert area_ids(own) == ("scrub", "building", "lake")
    assert barrier_ids(own) == ("wall", "wire_fence")
    assert house_ids(own) == ("building",)


@pytest.mark.rule(*SHAPES)
@pytest.mark.parametrize(
    ("point", "area"),
    [
        ((14, 12), "wood"),
        ((12, 10), "wood"),
        ((12, 16), "wood"),
        ((9.996, 12), ""),
        ((14.004, 12), ""),
        ((12, 9.996), ""),
        ((12, 16.004), ""),
        ((12, 12), "wood"),
        ((10, 12), "wood"),
        ((9.9, 12), ""),
        ((14.1, 12), ""),
        ((12, 9.9), ""),
        ((12, 16.1), ""),
        ((22, 12), "rocks"),
        ((32, 12), ""),
    ],
)
def test_the_area_at_a_point(point, area):
    ground = [
        terrain("woods", 10, 10, 14, 16, "wood"),
        terrain("rocks", 20, 10, 24, 16),
        terrain("wall", 30, 10, 34, 16),
    ]
    state = battle(group("a", point), ground=ground)
    assert area_at(state.table.ground, point) == area
    assert area_of(state.table, state.table.piece("a1")) == area


@pytest.mark.rule("MT-GAP-11")
@pytest.mark.parametrize(("height", "number"), [(0.0, 1), (2.9, 1), (3.0, 1), (5.9, 1), (6.0, 2), (9.0, 3)])
def test_a_house_has_a_floor_every_three_inches(height, number):
    house = msgspec.structs.replace(terrain("building", 10, 10, 20, 20), height=height)
    assert floors(battle(group("a", (1, 1)), ground=[house]).table.ground, "building") == number


@pytest.mark.rule(*SHAPES)
def test_who_stands_on_a_roof_or_rides_is_not_inside_the_house():
    roof = msgspec.structs.replace(terrain("building", 10, 10, 20, 20), height=3.0, traits=("flat_roof",))
    own = (group("a", (15, 15), (16, 16)), aboard(group("b", (0, 0)), "jeep"), vehicle("jeep", 40, 30))
    state = battle(*own, ground=[roof, terrain("scrub", 30, 30, 35, 35)])
    up = state.with_table(state.table.with_place("a1", OnTable(15, 15, 0.0, 3.0, "building")))
    table = up.table
    assert platform_ids(table.ground) == ("building",)
    assert [platform_at(table.ground, point) for point in ((15, 15), (21, 15), (31, 31))] == [
        "building",
        "",
        "",
    ]
    assert [platform_of(table.piece(key)) for key in ("a1", "a2", "b1")] == ["building", "", ""]
    assert [area_of(table, table.piece(key)) for key in ("a1", "a2", "b1")] == ["", "building", "jeep"]


@pytest.mark.rule(*SHAPES)
def test_a_point_beside_a_slanting_edge_is_outside():
    corner = Terrain("corner", "scrub", (((10.0, 10.0), (20.0, 10.0), (10.0, 20.0)),), height=0.5)
    ground = battle(group("a", (1, 1)), ground=[corner]).table.ground
    assert area_at(ground, (12, 12)) == "corner" and area_at(ground, (18, 18)) == ""


@pytest.mark.rule(*SHAPES)
def test_hills_are_part_of_the_ground_and_roofs_are_told_apart():
    def roofed(id, x, *traits):
        return msgspec.structs.replace(terrain("building", x, 10, x + 5, 15, id), height=3.0, traits=traits)

    hill = msgspec.structs.replace(terrain("scrub", 40, 10, 48, 18, "hill"), height=3.0, traits=("relief",))
    own = battle(
        group("a", (1, 1)),
        ground=[roofed("one", 10, "flat_roof"), roofed("two", 20, "flat_roof"), roofed("steep", 30), hill],
    )
    ground = own.table.ground
    assert platform_ids(ground) == ("one", "two") and house_ids(ground) == ("one", "two", "steep")
    assert [platform_at(ground, (x, 12)) for x in (12, 22, 32, 44)] == ["one", "two", "", ""]
    assert "hill" not in area_ids(ground)


@pytest.mark.rule(*SHAPES)
def test_a_piece_that_is_not_on_this_table_is_where_it_stands():
    state = battle(group("a", (12, 12)), ground=[terrain("scrub", 10, 10, 14, 14)])
    other = msgspec.structs.replace(state.table.piece("a1"), id="b1")
    assert area_of(state.table, other) == "scrub"
