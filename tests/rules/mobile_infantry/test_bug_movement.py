"""Moves of the Arachnids: order, coherency, ratings, flight, what follows a Move."""

from __future__ import annotations

import pytest

from battlesim.mechanics.activation import ActionSpent
from battlesim.table.events import DiceRolled, PiecesMoved
from tests.rules.mobile_infantry.acts import do, leg, refusal
from tests.rules.mobile_infantry.arachnids import hole, swarm_of
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior

PHASE = "bugs_activations"


@pytest.mark.rule("MI-BMOV-01")
def test_the_leader_is_moved_first() -> None:
    state = field(warrior("L", 20, 20), warrior("F", 22, 20), phase=PHASE, activation=swarm_of("L", "F"))
    asked = do(state, "bug_action", {"action": ["move"]}, until="move")
    lead, follow = leg("L", (20, 20), (20, 24)), leg("F", (22, 20), (22, 24))
    assert "leads the group and must move before" in refusal(asked, "move", (follow, lead))
    assert refusal(asked, "move", (lead, follow)) == ""


@pytest.mark.rule("MI-BMOV-02", "MI-GAP-49")
def test_followers_end_near_the_leader_or_in_a_chain_to_it() -> None:
    swarm = [warrior("L", 18, 20), warrior("A", 25, 20), warrior("B", 27, 20)]
    state = field(*swarm, phase=PHASE, activation=swarm_of("L", "A", "B"))
    asked = do(state, "bug_action", {"action": ["move"]}, until="move")
    lead, first = leg("L", (18, 20), (20, 20)), leg("A", (25, 20), (27, 20))
    assert refusal(asked, "move", (lead, first, leg("B", (27, 20), (29, 20)))) == ""
    assert "ends 8.20 in from L" in refusal(asked, "move", (lead, first, leg("B", (27, 20), (29.2, 20))))


@pytest.mark.rule("MI-GAP-49", "MI-BMOV-02")
@pytest.mark.parametrize(("x", "end"), [(40.0, 34.0), (32.5, 26.5), (29.0, 29.0)])
def test_a_model_that_is_left_behind_goes_as_near_as_it_can(x: float, end: float) -> None:
    """Nobody stays beyond the reach of his leader: neither who cannot keep up, nor who could."""
    state = field(warrior("L", 20, 20), warrior("F", x, 20), phase=PHASE, activation=swarm_of("L", "F"))
    lead = (leg("L", (20, 20), (22, 20)),)
    done = do(state, "bug_action", {"action": ["move"], "move": [lead]})
    assert done.piece("F").xy == (end, 20)
    assert do(state, "bug_action", {"action": ["move"], "move": [()]}).piece("F").xy == (x, 20)


@pytest.mark.rule("MI-GAP-49", "MI-BMOV-02")
def test_who_hangs_on_by_the_chain_is_not_left_behind() -> None:
    chain = [warrior("A", 26.5, 20), warrior("B", 28.5, 20), warrior("C", 30.6, 20)]
    state = field(warrior("L", 20, 20), *chain, phase=PHASE, activation=swarm_of("L", "A", "B", "C"))
    lead = (leg("L", (20, 20), (20, 20.5)),)
    done = do(state, "bug_action", {"action": ["move"], "move": [lead]})
    ends = {id: done.piece(id).xy for id in "ABC"}
    assert (ends["A"], ends["B"]) == ((26.5, 20), (28.5, 20))
    assert ends["C"][0] < 30.6


@pytest.mark.rule("MI-BMOV-03")
def test_a_warrior_moves_6_inches_in_each_move_action() -> None:
    state = field(warrior("W", 20, 20), phase=PHASE, activation=swarm_of("W"))
    asked = do(state, "bug_action", {"action": ["move"]}, until="move")
    assert "may move 6 in" in refusal(asked, "move", (leg("W", (20, 20), (26.2, 20)),))
    once = do(state, "bug_action", {"action": ["move"], "move": [(leg("W", (20, 20), (26, 20)),)]})
    twice = do(once.state, "bug_action", {"action": ["move"], "move": [(leg("W", (26, 20), (32, 20)),)]})
    assert twice.piece("W").xy == (32, 20)
    assert twice.state.game.activation is None


HOUSE = block("building", "V", 22, 18, 25, 22)


@pytest.mark.rule("MI-BTRT-03")
@pytest.mark.parametrize(("first", "second"), [("fly", "move"), ("move", "fly")])
def test_a_hopper_flies_once_a_turn_over_anything(first: str, second: str) -> None:
    ends = {"fly": 12.0, "move": 8.0}
    house = (
        block("building", "V", 22, 18, 25, 22) if first == "fly" else block("building", "V", 32, 18, 35, 22)
    )
    state = field(piece("hopper", "H", 20, 20), house, phase=PHASE, activation=swarm_of("H"))
    there = 20 + ends[first]
    one = do(state, "bug_action", {"action": [first], "move": [(leg("H", (20, 20), (there, 20)),)]})
    if first == "fly":
        assert "have flown" in refusal(do(one.state, "bug_action", until="action"), "action", "fly")
    end = there + ends[second]
    two = do(one.state, "bug_action", {"action": [second], "move": [(leg("H", (there, 20), (end, 20)),)]})
    assert two.piece("H").xy == (40, 20)


