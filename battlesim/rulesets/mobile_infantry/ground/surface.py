"""The effects of terrain on movement: what blocks, what can be climbed, and what costs more."""

from __future__ import annotations

import msgspec

from battlesim.rulings.movement_data import ClimbCost, GroundCost
from battlesim.table.levels import is_relief
from battlesim.table.terrain import Ground

from ..core.profiles import terrain_kinds


class Surface(msgspec.Struct, frozen=True):
    """The terrain that blocks moves, the walls that can be climbed, and the areas that cost more to cross."""

    solid: tuple[str, ...]
    climbs: tuple[ClimbCost, ...]
    going: tuple[GroundCost, ...]

    @property
    def blocked_ids(self) -> tuple[str, ...]:
        """The ids of terrain that stops a model that cannot climb; no base may end its move on it."""
        return (*self.solid, *(climb.terrain for climb in self.climbs))


def surface(ground: Ground) -> Surface:
    """Return the effects of the ground on movement; the result is cached."""
    return ground.cached_value("mobile infantry: surface", lambda: _surface(ground))


def _surface(ground: Ground) -> Surface:
    kinds = terrain_kinds()
    known = [(t.id, kinds[t.kind]) for t in ground.terrain if t.kind in kinds]
    standing = [(t.id, kinds[t.kind]) for t in ground.terrain if t.kind in kinds and not is_relief(t)]
    return Surface(
        solid=tuple(id for id, kind in standing if kind.blocks),
        climbs=tuple(ClimbCost(id, kind.climb) for id, kind in standing if kind.climb > 0),
        going=tuple(GroundCost(id, kind.cost) for id, kind in known if kind.cost > 1),
    )
