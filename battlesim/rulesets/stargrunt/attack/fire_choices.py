"""The fire actions that a unit can choose among at one target."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText

from ..core.state import Battle
from .fire_roll import range_die
from .heavy_fire import why_no_missile
from .targeting import Fire, weapon_of, weapons_in_reach, weapons_together

IMPOSSIBLE = "SG-GAP-06"


def fire_groups(state: Battle, unit: UnitId, target: UnitId) -> list[Fire]:
    """Return a fire action of all small arms and support weapons in reach, and one of each heavy weapon."""
    return grouped_fires(unit, target, weapons_together(state, weapons_in_reach(state, unit, target)))


def grouped_fires(unit: UnitId, target: UnitId, weapons: Iterable[str]) -> list[Fire]:
    """Return a fire action of all light weapons of some, and one of each heavy weapon."""
    keys = list(weapons)
    light = tuple(key for key in keys if not weapon_of(key).size)
    heavy = [(key,) for key in keys if weapon_of(key).size]
    return [Fire(unit, target, group) for group in ([light] if light else []) + heavy]


def is_wasted(state: Battle, fire: Fire) -> bool:
    """Return whether a fire action would need more than a D12 and so does nothing."""
    return range_die(state, fire)[0].over > 0


def why_fire_is_impossible(state: Battle, fire: Fire) -> AnyText:
    """Return why a fire action is refused, "" if it is not; by option one without effect is allowed."""
    if state.game.parameters.refuses_impossible_shots and is_wasted(state, fire):
        return f"the range die would be {range_die(state, fire)[0].over} above a D12"
    return why_no_missile(state, fire)


def possible_fires(state: Battle, unit: UnitId, target: UnitId) -> list[Fire]:
    """Return the fire actions of a unit at a target that are not refused."""
    return [f for f in fire_groups(state, unit, target) if not why_fire_is_impossible(state, f)]
