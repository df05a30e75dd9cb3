"""Distances, arcs and reach as plain values: what `battlesim measure`, `arc` and `reach` print."""

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
    piece_gap,
    space_distance,
    standing_height,
    wholly_within_check,
    within_check,
)
from battlesim.rulings.tolerance import AREA_TRAIT
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.phrases import AnyText, with_names
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain

REACH_EDGE_TOLERANCE_IN = 2.0 * TOL
"""How far beyond the drawn edge of where a base can go a place still counts as reached, inches."""
DIRECTIONS_DEG = {"front": 0.0, "left": 90.0, "rear": 180.0, "right": -90.0}


def direction_degrees(name: str) -> float:
    """The degrees of a side of a piece by its name. Raises InputError."""
    if name not in DIRECTIONS_DEG:
        raise InputError("--toward", name, "is not a side of a piece", did_you_mean(name, DIRECTIONS_DEG))
    return DIRECTIONS_DEG[name]


def distance_values(table: Table, a: Piece, b: Piece, limit: float | None) -> dict[str, Any]:
    """How far two pieces are apart, inches, and with `most` whether the second is within so much, and wholly.

    `edge`, `centre` and the limits are in plan; `space`, where one stands above the table, is in space.
    A margin is what is left, or what is missing where it is negative. Raises InputError for a piece that is
    not in play.
    """
    try:
        first, second = measured_shape(table, a), measured_shape(table, b)
    except ValueError as error:
        raise InputError("--from, --to", "", str(error)) from None
    found: dict[str, Any] = {"edge": piece_gap(table, a, b), "centre": None}
    if not isinstance(first, MeasuredTerrain) and not isinstance(second, MeasuredTerrain):
        found["centre"] = math.dist(first[:2], second[:2])
    space = space_distance(found["edge"], standing_height(table, a), standing_height(table, b))
    if space is not None:
        found["space"] = space
    if limit is not None:
        whole = wholly_within_check(first, second, limit)
        found["within"] = {"inches": limit, **within_check(table, a, b, limit)._asdict()}
        found["wholly"] = {"inches": limit, **whole._asdict()} if whole else None
    return found


def with_facing(piece: Piece, facing: float | None) -> Piece:
    """The piece facing another way. Raises InputError for one that is not on the table."""
    if not isinstance(piece.place, OnTable):
        raise InputError("--from", piece.id, "does not stand on the table, so it has no facing")
    if facing is None:
        return piece
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, facing=facing))


def arc_rows(table: Table, viewer: Piece, arc: Arc, reach: float) -> list[dict[str, Any]]:
    """Return who lies in an arc of a piece out to so many inches, nearest first: the share of each base,
    "partly", "half" (its centre lies there) or "wholly", and how far it may be off, inches.

    What of a base is in the arc but farther than `reach` from the viewer's edge does not count, nor the
    viewer itself.
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
    """Return where a base can go within so many inches, by plain geometry: round solid terrain, in and out by
    open doors that it fits through, and onto no other base; the area, square inches, and the way to a place.

    A place counts as reached where the area holds it, so both ask for gaps as wide as the base. Raises
    InputError for a piece that is not on the table.
    """
    with_facing(piece, None)
    known = table if piece.id in table.pieces else table.with_pieces(piece)
    solid = tuple(key for t in known.ground.terrain for key in _stops(t, piece))
    others = tuple(other.id for other in known.standing_pieces() if other.id != piece.id)
    motion = Motion(piece.id, piece.radius, allowance, starts=((piece.xy,),), blocked=solid, occupied=others)
    region = motion_reach(known, motion)
    found: dict[str, Any] = {"allowance": allowance, "area": sum(polygon_of(rings).area for rings in region)}
    if goal is not None:
        leg, words = leg_to(known, motion, (goal,))
        there = leg is not None and math.dist(leg.end, goal) <= TOL
        if (
            there
            and min(math.dist(piece.xy, goal), distance_to_region(region, goal)) > REACH_EDGE_TOLERANCE_IN
        ):
            there, leg, words = False, None, "a gap on the way is narrower than the base"
        found["to"] = {
            "place": list(goal),
            "reached": there,
            "length": leg_cost(known, motion, leg) if leg else None,
            "path": [list(point) for point in leg.path] if leg else [],
            "why": _told(known, words) if not there else "",
        }
    return found


def _stops(terrain: Terrain, piece: Piece) -> tuple[str, ...]:
    """Return what of terrain stops a base: nothing of areas and of what it stands on or above."""
    z = piece.place.z if isinstance(piece.place, OnTable) else 0.0
    if terrain.has_trait(AREA_TRAIT) or terrain.height <= z + TOL:
        return ()
    return walking_blockers(terrain, z, piece.height)


def _told(table: Table, words: AnyText) -> str:
    return str(with_names(words, table.name_of)) or "it ends on the way there"
