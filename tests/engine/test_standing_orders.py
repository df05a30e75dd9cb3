"""Orders given in advance."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.engine.decisions import ChooseOne, Confirm
from battlesim.engine.option import Option
from battlesim.engine.standing_orders import StandingOrder, standing_answer
from battlesim.table.state import State
from battlesim.testing.table import make_table, standing_piece
from tests.support.minefield import minefield

STATE = State(
    make_table(
        standing_piece("me", 5, 5),
        standing_piece("far", 20, 5, side="blue"),
        standing_piece("near", 9, 5, side="blue"),
    ),
    minefield().game,
)
REACT = Confirm(side="red", what="react", prompt="React?", about="me")
TARGET = ChooseOne(
    side="red",
    what="target",
    prompt="At whom?",
    about="me",
    options=(Option("hold", "hold"), Option("f", "far", ("far",)), Option("n", "near", ("near",))),
    least="hold",
)


def test_never_always_and_always_at_the_nearest():
    assert standing_answer([StandingOrder("red", "react", "least")], STATE, REACT) is False
    assert standing_answer([StandingOrder("red", "react", "yes")], STATE, REACT) is True
    assert standing_answer([StandingOrder("red", "target", "nearest")], STATE, TARGET) == "n"
    assert standing_answer([StandingOrder("red", "target", "least")], STATE, TARGET) == "hold"


def test_an_order_for_one_piece_goes_before_the_general_one():
    orders = [StandingOrder("red", "react", "least"), StandingOrder("red", "react", "yes", about="me")]
    assert standing_answer(orders, STATE, REACT) is True
    assert standing_answer(orders[:1], STATE, REACT) is False


def test_orders_answer_nothing_else():
    for order in (
        StandingOrder("blue", "react", "yes"),
        StandingOrder("red", "target", "yes"),
        StandingOrder("red", "react", "yes", about="you"),
        StandingOrder("red", "react", "nearest"),
    ):
        assert standing_answer([order], STATE, REACT) is None
    assert standing_answer([StandingOrder("red", "target", "yes")], STATE, TARGET) is None


SHOOT_OR_RUN = ChooseOne(
    side="red",
    what="react",
    prompt="React?",
    about="near",
    options=(Option("fire", "fire", ("me",)), Option("run", "run", ("me",)), Option("done", "done")),
    least="done",
    fires="fire",
)
AFTERWARDS = replace(SHOOT_OR_RUN, options=SHOOT_OR_RUN.options[1:], fires="")


def test_to_fire_at_all_can_be_ordered_where_the_question_says_which_option_that_is():
    assert standing_answer([StandingOrder("red", "react", "yes")], STATE, SHOOT_OR_RUN) == "fire"
    assert standing_answer([StandingOrder("red", "react", "least")], STATE, SHOOT_OR_RUN) == "done"


@pytest.mark.parametrize("policy", ["yes", "nearest"])
def test_an_order_to_fire_sends_nobody_running_afterwards(policy):
    assert standing_answer([StandingOrder("red", "react", policy)], STATE, AFTERWARDS) is None


def test_the_nearest_is_an_answer_to_the_question_at_whom_alone():
    mixed = replace(TARGET, options=(*TARGET.options, Option("run", "run", ("me",))))
    for asked in (SHOOT_OR_RUN, mixed):
        assert standing_answer([StandingOrder("red", asked.what, "nearest")], STATE, asked) is None


def test_a_target_cannot_be_refused_by_order_where_the_question_does_not_say_how():
    assert (
        standing_answer([StandingOrder("red", "target", "least")], STATE, replace(TARGET, least="")) is None
    )


def test_nobody_in_sight_is_no_nearest():
    alone = STATE.with_table(STATE.table.without_pieces("far", "near"))
    assert standing_answer([StandingOrder("red", "target", "nearest")], alone, TARGET) is None


def test_an_order_for_a_turn_holds_in_no_other():
    order = StandingOrder("red", "react", "least", turn=3)
    assert [standing_answer([order], STATE, REACT, turn) for turn in (2, 3, 4)] == [None, False, None]
    assert order.text == "React: never in turn 3"
