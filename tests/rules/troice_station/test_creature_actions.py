"""Actions of creatures: how many there are, which acts are open, who gets up."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.attack import shooting
from battlesim.rulesets.troice_station.core.marks import DOWN, FOUGHT, LEFT, MOVED, RAN, SHOTS, SUPPRESSED
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.creatures.program import activation_order

from .creature_steps import act, told
from .squad_steps import figure_a
from .things import alien, battle, hugger, line, marker, perform, trooper


@pytest.mark.rule("TS-GAP-78")
@pytest.mark.parametrize(("reading", "runs"), [("immune", 2), ("suppressible", 1)])
def test_suppressed_it_has_one_action_less_by_option(reading: str, runs: int) -> None:
    beast = alien("a", 4, 10, marks=[SUPPRESSED])
    done = act(battle(beast, trooper("1A-2", 45, 10), options={"alien_morale": reading}), 2, *[1] * runs)
    assert len(told(done)) == runs and not done.piece("a").has_mark(SUPPRESSED)


@pytest.mark.rule("TS-GAP-59")
@pytest.mark.parametrize(("wounds", "acts"), [("down", False), ("recovers", True)])
def test_one_that_is_down_gets_up_on_5_or_6_by_option(wounds: str, acts: bool) -> None:
    state = battle(
        alien("a", 4, 30, marks=[DOWN]), trooper("1A-2", 20, 30), options={"creature_serious_wound": wounds}
    )
    assert bool(activation_order(state, 1)) == acts
    if acts:
        assert act(state, 4).piece("a").has_mark(DOWN)
        done = act(state, 5, 1, 1)
        assert not done.piece("a").has_mark(DOWN) and len(told(done)) == 1


@pytest.mark.rule("TS-GAP-51", "TS-GAP-52")
def test_what_it_did_before_is_forgotten_as_its_activation_begins() -> None:
    done = act(battle(alien("a", 10, 10, marks=[MOVED, RAN, SHOTS, FOUGHT])), 1)
    assert not done.piece("a").marks


@pytest.mark.rule("TS-ALN-04", "TS-GAP-59")
@pytest.mark.parametrize(("die", "down", "dice"), [(4, 1, [(6,)]), (5, 0, [(6,), (3,)])])
def test_who_may_recover_gets_up_on_a_five(die: int, down: int, dice: Any) -> None:
    state = battle(alien("x", 14, 10, [DOWN]), options={"creature_serious_wound": "recovers"})
    done = perform(state, lambda play: program.activate_creature(play, "x"), dice=(die, 1)[: len(dice)])
    assert done.piece("x").mark_count(DOWN) == down
    assert [one.dice for one in done.asked] == dice  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-04", "TS-GAP-78")
@pytest.mark.parametrize(
    ("option", "marks", "die", "actions"),
    [
        ("suppressible", [SUPPRESSED], 1, 0),
        ("suppressible", [SUPPRESSED], 3, 2),
        ("suppressible", [], 2, 2),
        ("immune", [SUPPRESSED], 2, 2),
    ],
)
def test_a_creature_that_is_held_back_has_an_action_less(
    option: str, marks: Any, die: int, actions: int
) -> None:
    found: list[int] = []

    def script(play: Any) -> Any:
        found.append((yield from program._actions(play, "x")))

    done = perform(battle(alien("x", 14, 10, marks), options={"alien_morale": option}), script, dice=(die,))
    assert found == [actions] and not done.piece("x").has_mark(SUPPRESSED)
    assert [one.dice for one in done.asked] == [(3,)]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-04", "TS-ALN-06")
def test_an_alien_has_no_actions_left_when_it_has_acted() -> None:
    state = battle(trooper(), alien("x", 40, 10))
    done = perform(state, lambda play: program.activate_creature(play, "x"), dice=(2, 3, 3))
    assert done.piece("x").mark_count(LEFT) == 0 and (
        done.piece("x").mark_count(RAN),
        done.piece("x").mark_count(MOVED),
    ) == (1, 1)
    assert [one.dice for one in done.asked] == [(3,), (6,), (6,)]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-06", "TS-ALN-07", "TS-GAP-34", "TS-GAP-91")
@pytest.mark.parametrize(
    ("beast", "acts"),
    [
        (alien("x", 30, 10), ["move", "run", "spit"]),
        (hugger("x", 30, 10), ["move", "run"]),
        (marker("x", 30, 10), ["move"]),
        (alien("x", 11.125, 10), []),
    ],
)
def test_which_acts_a_creature_has(beast: Any, acts: list[str]) -> None:
    state = battle(*line(10), beast)
    (asked, _) = RULESET.possible_decisions(state, "x")
    assert [option.act for option in asked.options] == acts  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-07", "TS-ALN-08", "TS-GAP-100", "TS-GAP-55")
@pytest.mark.parametrize(("x", "shut"), [(17.125, False), (17.2, True)])
def test_a_spit_reaches_six_inches(x: float, shut: bool) -> None:
    state = battle(figure_a(), alien("x", x, 10))
    assert bool(shooting.why_cannot_spit(state, state.table.piece("x"), state.table.piece("a"))) is shut
