"""Assaults, what they bind models to, and grapples."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.actions.assault_actions import perform_assault
from battlesim.rulesets.invasion_earth.actions.move_actions import perform_run_away
from battlesim.rulesets.invasion_earth.assault import fighting
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.state import Combat
from battlesim.rulesets.invasion_earth.ground.contact import are_in_contact
from tests.rules.invasion_earth.field import (
    DALEK,
    ENEMY,
    OWN,
    SLR,
    at,
    battle,
    enemy,
    is_gone,
    model,
    open_actions,
    perform,
    play,
    rolls,
    wall,
)

CAPTAIN, YETI, AUTON = "unit_captain", "yeti", "auton"
RADII = {YETI: 0.8, DALEK: 0.8, AUTON: 0.5, "exxilon_warrior": 0.5}


def lost_combat(kind: str, winner: str, hits: int = 1, **more):  # type: ignore[no-untyped-def]
    """The turn of a model that lost a combat in the enemy's turn before it."""
    far = 0.5 + RADII[winner]
    combats = {"a": Combat("e", "lost", 0, ENEMY), "e": Combat("a", "won", 0, ENEMY)}
    return battle(model(kind, "a", 0, far, hits=hits), enemy(winner, "e", 0, 0), combats=combats, **more)


@pytest.mark.rule("IE-GAP-14")
@pytest.mark.parametrize(("away", "able"), [(5.0, True), (5.1, False)])
def test_an_assault_reaches_as_far_as_a_move(away: float, able: bool) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, away))
    assert (fighting.why_no_assault(state, state.table.piece("a"), state.table.piece("e")) == "") == able


@pytest.mark.rule("IE-GAP-14", "IE-GAP-15")
@pytest.mark.parametrize(("dice", "hits"), [([6, 4, 2], 2), ([6, 4, 3], 3), ([5, 4], 3), ([6, 5], 3)])
def test_the_higher_total_strikes_and_the_loser_saves(dice: list[int], hits: int) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "e", 0, 4))
    done = perform(state, lambda p: perform_assault(p, "a"), {"enemy": "e"}, dice=dice)
    assert done.piece("e").hits == hits and at(done, "a") == (0, 2.7)


@pytest.mark.rule("IE-GAP-15", "IE-WPN-17")
def test_the_attacker_may_lose() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "e", 0, 4))
    assert is_gone(perform(state, lambda p: perform_assault(p, "a"), {"enemy": "e"}, dice=[1, 4]), "a")


@pytest.mark.rule("IE-GAP-16")
def test_without_advanced_assault_the_attacker_breaks_off() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 1), without=("sighting", "assault"))
    done = perform(state, lambda p: perform_assault(p, "a"), {"enemy": "e"}, dice=[3, 3])
    assert at(done, "a") == (0, -1) and done.state.game.combats == {}


@pytest.mark.rule("IE-ASL-03")
def test_a_loser_stays_and_fights_or_runs_away() -> None:
    assert open_actions(lost_combat(CAPTAIN, AUTON), "a") == {"stay_and_fight", "run_away"}


@pytest.mark.rule("IE-ASL-05", "IE-GAP-84", "IE-ASL-07")
def test_a_loser_that_is_not_faster_must_stay() -> None:
    state = lost_combat(CAPTAIN, "exxilon_warrior")
    assert open_actions(state, "a") == {"stay_and_fight"}
    done = play(state, ["a", "stay_and_fight"], dice=[6, 1])
    assert is_gone(done, "e")


@pytest.mark.rule("IE-ASL-05", "IE-GAP-85", "IE-ASL-06")
def test_running_away_is_straight_and_as_fast_as_possible() -> None:
    state = lost_combat(SLR, AUTON)
    done = perform(state, lambda p: perform_run_away(p, "a"))
    assert at(done, "a") == (0, 9) and done.piece("a").facing == 90.0


@pytest.mark.rule("IE-GAP-86")
def test_a_lost_combat_binds_one_turn() -> None:
    done = play(lost_combat(CAPTAIN, AUTON), ["end"])
    assert "a" not in done.state.game.combats


@pytest.mark.rule("IE-GRP-03", "IE-GRP-01", "IE-GRP-02")
@pytest.mark.parametrize(
    ("kind", "side", "dice", "held"),
    [(YETI, OWN, [3, 4, 1], True), (SLR, OWN, [6, 1, 1], False), (YETI, ENEMY, [1, 1, 1], False)],
)
def test_only_a_grappler_that_assaults_and_wins_takes_hold(kind, side, dice, held) -> None:  # type: ignore[no-untyped-def]
    radius = RADII.get(kind, 0.5)
    grappler, victim = model(kind, "a", 0, 0), enemy(CAPTAIN, "e", 0, 0.5 + radius)
    state = battle(grappler, victim, phase=side)
    first, second = ("a", "e") if side == OWN else ("e", "a")
    done = perform(state, lambda p: fighting.fight(p, first, second), dice=dice)
    assert bool(done.state.game.held) == held


@pytest.mark.rule("IE-GRP-06", "IE-GRP-05", "IE-GRP-07", "IE-GRP-08")
@pytest.mark.parametrize(("die", "free"), [(4, False), (5, True)])
def test_a_held_model_rolls_to_escape_as_its_turn_begins(die: int, free: bool) -> None:
    state = battle(model(CAPTAIN, "a", 0, 1.3), enemy(YETI, "e", 0, 0), held={"a": "e"}, starts=True)
    done = perform(state, lambda p: run_start_step(p, "escapes"), dice=[die])
    assert (done.state.game.held == {}) == free and ("a" in done.state.game.acted) != free


