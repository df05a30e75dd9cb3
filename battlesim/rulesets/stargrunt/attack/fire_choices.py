"""The fire actions among which a unit can choose against a target."""

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
    """Return one fire action with all light weapons in range, and one for each heavy weapon."""
    return grouped_fires(unit, target, weapons_together(state, weapons_in_reach(state, unit, target)))


def grouped_fires(unit: UnitId, target: UnitId, weapons: Iterable[str]) -> list[Fire]:
    """Return one fire action with all light weapons among those given, and one for each heavy weapon."""
    keys = list(weapons)
    light = tuple(key for key in keys if not weapon_of(key).size)
    heavy = [(key,) for key in keys if weapon_of(key).size]
    return [Fire(unit, target, group) for group in ([light] if light else []) + heavy]


def is_wasted(state: Battle, fire: Fire) -> bool:
    """Return whether a fire action can have no effect, because it would have to beat more than a D12."""
    return range_die(state, fire)[0].over > 0


def why_fire_is_impossible(state: Battle, fire: Fire) -> AnyText:
    """Return why a fire action is refused, or "" if not; an option allows fire that has no effect."""
    if state.game.parameters.refuses_impossible_shots and is_wasted(state, fire):
        return f"the range die would be {range_die(state, fire)[0].over} above a D12"
    return why_no_missile(state, fire)


def possible_fires(state: Battle, unit: UnitId, target: UnitId) -> list[Fire]:
    """Return the fire actions that a unit may take against a target."""
    return [f for f in fire_groups(state, unit, target) if not why_fire_is_impossible(state, f)]
