"""The optional random layout of the station's terrain. Lengths are in inches."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from battlesim.engine.dice import Rng
from battlesim.geometry.edge_distances import disc_gap_to_shape, is_point_in_shape, shape_gap
from battlesim.geometry.shapes import Point, centroid, ring_bounds
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.levels import standing_place, terrain_above_ground, terrain_on_relief
from battlesim.table.pieces import Marker
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Ring, Terrain

from ..core.lookups import quarter_number
from ..ground.surface import surface

MIN_BUILDING_GAP_IN, MIN_TERRAIN_GAP_IN = 4.0, 0.5
MAX_PLACEMENT_TRIES = 400


class ScatteredTerrain(msgspec.Struct):
    """The terrain placed so far, and how far each piece of terrain was moved in x and y."""

    terrain: dict[str, Terrain]
    shifts: dict[str, Point]


def scatter_terrain(
    ground: Ground, landing: Ring, bound: Iterable[str], seed: int
) -> tuple[Ground, dict[str, Point]]:
    """Return the ground with its terrain at random positions, and how far each piece was moved in x and y.

    Buildings are at least 4 in apart, and the landing zone stays empty. The buildings in `bound` stay in
    their quarter of the table, because markers start in them. Terrain for which no free position is found is
    not moved. Scenery is removed, because it belongs beside terrain that has moved.
    """
    rng, held = random.Random(seed), frozenset(bound)
    laid = ScatteredTerrain({}, {})
    lying = {piece.id: terrain_above_ground(ground, piece) for piece in ground.terrain}
    for piece in sorted(lying.values(), key=lambda t: (not t.openings, t.id)):
        shift = _free(ground, laid, landing, piece, piece.id in held, rng)
        laid.terrain[piece.id], laid.shifts[piece.id] = shifted_terrain(piece, shift), shift
    terrain = tuple(laid.terrain[piece.id] for piece in ground.terrain)
    flat = msgspec.structs.replace(ground, terrain=terrain, dressing=msgspec.UNSET)
    return msgspec.structs.replace(flat, terrain=terrain_on_relief(flat)), laid.shifts


def _free(
    ground: Ground, laid: ScatteredTerrain, landing: Ring, piece: Terrain, bound: bool, rng: Rng
) -> Point:
    """Return the offset that moves terrain to a free position, or (0, 0) if no such position is found."""
    x0, y0, x1, y1 = ring_bounds(piece.rings[0])
    home = quarter_number(ground, centroid(piece.rings[0]))
    for _ in range(MAX_PLACEMENT_TRIES):
        x = round(rng.uniform(MIN_TERRAIN_GAP_IN, ground.width - MIN_TERRAIN_GAP_IN - (x1 - x0)) - x0, 2)
        y = round(rng.uniform(MIN_TERRAIN_GAP_IN, ground.height - MIN_TERRAIN_GAP_IN - (y1 - y0)) - y0, 2)
        there = shifted_terrain(piece, (x, y))
        if bound and quarter_number(ground, centroid(there.rings[0])) != home:
            continue
        if shape_gap(there.rings, (landing,)) > MIN_TERRAIN_GAP_IN and _apart(there, laid.terrain.values()):
            return x, y
    return 0.0, 0.0


def _apart(piece: Terrain, others: Iterable[Terrain]) -> bool:
    """Return whether a piece of terrain is far enough from all others."""
    return all(
        shape_gap(piece.rings, other.rings)
        >= (MIN_BUILDING_GAP_IN if piece.openings and other.openings else MIN_TERRAIN_GAP_IN)
        for other in others
    )


def shifted_terrain(piece: Terrain, shift: Point) -> Terrain:
    """Return a piece of terrain moved by (dx, dy), with its doors and windows."""
    dx, dy = shift

    def by(point: Point) -> Point:
        return round(point[0] + dx, 3), round(point[1] + dy, 3)

    openings = tuple(
        msgspec.structs.replace(one, start=by(one.start), end=by(one.end)) for one in piece.openings
    )
    rings = tuple(tuple(by(corner) for corner in ring) for ring in piece.rings)
    return msgspec.structs.replace(piece, rings=rings, openings=openings)


def shifted_markers(
    markers: Iterable[Marker], ground: Ground, shifts: Mapping[str, Point]
) -> dict[MarkerId, Marker]:
    """Return the markers by id, each moved with the building in which it lies."""
    found = {}
    for marker in markers:
        house = next((t.id for t in ground.terrain if is_point_in_shape(marker.x, marker.y, t.rings)), "")
        dx, dy = shifts.get(house, (0.0, 0.0))
        found[marker.id] = msgspec.structs.replace(marker, x=marker.x + dx, y=marker.y + dy)
    return found


def _nearest(houses: Iterable[Terrain], point: Point) -> Terrain | None:
    return min(houses, key=lambda house: disc_gap_to_shape(*point, 0.0, house.rings), default=None)


def shifted_starts(
    table: Table, start: Mapping[UnitId, Sequence[Point]], ground: Ground, shifts: Mapping[str, Point]
) -> dict[UnitId, tuple[Point, ...]]:
    """Return the start points of squads, each moved with the building nearest to it on the old `ground`."""
    houses, solids = [t for t in ground.terrain if t.openings], surface(table.ground).solid
    found: dict[UnitId, tuple[Point, ...]] = {}
    for squad, places in start.items():
        spots = list[Point]()
        for piece, (x, y) in zip(table.pieces_of_unit(squad), places, strict=False):
            house = _nearest(houses, (x, y))
            dx, dy = shifts[house.id] if house else (0.0, 0.0)
            room = PlacementArea(blocked=solids, bases=tuple(p.id for p in table.standing_pieces()))
            for spot in placements_near(table, room, [piece], (x + dx, y + dy)):
                spots.append((round(spot.x, 3), round(spot.y, 3)))
                place = standing_place(table.ground, *spots[-1])
                table = table.with_pieces(msgspec.structs.replace(piece, place=place))
        found[squad] = tuple(spots)
    return found
