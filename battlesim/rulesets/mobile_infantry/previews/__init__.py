"""What the window shows before an answer is given: exact odds, every modifier, the rules behind them.

A file for each kind of act; all of them ask the functions that the rules ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import Preview
from battlesim.rulesets.mobile_infantry.previews.air import AIR
from battlesim.rulesets.mobile_infantry.previews.allocating import ALLOCATING
from battlesim.rulesets.mobile_infantry.previews.areas import AREAS
from battlesim.rulesets.mobile_infantry.previews.below import BELOW
from battlesim.rulesets.mobile_infantry.previews.blows import BLOWS
from battlesim.rulesets.mobile_infantry.previews.carrying import CARRYING
from battlesim.rulesets.mobile_infantry.previews.chances import CHANCES
from battlesim.rulesets.mobile_infantry.previews.moves import MOVES
from battlesim.rulesets.mobile_infantry.previews.reacting import REACTING
from battlesim.rulesets.mobile_infantry.previews.shots import SHOTS
from battlesim.rulesets.mobile_infantry.state import Battle

PARTS = (AIR, AREAS, SHOTS, ALLOCATING, BLOWS, BELOW, REACTING, MOVES, CARRYING, CHANCES)
PREVIEWS: Mapping[tuple[str, str], tuple[Callable[[Battle, Any, Any], Preview | None], ...]] = {
    key: tuple(part[key] for part in PARTS if key in part) for key in dict.fromkeys(chain(*PARTS))
}
"""By side and question; the first that knows the answer speaks."""


def preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """What an answer would lead to; None for one that has neither odds nor figures."""
    for found in PREVIEWS.get((decision.side, decision.what), ()):
        if (known := found(view, decision, answer)) is not None:
            return known
    return None
