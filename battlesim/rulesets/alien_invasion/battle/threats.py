"""The regions where a figure could strike with its next card, drawn from where it stands."""

from __future__ import annotations

from battlesim.engine.ruleset import Threat
from battlesim.mechanics.threats import threats_after_move

from ..contact.locks import LOCKS
from ..core.lookups import combat_of, faction_of
from ..core.state import Battle
from ..core.vehicles import is_vehicle


def figure_threats(view: Battle, piece: str) -> tuple[Threat, ...]:
    """Return the region that a figure could charge; a shot reaches as far as the figure sees."""
    own = view.table.pieces.get(piece)
    if own is None or is_vehicle(own) or combat_of(view, own.unit):
        return ()
    reach = faction_of(view, own.side).figure_move(own.kind)
    return threats_after_move(view, piece, "Charge", reach, 0.0, LOCKS)
