"""Terrain as it affects movement: solids, walls that may be climbed, and areas that cost more. Inches."""

from __future__ import annotations

import msgspec

from battlesim.rulings.movement_data import ClimbCost, GroundCost
from battlesim.table.terrain import Ground

from ..core.profiles import terrain_kinds


class Surface(msgspec.Struct, frozen=True):
    """The ground as it affects moves of both sides, in inches.

    It holds the solids that stop a move, the walls that may be climbed, and the areas that cost more."""

    solid: tuple[str, ...]
    climbs: tuple[ClimbCost, ...]
    going: tuple[GroundCost, ...]

    @property
    def blocked_ids(self) -> tuple[str, ...]:
        """The ids of the terrain that stops a base that does not climb and that no base may end on."""
        return (*self.solid, *(climb.terrain for climb in self.climbs))


def surface(ground: Ground) -> Surface:
    """Return the ground as movers find it, built once."""
    return ground.cached_value("mobile infantry: surface", lambda: _surface(ground))


def _surface(ground: Ground) -> Surface:
    kinds = terrain_kinds()
    known = [(t.id, kinds[t.kind]) for t in ground.terrain if t.kind in kinds]
    return Surface(
        solid=tuple(id for id, kind in known if kind.blocks),
        climbs=tuple(ClimbCost(id, kind.climb) for id, kind in known if kind.climb > 0),
        going=tuple(GroundCost(id, kind.cost) for id, kind in known if kind.cost > 1),
    )
