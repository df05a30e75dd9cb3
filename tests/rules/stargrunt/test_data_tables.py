"""Figures, weapons, terrain and tables, all their cells."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.profiles import (
    Weapon,
    profiles,
    tables,
    terrain_kinds,
    weapons,
)

RIFLES = ("advanced_rifle",)
FIGURES = {
    "leader": (1.0, 1.0, "full_suit", "foot", RIFLES),
    "rifleman": (1.0, 1.0, "full_suit", "foot", RIFLES),
    "grenadier": (1.0, 1.0, "full_suit", "foot", ("advanced_rifle_gl",)),
    "gunner": (1.0, 1.0, "full_suit", "foot", ("saw", "sidearm")),
    "rocketeer": (1.0, 1.0, "full_suit", "foot", ("advanced_rifle", "rocket")),
    "missileer": (1.0, 1.0, "full_suit", "foot", ("light_missile", "sidearm")),
    "plasma_gunner": (1.0, 1.0, "full_suit", "foot", ("plasma_gun", "sidearm")),
    "medic": (1.0, 1.0, "full_suit", "foot", RIFLES),
    "conscript": (1.0, 1.0, "partial", "foot", ("low_tech_rifle",)),
    "sniper": (1.0, 1.0, "full_suit", "foot", ("sniper_rifle",)),
    "gauss_sniper": (1.0, 1.0, "full_suit", "foot", ("gauss_sniper_rifle",)),
    "laser_sniper": (1.0, 1.0, "full_suit", "foot", ("laser_rifle",)),
    "heavy_sniper": (1.0, 1.0, "full_suit", "foot", ("heavy_rifle",)),
    "counter": (1.0, 1.0, "battledress", "foot", ()),
    "power_trooper": (1.25, 1.0, "power_light", "fast_power", ("gauss_rifle",)),
    "heavy_trooper": (1.25, 1.0, "power_heavy", "slow_power", ("gauss_saw",)),
    "crew": (1.0, 1.0, "partial", "foot", ("sidearm",)),
    "swarmer": (1.0, 1.0, "partial", "light", ()),
    "spitter": (1.0, 1.0, "partial", "foot", ("bile",)),
    "stalker": (1.0, 1.0, "full_suit", "fast_power", ()),
    "brute": (2.0, 1.0, "power_heavy", "foot", ()),
}


@pytest.mark.rule("SG-GAP-21", "SG-GAP-22", "SG-GAP-142")
@pytest.mark.parametrize("kind", FIGURES)
def test_the_base_the_height_and_the_arms_of_a_figure(kind: str) -> None:
    own = profiles()[kind]
    assert (own.base, own.height, own.armour, own.mobility, own.weapons) == FIGURES[kind]


@pytest.mark.rule("SG-GAP-21", "SG-GAP-142", "SG-CLW-01")
def test_only_three_aliens_fight_with_claws() -> None:
    claws = {kind: own.close_combat for kind, own in profiles().items() if own.close_combat}
    assert claws == {"swarmer": 1, "stalker": 1, "brute": 1}


@pytest.mark.rule("SG-GAP-21", "SG-GAP-22", "SG-GAP-88")
@pytest.mark.parametrize(
    ("kind", "hull", "height", "size", "armour_class", "crew", "squads"),
    [
        ("scout_car", (3.0, 2.0), 1.25, 1, 1, 2, 1),
        ("apc", (4.0, 2.5), 1.75, 2, 2, 3, 1),
        ("tank", (5.0, 3.0), 2.25, 3, 3, 3, 1),
        ("hover_transport", (4.0, 2.5), 1.75, 2, 1, 3, 1),
        ("walker", (4.0, 2.5), 1.75, 2, 2, 3, 1),
    ],
)
def test_a_vehicle_is_as_large_as_its_class(  # type: ignore[no-untyped-def]
    kind, hull, height, size, armour_class, crew, squads
) -> None:
    own = profiles()[kind]
    assert (own.hull, own.height) == (hull, height) and own.vehicle
    assert (own.vehicle.size, own.vehicle.armour_class) == (size, armour_class)
    assert (own.vehicle.crew, own.vehicle.squads) == (crew, squads)


@pytest.mark.rule("SG-GAP-88")
@pytest.mark.parametrize(("size", "crew", "squads"), [(1, 2, 1), (2, 3, 1), (3, 3, 1), (4, 3, 2), (5, 3, 2)])
def test_the_crew_and_the_squads_aboard_follow_from_the_size(size: int, crew: int, squads: int) -> None:
    tank = profiles()["tank"].vehicle
    assert tank
    own = msgspec.structs.replace(tank, size=size)
    assert (own.crew, own.squads) == (crew, squads)


SNIPING = {  # support, impact, factor
    "sniper_rifle": (10, 10, 1),
    "gauss_sniper_rifle": (10, 12, 1),
    "laser_rifle": (12, 8, 1),
    "heavy_rifle": (8, 12, 2),
}
HEAVY = {  # size, impact, factor, guided
    "autocannon": (1, 10, 1, False),
    "heavy_autocannon": (2, 12, 1, False),
    "cannon": (3, 12, 2, False),
    "heavy_cannon": (4, 12, 3, False),
    "laser": (2, 10, 2, False),
    "fusion_gun": (3, 12, 3, False),
    "light_missile": (2, 12, 2, True),
    "heavy_missile": (3, 12, 3, True),
}


@pytest.mark.rule("SG-GAP-106", "SG-GAP-92", "SG-GAP-17")
@pytest.mark.parametrize("key", SNIPING)
def test_the_rifles_of_snipers(key: str) -> None:
    own = weapons()[key]
    assert (own.support, own.impact, own.factor, own.sniper) == (*SNIPING[key], True)


@pytest.mark.rule("SG-GAP-92")
@pytest.mark.parametrize("key", HEAVY)
def test_heavy_weapons(key: str) -> None:
    own = weapons()[key]
    assert (own.size, own.impact, own.factor, own.guided) == HEAVY[key]
    assert not own.is_small_arm and not own.support


@pytest.mark.rule("SG-GAP-11", "SG-GAP-142", "SG-GAP-92")
@pytest.mark.parametrize(
    ("key", "firepower", "impact", "close"), [("sidearm", 1, 6, True), ("bile", 2, 8, False)]
)
def test_a_sidearm_and_bile(key: str, firepower: float, impact: int, close: bool) -> None:
    own = weapons()[key]
    assert (own.firepower, own.impact, own.close, own.is_small_arm) == (firepower, impact, close, True)


@pytest.mark.rule("SG-GAP-92", "SG-WPN-17", "SG-WPN-18", "SG-WPN-19", "SG-WPN-20", "SG-WPN-21", "SG-GAP-12")
@pytest.mark.parametrize(
    ("field", "keys"),
    [
        ("pack", {"grenade_launcher", "launcher_pack"}),
        ("shots", {"rocket"}),
        ("guided", {"light_missile", "heavy_missile"}),
        ("sniper", {*SNIPING}),
        ("point", {"plasma_gun", "grenade_launcher", "launcher_pack", "rocket"}),
        (
            "close",
            {
                "improvised_firearm",
                "light_autopistol",
                "heavy_autopistol",
                "machine_pistol",
                "assault_shotgun",
                "sidearm",
            },
        ),
    ],
)
def test_which_weapons_are_out_of_the_ordinary(field: str, keys: set[str]) -> None:
    assert {key for key, own in weapons().items() if getattr(own, field)} == keys
    assert weapons()["rocket"].shots == 1


@pytest.mark.rule("SG-GAP-92", "SG-GAP-12", "SG-GAP-88", "SG-GAP-90")
def test_what_a_weapon_is_by_default() -> None:
    plain = Weapon("plain", 8)
    assert (plain.firepower, plain.support, plain.size, plain.shots, plain.factor) == (0.0, 0, 0, 0, 1)
    assert not (plain.close or plain.point or plain.sniper or plain.pack or plain.guided)


TERRAIN = {  # height, cover, cost, crossing, and whether figures stand in it
    "wood": (4.0, "soft", 2.0, 0.0, True),
    "woods": (4.0, "soft", 2.0, 0.0, True),
    "scrub": (0.5, "soft", 2.0, 0.0, True),
    "crops": (0.5, "soft", 1.0, 0.0, True),
    "rubble": (0.5, "hard", 2.0, 0.0, True),
    "rocks": (1.0, "hard", 2.0, 0.0, True),
    "road": (0.0, "", 1.0, 0.0, True),
    "swamp": (0.0, "", 3.0, 0.0, True),
    "water": (0.0, "", 1.0, 0.0, False),
    "hedge": (0.75, "soft", 1.0, 2.0, False),
    "fence": (0.75, "soft", 1.0, 2.0, False),
    "wall": (0.75, "hard", 1.0, 2.0, False),
    "barricade": (0.75, "hard", 1.0, 2.0, False),
    "building": (3.0, "hard", 1.0, 2.0, True),
    "house": (3.0, "hard", 1.0, 2.0, True),
}


@pytest.mark.rule("SG-GAP-23", "SG-GAP-22", "SG-MOV-03")
@pytest.mark.parametrize("kind", terrain_kinds())
def test_terrain(kind: str) -> None:
    own = terrain_kinds()[kind]
    assert (own.height, own.cover, own.cost, own.crossing, own.area) == TERRAIN[kind]
    assert RULESET.terrain_values()[kind] == {"height": own.height}


@pytest.mark.rule("SG-GAP-23", "SG-GAP-164")
@pytest.mark.parametrize(
    ("field", "kinds"),
    [("impassable", {"water"}), ("wet", {"water"}), ("foot_only", {"building", "house"})],
)
def test_where_not_everybody_goes(field: str, kinds: set[str]) -> None:
    assert {kind for kind, own in terrain_kinds().items() if getattr(own, field)} == kinds


NUMBERS = {
    "electronics": {"basic": 6, "enhanced": 8, "superior": 10},
    "fire_control": {"none": 4, "basic": 6, "enhanced": 8, "superior": 10},
    "guidance": {"basic": 6, "enhanced": 8, "superior": 10},
    "ecm": {"none": 4, "basic": 6, "enhanced": 8, "superior": 10},
    "suspension": {"civilian_wheeled": 6, "military_wheeled": 10, "tracked": 10, "hover": 8},
    "sensors": {"eye": 4, "basic": 6, "enhanced": 8, "superior": 10},
}


@pytest.mark.rule("SG-EWF-01", "SG-GAP-90", "SG-GAP-91", "SG-NPH-03")
@pytest.mark.parametrize("name", NUMBERS)
def test_the_dice_of_systems(name: str) -> None:
    assert getattr(tables(), name) == NUMBERS[name]


@pytest.mark.rule("SG-MOV-04", "SG-MOV-05", "SG-MOV-06", "SG-MOV-07", "SG-MOV-08", "SG-GAP-90", "SG-GAP-161")
def test_the_moves() -> None:
    found = {key: (own.base, own.die) for key, own in tables().mobility.items()}
    assert found == {
        "foot": (6.0, 6),
        "light": (8.0, 8),
        "slow_power": (6.0, 6),
        "fast_power": (12.0, 12),
        "vehicle": (12.0, 12),
    }


@pytest.mark.rule("SG-TLC-05", "SG-TLC-06", "SG-TLC-07", "SG-GAP-161")
@pytest.mark.parametrize(
    ("row", "levels"), [("artillery", (2, 1, 0)), ("untreated", (1, 0, 0)), ("abandoned", (3, 2, 1))]
)
def test_what_is_added_to_the_threat_level(row: str, levels: tuple[int, int, int]) -> None:
    assert tuple(tables().added[row].level(m) for m in ("low", "medium", "high")) == levels


@pytest.mark.rule("SG-GAP-161", "SG-ART-11", "SG-ART-12", "SG-ART-13", "SG-ART-14")
def test_the_bursts() -> None:
    found = {key: (own.radius, own.size) for key, own in tables().burst.items()}
    assert found == {"small": (3.0, 1), "medium": (4.0, 2), "large": (6.0, 3), "very_large": (10.0, 5)}


@pytest.mark.rule("SG-ART-15", "SG-ART-16", "SG-ART-17", "SG-GAP-161")
def test_the_warheads() -> None:
    found = {key: (own.dispersed, own.point, own.factor) for key, own in tables().warhead.items()}
    assert found == {"explosive": (8, 8, 1), "anti_personnel": (12, 8, 1), "anti_armour": (6, 12, 2)}


@pytest.mark.rule("SG-ART-03", "SG-ART-04", "SG-ART-05", "SG-GAP-161")
def test_what_a_request_must_exceed() -> None:
    found = {key: (own.specialist, own.other) for key, own in tables().request.items()}
    assert found == {"artillery": (0, 2), "orbital": (3, 6), "air": (2, 4)}


@pytest.mark.rule("SG-GAP-142", "SG-GAP-161")
def test_the_broods() -> None:
    found = {key: (own.figures, own.quality, own.leadership) for key, own in tables().brood.items()}
    assert found == {
        "swarmer": (8, "green", 2),
        "stalker": (4, "veteran", 1),
        "spitter": (4, "regular", 2),
        "brute": (1, "elite", 1),
    }


@pytest.mark.rule("SG-GAP-143", "SG-GAP-161")
@pytest.mark.parametrize(
    ("key", "broods", "dummies", "growth"),
    [
        ("light", {"swarmer": 2, "spitter": 1}, 2, ["", "", "", "", "swarmer", "stalker"]),
        (
            "normal",
            {"swarmer": 4, "stalker": 1, "spitter": 1, "brute": 1},
            4,
            ["", "", *["swarmer"] * 3, "stalker"],
        ),
        (
            "heavy",
            {"swarmer": 6, "stalker": 2, "spitter": 1, "brute": 1},
            5,
            [*["swarmer"] * 4, "stalker", "stalker"],
        ),
    ],
)
def test_the_hive(key: str, broods: dict[str, int], dummies: int, growth: list[str]) -> None:
    own = tables().hive[key]
    assert (own.broods, own.dummies, list(own.growth)) == (broods, dummies, growth)
