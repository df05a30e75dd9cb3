"""Measured distances, arcs and reachable areas, in the form in which the command line prints them."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.arcs import Arc
from battlesim.geometry.constants import TOL
from battlesim.geometry.reach import distance_to_region
from battlesim.geometry.shapes import Point, polygon_of
from battlesim.rulings.arcs import arc_members
from battlesim.rulings.building_solids import walking_blockers
from battlesim.rulings.movement import Motion, leg_cost, leg_to, motion_reach
from battlesim.rulings.piece_gaps import (
    MeasuredTerrain,
    measured_shape,
    plan_gap,
    space_distance,
    wholly_within_check,
    within_check,
)
from battlesim.rulings.tolerance import AREA_TRAIT
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.levels import altitude, foot_height, is_relief
from battlesim.table.phrases import AnyText, with_names
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain

REACH_EDGE_TOLERANCE_IN = 2.0 * TOL
"""The largest distance in inches from the edge of a reach at which a point still counts as reached."""
DIRECTIONS_DEG = {"front": 0.0, "left": 90.0, "rear": 180.0, "right": -90.0}
"""Directions by name, in degrees counter-clockwise from the facing."""


def direction_degrees(name: str) -> float:
    """Return the angle in degrees of "front", "left", "rear" or "right". Raises InputError if unknown."""
    if name not in DIRECTIONS_DEG:
        raise InputError("--toward", name, "is not a side of a piece", did_you_mean(name, DIRECTIONS_DEG))
    return DIRECTIONS_DEG[name]


def distance_values(table: Table, a: Piece, b: Piece, limit: float | None) -> dict[str, Any]:
    """Return the distances between two pieces in inches, and whether the second piece is within `limit`.

    `edge` and `centre` are measured from above. `space` is measured in three dimensions if a piece is above
    the table. `within` and `wholly` say whether the second piece is within the limit in part or entirely;
    `within` is measured as the table prescribes. Their margins are negative if the limit is exceeded. Raises
    InputError if a piece is not in play.
    """
    try:
        first, second = measured_shape(table, a), measured_shape(table, b)
    except ValueError as error:
        raise InputError("--from, --to", "", str(error)) from None
    values: dict[str, Any] = {"edge": plan_gap(table, a, b), "centre": None}
    if not isinstance(first, MeasuredTerrain) and not isinstance(second, MeasuredTerrain):
        values["centre"] = math.dist(first[:2], second[:2])
    space = space_distance(values["edge"], foot_height(table, a), foot_height(table, b))
    if space is not None:
        values["space"] = space
    if limit is not None:
        wholly = wholly_within_check(first, second, limit)
        values["within"] = {"inches": limit, **within_check(table, a, b, limit)._asdict()}
        values["wholly"] = {"inches": limit, **wholly._asdict()} if wholly else None
    return values


def height_values(table: Table, *pieces: Piece) -> list[dict[str, float]]:
    """Return the height of each piece's foot above the table and above the ground below it, in inches.

    Return an empty list if all pieces stand on the surface of the table.
    """
    found = [
        {"above_table": foot_height(table, piece), "above_ground": altitude(table.ground, piece)}
        for piece in pieces
    ]
    return found if any(value for values in found for value in values.values()) else []


def with_facing(piece: Piece, facing: float | None) -> Piece:
    """Return the piece turned to face the angle `facing`, or unchanged if `facing` is None.

    Raises InputError if the piece is not on the table.
    """
    if not isinstance(piece.place, OnTable):
        raise InputError("--from", piece.id, "is not on the table, so it has no facing")
    if facing is None:
        return piece
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, facing=facing))


def arc_rows(table: Table, viewer: Piece, arc: Arc, reach: float) -> list[dict[str, Any]]:
    """Return a dict for each piece within an arc of `viewer`, in a list with the nearest piece first.

    The arc extends `reach` inches from the edge of the viewer's base, and parts of bases beyond that do not
    count. Each dict has the fraction of the base inside the arc, its state ("partly", "half" if its centre is
    inside, or "wholly"), and how many inches the piece could be misplaced without a change of state.
    """
    others = [piece for piece in table.standing_pieces() if piece.id != viewer.id]
    rows = [
        {
            "id": found.piece.id,
            "share": found.fraction,
            "state": found.state,
            "margin": None if math.isinf(found.margin) else found.margin,
            "edge": found.gap,
        }
        for found in arc_members(table, viewer, arc, reach, others)
    ]
    return sorted(rows, key=lambda row: (row["edge"], row["id"]))


def reach_values(table: Table, piece: Piece, allowance: float, goal: Point | None) -> dict[str, Any]:
    """Return the area that a base can reach within `allowance` inches, and the path to `goal` if it is given.

    The base moves round solid terrain, through open doors that are wide enough, and not onto other bases. The
    area is in square inches. A goal counts as reached only if the area contains it, so every gap on the path
    must be as wide as the base. Raises InputError if the piece is not on the table.
    """
    with_facing(piece, None)
    known = table if piece.id in table.pieces else table.with_pieces(piece)
    solid = tuple(key for t in known.ground.terrain for key in _blocking_ids(t, piece))
    others = tuple(other.id for other in known.standing_pieces() if other.id != piece.id)
    motion = Motion(piece.id, piece.radius, allowance, starts=((piece.xy,),), blocked=solid, occupied=others)
    region = motion_reach(known, motion)
    values: dict[str, Any] = {"allowance": allowance, "area": sum(polygon_of(rings).area for rings in region)}
    if goal is not None:
        leg, words = leg_to(known, motion, (goal,))
        arrives = leg is not None and math.dist(leg.end, goal) <= TOL
        if (
            arrives
            and min(math.dist(piece.xy, goal), distance_to_region(region, goal)) > REACH_EDGE_TOLERANCE_IN
        ):
            arrives, leg, words = False, None, "a gap on the way is narrower than the base"
        values["to"] = {
            "place": list(goal),
            "reached": arrives,
            "length": leg_cost(known, motion, leg) if leg else None,
            "path": [list(point) for point in leg.path] if leg else [],
            "why": _reason_text(known, words) if not arrives else "",
        }
    return values


def _blocking_ids(terrain: Terrain, piece: Piece) -> tuple[str, ...]:
    """Return the ids of the parts of terrain that block a base; areas and terrain below the base do not."""
    z = piece.place.z if isinstance(piece.place, OnTable) else 0.0
    if terrain.has_trait(AREA_TRAIT) or is_relief(terrain) or terrain.height <= z + TOL:
        return ()
    return walking_blockers(terrain, z, piece.height)


def _reason_text(table: Table, words: AnyText) -> str:
    return str(with_names(words, table.name_of)) or "the path ends before the goal"
