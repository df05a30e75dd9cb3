"""A battle from which the tests of a ruleset start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState

Swaps = Callable[[AnyState], list[AnyState]]


class Case(msgspec.Struct, frozen=True, eq=False):
    """A battle to start from, and how far to play it.

    A case equals only itself, so that results can be cached by case.

    `swaps` gives states that differ from one in what the side `blind` must not know, and in nothing else;
    None where nothing is hidden. `answers` is the most that a test has given in it.
    """

    ruleset: AnyRuleset
    state: AnyState
    blind: SideKey = SideKey("")
    swaps: Swaps | None = None
    answers: int = 150


Cases = Mapping[str, Callable[[], Case]]
"""Cases by name, each made when it is needed."""


def of_scenario(name: str | Path, blind: str = "", swaps: Swaps | None = None, answers: int = 150) -> Case:
    """The case of a scenario, by its id or file. Raises InputError."""
    scenario = load_scenario(str(name))
    return Case(scenario.ruleset, scenario.initial_state(), SideKey(blind), swaps, answers)
