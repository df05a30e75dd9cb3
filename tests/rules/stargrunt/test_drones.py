"""Drones: launching, flying, crashing, and fire at them and at aircraft."""

from __future__ import annotations

from random import Random

import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.events import WeaponsFired
from battlesim.rulesets.stargrunt.core.marks import DRONES_LAUNCHED
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.rulesets.stargrunt.electronics.air_defence import drone_decision
from battlesim.rulesets.stargrunt.electronics.drones import (
    DRONE_KIND,
    drone_of,
    flight_decision,
    why_no_launch,
)
from battlesim.rulesets.stargrunt.morale.panic import take_panic_test
from battlesim.rulesets.stargrunt.morale.suppression import suppress
from battlesim.rulesets.stargrunt.support.arrival import resolve_mission
from battlesim.table.events import DiceRolled, TemplatePlaced
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.pieces import Marker

from .field import CENTRE, A, battle, foes, open_actions, perform, play, squad, terrain, unit


def in_air(state, x, y, team="a", side="own"):
    """The battle with the drone of a team in the air at a point."""
    drone = Marker(
        MarkerId(f"drone {team}"), DRONE_KIND, CENTRE + x, CENTRE + y, 0.5, side=side, name="drone"
    )
    return state.with_table(state.table.with_marker(drone))


def team(*more, marks=None, drone="basic", **rules):
    return battle(
        squad("a", (-10, -10), marks=marks, drone=drone, **rules),
        *(more or (foes("b", (0, 20)),)),
        activated="a",
    )


def hunter(y=0.0, ground=(), **options):
    """An own squad `a` and an enemy drone at a distance along +y."""
    state = battle(squad("a", (0, 0)), foes("b", (20, 20), drone="basic"), ground=ground, activated="a")
    return in_air(state, 0, y, "b", "enemy")


def shoot(state, dice, key="a advanced_rifle b"):
    return play(state, ["shoot_drone", key], dice)


@pytest.mark.rule("SG-DRN-01")
def test_launching_a_drone_takes_one_action():
    done = play(team(), ["launch_drone"])
    drone = drone_of(done.state, A)
    assert (drone.x, drone.y) == (CENTRE - 10, CENTRE - 10)
    assert done.state.game.activation.actions_left == 1
    assert unit(done, "a").mark_count(DRONES_LAUNCHED) == 1


@pytest.mark.rule("SG-DRN-02")
@pytest.mark.parametrize(("inches", "allowed"), [(24.0, True), (24.1, False)])
def test_an_action_moves_a_drone_up_to_24_inches(inches, allowed):
    state = in_air(team(), -14, -14)
    decision = flight_decision(state, unit(state, "a"), drone_of(state, A))
    assert (decision.check(state, (10.0 + inches, 10.0)) is None) is allowed


@pytest.mark.rule("SG-DRN-02")
@pytest.mark.parametrize(
    ("point", "allowed"), [((0.2, 10.0), True), ((10.0, 0.2), True), ((-0.2, 10.0), False)]
)
def test_a_drone_stays_over_the_table(point, allowed):
    state = in_air(team(), -14, -14)
    decision = flight_decision(state, unit(state, "a"), drone_of(state, A))
    assert (decision.check(state, point) is None) is allowed
    assert len(decision.suggest(state, 8, Random(1))) == 8


@pytest.mark.rule("SG-DRN-02")
def test_a_drone_flies_for_an_action():
    done = play(in_air(team(), 0, 0), ["fly_drone", (CENTRE + 12.0, CENTRE)])
    assert drone_of(done.state, A).x == CENTRE + 12.0
    assert done.state.game.activation.actions_left == 1


@pytest.mark.rule("SG-DRN-04")
@pytest.mark.parametrize(("dice", "flies"), [([5, 4], False), ([4, 4], True)])
def test_a_drone_is_shot_down_by_a_higher_die(dice, flies):
    assert (drone_of(shoot(hunter(8.0), dice).state, UnitId("b")) is not None) is flies


@pytest.mark.rule("SG-DRN-04")
@pytest.mark.parametrize(("inches", "allowed"), [(8.0, True), (8.1, False)])
def test_a_drone_is_in_reach_within_one_range_band(inches, allowed):
    assert ("shoot_drone" in open_actions(hunter(inches))) is allowed


@pytest.mark.rule("SG-DRN-04")
def test_the_odds_card_of_a_shot_at_a_drone_has_its_chance():
    state = hunter(8.0)
    card = RULESET.preview(state, drone_decision(state, unit(state, "a")), "a advanced_rifle b")
    assert card.chance == pytest.approx(27 / 48)


@pytest.mark.rule("SG-GAP-60")
def test_only_one_drone_flies_and_three_are_in_store():
    assert why_no_launch(in_air(team(), 0, 0), unit(team(), "a"))
    assert why_no_launch(team(marks={DRONES_LAUNCHED: 3}), unit(team(marks={DRONES_LAUNCHED: 3}), "a"))
    assert not why_no_launch(team(marks={DRONES_LAUNCHED: 2}), unit(team(marks={DRONES_LAUNCHED: 2}), "a"))


@pytest.mark.rule("SG-GAP-60")
@pytest.mark.parametrize(("action", "flies"), [("move", False), ("stop", True)])
def test_any_other_action_of_the_team_makes_its_drone_crash(action, flies):
    done = play(in_air(team(), 0, 0), [action, *([()] if action == "move" else [])])
    assert (drone_of(done.state, A) is not None) is flies


