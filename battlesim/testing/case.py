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


class BattleCase(msgspec.Struct, frozen=True, eq=False):
    """A battle to start from, and how far to play it.

    A case equals only itself, so that results can be cached by case.

    `swaps` gives states that differ from one in what the side `blind` must not know, and in nothing else;
    None where nothing is hidden. `answers` is the most that a test has given in it.
    """

    ruleset: AnyRuleset
    state: AnyState
    blind: SideKey = SideKey("")
    swaps: HiddenSwaps | None = None
    answers: int = 150


BattleCases = Mapping[str, Callable[[], BattleCase]]
"""Cases by name, each made when it is needed."""


def case_from_scenario(
    name: str | Path, blind: str = "", swaps: HiddenSwaps | None = None, answers: int = 150
) -> BattleCase:
    """The case of a scenario, by its id or file. Raises InputError."""
    scenario = load_scenario(str(name))
    return BattleCase(scenario.ruleset, scenario.initial_state(), SideKey(blind), swaps, answers)
