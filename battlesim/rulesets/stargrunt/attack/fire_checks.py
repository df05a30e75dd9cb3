"""Reasons why a unit cannot fire at another unit."""

from __future__ import annotations

from collections.abc import Callable

from battlesim.table.compound_names import compound_name
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.units import Unit

from ..core.lookups import confidence, enemy_units, ok_figures
from ..core.marks import BROKEN, FIRED_AT, ROUTED
from ..core.state import Battle
from .fire_choices import fire_groups, why_fire_is_impossible
from .targeting import carried_weapons, engagement, ready_weapons, weapons_in_reach, weapons_that_reach


def _why_morale_forbids(state: Battle, unit: Unit, target: Unit) -> AnyText:
    """Return why the confidence of a unit forbids it to fire at a target (SG-CLV-07)."""
    if confidence(unit) == ROUTED:
        return "a routed unit never fires"
    fired_first = unit.has_mark(compound_name(FIRED_AT, target.id))
    if confidence(unit) == BROKEN and not fired_first:
        return "a broken unit fires only at who fired at it"
    return ""


def _why_not_nearest(state: Battle, unit: Unit, target: Unit) -> AnyText:
    """Return why another enemy must be fired at first, by option."""
    if not state.game.parameters.nearest_first:
        return ""
    seen = {
        enemy.id: engaged.distance
        for enemy in enemy_units(state, unit.side)
        if (engaged := engagement(state, unit.id, enemy.id, ok_figures(state, unit.id)))
    }
    nearest = min(seen, key=lambda key: (seen[key], key), default=target.id)
    return "" if nearest == target.id else "another visible enemy is nearer"


def _why_no_weapon(state: Battle, unit: Unit, target: Unit) -> AnyText:
    carried = carried_weapons(state, unit.id)
    if not carried:
        return "it has no weapon that works"
    if not ready_weapons(state, unit.id):
        return "all its weapons have fired in this turn"
    if engagement(state, unit.id, target.id, ok_figures(state, unit.id)) is None:
        return "no figure sees it"
    if weapons_in_reach(state, unit.id, target.id):
        return ""
    spent = weapons_that_reach(state, unit.id, target.id, carried)
    return "every weapon that reaches has fired in this turn" if spent else "out of reach of every weapon"


def _why_impossible(state: Battle, unit: Unit, target: Unit) -> AnyText:
    reasons = [why_fire_is_impossible(state, fire) for fire in fire_groups(state, unit.id, target.id)]
    return "" if not all(reasons) else reasons[0]


TARGET_CHECKS: tuple[Callable[[Battle, Unit, Unit], AnyText], ...] = (
    _why_morale_forbids,
    _why_no_weapon,
    _why_impossible,
    _why_not_nearest,
)


def why_no_fire(state: Battle, unit: UnitId, target: UnitId) -> AnyText:
    """Return why a unit cannot fire at another unit, or "" if it can."""
    units = state.table.units
    return next((why for check in TARGET_CHECKS if (why := check(state, units[unit], units[target]))), "")
