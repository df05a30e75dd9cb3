"""Edges of rules that a table shows rarely: a state that is over, a limit met exactly."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.actions.activation import action_decision
from battlesim.rulesets.invasion_earth.actions.assault_actions import perform_assault
from battlesim.rulesets.invasion_earth.actions.fire_actions import perform_move_and_fire
from battlesim.rulesets.invasion_earth.actions.move_actions import (
    perform_announce,
    perform_hide,
    perform_turn,
)
from battlesim.rulesets.invasion_earth.assault import aftermath, fighting
from battlesim.rulesets.invasion_earth.attack import building_shots
from battlesim.rulesets.invasion_earth.attack.targeting import why_no_shot
from battlesim.rulesets.invasion_earth.attack.templates import template_kinds
from battlesim.rulesets.invasion_earth.battle.campaign import survives
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.events import HoldChanged
from battlesim.rulesets.invasion_earth.core.lookups import piece_profile
from battlesim.rulesets.invasion_earth.core.parameters import resolve_parameters
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.core.state import Battle, Combat
from battlesim.rulesets.invasion_earth.forced import fear, straight_runs
from battlesim.rulesets.invasion_earth.ground.rooms import can_announce
from battlesim.rulesets.invasion_earth.ground.sight import AT_OPENINGS, sight_verdict
from battlesim.rulings.movement import Leg
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    ENEMY,
    OWN,
    SLR,
    SOUTH,
    at,
    battle,
    enemy,
    is_gone,
    model,
    perform,
    play,
    rolls,
    wall,
)
from tests.rules.invasion_earth.test_buildings import besieged, house

CAPTAIN, YETI, MORTAR, RADIO = "unit_captain", "yeti", "unit_mortar_team", "unit_radio_operator"
HIGH = wall("high", -14, 4, 6, 4.25, 1.5, "high_wall")


def listed(state: Battle, piece: str) -> set[str]:
    """The keys of all actions that stand in a model's list, open or closed."""
    return {option.key for option in action_decision(state, state.table.piece(piece)).options}


def beaten(kind: str = CAPTAIN, winner: str = "auton", **more) -> Battle:  # type: ignore[no-untyped-def]
    combats = {"a": Combat("e", "lost", 0, ENEMY), "e": Combat("a", "won", 0, ENEMY)}
    return battle(
        model(kind, "a", 0, 1), model(SLR, "b", 9, 9), enemy(winner, "e", 0, 0), combats=combats, **more
    )


@pytest.mark.rule("IE-ASL-05", "IE-ASL-07", "IE-GAP-84")
def test_only_a_beaten_model_may_run_and_only_from_somebody_slower() -> None:
    state = beaten()
    assert {"run_away", "stay_and_fight"} <= listed(state, "a") and "run_away" not in listed(state, "b")
    assert aftermath.why_cannot_run_away(state, state.table.piece("b")) == "it has not lost a combat"
    alike = beaten(SLR, "unit_sergeant")
    assert aftermath.why_cannot_run_away(alike, alike.table.piece("a")) != ""
    assert aftermath.why_cannot_run_away(state, state.table.piece("a")) == ""


@pytest.mark.rule("IE-GAP-86")
def test_a_combat_of_this_turn_is_remembered_when_the_turn_ends() -> None:
    now = {"a": Combat("e", "lost", 1, OWN), "e": Combat("a", "won", 1, OWN)}
    state = battle(model(CAPTAIN, "a", 0, 1), model(SLR, "b", 9, 9), enemy("auton", "e", 0, 0), combats=now)
    assert "a" in play(state, ["end"]).state.game.combats


@pytest.mark.rule("IE-GRP-01", "IE-GRP-03", "IE-GRP-09")
@pytest.mark.parametrize(
    ("held", "dice", "changes"), [({}, [6, 1, 1], 0), ({"a": "e"}, [6, 1, 1], 1), ({"a": "e"}, [1, 6, 6], 0)]
)
def test_a_hold_ends_only_when_its_victim_wins(held: dict[str, str], dice: list[int], changes: int) -> None:
    state = battle(model(CAPTAIN, "a", 0, 1.3), enemy(YETI, "e", 0, 0), held=held)
    done = perform(state, lambda p: fighting.fight(p, "a", "e"), dice=dice)
    assert len(done.events_of(HoldChanged)) == changes


