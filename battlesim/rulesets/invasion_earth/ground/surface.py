"""The effects of the terrain of a battle on moving models: what blocks, slows or is crossed."""

from __future__ import annotations

from typing import NamedTuple

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import band_thickness
from battlesim.table.levels import is_relief, lying_terrain
from battlesim.table.terrain import Ground, Terrain

from ..core.profiles import TerrainKind, terrain_kinds

MAX_BROKEN_THICKNESS_IN = 0.5
"""The thickness of the thickest obstacle through which unstoppable force goes, inches."""
MAX_CROSSED_HEIGHT_IN = 1.0
"""The height of the highest obstacle that a model can cross, inches."""


class Surface(NamedTuple):
    """The ids of terrain, walls, doors and windows, grouped by their effect on a model on foot.

    `solid` terrain blocks every model. `crossed` obstacles and windows cost extra, and `difficult` ground
    costs double. `shut_doors` are closed doors. `breakable` obstacles do not stop unstoppable force. Models
    can be in contact across obstacles in `leaned_over`.
    """

    solid: tuple[str, ...]
    crossed: tuple[str, ...]
    difficult: tuple[str, ...]
    shut_doors: tuple[str, ...]
    breakable: tuple[str, ...]
    leaned_over: tuple[str, ...]


def surface(ground: Ground) -> Surface:
    """Return the effects of the ground on a moving model; the result is cached."""
    return ground.cached_value("invasion earth: surface", lambda: _surface(ground))


def _surface(ground: Ground) -> Surface:
    kinds = terrain_kinds()
    lying = lying_terrain(ground)
    known = [(terrain, kinds.get(terrain.kind)) for terrain in lying]
    standing = [(terrain, kind) for terrain, kind in known if not is_relief(terrain)]
    rooms = [terrain for terrain in lying if terrain.openings]
    openings = [opening for terrain in rooms for opening in terrain.openings]
    whole = [terrain.id for terrain, kind in standing if not terrain.openings and _is_solid(terrain, kind)]
    low = [terrain.id for terrain, kind in standing if kind and kind.obstacle and not _is_high(terrain)]
    return Surface(
        solid=(*whole, *(terrain.walls_id for terrain in rooms)),
        crossed=(*low, *(opening.id for opening in openings if opening.sill > 0.0)),
        difficult=tuple(terrain.id for terrain, kind in known if kind and kind.difficult),
        shut_doors=tuple(opening.id for opening in openings if opening.sill == 0.0 and not opening.open),
        leaned_over=(
            *(t.id for t, kind in standing if kind and kind.obstacle and _is_low_and_thin(t)),
            *(opening.id for opening in openings if opening.open),
        ),
        breakable=tuple(terrain.id for terrain, kind in standing if kind and _is_breakable(terrain, kind)),
    )


def _is_high(terrain: Terrain) -> bool:
    return terrain.height > MAX_CROSSED_HEIGHT_IN + TOL


def _is_low_and_thin(terrain: Terrain) -> bool:
    return not _is_high(terrain) and band_thickness(terrain.rings) <= MAX_BROKEN_THICKNESS_IN + TOL


def _is_breakable(terrain: Terrain, kind: TerrainKind) -> bool:
    """Return whether unstoppable force goes through a thin wall or hedge (IE-UNS-01, IE-UNS-03)."""
    if not kind.breakable or terrain.openings or terrain.has_trait("impenetrable"):
        return False
    return band_thickness(terrain.rings) <= MAX_BROKEN_THICKNESS_IN + TOL


def _is_solid(terrain: Terrain, kind: TerrainKind | None) -> bool:
    """Return whether nobody crosses a terrain piece; unknown kinds are solid unless models stand in them."""
    if kind is None:
        return not terrain.has_trait("area")
    return kind.solid or (kind.obstacle and _is_high(terrain))


def blocked_for_set_up(ground: Ground) -> tuple[str, ...]:
    """Return the ids of walls, closed doors, windows and obstacles in which no model may be deployed."""
    found = surface(ground)
    return (*found.solid, *found.shut_doors, *found.crossed)
