"""Sight on a table without a battle: its pieces as groups, nobody locked, the default options."""

from __future__ import annotations

from battlesim.mechanics.deck import Deck
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import UnitId
from battlesim.table.state import State, Table
from battlesim.table.units import Unit

from ..core.parameters import resolve_parameters
from ..core.state import Game
from ..core.vehicles import VEHICLE, is_vehicle
from .sight import sight_rules


def table_sight_rules(table: Table) -> SightRules:
    """Return the rules of sight for the pieces of a table; those of one unit are a group."""
    first = {piece.unit or UnitId(piece.id): piece for piece in reversed(table.pieces.values())}
    units = {
        key: Unit(key, key, piece.side, VEHICLE if is_vehicle(piece) else "") for key, piece in first.items()
    }
    game = Game(
        parameters=resolve_parameters({}),
        factions={},
        seats=(),
        faces={},
        deck=Deck(()),
        phases=("",),
        phase="",
    )
    bare = Table(table.ground, table.pieces, table.sides, table.markers, units)
    return sight_rules(State(bare, game))
