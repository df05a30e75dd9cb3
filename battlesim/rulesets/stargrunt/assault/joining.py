"""Combined assaults, in which further units join the unit that is activated."""

from __future__ import annotations

from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.alternating_activations import units_to_activate
from battlesim.mechanics.turns import PiecesActed
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase
from battlesim.table.units import Unit

from ..actions.beginning import forget_who_fired
from ..core.lookups import active_units, is_inverted, leader_of, ok_figures, standing_ids
from ..core.marks import DETACHED
from ..core.state import Battle, Game
from .declare import why_no_assault

JOINS = "SG-GAP-127"


class AssaultForce:
    """The units that assault together, with the starting points of their figures.

    Each of the `dropped` units adds 1 to the threat level of all further tests of the others.
    """

    def __init__(self, state: Battle, units: list[UnitId], target: UnitId) -> None:
        self.units, self.target, self.dropped = list(units), target, 0
        figures = (piece for unit in units for piece in ok_figures(state, unit))
        self.starts: dict[str, Point] = {piece.id: piece.xy for piece in figures}

    def drop(self, unit: UnitId) -> None:
        """Remove a unit that has failed a test from the assault."""
        self.units.remove(unit)
        self.dropped += 1

    def forget_the_lost(self, state: Battle) -> None:
        """Remove units that have no figure able to act from the assault."""
        self.units = [unit for unit in self.units if ok_figures(state, unit)]


def possible_joiners(state: Battle, unit: UnitId) -> list[Unit]:
    """Return the other units of a side that have not been activated this turn."""
    side = state.table.units[unit].side
    waiting = set(units_to_activate(state, side))
    busy = {each.unit for each in state.game.activation.chain} if state.game.activation else {unit}
    return [
        other
        for other in active_units(state, side)
        if other.id in waiting
        and other.id not in busy
        and not other.has_mark(DETACHED)
        and not is_inverted(other)
    ]


def ask_joining(play: Play[Game], unit: UnitId, target: UnitId) -> Script[list[UnitId]]:
    """Ask which other units join an assault, unless an option forbids it. Return those that do."""
    if not play.state.game.parameters.combines_assaults:
        return []
    leader = leader_of(play.state, unit)
    options = [
        Option(
            other.id,
            other.name,
            tuple(piece.id for piece in ok_figures(play.state, other.id)),
            rule=JOINS,
            by=(other.id,),
            to=(target,),
            shut=why_no_assault(play.state, other.id, target),
        )
        for other in possible_joiners(play.state, unit)
    ]
    ready = sum(not option.shut for option in options)
    if not ready:
        return []
    text = phrase("Which units join the assault on {target}?", play.state.table.units[target].name)
    chosen = yield from play.choose_some(
        "join", leader.side, text, closed_last(options), rule=JOINS, about=leader.id, most=ready
    )
    joined = [UnitId(key) for key in chosen]
    acted = tuple(piece for other in joined for piece in standing_ids(play.state, other))
    if acted:
        play.emit(PiecesActed(rule=JOINS, acted=acted))
    for other in joined:
        forget_who_fired(play, other)
    return joined
