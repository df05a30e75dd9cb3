"""Rules for musters (forces bought with points), and a check of whether a force follows these rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.engine.value_decoding import did_you_mean
from battlesim.table.limits import Identifier, Name, TurnCount


class MusterExtra(NamedTuple):
    """Equipment that can be bought for a model. `is_usable` returns whether a given profile can have it."""

    name: str
    is_usable: Callable[[str], bool]


class Faction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A faction that can buy a force: its name, its profiles, and the profiles bought by default.

    The last profile in `default` is bought repeatedly as long as there are enough points.
    """

    name: str
    profiles: tuple[str, ...]
    default: tuple[str, ...]


class MusterRules(NamedTuple):
    """The rules for buying a force with points.

    `limits` lists the possible limits on the cost of a force, and `limit_option` is the ruleset option that
    selects one of them. `cost` returns the points of a profile with its extras. `max_models` is the limit for
    a detachment.
    """

    factions: Mapping[str, Faction]
    limits: tuple[int, ...]
    limit_option: str
    cost: Callable[[str, Collection[str]], float]
    extras: Mapping[str, MusterExtra]
    max_models: int


@runtime_checkable
class SupportsMuster(Protocol):
    """The protocol of a ruleset whose forces can be bought with points."""

    muster: MusterRules


class MusterModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model in a bought force, with its profile, an optional name, and extra equipment."""

    profile: Identifier
    name: Name = ""
    extras: tuple[Identifier, ...] = ()


class Detachment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of models in a bought force, with an optional name."""

    model: tuple[MusterModel, ...] = ()
    name: Name = ""


class Muster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force that a faction has bought with points, divided into detachments."""

    ruleset: Identifier
    faction: Identifier
    points: TurnCount
    detachment: tuple[Detachment, ...] = ()

    def cost(self, rules: MusterRules) -> float:
        """Return the total cost of all models in the force, in points."""
        return sum(rules.cost(own.profile, own.extras) for held in self.detachment for own in held.model)


def muster_problems(muster: Muster, rules: MusterRules) -> Iterator[ScenarioError]:
    """Yield an error for each rule that a bought force breaks. An error has a key, a message and a remedy."""
    if muster.faction not in rules.factions:
        message = f"no faction is called {muster.faction!r}"
        yield ScenarioError("faction", message, did_you_mean(muster.faction, rules.factions))
        return
    if muster.points not in rules.limits:
        message = f"{muster.points} is not a limit of points"
        yield ScenarioError("points", message, f"use {', '.join(map(str, rules.limits))}")
    if not muster.detachment:
        yield ScenarioError("detachment", "there is no detachment", "add one with at least one model")
    unknown = False
    for number, held in enumerate(muster.detachment):
        key = f"detachment[{number}]"
        yield from size_problems(f"{key}.model", len(held.model), rules.max_models)
        for place, own in enumerate(held.model):
            problems = list(_model_problems(f"{key}.model[{place}]", own, muster.faction, rules))
            unknown = unknown or bool(problems)
            yield from problems
    if not unknown:
        yield from points_problems("points", "the models", muster.cost(rules), muster.points)


def _model_problems(key: str, own: MusterModel, faction: str, rules: MusterRules) -> Iterator[ScenarioError]:
    known = rules.factions[faction]
    if own.profile not in known.profiles:
        message = f"{own.profile!r} is not a profile of {known.name}"
        yield ScenarioError(f"{key}.profile", message, did_you_mean(own.profile, known.profiles))
        return
    for number, extra in enumerate(own.extras):
        where = f"{key}.extras[{number}]"
        if extra not in rules.extras:
            yield ScenarioError(where, f"{extra!r} is not an extra", did_you_mean(extra, rules.extras))
        elif not rules.extras[extra].is_usable(own.profile):
            yield ScenarioError(
                where, f"{own.profile} cannot have a {rules.extras[extra].name}", "leave it out"
            )
        elif extra in own.extras[:number]:
            yield ScenarioError(where, f"{extra} is there twice", "remove it once")


def size_problems(key: str, models: int, most: int) -> Iterator[ScenarioError]:
    """Yield an error if the number of models in a detachment is 0 or above `most`."""
    if not 1 <= models <= most:
        yield ScenarioError(key, f"a detachment of {models} models", f"1 to {most} models")


def points_problems(key: str, models: str, cost: float, limit: int) -> Iterator[ScenarioError]:
    """Yield an error if models cost more points than the limit. `models` names them in the message."""
    if cost > limit:
        message = f"{models} cost {cost:g} points, {limit} are allowed"
        yield ScenarioError(key, message, "raise the limit or remove models")


def default_muster(ruleset: str, faction: str, points: int, rules: MusterRules) -> Muster:
    """Return the force that a faction buys by default. Raises KeyError if the faction is unknown."""
    order = rules.factions[faction].default
    models, left, place = list[MusterModel](), float(points), 0
    while place < len(order):
        cost = rules.cost(order[place], ())
        if cost > left:
            place += 1
            continue
        models.append(MusterModel(order[place]))
        left -= cost
        place += place < len(order) - 1
    size = rules.max_models
    parts = tuple(Detachment(tuple(models[at : at + size])) for at in range(0, len(models), size))
    return Muster(ruleset, faction, points, parts)
