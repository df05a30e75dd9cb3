"""Sighting, perception, hiding."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.actions.move_actions import perform_hide, perform_move
from battlesim.rulesets.invasion_earth.assault.fighting import why_no_assault
from battlesim.rulesets.invasion_earth.attack.area_suppression import possible_targets
from battlesim.rulesets.invasion_earth.attack.cover_suppression import why_cannot_suppress_cover
from battlesim.rulesets.invasion_earth.attack.damage import apply_damage
from battlesim.rulesets.invasion_earth.attack.targeting import why_no_shot
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.sighting.hiding import (
    find_hidden_models,
    is_hiding_place,
    why_cannot_hide,
)
from battlesim.rulesets.invasion_earth.sighting.sightings import is_sighted, perceive, why_cannot_perceive
from battlesim.rulings.movement import Leg
from battlesim.table.terrain import Terrain
from tests.rules.invasion_earth.field import (
    CENTRE,
    EAST,
    ENEMY,
    SLR,
    battle,
    enemy,
    model,
    open_actions,
    perform,
    play,
    rolls,
    wall,
)

HIGH = wall("high", -6, 4, 6, 4.25, 1.5, "high_wall")


def turn_began(*pieces, terrain: tuple[Terrain, ...] = (), **more) -> Battle:  # type: ignore[no-untyped-def]
    """A turn whose picture of sight was taken."""
    state = battle(*pieces, terrain=terrain, without=(), starts=True, **more)
    return perform(state, lambda p: run_start_step(p, "picture")).state


def sights(state: Battle, viewer: str, target: str) -> bool:
    return is_sighted(state, state.table.piece(viewer), state.table.piece(target))


@pytest.mark.rule("IE-SIG-03", "IE-GAP-75")
@pytest.mark.option("sighting_time", "turn_start", "at_action")
@pytest.mark.parametrize(("option", "sighted"), [("turn_start", False), ("at_action", True)])
def test_what_comes_into_view_later_is_sighted_by_option(option: str, sighted: bool) -> None:
    state = turn_began(
        model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8), terrain=(HIGH,), options={"sighting_time": option}
    )
    there = state.table.piece("a")
    moved = state.with_table(state.table.with_pieces(model(SLR, "a", 16, 0)))
    assert there.xy != moved.table.piece("a").xy
    assert not sights(state, "a", "e") and sights(moved, "a", "e") == sighted


@pytest.mark.rule("IE-SIG-03", "IE-SIG-07")
def test_what_was_in_view_stays_sighted() -> None:
    state = turn_began(model(SLR, "a", 16, 0), enemy(SLR, "e", 0, 8), terrain=(HIGH,))
    assert sights(state.with_table(state.table.with_pieces(model(SLR, "a", 0, 0))), "a", "e")


@pytest.mark.rule("IE-SIG-08")
@pytest.mark.parametrize(
    ("x", "between", "sighted"), [(10.9, False, True), (11.1, False, False), (10.9, True, False)]
)
def test_a_leader_in_sight_within_ten_inches_tells_what_it_sees(
    x: float, between: bool, sighted: bool
) -> None:
    screen = wall("screen", -2, 4, 2, 4.25, 1.5, "high_wall")
    block = (wall("block", 5, -2, 5.25, 2, 1.5, "high_wall"),) if between else ()
    state = turn_began(
        model(SLR, "t", 0, 0),
        model("unit_captain", "l", x, 0),
        enemy(SLR, "e", 0, 12),
        terrain=(screen, *block),
    )
    assert sights(state, "l", "e") and sights(state, "t", "e") == sighted


@pytest.mark.rule("IE-SIG-05", "IE-SIG-03")
def test_without_a_sighted_enemy_no_offensive_action_is_open() -> None:
    low = wall("low", -3, 0.9, 3, 1.15)
    state = turn_began(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 11), terrain=(low, HIGH))
    assert open_actions(state, "a") == {"turn", "move", "move_fire", "move_fast", "sneak", "hide"}


@pytest.mark.rule("IE-SIG-05", "IE-SIG-02", "IE-SIG-06")
def test_only_a_sighted_enemy_is_shot_at_or_assaulted() -> None:
    state = turn_began(
        model(SLR, "a", 0, 0), enemy(SLR, "seen", 9, 3), enemy(SLR, "e", 0, 5.5), terrain=(HIGH,)
    )
    a, rifle = state.table.piece("a"), weapons()["slr"]
    assert why_no_shot(state, a, rifle, state.table.piece("seen")) == ""
    for why in (
        why_no_shot(state, a, rifle, state.table.piece("e")),
        why_no_assault(state, a, state.table.piece("e")),
    ):
        assert why == "not sighted when the turn began"


@pytest.mark.rule("IE-SIG-12", "IE-SIG-13", "IE-SIG-10")
@pytest.mark.parametrize(
    ("kind", "die", "sighted"), [(SLR, 5, False), (SLR, 6, True), ("unit_captain", 5, True)]
)
def test_perception_needs_a_six_and_leaders_a_five(kind: str, die: int, sighted: bool) -> None:
    state = turn_began(model(kind, "a", 0, 0), enemy(SLR, "e", 0, 8), terrain=(HIGH,))
    done = perform(state, lambda p: perceive(p, "a"), {"perceive": "e"}, dice=[die])
    assert sights(done.state, "a", "e") == sighted and done.state.game.acted == ()


@pytest.mark.rule("IE-SIG-12", "IE-SIG-11")
@pytest.mark.parametrize(("away", "able"), [(8.0, True), (8.1, False)])
def test_perception_reaches_eight_inches(away: float, able: bool) -> None:
    state = turn_began(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, away + 1), terrain=(HIGH,))
    assert (why_cannot_perceive(state, state.table.piece("a")) == "") == able


@pytest.mark.rule("IE-GAP-74")
@pytest.mark.option("perception_tries", "once_per_model", "once_per_target")
@pytest.mark.parametrize(("option", "able"), [("once_per_model", False), ("once_per_target", True)])
def test_perception_is_tried_once(option: str, able: bool) -> None:
    pieces = model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8), enemy(SLR, "f", 2, 8)
    state = turn_began(*pieces, terrain=(HIGH,), options={"perception_tries": option})
    done = perform(state, lambda p: perceive(p, "a"), {"perceive": "e"}, dice=[1])
    assert (why_cannot_perceive(done.state, done.piece("a")) == "") == able


@pytest.mark.rule("IE-GAP-10")
@pytest.mark.parametrize(
    ("gap", "height", "kind", "able"),
    [
        (0.4, 0.75, "low_wall", True),
        (0.6, 0.75, "low_wall", False),
        (0.4, 0.5, "low_wall", False),
        (-2.0, 0.5, "crater", True),
    ],
)
def test_a_hiding_place_is_near_and_high_enough(gap: float, height: float, kind: str, able: bool) -> None:
    cover = wall("w", -4, 0.5 + gap, 4, 3, height, kind)
    state = battle(model(SLR, "a", 0, 0), terrain=[cover])
    assert is_hiding_place(state, state.table.piece("a")) == able


@pytest.mark.rule("IE-HID-01", "IE-GAP-10")
@pytest.mark.parametrize(
    ("y", "without", "able"), [(-8, (), False), (8, (), False), (8, ("hiding",), True), (40, (), True)]
)
def test_nobody_hides_in_view_of_an_enemy(y: float, without: tuple[str, ...], able: bool) -> None:
    low = wall("w", -4, 0.9, 4, 1.15)
    far = wall("far", -20, 14, 20, 14.25, 4.0, "high_wall")
    pieces = model(SLR, "a", 0, 0), enemy(SLR, "e", 0, min(y, 20))
    state = battle(*pieces, terrain=[low, far], without=("sighting", *without))
    assert (why_cannot_hide(state, state.table.piece("a")) == "") == able


@pytest.mark.rule("IE-GAP-78", "IE-GAP-11")
def test_a_hidden_model_is_sighted_only_by_an_unobscured_view() -> None:
    low = wall("w", -4, 0.9, 4, 1.15)
    state = turn_began(model(SLR, "a", 0, 10), enemy(SLR, "e", 0, 0, hidden=1), terrain=(low,))
    assert not sights(state, "a", "e")
    state = turn_began(model(SLR, "a", 0, -10), enemy(SLR, "e", 0, 0, hidden=1), terrain=(low,))
    assert sights(state, "a", "e")


@pytest.mark.rule("IE-GAP-11", "IE-GAP-09")
@pytest.mark.parametrize(("gait", "hidden"), [("move", False), ("sneak", True)])
def test_moving_ends_hiding_and_sneaking_does_not(gait: str, hidden: bool) -> None:
    low = wall("w", -9, 0.9, 9, 1.15)
    state = battle(model(SLR, "a", 0, 0, EAST, hidden=1), enemy(SLR, "e", 0, 9), terrain=[low])
    path = (Leg("a", ((CENTRE, CENTRE), (CENTRE + 1.5, CENTRE))),)
    done = perform(state, lambda p: perform_move(gait, p, "a"), {"move": path})
    assert done.piece("a").has_mark("hidden") == hidden


@pytest.mark.rule("IE-GAP-11")
def test_an_enemy_who_sees_all_of_it_ends_hiding() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, -9), phase=ENEMY)
    assert not perform(state, lambda p: perform_hide(p, "a")).piece("a").has_mark("hidden")


@pytest.mark.rule("IE-SIG-01")
def test_an_unsighted_target_stops_a_shot_before_range_and_dice() -> None:
    state = turn_began(model(SLR, "a", 0, -20), enemy(SLR, "e", 0, 20), terrain=(HIGH,))
    why = why_no_shot(state, state.table.piece("a"), weapons()["slr"], state.table.piece("e"))
    assert why == "not sighted when the turn began"


@pytest.mark.rule("IE-SIG-04")
def test_one_criterion_is_enough() -> None:
    state = turn_began(
        model(SLR, "t", 0, 0),
        model("unit_captain", "l", 7, 1),
        enemy(SLR, "e", 0, 3.4),
        terrain=(wall("screen", -0.7, 1.8, 0.7, 2.05, 1.5, "high_wall"),),
    )
    assert state.game.sightings["t"] == ("e",) and "e" not in state.game.seen.get("t", ())
    assert why_no_assault(state, state.table.piece("t"), state.table.piece("e")) == ""


@pytest.mark.rule("IE-HID-02")
@pytest.mark.parametrize(("die", "allowed"), [(4, False), (6, True)])
def test_a_hidden_enemy_is_attacked_once_it_is_perceived(die: int, allowed: bool) -> None:
    low = wall("low", -3, 1.2, 3, 1.45)
    state = turn_began(model(SLR, "t", 0, 0), enemy(SLR, "e", 0, 2.5, hidden=1), terrain=(low,))
    done = perform(state, lambda p: perceive(p, "t"), {"perceive": "e"}, [die])
    t, e = done.piece("t"), done.piece("e")
    shot, charge = why_no_shot(done.state, t, weapons()["slr"], e), why_no_assault(done.state, t, e)
    assert (shot == "", charge == "") == (allowed, allowed) and e.has_mark("hidden")


@pytest.mark.rule("IE-GAP-40")
def test_a_lost_leader_costs_no_die() -> None:
    state = battle(model("unit_captain", "l", 0, 0, hits=1), model(SLR, "t", 3, 0), enemy(SLR, "e", 0, 9))
    done = perform(state, lambda p: apply_damage(p, "l", 1, "e"))
    assert rolls(done) == [] and done.piece("t") == state.table.piece("t")


@pytest.mark.rule("IE-GAP-76")
def test_an_area_needs_sighted_aim_points_and_cover_does_not() -> None:
    low = wall("low", -6, 11, 6, 11.25)
    state = battle(
        model(SLR, "a", 0, 0),
        model(SLR, "b", 2, 0),
        enemy(SLR, "e", 0, 12),
        terrain=[low],
        without=(),
        sightings={"b": ("e",)},
    )
    assert possible_targets(state, state.table.piece("a")) == []
    assert [p.id for p in possible_targets(state, state.table.piece("b"))] == ["e"]
    assert why_cannot_suppress_cover(state, state.table.piece("a")) == ""


@pytest.mark.rule("IE-GAP-32")
@pytest.mark.option("pre_measuring", "allowed", "not_allowed")
@pytest.mark.parametrize(("option", "open_"), [("allowed", False), ("not_allowed", True)])
def test_by_option_a_shot_out_of_range_is_declared_and_spent(option: str, open_: bool) -> None:
    pieces = model(SLR, "a", 0, -20), model(SLR, "b", 9, -20), enemy(SLR, "e", 0, 14)
    state = battle(*pieces, options={"pre_measuring": option})
    assert ("fire" in open_actions(state, "a")) == open_
    if open_:
        done = play(state, ["a", "fire", "slr:e"])
        assert rolls(done) == [] and done.state.game.acted == ("a",)


@pytest.mark.rule("IE-GAP-79")
@pytest.mark.option("camouflage_los", "los_rule_stays", "ignores_los")
@pytest.mark.parametrize(("option", "able"), [("los_rule_stays", False), ("ignores_los", True)])
def test_camouflage_hides_in_view_only_by_option(option: str, able: bool) -> None:
    state = battle(
        model(SLR, "a", 0, 0, camouflage=1), enemy(SLR, "e", 0, 9), options={"camouflage_los": option}
    )
    assert (why_cannot_hide(state, state.table.piece("a")) == "") == able


@pytest.mark.rule("IE-GAP-79")
@pytest.mark.parametrize(("gap", "hidden"), [(4.5, True), (4.0, False)])
def test_a_camouflaged_model_in_the_open_is_found_within_four_inches(gap: float, hidden: bool) -> None:
    state = battle(model(SLR, "a", 0, 0, camouflage=1, hidden=1), enemy(SLR, "e", 0, gap + 1))
    done = perform(state, find_hidden_models)
    assert done.piece("a").has_mark("hidden") == hidden
