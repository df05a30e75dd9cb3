"""Where a model could strike: never less than the rules let it, and not through walls."""

from __future__ import annotations

import pytest

from battlesim.geometry.visible_regions import region_area, region_contains
from battlesim.rulesets.mobile_infantry.battle.threats import current_threats, threats
from tests.rules.mobile_infantry.field import block, field, lieutenant, piece, rifles, warrior


def _at(regions, *points) -> list[bool]:
    return [region_contains(regions, point) for point in points]


@pytest.mark.rule("MI-BMOV-04", "MI-BUNI-05")
def test_a_warrior_strikes_an_inch_beyond_two_moves():
    (claws,) = threats(field(warrior("w", 30, 24)), "w")
    assert str(claws.words) == "after two Moves of 6 in, 1 in"
    assert _at(claws.then, (43.45, 24), (43.55, 24)) == [True, False]
    assert _at(claws.now, (31.45, 24), (31.55, 24)) == [True, False]


@pytest.mark.rule("MI-BMOV-04", "MI-GAP-07")
@pytest.mark.parametrize(("kind", "beyond"), [("warrior", True), ("tanker", False)])
def test_a_wall_across_the_table_stops_the_threat_of_large_bugs_alone(kind: str, beyond: bool):
    wall = block("wall", "w", 34, 0, 34.5, 48)
    claws = next(
        one for one in threats(field(piece(kind, "b", 30, 24), wall), "b") if "Moves" in str(one.words)
    )
    assert _at(claws.then, (33, 24), (38, 24)) == [True, beyond]


@pytest.mark.rule("MI-UNIT-01", "MI-SHOT-01")
def test_a_squad_fires_its_range_beyond_a_move():
    rifle, grenades = threats(field(rifles("r", 30, 24)), "r")
    assert (rifle.name, grenades.name) == ("Assault Rifle", "Grenades")
    assert _at(rifle.then, (54.45, 24), (54.55, 24)) == [True, False]
    assert region_area(grenades.then) < region_area(rifle.then)


@pytest.mark.rule("MI-GAP-06")
def test_nobody_strikes_through_a_house():
    house = block("building", "B", 34, 18, 36, 30)
    rifle, _ = threats(field(lieutenant("r", 30, 24), house), "r")
    assert _at(rifle.now, (33, 24), (40, 24)) == [True, False]


@pytest.mark.rule("MI-SHOT-01", "MI-BSHT-01", "MI-GAP-06")
@pytest.mark.parametrize(("kind", "seen"), [("wall", False), ("ruin", True)])
def test_figures_as_low_as_any_are_seen_over_a_ruin_and_not_over_a_wall(kind: str, seen: bool):
    rifle, _ = threats(field(rifles("r", 30, 24), block(kind, "B", 34, 18, 34.5, 30)), "r")
    assert _at(rifle.now, (36, 24)) == [seen]


@pytest.mark.rule("MI-GAP-08")
def test_an_arc_counts_where_the_model_stands_and_not_after_a_move():
    (gun,) = threats(field(piece("machine_gun", "g", 30, 24, facing=0)), "g")
    assert _at(gun.now, (40, 24), (20, 24)) == [True, False]
    assert _at(gun.then, (40, 24), (20, 24)) == [True, True]


@pytest.mark.rule("MI-BRDY-01")
def test_what_needs_ready_fires_from_where_it_stands():
    shot, claws = threats(field(piece("plasma_bug", "p", 30, 24)), "p")
    assert str(shot.words) == "after Ready, 60 in"
    assert region_area(shot.now) == pytest.approx(region_area(shot.then))
    assert str(claws.words) == "after two Moves of 4 in, 1 in"


@pytest.mark.rule("MI-BTRT-03", "MI-BMOV-04")
def test_a_hopper_flies_once():
    (strike,) = threats(field(piece("hopper", "h", 36, 24)), "h")
    assert str(strike.words).startswith("after a flight of 12 in and a Move of")


def test_what_is_off_the_table_threatens_nobody():
    assert threats(field(warrior("w", 30, 24)), "nobody") == ()


@pytest.mark.rule("MI-GAP-08", "MI-SHOT-01")
def test_an_arc_turns_with_its_model_and_ends_at_walls():
    house = block("building", "B", 34, 18, 36, 30)
    state, turned = (field(piece("machine_gun", "g", 30, 24, facing=way), house) for way in (0, 180))
    (ahead,), (back,) = current_threats(state, "g"), current_threats(turned, "g")
    assert _at(ahead.now, (33, 24), (40, 24), (20, 24)) == [True, False, False]
    assert _at(back.now, (33, 24), (20, 24)) == [False, True]
    assert region_area(ahead.now) == pytest.approx(region_area(threats(state, "g")[0].now))
    assert current_threats(field(rifles("r", 30, 24)), "r") == (), "who fires all round has no arc"
