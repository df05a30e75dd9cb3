"""The decision to choose the point where support is to fall or a false impact marker is placed."""

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
    """The decision to choose the point where the first burst of a battery falls, with a given warhead.

    `taken` lists the points already chosen for the true and false impact markers.
    """

    battery: str
    warhead: str
    taken: tuple[Point, ...] = ()


def point_decision(
    state: Battle, unit: Unit, battery: Battery, warhead: str, what: str = "impact", prompt: str = REAL_PROMPT
) -> CallSupport:
    """Return the decision that asks for the point where support is to fall, anywhere on the table."""
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
