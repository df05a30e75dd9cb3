"""The knowledge of each side; the marines do not know what the markers hide."""

from __future__ import annotations

from battlesim.engine.dice import Rng
from battlesim.mechanics.counters import deal_contents
from battlesim.table.ids import SideKey

from ..core.lookups import marker_pieces
from ..core.state import CREATURES, Battle
from ..markers import contents

UNKNOWN_CONTENTS = "?"


def view_for_side(state: Battle, side: SideKey) -> Battle:
    """Return the state as a side may see it; the marines do not see what the markers hide."""
    if side == CREATURES or not state.game.contents:
        return state
    return state.with_game(contents=dict.fromkeys(state.game.contents, UNKNOWN_CONTENTS))


def determinize(view: Battle, rng: Rng) -> Battle:
    """Return a complete state that agrees with a side's view; unknown markers get random contents."""
    hidden = [key for key, held in view.game.contents.items() if held == UNKNOWN_CONTENTS]
    if not hidden:
        return view
    known = {piece.id for piece in marker_pieces(view.table)}
    found = deal_contents(hidden, contents.CONTENT_POOL, rng)
    dealt = {key: contents.encode_contents(held) for key, held in found.items() if key in known}
    return view.with_game(contents={**view.game.contents, **dealt})
