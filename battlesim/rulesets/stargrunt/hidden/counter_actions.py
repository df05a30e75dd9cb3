"""Actions of hidden units: revealing themselves, and moving a sniper between its counters."""

from __future__ import annotations

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.counters import ContentsLaid
from battlesim.rulings.movement import shortest_leg
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Below, Piece
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction, always_open
from ..core.hidden_units import companions, counters_of, covers_of
from ..core.lookups import figure_profile
from ..core.profiles import tables
from ..core.state import Battle, Game
from ..ground.motion import figure_motion
from .reveal import HIDES, SNIPER_HIDES, turn_over, unit_under


def own_counter(state: Battle, unit: UnitId) -> Piece | None:
    """Return the counter that represents or hides a unit, or None if it has none."""
    own = counters_of(state, unit)
    if own:
        return own[0]
    places = [piece.place for piece in state.table.pieces_of_unit(unit)]
    under = [state.table.piece(place.piece) for place in places if isinstance(place, Below)]
    return under[0] if under else None


def _has_figures(state: Battle, unit: Unit) -> bool:
    counter = own_counter(state, unit.id)
    return counter is not None and unit_under(state, counter) is not None


def show_unit(play: Play[Game], unit: UnitId) -> Script[None]:
    """Place the figures of a unit that reveals itself, which costs no action."""
    counter = own_counter(play.state, unit)
    if counter is not None:
        yield from turn_over(play, counter.id, HIDES)


def places_to_shift_to(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the counters whose place a hidden sniper can reach with a normal move."""
    counter, figures = own_counter(state, unit), state.table.pieces_of_unit(unit)
    if counter is None or not figures:
        return []
    allowance = tables().mobility[figure_profile(figures[0]).mobility].base
    others = [each for each in companions(state, counter) if each.id != counter.id]
    motion = figure_motion(state, counter, allowance, apart=0.0)
    free = tuple(key for key in motion.occupied if key not in {each.id for each in others})
    motion = msgspec.structs.replace(motion, occupied=free)
    return [each for each in others if shortest_leg(state.table, motion, each.xy) is not None]


def why_no_shift(state: Battle, unit: Unit) -> AnyText:
    """Return why a hidden sniper cannot move to another of its counters, or "" if it can."""
    return "" if places_to_shift_to(state, unit.id) else "none of its counters is within reach"


def shift_place(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask to which of its counters a hidden sniper moves; the enemy learns only that it has acted."""
    state = play.state
    options = [Option(piece.id, piece.name, (piece.id,)) for piece in places_to_shift_to(state, unit)]
    figures = tuple(piece.id for piece in state.table.pieces_of_unit(unit))
    own = state.table.units[unit]
    text = phrase("{unit}: to which counter?", own.name)
    chosen = yield from play.choose_one("shift", own.side, text, options, rule=SNIPER_HIDES, about=figures[0])
    play.emit(ContentsLaid(rule=SNIPER_HIDES, side=own.side, counter=chosen.key, pieces=figures))


SHOW_ACTION = UnitAction("Show the unit", HIDES, always_open, show_unit, _has_figures)
SHIFT_ACTION = UnitAction(
    "Shift to another counter",
    SNIPER_HIDES,
    why_no_shift,
    shift_place,
    lambda state, unit: bool(covers_of(state, unit.id)),
)
