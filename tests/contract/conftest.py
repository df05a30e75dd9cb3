"""Which of the contract's tests are repeats of others, by rulesets of a kind."""

from __future__ import annotations

from typing import Final

import pytest

REPEATS: Final = ("goes_on_the_same", "suggestions_and_defaults", "bases_do_not_overlap")
"""Long tests that the large rulesets and the toy hold for the tiny ones too; those are slow."""
TINY: Final = ("card_duel", "squads", "brawl")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the repeats as slow, before tests are chosen by that."""
    for item in items:
        if any(word in item.name for word in REPEATS) and item.name.endswith(
            tuple(f"[{key}]" for key in TINY)
        ):
            item.add_marker(pytest.mark.slow)
