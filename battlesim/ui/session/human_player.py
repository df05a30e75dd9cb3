"""The human player, through which the thread of the rules asks a decision and gets the window's answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from battlesim.engine.advice_odds import NO_CHANCE_TEXT, is_hopeless
from battlesim.engine.card_draw import DrawCard
from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.codec import builtin_values
from battlesim.engine.decisions import DICE_SIDE, ChooseOne, Decision
from battlesim.engine.dice import NO_CARD_NAMES, CardIds
from battlesim.engine.lookahead import ActPlan, ActRequest, Adviser, LookaheadPlanner, decision_role
from battlesim.engine.moment_choice import ChooseMoment
from battlesim.engine.repeat_plan import RepeatRequest, repeat_plan
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.standing_orders import (
    StandingOrder,
    must_choose,
    parse_orders,
    standing_answer,
    takes_orders,
    with_order,
)
from battlesim.engine.undo import NOTHING_TO_UNDO_TEXT
from battlesim.engine.unit_orders import (
    REACTION_KEY,
    UnitOrders,
    apply_unit_orders,
    moment_by_orders,
    orders_of_units,
    plan_chance,
    restrained_adviser,
    units_of_side,
)
from battlesim.players.base import Interruption, PlayerContext, Reply, UndoRequested
from battlesim.players.recruit import proposal_adviser
from battlesim.table.ids import CardId, SideKey
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState
from battlesim.ui.session.confirmed_plan import NO_CONFIRMED_PLAN, ConfirmedPlan
from battlesim.ui.session.log_line import BY_ORDER_REASON


class WindowClosed(Interruption):
    """The error raised in the thread of the rules if the window is closed while a decision is open."""


class _Told(Interruption):
    """Exception raised in the rules thread when standing orders change while a decision is open."""


AskLevel = Literal["acts", "choices", "everything"]
"""The level of detail at which the user is asked: whole acts only, details too, or every decision."""
ASK_EVERYTHING: AskLevel = "everything"
PlanRequest = tuple[Any, ...] | ActRequest | RepeatRequest
"""A request for a plan: the first answers to plan from, a goal to reach, or an act to repeat."""


class OpenDecision(msgspec.Struct, frozen=True):
    """A decision that waits for the user's answer, with its number and the state as the side sees it.

    `view` is None for rolls of dice. `fixed` is the reason why the last answer cannot be undone, or "".
    `advised` is a suggested answer to begin with. If it is None, the first suggestion depends on the kind of
    decision.
    """

    number: int
    decision: Decision[Any]
    view: AnyState | None = None
    fixed: AnyText = ""
    advised: Any = None


class HumanPlayer:
    """The player of all sides that humans play. It handles a single decision at a time.

    `answer` runs in the thread of the rules and waits for the user; so do `throw` and `draw_card`, which are
    for real dice and decks. All other methods are for the window, and only immutable values pass between the
    threads. `fixed` returns the reason why the last answer cannot be undone. `looker` makes a lookahead
    planner for the open decision. `parted` returns True if dice, another side or revealed facts came between
    the last answer and this decision. `chance_rule` returns the rule of the roll or draw to be made. Standing
    orders are saved as the memory of this player.
    """

    def __init__(
        self,
        sides: Sequence[str] = (),
        memories: Mapping[SideKey, Any] | None = None,
        fixed: Callable[[], AnyText] = lambda: NOTHING_TO_UNDO_TEXT,
        looker: Callable[[SideKey, Adviser], LookaheadPlanner] | None = None,
        parted: Callable[[], bool] = lambda: False,
        chance_rule: Callable[[], str] = str,
    ) -> None:
        self.sides, self.ask_level = tuple(sides), ASK_EVERYTHING
        self._fixed, self._looker, self._parted = fixed, looker, parted
        self._chance_rule = chance_rule
        self._agreed = NO_CONFIRMED_PLAN
        self._wish: PlanRequest | None = None
        self._planned: tuple[int, PlanRequest, ActPlan | None] | None = None
        self._changed = threading.Condition()
        self._question: OpenDecision | None = None
        self._answer: Any = None
        self._count = 0
        self._closed = self._back = self._anew = False
        self._orders: tuple[StandingOrder, ...] = ()
        self._under: tuple[StandingOrder, ...] | None = None
        self._noted: dict[str, Any] = {}
        for side, memory in (memories or {}).items():
            self._recall(side, memory)

    @property
    def open_decision(self) -> OpenDecision | None:
        """The open decision, or None if there is none."""
        return self._question

    @property
    def looks_ahead(self) -> bool:
        """True if acts are planned ahead, which is not done if the user is asked for every decision."""
        return self._looker is not None and self.ask_level != "everything"

    @property
    def orders(self) -> tuple[StandingOrder, ...]:
        """The standing orders that are in force."""
        return self._orders

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return the answer from a standing order or a confirmed plan, otherwise the user's answer.

        An order given while the decision is open counts too. Raises WindowClosed if the window is closed, and
        UndoRequested if the user undoes the last answer.
        """
        self._recall(context.side, context.memory)
        while True:
            try:
                return self._reply(view, decision, context)
            except _Told:
                continue

    def _reply(self, view: AnyState, decision: Decision[Any], moment: PlayerContext) -> Reply:
        """Return the reply under the current orders. Raises _Told if they change; see also `answer`."""
        reacting = takes_orders(moment.ruleset, view, decision)
        orders = self._orders if reacting else ()
        standing = standing_answer(orders, view, decision, self._turn(moment.ruleset, view))
        units = orders_of_units(orders, decision.side, units_of_side(view.table, decision.side))
        if standing is not None:
            looker = self._looker_of(units, decision.side, moment.ruleset)
            self._agreed = _goes_along(looker, view, decision, standing)
        elif units and isinstance(decision, ChooseOne) and decision.what == REACTION_KEY:
            decision, standing = self._by_units(units, view, decision, moment.ruleset)
        elif units and isinstance(decision, ChooseMoment):
            standing = moment_by_orders(units, view, decision)
        if standing is not None:
            return Reply(standing, BY_ORDER_REASON, memory=self._fresh(moment.side), by="order")
        asks_all = self.ask_level == ASK_EVERYTHING
        if reacting and not asks_all and is_hopeless(moment.ruleset, view, decision):
            passes = decision.default(view)
            return Reply(passes, NO_CHANCE_TEXT, memory=self._fresh(moment.side), by="plan")
        if self._parted():
            self._agreed = self._agreed.after_interruption()
        if not asks_all or self._agreed.ordered:
            found, self._agreed = self._agreed.answer(moment.ruleset, view, decision)
            if found is not None:
                return Reply(found.answer, found.why, memory=self._fresh(moment.side), by="plan")
        looker = self._looker_of(units, decision.side, moment.ruleset)
        advised = self._advised(looker, view, decision) if not reacting or must_choose(decision) else None
        answer = self._ask(decision, view, advised, looker, orders if reacting else None)
        return Reply(answer, "", memory=self._fresh(moment.side))

    def _by_units(
        self, units: UnitOrders, view: AnyState, decision: ChooseOne, ruleset: AnyRuleset
    ) -> tuple[ChooseOne, str | None]:
        """Apply units' orders to a decision. Return the remaining decision and its answer, None if open."""
        looker = self._looker_of(units, decision.side, ruleset, alone=True)

        def chance(answer: str) -> float | None:
            return plan_chance(ruleset, looker.plan_act((answer,))) if looker else None

        left, answer = apply_unit_orders(units, view, decision, chance)
        if answer is not None:
            self._agreed = _goes_along(looker, view, left, answer)
        return left, answer

    def _looker_of(
        self, units: UnitOrders, side: SideKey, ruleset: AnyRuleset, alone: bool = False
    ) -> LookaheadPlanner | None:
        """Return a planner that obeys the units' orders; `alone` admits only units that fire at good odds."""
        advise = proposal_adviser(ruleset)
        return self._looker and self._looker(side, restrained_adviser(units, advise, alone))

    def _advised(self, looker: LookaheadPlanner | None, view: AnyState, decision: Decision[Any]) -> Any:
        """Return the suggested first draft, or None if it would do nothing and nothing advises that."""
        if looker is None or self.ask_level == ASK_EVERYTHING:
            return None
        suggested = looker.suggested_answer(view, decision)
        if not isinstance(decision, ChooseOne):
            return suggested.answer
        better = looker.alternative_to_idle(decision, suggested.answer)
        stops = suggested.source == "advice" and decision_role(looker.ruleset, decision) == "act"
        return None if better == suggested.answer == decision.default(view) and not stops else better

    def _turn(self, ruleset: AnyRuleset, view: AnyState) -> int:
        """Return the current turn, and drop the orders of earlier turns."""
        turn = ruleset.facts(view).turn if self._orders else 0
        with self._changed:
            self._orders = tuple(order for order in self._orders if order.turn in (0, turn))
        return turn

    def _recall(self, side: SideKey, memory: Any) -> None:
        """Restore a side's standing orders from `memory` if an undo or a record has changed them."""
        with self._changed:
            if memory != self._noted.get(side):
                others = (order for order in self._orders if order.side != side)
                self._orders = (*others, *parse_orders(memory))
                self._noted[side] = memory

    def _fresh(self, side: SideKey) -> Any:
        """Return a side's standing orders for the record, or None if they are unchanged."""
        memory = builtin_values([order for order in self._orders if order.side == side])
        if memory == (self._noted.get(side) or []):
            return None
        self._noted[side] = memory
        return memory

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the faces of real dice that the user typed in.

        Raises WindowClosed and UndoRequested in the same cases as `answer`.
        """
        rule = self._chance_rule()
        asked = RollDice(side=DICE_SIDE, what="dice", prompt=why, rule=rule, dice=sides, each=each)
        return self._typed_faces(asked)

    def throw_handful(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """Return the faces of alike real dice, of which the user may type how many show each face."""
        rule = self._chance_rule()
        asked = RollDice(side=DICE_SIDE, what="dice", prompt=why, rule=rule, dice=sides, unordered=True)
        return self._typed_faces(asked)

    def _typed_faces(self, asked: RollDice) -> tuple[int, ...]:
        faces: tuple[int, ...] = self._ask(asked, None)
        return faces

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] = NO_CARD_NAMES) -> CardId:
        """Return the card that the user drew from a real deck.

        Raises WindowClosed and UndoRequested in the same cases as `answer`.
        """
        rule = self._chance_rule()
        asked = DrawCard(side=DICE_SIDE, what="card", prompt=why, rule=rule, cards=cards, names=dict(names))
        card: CardId = self._ask(asked, None)
        return card

    def _ask(
        self,
        decision: Decision[Any],
        view: AnyState | None,
        advised: Any = None,
        looker: LookaheadPlanner | None = None,
        under: tuple[StandingOrder, ...] | None = None,
    ) -> Any:
        """Open a decision, wait for the user's answer and return it.

        `under` holds the standing orders that apply, None if they do not. Raises WindowClosed if the window
        is closed, UndoRequested if the last answer is undone, and _Told if the orders change.
        """
        fixed = self._fixed()
        with self._changed:
            self._count += 1
            self._answer, self._under, self._back, self._anew = None, under, False, False
            self._wish = self._planned = None
            self._agreed = NO_CONFIRMED_PLAN
            self._question = OpenDecision(self._count, decision, view, fixed, advised)
        while (wish := self._awaited()) is not None:
            if looker is None:
                continue
            plan = _looked(looker, wish)
            with self._changed:
                self._planned = (self._count, wish, plan)
            looker.prepare_next()
        with self._changed:
            self._question = None
            if self._closed:
                raise WindowClosed
            if self._back:
                raise UndoRequested(self.sides)
            if self._anew:
                raise _Told
            return self._answer[0]

    def _awaited(self) -> PlanRequest | None:
        """Wait for the window. Return a request for a plan, or None once the decision is settled."""
        with self._changed:
            self._changed.wait_for(lambda: self._settled or self._wish is not None)
            wish, self._wish = self._wish, None
            return None if self._settled else wish

    @property
    def _settled(self) -> bool:
        return self._answer is not None or self._back or self._closed or self._anew

    def request_plan(self, number: int, wish: PlanRequest) -> None:
        """Request a plan for an open decision; a new request replaces an older one."""
        with self._changed:
            if self._waits(number):
                self._wish = wish
                self._changed.notify_all()

    def has_planned(self, number: int, wish: PlanRequest) -> bool:
        """Return True if the plan for a request has been computed."""
        return self._planned is not None and self._planned[:2] == (number, wish)

    def plan_for(self, number: int, wish: PlanRequest) -> ActPlan | None:
        """Return the plan computed for a request, or None if it is not ready or does not exist."""
        return self._planned[2] if self._planned and self.has_planned(number, wish) else None

    def confirm_plan(self, number: int, plan: ActPlan, lines: int) -> None:
        """Answer an open decision with the first line of a plan, and confirm its first `lines` lines.

        If that is the whole plan and only acts are asked, an adviser settles details even after dice.
        """
        with self._changed:
            if self._waits(number):
                whole = lines >= len(plan.lines) and self.ask_level == "acts"
                self._answer, self._question = (plan.lines[0].answer,), None
                self._agreed = ConfirmedPlan(plan.lines[1:lines], whole)
                self._changed.notify_all()

    def submit_answer(self, number: int, answer: Any) -> None:
        """Answer the open decision; an answer to any other decision number is ignored."""
        with self._changed:
            if self._waits(number):
                self._answer, self._question = (answer,), None
                self._changed.notify_all()

    def undo_answer(self, number: int) -> None:
        """Undo the last answer, if possible, instead of answering the open decision."""
        with self._changed:
            if self._waits(number) and self._question and not self._question.fixed:
                self._back, self._question = True, None
                self._changed.notify_all()

    def _waits(self, number: int) -> bool:
        return self._question is not None and self._question.number == number

    def order(self, order: StandingOrder) -> None:
        """Add a standing order, replacing any earlier order for the same kind of decision."""
        with self._changed:
            self._orders = with_order(self._orders, order)

    def lift(self, order: StandingOrder) -> None:
        """Remove a standing order."""
        with self._changed:
            self._orders = tuple(kept for kept in self._orders if kept != order)

    def ask_again(self) -> bool:
        """Ask the open decision again after the standing orders have changed, as they may answer it now.

        Return False if no decision is open or standing orders do not apply to it.
        """
        with self._changed:
            if self._question is None or self._under in (None, self._orders):
                return False
            self._anew, self._question = True, None
            self._changed.notify_all()
            return True

    def close(self) -> None:
        """Note that the window is closed, and wake the waiting rules thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _goes_along(
    looker: LookaheadPlanner | None, view: AnyState, decision: Decision[Any], answer: Any
) -> ConfirmedPlan:
    """Return the follow-ups of a standing order's answer as a plan, so that none of them is asked."""
    if answer == decision.default(view):
        return NO_CONFIRMED_PLAN
    lines = looker.plan_act((answer,)).lines[1:] if looker else ()
    return ConfirmedPlan(lines, details=True, ordered=True)


def _looked(looker: LookaheadPlanner, wish: PlanRequest) -> ActPlan:
    """Return the plan for a request; it has no lines if nothing can be done."""
    if isinstance(wish, tuple):
        return looker.plan_act(wish)
    return repeat_plan(looker, wish) if isinstance(wish, RepeatRequest) else looker.plan_toward(wish)


def request_begins_with(wish: PlanRequest, answer: Any) -> bool:
    """Return True if a plan request starts with the given answer or leaves its first answer open."""
    if isinstance(wish, tuple):
        return wish[:1] == (answer,)
    return isinstance(wish, ActRequest) or wish.given[:1] in ((), (answer,))