@pytest.mark.rule("MI-BTRT-03", "MI-GAP-65")
def test_on_foot_a_house_is_in_the_way_and_nobody_lands_on_it() -> None:
    state = field(piece("hopper", "H", 20, 20), HOUSE, phase=PHASE, activation=swarm_of("H"))
    walking = do(state, "bug_action", {"action": ["move"]}, until="move")
    assert "cannot pass" in refusal(walking, "move", (leg("H", (20, 20), (28, 20)),))
    flying = do(state, "bug_action", {"action": ["fly"]}, until="move")
    assert "cannot end" in refusal(flying, "move", (leg("H", (20, 20), (23, 20)),))
    assert refusal(flying, "move", (leg("H", (20, 20), (28, 20)),)) == ""


@pytest.mark.rule("MI-GAP-40")
@pytest.mark.parametrize(("value", "reach"), [("8_12", 8.0), ("6_12", 6.0)])
def test_hoppers_walk_as_far_as_the_option_says(value: str, reach: float) -> None:
    state = field(
        piece("hopper", "H", 20, 20), phase=PHASE, activation=swarm_of("H"), options={"hopper_move": value}
    )
    asked = do(state, "bug_action", {"action": ["move"]}, until="move")
    assert refusal(asked, "move", (leg("H", (20, 20), (20 + reach, 20)),)) == ""
    assert f"may move {reach:g} in" in refusal(asked, "move", (leg("H", (20, 20), (20.2 + reach, 20)),))


@pytest.mark.rule("MI-GAP-65")
def test_bugs_pass_friends_and_stand_on_entrances_but_neither_pass_nor_overlap_enemies() -> None:
    state = field(
        warrior("W", 20, 20),
        warrior("F", 22, 20),
        rifles("R", 20, 23),
        *hole("E", 25, 20),
        phase=PHASE,
        activation=swarm_of("W"),
    )
    asked = do(state, "bug_action", {"action": ["move"]}, until="move")
    assert refusal(asked, "move", (leg("W", (20, 20), (25, 20)),)) == ""
    assert "overlaps F" in refusal(asked, "move", (leg("W", (20, 20), (22.5, 20)),))
    assert "cannot pass: it overlaps R" in refusal(asked, "move", (leg("W", (20, 20), (20, 25)),))
    assert "table edge" in refusal(
        do(
            field(warrior("W", 2, 20), phase=PHASE, activation=swarm_of("W")),
            "bug_action",
            {"action": ["move"]},
            until="move",
        ),
        "move",
        (leg("W", (2, 20), (0.2, 20)),),
    )


@pytest.mark.rule("MI-BMOV-04")
def test_who_ends_within_1_inch_strikes_for_nothing() -> None:
    swarm = [warrior("A", 20, 20), warrior("B", 20, 22), warrior("C", 20, 24)]
    state = field(*swarm, rifles("R", 26, 21), phase=PHASE, activation=swarm_of("A", "B", "C"))
    moves = (leg("A", (20, 20), (24.5, 21)), leg("B", (20, 22), (25.2, 22.3)))
    done = do(state, "bug_action", {"action": ["move"], "move": [moves]}, dice=[1, 1, 1, 1])
    assert [i.key for i in done.first_decision("form").items] == ["A", "B"]  # type: ignore[attr-defined]
    assert [e.action for e in done.events_of(ActionSpent)] == ["move"]
    assert done.state.game.activation is not None and done.state.game.activation.actions_left == 1


@pytest.mark.rule("MI-GAP-18", "MI-BMOV-04")
def test_a_model_that_stays_in_a_move_has_ended_there() -> None:
    swarm = [warrior("A", 20, 20), warrior("B", 25, 20)]
    state = field(*swarm, rifles("R", 26.5, 20), phase=PHASE, activation=swarm_of("A", "B"))
    done = do(state, "bug_action", {"action": ["move"], "move": [()]}, dice=[1, 1])
    assert [e.by for e in done.events_of(DiceRolled)] == ["B"]


@pytest.mark.rule("MI-GAP-18", "MI-GAP-16")
@pytest.mark.parametrize(("value", "when"), [("after_each_action", 0), ("after_free_melee", 2)])
def test_the_enemy_reacts_before_and_after_the_free_melee_or_only_after(value: str, when: int) -> None:
    state = field(
        warrior("W", 20, 20),
        rifles("R", 26, 20, marks=["alert"]),
        phase=PHASE,
        activation=swarm_of("W"),
        options={"reaction_window": value},
    )
    answers = {"action": ["move"], "move": [(leg("W", (20, 20), (24.9, 20)),)]}
    done = do(state, "bug_action", answers, dice=[1, 1])
    order = [d.what for d in done.asked if d.what in ("form", "react", "dice")]
    assert order.index("react") == when
    assert order.count("react") == (2 if when == 0 else 1)


@pytest.mark.rule("MI-GAP-16", "MI-GAP-73")
@pytest.mark.parametrize(("value", "chances"), [("unit_action", 1), ("each_model", 3)])
def test_one_action_is_one_trigger_or_each_model_is(value: str, chances: int) -> None:
    swarm = [warrior("A", 20, 20), warrior("B", 20, 22), warrior("C", 20, 24)]
    state = field(
        *swarm,
        rifles("R", 28, 22, marks=["alert"]),
        phase=PHASE,
        activation=swarm_of("A", "B", "C"),
        options={"reaction_trigger": value},
    )
    moves = (leg("A", (20, 20), (21, 20)), leg("B", (20, 22), (21, 22)))
    done = do(state, "bug_action", {"action": ["move"], "move": [moves]})
    assert [d.what for d in done.asked].count("react") == chances
    assert len(done.events_of(PiecesMoved)) == (1 if chances == 1 else 2)
