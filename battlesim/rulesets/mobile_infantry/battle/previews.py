"""What the window shows before an answer is given: exact odds, every modifier, the rules behind them.

A file for each kind of act; all of them ask the functions that the rules ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import Preview
from battlesim.mechanics import acts

from ..activations.carrying import CARRYING
from ..activations.moves import MOVES
from ..activations.tunnelling import BELOW
from ..aftermath.allocating import ALLOCATING
from ..aftermath.areas import AREAS
from ..air.flights import AIR
from ..arachnids.blows import BLOWS
from ..core.state import MI, Battle
from ..reacting.cards import REACTING
from ..troopers.shots import SHOTS
from ..troopers.support import ACTS

SUPPORT: Mapping[tuple[str, str], Callable[[Battle, Any, Any], Preview | None]] = {
    (MI, "support"): partial(acts.preview, ACTS)
}
PARTS = (AIR, AREAS, SHOTS, ALLOCATING, BLOWS, BELOW, REACTING, MOVES, CARRYING, SUPPORT)
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
