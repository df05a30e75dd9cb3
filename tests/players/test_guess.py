"""What another side seems to want: nothing that is hidden has a part in it."""

from __future__ import annotations

from msgspec.structs import replace

from battlesim.engine.ruleset import Advice
from battlesim.players.intent_guess import guessed_intent
from battlesim.rulesets.toy import Toy
from battlesim.rulesets.toy.rules import move_decision
from battlesim.table.redaction import redacted_table
from tests.contract.cases import toy


class Telltale:
    """A doctrine that says all that it is shown."""

    def advise(self, view, decision, rng):
        words = f"{len(view.table.markers)} mines, {len(decision.options)} ways, {decision.prompt}"
        return [Advice(option.key, 1.0, words) for option in decision.open_options]


class Told(Toy):
    doctrine = Telltale()


class Fog(Told):
    """Red sees no blue piece."""

    def view(self, state, side):
        return state.with_table(redacted_table(state.table, lambda p: p if p.side == side else None))


def test_another_sides_reason_is_what_the_doctrine_says_of_the_act_with_the_own_view() -> None:
    state = toy().state
    assert guessed_intent(Told(), state, "red", move_decision(state, "c"), "w") == "0 mines, 1 ways, "
    assert guessed_intent(Told(), state, "blue", move_decision(state, "c"), "w") == "1 mines, 1 ways, "


def test_nothing_is_said_of_what_cannot_be_seen_to_act() -> None:
    state = toy().state
    assert guessed_intent(Fog(), state, "red", move_decision(state, "c"), "w") == ""
    assert guessed_intent(Fog(), state, "blue", move_decision(state, "c"), "w") != ""


def test_nothing_is_said_of_an_answer_that_begins_no_act() -> None:
    state = toy().state
    assert guessed_intent(Told(), state, "red", replace(move_decision(state, "c"), about=""), "w") == ""
    assert guessed_intent(Told(), state, "red", replace(move_decision(state, "c"), least=""), "w") == ""
    assert guessed_intent(Told(), state, "red", move_decision(state, "c"), "nowhere") == ""


def test_a_doctrine_that_misses_something_in_another_view_says_nothing() -> None:
    class Counting:
        def advise(self, view, decision, rng):
            return [Advice("w", 1.0, view.table.markers["m"].kind)]

    class Strict(Told):
        doctrine = Counting()

    state = toy().state
    assert guessed_intent(Strict(), state, "red", move_decision(state, "c"), "w") == ""
    assert guessed_intent(Strict(), state, "blue", move_decision(state, "c"), "w") == "mine"
