"""Interruptions: the other sides are asked after an action is declared, each once, and answer each other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.play import Play
from battlesim.mechanics.interruptions import Interruptions, ask_interruptions
from battlesim.table.ids import SideKey
from battlesim.table.state import State
from battlesim.testing.table import make_table, standing_piece


def asked(answers: Sequence[str], units: dict[str, str]) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """Who was asked with which open options, and what was declared; `units` has the side of each unit."""
    pieces = [standing_piece(key, 4 * n + 4, 4, side=side) for n, (key, side) in enumerate(units.items())]
    play = Play(State(make_table(*pieces), object()), "test")

    def decision_of(side: SideKey, found: Interruptions) -> ChooseOne | None:
        own = [Option(key, key, by=(key,)) for key, of in units.items() if of == side]
        options = (*own, Option("no", "No"))
        return ChooseOne(side=side, what="jam", prompt="?", options=options, least="no") if own else None

    script, given, seen = ask_interruptions(play, SideKey("red"), decision_of), iter(answers), []
    try:
        decision = next(script)
        while True:
            assert isinstance(decision, ChooseOne)
            seen.append((decision.side, [option.key for option in decision.open_options]))
            decision = script.send(next(given))
    except StopIteration as stop:
        return seen, [option.key for _, option in stop.value]


@pytest.mark.parametrize(
    ("answers", "questions", "declared"),
    [
        (["no"], [("blue", ["b", "no"])], []),
        (["b", "no"], [("blue", ["b", "no"]), ("red", ["r", "no"])], ["b"]),
        (["b", "r"], [("blue", ["b", "no"]), ("red", ["r", "no"])], ["b", "r"]),
    ],
)
def test_each_side_is_asked_in_turn_and_no_piece_answers_twice(answers, questions, declared) -> None:
    assert asked(answers, {"r": "red", "b": "blue"}) == (questions, declared)


def test_a_side_without_anything_to_answer_with_is_not_asked() -> None:
    assert asked([], {"r": "red"}) == ([], [])
