"""The tables of the game, cell by cell."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.core.profiles import NO_TEST, profiles, tables, terrain_kinds, weapons


@pytest.mark.rule("SG-GAP-01")
def test_the_quality_dice():
    assert tables().quality == {"untrained": 4, "green": 6, "regular": 8, "veteran": 10, "elite": 12}


@pytest.mark.rule("SG-ARM-01", "SG-ARM-02", "SG-ARM-03", "SG-ARM-04", "SG-ARM-05")
@pytest.mark.parametrize(
    ("armour", "die"),
    [("battledress", 4), ("partial", 6), ("full_suit", 8), ("power_light", 10), ("power_heavy", 12)],
)
def test_the_armour_dice(armour, die):
    assert tables().armour[armour] == die


@pytest.mark.rule("SG-MOV-04", "SG-MOV-05", "SG-MOV-06", "SG-MOV-07")
@pytest.mark.parametrize(
    ("mobility", "base", "die"),
    [("foot", 6, 6), ("light", 8, 8), ("slow_power", 6, 6), ("fast_power", 12, 12)],
)
def test_base_moves_and_mobility_dice(mobility, base, die):
    found = tables().mobility[mobility]
    assert (found.base, found.die) == (base, die)


@pytest.mark.rule("SG-TLC-01", "SG-TLC-02", "SG-TLC-03", "SG-TLC-04")
@pytest.mark.parametrize(
    ("row", "levels"),
    [
        ("suppressed", (2, 1, NO_TEST)),
        ("casualties", (2, 1, NO_TEST)),
        ("heavy_casualties", (4, 3, 1)),
        ("leader_lost", (4, 3, 2)),
    ],
)
def test_the_threat_levels_of_confidence_tests(row, levels):
    assert tuple(tables().threat[row].level(m) for m in ("low", "medium", "high")) == levels


SMALL_ARMS = {
    "improvised_firearm": ("SG-WPN-01", 0.5, 4, True),
    "light_autopistol": ("SG-WPN-02", 1, 6, True),
    "heavy_autopistol": ("SG-WPN-03", 1, 10, True),
    "machine_pistol": ("SG-WPN-04", 3, 8, True),
    "assault_shotgun": ("SG-WPN-05", 3, 8, True),
    "hunting_rifle": ("SG-WPN-06", 1, 10, False),
    "low_tech_rifle": ("SG-WPN-07", 2, 8, False),
    "low_tech_rifle_gl": ("SG-WPN-08", 3, 8, False),
    "advanced_rifle": ("SG-WPN-09", 2, 10, False),
    "advanced_rifle_gl": ("SG-WPN-10", 3, 10, False),
    "gauss_rifle": ("SG-WPN-11", 2, 12, False),
    "gauss_rifle_gl": ("SG-WPN-12", 3, 12, False),
}
SUPPORT = {
    "saw": ("SG-WPN-13", 8, 10, False),
    "rotary_saw": ("SG-WPN-14", 10, 10, False),
    "gauss_saw": ("SG-WPN-15", 10, 12, False),
    "plasma_gun": ("SG-WPN-16", 6, 12, True),
    "grenade_launcher": ("SG-WPN-17", 12, 8, True),
    "launcher_pack": ("SG-WPN-18", 8, 8, True),
    "rocket": ("SG-WPN-19", 10, 12, True),
}


@pytest.mark.rule("SG-WPN-01", "SG-WPN-02", "SG-WPN-03", "SG-WPN-04", "SG-WPN-05", "SG-WPN-06")
@pytest.mark.rule("SG-WPN-07", "SG-WPN-08", "SG-WPN-09", "SG-WPN-10", "SG-WPN-11", "SG-WPN-12", "SG-WPN-20")
@pytest.mark.rule("SG-GAP-92")
@pytest.mark.parametrize("key", SMALL_ARMS)
def test_small_arms(key):
    own = weapons()[key]
    assert (own.rule, own.firepower, own.impact, own.close) == SMALL_ARMS[key]
    assert own.is_small_arm


@pytest.mark.rule("SG-WPN-13", "SG-WPN-14", "SG-WPN-15", "SG-WPN-16", "SG-WPN-17", "SG-WPN-18", "SG-WPN-19")
@pytest.mark.rule("SG-GAP-92")
@pytest.mark.parametrize("key", SUPPORT)
def test_support_weapons(key):
    own = weapons()[key]
    assert (own.rule, own.support, own.impact, own.point) == SUPPORT[key]
    assert not own.is_small_arm


@pytest.mark.rule("SG-GAP-142")
@pytest.mark.parametrize(
    ("kind", "armour", "mobility", "base", "claws"),
    [
        ("swarmer", "partial", "light", 1.0, 1),
        ("spitter", "partial", "foot", 1.0, 0),
        ("stalker", "full_suit", "fast_power", 1.0, 1),
        ("brute", "power_heavy", "foot", 2.0, 1),
    ],
)
def test_the_aliens(kind, armour, mobility, base, claws):
    own = profiles()[kind]
    assert (own.armour, own.mobility, own.base, own.close_combat) == (armour, mobility, base, claws)
    assert "terror" in own.tags


@pytest.mark.rule("SG-GAP-23")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [
        ("woods", "soft"),
        ("hedge", "soft"),
        ("scrub", "soft"),
        ("wall", "hard"),
        ("building", "hard"),
        ("rubble", "hard"),
    ],
)
def test_the_cover_of_terrain(kind, cover):
    assert terrain_kinds()[kind].cover == cover
