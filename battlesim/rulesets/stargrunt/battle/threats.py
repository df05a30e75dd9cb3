"""The regions where a figure could strike in its unit's next activation."""

from __future__ import annotations

from battlesim.engine.ruleset import Threat
from battlesim.mechanics.threats import threats_after_move

from ..assault.declare import MAY_ASSAULT, longest_assault
from ..attack.targeting import CLOSE_ONLY, band_length
from ..core.lookups import figure_weapons, is_ok, unit_mobility, unit_of
from ..core.state import Battle


def figure_threats(view: Battle, piece: str) -> tuple[Threat, ...]:
    """Return the regions that a figure threatens: by close assault, and by short-range weapons after a move.

    Other weapons reach far beyond; the range bands of the unit show how well they hit.
    """
    own = view.table.pieces.get(piece)
    if own is None or not is_ok(own):
        return ()
    unit = unit_of(view, own)
    band, move = band_length(unit), unit_mobility(view, unit.id).base
    close = [weapon for weapon in figure_weapons(view, own).values() if weapon.close]
    fire = threats_after_move(view, piece, "First band", band, move, CLOSE_ONLY) if close else ()
    assault = threats_after_move(
        view, piece, "Close assault", longest_assault(view, unit.id), 0.0, MAY_ASSAULT
    )
    return (*fire, *assault)
