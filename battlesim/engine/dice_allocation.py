"""Dealing things out of which there are only so many: the question, and which can go to which place.

Things of one stock, such as the dice of one gun, are alike. A place is a thing that a model is to have, of
one kind or of any. What can go where is a matching, found exactly.
Places are filled one after the other along augmenting paths (H. W. Kuhn, "The Hungarian Method for the
Assignment Problem", 1955): whatever has a die keeps one, so that a place which finds none never can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.decisions import Assign
from battlesim.engine.dice import Rng
from battlesim.engine.refusal import Refusal
from battlesim.table.state import AnyState

ANY_KIND = ""
"""Any kind of die will do."""


class AssignLimited(Assign, frozen=True, kw_only=True, tag="deal"):
    """Assign things of which there are only so many: `limits` says how often each key can be given."""

    limits: dict[str, int]

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """As Assign, and no key more often than there are of it."""
        for key, count in sorted(Counter(answer).items()):
            if count > self.limits.get(key, count):
                return Refusal(f"there are {self.limits[key]} of {key}, not {count}", self.rule)
        return super().check(state, answer)

    def _all(self) -> list[str]:
        return [key for key, count in self.limits.items() for _ in range(count)]

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """In the order of the keys, in the opposite order, and shuffled."""
        keys, count = self._all(), len(self.items)
        found = [tuple(keys[:count]), tuple(keys[::-1][:count])]
        found += [tuple(rng.sample(keys, count)) for _ in range(n)]
        return [some for some in dict.fromkeys(found) if self.check(state, some) is None][:n]

    def default(self, state: AnyState) -> tuple[str, ...]:
        """In the order of the keys."""
        return tuple(self._all()[: len(self.items)])


class DiceStock(NamedTuple):
    """So many dice that are alike: their kind, and the models that they can go to."""

    kind: str
    models: tuple[str, ...]
    dice: int


class DieRequest(NamedTuple):
    """One die that a model is to have."""

    model: str
    kind: str = ANY_KIND


class DiceMatching:
    """Places that have a die each; `held` says of which stock, in the order in which they were filled."""

    def __init__(self, stocks: Sequence[DiceStock]) -> None:
        self.stocks = stocks
        self.stock_indices: list[int] = []
        self._wants: list[DieRequest] = []
        self._left = [stock.dice for stock in stocks]

    def try_add(self, want: DieRequest) -> bool:
        """Give one more place a die, passing others on where that helps; whether it could be done."""
        new, by = len(self.stock_indices), dict[int, int]()
        self._wants.append(want)
        row = [new]
        for place in row:
            for stock in self._suits(self._wants[place]):
                if stock in by:
                    continue
                by[stock] = place
                if self._left[stock]:
                    self._pass_on(stock, by)
                    return True
                row += [at for at, held in enumerate(self.stock_indices) if held == stock]
        self._wants.pop()
        return False

    def _suits(self, want: DieRequest) -> list[int]:
        return [
            number
            for number, stock in enumerate(self.stocks)
            if want.kind in (ANY_KIND, stock.kind) and want.model in stock.models
        ]

    def _pass_on(self, stock: int, by: Mapping[int, int]) -> None:
        """Take a die of a stock, and hand on what each place on the way gives up."""
        self._left[stock] -= 1
        while (place := by[stock]) < len(self.stock_indices):
            self.stock_indices[place], stock = stock, self.stock_indices[place]
        self.stock_indices.append(stock)


def dice_recipients(
    stocks: Sequence[DiceStock], order: Sequence[str], dice_by_model: Mapping[str, int]
) -> tuple[str, ...]:
    """The models that the dice go to, in rounds of one each, the nearest (`order`) first in a round.

    `lying` counts the dice that lie there already. Nobody has a further die while one who has fewer could
    have been given one.
    """
    matching, found = DiceMatching(stocks), list[str]()
    able, number = list(order), 0
    while able:
        for model in [m for m in able if dice_by_model.get(m, 0) <= number]:
            if matching.try_add(DieRequest(model)):
                found.append(model)
            else:
                able.remove(model)
        number += 1
    return tuple(found)


def matched_stocks(
    stocks: Sequence[DiceStock], models: Sequence[str], kinds: Sequence[str]
) -> list[int] | None:
    """The stock from which each place has its die, of `kinds` as far as those go; None when it cannot be."""
    matching = DiceMatching(stocks)
    wants = [*map(DieRequest, models, kinds), *map(DieRequest, models[len(kinds) :])]
    return matching.stock_indices if all(matching.try_add(want) for want in wants) else None


def fitting_kinds(
    stocks: Sequence[DiceStock], models: Sequence[str], wanted: Sequence[str]
) -> tuple[str, ...]:
    """Kinds of dice for the places in turn, each the first of those wished for that can be had there."""
    if matched_stocks(stocks, models, wanted) is not None:
        return tuple(wanted)
    kinds = list[str]()
    for _ in models:
        able = (
            kind
            for kind in dict.fromkeys(wanted)
            if matched_stocks(stocks, models, [*kinds, kind]) is not None
        )
        kinds.append(next(able))
    return tuple(kinds)


def first_misfit(stocks: Sequence[DiceStock], models: Sequence[str], kinds: Sequence[str]) -> int | None:
    """The first of some kinds that cannot be had at its place; None when all can."""
    if matched_stocks(stocks, models, kinds) is not None:
        return None
    return next(k for k in range(len(kinds)) if matched_stocks(stocks, models, kinds[: k + 1]) is None)
