"""Firing as one of the actions of a unit."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.play import Play, Script
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..attack.fire_checks import why_no_fire
from ..attack.fire_roll import FIRE
from ..attack.shooting import ask_weapons, resolve_fire
from ..attack.sniping import as_aiming
from ..attack.targeting import TARGETS, Fire, weapons_in_reach
from ..core.choices import choose_or_none, unit_options, why_none_is_open
from ..core.hidden_units import covers_of, hidden_enemies
from ..core.lookups import enemy_units, figure_weapons, figures_of, is_inverted, ok_figures
from ..core.state import Battle, Game
from ..hidden.recon import fire_at_counter
from ..hidden.reveal import PLACED, place_if_flipped
from .unit_actions import UnitAction

HOLD_KEY = "hold"


def target_decision(state: Battle, unit: UnitId) -> ChooseOne:
    """Return the decision that asks at which enemy a unit fires; the default is "Hold fire"."""
    state = as_aiming(state, unit)
    own = state.table.units[unit]
    options = unit_options(
        state,
        possible_targets(state, own),
        lambda enemy: why_no_fire(state, unit, enemy.id),
        rule=TARGETS,
        act="fire",
        by=(unit,),
        figures=figures_of,
    )
    prompt = phrase("{unit}: fire at which target?", own.name)
    return choose_or_none(
        state, own, prompt, options, what="target", rule=TARGETS, none=HOLD_KEY, none_text="Hold fire"
    )


def perform_fire(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which enemy a unit fires at and with which weapons, then resolve the fire."""
    decision = target_decision(play.state, unit)
    key = yield from play.ask(decision)
    if key == HOLD_KEY:
        return
    target = UnitId(decision.chosen_option(key).to[0])
    yield from place_if_flipped(play, target)
    aiming = as_aiming(play.state, unit)
    if why_no_fire(aiming, unit, target):
        play.log_message("No target is left", rule=PLACED)
        return
    if aiming is not play.state:
        fire = Fire(unit, target, tuple(weapons_in_reach(aiming, unit, target)))
        yield from resolve_fire(play, fire, aiming)
        return
    fire = yield from ask_weapons(play, unit, target)
    yield from (fire_at_counter if is_inverted(play.state.table.units[target]) else resolve_fire)(play, fire)


def possible_targets(state: Battle, unit: Unit) -> list[Unit]:
    """Return the enemy units and, unless the unit is a hidden sniper, the enemy's face-down counters."""
    counters = [] if covers_of(state, unit.id) else hidden_enemies(state, unit.side)
    return [*enemy_units(state, unit.side), *counters]


def why_cannot_fire(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit has no target to fire at, or "" if it has one."""
    state = as_aiming(state, unit.id)
    reasons = [why_no_fire(state, unit.id, enemy.id) for enemy in possible_targets(state, unit)]
    return why_none_is_open(reasons, "no enemy is in sight and reach")


FIRE_ACTION = UnitAction(
    "Fire",
    FIRE,
    why_cannot_fire,
    perform_fire,
    lambda state, unit: any(
        figure_weapons(state, piece) for piece in ok_figures(as_aiming(state, unit.id), unit.id)
    ),
)
