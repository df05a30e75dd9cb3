"""Optional reaction fire: a unit fires at an enemy between its two moves instead of acting later."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.activation import Activation
from battlesim.mechanics.alternating_activations import units_to_activate
from battlesim.mechanics.interruptions import Interruptions, ask_interruptions
from battlesim.mechanics.turns import PiecesActed
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..attack.fire_checks import why_no_fire
from ..attack.shooting import ask_weapons, resolve_fire
from ..core.lookups import (
    active_units,
    is_inverted,
    is_suppressed,
    leader_of,
    ok_figures,
    standing_ids,
)
from ..core.marks import DETACHED, PANIC
from ..core.state import Battle, Game
from ..ground.integrity import why_out_of_integrity

REACTS = "SG-GAP-31"
MOVES = ("move", "combat_move", "travel")
HOLD_KEY = "hold"


def may_be_interrupted(now: Activation, key: str) -> bool:
    """Return whether an action is the second of two successive moves, so that an enemy may react to it."""
    return key in MOVES and now.done[-1:] != () and now.done[-1] in MOVES


def why_no_reaction(state: Battle, unit: Unit, mover: UnitId) -> AnyText:
    """Return why a unit that has not been activated cannot fire at a moving enemy, or "" if it can."""
    if is_suppressed(unit):
        return "the unit is suppressed"
    if unit.has_mark(PANIC):
        return "the unit is in panic"
    return why_out_of_integrity(state, unit.id) or why_no_fire(state, unit.id, mover)


def reaction_decision(state: Battle, side: SideKey, mover: Unit) -> ChooseOne:
    """Return the decision that asks which unit of a side fires at a moving enemy."""
    waiting = set(units_to_activate(state, side))
    units = [each for each in active_units(state, side) if each.id in waiting and not each.has_mark(DETACHED)]
    options = [
        Option(
            unit.id,
            unit.name,
            tuple(piece.id for piece in ok_figures(state, unit.id)),
            rule=REACTS,
            by=tuple(piece.id for piece in ok_figures(state, unit.id)),
            act="fire",
            to=(mover.id,),
            shut=why_no_reaction(state, unit, mover.id),
        )
        for unit in units
    ]
    return ChooseOne(
        side=side,
        what="react",
        prompt=phrase("{unit} moves again: fire at it?", mover.name),
        rule=REACTS,
        about=leader_of(state, mover.id).id,
        options=(*closed_last(options), Option(HOLD_KEY, "Let it pass")),
        least=HOLD_KEY,
        fires=next((option.key for option in options if not option.shut), ""),
    )


def ask_reaction_fire(play: Play[Game], mover: UnitId) -> Script[None]:
    """Ask the enemy which unit fires at one about to move again, unless that is a face-down counter.

    Firing counts as the unit's activation.
    """
    own = play.state.table.units[mover]
    if is_inverted(own):
        return

    def decision_of(side: SideKey, found: Interruptions) -> ChooseOne | None:
        return None if found else reaction_decision(play.state, side, own)

    for _, option in (yield from ask_interruptions(play, own.side, decision_of)):
        unit = UnitId(option.key)
        fire = yield from ask_weapons(play, unit, mover)
        play.emit(PiecesActed(rule=REACTS, acted=standing_ids(play.state, unit)))
        yield from resolve_fire(play, fire)
