"""Allocation of a pool of attack dice to models, nearest first, in rounds of one die each (MI-SHOT-06).

Dice from areas of effect are bound to their models and placed first. The others follow in rounds of one die
per model, nearest first, as far as the pool allows. The attacker chooses the kinds of dice, and the order of
models at equal distance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain, groupby

import msgspec
from msgspec.structs import replace

from battlesim.engine.decisions import AssignItem
from battlesim.engine.dice import Rng
from battlesim.engine.dice_allocation import (
    AssignLimited,
    DiceStock,
    dice_recipients,
    first_misfit,
    fitting_kinds,
    matched_stocks,
)
from battlesim.engine.play import Play, Script
from battlesim.engine.refusal import Refusal
from battlesim.rulings.piece_gaps import grouped_by_distance
from battlesim.table.state import AnyState

from ..core.state import MI, Battle, Game
from .attack_dice import AttackDie
from .firepower import attack_pool, reachable_models

TIES = "MI-GAP-60"
BearingTest = Callable[[str, str, str], bool]
"""A test of whether a firer's weapon bears on a model."""


class PoolLayout(msgspec.Struct, frozen=True):
    """A pool of dice to be allocated, the models in order of distance, and the models each die can reach."""

    pool: tuple[AttackDie, ...]
    order: tuple[str, ...]
    bearing: tuple[tuple[str, ...], ...]

    def _dice(self) -> list[list[AttackDie]]:
        """Return the unbound dice by weapon and firer; groups that bear on the fewest models come first."""
        alike: dict[tuple[str, str], list[AttackDie]] = {}
        for die in self.pool:
            if not die.bound:
                alike.setdefault((die.weapon, die.firer), []).append(die)
        return sorted(alike.values(), key=lambda dice: len(self._models(dice[0])))

    def _models(self, die: AttackDie) -> tuple[str, ...]:
        pairs = zip(self.pool, self.bearing, strict=True)
        return next(on for d, on in pairs if (d.weapon, d.firer, d.bound) == (die.weapon, die.firer, False))

    def die_stocks(self) -> list[DiceStock]:
        """Return the dice to be allocated, grouped into stocks of equal dice."""
        return [DiceStock(dice[0].name, self._models(dice[0]), len(dice)) for dice in self._dice()]

    def model_order(self) -> tuple[str, ...]:
        """Return the models in the order in which they receive dice, one entry per die."""
        return dice_recipients(self.die_stocks(), self.order, Counter(die.target for die in self.pool))

    def nearest_fit(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """Return a legal order of kinds of dice for the models, as close as possible to the one requested."""
        return fitting_kinds(self.die_stocks(), self.model_order(), kinds)

    def allocated_dice(self, kinds: Sequence[str]) -> list[AttackDie]:
        """Return all dice with their models, with kinds as close as possible to those requested.

        A die may count as coming from any firer that has an equal die and can reach the model.
        """
        stocks, at, left = self.die_stocks(), self.model_order(), self._dice()
        laid = [die for die in self.pool if die.bound]
        held = matched_stocks(stocks, at, fitting_kinds(stocks, at, kinds))
        assert held is not None
        for model, number in zip(at, held, strict=True):
            die = left[number].pop(0)
            known = zip(self.pool, self.bearing, strict=True)
            alike = (other.firer for other, on in known if other.name == die.name and model in on)
            sources = tuple(dict.fromkeys((die.firer, *alike)))
            laid.append(replace(die.with_target(model), sources=sources))
        return laid

    def with_first(self, chosen: Sequence[str]) -> PoolLayout:
        """Return the layout with models that are equally distant put in the chosen order."""
        at = min(self.order.index(model) for model in chosen)
        others = [model for model in self.order if model not in chosen]
        return replace(self, order=(*others[:at], *chosen, *others[at:]))


def pool_layout(pool: Sequence[AttackDie], order: Sequence[str], bears: BearingTest) -> PoolLayout:
    """Return the layout of a pool of dice; `bears` tests whether a firer's weapon reaches a model."""

    @cache
    def reach(firer: str, weapon: str) -> tuple[str, ...]:
        return tuple(model for model in order if bears(firer, weapon, model))

    bearing = tuple(() if die.bound else reach(die.firer, die.weapon) for die in pool)
    return PoolLayout(tuple(pool), tuple(order), bearing)


class DieKindOrder(AssignLimited, frozen=True, kw_only=True, tag="which_kind"):
    """The decision to give a kind of die to each of the models, which are listed nearest first."""

    layout: PoolLayout
    ties: tuple[tuple[str, ...], ...] = ()

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """Return a refusal if the assignment is illegal or a model cannot get a die of its assigned kind."""
        at = self.layout.model_order()
        if (fault := super().check(state, answer)) or (
            k := first_misfit(self.layout.die_stocks(), at, answer)
        ) is None:
            return fault
        name = state.table.name_of(at[k])
        return Refusal(f"die {k + 1} goes to {name}, and no {answer[k]} that is left bears on it", self.rule)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """Return up to `n` legal answers, made from the kinds in order, reversed and shuffled."""
        keys = self._all()
        wishes = [keys, keys[::-1], *(rng.sample(keys, len(keys)) for _ in range(n))]
        return list(dict.fromkeys(self.layout.nearest_fit(wish) for wish in wishes))[:n]

    def default(self, state: AnyState) -> tuple[str, ...]:
        """Return the kinds in their usual order, adjusted to be legal."""
        return self.layout.nearest_fit(self._all())

    def allocated_dice(self, answer: Sequence[str]) -> list[AttackDie]:
        """Return the dice with the models to which an answer assigns them."""
        return self.layout.allocated_dice(answer)

    def open_ties(self, answer: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the equally distant models whose order the player still has to choose."""
        laid = self.allocated_dice(answer)
        return {model: group for group in self.ties if _unequal(laid, group) for model in group}

    def resulting_ids(self, state: AnyState, answer: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return, for each die in an answer, the ids of the models to which it may go."""
        if self.check(state, answer) is not None:
            return ()
        open_to, laid = self.open_ties(answer), [die for die in self.allocated_dice(answer) if not die.bound]
        return tuple(open_to.get(die.target, (die.target,)) for die in laid)


class TiedModelOrder(AssignLimited, frozen=True, kw_only=True, tag="who_first"):
    """The decision to order models at equal distance, which then get their dice in that order."""

    layout: PoolLayout
    kinds: tuple[str, ...]

    def allocated_dice(self, answer: Sequence[str]) -> list[AttackDie]:
        """Return the dice with the models to which they go if the models are ordered by an answer."""
        return self.layout.with_first(answer).allocated_dice(self.kinds)


def die_kind_counts(pool: Sequence[AttackDie]) -> Counter[str]:
    """Return the number of dice of each kind that are not bound to a model."""
    return Counter(die.name for die in pool if not die.bound)


def allocate_pool(
    play: Play[Game], pool: Sequence[AttackDie], distances: Mapping[str, float], bears: BearingTest
) -> Script[list[AttackDie]]:
    """Allocate a pool of dice to models, asking the attacker only if there is a choice.

    `distances` are those of the models that may get dice, in inches.
    """
    ranks = grouped_by_distance(distances)
    open_to, kinds = pool_layout(pool, [*chain(*ranks)], bears), tuple(die_kind_counts(pool).elements())
    ties = tuple(tuple(group) for group in ranks if len(group) > 1)
    if len(set(kinds)) > 1 and len(open_to.order) > 1:
        kinds = yield from play.ask(_which_kind(pool, open_to, ties))
    for group in ties:
        if _unequal(open_to.allocated_dice(kinds), group):
            chosen = yield from play.ask(_who_first(play, group, open_to, kinds))
            open_to = open_to.with_first(chosen)
    return open_to.allocated_dice(kinds)


def _which_kind(
    pool: Sequence[AttackDie], open_to: PoolLayout, ties: tuple[tuple[str, ...], ...]
) -> DieKindOrder:
    kinds = die_kind_counts(pool)
    dice = kinds.total()
    items = tuple(AssignItem(f"die {i + 1}", f"Die {i + 1} of {dice}", tuple(kinds)) for i in range(dice))
    return DieKindOrder(
        side=MI,
        what="allocate",
        prompt="Which dice go first, to the nearest?",
        rule="MI-GAP-11",
        items=items,
        limits=dict(kinds),
        names={kind: kind for kind in kinds},
        layout=open_to,
        ties=ties,
    )


def _who_first(
    play: Play[Game], group: Sequence[str], open_to: PoolLayout, kinds: tuple[str, ...]
) -> TiedModelOrder:
    items = tuple(AssignItem(f"place {i + 1}", f"place {i + 1}", tuple(group)) for i in range(len(group)))
    names = ", ".join(play.state.table.name_of(model) for model in group)
    return TiedModelOrder(
        side=MI,
        what="allocate",
        prompt=f"At equal distance: {names}. Who gets the next die first?",
        rule=TIES,
        items=items,
        limits=dict.fromkeys(group, 1),
        layout=open_to,
        kinds=kinds,
    )


def _unequal(laid: Sequence[AttackDie], group: Sequence[str]) -> bool:
    """Return whether equally distant models have got different dice."""
    given = {model: sorted(d.name for d in laid if d.target == model and not d.bound) for model in group}
    return len(list(groupby(sorted(given.values())))) > 1


def default_allocation(
    state: Battle,
    target: str,
    choice: Mapping[str, Sequence[str]],
    *,
    second: str = "",
    reaction: bool = False,
) -> list[AttackDie]:
    """Return the dice of a Mobile Infantry shot as allocated without any choice by the player."""
    chosen = {firer: tuple(keys) for firer, keys in choice.items() if keys}
    if not chosen:
        return []
    dice = attack_pool(state, chosen, target, lambda firer, key: second or target, reaction)
    away, lines = reachable_models(state, chosen, target)
    open_to = pool_layout(dice, [*chain(*grouped_by_distance(away))], lines.bears_on)
    return open_to.allocated_dice([*die_kind_counts(dice).elements()])
