"""The decision where support is to fall, or where the enemy is to believe that it falls."""

from __future__ import annotations

from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.geometry.shapes import Point
from battlesim.table.units import Unit

from ..core.lookups import leader_of
from ..core.profiles import tables
from ..core.state import Battery, Battle

REQUESTS = "SG-GAP-131"
REAL_PROMPT = "Where is it to fall?"


class CallSupport(PlaceTemplate, frozen=True, kw_only=True, tag="call_support"):
    """The decision where support is to fall: the point of the first burst of a battery with a warhead.

    `taken` has the points that a side has chosen before, for the true marker and false ones.
    """

    battery: str
    warhead: str
    taken: tuple[Point, ...] = ()


def point_decision(
    state: Battle, unit: Unit, battery: Battery, warhead: str, what: str = "impact", prompt: str = REAL_PROMPT
) -> CallSupport:
    """Return the decision where the support is to fall: any point of the table, seen or not."""
    ground = state.table.ground
    whole = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    return CallSupport(
        side=unit.side,
        what=what,
        prompt=prompt,
        rule=REQUESTS,
        about=leader_of(state, unit.id).id,
        zone=(whole,),
        radius=tables().burst[battery.size].radius,
        battery=battery.id,
        warhead=warhead,
    )
