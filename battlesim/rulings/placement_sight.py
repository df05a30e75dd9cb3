"""Visible fractions of a target for many positions of viewer and target at once. Lengths are in inches.

The scene, the heights and the rules are the same for all positions. Only the terrain at the positions
differs.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from battlesim.geometry.base_shapes import BaseShape
from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.scene import Floats
from battlesim.geometry.target_windows import base_windows
from battlesim.geometry.visible_fraction import window_visible_fractions
from battlesim.rulings.sight_bounds import LineHeights
from battlesim.rulings.sight_lines import line_visible_fractions
from battlesim.rulings.sight_openings import has_rooms_with_rules
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import (
    can_stand_in,
    depth_scene,
    excused_ids,
    footing_scene,
    sight_scene,
    sight_stances,
    target_height,
)
from battlesim.table.levels import relief
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table


def can_judge_at_once(table: Table, rules: SightRules, viewer: Piece, target: Piece) -> bool:
    """Return whether sight between two pieces can be judged for many positions at once.

    This requires that sight depends only on the visible fraction and the distance.
    """
    ground = table.ground
    if rules.groups or rules.least or rules.cover_nearer or rules.overlap_share or rules.near_cover:
        return False
    if relief(ground) or ground.lengths == "space":
        return False
    if (rules.bases and rules.bases_as_high) or has_rooms_with_rules(ground, rules):
        return False
    if rules.roofs and math.isfinite(rules.limit_of(viewer.id)):
        return False
    if rules.depth and depth_scene(table, rules).solids:
        return False
    solid = [p for p in table.pieces.values() if p.kind in rules.solid_pieces]
    if any(piece.hull for piece in (viewer, target, *solid)):
        return False
    return isinstance(viewer.place, OnTable) and isinstance(target.place, OnTable)


def placement_visible_fractions(
    table: Table,
    rules: SightRules,
    pair: tuple[Piece, Piece],
    ends: tuple[Floats, Floats],
    ignored_markers: Collection[str] = (),
) -> Floats:
    """Return the visible fractions (n,) of a target for n positions of viewer and target.

    The fraction is 0 where the target is out of range.
    """
    viewer, target = pair
    places = [piece.place for piece in pair if isinstance(piece.place, OnTable)]
    footings = [_footings(table, rules, piece, spots) for piece, spots in zip(pair, ends, strict=True)]
    both = [a | b for a, b in zip(*footings, strict=True)]
    scene, count = sight_scene(table, rules, ignored_markers), len(both)
    ignored = {ids: scene.ignored_ids(ids) for ids in set(both)}
    ignore = [ignored[ids] for ids in both]
    heights = LineHeights.of_pair(rules, pair, places)
    if rules.mode == "share":
        low = places[1].z
        eyes = np.column_stack([ends[0], np.full(count, heights.eye)])
        size = np.tile((target.radius, low, low + target_height(rules, target)), (count, 1))
        share = window_visible_fractions(scene, base_windows(eyes, np.column_stack([ends[1], size])), ignore)
    else:
        first, second = (spots.tolist() for spots in ends)
        bodies: list[tuple[BaseShape, BaseShape]] = [
            ((a[0], a[1], viewer.radius), (b[0], b[1], target.radius))
            for a, b in zip(first, second, strict=True)
        ]
        level, bands = np.tile((heights.eye, heights.aim), (count, 1)), np.tile(heights.bands, (count, 1, 1))
        share = line_visible_fractions(scene, rules, np.stack(ends, axis=1), bodies, (level, bands), ignore)
    gaps = np.hypot(*(ends[0] - ends[1]).T)
    together = (gaps == 0.0) & (places[0].z == places[1].z)
    share[together & (viewer.radius == target.radius)] = 1.0
    near = np.maximum(0.0, gaps - viewer.radius - target.radius) <= rules.limit_of(viewer.id) + TOL
    return np.where(near & (share > FRACTION_TOL), share, 0.0)


def _footings(table: Table, rules: SightRules, piece: Piece, spots: Floats) -> list[frozenset[str]]:
    """Return for each position of a piece the ids of the objects that hide nothing there."""
    if len(spots) and (spots == piece.xy).all():
        return [sight_stances(table, rules, [piece])[0].excused] * len(spots)
    return _excused(table, rules, piece, spots)


def _excused(table: Table, rules: SightRules, piece: Piece, spots: Floats) -> list[frozenset[str]]:
    """Return for each position the ids that hide nothing there: the piece, its post and what it overlaps."""
    place = piece.place
    assert isinstance(place, OnTable)
    always = frozenset((piece.id, place.on) if place.on else (piece.id,))
    found: dict[int, set[str]] = {}
    ground = footing_scene(table)
    disc, solid = ground.disc_overlaps(np.column_stack([spots, np.full(len(spots), piece.radius)]))
    counts = [can_stand_in(table, ground_solid, place.z) for ground_solid in ground.solids]
    for i, k in zip(disc.tolist(), solid.tolist(), strict=True):
        if counts[k]:
            found.setdefault(i, set()).add(ground.solids[k].id)
    for other in table.pieces.values():
        if other.kind in rules.solid_pieces and isinstance(other.place, OnTable):
            gaps = ((spots - other.xy) ** 2).sum(axis=1)
            for i in np.flatnonzero(gaps < (piece.radius + other.radius) ** 2).tolist():
                if place.z <= other.place.z + other.height + TOL:
                    found.setdefault(i, set()).add(other.id)
    kept: dict[frozenset[str], frozenset[str]] = {}
    alone = _hides_nothing(table, rules, always, place.z, kept)
    rows = [alone] * len(spots)
    for i, ids in found.items():
        rows[i] = _hides_nothing(table, rules, always | ids, place.z, kept)
    return rows


def _hides_nothing(
    table: Table,
    rules: SightRules,
    footing: frozenset[str],
    z: float,
    kept: dict[frozenset[str], frozenset[str]],
) -> frozenset[str]:
    if footing not in kept:
        kept[footing] = excused_ids(table, rules, footing, z)
    return kept[footing]
