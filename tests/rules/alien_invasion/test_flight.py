"""Craft that rise: taking off, travelling, landing, and what is true of them in the air."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.actions.card import action_options
from battlesim.rulesets.alien_invasion.actions.move_action import move_group, why_cannot_move
from battlesim.rulesets.alien_invasion.actions.shoot_action import shoot_with
from battlesim.rulesets.alien_invasion.advice.fire_support import advise_support_point, blast_worth
from battlesim.rulesets.alien_invasion.attack.shooting import why_not_target
from battlesim.rulesets.alien_invasion.core.lookups import combat_of
from battlesim.rulesets.alien_invasion.core.vehicles import is_airborne
from battlesim.rulesets.alien_invasion.support.fire_support import call_support, support_decision
from battlesim.rulesets.alien_invasion.vehicles.flight import flight_decision, land, why_cannot_land
from battlesim.table.pieces import OnTable
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    daleks,
    group,
    left,
    perform,
    play,
    run,
    terrain,
    vehicle,
)


def crewed(x=10.0, y=10.0, z=0.0, others=(), ground=(), facing=0.0, **rest):
    """A helicopter with a section in it, on the ground or in the air."""
    unit, (craft,) = vehicle("heli", x, y, facing, "helicopter")
    craft = msgspec.structs.replace(craft, place=OnTable(x, y, facing, z))
    section = aboard(group("a", *((0.0, 0.0),) * 4), "heli")
    return battle((unit, (craft,)), section, *others, ground=ground, **rest)


def heli(done):
    return done.state.table.piece("heli")


@pytest.mark.rule("MT-VEH-07")
def test_taking_off_costs_an_action_and_no_distance():
    done = play(crewed(card="unit single"), ["a", "take_off"])
    assert is_airborne(done.state, heli(done))
    assert heli(done).xy == (10, 10)
    assert done.state.game.actions_left == 0


@pytest.mark.rule("MT-VEH-08")
def test_a_craft_in_the_air_travels_anywhere():
    state = crewed(z=12.0, others=[daleks("d", (30, 20))], ground=[terrain("building", 20, 10, 40, 30)])
    assert flight_decision(state, "a").check(state, (70, 46)) is None


@pytest.mark.rule("MT-VEH-09")
@pytest.mark.parametrize(("card", "lands"), [("unit triple", True), ("unit double", False)])
def test_a_whole_flight_is_three_actions(card, lands):
    answers = ["a", "take_off", "a", "fly", (60, 40), *(["a", "land"] if lands else [])]
    done = play(crewed(card=card), answers)
    assert heli(done).xy == (60, 40)
    assert is_airborne(done.state, heli(done)) is not lands
    assert done.state.game.actions_left == 0


@pytest.mark.rule("MT-GAP-18")
def test_in_the_air_it_is_seen_over_everything_lower():
    house = msgspec.structs.replace(terrain("building", 20, 6, 26, 14), height=6.0)
    others = [daleks("d", (19, 10)), group("b", (5, 5))]
    assert why_not_target(crewed(x=30.0, z=12.0, others=others, ground=[house]), "d", "a") == ""
    assert why_not_target(crewed(x=30.0, z=12.0, others=others, ground=[house]), "a", "d") == ""
    assert why_not_target(crewed(x=31.0, others=others, ground=[house]), "d", "a")


@pytest.mark.rule("MT-GAP-18")
def test_nobody_is_locked_with_those_in_the_air():
    state = crewed(x=20.0, z=12.0, others=[daleks("d", (14, 10))])
    done = perform(state, lambda p: move_group(p, "d"), {"move": (20, 10)})
    assert done.state.table.piece("d1").xy == (20, 10)
    assert combat_of(done.state, "d") is None


@pytest.mark.rule("MT-GAP-18")
@pytest.mark.parametrize(("gap", "fine"), [(1.0, True), (0.9, False)])
def test_it_lands_away_from_enemies(gap, fine):
    state = crewed(x=30.0, y=20.0, z=12.0, others=[daleks("d", (30, 20 + 1.5 + gap + 0.75))])
    assert (why_cannot_land(state, "a") == "") is fine


@pytest.mark.rule("MT-GAP-18")
def test_it_lands_on_open_ground_or_a_roof_with_room_for_it():
    scrub, small = terrain("scrub", 33, 18, 40, 22), terrain("building", 27, 15, 33, 25)
    assert why_cannot_land(crewed(x=30.0, y=20.0, z=12.0, ground=[scrub]), "a")
    assert why_cannot_land(crewed(x=30.0, y=20.0, z=12.0, ground=[small]), "a")
    large = terrain("building", 25, 15, 35, 25)
    state = crewed(x=30.0, y=20.0, z=12.0, ground=[large])
    assert why_cannot_land(state, "a") == ""
    done = perform(state, lambda p: land(p, "a"))
    assert heli(done).place == OnTable(30, 20, 0, 3, "building")


@pytest.mark.rule("MT-GAP-18")
def test_passengers_get_out_of_a_landed_craft_alone():
    assert why_cannot_move(crewed(z=12.0), "a") == "the craft is in the air"
    assert why_cannot_move(crewed(), "a") == ""
    keys = {option.key for option in action_options(crewed(z=12.0), "a") if not option.shut}
    assert keys == {"fly", "land"}


@pytest.mark.rule("MT-GAP-18")
def test_from_a_roof_they_get_into_the_house():
    house = terrain("building", 25, 15, 35, 25)
    landed = perform(crewed(x=30.0, y=20.0, z=12.0, ground=[house]), lambda p: land(p, "a")).state
    done = perform(landed, lambda p: move_group(p, "a"), {"move": (30, 24)})
    assert all(25 < piece.xy[0] < 35 for piece in done.state.table.pieces_of_unit("a"))
    full = battle_with_full_house(landed)
    assert why_cannot_move(full, "a") == "there is no room in the house below"


def battle_with_full_house(state):
    """The same battle with a house that has room for nobody."""
    parameters = msgspec.structs.replace(state.game.parameters, house_room=3)
    return state.with_game(parameters=parameters)


@pytest.mark.rule("MT-UNIT-09", "MT-GAP-77")
def test_a_heavy_machine_gun_fires_until_its_last_man_is_dead():
    gun = group("g", (10, 10), kinds=["unit_hmg"])
    state = battle(gun, group("b", *block(40, 40)), daleks("d", (30, 10)))
    once = perform(state, lambda p: shoot_with(p, "d"), {"target": "g"}, [1] * 6)
    assert (left(once, "g"), once.state.table.piece("g1").hits) == (1, 1)
    fired = perform(once.state, lambda p: shoot_with(p, "g"), {"target": "d"}, [1] * 8)
    assert left(fired, "d") == 1
    again = perform(once.state, lambda p: shoot_with(p, "d"), {"target": "g"}, [1] * 6)
    assert left(again, "g") == 0


def supported(*others, **rest):
    """A section with fire support, as a Special Event card is played."""
    rest = {"fire_support": True, "row": ("event",)} | rest
    return battle(group("a", (10, 20)), *others, **rest)


def called(state, point, dice, **answers):
    chosen = {"support": True, "support_point": point, **answers}
    return perform(state, lambda p: call_support(p, "unit"), chosen, dice)


@pytest.mark.rule("MT-UNIT-10")
def test_fire_support_hits_each_group_under_the_template():
    state = supported(daleks("d", (39, 20), (41, 20), (50, 20)))
    done = called(state, (40, 20), [4] * 6 + [3] * 2, casualties=("d1",))
    assert done.first_decision("casualties").most == 1
    assert (left(done, "d"), done.state.table.piece("d1").in_play) == (2, False)


@pytest.mark.rule("MT-UNIT-10")
def test_friends_suffer_the_same_total_and_only_figures_under_it_fall():
    state = supported(group("b", (39, 20), (45, 20)), daleks("d", (41, 20)))
    done = called(state, (40, 20), [6] * 8)
    assert (left(done, "b"), left(done, "d"), left(done, "a")) == (1, 0, 1)


@pytest.mark.rule("MT-UNIT-10", "MT-VEH-10")
@pytest.mark.parametrize(("z", "dice", "survivors"), [(0.0, [3] * 8, 2), (12.0, [], 4)])
def test_fire_support_reaches_those_in_a_vehicle_on_the_ground(z, dice, survivors):
    state = crewed(x=30.0, y=20.0, z=z, others=[group("b", (10, 10))], fire_support=True, row=("event",))
    fallen = {"casualties": ("a1", "a2")} if dice else {}
    done = called(state, (30, 24), dice, **fallen)
    assert left(done, "a") == survivors


@pytest.mark.rule("MT-UNIT-10")
def test_fire_support_falls_only_where_somebody_sees():
    state = supported(ground=[terrain("building", 18, 10, 22, 30)])
    asked = support_decision(state, "unit")
    assert str(asked.check(state, (40, 20)).reason) == "no piece can see this point"
    assert asked.check(state, (12, 30)) is None


@pytest.mark.rule("MT-UNIT-10")
def test_without_an_enemy_in_sight_fire_support_is_advised_away_from_friends():
    state = supported(daleks("d", (40, 20)), ground=[terrain("building", 18, 10, 22, 30)])
    asked = support_decision(state, "unit")
    (advice,) = advise_support_point(state, asked)
    worth = [blast_worth(state, "unit", point, 8) for point in (asked.default(state), advice.answer)]
    assert asked.check(state, advice.answer) is None and worth[0] < worth[1] == 0


@pytest.mark.rule("MT-UNIT-10")
def test_without_a_scenario_that_says_so_there_is_no_fire_support():
    done = perform(supported(daleks("d", (40, 20)), fire_support=False), lambda p: call_support(p, "unit"))
    assert not done.decisions_with_key("support")
    card = play(supported(daleks("d", (40, 20)), row=("event", "unit single")), [False])
    assert card.decisions_with_key("support")


@pytest.mark.rule("MT-GAP-77")
def test_a_crew_moves_as_one_figure():
    assert run(battle(group("g", (10, 10), kinds=["unit_hmg"])), (18, 10), "g").end == (18, 10)
