"""How an automated faction leaves in a craft: what it brings aboard, how it gets there, when it starts."""

from __future__ import annotations

from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import figures_of
from ..core.state import Battle, VictoryRule
from ..core.vehicles import is_airborne, vehicle_rule, vehicle_with
from ..objectives.hidden_craft import hiding_place
from ..objectives.items import carried_by, items_held, lying_items, objectives, room_for_items
from ..vehicles.driving import why_cannot_start
from ..vehicles.leaving import may_leave

Goal = tuple[Point, str]


def home_craft(state: Battle, side: SideKey) -> Piece | None:
    """Return the craft in which a side may leave the table, or None if there is none."""
    own = (rule.piece for rule in state.game.vehicles if rule.leaves and side in rule.drivers)
    return next((state.table.piece(piece) for piece in own), None)


def cargo_of(state: Battle, side: SideKey) -> VictoryRule | None:
    """Return the victory condition of a side that brings objects off the table, or None if it has none."""
    rules = (rule for rule in state.game.victory if rule.side == side)
    return next((rule for rule in rules if rule.when == "brought_off"), None)


def is_departing(state: Battle, group: UnitId) -> bool:
    """Return whether a group goes to its side's craft: the group is loaded, or the craft can start soon."""
    side = state.table.units[group].side
    craft, cargo = home_craft(state, side), cargo_of(state, side)
    if craft is None:
        return False
    if cargo is None:
        return _is_repaired_soon(state, side, craft)
    carries = any(item.kind == cargo.item for item in carried_by(state, figures_of(state, group)))
    more = any(item.kind == cargo.item for item in lying_items(state))
    return carries and (room_for_items(state, group) < 1 or not more)


def _is_repaired_soon(state: Battle, side: SideKey, craft: Piece) -> bool:
    """Return whether a craft can start, or its side has the object that it takes for the repair."""
    rule = vehicle_rule(state, craft.id)
    flag = (rule.after or "") if rule else ""
    known = objectives(state)
    needed = [act.needs for act in known.acts if act.makes == flag and act.needs]
    return not flag or flag in known.flags or any(items_held(state, side, kind) for kind in needed)


def way_off(state: Battle, group: UnitId) -> Goal | None:
    """Return where a departing group goes: to its craft, or to the place where the craft is hidden."""
    craft = home_craft(state, state.table.units[group].side)
    if craft is None or not is_departing(state, group):
        return None
    if craft.table_position is not None:
        return craft.xy, craft.name
    place = hiding_place(state, craft.id)
    marker = state.table.markers[place] if place else None
    return ((marker.x, marker.y), marker.name) if marker else None


def is_waiting_aboard(state: Battle, group: UnitId) -> bool:
    """Return whether a departing group is in its side's craft, where it stays until the craft can leave."""
    craft, inside = home_craft(state, state.table.units[group].side), vehicle_with(state, group)
    return craft is not None and inside is not None and craft.id == inside.id and is_departing(state, group)


def departure(state: Battle, group: UnitId) -> str:
    """Return the action by which a group leaves in its craft, or "" if it is elsewhere or not loaded."""
    side = state.table.units[group].side
    craft, cargo = home_craft(state, side), cargo_of(state, side)
    inside = vehicle_with(state, group)
    if craft is None or inside is None or inside.id != craft.id or why_cannot_start(state, group):
        return ""
    items = carried_by(state, state.table.pieces_aboard(craft.id))
    if cargo is not None and sum(item.kind == cargo.item for item in items) < cargo.than:
        return ""
    if not is_airborne(state, craft):
        return "take_off"
    return "leave" if may_leave(state, group) else ""