@pytest.mark.rule("IE-GRP-04", "IE-GAP-14")
@pytest.mark.parametrize(("x", "why"), [(0.0, "no legal path leads into contact"), (20.0, "")])
def test_an_assault_needs_a_way(x: float, why: str) -> None:
    ring = [
        wall("n", x - 1.2, 4.6, x + 1.2, 4.8, 3, "high_wall"),
        wall("s", x - 1.2, 2.2, x + 1.2, 2.4, 3, "high_wall"),
        wall("w", x - 1.4, 2.2, x - 1.2, 4.8, 3, "high_wall"),
        wall("o", x + 1.2, 2.2, x + 1.4, 4.8, 3, "high_wall"),
    ]
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 3.5), terrain=ring)
    assert fighting.why_no_assault(state, state.table.piece("a"), state.table.piece("e")) == why


@pytest.mark.rule("IE-GAP-14")
def test_the_reason_against_an_assault_names_one_enemy_or_none() -> None:
    far = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12))
    assert "too far" in str(fighting.why_cannot_assault(far, far.table.piece("a")))
    two = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12), enemy(SLR, "f", 3, 12))
    assert fighting.why_cannot_assault(two, two.table.piece("a")) == "no enemy is within reach"


@pytest.mark.rule("IE-GAP-14", "IE-GAP-71")
@pytest.mark.parametrize(
    ("mode", "dice", "end"), [("waits_to_fire", [1, 1, 1], (0, 6)), ("waits_to_assault", [1, 1], None)]
)
def test_an_assault_that_is_shot_at_goes_on_and_one_that_is_charged_does_not(mode, dice, end) -> None:  # type: ignore[no-untyped-def]
    waiter = enemy(SLR, "w", 3.2, 5.5, 180.0, **{mode: 1})
    state = battle(
        model(DALEK, "a", 0, 2.7), enemy(SLR, "e", 0, 7.3), waiter, options={"wait_trigger": "acts_in_zone"}
    )
    answers = {"enemy": "e", "reaction": 0}
    done = perform(state, lambda p: perform_assault(p, "a"), answers, dice)
    assert len(rolls(done)) == (2 if mode == "waits_to_fire" else 1)
    if end:
        assert at(done, "a") == pytest.approx(end, abs=0.01)


@pytest.mark.rule("IE-GAP-14", "IE-GAP-101")
def test_what_faces_another_across_a_wall_is_in_contact() -> None:
    low = wall("low", -3, 0.825, 3, 1.075)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 1.9), terrain=[low])
    assert fighting.why_no_assault(state, state.table.piece("a"), state.table.piece("e")) == ""
    edge = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 2.0), terrain=[low])
    assert aftermath.are_in_contact(edge, edge.table.piece("a"), edge.table.piece("e"))


@pytest.mark.rule("IE-GAP-101")
def test_an_assault_across_a_wall_takes_the_next_place_if_one_is_taken() -> None:
    low = wall("low", -3, 3, 3, 3.25)
    friend = model(SLR, "b", 0.45, 1.6)
    state = battle(model(SLR, "a", 0, 0), friend, enemy(SLR, "e", 0, 4.3), terrain=[low])
    done = perform(state, lambda p: perform_assault(p, "a"), {"enemy": "e"}, dice=[3, 3])
    assert len(rolls(done)) == 1 and at(done, "a")[0] < -0.3


@pytest.mark.rule("IE-GAP-13")
@pytest.mark.parametrize(("y", "asked"), [(2.0, True), (3.0, False)])
def test_a_model_that_moves_into_contact_does_not_fire(y: float, asked: bool) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 4), enemy(SLR, "f", 9, 9))
    leg = (Leg("a", ((CENTRE, CENTRE), (CENTRE, CENTRE + y))),)
    answers = {"move": leg} | ({"target_after_move": "hold"} if asked else {})
    done = perform(state, lambda p: perform_move_and_fire(p, "a"), answers)
    assert bool(done.decisions_with_key("target_after_move")) == asked


@pytest.mark.rule("IE-GAP-13")
def test_a_model_that_is_shot_on_its_move_does_not_fire() -> None:
    waiter = enemy(SLR, "w", 0, 9, SOUTH, waits_to_fire=1)
    state = battle(model(SLR, "a", 0, 0), waiter, options={"wait_trigger": "acts_in_zone"})
    leg = (Leg("a", ((CENTRE, CENTRE), (CENTRE, CENTRE + 2))),)
    done = perform(state, lambda p: perform_move_and_fire(p, "a"), {"move": leg, "reaction": 0}, [6])
    assert is_gone(done, "a") and not done.decisions_with_key("target_after_move")


@pytest.mark.rule("IE-BLD-01", "IE-BLD-06")
def test_only_a_model_at_an_opening_of_such_a_building_is_announced() -> None:
    for traits, x, y, able in (
        ((), 3, 0.8, False),
        (("announced",), 3, 0.8, True),
        (("announced",), 3, 4, False),
    ):
        state = besieged(model(SLR, "a", x, y), traits=traits)
        assert can_announce(state, state.table.piece("a")) == able
    outside = besieged(model(SLR, "a", 3, -4), traits=("announced",))
    assert not can_announce(outside, outside.table.piece("a"))


