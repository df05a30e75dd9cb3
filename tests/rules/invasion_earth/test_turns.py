"""Rounds, turns, single actions, and the end of a battle."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.ruleset import Outcome
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.battle import turn_sequence, victory
from battlesim.rulesets.invasion_earth.core.state import BEGIN_PHASE, Objective
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker, Off
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    ENEMY,
    OWN,
    SLR,
    battle,
    enemy,
    model,
    open_actions,
    perform,
    play,
)


@pytest.mark.rule("IE-GAP-02")
@pytest.mark.parametrize(("dice", "first"), [([5, 2], OWN), ([2, 5], ENEMY), ([3, 3, 1, 6], ENEMY)])
def test_the_higher_roll_takes_the_first_turn_and_ties_are_rolled_again(dice: list[int], first: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 10), phase=BEGIN_PHASE, turn=0)
    done = perform(state, turn_sequence.decide_order, dice=dice)
    assert (done.state.game.phase, done.state.game.phases[0], done.state.game.turn) == (first, first, 1)


@pytest.mark.rule("IE-GAP-02")
@pytest.mark.option("first_player", "side_1", "side_2", "roll_off")
@pytest.mark.parametrize(("option", "first"), [("side_1", OWN), ("side_2", ENEMY)])
def test_by_option_a_side_begins_without_a_roll(option: str, first: str) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 10), options={"first_player": option})
    assert perform(state, turn_sequence.decide_order).state.game.phase == first


@pytest.mark.rule("IE-GAP-03")
def test_the_other_side_and_then_the_next_round_follow() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 10))
    done = play(state, ["end", "end"])
    assert (done.state.game.turn, done.state.game.phase) == (2, OWN)


@pytest.mark.rule("IE-GAP-04")
def test_a_model_acts_once_in_a_turn() -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 2, 0), enemy(DALEK, "d", 0, 20))
    done = play(state, ["a", "turn", 45.0])
    assert done.state.game.acted == ("a",)
    assert [piece.id for piece in turn_sequence.models_to_act(done.state)] == ["b"]


@pytest.mark.rule("IE-GAP-04")
def test_actions_that_a_profile_lacks_are_not_listed() -> None:
    state = battle(model(DALEK, "d", 0, 0), enemy(SLR, "a", 0, 10))
    assert open_actions(state, "d") == {"fire", "move", "move_fire", "move_fast", "turn"}


def end_state(turn: int, options: dict[str, str], **game: Any) -> Any:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 20), enemy(DALEK, "e", 4, 20), options=options)
    return state.with_game(turn=turn, **game)


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.option("rounds", "8", "6", "10", "unlimited")
@pytest.mark.parametrize(("option", "last"), [("8", 8), ("6", 6), ("10", 10)])
def test_a_battle_ends_after_its_last_round(option: str, last: int) -> None:
    assert RULESET.next_step(end_state(last, {"rounds": option})) != Outcome
    assert not isinstance(RULESET.next_step(end_state(last, {"rounds": option})), Outcome)
    assert isinstance(RULESET.next_step(end_state(last + 1, {"rounds": option})), Outcome)


@pytest.mark.rule("IE-GAP-38")
def test_an_unlimited_battle_ends_after_six_rounds_without_losses() -> None:
    state = end_state(40, {"rounds": "unlimited"}, tally={victory.IDLE_ROUNDS: 5})
    assert not isinstance(RULESET.next_step(state), Outcome)
    done = play(state, ["end", "end"])
    assert isinstance(RULESET.next_step(done.state), Outcome)


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(("lost", "winners"), [((), ()), (("d",), (OWN,)), (("d", "a"), (OWN,))])
def test_points_of_removed_enemies_decide(lost: tuple[str, ...], winners: tuple[str, ...]) -> None:
    state = end_state(9, {})
    table = state.table
    for piece in lost:
        table = table.with_place(piece, Off("lost"))
    ended = RULESET.next_step(state.with_table(table))
    assert isinstance(ended, Outcome) and ended.winners == winners


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(
    ("kind", "side", "points"),
    [("hold", "", 3.0), ("count", ENEMY, 0.0), ("count", OWN, 3.0)],
)
def test_an_objective_scores_for_whoever_is_near_its_marker(kind: Any, side: str, points: float) -> None:
    marker = Marker(MarkerId("pit"), "objective", CENTRE, CENTRE + 2, radius=0.5)
    objective = Objective(kind, "pit", 3.0, side)
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 20), objectives=(objective,))
    assert victory.scores(state.with_table(state.table.with_marker(marker)))[OWN] == points


@pytest.mark.rule("IE-GAP-39")
@pytest.mark.option("points_limit", "12", "18", "24")
@pytest.mark.parametrize(("limit", "fits"), [("12", False), ("18", True), ("24", True)])
def test_forces_keep_to_a_limit_that_was_chosen(limit: str, fits: bool) -> None:
    if fits:
        assert load_scenario("quarry", {"points_limit": limit}).initial_state()
    else:
        with pytest.raises(InputError, match="15 points, 12 are allowed"):
            load_scenario("quarry", {"points_limit": limit}).initial_state()


@pytest.mark.rule("IE-GAP-49")
@pytest.mark.option("advanced_rules", "all", "none", "list")
@pytest.mark.parametrize(("value", "used"), [("all", True), ("none", False), ("list", False)])
def test_sections_of_the_advanced_rules_are_used_by_option(value: str, used: bool) -> None:
    state = load_scenario("first_patrol", {"advanced_rules": value}).initial_state()
    assert ("suppression" in state.game.parameters.advanced) == used


@pytest.mark.rule("IE-GAP-38")
def test_the_side_alone_on_the_table_has_won() -> None:
    state = end_state(2, {})
    table = state.table.with_place("d", Off("lost")).with_place("e", Off("lost"))
    ended = RULESET.next_step(state.with_table(table))
    assert isinstance(ended, Outcome) and ended.winners == (OWN,)
    assert msgspec.structs.asdict(ended)["scores"][OWN] == 6.0
