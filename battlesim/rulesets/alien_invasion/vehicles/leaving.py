"""Leaving the table for good with a craft, where the scenario lets it."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.carrying import leave_with_all_aboard
from battlesim.table.ids import UnitId

from ..core.events import ObjectivesChanged
from ..core.group_action import GroupAction
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_rule, vehicle_with
from .driving import why_cannot_start
from .flight import craft_of, is_in_craft

LEAVES = "MT-SCN-02"


def left_flag(craft: str) -> str:
    """Return the flag that is raised when a craft has left the table."""
    return f"{craft}_left"


def may_leave(state: Battle, group: UnitId) -> bool:
    """Return whether a group is flying in a craft that may leave the table."""
    craft = vehicle_with(state, group)
    rule = vehicle_rule(state, craft.id) if craft else None
    return is_in_craft(state, group, True) and rule is not None and rule.leaves is True


def leave(play: Play[Game], group: UnitId) -> Script[None]:
    """Make the craft of a group leave the table for good, with all that are in it."""
    craft = craft_of(play.state, group)
    leave_with_all_aboard(play, craft.id, LEAVES)
    play.emit(ObjectivesChanged(rule=LEAVES, flags=(left_flag(craft.id),)))
    yield from ()


LEAVE_ACTION = GroupAction("Leave the table", LEAVES, why_cannot_start, leave, may_leave)
