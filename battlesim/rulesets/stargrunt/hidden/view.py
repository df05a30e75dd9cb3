"""The knowledge of each side, which excludes what is under enemy counters and which impact marker is true."""

from __future__ import annotations

import msgspec

from battlesim.engine.dice import Rng
from battlesim.mechanics.counters import deal_contents, with_contents_hidden, with_groups_dealt
from battlesim.table.ids import MarkerId, SideKey, UnitId

from ..battle.counters import units_in_store
from ..core.hidden_units import covers_of
from ..core.lookups import is_inverted, unit_rules
from ..core.state import Battle, Mission
from ..support.missions import battery_of


def view_for_side(state: Battle, side: SideKey) -> Battle:
    """Return the state as a side knows it: the hidden units are listed, but not their counters."""
    state = state.with_table(with_contents_hidden(state.table, side))
    if all(battery_of(state, mission).side == side for mission in state.game.missions):
        return state
    missions = tuple(_shown(state, mission, side) for mission in state.game.missions)
    return state.with_game(missions=missions)


def _shown(state: Battle, mission: Mission, side: SideKey) -> Mission:
    """Return a mission as a side knows it: at the first of its markers, if it is not its own."""
    if battery_of(state, mission).side == side or not mission.markers:
        return mission
    marker = state.table.markers[MarkerId(mission.markers[0])]
    return msgspec.structs.replace(mission, at=(marker.x, marker.y), guessed=True)


def determinize(view: Battle, rng: Rng) -> Battle:
    """Return a complete state that agrees with a side's view, with hidden units under random counters."""
    hidden = units_in_store(view, dealt=True)
    counters = {unit: _possible_counters(view, unit) for unit in hidden}
    view = view.with_table(with_groups_dealt(view.table, rng, counters)) if hidden else view
    if not any(mission.markers for mission in view.game.missions):
        return view
    return view.with_game(missions=tuple(_dealt(view, mission, rng) for mission in view.game.missions))


def _possible_counters(view: Battle, unit: UnitId) -> list[str]:
    """Return the counters that may hide a unit."""
    if own := covers_of(view, unit):
        return [piece.id for piece in own]
    units, side = view.table.units, view.table.units[unit].side
    free = [p for p in view.table.standing_pieces() if p.side == side and is_inverted(units[p.unit])]
    return [p.id for p in free if not unit_rules(units[p.unit]).covers]


def _dealt(view: Battle, mission: Mission, rng: Rng) -> Mission:
    """Return a mission of the enemy with its point at one of its markers."""
    if not mission.guessed:
        return mission
    markers = [view.table.markers[MarkerId(key)] for key in mission.markers]
    points = [(marker.x, marker.y) for marker in markers]
    return msgspec.structs.replace(mission, at=deal_contents(["at"], points, rng)["at"], guessed=False)
