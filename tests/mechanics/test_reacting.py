"""Chances to react: asked again after each, until nothing is open or nothing more is wanted."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.reaction_decisions import NO_REACTION, ask_reactions, reaction_decision
from battlesim.table.ids import SideKey
from battlesim.table.state import State
from battlesim.testing.table import make_table, standing_piece


def answered(answers: list[str], shots: int) -> tuple[list[str], list[ChooseOne]]:
    """Who has fired as often as a side answers so, each stand having so many shots; what was asked."""
    play = Play(State(make_table(standing_piece("a", 4, 4), standing_piece("b", 8, 4)), object()), "test")
    fired: list[str] = []

    def asked() -> ChooseOne | None:
        able = [p for p in ("a", "b") if fired.count(p) < shots]
        spent = [closed_option(f"fire:{p}", p, "no shot left") for p in ("a", "b") if p not in able]
        options = [*spent, *(Option(f"fire:{p}", p, by=(p,), act="fire") for p in able)]
        return reaction_decision(SideKey("red"), "React?", options, rule="R", about="a") if able else None

    def react(chosen: Option) -> Script[None]:
        fired.extend(chosen.by)
        return
        yield

    script, questions, given = ask_reactions(play, asked, react), list[ChooseOne](), iter(answers)
    try:
        decision = next(script)
        while True:
            assert isinstance(decision, ChooseOne)
            questions.append(decision)
            decision = script.send(next(given))
    except StopIteration:
        return fired, questions


def test_one_reacts_after_the_other_until_nobody_can() -> None:
    fired, questions = answered(["fire:b", "fire:a"], shots=1)
    assert fired == ["b", "a"] and len(questions) == 2


def test_who_wants_no_more_is_asked_no_more() -> None:
    fired, questions = answered(["fire:a", NO_REACTION], shots=9)
    assert fired == ["a"] and questions[0].least == NO_REACTION


def test_what_is_shut_stands_last_with_its_reason() -> None:
    _, questions = answered(["fire:a", "fire:b"], shots=1)
    assert [(o.key, o.shut) for o in questions[1].options] == [
        ("fire:b", ""),
        (NO_REACTION, ""),
        ("fire:a", "no shot left"),
    ]
