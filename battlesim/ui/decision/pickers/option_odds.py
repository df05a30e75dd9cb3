"""The odds of all open options of a decision, computed in the background for comparison."""

from __future__ import annotations

from typing import Final

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.measuring import known_preview
from battlesim.engine.ruleset import AnyRuleset, SupportsPreviews
from battlesim.table.phrases import percent
from battlesim.table.state import AnyState
from battlesim.ui.toolkit.work_queue import LONG_LANE, KeyedResult, WorkQueue

MAX_RATED_OPTIONS: Final = 16
"""Largest number of options whose odds are listed."""


class OptionOdds:
    """The chance of success of each option of a decision. There are no chances until they are computed."""

    def __init__(
        self, ruleset: AnyRuleset, view: AnyState, decision: ChooseOne, queue: WorkQueue | None
    ) -> None:
        self._later: KeyedResult[dict[str, str]] = KeyedResult(queue, LONG_LANE)
        open_keys = [option.key for option in decision.open_options if option.key != decision.least]
        if queue is None or not isinstance(ruleset, SupportsPreviews) or len(open_keys) > MAX_RATED_OPTIONS:
            return

        def work() -> dict[str, str]:
            found = {key: known_preview(ruleset, view, decision, key) for key in open_keys}
            return {key: percent(one.chance) for key, one in found.items() if one and one.chance is not None}

        self._later.request(decision, work)

    def poll(self) -> bool:
        """Take the odds if they are ready. Return True if there is something new to list."""
        return self._later.poll()

    def text(self, key: str) -> str:
        """Return the chance of an option as text, "" if it has none or is not known yet."""
        known = self._later.value or {}
        return known.get(key, "") if len(known) > 1 else ""
