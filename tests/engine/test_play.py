"""What the rules are given: everything done under one rule has that rule."""

from __future__ import annotations

import pytest

from battlesim.engine.option import Option
from battlesim.engine.play import Play
from battlesim.table.events import MessageLogged
from tests.contract.cases import toy

OPTIONS = [Option("a", "A"), Option("b", "B", rule="TOY-OWN-01")]


def play() -> Play:  # type: ignore[type-arg]
    return Play(toy().state, "toy")


def test_an_event_under_a_rule_has_it_unless_it_names_one_of_its_own() -> None:
    whole = play()
    bound = whole.under_rule("TOY-MOVE-01")
    bound.emit(MessageLogged(text="one"))
    bound.emit(MessageLogged(rule="TOY-OWN-01", text="two"))
    whole.emit(MessageLogged(text="three"))
    assert [event.rule for event in whole.updates] == ["TOY-MOVE-01", "TOY-OWN-01", ""]  # type: ignore[union-attr]


def test_what_is_done_under_a_rule_is_done_in_the_same_game() -> None:
    whole = play()
    bound = whole.under_rule("TOY-MOVE-01").under_rule("TOY-FIRE-01")
    bound.state = bound.state.with_game(turn=7)
    bound.emit(MessageLogged(text="one"))
    assert whole.state.game.turn == 7
    assert whole.updates == bound.updates == [MessageLogged(rule="TOY-FIRE-01", text="one")]
    whole.updates = []
    assert bound.updates == []


def test_a_question_and_a_roll_under_a_rule_have_it_and_its_options_have_their_own() -> None:
    bound = play().under_rule("TOY-FIRE-01")
    question = next(bound.choose_one("what", "red", "Which?", OPTIONS))
    assert (question.rule, [option.rule for option in question.options]) == (
        "TOY-FIRE-01",
        ["", "TOY-OWN-01"],
    )  # type: ignore[attr-defined]
    assert next(bound.choose_one("what", "red", "Which?", OPTIONS, rule="TOY-OWN-02")).rule == "TOY-OWN-02"
    script = bound.roll_dice((6,), "Luck")
    assert next(script).rule == "TOY-FIRE-01"
    with pytest.raises(StopIteration):
        script.send((4,))
    assert bound.updates[-1].rule == "TOY-FIRE-01"  # type: ignore[union-attr]
