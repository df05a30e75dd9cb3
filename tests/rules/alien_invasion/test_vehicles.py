"""Vehicles: boarding, driving, turning, being shot at, ramming."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.actions.card import able_groups
from battlesim.rulesets.alien_invasion.actions.move_action import move_group
from battlesim.rulesets.alien_invasion.actions.shoot_action import shoot_with, target_decision
from battlesim.rulesets.alien_invasion.attack.shooting import pool_of, targets
from battlesim.rulesets.alien_invasion.combat.resolution import settle_combats
from battlesim.rulesets.alien_invasion.core.lookups import combat_of
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import VehicleRule
from battlesim.rulesets.alien_invasion.ground.protection import protection
from battlesim.rulesets.alien_invasion.ground.sight import sees
from battlesim.rulesets.alien_invasion.vehicles.driving import (
    can_enter,
    drive,
    drive_decision,
    why_cannot_start,
)
from battlesim.table.pieces import Aboard
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    daleks,
    group,
    left,
    perform,
    refusal,
    run,
    terrain,
    vehicle,
)

SCRUB = terrain("scrub", 30, 20, 36, 28)


def crewed(kind="car", x=10.0, facing=0.0, ground=(), others=(), count=3, **rest):
    """A vehicle with a group in it."""
    crew = group("a", *((0.0, 0.0),) * count)
    parts = (vehicle("car", x, 24, facing, kind), aboard(crew, "car"))
    return battle(*parts, *others, ground=ground, **rest)


def driven(state, point, facing=0.0, dice=()):
    return perform(state, lambda p: drive(p, "a"), {"drive": point, "turn": facing}, dice)


def farthest(state):
    return drive_decision(state, "a").lines[-1][1]


def place(state, id):
    at = state.table.piece(id).place
    return (round(at.x, 3), round(at.y, 3), at.facing)


@pytest.mark.rule("MT-VEH-01")
def test_a_vehicle_drives_straight_along_its_facing():
    asked = drive_decision(crewed(), "a")
    assert asked.check(crewed(), (69.5, 24)) is None
    assert asked.check(crewed(), (33, 24)) is None
    assert asked.check(crewed(), (20, 30))
    assert asked.check(crewed(), (9, 24))


@pytest.mark.rule("MT-VEH-02")
def test_it_turns_at_the_end_of_the_same_action():
    done = driven(crewed(), (40, 24), 90.0)
    assert place(done.state, "car") == (40, 24, 90)
    assert done.state.table.piece("a1").place == Aboard("car")
    assert drive_decision(done.state, "a").check(done.state, (40, 30)) is None


@pytest.mark.rule("MT-VEH-02")
def test_it_needs_room_to_stand_as_it_is_turned():
    state = crewed(others=[daleks("d", (10, 26.5))])
    done = driven(state, (10, 24), 0.0)
    assert done.first_decision("turn").check(done.state, 90.0)
    assert done.first_decision("turn").check(done.state, 180.0) is None


@pytest.mark.rule("MT-VEH-03")
def test_suitable_terrain_stops_the_centre_at_its_edge():
    state = crewed("jeep", ground=[SCRUB])
    assert farthest(state) == (30, 24)
    done = driven(state, (30, 24), 0.0)
    assert farthest(done.state)[0] == 69.5


@pytest.mark.rule("MT-VEH-04")
def test_any_terrain_stops_the_front_of_a_road_vehicle():
    assert farthest(crewed(ground=[SCRUB])) == (27.5, 24)


@pytest.mark.rule("MT-VEH-05")
def test_what_an_off_road_vehicle_can_enter():
    kinds = ("scrub", "rubble", "woods", "rocks", "building", "wall", "fence", "river")
    ground = [terrain(kind, 60, 40, 61, 41) for kind in kinds]
    state = crewed("jeep", ground=ground)
    jeep = state.table.piece("car")
    assert [kind for kind in kinds if can_enter(state, jeep, kind)] == ["scrub", "rubble"]


@pytest.mark.rule("MT-VEH-06")
def test_a_scenario_names_other_terrain():
    wall = terrain("wall", 30, 20, 30.2, 28)
    rule = VehicleRule("car", goes=("scrub", "rubble", "wall", "fence"))
    plain, told = crewed("armoured", ground=[wall]), crewed("armoured", ground=[wall], vehicles=(rule,))
    assert farthest(plain) == (26.5, 24)
    assert farthest(told) == (33.7, 24)
    assert drive_decision(told, "a").check(told, (30, 24)), "it does not end on the wall"


@pytest.mark.rule("MT-GAP-43")
@pytest.mark.parametrize(("kind", "end"), [("jeep", 32.7), ("car", 27.5)])
def test_only_off_road_vehicles_cross_a_wire_fence(kind, end):
    assert farthest(crewed(kind, ground=[terrain("wire_fence", 30, 20, 30.2, 28)])) == (end, 24)


@pytest.mark.rule("MT-VEH-10", "MT-TER-14")
def test_those_in_a_vehicle_have_cover():
    state = crewed(others=[daleks("d", (30, 24), (30, 26), (30, 28))], count=4)
    assert protection(state, "a") == 1
    done = perform(
        state,
        lambda p: shoot_with(p, "d"),
        {"target": "a", "casualties": ("a1", "a2", "a3")},
        [1] * 15 + [4] * 3,
    )
    assert left(done, "a") == 1


@pytest.mark.rule("MT-VEH-10")
def test_a_vehicle_blocks_no_sight():
    state = battle(group("a", (10, 24)), vehicle("car", 20, 24, 90), daleks("d", (30, 24)))
    assert sees(state, "a", "d")


@pytest.mark.rule("MT-VEH-10", "MT-GAP-15")
def test_a_group_gets_into_a_vehicle_as_a_whole():
    state = battle(group("a", *block(10, 23)), vehicle("car", 17, 24, 90))
    done = perform(state, lambda p: move_group(p, "a"), {"move": (17, 24)})
    assert {piece.place for piece in done.state.table.pieces_of_unit("a")} == {Aboard("car")}
    assert why_cannot_start(done.state, "a") == ""


@pytest.mark.rule("MT-GAP-15")
def test_five_do_not_fit_into_a_car():
    kinds = ["unit_officer", "unit_sergeant", "unit_guard", "unit_guard", "unit_hq_laws"]
    five = group("a", *block(10, 23, 5), kinds=kinds)
    assert run(battle(five, vehicle("car", 17, 24, 90)), (17, 24)).ended == "obstacle"
    assert run(battle(five, vehicle("jeep", 17, 24, 90, "jeep")), (17, 24)).ended == "feature"


@pytest.mark.rule("MT-VEH-10")
@pytest.mark.parametrize(("x", "y"), [(15.5, 24), (17, 21.2)])
def test_nobody_ends_half_in_a_vehicle(x, y):
    state = battle(group("a", (10, y)), vehicle("car", 17, 24, 90))
    found = run(state, (x, y))
    assert (found.ended, found.end[0] < 15.5) == ("obstacle", True)


@pytest.mark.rule("MT-GAP-15")
def test_an_empty_vehicle_does_not_move():
    state = battle(group("a", (10, 10)), vehicle("car", 17, 24))
    assert [unit.id for unit in able_groups(state, "unit")] == ["a"]
    assert why_cannot_start(state, "car crew")


@pytest.mark.rule("MT-GAP-15")
def test_getting_out_is_measured_from_the_middle_of_a_side():
    state = crewed("jeep", x=20, count=1)
    assert run(state, (20, 33.7)).start == (20, 25.75)
    assert run(state, (20, 33.7)).end == (20, 33.7)
    assert "at most" in refusal(state, (20, 33.8))
    done = perform(state, lambda p: move_group(p, "a"), {"move": (20, 30)})
    assert done.state.table.piece("a1").xy == (20, 30)


@pytest.mark.rule("MT-GAP-15")
def test_nobody_who_gets_out_ends_on_the_vehicle():
    state = crewed("jeep", x=20, facing=30, count=1)
    found = run(state, (20.5, 25.5))
    assert (found.ended, found.by, found.length) == ("obstacle", ("car",), 0)


@pytest.mark.rule("MT-GAP-15")
def test_a_scenario_says_who_drives():
    rule = VehicleRule("car", drivers=("spug",))
    assert why_cannot_start(crewed(vehicles=(rule,)), "a") == "others drive it"


@pytest.mark.rule("MT-GAP-15")
def test_those_inside_shoot_from_the_outline():
    house = terrain("building", 13, 20, 15, 24.5)
    state = crewed(ground=[house], others=[daleks("d", (30, 25))])
    assert sees(state, "a", "d")


@pytest.mark.rule("MT-GAP-14")
@pytest.mark.option("vehicle_move_cap_in", "unlimited", "16", "24", "32")
@pytest.mark.parametrize(("value", "end"), [("unlimited", 69.5), ("16", 26), ("24", 34), ("32", 42)])
def test_how_far_a_vehicle_drives(value, end):
    assert farthest(crewed(options={"vehicle_move_cap_in": value})) == (end, 24)


@pytest.mark.rule("MT-GAP-17")
@pytest.mark.option("ramming", "none", "2d6_per_figure_touched")
@pytest.mark.parametrize(
    ("value", "dice", "survivors"), [("none", [], 2), ("2d6_per_figure_touched", [6] * 4, 1)]
)
def test_a_drive_ends_at_the_first_enemy(value, dice, survivors):
    state = crewed(others=[daleks("d", (30, 23.2), (30, 24.8))], options={"ramming": value})
    end = farthest(state)
    assert end == (26.75, 24)
    done = driven(state, end, dice=dice)
    assert left(done, "d") == survivors
    assert combat_of(done.state, "a") is None


@pytest.mark.rule("MT-GAP-17")
def test_other_vehicles_stop_it():
    assert farthest(crewed(others=[vehicle("other", 30, 24)])) == (25, 24)


@pytest.mark.rule("MT-GAP-17")
def test_own_figures_are_pushed_aside():
    done = driven(crewed(others=[group("b", (30, 24.6), (50, 30))]), (30, 24))
    assert done.state.table.piece("b1").xy == pytest.approx((30, 25.75), abs=0.01)
    assert done.state.table.piece("b2").xy == (50, 30)


@pytest.mark.rule("MT-GAP-17")
def test_whoever_reaches_an_occupied_enemy_vehicle_is_locked_with_the_group_inside():
    state = crewed(others=[daleks("d", (18, 24))])
    done = perform(state, lambda p: move_group(p, "d"), {"move": (10, 24)})
    combat = combat_of(done.state, "d")
    assert combat.groups == ("a", "d")
    assert combat.defended == {"unit": "car"}
    assert protection(done.state, "a") == 1
    assert why_cannot_start(done.state, "a") == "it is locked in a fight"


@pytest.mark.rule("MT-GAP-17", "MT-HTH-19")
@pytest.mark.parametrize(("count", "inside"), [(1, True), (5, False)])
def test_whoever_beats_those_inside_may_get_in_if_there_is_room(count, inside):
    ranks = [(16 + 2 * number, 24) for number in range(count)]
    state = crewed(others=[daleks("d", *ranks)], count=1, card="unit double")
    locked = perform(state, lambda p: move_group(p, "d"), {"move": (10, 24)}).state
    card = locked.game.card
    done = perform(locked, lambda p: settle_combats(p, card), {"occupy": True}, [1, *[2] * 6 * count])
    assert left(done, "a") == 0
    assert (done.state.table.piece("d1").place == Aboard("car")) is inside


@pytest.mark.rule("MT-GAP-16")
@pytest.mark.option("vehicles_destructible", "true")
def test_a_vehicle_that_is_named_becomes_rubble():
    state = crewed("jeep", count=4, others=[daleks("d", (30, 24), (30, 26))])
    done = perform(state, lambda p: shoot_with(p, "d"), {"target": "car crew"}, [2] * 12 + [1, 3, 4, 6])
    assert left(done, "a") == 2
    assert done.state.table.terrain("car_wreck").kind == "rubble"
    assert not done.state.table.piece("car").in_play
    assert all(done.state.table.piece(key).table_position for key in ("a3", "a4"))


@pytest.mark.rule("MT-GAP-16")
@pytest.mark.option("vehicles_destructible", "false")
def test_by_option_nobody_shoots_at_a_vehicle():
    state = crewed(others=[daleks("d", (30, 24))], options={"vehicles_destructible": "false"})
    asked = target_decision(state, "d")
    assert asked.check(state, "car crew")
    assert targets(state, "d") == ["a"]


@pytest.mark.rule("MT-GAP-16")
def test_weapons_of_a_vehicle_add_their_dice():
    rule = VehicleRule("car", weapons=("machine_gun", "tank_gun"))
    state = crewed(vehicles=(rule,), others=[daleks("d", (18, 24))])
    assert pool_of(state, "a").fixed == 4 + 2 + 12
    locked = perform(state, lambda p: move_group(p, "d"), {"move": (10, 24)}).state
    assert pool_of(locked, "a").fixed == 4 + 2, "no tank gun fires at those in contact"
