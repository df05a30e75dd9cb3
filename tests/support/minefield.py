"""A ruleset of one question, for tests of the engine: step on a square; one of them is mined, and hidden.

Stepping on the mine is refused, with a reason that reveals it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from battlesim.engine.decisions import ALL_SIDES, AskAll, ChooseOne, Confirm
from battlesim.engine.option import Option
from battlesim.engine.refusal import Refusal
from battlesim.engine.rule_texts import RuleText
from battlesim.engine.ruleset import GameFacts, Outcome, Step
from battlesim.rulings.sight_rules import PLAIN_SIGHT
from battlesim.table.events import Event, MessageLogged
from battlesim.table.state import State
from battlesim.testing.table import make_sides, make_table


class Field(msgspec.Struct, frozen=True):
    """Where the mine is, and what was stepped on."""

    mine: str
    trodden: tuple[str, ...] = ()
    known: bool = False
    bids: dict[str, str] = {}


class Trod(Event, frozen=True, tag="Trod"):
    """A square was stepped on."""

    square: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(trodden=(*state.game.trodden, self.square))


class Bid(Event, frozen=True, tag="Bid"):
    """Both sides have bid."""

    bids: dict[str, str]

    def apply(self, state: State[Any]) -> State[Any]:
        """Note them."""
        return state.with_game(bids=self.bids)


class Tread(ChooseOne, frozen=True, kw_only=True, tag="tread"):
    """Choose a square; the one that is mined is refused."""

    def check(self, state: State[Any], answer: str) -> Refusal | None:
        """As any choice; the mine only shows when the state still has it."""
        if answer == state.game.mine:
            return Refusal("there is a mine", "M-1", reveals=True)
        return super().check(state, answer)


class Minefield:
    """The rules: red treads twice, confirms, then both sides bid at once."""

    key, title, prefix, version = "minefield", "Minefield", "M", "1"
    state_type = State[Field]
    events = (Trod, Bid)
    decisions = (Tread,)
    decision_roles: ClassVar[Mapping[str, str]] = {"sure": "part"}
    rulebook: ClassVar[Mapping[str, RuleText]] = {"M-1": RuleText("act", "One square is mined.")}
    doctrine: Any = None

    def next_step(self, state):
        if len(state.game.trodden) < 2:
            return Step("tread")
        if state.game.bids:
            return Outcome(("red",), {"red": 1.0, "blue": 0.0}, "both have bid")
        return Step("bid")

    def script(self, game, step):
        return getattr(self, step.name)(game)

    def tread(self, game):
        options = tuple(Option(key, key) for key in "abcd")
        square = yield from game.ask(
            Tread(side="red", what="tread", prompt="Where to?", rule="M-1", options=options, least="a")
        )
        sure = yield from game.ask(Confirm(side="red", what="sure", prompt="Sure?", rule="M-1"))
        game.emit(Trod(rule="M-1", square=square) if sure else MessageLogged(rule="M-1", text="thinks again"))

    def bid(self, game):
        parts = {
            side: ChooseOne(
                side=side, what="bid", prompt="Bid", options=(Option("lo", "1"), Option("hi", "9"))
            )
            for side in ("red", "blue")
        }
        bids = yield from game.ask(AskAll(side=ALL_SIDES, what="bid", prompt="Bid", parts=parts))
        game.emit(Bid(rule="M-1", bids=bids))

    def view(self, state, side):
        return state.with_game(mine="?")

    def determinize(self, view, rng):
        return view.with_game(mine="b")

    def sight_rules(self, state):
        return PLAIN_SIGHT

    def facts(self, state):
        return GameFacts(turn=1, turns=1, phase="tread")


def minefield(mine: str = "b") -> State[Field]:
    """The state before anybody moves."""
    return State(make_table(table_sides=make_sides("red", "blue")), Field(mine))
