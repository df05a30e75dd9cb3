"""The dice of hits on vehicles: penetration, non-penetrating hits and occupants; and their tables."""

from __future__ import annotations

from itertools import product

import pytest

from battlesim.mechanics.chance import exact_chances
from battlesim.mechanics.contest import MAJOR
from battlesim.rulesets.stargrunt.core.profiles import tables, weapons
from battlesim.rulesets.stargrunt.damage.occupants import (
    CasualtyRoll,
    SmallArmsFateRoll,
    escape_roll,
    occupant_fate,
)
from battlesim.rulesets.stargrunt.damage.penetration import (
    VehicleHit,
    VehicleNumbers,
    WhereRoll,
    damage_chances,
    hit_effect,
    hits_by_degree,
    penetration_roll,
    suspension_roll,
)

TRUCK, CARRIER, TANK = VehicleNumbers(1, 6), VehicleNumbers(2, 10), VehicleNumbers(3, 10)
HEAVY_WEAPONS = {
    "autocannon": (1, 10, 1, False),
    "heavy_autocannon": (2, 12, 1, False),
    "cannon": (3, 12, 2, False),
    "heavy_cannon": (4, 12, 3, False),
    "laser": (2, 10, 2, False),
    "fusion_gun": (3, 12, 3, False),
    "light_missile": (2, 12, 2, True),
    "heavy_missile": (3, 12, 3, True),
}


def effect(hit: VehicleHit, vehicle: VehicleNumbers, *faces: tuple[int, ...]) -> str:
    """Return what a hit does when the dice of its rolls show these faces."""
    script, value = hit_effect(hit, vehicle), None
    for own in (*faces, None):
        try:
            roll = script.send(value)
        except StopIteration as stop:
            return str(stop.value)
        assert own is not None and len(own) == len(roll.sides)
        value = roll.value_of(own)
    raise AssertionError("a roll is left without faces")


@pytest.mark.rule("SG-GAP-92")
@pytest.mark.parametrize("key", HEAVY_WEAPONS)
def test_the_heavy_weapons(key):
    own = weapons()[key]
    assert (own.size, own.impact, own.factor, own.guided) == HEAVY_WEAPONS[key]
    assert not own.is_small_arm


@pytest.mark.rule("SG-GAP-90")
def test_the_fire_control_dice():
    assert tables().fire_control == {"none": 4, "basic": 6, "enhanced": 8, "superior": 10}


@pytest.mark.rule("SG-GAP-91")
def test_the_guidance_and_ecm_dice():
    assert tables().guidance == {"basic": 6, "enhanced": 8, "superior": 10}
    assert tables().ecm == {"none": 4, "basic": 6, "enhanced": 8, "superior": 10}


@pytest.mark.rule("SG-NPH-03")
@pytest.mark.parametrize(
    ("kind", "die"), [("civilian_wheeled", 6), ("military_wheeled", 10), ("tracked", 10), ("hover", 8)]
)
def test_the_suspension_dice(kind, die):
    assert tables().suspension[kind] == die
    assert suspension_roll(VehicleHit(12, size=1), VehicleNumbers(1, die)).sides == (12, die)


@pytest.mark.rule("SG-ARM-06")
def test_vehicle_armour_is_a_d12_times_its_class():
    roll = penetration_roll(VehicleHit(12, 2, 3), TANK)
    assert roll.sides == (12, 12)
    assert roll.value_text([5, 5]) == "impact 10 against armour 15"


@pytest.mark.rule("SG-HWV-01", "SG-HWV-02")
@pytest.mark.parametrize(("major", "result"), [(False, "hull"), (True, "disabled")])
def test_a_major_hit_doubles_the_impact(major, result):
    assert effect(VehicleHit(10, 1, 1, major), CARRIER, (7, 4), *([] if major else [(3,)])) == result


@pytest.mark.rule("SG-HWV-02", "SG-HWV-03")
@pytest.mark.parametrize(
    ("faces", "result"), [((8, 8), ""), ((9, 8), "disabled"), ((8, 4), "disabled"), ((9, 4), "destroyed")]
)
def test_heavy_weapons_disable_above_the_armour_and_destroy_above_twice_of_it(faces, result):
    more = [] if result else [(4,)]
    assert effect(VehicleHit(12, 1, 2), TRUCK, faces, *more) == (result or "hull")


@pytest.mark.rule("SG-SAV-03", "SG-SAV-04")
@pytest.mark.rule("SG-GAP-95", "SG-GAP-96")
@pytest.mark.parametrize(
    ("impact", "result"), [(4, "suppressed"), (7, "injured"), (8, "disabled"), (9, "disabled")]
)
def test_small_arms_injure_above_the_armour_and_disable_at_twice_of_it(impact, result):
    assert effect(VehicleHit(10), TRUCK, (impact, 4)) == result


