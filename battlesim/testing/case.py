"""A battle from which the tests of a ruleset start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState

HiddenSwaps = Callable[[AnyState], list[AnyState]]
"""Type of a function from a state to states that differ only in what a side must not know."""


class BattleCase(msgspec.Struct, frozen=True, eq=False):
    """A battle that the tests of a ruleset start from, and how far to play it.

    A case equals only itself, so that results can be cached by case. `swaps` returns states that differ from
    one only in what the side `blind` must not know; None if nothing is hidden. `answers` is the largest
    number of answers that a test gives in it.
    """

    ruleset: AnyRuleset
    state: AnyState
    blind: SideKey = SideKey("")
    swaps: HiddenSwaps | None = None
    answers: int = 150


BattleCases = Mapping[str, Callable[[], BattleCase]]
"""Type of cases by name, each made when needed."""


def case_from_scenario(
    name: str | Path, blind: str = "", swaps: HiddenSwaps | None = None, answers: int = 150
) -> BattleCase:
    """Return the case of a scenario by id or file. Raise InputError."""
    scenario = load_scenario(str(name))
    return BattleCase(scenario.ruleset, scenario.initial_state(), SideKey(blind), swaps, answers)
