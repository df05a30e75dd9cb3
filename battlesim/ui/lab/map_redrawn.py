"""An event of the lab that replaces the map of the table."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.scenarios.map_sketch import MapSketch
from battlesim.table.events import Event
from battlesim.table.levels import shifted_place, standing_place
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import State
from battlesim.table.terrain import Ground
from battlesim.ui.lab.lab_ruleset import LabGame


class MapRedrawn(Event, frozen=True, tag="Redrawn"):
    """An event of the table editor that replaces the map.

    Pieces on or in terrain that is removed are placed on the table.
    """

    sketch: MapSketch
    ground: Ground

    def apply(self, state: State[Any]) -> State[Any]:
        """Replace the ground and put pieces of removed terrain on the table."""
        table, ground = state.table, self.ground
        pieces = {name: _kept(piece, ground, table.ground) for name, piece in table.pieces.items()}
        table = msgspec.structs.replace(table, ground=ground, pieces=pieces)
        return msgspec.structs.replace(state, table=table, game=LabGame(self.sketch))


def _kept(piece: Piece, ground: Ground, before: Ground) -> Piece:
    """Return a piece moved to where it can be on the new ground."""
    place, there = piece.place, ground.terrain_by_id()
    if isinstance(place, Inside) and place.terrain not in there:
        ring = before.get(place.terrain).rings[0]
        middle = sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
        place = standing_place(ground, *middle)
    if not isinstance(place, OnTable):
        return piece
    x, y = min(place.x, ground.width), min(place.y, ground.height)
    place = shifted_place(ground, place, x, y, before=before)
    return piece if place == piece.place else msgspec.structs.replace(piece, place=place)
