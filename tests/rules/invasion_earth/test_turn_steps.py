"""The steps of a turn as the window lists them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.battle.turn_steps import turn_steps
from battlesim.rulesets.invasion_earth.core.state import Battle
from tests.rules.invasion_earth.field import SLR, battle, enemy, model, play


def steps(state: Battle) -> dict[str, str]:
    return {step.key: step.state for step in turn_steps(state)}


def ogron(id: str = "o"):  # type: ignore[no-untyped-def]
    return model("ogron", id, 0, 0)


@pytest.mark.rule("IE-GAP-03")
def test_the_nine_steps_stand_in_the_order_of_the_rulebook() -> None:
    state = battle(ogron(), enemy(SLR, "e", 0, 20), without=(), starts=True)
    assert list(steps(state)) == [
        "picture",
        "repairs",
        "stupidity",
        "escapes",
        "fear",
        "waiting",
        "reports",
        "impetuous",
        "actions",
    ]
    assert steps(state)["picture"] == "now" and steps(state)["actions"] == "later"


def test_a_section_that_is_not_used_has_no_step() -> None:
    state = battle(ogron(), enemy(SLR, "e", 0, 20), without=("fear", "sighting"), starts=True)
    assert {"fear", "picture"}.isdisjoint(steps(state))


def test_waiting_is_open_while_the_first_model_is_chosen() -> None:
    found = steps(battle(ogron(), enemy(SLR, "e", 0, 20)))
    assert (found["waiting"], found["impetuous"], found["actions"]) == ("open", "done", "now")


def test_waiting_closes_with_a_first_act_that_was_forced() -> None:
    state = battle(ogron(), enemy(SLR, "e", 0, 20), acted=("o",))
    assert steps(state.with_game(held={"o": "e"}))["waiting"] == "done"


def test_a_step_runs_while_the_owner_names_a_model() -> None:
    state = battle(ogron("o1"), model("ogron", "o2", 3, 0), enemy(SLR, "e", 0, 20), starts=True)
    done = play(state, [], [1], until="stupid")
    assert steps(done.state)["stupidity"] == "now"


def test_once_a_model_has_acted_freely_the_list_is_gone() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20))
    assert steps(state) and not steps(state.with_game(acted=("a",)))


def test_one_that_was_forced_has_not_acted_freely() -> None:
    state = battle(model("ogron", "o", 0, 0, stupid=3), enemy(SLR, "e", 0, 20), acted=("o",))
    assert steps(state)["actions"] == "now"
