"""What each side may know: the marines do not know what markers hold."""

from __future__ import annotations

from battlesim.engine.dice import Rng
from battlesim.table.ids import SideKey

from ..core.facts import markers
from ..core.state import CREATURES, Battle
from ..markers import contents

UNKNOWN = "?"


def view(state: Battle, side: SideKey) -> Battle:
    """The state as a side may know it; that something is settled is no secret."""
    if side == CREATURES or not state.game.contents:
        return state
    return state.with_game(contents=dict.fromkeys(state.game.contents, UNKNOWN))


def determinise(shown: Battle, rng: Rng) -> Battle:
    """A whole state that fits a view: markers hold what they may."""
    hidden = [key for key, held in shown.game.contents.items() if held == UNKNOWN]
    if not hidden:
        return shown
    pool = rng.sample(contents.POOL, len(contents.POOL))
    known = {piece.id for piece in markers(shown.table)}
    dealt = {key: contents.written(pool[k % len(pool)]) for k, key in enumerate(hidden) if key in known}
    return shown.with_game(contents={**shown.game.contents, **dealt})
