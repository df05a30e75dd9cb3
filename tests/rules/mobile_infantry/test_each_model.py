"""Option each_model (MI-GAP-16): every model that has finished gives the enemy a chance at once."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Piece
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import swarm_of
from tests.rules.mobile_infantry.field import ScriptResult, block, field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led

PLATOON = (lieutenant("L", 10, 10), rifles("R", 10, 12))
MARCH = (leg("L", (10, 10), (12, 10)), leg("R", (10, 12), (13, 12)))


def mi_turn(*others: Any, trigger: str = "each_model") -> Battle:
    """Officer and squad are activated; bugs on Alert watch them."""
    return field(
        *PLATOON,
        *others,
        phase="mi_activations",
        activation=led("L", "R"),
        options={"reaction_trigger": trigger},
    )


def bugs_turn(*pieces: Piece, **more: Any) -> Battle:
    """The swarm A, B is activated."""
    return field(
        *pieces,
        phase="bugs_activations",
        activation=swarm_of("A", "B"),
        options={"reaction_trigger": "each_model"},
        **more,
    )


def order(done: ScriptResult) -> list[str]:
    """Who was asked to react and who was asked for a Move, in order."""
    return [d.what for d in done.asked if d.what in ("react", "move")]


@pytest.mark.rule("MI-GAP-16")
@pytest.mark.parametrize(("trigger", "chances", "moves"), [("unit_action", 1, 1), ("each_model", 2, 2)])
def test_an_mi_move_is_one_trigger_or_each_models_is(trigger: str, chances: int, moves: int) -> None:
    state = mi_turn(warrior("W", 16, 10, marks=["alert"]), trigger=trigger)
    done = act(state, {"action": ["move"], "move": [MARCH]})
    assert (order(done).count("react"), len(done.events_of(PiecesMoved))) == (chances, moves)


@pytest.mark.rule("MI-GAP-16", "MI-SCRE-01")
def test_the_chance_comes_before_the_next_model_moves() -> None:
    state = mi_turn(warrior("W", 16, 10, marks=["alert"]))
    stopped = act(state, {"action": ["move"], "move": [MARCH]}, until="react")
    assert (stopped.piece("L").xy, stopped.piece("R").xy) == ((12, 10), (10, 12))


@pytest.mark.rule("MI-GAP-16")
def test_whose_way_a_reaction_shut_is_asked_again() -> None:
    state = mi_turn(warrior("W", 16, 12, marks=["alert"]))
    into_the_way = (leg("W", (16, 12), (13, 12.5)),)
    around = (leg("R", (10, 12), (10, 9)),)
    answers = {"action": ["move"], "react": ["screech:W"], "move": [MARCH, into_the_way, around]}
    done = act(state, answers)
    assert order(done) == ["move", "react", "move", "move"]
    assert done.piece("R").xy == (10, 9)


@pytest.mark.rule("MI-GAP-16", "MI-MOVE-01")
def test_whoever_is_killed_under_way_is_not_asked_again() -> None:
    squad = rifles("R", 10, 12, hits=1)
    state = field(
        lieutenant("L", 10, 10),
        squad,
        warrior("W", 14.5, 13, marks=["alert"]),
        activation=led("L", "R"),
        options={"reaction_trigger": "each_model"},
    )
    strike = (leg("W", (14.5, 13), (11.2, 12)),)
    answers = {"action": ["move"], "react": ["screech:W"], "move": [MARCH, strike]}
    done = act(state, answers, dice=[6, 6])
    assert done.piece("R").hits == 0
    assert order(done) == ["move", "react", "move"]


@pytest.mark.rule("MI-GAP-16", "MI-GAP-73")
def test_each_support_act_is_a_trigger() -> None:
    guns = [piece("machine_gun", "G", 10, 12), piece("machine_gun", "H", 10, 8)]
    state = field(
        lieutenant("L", 10, 10),
        *guns,
        warrior("W", 16, 10, marks=["alert"]),
        activation=led("L", "G", "H"),
        options={"reaction_trigger": "each_model"},
    )
    done = act(state, {"action": ["support"], "support": ["ready:G", "ready:H"]})
    assert [d.what for d in done.asked if d.what in ("support", "react")] == [
        "support",
        "react",
        "support",
        "react",
    ]


@pytest.mark.rule("MI-GAP-16", "MI-GAP-15")
def test_a_model_that_closes_up_is_a_trigger() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("R", 10, 20),
        warrior("W", 16, 18, marks=["alert"]),
        activation=led("L", "R"),
        options={"reaction_trigger": "each_model"},
    )
    done = act(state, {"action": ["move"]})
    assert len(done.events_of(PiecesMoved)) == 1
    assert order(done).count("react") == 1


@pytest.mark.rule("MI-GAP-16", "MI-GAP-22")
def test_a_bug_that_was_pushed_off_does_not_go_its_old_way() -> None:
    state = bugs_turn(warrior("A", 20, 20), warrior("B", 20, 22), rifles("R", 10, 20, marks=["alert"]))
    moves = (leg("A", (20, 20), (19, 20)), leg("B", (20, 22), (19, 22)))
    shot = {"react": ["fire"], "target": ["A"], "weapons": [lambda d, s: ("assault_rifle",)]}
    done = do(
        state, "bug_action", {"action": ["move"], "move": [moves], **shot}, dice=[5, 5, 5, 5, 6, 6, 6, 6]
    )
    assert done.piece("B").xy != (19, 22)
    assert done.piece("B").xy[0] > 21


@pytest.mark.rule("MI-GAP-16")
def test_a_bug_waits_for_the_place_that_another_is_about_to_leave() -> None:
    state = bugs_turn(warrior("A", 20, 20), warrior("B", 21.2, 20), rifles("R", 28, 28, marks=["alert"]))
    moves = (leg("A", (20, 20), (19, 20)), leg("B", (21.2, 20), (20, 20)))
    done = do(state, "bug_action", {"action": ["move"], "move": [moves]})
    assert (done.piece("A").xy, done.piece("B").xy) == ((19, 20), (20, 20))


@pytest.mark.rule("MI-GAP-16", "MI-GAP-49")
def test_a_straggler_is_a_trigger_where_it_ends() -> None:
    wall = block("wall", "w1", 30, 30, 34, 30.5)
    state = bugs_turn(warrior("A", 20, 20), warrior("B", 25, 20), rifles("R", 33, 20, marks=["alert"]), wall)
    done = do(state, "bug_action", {"action": ["move"], "move": [(leg("A", (20, 20), (14, 20)),)]})
    assert done.piece("B").xy[0] < 22
    assert order(done) == ["move"]