@pytest.mark.rule("SG-SAV-02")
def test_small_arms_roll_their_impact_once_and_do_not_double_it():
    hits = hits_by_degree(10, 1, 0)
    assert list(hits) == [MAJOR]
    assert penetration_roll(hits[MAJOR], CARRIER).factors == (1, 2)


@pytest.mark.rule("SG-WPN-21")
@pytest.mark.parametrize(("degree", "score"), [(1, 9), (MAJOR, 18)])
def test_starred_weapons_double_their_impact_after_a_major_hit(degree, score):
    roll = penetration_roll(hits_by_degree(12, 1, 1)[degree], TRUCK)
    assert f"impact {score} against" in roll.value_text([9, 1])


@pytest.mark.rule("SG-GAP-92")
@pytest.mark.parametrize(("degree", "score"), [(1, 10), (MAJOR, 20)])
def test_a_cannon_counts_its_factor_and_twice_that_after_a_major_hit(degree, score):
    gun = weapons()["cannon"]
    roll = penetration_roll(hits_by_degree(gun.impact, gun.factor, gun.size)[degree], TANK)
    assert f"impact {score} against" in roll.value_text([5, 1])


@pytest.mark.rule("SG-NPH-01")
@pytest.mark.parametrize(
    ("face", "where"),
    [(1, "suspension"), (2, "suspension"), (3, "hull"), (4, "hull"), (5, "hull"), (6, "systems")],
)
def test_a_hit_that_does_not_penetrate_strikes_suspension_hull_or_systems(face, where):
    assert WhereRoll().value_of([face]) == where


@pytest.mark.rule("SG-NPH-02")
@pytest.mark.parametrize(("held", "result"), [(5, "immobilised"), (6, "held")])
def test_a_suspension_hit_immobilises_if_the_impact_is_higher(held, result):
    assert effect(VehicleHit(10, 1, 1), CARRIER, (4, 4), (2,), (6, held)) == result


@pytest.mark.rule("SG-GAP-99")
def test_the_suspension_meets_a_new_roll_with_all_its_factors():
    hit = VehicleHit(12, 2, 3, major=True)
    assert "impact 16 against" in suspension_roll(hit, TANK).value_text([4, 1])


@pytest.mark.rule("SG-SAV-05")
@pytest.mark.parametrize(("face", "fate"), [(1, "dead"), (2, "wounded"), (3, "unhurt"), (6, "unhurt")])
def test_occupants_reached_by_small_arms(face, fate):
    assert SmallArmsFateRoll(sides=(6,)).value_of([face]) == fate


@pytest.mark.rule("SG-OCC-01", "SG-OCC-02")
@pytest.mark.parametrize(
    ("armour", "destroyed", "safe"),
    [(8, False, (4, 5, 6, 7, 8)), (8, True, (7, 8)), (6, True, ())],
)
def test_occupants_must_exceed_the_size_of_the_weapon_doubled_if_it_destroys(armour, destroyed, safe):
    roll = escape_roll(armour, 3, destroyed)
    assert tuple(face for face in range(1, armour + 1) if roll.value_of([face])) == safe


@pytest.mark.rule("SG-OCC-03")
@pytest.mark.parametrize(
    ("face", "fate"), [(1, "dead"), (2, "dead"), (3, "dead"), (4, "wounded"), (5, "wounded"), (6, "wounded")]
)
def test_casualties_among_the_occupants(face, fate):
    assert CasualtyRoll().value_of([face]) == fate


def test_the_odds_of_an_occupant_are_those_of_his_dice():
    chances = exact_chances(lambda: occupant_fate(8, 3, False))
    assert chances == pytest.approx({"unhurt": 5 / 8, "dead": 3 / 16, "wounded": 3 / 16})
    assert exact_chances(lambda: occupant_fate(6, 0, False))["wounded"] == pytest.approx(1 / 6)


def test_the_odds_of_damage_are_counted_over_all_faces():
    found = damage_chances({0: 0.5, 1: 0.3, 2: 0.2}, hits_by_degree(12, 2, 3), CARRIER)
    pairs = list(product(range(1, 13), range(1, 13)))
    minor, major = (sum(f * i > 4 * a for i, a in pairs) / 144 for f in (2, 4))
    assert found["destroyed"] == pytest.approx(0.3 * minor + 0.2 * major)
    assert found["none"] == 0.5
    assert sum(found.values()) == pytest.approx(1.0)
