"""Loose terrain that a moving base pushes aside or turns. Lengths are in inches, angles in degrees."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from battlesim.geometry.arcs import point_in_direction
from battlesim.geometry.shapes import Point, Ring
from battlesim.geometry.shoving import (
    ASIDE_PRECISION_IN,
    ASIDE_STEP_IN,
    is_clear_of,
    is_clear_of_path,
    moved_rings,
    turned_rings,
)
from battlesim.table.levels import RELIEF_TRAIT, terrain_on_ground
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

LEFT, RIGHT = 90.0, -90.0
"""The sides to which terrain is knocked, as angles from the direction of movement."""
MAX_ASIDE_IN = 3.0
"""How far aside a free place is sought."""
TURN_STEP_DEG = 0.5
IsFree = Callable[[tuple[Ring, ...]], bool]


def free_places(table: Table, terrain: Terrain, stands_in: Sequence[str], mover: str = "") -> IsFree:
    """Return a function that says whether a piece of terrain with a new outline would be free of obstacles.

    The outline must be on the table, and clear of other terrain and of all bases except that of `mover`.
    Relief is not an obstacle, nor is terrain whose kind or trait is in `stands_in`.
    """
    kept = [
        t.rings
        for t in table.ground.terrain
        if t.id != terrain.id
        and t.kind not in stands_in
        and not any(map(t.has_trait, (*stands_in, RELIEF_TRAIT)))
    ]
    discs = [(*p.xy, p.radius) for p in table.standing_pieces() if p.id != mover]
    size = table.ground.width, table.ground.height
    return lambda rings: is_clear_of(rings, kept, discs, size)


def pushed_aside(
    terrain: Terrain,
    direction: float,
    side: float,
    path: Sequence[Point],
    radius: float,
    distances: tuple[float, float],
    is_free: IsFree,
    ground: Ground,
) -> Terrain | None:
    """Return terrain pushed forward and to one side, so that the rest of a moving base's path is clear of it.

    `distances` are the distances forward and sideways in inches, and `side` is the angle from `direction` to
    that side. If the terrain is not clear of the path there, it is moved farther sideways, as little as
    possible. Return None if there is no free position within `MAX_ASIDE_IN` inches.
    """
    on, aside = distances
    dx, dy = point_in_direction((0.0, 0.0), direction, on)
    forward = moved_rings(terrain.rings, dx, dy)

    def at(far: float) -> tuple[Ring, ...]:
        x, y = point_in_direction((0.0, 0.0), direction + side, far)
        return moved_rings(forward, x, y)

    def fits(far: float) -> bool:
        rings = at(far)
        return is_clear_of_path(rings, path, radius) and is_free(rings)

    far = aside
    while not fits(far):
        far += ASIDE_STEP_IN
        if far > MAX_ASIDE_IN:
            return None
    low = max(aside, far - ASIDE_STEP_IN)
    while far - low > ASIDE_PRECISION_IN / 4 and not fits(low):
        middle = (low + far) / 2.0
        low, far = (low, middle) if fits(middle) else (middle, far)
    return terrain_on_ground(ground, terrain, at(low if fits(low) else far))


def free_turn(terrain: Terrain, angle: float, is_free: IsFree) -> float:
    """Return the signed angle by which terrain can turn toward `angle` before it meets an obstacle."""
    steps = math.ceil(abs(angle) / TURN_STEP_DEG)
    turned = 0.0
    for k in range(1, steps + 1):
        at = math.copysign(min(abs(angle), k * TURN_STEP_DEG), angle)
        if not is_free(turned_rings(terrain.rings, at)):
            break
        turned = at
    return turned


def turned_terrain(terrain: Terrain, angle: float) -> Terrain:
    """Return a piece of terrain rotated about its middle by `angle` degrees, counter-clockwise."""
    return msgspec.structs.replace(terrain, rings=turned_rings(terrain.rings, angle))
