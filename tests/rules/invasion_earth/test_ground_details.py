"""Gaits, loose objects, walls and templates of Invasion Earth in detail."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.geometry.arcs import point_in_direction
from battlesim.rulesets.invasion_earth.actions import swivels
from battlesim.rulesets.invasion_earth.actions.action_count import spend_action
from battlesim.rulesets.invasion_earth.actions.move_actions import along_path, move_action, perform_move
from battlesim.rulesets.invasion_earth.attack import building_shots
from battlesim.rulesets.invasion_earth.attack.blasts import caught_models
from battlesim.rulesets.invasion_earth.battle.set_up import set_up_step
from battlesim.rulesets.invasion_earth.battle.turn_steps import turn_steps
from battlesim.rulesets.invasion_earth.ground import loose, motion
from battlesim.rulesets.invasion_earth.ground.rooms import is_sheltered
from battlesim.rulesets.invasion_earth.ground.surface import blocked_for_set_up, surface
from battlesim.rulings.movement import Leg, leg_problem
from battlesim.table.levels import RELIEF_TRAIT
from battlesim.table.pieces import Off, OnTable, Piece
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    SLR,
    battle,
    enemy,
    model,
    on_table,
    perform,
    wall,
)
from tests.rules.invasion_earth.test_buildings import besieged

OGRON, CYBERMAN, CANNON = "ogron", "cyberman", "special_weapons_dalek"


@pytest.mark.rule("IE-GAP-07", "IE-GAP-06", "IE-GAP-36")
@pytest.mark.parametrize(
    ("degrees", "option", "able"),
    [
        (90.0, "front_half", True),
        (89.6, "front_half", True),
        (90.5, "front_half", False),
        (180.0, "free", True),
    ],
)
def test_a_move_goes_to_the_front_half(degrees: float, option: str, able: bool) -> None:
    state = battle(model(SLR, "a", 0, 0, 0.0), enemy(SLR, "e", 20, 20), options={"movement_facing": option})
    end = point_in_direction((CENTRE, CENTRE), degrees, 2.0)
    allowed = motion.gait_motion(state, state.table.piece("a"), "move")
    assert (leg_problem(state.table, allowed, Leg("a", ((CENTRE, CENTRE), end))) is None) == able


@pytest.mark.rule("IE-GAP-36", "IE-UNS-02", "IE-GAP-35", "IE-GAP-08", "IE-UNS-01", "IE-UNS-03")
@pytest.mark.parametrize(
    ("kind", "gait", "blocked", "climbs", "going"),
    [
        (SLR, "move", {"house"}, {"low": 2.0}, {"wood"}),
        (SLR, "sneak", {"house"}, {"low": 2.0}, {"wood"}),
        (SLR, "move_fast", {"house", "low", "wood"}, {}, set()),
        (DALEK, "move", {"house", "low", "wood"}, {}, set()),
        (CYBERMAN, "move", {"house"}, {"low": 0.0}, {"wood"}),
        (CYBERMAN, "move_fast", {"house", "wood"}, {"low": 0.0}, set()),
    ],
)
def test_what_blocks_a_gait(kind, gait, blocked, climbs, going) -> None:  # type: ignore[no-untyped-def]
    terrain = [
        wall("low", -3, 3, 3, 3.25),
        wall("wood", 5, 3, 9, 6, 3.0, "woods"),
        wall("house", -9, 3, -5, 6, 3.0, "building"),
    ]
    state = battle(model(kind, "a", 0, 0), enemy(SLR, "e", 0, 20), terrain=terrain)
    found = motion.gait_motion(state, state.table.piece("a"), gait)
    assert set(found.blocked) == blocked and {cost.terrain for cost in found.going} == going
    assert {cost.terrain: cost.cost for cost in found.climbs} == climbs


@pytest.mark.rule("IE-GAP-36", "IE-GAP-08")
@pytest.mark.parametrize(("gait", "ends"), [("move", 0), ("move_fast", 1)])
def test_a_fast_move_ends_away_from_enemies(gait: str, ends: int) -> None:
    flyer = enemy("dalek_hoverbout", "f", 6, 0)
    flyer = msgspec.structs.replace(flyer, place=OnTable(CENTRE + 6, CENTRE, 0.0, 4.0))
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 3, 0), enemy(SLR, "e", 0, 9), flyer)
    found = motion.gait_motion(state, state.table.piece("a"), gait)
    assert (len(found.ends), found.hindering, found.occupied) == (ends, ("e",), ("b",))
    alone = battle(model(SLR, "a", 0, 0))
    assert motion.gait_motion(alone, alone.table.piece("a"), gait).ends == ()


@pytest.mark.rule("IE-GAP-36", "IE-UNS-02", "IE-UNS-04", "IE-GAP-95")
@pytest.mark.parametrize(
    ("kind", "without", "z", "strong"),
    [
        (CYBERMAN, (), 0.0, True),
        (CYBERMAN, ("unstoppable",), 0.0, False),
        (CYBERMAN, (), 4.0, False),
        (SLR, (), 0.0, False),
    ],
)
def test_who_has_unstoppable_force(kind: str, without: tuple[str, ...], z: float, strong: bool) -> None:
    own = msgspec.structs.replace(model(kind, "c", 0, 0), place=OnTable(CENTRE, CENTRE, 0.0, z))
    assert loose.has_unstoppable_force(battle(own, without=without), own) == strong


@pytest.mark.rule("IE-GAP-36", "IE-UNS-04", "IE-UNS-06")
@pytest.mark.parametrize(
    ("kind", "change", "is_loose"),
    [
        ("crate", {}, True),
        ("high_wall", {}, False),
        ("high_wall", {"loose": True}, True),
        ("statue", {}, False),
        ("statue", {"loose": True}, True),
        ("crate", {"traits": ("fixed",)}, False),
    ],
)
def test_what_is_loose(kind: str, change: dict[str, Any], is_loose: bool) -> None:
    thing = msgspec.structs.replace(wall("it", 0, 0, 1, 1, 1.0, kind), **change)
    assert loose.is_loose(thing) == is_loose


@pytest.mark.rule("IE-UNS-04", "IE-UNS-06", "IE-GAP-36")
@pytest.mark.parametrize(("length", "pushed"), [(1.5, True), (2.0, True), (2.1, False)])
def test_what_is_short_enough_to_be_pushed(length: float, pushed: bool) -> None:
    state = battle(model(CYBERMAN, "c", 0, -9), terrain=[wall("it", 0, 0, length, 1, 1.0, "crate")])
    assert (loose.pushable_ids(state) == ("it",)) == pushed


@pytest.mark.rule("IE-UNS-05")
@pytest.mark.parametrize(
    ("kind", "length", "gap", "terrain", "able"),
    [
        (CYBERMAN, 3.0, 0.0, "crate", True),
        (CYBERMAN, 3.0, 0.01, "crate", True),
        (CYBERMAN, 3.0, 0.03, "crate", False),
        (CYBERMAN, 2.0, 0.0, "crate", False),
        (CYBERMAN, 3.0, 0.0, "high_wall", False),
        (SLR, 3.0, 0.0, "crate", False),
    ],
)
def test_what_can_be_swivelled(kind, length, gap, terrain, able) -> None:  # type: ignore[no-untyped-def]
    own = model(kind, "c", 0, 0)
    thing = wall("it", -length / 2, own.radius + gap, length / 2, own.radius + gap + 1, 1.0, terrain)
    state = battle(own, terrain=[thing])
    assert swivels.can_swivel(state, own) == able


@pytest.mark.rule("IE-UNS-05", "IE-UNS-06", "IE-GAP-95")
@pytest.mark.parametrize(
    ("lengths", "passed", "why"),
    [
        ((3.0,), (), ""),
        ((4.5,), (), "it is longer than 4 in"),
        ((3.0,), ("t0 swivelled",), "it was swivelled in this turn"),
        ((4.5, 3.0), (), ""),
        ((4.5, 3.0), ("t1 swivelled",), "it is longer than 4 in"),
    ],
)
def test_why_nothing_is_swivelled(lengths, passed, why) -> None:  # type: ignore[no-untyped-def]
    own = model(CYBERMAN, "c", 0, 0)
    terrain = [
        wall(f"t{k}", -length / 2, y, length / 2, y + 1, 1.0, "crate")
        for k, (length, y) in enumerate(zip(lengths, (own.radius, -own.radius - 1), strict=False))
    ]
    state = battle(own, terrain=terrain, passed=passed)
    assert str(swivels.why_cannot_swivel(state, own)) == why


@pytest.mark.rule("IE-UNS-05")
@pytest.mark.parametrize(("length", "most"), [(4.0, 57.3), (3.0, 76.4), (2.5, 91.7)])
def test_the_short_end_turns_two_inches(length: float, most: float) -> None:
    assert swivels.max_turn(wall("t", 0, 0, length, 1, 1.0, "crate")) == most


@pytest.mark.rule("IE-GAP-95", "IE-UNS-04")
@pytest.mark.parametrize(
    ("kind", "option", "walls"), [(CYBERMAN, "breached", 2), (CYBERMAN, "unchanged", 1), (SLR, "breached", 1)]
)
def test_only_unstoppable_force_breaches_a_wall(kind: str, option: str, walls: int) -> None:
    brick = wall("brick", -5, 4.5, 5, 4.75, 0.75, "low_wall")
    state = battle(model(kind, "c", 0, 4), terrain=[brick], options={"unstoppable_walls": option})
    leg = (Leg("c", on_table(((0, 4), (0, 5.9)))),)
    done = perform(state, lambda p: loose.break_through(p, "c", leg[0].path))
    assert len(done.state.table.ground.terrain) == walls
    assert perform(state, lambda p: loose.break_through(p, "c", ((CENTRE, CENTRE),))).events == []


@pytest.mark.rule("IE-GAP-55", "IE-UNS-05", "IE-GAP-06", "IE-GAP-05")
@pytest.mark.parametrize(
    ("path", "facing", "after"),
    [
        (((0, 0), (0, 3)), None, 90.0),
        (((0, 0), (3, 0), (3, 3)), None, 90.0),
        (((0, 0), (0, 3), (3, 3)), None, 0.0),
        (((0, 0), (0, 3)), 45.0, 45.0),
        (((0, 0),), None, None),
    ],
)
def test_a_model_faces_along_the_end_of_its_path(path, facing, after) -> None:  # type: ignore[no-untyped-def]
    assert along_path(Leg("a", on_table(path), facing)).facing == after


@pytest.mark.rule("IE-GAP-05", "IE-GAP-06", "IE-GAP-08", "IE-GAP-09", "IE-BLD-06", "IE-GAP-10", "IE-ASL-05")
@pytest.mark.parametrize(
    ("kind", "gaits"),
    [(SLR, {"move", "move_fast", "sneak"}), (DALEK, {"move", "move_fast"}), ("yeti", {"move", "move_fast"})],
)
def test_a_model_has_the_gaits_for_which_it_has_a_rate(kind: str, gaits: set[str]) -> None:
    own = model(kind, "a", 0, 0)
    state = battle(own)
    assert {gait for gait in motion.GAITS if move_action(gait).is_listed(state, own)} == gaits


@pytest.mark.rule("IE-GAP-04", "IE-EXP-12")
def test_a_model_that_has_acted_gains_no_second_action() -> None:
    quick = model(SLR, "a", 0, 0, lightning_action=1)
    state = battle(quick, enemy(SLR, "e", 0, 9), acted=("a",))
    done = perform(state, lambda p: spend_action(p, "a", "move", ends=False))
    assert not done.piece("a").has_mark("acted_once")
    gone = msgspec.structs.replace(quick, place=Off("killed"))
    left = battle(gone, enemy(SLR, "e", 0, 9))
    assert perform(left, lambda p: spend_action(p, "a", "move", ends=False)).state.game.acted == ("a",)


@pytest.mark.rule("IE-GAP-31")
@pytest.mark.parametrize(
    ("kind", "inside", "listed"),
    [(CANNON, True, True), (CANNON, False, False), ("unit_bazooka_team", True, False), ("yeti", True, False)],
)
def test_only_giant_templates_are_fired_at_buildings(kind: str, inside: bool, listed: bool) -> None:
    target = enemy(SLR, "t", 3, 4 if inside else -9)
    state = besieged(model(kind, "a", 3, -12), target, enemy(SLR, "u", 20, 20))
    own = state.table.piece("a")
    assert building_shots.is_listed(state, own) == listed
    assert bool(list(building_shots.building_options(state, own))) == listed


@pytest.mark.rule("IE-GAP-31")
def test_the_wall_of_a_building_is_aimed_at_just_outside_it() -> None:
    state = besieged(model(CANNON, "a", 3, -9))
    target = building_shots.wall_target(state, state.table.piece("a"), state.table.terrain("house"))
    assert target.xy == (CENTRE + 3, CENTRE - 0.02) and target.height == 3.0 and target.radius == 0.01


@pytest.mark.rule("IE-BLD-07", "IE-GAP-31", "IE-BLD-06")
@pytest.mark.parametrize(
    ("traits", "marks", "y", "point", "sheltered"),
    [
        ((), {}, 4.0, (3, -3), True),
        ((), {}, 0.8, (3, -3), False),
        ((), {}, 4.0, (3, 3), False),
        ((), {}, -4.0, (3, -3), False),
        (("announced",), {}, 0.8, (3, -3), True),
        (("announced",), {"at_opening": 1}, 0.8, (3, -3), False),
        (("announced",), {"at_opening": 1}, 4.0, (3, -3), True),
    ],
)
def test_whom_walls_shelter_from_a_template(traits, marks, y, point, sheltered) -> None:  # type: ignore[no-untyped-def]
    state = besieged(enemy(SLR, "t", 3, y, **marks), traits=traits)
    where = (CENTRE + point[0], CENTRE + point[1])
    assert is_sheltered(state, state.table.piece("t"), where) == sheltered


@pytest.mark.rule("IE-GAP-58", "IE-GAP-29")
@pytest.mark.parametrize(
    ("z", "x", "caught"), [(0.0, 0.0, ["e", "t"]), (4.0, 0.0, ["t"]), (4.0, 6.0, []), (0.9, 0.0, ["e", "t"])]
)
def test_a_template_is_at_the_height_of_a_flying_target(z: float, x: float, caught: list[str]) -> None:
    target = enemy("dalek_hoverbout", "t", 0, 0)
    target = msgspec.structs.replace(target, place=OnTable(CENTRE, CENTRE, 0.0, z))
    state = battle(target, enemy(SLR, "e", 1.6, 0))
    found = caught_models(state.table, (CENTRE + x, CENTRE), 2.0, target)
    assert [piece.id for piece in found] == caught


@pytest.mark.rule("IE-GAP-58", "IE-GAP-30")
def test_a_template_that_scatters_off_a_hill_lies_on_the_ground_below() -> None:
    hill = msgspec.structs.replace(wall("hill", -3, -3, 3, 3, 3.0, "hill"), traits=(RELIEF_TRAIT,))
    top = enemy(SLR, "t", 0, 0)
    top = msgspec.structs.replace(top, place=OnTable(CENTRE, CENTRE, 0.0, 3.0))
    state = battle(top, enemy(SLR, "e", 7, 0), terrain=[hill])
    assert [p.id for p in caught_models(state.table, (CENTRE + 7, CENTRE), 2.0, top)] == ["e"]


@pytest.mark.rule("IE-GAP-37")
@pytest.mark.parametrize(
    ("zones", "edges", "step"),
    [
        ({}, {}, "choose_edges"),
        ({"unit": ((),)}, {}, "choose_edges"),
        ({"unit": ((),), "aliens": ((),)}, {}, "deploy"),
        ({}, {"unit": "south"}, "deploy"),
    ],
)
def test_edges_are_chosen_if_a_detachment_has_no_zone(zones, edges, step) -> None:  # type: ignore[no-untyped-def]
    pieces = model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9)
    away: list[Piece] = [msgspec.structs.replace(piece, place=Off()) for piece in pieces]
    found = set_up_step(battle(*away, phase="begin", zones=zones, edges=edges))
    assert found and found.name == step
    assert set_up_step(battle(model(SLR, "a", 0, 0), phase="begin")) is None


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03", "IE-LIW-04")
@pytest.mark.parametrize(
    ("without", "passed", "now"),
    [
        ((), (), "picture"),
        (("sighting",), (), ""),
        ((), ("picture", "repairs", "stupidity", "escapes", "fear"), "waiting"),
        (("laying_in_wait",), ("picture", "repairs", "stupidity", "escapes", "fear"), "actions"),
    ],
)
def test_which_step_runs(without: tuple[str, ...], passed: tuple[str, ...], now: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20), without=without, starts=True)
    steps = turn_steps(state.with_game(passed=passed))
    assert [step.key for step in steps if step.state == "now"] == ([now] if now else [])
    over = turn_steps(battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20)))
    assert [step.key for step in over if step.state == "now"] == ["actions"]
    assert turn_steps(state.with_game(phase="begin")) == ()


@pytest.mark.rule("IE-GAP-95", "IE-UNS-02", "IE-GAP-37")
def test_nobody_is_set_up_in_walls_or_obstacles() -> None:
    house, wood = wall("house", 5, 0, 8, 3, 3.0, "building"), wall("wood", 10, 0, 14, 3, 3.0, "woods")
    terrain = [wall("low", 0, 0, 3, 0.25), house, wood]
    ground = battle(terrain=terrain).table.ground
    assert set(blocked_for_set_up(ground)) == {"low", "house"} and surface(ground).difficult == ("wood",)


@pytest.mark.rule("IE-UNS-04", "IE-GAP-71", "IE-GAP-11")
def test_a_move_on_the_spot_pushes_nothing() -> None:
    state = battle(model(CYBERMAN, "c", 0, 0), terrain=[wall("it", 2, 0, 3, 1, 1.0, "crate")])
    turn = (Leg("c", on_table(((0, 0),)), 45.0),)
    done = perform(state, lambda p: perform_move("move", p, "c"), {"move": turn})
    assert done.piece("c").xy == (CENTRE, CENTRE)
    assert done.state.table.terrain("it") == state.table.terrain("it")
