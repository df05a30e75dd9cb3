"""The effects of failed tests on independent figures, such as snipers, that have no confidence level."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.table.units import Unit

from ..core.lookups import ok_figures, unit_rules
from ..core.marks import INDEPENDENT, PANIC
from ..core.state import Battle, Game
from .suppression import suppress

TWO_LEVELS = 2


def has_no_levels(state: Battle, unit: Unit) -> bool:
    """Return whether a unit is an independent figure without a confidence level."""
    return unit_rules(unit).independent and not state.game.parameters.independents_have_levels


def mark_independent(play: Play[Game], unit: Unit, levels: int) -> None:
    """Give an independent figure a suppression marker for one lost level, or a panic marker for two."""
    if levels >= TWO_LEVELS:
        set_mark(play, [unit.id], PANIC, 1, INDEPENDENT)
    else:
        suppress(play, unit.id, INDEPENDENT)


def leave_for_good(play: Play[Game], unit: Unit) -> None:
    """Remove an independent figure that rolled a 1 to end its panic."""
    for piece in ok_figures(play.state, unit.id):
        remove_from_play(play, piece.id, INDEPENDENT)
