"""Reasons for cover that do not depend on how much of a target is hidden. Lengths are in inches."""

from __future__ import annotations

import msgspec

from battlesim.rulings.cover_obstacles import cover_obstacles, ids_nearer_to_viewer
from battlesim.rulings.ground_cover import ground_cover
from battlesim.rulings.sight import Verdict, cover_grade
from battlesim.rulings.sight_openings import room_of, room_sight
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import sight_pose
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


def cover_reason(table: Table, rules: SightRules, viewer: Piece, target: Piece, found: Verdict) -> str:
    """Return the reason for a target's cover, or "" if the cover follows from how much of it is hidden."""
    if not found.visible:
        return ""
    if is_covered_by_room(table, rules, viewer, target):
        room = room_of(table.ground, target)
        return f"{target.name} is at a door or window of {room.id}" if room else ""
    if rules.near_cover and found.cover != "none":
        _, given = ground_cover(table.ground, rules, viewer.xy, target.xy, target.radius)
        return f"by {', '.join(given)} at {target.name}" if given else ""
    if not rules.cover_nearer or found.cover == cover_grade(rules, 1.0 - found.share, bool(found.among)):
        return ""
    near = [one for one in found.blockers if one in _nearer_ids(table, rules, viewer, target)]
    return f"{', '.join(near)} gives none: nearer to {viewer.name} than to {target.name}" if near else ""


def is_covered_by_room(table: Table, rules: SightRules, viewer: Piece, target: Piece) -> bool:
    """Return whether a target has cover because it stands at a door or window."""
    if isinstance(rules.openings, msgspec.UnsetType):
        return False
    return room_sight(table, rules.openings, viewer, target).covers_target


def _nearer_ids(table: Table, rules: SightRules, viewer: Piece, target: Piece) -> frozenset[str]:
    a, b = sight_pose(table, viewer), sight_pose(table, target)
    if a is None or b is None:
        return frozenset()
    return ids_nearer_to_viewer(cover_obstacles(table, rules), a, b)