@pytest.mark.rule("IE-BLD-06")
def test_a_model_steps_back_from_an_opening() -> None:
    state = besieged(model(SLR, "a", 3, 0.8), traits=("announced",))
    there = perform(state, lambda p: perform_announce(p, "a"))
    assert there.piece("a").mark_count("at_opening") == 1
    assert not perform(there.state, lambda p: perform_announce(p, "a")).piece("a").has_mark("at_opening")


@pytest.mark.rule("IE-GAP-48")
@pytest.mark.parametrize(("dx", "seen"), [(9.9, True), (10.05, False)])
def test_the_sector_of_an_opening_ends_at_forty_five_degrees(dx: float, seen: bool) -> None:
    state = besieged(model(SLR, "a", 3 + dx, -9.0), enemy(SLR, "t", 3, 1.0))
    assert sight_verdict(state, state.table.piece("a"), state.table.piece("t")).visible == seen


@pytest.mark.rule("IE-GAP-31")
def test_one_building_in_range_is_enough_to_fire_at_a_building() -> None:
    second = house()
    ring = tuple((x - 20, y + 17) for x, y in second.rings[0])
    opening = msgspec.structs.replace(
        second.openings[0], id="barn.1", start=(CENTRE - 17.5, CENTRE + 17), end=(CENTRE - 16.5, CENTRE + 17)
    )
    barn = msgspec.structs.replace(second, id="barn", rings=(ring,), openings=(opening,))
    screen = wall("screen", -21, 15, -13, 15.3, 6, "high_wall")
    cannon = model("special_weapons_dalek", "a", 3, -9)
    state = battle(cannon, enemy(SLR, "t", 3, 4), enemy(SLR, "u", -17, 21), terrain=[house(), barn, screen])
    assert building_shots.why_no_building(state, cannon) == ""


@pytest.mark.rule("IE-EXP-03", "IE-EXP-01")
def test_the_battles_of_a_campaign_use_experience() -> None:
    assert RULESET.campaign.rules == {"campaign": True}


@pytest.mark.rule("IE-GAP-81")
def test_a_model_without_hits_does_not_survive() -> None:
    alive = model(SLR, "a", 0, 0)
    assert survives(alive) and not survives(msgspec.structs.replace(alive, hits=0))


@pytest.mark.rule("IE-GAP-82", "IE-EXP-11")
@pytest.mark.parametrize(("kind", "rate"), [("dalek_hoverbout", 14.0), (SLR, 0.0)])
def test_super_fast_counts_in_the_air_for_flyers_alone(kind: str, rate: float) -> None:
    assert piece_profile(model(kind, "a", 0, 0, super_fast=2)).fly_fast == rate


@pytest.mark.rule("IE-GAP-20", "IE-OBS-06", "IE-GAP-82")
def test_the_marks_with_which_a_model_can_begin() -> None:
    trooper, dalek = RULESET.start_marks(SLR), RULESET.start_marks(DALEK)
    assert trooper["radio"] == 1 and "radio" not in dalek
    assert trooper["super_sneak"] == 3 and "super_sneak" not in dalek and dalek["own_luck"] == 3


@pytest.mark.rule("IE-GAP-20", "IE-GAP-45")
def test_without_a_battle_the_rules_of_sight_are_those_of_the_default_options() -> None:
    rules = RULESET.sight_rules(None)
    assert not rules.bases and rules.openings == AT_OPENINGS and rules.cover_nearer


@pytest.mark.rule("IE-GAP-21", "IE-GAP-45")
@pytest.mark.parametrize(("edge", "cover"), [(9.97, "partial"), (10.03, "none")])
def test_area_cover_begins_at_half_of_the_base(edge: float, cover: str) -> None:
    wood = wall("w", -3, edge, 3, 13, 3.0, "woods")
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "t", 0, 10), terrain=[wood])
    assert sight_verdict(state, state.table.piece("a"), state.table.piece("t")).cover == cover


@pytest.mark.rule("IE-FEA-03", "IE-FEA-04")
@pytest.mark.parametrize(("face", "brave"), [(3, 1), (4, 0)])
def test_a_three_is_the_last_brave_face(face: int, brave: int) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(YETI, "e", 0, 9), starts=True)
    done = perform(state, lambda p: run_start_step(p, "fear"), dice=[face])
    assert done.piece("a").mark_count("brave") == brave
    assert ("a" in done.state.game.acted) == (not brave)


