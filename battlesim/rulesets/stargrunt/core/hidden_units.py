"""Lookup of counters and of the units that they hide."""

from __future__ import annotations

from collections import defaultdict

from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from .lookups import active_units, figures_of, is_counter, is_inverted, ok_figures, unit_rules
from .state import Battle


def counters_of(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the counters of a unit on the table."""
    return [piece for piece in figures_of(state, unit) if is_counter(piece)]


def companions(state: Battle, counter: Piece) -> list[Piece]:
    """Return a counter or, if it may hide a sniper, all the counters under which that sniper may be."""
    covers = unit_rules(state.table.units[counter.unit]).covers
    if not covers:
        return [counter]
    return covers_of(state, UnitId(covers))


def covers_of(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the counters under one of which a sniper's unit is hidden."""
    return _covers(state).get(unit, [])


def _covers(state: Battle) -> dict[UnitId, list[Piece]]:
    """Return, for each sniper, the counters on the table that may hide it; the result is cached."""

    def build() -> dict[UnitId, list[Piece]]:
        found = defaultdict[UnitId, list[Piece]](list)
        for piece in filter(is_counter, state.table.standing_pieces()):
            covers = unit_rules(state.table.units[piece.unit]).covers
            if covers:
                found[UnitId(covers)].append(piece)
        return dict(found)

    return state.table.cached_value("stargrunt: covers", build)


def hidden_snipers(state: Battle, side: SideKey) -> list[Unit]:
    """Return the units of a side that act although they are hidden under one of several counters."""
    units = (state.table.units[unit] for unit in _covers(state))
    return [unit for unit in units if unit.side == side]


def can_act(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit has a figure that can act, on the table or as a hidden sniper."""
    return bool(ok_figures(state, unit)) or bool(covers_of(state, unit))


def hidden_enemies(state: Battle, side: SideKey) -> list[Unit]:
    """Return the units that represent the face-down counters of other sides."""
    return [unit for unit in active_units(state) if unit.side != side and is_inverted(unit)]
