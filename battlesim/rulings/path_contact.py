"""Where a moving base crosses objects and touches other bases. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import distance_to_segment, path_length
from battlesim.geometry.freespace import ROUNDING_SLACK_IN, TABLE_EDGE_ID
from battlesim.geometry.path_overlap import inches_to_contact, overlap_intervals
from battlesim.geometry.paths import point_along_path, split_path
from battlesim.geometry.shapes import Point
from battlesim.rulings.piece_gaps import plan_gap
from battlesim.rulings.piece_placement import free_space_on_table, ground_obstacles
from battlesim.table.levels import can_touch
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

MAX_GLIDE_IN = 0.3
"""Maximum length in inches over which a base may slide along a base it touches, up to the path's end."""


class PathCrossing(NamedTuple):
    """A part of a path on which the moving base overlaps an object. Lengths are in inches along the path.

    At `start`, the base touches the near side of the object, and at `end` it has passed the object
    completely. If the path ends on the object, `end` is the length of the path.
    """

    id: str
    start: float
    end: float


class PathContact(NamedTuple):
    """The first contact of a moving base with another piece: the length along the path and the piece's id."""

    along: float
    id: str


def path_crossings(
    table: Table, path: Sequence[Point], radius: float, ids: Collection[str]
) -> tuple[PathCrossing, ...]:
    """Return the parts of a path on which a base overlaps the given objects, sorted by their start.

    `ids` names terrain, walls or openings. Overlaps up to `TOL` do not count. Raises KeyError for any other
    id.
    """
    held = ground_obstacles(table.ground)
    space = free_space_on_table(table, radius, tuple(ids), ())
    near = [fault.id for fault in space.path_obstructions(path) if fault.id != TABLE_EDGE_ID]
    found = (
        PathCrossing(key, start, end)
        for key in near
        for start, end in overlap_intervals(held.polygons[held.index[key]], path, radius)
    )
    return tuple(sorted(found, key=lambda crossing: (crossing.start, crossing.end, crossing.id)))


def first_contact(
    table: Table, piece: Piece, path: Sequence[Point], others: Sequence[Piece], parted_by: Collection[str]
) -> PathContact | None:
    """Return the first contact of a moving piece with another base on its path, or None if there is none.

    A contact does not count if a `parted_by` object separates the bases (see `are_touching`). A base that is
    touched at the start counts only if the path leads toward it. If several bases are touched at once, return
    the piece with the lowest id.
    """
    found = []
    for other in others:
        if other.table_position is None or other.id == piece.id or not can_touch(table.ground, piece, other):
            continue
        along = _contact_length(path, other.xy, piece.radius + other.radius)
        if along is not None and not are_separated(
            table, point_along_path(path, along), piece.radius, other.xy, other.radius, parted_by
        ):
            found.append(PathContact(along, other.id))
    return min(found, key=lambda contact: (round(contact.along, 4), contact.id), default=None)


def _contact_length(path: Sequence[Point], centre: Point, reach: float) -> float | None:
    """Return the length along a path at which a base meets another base, or None if it never does.

    If the base merely slides along the other base to the end of the path, the contact is at the end.
    """
    along = inches_to_contact(path, centre, reach)
    if along is None or math.dist(path[-1], centre) > reach + TOL + ROUNDING_SLACK_IN:
        return along
    whole, last = path_length(path), split_path(path, along)[1]
    if len(last) < 2 or whole - along > MAX_GLIDE_IN:
        return along
    nearest = min(distance_to_segment(centre, a, b) for a, b in pairwise(last))
    return whole if nearest >= reach - TOL - ROUNDING_SLACK_IN else along


def are_touching(
    table: Table,
    a: Piece,
    b: Piece,
    parted_by: Collection[str],
    reach: float = TOL,
    within: float | None = None,
) -> bool:
    """Return whether two bases touch and no `parted_by` object lies between their centres.

    The objects are terrain, walls and openings. The bases must touch in plan, and their heights must allow
    contact (see `levels.can_touch` and its `within`).
    """
    if plan_gap(table, a, b) > reach + ROUNDING_SLACK_IN or not can_touch(table.ground, a, b, within):
        return False
    return not are_separated(table, a.xy, a.radius, b.xy, b.radius, parted_by)


def are_separated(
    table: Table, a: Point, a_radius: float, b: Point, b_radius: float, parted_by: Collection[str]
) -> bool:
    """Return whether an object in `parted_by` lies between two bases and overlaps neither of them."""
    if not ground_obstacles(table.ground).intersects_segment(a, b, parted_by):
        return False
    under = {
        fault.id
        for spot, radius in ((a, a_radius), (b, b_radius))
        for fault in free_space_on_table(table, radius, tuple(parted_by), ()).obstructions(spot)
    }
    return ground_obstacles(table.ground).intersects_segment(a, b, frozenset(parted_by) - under)


def path_until(path: Sequence[Point], along: float) -> tuple[Point, ...]:
    """Return the part of a path up to a given length. Its last point is rounded to a valid position."""
    return split_path(path, along)[0]
