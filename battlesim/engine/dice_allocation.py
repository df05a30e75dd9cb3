"""Match a limited number of dice to the models that may get them, and the decision about it.

Dice of one stock, such as those of one gun, are alike. A request asks for one die for a model, of one kind or
of any. Which dice can go to which model is a matching, which is found exactly.

Requests are filled one after the other along augmenting paths (H. W. Kuhn, "The Hungarian Method for the
Assignment Problem", 1955): a request that has a die keeps one, so a request that cannot be filled now can
never be.
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
"""Stands for any kind of die."""


class AssignLimited(Assign, frozen=True, kw_only=True, tag="deal"):
    """The decision to assign items to keys, each key at most as often as `limits` says."""

    limits: dict[str, int]

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """Return a refusal as Assign does, or if a key is used more often than its limit."""
        for key, count in sorted(Counter(answer).items()):
            if count > self.limits.get(key, count):
                return Refusal(f"there are {self.limits[key]} of {key}, not {count}", self.rule)
        return super().check(state, answer)

    def _all(self) -> list[str]:
        return [key for key, count in self.limits.items() for _ in range(count)]

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """Return the keys in order, in reverse order, and shuffled, as far as they are legal."""
        keys, count = self._all(), len(self.items)
        found = [tuple(keys[:count]), tuple(keys[::-1][:count])]
        found += [tuple(rng.sample(keys, count)) for _ in range(n)]
        return [keys for keys in dict.fromkeys(found) if self.check(state, keys) is None][:n]

    def default(self, state: AnyState) -> tuple[str, ...]:
        """Return the keys in order."""
        return tuple(self._all()[: len(self.items)])


class DiceStock(NamedTuple):
    """A number of equal dice: their kind, and the models that they can go to."""

    kind: str
    models: tuple[str, ...]
    dice: int


class DieRequest(NamedTuple):
    """The request for one die for a model, of one kind or any."""

    model: str
    kind: str = ANY_KIND


class DiceMatching:
    """A matching of dice to requests, extended one request at a time."""

    def __init__(self, stocks: Sequence[DiceStock]) -> None:
        self.stocks = stocks
        self.stock_indices: list[int] = []
        self._wants: list[DieRequest] = []
        self._left = [stock.dice for stock in stocks]

    def try_add(self, want: DieRequest) -> bool:
        """Give one more request a die, passing dice on if needed. Return False if that is impossible."""
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
        """Take a die of a stock, and hand on what each request along the augmenting path gives up."""
        self._left[stock] -= 1
        while (place := by[stock]) < len(self.stock_indices):
            self.stock_indices[place], stock = stock, self.stock_indices[place]
        self.stock_indices.append(stock)


def dice_recipients(
    stocks: Sequence[DiceStock], order: Sequence[str], dice_by_model: Mapping[str, int]
) -> tuple[str, ...]:
    """Return the models that the dice go to, in rounds of one die each, nearest (`order`) first in a round.

    `dice_by_model` counts the dice that already lie beside each model. No model gets another die while one
    with fewer could still be given one.
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
    """Return the index of the stock from which each model gets its die; None if there is no such matching.

    `kinds` gives the kind of die of the first models; the others take any kind.
    """
    matching = DiceMatching(stocks)
    wants = [*map(DieRequest, models, kinds), *map(DieRequest, models[len(kinds) :])]
    return matching.stock_indices if all(matching.try_add(want) for want in wants) else None


def fitting_kinds(
    stocks: Sequence[DiceStock], models: Sequence[str], wanted: Sequence[str]
) -> tuple[str, ...]:
    """Return the kinds of dice for the models in turn, each the first wanted one that can be had."""
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
    """Return the index of the first kind that its model cannot have; None if all can be had."""
    if matched_stocks(stocks, models, kinds) is not None:
        return None
    return next(k for k in range(len(kinds)) if matched_stocks(stocks, models, kinds[: k + 1]) is None)
