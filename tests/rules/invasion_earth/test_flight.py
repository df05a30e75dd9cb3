"""Lifting off, flying and landing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from battlesim.engine.number_choice import ChooseNumber
from battlesim.players.random_player import RandomPlayer
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.actions.flight import lift_off, why_cannot_land
from battlesim.rulesets.invasion_earth.assault.aftermath import fast_rate
from battlesim.rulesets.invasion_earth.assault.fighting import why_no_assault
from battlesim.rulesets.invasion_earth.attack import area_suppression, shooting
from battlesim.rulesets.invasion_earth.attack.area_points import centre_region
from battlesim.rulesets.invasion_earth.attack.blasts import caught_models
from battlesim.rulesets.invasion_earth.attack.strike import strike_modifiers
from battlesim.rulesets.invasion_earth.battle.objectives import objective_points
from battlesim.rulesets.invasion_earth.core.state import Battle, Objective
from battlesim.rulesets.invasion_earth.ground.contact import are_in_contact
from battlesim.rulesets.invasion_earth.ground.motion import gait_motion
from battlesim.rulesets.invasion_earth.ground.sight import sight_verdict
from battlesim.rulings.movement import Leg, leg_problem
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import MessageLogged
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.levels import ground_level, support
from battlesim.table.pieces import Marker, OnTable, Piece
from battlesim.table.terrain import Terrain
from battlesim.testing.case import case_from_scenario
from battlesim.testing.overlap import forbidden_overlaps
from battlesim.testing.played_battles import play_battle
from battlesim.testing.script import RefusedError, ScriptResult
from tests.rules.invasion_earth.field import (
    CENTRE,
    NORTH,
    OWN,
    SLR,
    at,
    battle,
    enemy,
    model,
    open_actions,
    perform,
    play,
    wall,
)

HOVER = "dalek_hoverbout"
RIDGE = Path(__file__).parent / "ridge.toml"
"""A battle on two terraces; `python -m benchmarks.soak --scenario` plays it whole, many times."""


def in_the_air(piece: Piece, height: float) -> Piece:
    assert isinstance(piece.place, OnTable)
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, z=height))


def flyer(height: float = 4.0, x: float = 0.0, y: float = 0.0, **marks: int) -> Piece:
    return in_the_air(model(HOVER, "f", x, y, NORTH, **marks), height)


def sky(piece: Piece, *others: Piece, **more) -> Battle:  # type: ignore[no-untyped-def]
    """A flyer, a friend far away who keeps the turn open, and an enemy."""
    friend = model(HOVER, "friend", -18, -18)
    return battle(piece, friend, *(others or (enemy(SLR, "e", 18, 18),)), **more)


def fly(to: tuple[float, float], height: float, start: float = 4.0, **more) -> ScriptResult:  # type: ignore[no-untyped-def]
    leg = (Leg("f", ((CENTRE, CENTRE), (CENTRE + to[0], CENTRE + to[1]))),)
    return play(sky(flyer(start), **more), ["f", "move", {"height": height}, leg])


@pytest.mark.rule("IE-LFT-01")
def test_a_flyer_lifts_off_before_it_flies() -> None:
    ground = sky(model(HOVER, "f", 0, 0))
    assert "lift_off" in open_actions(ground, "f") and "land" not in open_actions(ground, "f")
    leg = (Leg("f", ((CENTRE, CENTRE), (CENTRE, CENTRE + 4.1))),)
    with pytest.raises(RefusedError):
        play(ground, ["f", "move", leg])


@pytest.mark.rule("IE-LFT-02")
@pytest.mark.parametrize(("height", "able"), [(2.0, True), (10.0, True), (1.9, False), (10.1, False)])
def test_it_lifts_off_to_two_to_ten_inches(height: float, able: bool) -> None:
    state = sky(model(HOVER, "f", 0, 0))
    if able:
        done = perform(state, lambda p: lift_off(p, "f"), {"height": height})
        assert done.piece("f").place == OnTable(CENTRE, CENTRE, NORTH, height)
    else:
        with pytest.raises(RefusedError):
            perform(state, lambda p: lift_off(p, "f"), {"height": height})


@pytest.mark.rule("IE-LFT-03", "IE-LFT-06")
@pytest.mark.parametrize(("start", "answers"), [(0.0, ["lift_off", 4.0]), (4.0, ["land"])])
def test_lifting_off_and_landing_end_the_turn_of_a_model(start: float, answers: list[object]) -> None:
    quick = in_the_air(model(HOVER, "f", 0, 0, lightning_action=1), start)
    assert play(sky(quick), ["f", *answers]).state.game.acted == ("f",)


@pytest.mark.rule("IE-LFT-04", "IE-LFT-05")
@pytest.mark.parametrize(("height", "able"), [(10.0, True), (10.5, False)])
def test_it_lands_from_ten_inches_at_most(height: float, able: bool) -> None:
    state = sky(flyer(height))
    assert (why_cannot_land(state, state.table.piece("f")) == "") == able
    if able:
        assert play(state, ["f", "land"]).piece("f").place == OnTable(CENTRE, CENTRE, NORTH)


@pytest.mark.rule("IE-GAP-99")
def test_it_lands_only_on_free_ground() -> None:
    house = wall("house", -2, -2, 2, 2, 3.0, "building")
    state = sky(flyer(4.0), terrain=[house])
    assert why_cannot_land(state, state.table.piece("f"))


@pytest.mark.rule("IE-FLY-01")
def test_fly_and_fire_is_a_shot_without_penalty() -> None:
    state = sky(flyer(), enemy(SLR, "e", 0, 9))
    shot = shooting.shot_at(state, "f", shooting.ShotAct("dalek_gun"), "e")
    assert strike_modifiers(state, shot) == ()
    done = play(state, ["f", "fire", "dalek_gun:e"], [1])
    assert at(done, "f") == (0, 0)


@pytest.mark.rule("IE-FLY-02", "IE-GAP-58")
@pytest.mark.parametrize(
    ("marks", "expected"),
    [({}, {"move", "move_fast", "move_fire", "fire", "turn", "land"}), ({"suppressed": 2}, {"fire", "turn"})],
)
def test_a_flyer_has_the_actions_of_its_profile(marks: dict[str, int], expected: set[str]) -> None:
    state = sky(flyer(**marks), enemy(SLR, "e", 0, 9))
    found = open_actions(state, "f")
    assert found - {"suppress_area", "suppress_cover"} == expected


@pytest.mark.rule("IE-FLY-03")
@pytest.mark.parametrize(("y", "able"), [(8.0, True), (8.1, False)])
def test_it_flies_at_the_rate_of_its_profile(y: float, able: bool) -> None:
    if able:
        assert at(fly((0, y), 10.0, start=10.0), "f") == (0, y)
    else:
        with pytest.raises(RefusedError):
            fly((0, y), 10.0, start=10.0)


@pytest.mark.rule("IE-FLY-04", "IE-FLY-05", "IE-FLY-06")
@pytest.mark.parametrize(
    ("start", "height", "able"),
    [
        (4.0, 12.0, True),
        (28.0, 30.0, True),
        (28.0, 30.1, False),
        (4.0, 2.0, True),
        (4.0, 1.9, False),
        (4.0, 12.1, False),
    ],
)
def test_it_climbs_and_descends_between_two_and_thirty_inches(
    start: float, height: float, able: bool
) -> None:
    answers = ["f", "move", {"height": height}]
    if able:
        done = play(sky(flyer(start)), answers)
        assert done.piece("f").place == OnTable(CENTRE, CENTRE, NORTH, height)
    else:
        with pytest.raises(RefusedError):
            play(sky(flyer(start)), answers)


@pytest.mark.rule("IE-GAP-98")
@pytest.mark.option("fly_distance", "three_dimensional", "horizontal_only")
@pytest.mark.parametrize(
    ("option", "height", "able"),
    [("three_dimensional", 10.0, False), ("three_dimensional", 9.0, True), ("horizontal_only", 10.0, True)],
)
def test_the_length_of_a_flight_is_that_of_its_line_in_space(option: str, height: float, able: bool) -> None:
    options = {"fly_distance": option}
    if able:
        assert at(fly((0, 6), height, options=options), "f") == (0, 6)
    else:
        with pytest.raises(RefusedError):
            fly((0, 6), height, options=options)


@pytest.mark.rule("IE-FLY-07")
@pytest.mark.parametrize(("option", "gap"), [("three_dimensional", 15.0), ("horizontal_only", 9.0)])
def test_ranges_are_measured_in_space(option: str, gap: float) -> None:
    state = sky(flyer(12.0), enemy(SLR, "e", 0, 10.3), options={"fly_distance": option})
    assert piece_gap(state.table, state.table.piece("f"), state.table.piece("e")) == pytest.approx(gap)


@pytest.mark.rule("IE-FLY-08")
def test_a_change_of_height_is_told() -> None:
    done = fly((0, 0), 9.0)
    assert isinstance(done.first_decision("height"), ChooseNumber)
    assert [str(event.text) for event in done.events_of(MessageLogged)] != []
    assert done.piece("f").place == OnTable(CENTRE, CENTRE, NORTH, 9.0)


@pytest.mark.rule("IE-FLY-09", "IE-GAP-58")
def test_a_shot_at_a_flyer_has_minus_one() -> None:
    state = battle(model(SLR, "a", 0, 0), in_the_air(enemy(HOVER, "e", 0, 10), 4.0))
    for suppresses in (False, True):
        shot = shooting.shot_at(state, "a", shooting.ShotAct("slr", suppresses), "e")
        assert [change.value for change in strike_modifiers(state, shot)] == [-1]


@pytest.mark.rule("IE-GAP-99")
@pytest.mark.parametrize(("height", "able"), [(3.0, True), (2.5, False)])
def test_it_flies_over_terrain_no_higher_than_itself(height: float, able: bool) -> None:
    house = wall("house", -2, 2, 2, 4, 3.0, "building")
    state = sky(flyer(height), terrain=[house])
    motion = gait_motion(state, state.table.piece("f"), "move")
    leg = Leg("f", ((CENTRE, CENTRE), (CENTRE, CENTRE + 6)))
    assert (leg_problem(state.table, motion, leg) is None) == able


@pytest.mark.rule("IE-GAP-99")
@pytest.mark.parametrize(("height", "able"), [(4.0, True), (5.0, True), (5.1, False), (0.0, False)])
def test_only_models_at_nearly_one_height_assault_each_other(height: float, able: bool) -> None:
    state = sky(flyer(4.0), in_the_air(enemy(HOVER, "e", 0, 3), height))
    f, e = state.table.piece("f"), state.table.piece("e")
    assert (why_no_assault(state, f, e) == "") == able and not are_in_contact(state, f, e)


@pytest.mark.rule("IE-GAP-99")
def test_a_flyer_blocks_nobody_and_is_passed() -> None:
    state = battle(model(SLR, "a", 0, 0), in_the_air(enemy(HOVER, "e", 0, 2), 4.0))
    motion = gait_motion(state, state.table.piece("a"), "move")
    leg = Leg("a", ((CENTRE, CENTRE), (CENTRE, CENTRE + 2)))
    assert leg_problem(state.table, motion, leg) is None


@pytest.mark.rule("IE-GAP-58", "IE-GAP-29")
@pytest.mark.parametrize(("height", "caught"), [(1.0, True), (2.0, False)])
def test_a_template_catches_a_flyer_only_near_its_height(height: float, caught: bool) -> None:
    state = battle(in_the_air(enemy(HOVER, "e", 0, 0), height))
    found = caught_models(state.table, (CENTRE, CENTRE), area_suppression.area_radius(state, 2))
    assert [piece.id for piece in found] == (["e"] if caught else [])


@pytest.mark.rule("IE-GAP-99")
def test_a_flyer_above_a_house_is_hidden_from_beside_it() -> None:
    house = wall("house", -6, -1.2, 6, 1.2, 3.0, "building")
    behind = enemy(SLR, "e", 0, 1.9)
    state = sky(flyer(5.0, y=-1.0), behind, terrain=[house])
    assert not sight_verdict(state, state.table.piece("f"), behind).visible


@pytest.mark.rule("IE-GAP-99", "IE-FLY-03")
@pytest.mark.parametrize(("height", "rate"), [(4.0, 12.0), (0.0, 6.0)])
def test_a_flyer_flees_at_its_rate_in_the_air(height: float, rate: float) -> None:
    own = flyer(height)
    assert fast_rate(battle(own).table, own) == rate


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(("height", "points"), [(0.0, 3.0), (4.0, 0.0)])
def test_only_a_model_on_the_ground_holds_a_marker(height: float, points: float) -> None:
    objective = Objective("hold", "post", 3.0)
    state = sky(flyer(height), objectives=(objective,))
    state = state.with_table(
        state.table.with_marker(Marker(MarkerId("post"), "objective", CENTRE, CENTRE, name="Post"))
    )
    assert objective_points(state, objective, SideKey(OWN)) == points


@pytest.mark.rule("IE-GAP-99")
@pytest.mark.parametrize(("height", "over"), [(0.0, False), (4.0, True)])
def test_a_flyer_may_be_over_another_base(height: float, over: bool) -> None:
    own, other = flyer(height), enemy(SLR, "e", 0, 0)
    assert RULESET.may_overlap(battle(own, other).table, own, other) == over


def hill(y0: float, y1: float, height: float) -> Terrain:
    return msgspec.structs.replace(wall("hill", -3, y0, 3, y1, height, "hill"), traits=("area", "relief"))


HILL = hill(-3, 3, 2.0)


@pytest.mark.rule("IE-LFT-02")
@pytest.mark.parametrize(("height", "able"), [(4.0, True), (12.0, True), (3.9, False), (12.1, False)])
def test_on_a_hill_it_lifts_off_from_the_hill(height: float, able: bool) -> None:
    state = sky(in_the_air(model(HOVER, "f", 0, 0), 2.0), terrain=[HILL])
    if able:
        done = perform(state, lambda p: lift_off(p, "f"), {"height": height})
        assert done.piece("f").place == OnTable(CENTRE, CENTRE, NORTH, height)
    else:
        with pytest.raises(RefusedError):
            perform(state, lambda p: lift_off(p, "f"), {"height": height})


@pytest.mark.rule("IE-LFT-04", "IE-LFT-05")
@pytest.mark.parametrize(("height", "able"), [(12.0, True), (12.5, False)])
def test_it_lands_on_the_hill_below_it(height: float, able: bool) -> None:
    state = sky(flyer(height), terrain=[HILL])
    assert (why_cannot_land(state, state.table.piece("f")) == "") == able
    if able:
        assert play(state, ["f", "land"]).piece("f").place == OnTable(CENTRE, CENTRE, NORTH, 2.0)


@pytest.mark.rule("IE-FLY-03", "IE-FLY-07")
def test_it_flies_off_a_hill_at_its_height_above_the_table() -> None:
    done = play(
        sky(flyer(6.0), terrain=[HILL]),
        ["f", "move", {"height": 6.0}, (Leg("f", ((CENTRE, CENTRE), (CENTRE, CENTRE + 6))),)],
    )
    assert done.piece("f").place == OnTable(CENTRE, CENTRE + 6, NORTH, 6.0)


@pytest.mark.rule("IE-GAP-58")
@pytest.mark.parametrize(("height", "caught"), [(2.0, True), (6.0, False)])
def test_a_template_at_the_foot_of_a_hill_catches_those_on_it(height: float, caught: bool) -> None:
    state = battle(in_the_air(enemy(HOVER, "e", 2, 0), height), terrain=[HILL])
    found = caught_models(state.table, (CENTRE + 3.2, CENTRE), 2.0)
    assert [piece.id for piece in found] == (["e"] if caught else [])


@pytest.mark.rule("IE-GAP-58", "IE-GAP-30")
@pytest.mark.parametrize(
    ("flight", "top", "caught"), [(0.0, 2.0, True), (3.5, 2.0, False), (3.0, 2.0, True), (3.5, 5.0, True)]
)
def test_a_shell_that_scatters_onto_a_hill_bursts_at_its_target_height_or_on_the_hill(
    flight: float, top: float, caught: bool
) -> None:
    target, other = in_the_air(enemy(HOVER, "e", 0, 0), flight), in_the_air(enemy(SLR, "n", 0, 4), top)
    state = battle(target, other, terrain=[hill(2, 8, top)])
    found = [piece.id for piece in caught_models(state.table, (CENTRE, CENTRE + 4), 2.0, target)]
    assert found == (["n"] if caught else [])


@pytest.mark.rule("IE-GAP-58")
@pytest.mark.parametrize(("height", "able"), [(4.9, True), (5.1, False), (0.0, False)])
def test_models_suppress_an_area_only_at_one_height(height: float, able: bool) -> None:
    first, second = in_the_air(enemy(HOVER, "e0", 0, 12), 4.0), in_the_air(enemy(HOVER, "e1", 2, 12), height)
    state = battle(model(SLR, "a", 0, 0), first, second)
    assert bool(centre_region(state, [first, second], 2)) == able


def test_an_automated_battle_over_hills_puts_every_model_on_the_ground_or_above_it() -> None:
    battle = play_battle(case_from_scenario(RIDGE, answers=60), RandomPlayer())
    states = [played.state for played in battle.decisions]
    assert all(forbidden_overlaps(RULESET, state) == [] for state in states)
    walkers = [
        (state.table.ground, piece)
        for state in states
        for piece in state.table.standing_pieces()
        if piece.kind != HOVER
    ]
    assert all(support(ground, piece) == "ground" for ground, piece in walkers)
    assert {ground_level(ground, *piece.xy) for ground, piece in walkers} == {0.0, 1.5}
