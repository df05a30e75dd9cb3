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
    """The ruleset option that can give a side to a player, and the value of the option that does so."""

    option: str
    value: str


@runtime_checkable
class SupportsOptionalSides(Protocol):
    """The protocol of a ruleset in which an option decides whether a player or the rules control a side."""

    played_options: Mapping[SideKey, PlayedOption]
    """The option that gives each optional side to a player, by side key."""


def played_options(ruleset: AnyRuleset) -> Mapping[SideKey, PlayedOption]:
    """Return, by side, the options that can give sides to players. The dict is empty if there are none."""
    return ruleset.played_options if isinstance(ruleset, SupportsOptionalSides) else {}


def sides_as_chosen(plan: ScenarioPlan, known: Mapping[SideKey, PlayedOption]) -> tuple[Side, ...]:
    """Return the sides of a scenario. Sides that the options give to a player are marked as played."""

    def chosen(side: Side) -> Side:
        option, value = known[side.key]
        return msgspec.structs.replace(side, played=plan.options.get(option) == value)

    return tuple(chosen(side) if side.key in known else side for side in plan.sides)
