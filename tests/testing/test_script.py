"""Rules carried out by themselves, with answers and dice laid down in advance."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import DiceError
from battlesim.rulesets.toy import rules
from battlesim.rulesets.toy.state import REACTED_MARK, Game
from battlesim.table.events import HitsChanged
from battlesim.table.state import State
from battlesim.testing.script import RefusedError, ScriptError, perform_rules
from battlesim.testing.table import make_sides, make_table, standing_piece

FIELD = make_table(
    standing_piece("a", 10, 10),
    standing_piece("b", 15, 10, side="blue"),
    standing_piece("c", 15, 12, side="blue"),
    table_sides=make_sides("red", "blue"),
)
STATE = State(FIELD, Game(turn=1, phase="red", phases=("red", "blue")))


def shoot(play):
    return rules.fire_gun(play, "a")


def react(play):
    return rules.offer_reaction_shots(play, "a")


def test_a_rule_is_carried_out_to_its_end():
    done = perform_rules(STATE, shoot, {"target": ["c"]}, dice=[6])
    assert [(hit.piece, hit.new) for hit in done.events_of(HitsChanged)] == [("c", 0)]
    assert not done.piece("c").in_play and STATE.table.piece("c").in_play


def test_what_no_answer_is_given_for_has_its_default():
    done = perform_rules(STATE, shoot)
    assert done.first_decision("target").default(STATE) == rules.HOLD_KEY and done.events == []


def test_an_answer_may_be_a_function_of_the_question():
    done = perform_rules(
        STATE, shoot, {"target": lambda decision, state: decision.open_options[1].key}, dice=[1]
    )
    assert done.events[0].why == rules.phrase("{} at {}", rules.Ref("a"), rules.Ref("b"))


def test_it_stops_before_a_question():
    done = perform_rules(STATE, react, {"react": [True]}, dice=[1], until="dice")
    assert [decision.what for decision in done.asked] == ["react", "dice"]
    assert done.piece("b").has_mark(REACTED_MARK)


def test_what_was_asked_and_what_was_not():
    done = perform_rules(STATE, react)
    assert [decision.about for decision in done.decisions_with_key("react")] == ["b", "c"]
    with pytest.raises(AssertionError, match="target was never asked; asked:"):
        done.first_decision("target")


@pytest.mark.parametrize(
    ("answers", "dice", "error", "words"),
    [
        ({"target": ["a"]}, [], RefusedError, "'a' is refused"),
        ({"target": ["b", "c"]}, [1], ScriptError, "the script has unused answers"),
        ({"target": ["b"]}, [], DiceError, None),
        ({"target": ["b"]}, [1, 2], DiceError, None),
    ],
)
def test_what_does_not_fit_is_told(answers, dice, error, words):
    with pytest.raises(error, match=words):
        perform_rules(STATE, shoot, answers, dice)
