"""The order of scenarios on the start screen: by game, then by number of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from battlesim.rulesets import registry
from battlesim.ui.start.catalogue import ScenarioPreview

OTHERS_HEADING: Final = "Other"
"""Heading for scenarios that name no ruleset."""


def scenarios_by_game(
    names: Iterable[str], games: Mapping[str, str], listings: Mapping[str, ScenarioPreview]
) -> list[tuple[str, list[str]]]:
    """Return the titles of the games with the names of their scenarios, smallest scenario first.

    `games` maps scenarios to ruleset keys, and `listings` to previews; scenarios without a preview come last.
    """
    titles = {key: ruleset.title for key, ruleset in registry.loadable_rulesets().items()}
    groups: dict[str, list[str]] = {}
    for name in names:
        key = games.get(name, "")
        groups.setdefault(titles.get(key, key or OTHERS_HEADING), []).append(name)

    def size(name: str) -> tuple[bool, int, str]:
        found = listings.get(name)
        pieces = len(found.state.table.pieces) if found else 0
        return found is None, pieces, found.title if found else name

    return [(title, sorted(groups[title], key=size)) for title in sorted(groups)]
