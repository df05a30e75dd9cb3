"""The models and weapons are those of the tables."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.core.profiles import profiles, weapons
from battlesim.rulesets.invasion_earth.ground.surface import surface
from tests.rules.invasion_earth.field import battle, wall

MODELS = [
    ("IE-PRO-01", "unit_trooper_smg", 1, 1.0, 1.2, (4, 8, 2), 1, 0, 1),
    ("IE-PRO-02", "unit_trooper_slr", 1, 1.0, 1.2, (4, 8, 2), 1, 0, 1),
    ("IE-PRO-03", "unit_radio_operator", 1.5, 1.0, 1.2, (4, 8, 2), 1, 0, 1),
    ("IE-PRO-04", "unit_sergeant", 2, 1.0, 1.2, (4, 8, 2), 1, 6, 2),
    ("IE-PRO-05", "unit_captain", 3, 1.0, 1.2, (4, 8, 2), 2, 5, 2),
    ("IE-PRO-06", "unit_lmg_gunner", 2, 1.0, 1.2, (4, 6, 2), 1, 0, 1),
    ("IE-PRO-07", "unit_bazooka_team", 4, 1.6, 1.2, (4, 6, 2), 2, 0, 1),
    ("IE-PRO-08", "unit_mortar_team", 3, 1.6, 1.2, (3, 5, 2), 2, 0, 1),
    ("IE-PRO-09", "unit_engineer", 2, 1.0, 1.2, (4, 8, 2), 1, 0, 1),
    ("IE-PRO-10", "doctor", 4, 1.0, 1.2, (4, 8, 3), 3, 4, 2),
    ("IE-PRO-11", "dalek", 3, 1.6, 1.4, (4, 6, 0), 3, 3, 2),
    ("IE-PRO-12", "dalek_leader", 5, 1.6, 1.4, (4, 6, 0), 4, 3, 2),
    ("IE-PRO-13", "special_weapons_dalek", 8, 2.0, 1.5, (3, 4, 0), 5, 2, 1),
    ("IE-PRO-14", "dalek_hoverbout", 4, 1.6, 1.6, (4, 6, 0), 3, 4, 1),
    ("IE-PRO-15", "roboman", 1, 1.0, 1.2, (3, 5, 0), 1, 6, 1),
    ("IE-PRO-16", "davros", 6, 1.6, 1.4, (3, 5, 0), 4, 3, 0),
    ("IE-PRO-17", "ogron", 2, 1.25, 1.4, (4, 7, 2), 2, 5, 4),
    ("IE-PRO-18", "cyberman", 4, 1.25, 1.4, (4, 6, 0), 3, 4, 4),
    ("IE-PRO-19", "cyberleader", 6, 1.25, 1.4, (4, 6, 0), 4, 4, 5),
    ("IE-PRO-20", "auton", 2.5, 1.0, 1.2, (3, 5, 0), 2, 4, 3),
    ("IE-PRO-21", "quark", 2, 1.0, 1.0, (3, 5, 0), 2, 4, 1),
    ("IE-PRO-22", "dominator", 3, 1.0, 1.3, (4, 7, 2), 2, 6, 3),
    ("IE-PRO-23", "exxilon_warrior", 1, 1.0, 1.1, (5, 9, 3), 1, 0, 2),
    ("IE-PRO-24", "exxilon_leader", 2, 1.0, 1.1, (5, 9, 3), 2, 6, 3),
    ("IE-PRO-25", "yeti", 3, 1.6, 1.6, (4, 8, 0), 3, 4, 5),
    ("IE-PRO-26", "primord", 2, 1.0, 1.2, (5, 10, 2), 2, 5, 4),
]
WEAPONS = [
    ("IE-WPN-01", "pistol", (4.0, 8.0, 12.0), (3, 4, 5), 1, 0),
    ("IE-WPN-02", "smg", (6.0, 12.0, 18.0), (3, 4, 5), 1, 0),
    ("IE-WPN-03", "slr", (8.0, 16.0, 32.0), (3, 4, 5), 1, 0),
    ("IE-WPN-04", "lmg", (10.0, 20.0, 36.0), (3, 4, 5), 2, 0),
    ("IE-WPN-05", "bazooka", (8.0, 18.0, 36.0), (4, 4, 5), 3, 2),
    ("IE-WPN-06", "mortar", (16.0, 32.0, 48.0), (4, 4, 5), 2, 1),
    ("IE-WPN-07", "dalek_gun", (8.0, 16.0, 24.0), (3, 4, 5), 2, 1),
    ("IE-WPN-08", "cannon", (12.0, 24.0, 48.0), (3, 4, 5), 4, 3),
    ("IE-WPN-09", "energy_bolt", (4.0, 8.0, 12.0), (3, 4, 5), 2, 1),
    ("IE-WPN-10", "roboman_gun", (6.0, 12.0, 18.0), (4, 5, 6), 1, 0),
    ("IE-WPN-11", "disintegrator", (6.0, 12.0, 18.0), (4, 5, 6), 2, 0),
    ("IE-WPN-12", "cyber_gun", (8.0, 16.0, 24.0), (3, 4, 5), 2, 1),
    ("IE-WPN-13", "hand_gun", (6.0, 12.0, 18.0), (3, 4, 5), 2, 0),
    ("IE-WPN-14", "quark_gun", (6.0, 12.0, 18.0), (3, 4, 5), 2, 1),
    ("IE-WPN-15", "exxilon_bow", (5.0, 10.0, 15.0), (4, 5, 6), 1, 0),
    ("IE-WPN-16", "exxilon_spear", (2.0, 4.0, 6.0), (3, 4, 5), 1, 0),
]


@pytest.mark.rule("IE-GAP-42", "IE-GAP-33")
@pytest.mark.rule(
    "IE-PRO-01",
    "IE-PRO-02",
    "IE-PRO-03",
    "IE-PRO-04",
    "IE-PRO-05",
    "IE-PRO-06",
    "IE-PRO-07",
    "IE-PRO-08",
    "IE-PRO-09",
    "IE-PRO-10",
    "IE-PRO-11",
    "IE-PRO-12",
    "IE-PRO-13",
    "IE-PRO-14",
    "IE-PRO-15",
    "IE-PRO-16",
    "IE-PRO-17",
    "IE-PRO-18",
    "IE-PRO-19",
    "IE-PRO-20",
    "IE-PRO-21",
    "IE-PRO-22",
    "IE-PRO-23",
    "IE-PRO-24",
    "IE-PRO-25",
    "IE-PRO-26",
)
@pytest.mark.parametrize(
    ("kind", "points", "base", "height", "rates", "hits", "save", "assault"), [row[1:] for row in MODELS]
)
def test_a_model_has_the_values_of_its_profile(  # type: ignore[no-untyped-def]
    kind, points, base, height, rates, hits, save, assault
) -> None:
    own = profiles()[kind]
    assert (own.points, own.base, own.height) == (points, base, height)
    assert (own.move, own.fast, own.sneak) == rates
    assert (own.hits, own.save, own.assault) == (hits, save, assault)


@pytest.mark.rule("IE-GAP-41")
@pytest.mark.rule(
    "IE-WPN-01",
    "IE-WPN-02",
    "IE-WPN-03",
    "IE-WPN-04",
    "IE-WPN-05",
    "IE-WPN-06",
    "IE-WPN-07",
    "IE-WPN-08",
    "IE-WPN-09",
    "IE-WPN-10",
    "IE-WPN-11",
    "IE-WPN-12",
    "IE-WPN-13",
    "IE-WPN-14",
    "IE-WPN-15",
    "IE-WPN-16",
)
@pytest.mark.parametrize(("key", "bands", "needs", "damage", "piercing"), [row[1:] for row in WEAPONS])
def test_a_weapon_has_the_values_of_its_row(key, bands, needs, damage, piercing) -> None:  # type: ignore[no-untyped-def]
    own = weapons()[key]
    assert (own.bands, own.needs, own.damage, own.piercing) == (bands, needs, damage, piercing)


@pytest.mark.rule("IE-GAP-34")
@pytest.mark.parametrize(
    ("kind", "height", "expected"),
    [
        ("hedge", 1.0, "crossed"),
        ("low_wall", 0.75, "crossed"),
        ("high_wall", 1.5, "solid"),
        ("woods", 3.0, "difficult"),
        ("rubble", 0.5, "difficult"),
        ("crate", 1.0, "solid"),
        ("low_wall", 1.2, "solid"),
    ],
)
def test_terrain_stops_is_crossed_or_is_difficult(kind: str, height: float, expected: str) -> None:
    ground = battle(terrain=[wall("it", 0, 0, 2, 1, height, kind)]).table.ground
    assert [name for name in ("solid", "crossed", "difficult") if "it" in getattr(surface(ground), name)] == [
        expected
    ]