@pytest.mark.rule("IE-GRP-03", "IE-GRP-09")
def test_a_victim_that_wins_is_free() -> None:
    state = battle(model(CAPTAIN, "a", 0, 1.3), enemy(YETI, "e", 0, 0), held={"a": "e"}, phase=ENEMY)
    done = perform(state, lambda p: fighting.fight(p, "e", "a"), dice=[2, 6, 3])
    assert done.state.game.held == {} and done.piece("e").hits == 2


@pytest.mark.rule("IE-GAP-88")
def test_a_grappler_lets_go_when_it_does_something_else() -> None:
    others = model(SLR, "b", 9, -9), enemy(SLR, "f", 9, 9)
    state = battle(model(YETI, "a", 0, 0), enemy(CAPTAIN, "e", 0, 1.3), *others, held={"e": "a"})
    assert play(state, ["a", "turn", 0.0]).state.game.held == {"e": "a"}
    assert play(state, ["a", "move", ()]).state.game.held == {}


@pytest.mark.rule("IE-ASL-01")
def test_a_lost_combat_leaves_two_actions_alone() -> None:
    state = battle(model(CAPTAIN, "a", 0, 1), model(SLR, "b", 9, 0), enemy(AUTON, "e", 0, 0), phase=ENEMY)
    fought = perform(state, lambda p: fighting.fight(p, "e", "a"), dice=[6, 1, 1]).state
    later = fought.with_game(phase=OWN, turn=2)
    assert open_actions(later, "a") == {"stay_and_fight", "run_away"}


@pytest.mark.rule("IE-ASL-02", "IE-ASL-04")
@pytest.mark.parametrize("dice", [[1, 4, 1], [2, 4]], ids=["won", "drawn"])
def test_a_winner_and_both_models_of_a_draw_act_freely(dice: list[int]) -> None:
    far = enemy(SLR, "f", 9, 9)
    state = battle(model(YETI, "a", 0, 1.6), enemy("cyberman", "e", 0, 0.175), far, phase=ENEMY)
    fought = perform(
        state, lambda p: fighting.fight(p, "e", "a"), dice=[4, 3] if len(dice) == 2 else [1, 4, 1]
    )
    assert open_actions(fought.state.with_game(phase=OWN), "a") >= {"move", "move_fast", "assault", "turn"}


@pytest.mark.rule("IE-GRP-04", "IE-GAP-87")
def test_a_grappler_assaults_its_victim_again_and_a_draw_changes_nothing() -> None:
    state = battle(model(YETI, "a", 0, 0), enemy(CAPTAIN, "e", 0, 1.3), held={"e": "a"})
    assert "assault" in open_actions(state, "a")
    done = perform(state, lambda p: perform_assault(p, "a"), {"enemy": "e"}, dice=[2, 5])
    assert at(done, "a") == (0, 0) and done.state.game.held == {"e": "a"}


@pytest.mark.rule("IE-GAP-87")
def test_a_hold_continues_when_the_grappler_does_nothing() -> None:
    others = model(SLR, "b", 9, -9), enemy(SLR, "f", 9, 9)
    state = battle(model(YETI, "a", 0, 0), enemy(CAPTAIN, "e", 0, 1.3), *others, held={"e": "a"})
    assert play(state, ["a", "nothing"]).state.game.held == {"e": "a"}


@pytest.mark.rule("IE-GAP-17")
def test_several_assaults_on_one_enemy_are_fights_of_their_own() -> None:
    own = [model(SLR, f"a{k}", x, y) for k, (x, y) in enumerate(((-1.3, 0), (0, -1.3), (1.3, 0)))]
    state = battle(*own, enemy(DALEK, "e", 0, 0))
    dice = [[1, 2], [2, 2], [3, 4]]
    for piece, faces in zip(own, dice, strict=True):
        fought = perform(state, lambda p, key=piece.id: fighting.fight(p, key, "e"), dice=faces)
        scores = [die.bonus for die in [fighting.fight_roll(piece, state.table.piece("e"))]]
        assert scores == [(1, 2)]
        state = fought.state
    assert [key for key in ("a0", "a1", "a2") if not state.table.pieces[key].in_play] == ["a0", "a1", "a2"]


@pytest.mark.rule("IE-GAP-101")
@pytest.mark.parametrize(
    ("away", "height", "touch"), [(1.9, 0.75, True), (2.1, 0.75, False), (1.9, 1.1, False)]
)
def test_models_are_in_contact_across_a_low_wall(away: float, height: float, touch: bool) -> None:
    low = wall("low", -3, 0.825, 3, 1.075, height, "low_wall")
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, away), terrain=[low])
    assert are_in_contact(state, state.table.piece("a"), state.table.piece("e")) == touch


@pytest.mark.rule("IE-GAP-101")
def test_an_assault_ends_across_a_wall_without_crossing_it() -> None:
    low = wall("low", -3, 3, 3, 3.25)
    state = battle(model(DALEK, "a", 0, 0), enemy(SLR, "e", 0, 4.3), terrain=[low])
    done = perform(state, lambda p: perform_assault(p, "a"), {"enemy": "e"}, dice=[3, 3])
    assert at(done, "a")[1] < 3 - 0.8 and len(rolls(done)) == 1