@pytest.mark.rule("SG-GAP-60")
@pytest.mark.parametrize("cause", ["suppression", "panic"])
def test_suppression_and_panic_of_the_team_make_its_drone_crash(cause):
    state = in_air(team(quality="green"), 0, 0)
    lost = {"suppression": lambda play: suppress(play, A), "panic": lambda play: take_panic_test(play, A)}
    done = perform(state, lost[cause], dice=[1] if cause == "panic" else [])
    assert drone_of(done.state, A) is None


@pytest.mark.rule("SG-GAP-60", "SG-DRN-04")
@pytest.mark.parametrize(
    ("kind", "left", "seen"),
    [("building", -3, False), ("building", 0, False), ("building", 0.5, True), ("woods", -3, True)],
)
def test_fire_at_a_drone_needs_sight(kind, left, seen):
    state = hunter(6.0, ground=[terrain(kind, left, 2, 3, 4)])
    assert ("shoot_drone" in open_actions(state)) is seen


@pytest.mark.rule("SG-GAP-60", "SG-DRN-04")
@pytest.mark.parametrize(("weapon", "used"), [("advanced_rifle", ()), ("rocket:a1", ("a rocket:a1",))])
def test_fire_at_a_drone_uses_a_weapon(weapon, used):
    state = battle(
        squad("a", (0, 0), kinds=("rocketeer",)), foes("b", (20, 20), drone="basic"), activated="a"
    )
    (event,) = shoot(in_air(state, 0, 6, "b", "enemy"), [1, 6], f"a {weapon} b").events_of(WeaponsFired)
    assert (event.weapons, event.used) == ((f"a {weapon}",), used)


@pytest.mark.rule("SG-DRN-04")
@pytest.mark.parametrize(("marks", "allowed"), [({"confidence": 3}, True), ({"confidence": 2}, False)])
def test_a_broken_unit_fires_at_no_drone(marks, allowed):
    woods = [terrain("scrub", -3, -3, 3, 3)]
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (20, 20), drone="basic"), ground=woods)
    decision = drone_decision(in_air(state, 0, 6, "b", "enemy"), unit(state, "a"))
    assert (len(decision.open_options) > 1) is allowed


@pytest.mark.rule("SG-DRN-04")
@pytest.mark.parametrize(("inches", "allowed"), [(8.4, True), (8.6, False)])
def test_by_option_the_nearest_figure_measures_to_a_drone(inches, allowed):
    options = {"range_measure": "nearest_figures"}
    own, other = squad("a", (0, 0), (0, -5)), foes("b", (20, 20), drone="basic")
    state = in_air(battle(own, other, options=options), 0, inches, "b", "enemy")
    assert (len(drone_decision(state, unit(state, "a")).open_options) > 1) is allowed


@pytest.mark.rule("SG-DRN-01", "SG-DRN-04")
def test_the_drone_that_is_fired_at_crashes_and_no_own_one_is_offered():
    more = (foes("b", (20, 20), drone="basic"), foes("c", (18, 20), drone="basic"))
    state = battle(squad("a", (0, 0), drone="basic"), *more, activated="a")
    state = in_air(in_air(state, 0, 6, "b", "enemy"), 0, 5, "c", "enemy")
    done = shoot(state, [8, 1], "a advanced_rifle c")
    assert [drone_of(done.state, UnitId(id)) is None for id in ("b", "c")] == [False, True]
    mine = in_air(state, 0, 4)
    assert len(drone_decision(mine, unit(mine, "a")).options) == 3


def raid(y, answers=None, dice=(), marks=None):
    """An air attack on the middle of the table, with an enemy squad at a distance from it."""
    air = Battery("air", "own", kind="air", size="small")
    state = battle(squad("a", (20, -20)), foes("b", (0, y), marks=marks), batteries=(air,))
    mission = Mission("m", "air", "a", (CENTRE, CENTRE), "explosive", 1, 1)
    return perform(state, lambda play: resolve_mission(play, mission), answers, dice)


@pytest.mark.rule("SG-GAP-133")
@pytest.mark.parametrize(("dice", "bursts"), [([8, 7], 0), ([7, 7], 2)])
def test_the_craft_of_an_air_attack_may_be_shot_down_before_it_drops(dice, bursts):
    done = raid(-8, {"air_shot": ["b advanced_rifle m"]}, dice)
    assert len(done.events_of(TemplatePlaced)) == bursts


@pytest.mark.rule("SG-GAP-133")
def test_nobody_is_asked_to_fire_at_a_craft_out_of_reach():
    assert not raid(-9).decisions_with_key("air_shot")


@pytest.mark.rule("SG-GAP-133")
@pytest.mark.parametrize("mark", ["suppressed", "panic"])
def test_a_suppressed_or_panicked_unit_does_not_fire_at_a_craft(mark):
    assert not raid(-8, marks={mark: 1}).decisions_with_key("air_shot")


@pytest.mark.rule("SG-GAP-133")
def test_the_craft_has_a_d10():
    done = raid(-8, {"air_shot": ["b advanced_rifle m"]}, [8, 7])
    assert done.events_of(DiceRolled)[0].sides == (8, 10)
