"""Fire as an action of a unit."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..attack.fire_checks import why_no_fire
from ..attack.fire_roll import FIRE
from ..attack.shooting import ask_weapons, resolve_fire
from ..attack.targeting import TARGETS, carried_weapons
from ..core.lookups import enemy_units, figures_of, leader_of
from ..core.state import Battle, Game
from .unit_actions import UnitAction

HOLD_KEY = "hold"


def target_decision(state: Battle, unit: UnitId) -> ChooseOne:
    """Return the decision at which unit a unit fires, with "Hold fire" as its default."""
    own = state.table.units[unit]
    options = [
        Option(
            enemy.id,
            enemy.name,
            tuple(piece.id for piece in figures_of(state, enemy.id)),
            rule=TARGETS,
            by=(unit,),
            act="fire",
            to=(enemy.id,),
            shut=why_no_fire(state, unit, enemy.id),
        )
        for enemy in enemy_units(state, own.side)
    ]
    return ChooseOne(
        side=own.side,
        what="target",
        prompt=phrase("{}: fire at whom?", own.name),
        rule=TARGETS,
        about=leader_of(state, unit).id,
        options=(*closed_last(options), Option(HOLD_KEY, "Hold fire")),
        least=HOLD_KEY,
    )


def perform_fire(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask for a target and for the weapons, and fire."""
    decision = target_decision(play.state, unit)
    key = yield from play.ask(decision)
    if key != HOLD_KEY:
        fire = yield from ask_weapons(play, unit, decision.chosen_option(key).to[0])  # type: ignore[arg-type]
        yield from resolve_fire(play, fire)


def why_cannot_fire(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit has nobody to fire at, "" if it has."""
    reasons = [why_no_fire(state, unit.id, enemy.id) for enemy in enemy_units(state, unit.side)]
    if any(not reason for reason in reasons):
        return ""
    return reasons[0] if len(set(reasons)) == 1 else "no enemy is in sight and reach"


FIRE_ACTION = UnitAction(
    "Fire", FIRE, why_cannot_fire, perform_fire, lambda state, unit: bool(carried_weapons(state, unit.id))
)
