"""Checks that the pieces of a scenario can stand where the scenario file places them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import NO_DISCS, TABLE_EDGE_ID, FreeSpace
from battlesim.geometry.shapes import ring_bounds
from battlesim.rulings.movement_heights import obstacles_at
from battlesim.rulings.piece_gaps import overlap_depth
from battlesim.rulings.piece_placement import base_obstructions, ground_obstacles
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.levels import altitude, can_touch
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ground


def check_flight(
    plan: ScenarioPlan,
    pieces: dict[str, Piece],
    ground: Ground,
    flying_heights: Callable[[str], tuple[float, float] | None],
    where: str | Path,
) -> None:
    """Raise InputError if a piece starts in the air but cannot fly, or cannot fly at that height."""
    for planned in (planned for unit in plan.units for planned in unit.pieces):
        up = altitude(ground, pieces[planned.id])
        if up <= TOL:
            continue
        heights = flying_heights(planned.profile)
        if heights is None:
            message = f"{planned.id} cannot fly, but is {up:g} in above the ground"
            raise InputError(where, f"{planned.key}.z", message, "leave z out")
        if not heights[0] - TOL <= up <= heights[1] + TOL:
            message = f"{planned.id} is {up:g} in above the ground"
            raise InputError(where, f"{planned.key}.z", message, f"{heights[0]:g} to {heights[1]:g} in")


def check_deployment(
    plan: ScenarioPlan, pieces: dict[str, Piece], ground: Ground, solid: Collection[str], where: str | Path
) -> None:
    """Raise InputError if a piece is off the table or overlaps another base or solid terrain.

    `solid` holds the ids of the solid terrain. A piece without height may overlap other pieces.
    """
    keys = {planned.id: planned.key for unit in plan.units for planned in unit.pieces}
    placed = [piece for piece in pieces.values() if piece.table_position is not None]
    for piece, problem in (*_off_table(placed, ground), *_in_solid(placed, ground, solid)):
        raise InputError(where, f"{keys[piece.id]}.at", problem)
    clash = _overlap([piece for piece in placed if piece.height > 0], ground)
    if clash is not None:
        first, second, depth = clash
        message = f"{second.id} overlaps {first.id} by {depth:.3g} in"
        raise InputError(where, f"{keys[second.id]}.at", message, "move them apart")


def _off_table(pieces: Sequence[Piece], ground: Ground) -> Iterator[tuple[Piece, str]]:
    for piece in pieces:
        (x, y), r = piece.xy, piece.radius
        x0, y0, x1, y1 = ring_bounds(piece.outline or ((x - r, y - r), (x + r, y + r)))
        if min(x0, y0, ground.width - x1, ground.height - y1) < -TOL:
            base = f"its base of {2 * piece.radius:g} in at ({x:g}, {y:g})"
            yield piece, f"{base} is off the {ground.width:g} x {ground.height:g} in table"


def _in_solid(pieces: Sequence[Piece], ground: Ground, solid: Collection[str]) -> Iterator[tuple[Piece, str]]:
    obstacles = ground_obstacles(ground)
    for piece in pieces:
        space = FreeSpace(obstacles, piece.radius, obstacles.mask(_met(piece, ground, solid)), NO_DISCS, ())
        for obstruction in base_obstructions(space, piece):
            if obstruction.id != TABLE_EDGE_ID:
                yield piece, f"{piece.id} at ({piece.xy[0]:g}, {piece.xy[1]:g}) stands in {obstruction.id}"


def _met(piece: Piece, ground: Ground, solid: Collection[str]) -> Collection[str]:
    """Return the obstacles that a piece would stand in: not its post, nor what a flyer is above."""
    place = piece.table_position
    if place is None or (altitude(ground, piece) <= TOL and not place.on):
        return solid
    return obstacles_at(ground, [key for key in solid if key != place.on], place.z, piece.height)


def _overlap(pieces: Sequence[Piece], ground: Ground) -> tuple[Piece, Piece, float] | None:
    """Return the first pair of bases, from left to right, that overlap by more than TOL, and by how much."""
    swept = sorted(pieces, key=lambda piece: (piece.xy[0] - piece.radius, piece.id))
    for number, piece in enumerate(swept):
        right = piece.xy[0] + piece.radius
        for other in swept[number + 1 :]:
            if other.xy[0] - other.radius > right:
                break
            depth = overlap_depth(piece, other)
            if depth > TOL and can_touch(ground, piece, other):
                return piece, other, depth
    return None
