"""Which of the contract's tests are repeats of others, by rulesets of a kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

TINY: Final = ("card_duel", "squads", "brawl")
REPEATS: Final[Mapping[str, tuple[str, ...]]] = {
    "test_a_battle_goes_on_the_same_after_saving_at_every_answer": (*TINY, "troice_station"),
    "test_suggestions_and_defaults_are_legal": TINY,
    "test_bases_do_not_overlap_when_settled": TINY,
}
"""Long tests that other rulesets hold for these ones, too."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the repeats as slow, before tests are chosen by that."""
    for item in items:
        name, _, case = item.name.removesuffix("]").partition("[")
        if case in REPEATS.get(name, ()):
            item.add_marker(pytest.mark.slow)
