"""Counters that must be turned over: those near enemies, and those that move in the open in their sight."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.counters import SeenGaps, due_counters
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings.sight import pair_verdicts
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece

from ..core.hidden_units import counters_of
from ..core.lookups import is_counter, is_ok
from ..core.state import Battle, Game
from ..ground.cover import is_in_cover
from ..ground.sight import sight_rules
from .reveal import HIDES, turn_over

REACHED_IN, OPEN_IN = 6.0, 12.0
"""How near an enemy who sees a counter turns it over, and one who sees it end an action in the open."""


def viewers_against(state: Battle, side: SideKey) -> list[Piece]:
    """Return the enemy figures that can act, which are those that can cause counters to be turned over."""
    return [p for p in state.table.standing_pieces() if p.side != side and is_ok(p) and not is_counter(p)]


def counters_due(state: Battle, acted: UnitId) -> list[str]:
    """Return the counters that must be turned over after a unit has acted, the nearest first."""
    mine = {piece.id for piece in counters_of(state, acted)}
    open_to_all = bool(mine) and not is_in_cover(state, acted)

    def is_due(counter: Piece, gaps: SeenGaps) -> bool:
        reach = OPEN_IN if open_to_all and counter.id in mine else REACHED_IN
        pairs = [(viewer, counter) for gap, viewer in gaps if is_within_distance(gap, reach)]
        found = pair_verdicts(state.table, sight_rules(), pairs, with_blockers=False)
        return any(verdict.visible for verdict in found)

    due = list[str]()
    for side in state.table.sides:
        counters = [p for p in state.table.standing_pieces() if p.side == side.key and is_counter(p)]
        due += due_counters(state.table, counters, viewers_against(state, side.key), is_due)
    return due


def turn_over_due(play: Play[Game], acted: UnitId) -> Script[None]:
    """Turn over the counters that must be turned over after a unit has acted."""
    for counter in counters_due(play.state, acted):
        if counter in play.state.table.pieces:
            yield from turn_over(play, counter, HIDES)
