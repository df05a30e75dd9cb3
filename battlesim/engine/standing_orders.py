"""Standing orders: answers that a person has given in advance ("never", "always at the nearest").

They answer nothing but whether to fire and at whom, in the turn of another side. What follows from such an
answer is answered by advice. Those of a unit are in `unit_orders.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from battlesim.engine.decisions import ChooseOne, Confirm, Decision
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
    "stands": "never by going away",
}


class StandingOrder(msgspec.Struct, frozen=True):
    """How a side wants a decision answered: its key `what`, for one piece or unit (`about`) or for all ("").

    `least` takes nothing on (never react), `yes` agrees or opens fire, `nearest` shoots at the nearest enemy.
    `prompt` is what was asked when it was given, `turn` the only turn in which it holds (0: in all). With
    `unit` it is for that unit alone, which may also fire by itself at a chance of `chance` percent or more
    (`likely`), or only do what opens fire (`stands`). `until` names a risk (`Option.risk`): once that is
    met, the player is asked.
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
        """The order as a person reads it."""
        when = f" in turn {self.turn}" if self.turn else ""
        until = f" until {self.until}" if self.until else ""
        return f"{self.what.replace('_', ' ').capitalize()}: {POLICY_TEXTS[self.policy]}{when}{until}"

    def applies_to(self, decision: Decision[Any], turn: int) -> bool:
        """Whether it is meant for a decision of a turn."""
        same = (decision.side, decision.what, NO_UNIT) == (self.side, self.what, self.unit)
        return same and self.about in ("", decision.about) and self.turn in (0, turn)


def with_order(orders: Iterable[StandingOrder], order: StandingOrder) -> tuple[StandingOrder, ...]:
    """Return the orders with another one, which takes the place of one about the same.

    An order for one turn leaves the order for all turns in force, which counts again after that turn.
    """
    same = (order.side, order.what, order.about, order.unit)

    def stays(other: StandingOrder) -> bool:
        lasting = order.turn != 0 and other.turn == 0
        return lasting or (other.side, other.what, other.about, other.unit) != same

    return (*(other for other in orders if stays(other)), order)


def parse_orders(memory: object) -> tuple[StandingOrder, ...]:
    """The orders that were kept as plain data; none in what are no orders (the memory of another player)."""
    try:
        return msgspec.convert(memory or (), type=tuple[StandingOrder, ...])
    except msgspec.ValidationError:
        return ()


def is_reacting(ruleset: AnyRuleset, state: AnyState, side: SideKey) -> bool:
    """Whether a side that is asked now is asked in the turn of another one."""
    return ruleset.facts(state).active not in ("", side)


def standing_answer(
    orders: Iterable[StandingOrder], state: AnyState, decision: Decision[Any], turn: int = 0
) -> Any | None:
    """Return the answer that the orders give in a turn, None for none.

    An order for one piece goes first, then an order for this turn alone.
    """
    fitting = (order for order in orders if order.applies_to(decision, turn) and not _stops(order, decision))
    for order in sorted(fitting, key=lambda order: (order.about == "", order.turn == 0)):
        answer = _answer(order.policy, state, decision)
        if answer is not None and decision.check(state, answer) is None:
            return answer
    return None


def _stops(order: StandingOrder, decision: Decision[Any]) -> bool:
    """Whether the risk has come true up to which the order holds."""
    risk = risk_of(decision)
    return risk is not None and risk.met and risk.name == order.until


def risk_of(decision: Decision[Any]) -> Risk | None:
    """Return what opening fire may cost, None where the rules name nothing."""
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
        return _nearest(state, decision)
    return (decision.least if policy == "least" else decision.fires) or None


def _nearest_stop(state: AnyState, decision: ChooseMoment) -> int | None:
    """The stop nearest to who is asked, the first of equals."""
    here = state.table.pieces.get(decision.about)
    if here is None or here.table_position is None or not decision.stops:
        return None
    return min(range(len(decision.stops)), key=lambda k: math.dist(here.xy, decision.stops[k].point))


def _nearest(state: AnyState, decision: ChooseOne) -> str | None:
    """The enemy nearest to who is asked, the first of equals; None unless all is about which enemy it is."""
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
