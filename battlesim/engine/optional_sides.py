"""Sides that act by the rules of the game unless an option gives them to a player.

Users: Troice Station (the creatures), the rulesets of the tests (passers-by).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.ids import SideKey
from battlesim.table.state import Side


class PlayedOption(NamedTuple):
    """The option, and its value, with which a side is played."""

    option: str
    value: str


@runtime_checkable
class SupportsOptionalSides(Protocol):
    """A ruleset in which an option decides whether some sides are played."""

    played_options: Mapping[SideKey, PlayedOption]
    """The option that gives each optional side to a player, by side key."""


def played_options(ruleset: AnyRuleset) -> Mapping[SideKey, PlayedOption]:
    """Return the option that gives each optional side to a player, by side key; empty if there is none."""
    return ruleset.played_options if isinstance(ruleset, SupportsOptionalSides) else {}


def sides_as_chosen(plan: ScenarioPlan, known: Mapping[SideKey, PlayedOption]) -> tuple[Side, ...]:
    """Return the sides of a scenario, optional ones played or not as their option is chosen."""

    def chosen(side: Side) -> Side:
        option, value = known[side.key]
        return msgspec.structs.replace(side, played=plan.options.get(option) == value)

    return tuple(chosen(side) if side.key in known else side for side in plan.sides)
