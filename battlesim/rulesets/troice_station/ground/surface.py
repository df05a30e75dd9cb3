"""The effects of terrain on movement: what blocks it, and what needs a test to cross."""

from __future__ import annotations

from typing import NamedTuple

from battlesim.table.levels import is_relief, lying_terrain
from battlesim.table.terrain import Ground, Opening, Terrain

from ..core.profiles import terrain_kinds

SLIT_KIND = "slit"
ROOFED_KINDS = ("building", "bunker")
WINDOW_DIFFICULTY = 3
"""The difficulty of a window (TS-GAP-41)."""


class Surface(NamedTuple):
    """The ids of terrain, walls, doors and windows, grouped by their effect.

    `solid` terrain blocks all movement, as do `shut` doors until they are opened. `difficulty` maps terrain
    that needs a test to the number to beat; `areas` are areas of growth, snow and rubble. `contact_blockers`
    prevent contact between bases; `blast_blockers` stop flame and blast.
    """

    solid: tuple[str, ...]
    shut: tuple[str, ...]
    difficulty: dict[str, int]
    areas: frozenset[str]
    contact_blockers: tuple[str, ...]
    blast_blockers: tuple[str, ...]
    building_ids: tuple[str, ...]


def surface(ground: Ground) -> Surface:
    """Return the effects of the ground on movement; the result is cached."""
    return ground.cached_value("troice station: surface", lambda: _surface(ground))


def _surface(ground: Ground) -> Surface:
    kinds = terrain_kinds()
    lying = [terrain for terrain in lying_terrain(ground) if not is_relief(terrain)]
    known = {t.id: kinds[t.kind] for t in lying if t.kind in kinds}
    buildings = [t for t in lying if t.openings]
    openings = [o for t in buildings for o in t.openings]
    whole = [t.id for t in lying if not t.openings and _stops(t)]
    shut = tuple(o.id for o in openings if is_door(o) and not o.open)
    windows = {o.id: WINDOW_DIFFICULTY for o in openings if o.kind == "window"}
    walls = tuple(t.walls_id for t in buildings)
    slits = tuple(o.id for o in openings if o.kind == SLIT_KIND)
    return Surface(
        solid=(*whole, *walls, *slits),
        shut=shut,
        difficulty={key: kind.difficulty for key, kind in known.items() if kind.difficulty} | windows,
        areas=frozenset(key for key, kind in known.items() if kind.area),
        contact_blockers=(*walls, *slits, *windows, *shut),
        blast_blockers=(*walls, *shut, *(key for key, kind in known.items() if kind.stops_blast)),
        building_ids=tuple(t.id for t in buildings),
    )


def is_door(opening: Opening) -> bool:
    """Return whether an opening is a door, which reaches the ground and is not a firing slit."""
    return opening.sill == 0.0 and opening.kind != SLIT_KIND


def _stops(terrain: Terrain) -> bool:
    kind = terrain_kinds().get(terrain.kind)
    return terrain.kind in ROOFED_KINDS or (kind is not None and kind.impassable)


def blocked_for_set_up(ground: Ground) -> tuple[str, ...]:
    """Return the ids of walls, shut doors, windows and obstacles in which no piece may be deployed."""
    found = surface(ground)
    return (*found.solid, *found.shut, *found.difficulty)


def blocked_for_markers(ground: Ground) -> tuple[str, ...]:
    """Return the ids of terrain in which no marker may be placed; growth, snow and rubble are allowed."""
    areas = surface(ground).areas
    return tuple(key for key in blocked_for_set_up(ground) if key not in areas)


def bunkers(ground: Ground) -> tuple[Terrain, ...]:
    """Return the terrain that gives total cover to pieces inside it."""
    return tuple(terrain for terrain in ground.terrain if terrain.has_trait("bunker"))
