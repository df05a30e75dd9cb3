"""Steps of a squad in tests: its card in play, one act with its answers, what is left of its pips."""

from __future__ import annotations

from typing import Any

from battlesim.rulesets.troice_station.actions import activation
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.pieces import Piece
from battlesim.testing.script import ScriptResult

from .things import battle, marine, perform

SQUAD = ((10.0, 10.0), (12.0, 10.0), (14.0, 10.0), (16.0, 10.0))


def squad(*spots: tuple[float, float], **marks: Any) -> list[Piece]:
    """Troopers a, b, c, d of 1A at points; marks by id."""
    return [
        marine("trooper", id, *at, marks=marks.get(id, ()))
        for id, at in zip("abcd", spots or SQUAD, strict=False)
    ]


def on_card(*things: Any, pips: int = 3, own: dict[str, int] | None = None, **fields: Any) -> Battle:
    """The card of 1A is in play."""
    return card_in_play(*things, pips=pips, own=own or {}, **fields)


def act(state: Battle, *answers: tuple[str, Any], dice: tuple[int, ...] = ()) -> ScriptResult:
    """One act, with its answers by the keys of questions."""
    given: dict[str, list[Any]] = {}
    for what, answer in answers:
        given.setdefault(what, []).append(answer)
    return perform(state, activation.run_card_action, given, dice)


def legs(*ways: tuple[str, tuple[float, float], tuple[float, float]]) -> tuple[Leg, ...]:
    return tuple(Leg(id, (start, end)) for id, start, end in ways)


def pips_left(done: ScriptResult) -> int:
    return int(done.state.game.pools.get("1A", 0))


def shut(done: ScriptResult, key: str, what: str = "act") -> str:
    """Why something cannot be chosen; "" when it can."""
    question = done.first_decision(what)
    return next(str(o.shut) for o in question.options if o.key in (key, "together"))


north = [(id, (x, y), (x, y + 4)) for id, (x, y) in zip("abcd", SQUAD, strict=True)]


def card_in_play(*things: Any, pips: int = 2, **game: Any) -> Battle:
    return battle(*things, card="1A", pools={"1A": pips} if pips else {}, **game)


def squad_act(state: Battle, *dice: int, **answers: Any) -> ScriptResult:
    return perform(
        state, activation.run_card_action, {what: [answer] for what, answer in answers.items()}, dice
    )


def acted(state: Battle, **answers: Any) -> tuple[ScriptResult, list[bool]]:
    """One act on a card, and whether its squad may want to go on."""
    found: list[bool] = []

    def script(play: Any) -> Any:
        found.append((yield from activation.run_card_action(play)))

    return perform(state, script, {what: [answer] for what, answer in answers.items()}), found


def figure_a(kind: str = "trooper", marks: Any = ()) -> Piece:
    return marine(kind, "a", 10, 10, marks=marks)
