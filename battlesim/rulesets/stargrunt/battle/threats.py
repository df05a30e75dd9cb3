"""The regions where a figure could strike in its unit's next activation, drawn from where it stands."""

from __future__ import annotations

from battlesim.engine.ruleset import Threat
from battlesim.mechanics.threats import threats_after_move

from ..assault.declare import MAY_ASSAULT, longest_assault
from ..attack.fire_roll import FIRE
from ..attack.targeting import band_length
from ..core.lookups import figure_weapons, is_ok, unit_mobility, unit_of
from ..core.state import Battle
from ..previews.range_bands import MAX_BANDS


def figure_threats(view: Battle, piece: str) -> tuple[Threat, ...]:
    """Return the reach of a figure's fire after a normal move, and of a close assault."""
    own = view.table.pieces.get(piece)
    if own is None or not is_ok(own):
        return ()
    unit = unit_of(view, own)
    band, move = band_length(unit), unit_mobility(view, unit.id).base
    arms = figure_weapons(own).values()
    bands = 1 if all(weapon.close for weapon in arms) else MAX_BANDS
    fire = threats_after_move(view, piece, "Fire", bands * band, move, FIRE) if arms else ()
    assault = threats_after_move(
        view, piece, "Close assault", longest_assault(view, unit.id), 0.0, MAY_ASSAULT
    )
    return (*fire, *assault)
