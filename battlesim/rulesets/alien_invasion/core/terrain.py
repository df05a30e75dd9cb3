"""The kinds of terrain, and which pieces of the ground are areas, barriers and houses."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point, Ring, ring_bounds
from battlesim.table.levels import FLAT_ROOF_TRAIT, is_relief
from battlesim.table.limits import Height
from battlesim.table.pieces import Aboard, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

from ..data import DATA_FILES

OPEN, COVER, BUILDING = 0, 1, 2
"""The three levels of protection.

Rules: MT-TER-03.
"""
FLOOR_HEIGHT_IN = 3.0
PROTECTION_NAMES = ("in the open", "in cover", "as in a building")


class TerrainKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain; terrain.toml explains the fields."""

    protection: int
    height: Height = 0.0
    hides: bool = False
    barrier: bool = False
    house: bool = False
    soft: bool = False
    shut: bool = False
    sealed: bool = False
    waded: bool = False


terrain_kinds = DATA_FILES.toml_loader("terrain.toml", dict[str, TerrainKind])
"""All kinds of terrain that mean something in this game; open ground means nothing (MT-TER-04)."""
OPEN_GROUND = TerrainKind(OPEN)


def kind_of(terrain: Terrain) -> TerrainKind:
    """Return the kind of a piece of terrain; an unknown kind counts as open ground."""
    return terrain_kinds().get(terrain.kind, OPEN_GROUND)


def terrain_ids(ground: Ground, name: str, test: Callable[[TerrainKind], bool]) -> tuple[str, ...]:
    """Return the ids of the terrain whose kind passes a test, cached with the ground under a name."""
    known = terrain_kinds()
    return ground.cached_value(
        ("alien_invasion: terrain", name),
        lambda: tuple(
            t.id for t in ground.terrain if t.kind in known and not is_relief(t) and test(known[t.kind])
        ),
    )


def area_ids(ground: Ground) -> tuple[str, ...]:
    """Return the ids of all areas, which groups enter and leave one at a time.

    Rules: MT-TER-02.
    """
    return terrain_ids(ground, "areas", lambda kind: not kind.barrier)


def barrier_ids(ground: Ground) -> tuple[str, ...]:
    """Return the ids of all linear barriers."""
    return terrain_ids(ground, "barriers", lambda kind: kind.barrier)


def house_ids(ground: Ground) -> tuple[str, ...]:
    """Return the ids of all houses."""
    return terrain_ids(ground, "houses", lambda kind: kind.house)


def floors(ground: Ground, house: str) -> int:
    """Return the number of floors of a house, according to its height."""
    return max(1, int(ground.get(house).height / FLOOR_HEIGHT_IN + TOL))


def area_at(ground: Ground, point: Point) -> str:
    """Return the id of the area that contains a point, or "" if none does."""
    x, y = point
    for key, (x0, y0, x1, y1), rings in ground.cached_value(
        "alien_invasion: shapes", lambda: _shapes(ground)
    ):
        if x0 <= x <= x1 and y0 <= y <= y1 and is_point_in_shape(x, y, rings):
            return key
    return ""


def _shapes(ground: Ground) -> list[tuple[str, tuple[float, float, float, float], tuple[Ring, ...]]]:
    """Return the areas with their bounds and shapes."""
    areas = [(key, ground.get(key).rings) for key in area_ids(ground)]
    return [(key, ring_bounds(rings[0]), rings) for key, rings in areas]


def platform_ids(ground: Ground) -> tuple[str, ...]:
    """Return the ids of all terrain on top of which figures can stand, such as a flat roof."""
    return ground.cached_value("alien_invasion: platforms", lambda: _flat_roofs(ground))


def _flat_roofs(ground: Ground) -> tuple[str, ...]:
    return tuple(terrain.id for terrain in ground.terrain if terrain.has_trait(FLAT_ROOF_TRAIT))


def platform_at(ground: Ground, point: Point) -> str:
    """Return the id of the platform at a point, or "" if there is none."""
    keys = platform_ids(ground)
    return next((key for key in keys if is_point_in_shape(*point, ground.get(key).rings)), "")


def platform_of(piece: Piece) -> str:
    """Return the id of the platform on which a figure stands, or "" if it is on the ground."""
    place = piece.table_position
    return place.on if place else ""


def area_of(table: Table, piece: Piece) -> str:
    """Return the id of the area or vehicle in which a piece is, or "" if it is in none; cached."""
    known: dict[str, str] = table.cached_value("alien_invasion: areas", dict)
    if piece.id not in known:
        place = table.pieces[piece.id].place if piece.id in table.pieces else None
        if isinstance(place, Aboard):
            known[piece.id] = place.piece
        else:
            known[piece.id] = "" if platform_of(piece) else area_at(table.ground, piece.xy)
    return known[piece.id]