@pytest.mark.rule("IE-FEA-03", "IE-GAP-92")
@pytest.mark.parametrize(("y", "exposed"), [(9.0, True), (12.0, False)])
def test_a_model_that_nothing_frightens_any_longer_can_be_frightened_anew(y: float, exposed: bool) -> None:
    afraid = model(SLR, "a", 0, 0, exposed=1)
    state = battle(afraid, enemy("auton", "e", 0, y - 1), options={"fear_timing": "immediate"})
    assert perform(state, fear.end_exposure).piece("a").has_mark("exposed") == (y < 9.5)
    assert exposed == (y < 9.5)


@pytest.mark.rule("IE-FEA-09", "IE-GAP-90")
def test_a_straight_run_stops_at_the_last_free_point() -> None:
    friend = model(SLR, "b", 0, 6.2)
    state = battle(model(SLR, "a", 0, 0), friend, enemy(SLR, "e", 0, 20))
    leg = straight_runs.straight_leg_toward(state, state.table.piece("a"), "move_fast", 90.0, 6.0)
    assert leg is not None and leg.end[1] - CENTRE == pytest.approx(5.2, abs=0.06)


@pytest.mark.rule("IE-GAP-03", "IE-GAP-38")
def test_a_round_without_losses_is_counted_when_it_ends() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20))
    first = play(state, ["end"])
    assert first.state.game.count("idle_rounds") == 0
    assert play(first.state, ["end"]).state.game.count("idle_rounds") == 1


@pytest.mark.rule("IE-GAP-04", "IE-EXP-12")
def test_a_model_with_lightning_action_acts_twice_and_no_more() -> None:
    quick = model(SLR, "a", 0, 0, lightning_action=1)
    state = battle(quick, model(SLR, "b", 9, 0), enemy(DALEK, "d", 0, 12))
    once = play(state, ["a", "turn", 0.0])
    assert once.state.game.acted == () and once.piece("a").has_mark("acted_once")
    assert play(once.state, ["a", "sneak", ()]).state.game.acted == ("a",)


@pytest.mark.rule("IE-GAP-05")
@pytest.mark.parametrize(("asked", "facing"), [(359.5, 359.5), (360.0, 0.0), (-90.0, 270.0)])
def test_a_facing_lies_between_0_and_360(asked: float, facing: float) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20))
    done = perform(state, lambda p: perform_turn(p, "a"), {"facing": asked})
    assert done.piece("a").facing == facing


@pytest.mark.rule("IE-GAP-06", "IE-GAP-08", "IE-GAP-35")
@pytest.mark.parametrize(("gait", "crosses"), [("move", True), ("move_fast", False), ("sneak", True)])
def test_nobody_crosses_an_obstacle_at_a_fast_pace(gait: str, crosses: bool) -> None:
    from battlesim.rulesets.invasion_earth.ground.motion import GAITS, gait_motion

    low = wall("low", -3, 3, 3, 3.25)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20), terrain=[low])
    motion = gait_motion(state, state.table.piece("a"), gait)
    assert GAITS[gait].crosses == crosses and ("low" in motion.blocked) != crosses


@pytest.mark.rule("IE-GAP-10")
def test_hiding_is_a_mark_of_one() -> None:
    low = wall("low", -3, 0.6, 3, 0.85)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20), terrain=[low, HIGH])
    assert perform(state, lambda p: perform_hide(p, "a")).piece("a").mark_count("hidden") == 1


@pytest.mark.rule("IE-GAP-12", "IE-PRM-01")
@pytest.mark.parametrize(("weapon", "why"), [("slr", ""), ("exxilon_bow", "proof against primitive weapons")])
def test_only_primitive_weapons_fail_against_armour(weapon: str, why: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 9))
    assert why_no_shot(state, state.table.piece("a"), weapons()[weapon], state.table.piece("d")) == why


@pytest.mark.rule("IE-GAP-30")
def test_a_template_in_the_lab_scatters_by_what_its_strike_die_misses_by() -> None:
    kinds = {kind.name: kind for kind in template_kinds(resolve_parameters({"blast_miss": "scatter"}))}
    assert [name for name, kind in kinds.items() if kind.scatter] == [
        *("Bazooka, 4+", "Bazooka, 5+", "Mortar, 4+", "Mortar, 5+"),
        *("Special weapons cannon, 3+", "Special weapons cannon, 4+", "Special weapons cannon, 5+"),
    ]
    mortar = kinds["Mortar, 5+"]
    assert mortar.scatter and mortar.scatter.inches == (4.0, 3.0, 2.0, 1.0, 0.0, 0.0)
    assert (mortar.shape, mortar.reach) == ("blast:2", 48.0)
    areas = [(name, kind.shape) for name, kind in kinds.items() if name.startswith("Area")]
    assert areas == [("Area suppressed by 2", "blast:2"), ("Area suppressed by 3 or more", "blast:3")]
    assert all(kind.scatter is None for kind in template_kinds(resolve_parameters({})))
