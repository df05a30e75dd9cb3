"""Test cases for rulesets: battles that the tests start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState

HiddenSwaps = Callable[[AnyState], list[AnyState]]
"""A function from a state to states that differ from it only in facts hidden from a side."""


class BattleCase(msgspec.Struct, frozen=True, eq=False):
    """A test case for a ruleset: the state in which a battle starts, and how far to play it.

    `swaps` maps a state to states that differ from it only in facts hidden from the side `blind`; it is None
    if nothing is hidden. `answers` is the maximum number of answers to give. Cases are compared by identity,
    so that results can be cached by case.
    """

    ruleset: AnyRuleset
    state: AnyState
    blind: SideKey = SideKey("")
    swaps: HiddenSwaps | None = None
    answers: int = 150


BattleCases = Mapping[str, Callable[[], BattleCase]]
"""Functions that make a case, by the name of the case."""


def case_from_scenario(
    name: str | Path,
    blind: str = "",
    swaps: HiddenSwaps | None = None,
    answers: int = 150,
    options: Mapping[str, str] | None = None,
) -> BattleCase:
    """Return a test case for a scenario (an id or file). Raises InputError if it cannot be loaded."""
    scenario = load_scenario(str(name), options)
    return BattleCase(scenario.ruleset, scenario.initial_state(), SideKey(blind), swaps, answers)
