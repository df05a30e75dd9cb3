"""Exact matching of a limited number of dice to models, and the decision to assign the dice.

A stock is a number of identical dice, such as the dice of a gun. A request asks for a die for a model, of a
given kind or of any kind. Requests are filled one after another along augmenting paths (H. W. Kuhn, "The
Hungarian Method for the Assignment Problem", 1955). Once filled, a request stays filled, so a request that
cannot be filled when it is made never can be.
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
"""The kind in a request that any die can satisfy."""


class AssignLimited(Assign, frozen=True, kw_only=True, tag="deal"):
    """The decision to assign items to keys if each key can be used only a limited number of times."""

    limits: dict[str, int]

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """Return a refusal if a key is used too often or the assignment is otherwise illegal."""
        for key, count in sorted(Counter(answer).items()):
            if count > self.limits.get(key, count):
                return Refusal(f"{key} can be used only {self.limits[key]} times, not {count}", self.rule)
        return super().check(state, answer)

    def _all(self) -> list[str]:
        return [key for key, count in self.limits.items() for _ in range(count)]

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """Return up to `n` legal assignments, with the keys in order, reversed and shuffled."""
        keys, count = self._all(), len(self.items)
        found = [tuple(keys[:count]), tuple(keys[::-1][:count])]
        found += [tuple(rng.sample(keys, count)) for _ in range(n)]
        return [keys for keys in dict.fromkeys(found) if self.check(state, keys) is None][:n]

    def default(self, state: AnyState) -> tuple[str, ...]:
        """Return an assignment that uses the keys in order, each of them as often as allowed."""
        return tuple(self._all()[: len(self.items)])


class DiceStock(NamedTuple):
    """A number of identical dice, with their kind and the models that can receive them."""

    kind: str
    models: tuple[str, ...]
    dice: int


class DieRequest(NamedTuple):
    """A request for a die for a model, of a given kind or of any kind."""

    model: str
    kind: str = ANY_KIND


class DiceMatching:
    """A matching of dice to requests that grows by one request at a time."""

    def __init__(self, stocks: Sequence[DiceStock]) -> None:
        self.stocks = stocks
        self.stock_indices: list[int] = []
        self._wants: list[DieRequest] = []
        self._left = [stock.dice for stock in stocks]

    def try_add(self, want: DieRequest) -> bool:
        """Add a request for a die, reassigning other dice if needed. Return False if no die is available."""
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
        """Take a die from a stock and reassign the dice along the augmenting path."""
        self._left[stock] -= 1
        while (place := by[stock]) < len(self.stock_indices):
            self.stock_indices[place], stock = stock, self.stock_indices[place]
        self.stock_indices.append(stock)


def dice_recipients(
    stocks: Sequence[DiceStock], order: Sequence[str], dice_by_model: Mapping[str, int]
) -> tuple[str, ...]:
    """Return the models that receive the dice, with an entry for each die.

    The dice are dealt in rounds. `order` lists the models by distance, nearest first. `dice_by_model` is the
    number of dice that each model already has. No model gets a die while a model with fewer dice could take
    it.
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
    """Return, for each model, the index of the stock that supplies its die, or None if that is impossible.

    `kinds` are the kinds of dice for the first models; the other models accept any kind.
    """
    matching = DiceMatching(stocks)
    wants = [*map(DieRequest, models, kinds), *map(DieRequest, models[len(kinds) :])]
    return matching.stock_indices if all(matching.try_add(want) for want in wants) else None


def fitting_kinds(
    stocks: Sequence[DiceStock], models: Sequence[str], wanted: Sequence[str]
) -> tuple[str, ...]:
    """Return a kind of die for each model in turn: the first kind in `wanted` that can still be supplied."""
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
    """Return the index of the first model that cannot get its kind of die, or None if all models can."""
    if matched_stocks(stocks, models, kinds) is not None:
        return None
    return next(k for k in range(len(kinds)) if matched_stocks(stocks, models, kinds[: k + 1]) is None)
