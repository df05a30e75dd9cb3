"""Standing orders, with which a user answers decisions in advance, such as whether to open fire.

They answer two kinds of decisions: whether to fire in another side's turn and at which target, and decisions
that are asked again and again. The decisions that follow are answered by advice. Orders for single units are
in `unit_orders`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from battlesim.engine.decisions import ChooseOne, ChooseSome, Confirm, Decision
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.option import Option, Risk
from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState

OrderPolicy = Literal["least", "yes", "nearest", "likely", "stands"]
POLICY_TEXTS: Final[Mapping[OrderPolicy, str]] = {
    "least": "never",
    "yes": "always yes",
    "nearest": "always at the nearest",
    "likely": "at good odds",
    "stands": "never by moving away",
}


class StandingOrder(msgspec.Struct, frozen=True):
    """A user's answer, given in advance, to all decisions of the kind `what`.

    `about` limits the order to a piece or unit, and `turn` limits it to a turn (0 for all turns). The policy
    `least` commits the side to nothing, `yes` agrees or opens fire, and `nearest` shoots at the nearest
    enemy. An order for a `unit` lets it fire without asking if its chance is at least `chance` percent
    (`likely`), or forbids any reaction except fire (`stands`). `until` names a risk (see `Option.risk`); once
    it has occurred, the player is asked again.
    """

    side: SideKey
    what: str
    policy: OrderPolicy
    about: str = ""
    prompt: AnyText = ""
    turn: int = 0
    unit: UnitId = NO_UNIT
    chance: int = 0
    until: str = ""

    @property
    def text(self) -> str:
        """The order as text, such as "React: never in turn 3"."""
        when = f" in turn {self.turn}" if self.turn else ""
        until = f" until {self.until}" if self.until else ""
        return f"{self.what.replace('_', ' ').capitalize()}: {POLICY_TEXTS[self.policy]}{when}{until}"

    def applies_to(self, decision: Decision[Any], turn: int) -> bool:
        """Return whether the order applies to a decision in the given turn."""
        same = (decision.side, decision.what, NO_UNIT) == (self.side, self.what, self.unit)
        return same and self.about in ("", decision.about) and self.turn in (0, turn)


def with_order(orders: Iterable[StandingOrder], order: StandingOrder) -> tuple[StandingOrder, ...]:
    """Return the orders with a new order added. It replaces any order about the same decision.

    An order for a single turn does not replace an order for all turns, which applies again afterwards.
    """
    same = (order.side, order.what, order.about, order.unit)

    def stays(other: StandingOrder) -> bool:
        lasting = order.turn != 0 and other.turn == 0
        return lasting or (other.side, other.what, other.about, other.unit) != same

    return (*(other for other in orders if stays(other)), order)


def parse_orders(memory: object) -> tuple[StandingOrder, ...]:
    """Convert plain data to standing orders. Return () if the data does not describe orders."""
    try:
        return msgspec.convert(memory or (), type=tuple[StandingOrder, ...])
    except msgspec.ValidationError:
        return ()


def is_reacting(ruleset: AnyRuleset, state: AnyState, side: SideKey) -> bool:
    """Return whether it is another side's turn. The given side is then asked only for reactions."""
    return ruleset.facts(state).active not in ("", side)


def takes_orders(ruleset: AnyRuleset, state: AnyState, decision: Decision[Any]) -> bool:
    """Return whether standing orders may answer a decision: a reaction, or a decision asked repeatedly."""
    role = ruleset.decision_roles.get(decision.what, decision.role)
    return role == "recurring" or is_reacting(ruleset, state, decision.side)


def must_choose(decision: Decision[Any]) -> bool:
    """Return whether some of several options must be chosen, so that the default is not a cautious answer."""
    return isinstance(decision, ChooseSome) and decision.least > 0


def standing_answer(
    orders: Iterable[StandingOrder], state: AnyState, decision: Decision[Any], turn: int = 0
) -> Any | None:
    """Return the answer that standing orders give to a decision, or None if they do not give an answer.

    Orders for a single piece or unit are tried first, then orders for a single turn, and then all others.
    """
    fitting = (
        order
        for order in orders
        if order.applies_to(decision, turn) and not _is_ended_by_risk(order, decision)
    )
    for order in sorted(fitting, key=lambda order: (order.about == "", order.turn == 0)):
        answer = _answer(order.policy, state, decision)
        if answer is not None and decision.check(state, answer) is None:
            return answer
    return None


def _is_ended_by_risk(order: StandingOrder, decision: Decision[Any]) -> bool:
    """Return whether the risk that ends the order has occurred."""
    risk = risk_of(decision)
    return risk is not None and risk.met and risk.name == order.until


def risk_of(decision: Decision[Any]) -> Risk | None:
    """Return the risk that comes with opening fire in a decision, or None if there is no risk."""
    fires = decision.open_option(decision.fires) if isinstance(decision, ChooseOne) else None
    return fires.risk if fires else None


def _answer(policy: OrderPolicy, state: AnyState, decision: Decision[Any]) -> Any | None:
    if isinstance(decision, Confirm):
        return {"least": False, "yes": True}.get(policy)
    if isinstance(decision, ChooseMoment):
        return {"least": LET_PASS, "yes": 0, "nearest": _nearest_stop(state, decision)}.get(policy)
    if not isinstance(decision, ChooseOne):
        return None
    if policy == "nearest":
        return _nearest_target(state, decision)
    return (decision.least if policy == "least" else decision.fires) or None


def _nearest_stop(state: AnyState, decision: ChooseMoment) -> int | None:
    """Return the index of the moment nearest to the reacting piece; in a tie, the lowest index."""
    found: dict[int, float] = {}
    for k, stop in enumerate(decision.stops):
        here = state.table.pieces.get(stop.by or decision.about)
        if here is not None and here.table_position is not None:
            found[k] = math.dist(here.xy, stop.point) - here.radius
    return min(found, key=lambda k: (found[k], k), default=None)


def _nearest_target(state: AnyState, decision: ChooseOne) -> str | None:
    """Return the key of the option for the nearest enemy; in a tie, the key of the first option.

    Return None unless all options except `least` are about enemy pieces.
    """
    pieces = state.table.pieces
    here = pieces.get(decision.about)
    shots = [option for option in decision.open_options if option.key != decision.least]
    named = [pieces.get(at) for option in shots for at in option.at or ("",)]
    at_whom = bool(named) and all(
        piece and piece.table_position and piece.side != decision.side for piece in named
    )
    if here is None or here.table_position is None or not at_whom:
        return None

    def away(option: Option) -> float:
        return min(math.dist(here.xy, pieces[at].xy) - pieces[at].radius for at in option.at)

    return min(shots, key=away).key
