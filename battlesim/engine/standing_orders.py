"""Standing orders: answers that a person has given in advance ("never", "always at the nearest")."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from battlesim.engine.decisions import ChooseOne, Confirm, Decision, Option
from battlesim.table.state import AnyState

Policy = Literal["least", "yes", "nearest"]
WORDS: Final[Mapping[Policy, str]] = {
    "least": "never",
    "yes": "always yes",
    "nearest": "always at the nearest",
}


class Order(msgspec.Struct, frozen=True):
    """How a side wants a decision answered: its key `what`, for one piece or unit (`about`) or for all ("").

    `least` commits to as little as possible (never react), `yes` agrees, `nearest` chooses the nearest.
    `prompt` is what was asked when it was given.
    """

    side: str
    what: str
    policy: Policy
    about: str = ""
    prompt: str = ""

    @property
    def words(self) -> str:
        """The order as a person reads it."""
        return f"{self.what.replace('_', ' ').capitalize()}: {WORDS[self.policy]}"

    def fits(self, decision: Decision[Any]) -> bool:
        """Whether it is meant for a decision."""
        same = (decision.side, decision.what) == (self.side, self.what)
        return same and self.about in ("", decision.about)


def with_order(orders: Iterable[Order], order: Order) -> tuple[Order, ...]:
    """The orders with another one, which takes the place of one about the same."""
    same = (order.side, order.what, order.about)
    return (*(o for o in orders if (o.side, o.what, o.about) != same), order)


def read_orders(memory: object) -> tuple[Order, ...]:
    """The orders that were kept as plain data; none in what are no orders (the memory of another player)."""
    try:
        return msgspec.convert(memory or (), type=tuple[Order, ...])
    except msgspec.ValidationError:
        return ()


def standing_answer(orders: Iterable[Order], state: AnyState, decision: Decision[Any]) -> Any | None:
    """The answer that the orders give, None when they give none. The order for one piece goes first."""
    fitting = sorted((o for o in orders if o.fits(decision)), key=lambda order: order.about == "")
    for order in fitting:
        answer = _answer(order.policy, state, decision)
        if answer is not None and decision.check(state, answer) is None:
            return answer
    return None


def _answer(policy: Policy, state: AnyState, decision: Decision[Any]) -> Any | None:
    if policy == "least":
        return decision.default(state)
    if policy == "yes":
        return True if isinstance(decision, Confirm) else None
    return _nearest(state, decision) if isinstance(decision, ChooseOne) else None


def _nearest(state: AnyState, decision: ChooseOne) -> str | None:
    """The option whose pieces are nearest to what the decision is about, the first of equals."""
    pieces = state.table.pieces
    here = pieces.get(decision.about)
    if here is None or here.spot is None:
        return None

    def away(option: Option) -> float:
        others = (pieces[at] for at in option.at if at in pieces and pieces[at].spot)
        return min((math.dist(here.xy, p.xy) - p.radius for p in others), default=math.inf)

    best = min(decision.options, key=away)
    return best.key if away(best) < math.inf else None
