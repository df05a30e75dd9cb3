"""What units do by standing order when a side is asked in the turn of another one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.engine.decisions import Assign, AssignItem, ChooseOne
from battlesim.engine.lookahead import SuggestedAnswer
from battlesim.engine.option import Option, Risk
from battlesim.engine.standing_orders import StandingOrder, standing_answer, with_order
from battlesim.engine.unit_orders import (
    HELD_TEXT,
    apply_unit_orders,
    orders_of_units,
    restrained_adviser,
    units_of_side,
)
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.state import State
from battlesim.testing.table import make_table, standing_piece
from tests.support.minefield import minefield

RED = SideKey("red")
STATE = State(
    make_table(
        standing_piece("a", 5, 5, unit="one"),
        standing_piece("b", 8, 5, unit="two"),
        standing_piece("foe", 20, 5, side="blue"),
    ),
    minefield().game,
)
FIRE = Option("fire", "Fire", by=("a", "b"), act="fire")
RUNS = tuple(Option(f"run:{name}", f"{name} runs", by=(name,), act="run") for name in "ab")
ASKED = ChooseOne(
    side=RED,
    what="react",
    prompt="React?",
    options=(FIRE, *RUNS, Option("done", "No more")),
    least="done",
    begins="fire",
    fires="fire",
)
WHO = Assign(
    side=RED,
    what="weapons",
    prompt="Who fires?",
    items=(AssignItem("a", "A", ("gun", "hold")), AssignItem("b", "B", ("gun", "hold"))),
    holds="hold",
)


ONE_AND_TWO = units_of_side(STATE.table, RED)


def to(unit, policy, chance=0):
    return StandingOrder(RED, "react", policy, unit=UnitId(unit), chance=chance)


def at(share):
    return lambda answer: share


def left_by(*orders, share=0.5):
    return apply_unit_orders(orders_of_units(orders, RED, ONE_AND_TWO), STATE, ASKED, at(share))


def open_keys(found):
    return [option.key for option in found.decision.open_options]


def test_who_holds_neither_fires_nor_runs():
    found = left_by(to("one", "least"))
    assert open_keys(found) == ["fire", "run:b", "done"] and found.answer is None
    assert found.decision.open_option("fire").by == ("b",)
    assert {option.shut for option in found.decision.closed_options} == {HELD_TEXT}


def test_when_all_hold_nothing_is_asked_and_nothing_done():
    assert left_by(to("one", "least"), to("two", "least")).answer == "done"


def test_who_never_runs_may_still_fire():
    assert open_keys(left_by(to("one", "stands"), to("two", "stands"))) == ["fire", "done"]


def test_all_who_fire_at_good_odds_fire_by_themselves():
    assert left_by(to("one", "likely", 50), to("two", "likely", 30)).answer == "fire"


def test_the_highest_odds_that_are_wanted_count():
    found = left_by(to("one", "likely", 60), to("two", "likely", 30))
    assert found.answer == "done" and found.decision.closed_options[0].shut == "50 %, 60 % by standing order"


def test_one_who_is_to_be_asked_is_asked_for_all_that_fire():
    found = left_by(to("one", "likely", 30))
    assert found.answer is None and open_keys(found) == ["fire", "run:b", "done"]


def test_odds_that_nobody_can_tell_are_for_the_person():
    assert left_by(to("one", "likely", 10), to("two", "likely", 10), share=None).answer is None


def test_a_question_begins_with_nothing_that_is_shut():
    found = left_by(to("one", "likely", 60), to("two", "likely", 60))
    assert found.decision.begins == ""
    assert left_by(to("two", "stands")).decision.begins == "fire"


def test_without_orders_the_question_stays_as_it_is():
    assert apply_unit_orders({}, STATE, ASKED, at(1.0)) == (ASKED, None)


def test_a_side_has_the_orders_of_its_own_units_alone():
    blue = replace(to("one", "least"), side=SideKey("blue"))
    assert list(
        orders_of_units([blue, to("two", "least"), StandingOrder(RED, "react", "yes")], RED, ONE_AND_TWO)
    ) == ["two"]


def test_an_order_for_a_unit_answers_nothing_for_the_others():
    assert standing_answer([to("one", "least")], STATE, ASKED) is None
    assert len(with_order([to("one", "least")], to("two", "least"))) == 2
    assert with_order([to("one", "least")], to("one", "likely", 40)) == (to("one", "likely", 40),)


ALWAYS, PASS = StandingOrder(RED, "react", "yes"), StandingOrder(RED, "react", "least", turn=3)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ((ALWAYS, PASS), (ALWAYS, PASS)),
        ((ALWAYS, PASS, replace(PASS, turn=4)), (ALWAYS, replace(PASS, turn=4))),
        ((PASS, ALWAYS), (ALWAYS,)),
        ((ALWAYS, replace(ALWAYS, policy="least")), (replace(ALWAYS, policy="least"),)),
    ],
)
def test_an_order_for_a_turn_leaves_the_one_for_all_turns(given, kept):
    orders = ()
    for order in given:
        orders = with_order(orders, order)
    assert orders == kept


def test_the_order_for_a_turn_counts_in_it_and_the_one_for_all_turns_after_it():
    orders = with_order((ALWAYS,), PASS)
    assert [standing_answer(orders, STATE, ASKED, turn) for turn in (2, 3, 4)] == ["fire", "done", "fire"]


@pytest.mark.parametrize(("met", "answer"), [(False, "fire"), (True, None)])
def test_an_order_up_to_a_risk_asks_when_that_is_met(met, answer):
    fire = replace(ASKED.open_option("fire"), risk=Risk("Out of Ammo", "", met))
    asked = replace(ASKED, options=(fire, *(o for o in ASKED.options if o.key != "fire")))
    until = replace(ALWAYS, until="Out of Ammo")
    assert standing_answer([until], STATE, asked) == answer
    assert standing_answer([ALWAYS], STATE, asked) == "fire"
    assert until.text == "React: always yes until Out of Ammo"


def advised(state, decision):
    return SuggestedAnswer(("gun", "gun"), "both")


def test_who_holds_takes_no_part_in_what_is_advised():
    units = orders_of_units([to("one", "least")], RED, ONE_AND_TWO)
    assert restrained_adviser(units, advised)(STATE, WHO).answer == ("hold", "gun")


def test_who_was_to_be_asked_does_not_join_a_shot_by_order():
    units = orders_of_units([to("two", "likely", 30)], RED, ONE_AND_TWO)
    assert restrained_adviser(units, advised, alone=True)(STATE, WHO).answer == ("hold", "gun")
    assert restrained_adviser(units, advised)(STATE, WHO).answer == ("gun", "gun")


def test_advice_stays_where_what_is_left_would_not_be_legal():
    one = replace(WHO, items=(AssignItem("a", "A", ("gun",)), AssignItem("b", "B", ("gun", "hold"))))
    units = orders_of_units([to("one", "least"), to("two", "least")], RED, ONE_AND_TWO)
    assert restrained_adviser(units, advised)(STATE, one).answer == ("gun", "hold")
