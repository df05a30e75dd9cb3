"""The steps of a turn as the window lists them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.invasion_earth.battle.turn_steps import turn_steps
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.forced import fear
from battlesim.rulesets.invasion_earth.sighting.sightings import PICTURE
from battlesim.rulesets.invasion_earth.waiting.waiting import waiting_options, why_cannot_wait
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import DALEK, SLR, battle, enemy, model, play, wall


def steps(state: Battle) -> dict[str, str]:
    return {step.key: step.state for step in turn_steps(state)}


def ogron(id: str = "o"):  # type: ignore[no-untyped-def]
    return model("ogron", id, 0, 0)


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03")
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


@pytest.mark.rule("IE-GAP-03")
def test_a_section_that_is_not_used_has_no_step() -> None:
    state = battle(ogron(), enemy(SLR, "e", 0, 20), without=("fear", "sighting"), starts=True)
    assert {"fear", "picture"}.isdisjoint(steps(state))


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03")
def test_waiting_is_open_while_the_first_model_is_chosen() -> None:
    found = steps(battle(ogron(), enemy(SLR, "e", 0, 20)))
    assert (found["waiting"], found["impetuous"], found["actions"]) == ("open", "done", "now")


@pytest.mark.rule("IE-LIW-04", "IE-SIG-03")
def test_a_forced_act_leaves_waiting_open_and_a_free_one_closes_it() -> None:
    state = battle(ogron(), enemy(SLR, "e", 0, 20), model(SLR, "a", 3, 0), acted=("o",))
    assert steps(state.with_game(held={"o": "e"}))["waiting"] == "open"
    assert waiting_options(state) == []


@pytest.mark.rule("IE-SIG-03", "IE-STU-04")
def test_a_step_runs_while_the_owner_names_a_model() -> None:
    state = battle(ogron("o1"), model("ogron", "o2", 3, 0), enemy(SLR, "e", 0, 20), starts=True)
    done = play(state, [], [1], until="stupid")
    assert steps(done.state)["stupidity"] == "now"


@pytest.mark.rule("IE-SIG-03")
def test_once_a_model_has_acted_freely_the_list_is_gone() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20))
    assert steps(state) and not steps(state.with_game(acted=("a",)))


@pytest.mark.rule("IE-SIG-03", "IE-STU-04")
def test_one_that_was_forced_has_not_acted_freely() -> None:
    state = battle(model("ogron", "o", 0, 0, stupid=3), enemy(SLR, "e", 0, 20), acted=("o",))
    assert steps(state)["actions"] == "now"


FIXER, WARRIOR = "unit_engineer", "exxilon_warrior"


def whole_beginning() -> ScriptResult:
    """A side with something to do in each of the nine steps; a high wall hides the enemies from some."""
    state = battle(
        model(FIXER, "fixer", -8, -12).with_mark("fixing", 2, note="team"),
        model("unit_bazooka_team", "team", -8, -10.7, hits=1),
        ogron(),
        model(SLR, "held", 12, 0),
        enemy("cyberman", "cyber", 12, 1.2),
        model(SLR, "afraid", -12, 0),
        enemy("yeti", "yeti", -12, 10),
        model(DALEK, "seeing", 16, 0),
        model(DALEK, "blind", 2, -18),
        model(WARRIOR, "warrior", -4, 0),
        terrain=[wall("high", -16, -6, 16, -5.8, 3.0, "high_wall")],
        without=(),
        starts=True,
        held={"held": "cyber"},
    )
    return play(state, {"waiting": ["waits_to_fire", "done"], "wait": [("blind",)]}, [6, 1, 4, 1])


@pytest.mark.rule("IE-GAP-03", "IE-SIG-03", "IE-FEA-03", "IE-GRP-06", "IE-FIX-04")
def test_the_nine_steps_are_carried_out_in_order() -> None:
    told = [event.rule for event in whole_beginning().events]
    order = [
        PICTURE,
        "IE-FIX-04",
        "IE-STU-04",
        "IE-GRP-06",
        "IE-FEA-03",
        "IE-LIW-03",
        "IE-SIG-09",
        "IE-IMP-02",
    ]
    assert [rule for rule in dict.fromkeys(told) if rule in order] == order


@pytest.mark.rule("IE-GAP-03")
def test_laying_in_wait_cannot_be_declared_once_reports_were_passed_on() -> None:
    assert waiting_options(whole_beginning().state) == []


@pytest.mark.rule("IE-GAP-03")
def test_nothing_is_asked_where_neither_reports_nor_hasty_models_follow() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20), without=(), starts=True)
    done = play(state, [], until="piece")
    assert done.decisions_with_key("waiting") == [] and waiting_options(done.state)


@pytest.mark.rule("IE-LIW-04")
def test_a_model_that_was_forced_to_act_cannot_lie_in_wait() -> None:
    state = battle(ogron(), enemy(SLR, "e", 0, 20), acted=("o",))
    assert why_cannot_wait(state, state.table.piece("o"), "waits_to_assault") == "it has acted in this turn"


@pytest.mark.rule("IE-GAP-92", "IE-FEA-03")
@pytest.mark.parametrize(("passed", "due"), [(("picture",), True), (("picture", "waiting"), False)])
def test_fear_is_tested_in_the_beginning_of_a_turn_alone(passed: tuple[str, ...], due: bool) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy("yeti", "y", 0, 9), passed=passed)
    assert fear.is_due(state) == due
