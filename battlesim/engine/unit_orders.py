"""Standing orders for units: hold fire, fire if the chance is good enough, or never run away.

They apply when a side is asked in another side's turn, and close the options that they forbid. If only the
option that commits the side to nothing remains, it is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from battlesim.engine.decisions import Assign, ChooseOne, Decision
from battlesim.engine.lookahead import ActPlan, Adviser, SuggestedAnswer
from battlesim.engine.measuring import known_preview
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.option import Option, closed_last
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.standing_orders import StandingOrder
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState, Table

REACTION_KEY: Final = "react"
"""The key of the decisions that unit orders apply to."""
HELD_TEXT: Final = "held by standing order"
MIN_CHANCE_PERCENT, MAX_CHANCE_PERCENT, CHANCE_STEP_PERCENT, DEFAULT_CHANCE_PERCENT = 10, 100, 10, 60
"""The minimum, maximum, step and default of the chance in percent that an order can require."""

CHANCE_ROUNDING_PERCENT: Final = 0.01
"""Percent by which the rounded chance of a moment may fall short of what an order asks for."""
LATER_UNITS: Final = UnitId("*")
"""The unit id that stands for all units that arrive later, if every unit got the same order."""

UnitOrders = Mapping[UnitId, StandingOrder]
ChanceLookup = Callable[[str], float | None]
"""A function that returns the chance (0 to 1) that an answer succeeds, or None if it is unknown."""


class NarrowedDecision(NamedTuple):
    """A decision without the options that standing orders forbid. If they give an answer, it is `answer`."""

    decision: ChooseOne
    answer: str | None = None


def orders_of_units(orders: Iterable[StandingOrder], side: SideKey, units: Iterable[UnitId]) -> UnitOrders:
    """Return the standing orders of the given units by unit id.

    A unit without an order of its own gets the order for units that arrive later, if there is such an order.
    """
    given = {order.unit: order for order in orders if order.unit != NO_UNIT and order.side == side}
    later = given.pop(LATER_UNITS, None)
    found = {unit: given.get(unit, later) for unit in units}
    return {unit: order for unit, order in found.items() if order}


def units_of_side(table: Table, side: SideKey) -> list[UnitId]:
    """Return the ids of a side's units that have pieces, in the order of their pieces."""
    return list(dict.fromkeys(piece.unit for piece in table.pieces_of_side(side)))


def order_texts(orders: Sequence[StandingOrder], table: Table) -> dict[UnitId, str]:
    """Return, for each unit with an order, a text that says how the unit reacts without asking the player."""
    sides = dict.fromkeys(order.side for order in orders)
    known = (orders_of_units(orders, side, units_of_side(table, side)) for side in sides)
    return {unit: order_text(order) for units in known for unit, order in units.items()}


def plan_chance(ruleset: AnyRuleset, plan: ActPlan) -> float | None:
    """Return the chance (0 to 1) that a planned action will succeed, or None if it is unknown."""
    cards = (known_preview(ruleset, line.view, line.decision, line.answer) for line in reversed(plan.lines))
    return next((card.chance for card in cards if card and card.chance is not None), None)


def order_text(order: StandingOrder | None) -> str:
    """Return a text that says how a unit with this order reacts, or "asks" if it has no order."""
    if order is None:
        return "asks"
    if order.policy == "likely":
        return f"fires at {order.chance} % or more"
    return "holds" if order.policy == "least" else "never runs"


def apply_unit_orders(
    units: UnitOrders, state: AnyState, decision: ChooseOne, chance: ChanceLookup
) -> NarrowedDecision:
    """Return a decision without the options that unit orders forbid, and the answer that the orders give.

    The answer is None if the player must answer. An option to fire is chosen if all of its pieces belong to
    units that fire at good odds, and the chance is at least the highest that their orders require.
    """
    left = _narrowed_decision(units, state, decision)
    for option in left.open_options:
        wanted = _wanted_percent(units, state, option, left)
        known = chance(option.key) if wanted else None
        if wanted and known is not None:
            if 100 * known >= wanted:
                return NarrowedDecision(left, option.key)
            left = _with_closed_option(left, option, f"{100 * known:.0f} %, {wanted} % by standing order")
    done = left is not decision and [option.key for option in left.open_options] == [left.least]
    return NarrowedDecision(left, left.least if done else None)


