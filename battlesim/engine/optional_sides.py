"""Sides that the rules control unless a ruleset option gives them to a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.ids import SideKey
from battlesim.table.state import Side


class PlayedOption(NamedTuple):
    """The ruleset option and value that give a side to a player."""

    option: str
    value: str


@runtime_checkable
class SupportsOptionalSides(Protocol):
    """A ruleset with sides that a player controls only if a ruleset option says so."""

    played_options: Mapping[SideKey, PlayedOption]
    """The option that gives each optional side to a player, by side key."""


def played_options(ruleset: AnyRuleset) -> Mapping[SideKey, PlayedOption]:
    """Return the option that gives each optional side to a player, or {} if all sides are always played."""
    return ruleset.played_options if isinstance(ruleset, SupportsOptionalSides) else {}


def sides_as_chosen(plan: ScenarioPlan, known: Mapping[SideKey, PlayedOption]) -> tuple[Side, ...]:
    """Return the sides of a scenario, with each optional side marked as played or not by its option."""

    def chosen(side: Side) -> Side:
        option, value = known[side.key]
        return msgspec.structs.replace(side, played=plan.options.get(option) == value)

    return tuple(chosen(side) if side.key in known else side for side in plan.sides)
