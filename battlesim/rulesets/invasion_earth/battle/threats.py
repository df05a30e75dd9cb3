"""The regions where a model could strike in its next turn."""

from __future__ import annotations

from battlesim.engine.ruleset import Threat
from battlesim.mechanics.threats import threats_after_move

from ..assault.fighting import ASSAULT
from ..attack.strike import STRIKE
from ..core.lookups import piece_profile, piece_weapons
from ..core.state import Battle


def model_threats(view: Battle, piece: str) -> tuple[Threat, ...]:
    """Return the reach of each weapon of a model after a move, and that of its assault."""
    own = view.table.pieces.get(piece)
    if own is None or own.table_position is None:
        return ()
    move = piece_profile(own).move
    shots = [
        threat
        for weapon in piece_weapons(own).values()
        for threat in threats_after_move(
            view, piece, weapon.name, weapon.max_range, 0.0 if weapon.heavy else move, STRIKE
        )
    ]
    return (*shots, *threats_after_move(view, piece, "Assault", 0.0, move, ASSAULT))