def moment_by_orders(units: UnitOrders, state: AnyState, decision: ChooseMoment) -> int | None:
    """Return the index of the path point at which a unit's orders make it act, or None to ask the player.

    Among the points at which a unit with orders to fire at good odds has a sufficient chance, the point with
    the highest chance is chosen, or the first of these in a tie. If no chance is sufficient and no other unit
    could react, return LET_PASS.
    """
    orders = {stop.by: units.get(_unit_of(state, stop.by or decision.about)) for stop in decision.stops}
    good: dict[int, float] = {}
    for k, stop in enumerate(decision.stops):
        order, chance = orders[stop.by], stop.known_chance
        if order is None or order.policy != "likely" or chance is None:
            continue
        if 100 * chance >= order.chance - CHANCE_ROUNDING_PERCENT:
            good[k] = chance
    if good:
        return max(good, key=lambda k: (good[k], -k))
    known = all(stop.known_chance is not None for stop in decision.stops)
    decided = {"least", "likely"} if known else {"least"}
    return LET_PASS if all(order and order.policy in decided for order in orders.values()) else None


def restrained_adviser(units: UnitOrders, advise: Adviser, alone: bool = False) -> Adviser:
    """Return a function that gives advice without pieces of units that have orders to hold their fire.

    These pieces are kept if the answer would be illegal without them. If `alone` is true, only pieces of
    units that fire at good odds take part.
    """

    def within(state: AnyState, decision: Decision[Any]) -> SuggestedAnswer:
        found = advise(state, decision)
        if not isinstance(decision, Assign) or not decision.holds:
            return found
        answer = tuple(
            decision.holds if decision.holds in item.to and out(state, item.key) else key
            for item, key in zip(decision.items, found.answer, strict=True)
        )
        legal = decision.check(state, answer) is None
        return msgspec.structs.replace(found, answer=answer) if legal else found

    def out(state: AnyState, piece: str) -> bool:
        order = units.get(_unit_of(state, piece))
        policy = order.policy if order else ""
        return policy != "likely" if alone else policy == "least"

    return within


def _narrowed_decision(units: UnitOrders, state: AnyState, decision: ChooseOne) -> ChooseOne:
    """Return the decision with pieces removed from the options that their orders forbid."""
    fires = decision.open_option(decision.fires)
    changed = False
    options = list[Option]()
    for option in decision.options:
        shot = fires is not None and option.act == fires.act
        able = tuple(p for p in option.by if _may_take(units.get(_unit_of(state, p)), shot))
        if option.shut or able == option.by:
            options.append(option)
            continue
        changed = True
        options.append(msgspec.structs.replace(option, by=able, shut="" if able else HELD_TEXT))
    return _with_options(decision, options) if changed else decision


def _with_closed_option(decision: ChooseOne, option: Option, why: AnyText) -> ChooseOne:
    shut = msgspec.structs.replace(option, shut=why)
    return _with_options(decision, [shut if each.key == option.key else each for each in decision.options])


def _with_options(decision: ChooseOne, options: Iterable[Option]) -> ChooseOne:
    """Return the decision with the given options; a closed option is no longer preselected."""
    changed = msgspec.structs.replace(decision, options=closed_last(options))
    begins = changed.begins if changed.open_option(changed.begins) else ""
    return msgspec.structs.replace(changed, begins=begins)


def _wanted_percent(units: UnitOrders, state: AnyState, option: Option, decision: ChooseOne) -> int:
    """Return the chance in percent from which the pieces of an option fire without asking, or 0 if never."""
    first = next((each for each in decision.options if each.key == decision.fires), None)
    if first is None or option.act != first.act or not option.by:
        return 0
    orders = [units.get(_unit_of(state, piece)) for piece in option.by]
    if any(order is None or order.policy != "likely" for order in orders):
        return 0
    return max(order.chance for order in orders if order)


def _may_take(order: StandingOrder | None, shot: bool) -> bool:
    """Return whether an order allows an option; `shot` is true if the option opens fire."""
    return order is None or (shot and order.policy in ("likely", "stands"))


def _unit_of(state: AnyState, piece: str) -> UnitId:
    known = state.table.pieces.get(piece)
    return known.unit if known else NO_UNIT
