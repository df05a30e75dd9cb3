"""Data about a piece watched on its path: where the watch can start or end, and whether it holds.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
import numpy as np

from battlesim.geometry.arcs import Arc, BasePart
from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.path_breaks import (
    DiscPath,
    ShadowBounds,
    breaks_at_distance,
    breaks_at_line,
    breaks_at_rings,
    breaks_at_segments,
    disc_path,
)
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.scene import Floats
from battlesim.geometry.shapes import Point, is_convex
from battlesim.geometry.templates import Blast, Template
from battlesim.rulings.arcs import piece_arc_ruling
from battlesim.rulings.piece_gaps import MeasuredBase, measured_shape, piece_gap
from battlesim.rulings.sight import SightRules, Verdict
from battlesim.rulings.sight_openings import has_rooms
from battlesim.rulings.sight_rules import is_named
from battlesim.rulings.sight_scene import (
    SightPose,
    aim_height,
    depth_scene,
    footing_scene,
    sight_geometry,
    sight_pose,
    sight_scene,
)
from battlesim.rulings.template_coverage import piece_coverages
from battlesim.table.levels import (
    foot_height,
    horizontal_reach,
    place_altitude,
    relief,
    shifted_place,
    standing_place,
)
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

INTERVAL_PRECISION_IN: Final = 0.0005
"""Precision in inches of interval ends; shorter intervals are not searched for."""
FALLBACK_SAMPLE_STEP_IN: Final = 0.02
"""Inches between sample points where break points cannot be computed; shorter intervals may be missed."""


class WatchCondition(NamedTuple):
    """The conditions under which a viewer watches a moving piece. All given conditions must be true.

    They are: the viewer sees the piece under the sight rules (all of it if `unobscured` is True); the gap
    between them is at most `max_gap` inches; the piece's base (its centre, or any part if `arc_part` is
    "any") lies in an arc about the viewer's facing; and the template covers at least a part of the base.
    """

    viewer: Piece
    sight_rules: SightRules | None = None
    max_gap: float | None = None
    arc: Arc | None = None
    template: Template | None = None
    arc_part: BasePart = "centre"
    unobscured: bool = False


class WatchCase:
    """A piece that moves along a path and is watched by a single viewer."""

    def __init__(self, table: Table, mover: Piece, path: Sequence[Point], watch: WatchCondition) -> None:
        self.table, self.mover, self.watch = table, mover, watch
        self.shadows: tuple[ShadowBounds, ...] = ()
        legs = [(a, b) for a, b in pairwise(path) if math.dist(a, b) > 0.0]
        self.ways = [disc_path(a, b, mover.radius) for a, b in legs]
        self.starts = np.concatenate([[0.0], np.cumsum([go.length for go in self.ways])])

    def break_lengths(self) -> list[float]:
        """Return the lengths along the path where the watch may start or end, and the path's two ends.

        These lengths are at least `INTERVAL_PRECISION_IN` apart.
        """
        found = [self.starts]
        for start, go in zip(self.starts, self.ways, strict=False):
            at = np.concatenate([np.empty(0), *self._breaks(go)])
            found.append(start + at[(at > 0.0) & (at < go.length)])
        marks = np.unique(np.concatenate(found))
        kept = [float(marks[0])]
        for mark in marks[1:].tolist():
            if mark - kept[-1] > INTERVAL_PRECISION_IN:
                kept.append(mark)
        return [*kept[:-1], float(self.starts[-1])] if len(kept) > 1 else kept

    def _place_at(self, x: float, y: float) -> OnTable:
        """Return the place of the mover at a point of its path."""
        ground, place = self.table.ground, self.mover.place
        if isinstance(place, OnTable) and not place.on:
            return shifted_place(ground, place, x, y, 0.0)
        return standing_place(ground, x, y)

    def _foot_heights(self) -> list[float]:
        """Return the distinct heights in inches at which the mover's foot may be along the path."""
        ground, place = self.table.ground, self.mover.place
        least = place.z if isinstance(place, OnTable) and place_altitude(ground, place) > TOL else 0.0
        return sorted({max(least, level) for level in (0.0, *(terrain.height for terrain in relief(ground)))})

    def _breaks(self, go: DiscPath) -> Iterator[Floats]:
        watch = self.watch
        for terrain in relief(self.table.ground):
            for ring in terrain.rings:
                corners = np.array(ring)
                yield breaks_at_segments(go, corners, np.roll(corners, -1, axis=0), TOL)
        if watch.max_gap is not None:
            yield from self._distance_breaks(go, watch.max_gap)
        if watch.arc is not None:
            yield from _arc_breaks(go, watch.viewer, watch.arc, watch.arc_part)
        if isinstance(watch.template, Blast):
            blast = watch.template
            yield breaks_at_distance(go, [(blast.x, blast.y)], blast.radius + go.radius - TOL)
        elif watch.template is not None:
            yield breaks_at_rings(go, watch.template.rings, go.radius - TOL)
        if watch.sight_rules is not None:
            yield from self._sight_breaks(go, watch.sight_rules)

    def _distance_breaks(self, go: DiscPath, gap: float) -> Iterator[Floats]:
        """Yield the points of the path where the mover is at the given gap from the viewer."""
        at, foot = measured_shape(self.table, self.watch.viewer), foot_height(self.table, self.watch.viewer)
        reaches = (horizontal_reach(self.table.ground, gap + TOL, z, foot) for z in self._foot_heights())
        for reach in dict.fromkeys(reach for reach in reaches if reach is not None):
            if isinstance(at, MeasuredBase):
                yield breaks_at_distance(go, [(at.x, at.y)], reach + go.radius + at.radius)
            else:
                yield breaks_at_rings(go, at.rings, reach + go.radius)

    def _sight_breaks(self, go: DiscPath, rules: SightRules) -> Iterator[Floats]:
        """Yield the points of the path where the mover may come into view or go out of view."""
        here = sight_pose(self.table, self.watch.viewer)
        if here is None:
            return
        limit = rules.limit_of(self.watch.viewer.id)
        if limit < math.inf:
            yield from self._distance_breaks(go, limit)
            yield from self._roof_breaks(go, rules)
        yield from self._footing_breaks(go, rules)
        sampled = here.inside or self._may_cross_depth(go, rules) or _has_lines_between_bases(rules)
        by_rooms = not isinstance(rules.openings, msgspec.UnsetType) and has_rooms(self.table.ground)
        if sampled or by_rooms or self.watch.unobscured:
            yield np.arange(0.0, go.length, FALLBACK_SAMPLE_STEP_IN)
            return
        self.shadows = self.shadows or self._shadows(rules, here)
        for shadows in self.shadows:
            yield shadows.sight_breaks(go if rules.mode == "share" else go._replace(radius=0.0))

    def _may_cross_depth(self, go: DiscPath, rules: SightRules) -> bool:
        """Return whether lines to the mover may cross terrain with a limited view depth."""
        if not rules.depth or not depth_scene(self.table, rules).solids:
            return False
        ends = np.array([self.watch.viewer.xy, go.start, go.start + go.length * go.direction])
        low, high = ends.min(axis=0) - go.radius, ends.max(axis=0) + go.radius
        areas = (t for t in self.table.ground.terrain if rules.see_through_depth(t) is not None)
        corners = (np.array([point for ring in area.rings for point in ring]) for area in areas)
        return any(bool(np.all(c.min(axis=0) <= high) and np.all(c.max(axis=0) >= low)) for c in corners)

    def _roof_breaks(self, go: DiscPath, rules: SightRules) -> Iterator[Floats]:
        """Yield the points of the path where the mover's centre enters or leaves roofed terrain.

        Roofed terrain that is not convex is sampled closely, since its corners can block lines.
        """
        for terrain in self.table.ground.terrain if rules.roofs else ():
            if is_named(terrain, rules.roofs):
                for ring in terrain.rings:
                    corners = np.array(ring)
                    yield breaks_at_segments(go, corners, np.roll(corners, -1, axis=0), 0.0)
                if len(terrain.rings) > 1 or not is_convex(terrain.rings[0]):
                    yield np.arange(0.0, go.length, FALLBACK_SAMPLE_STEP_IN)

    def _shadows(self, rules: SightRules, here: SightPose) -> tuple[ShadowBounds, ...]:
        """Return the bounds of the shadows in which the mover is hidden, for each height of its foot."""
        (moved,) = self.moved([0.0])
        there = sight_pose(self.table, moved)
        assert there is not None, "it is put on the table"
        eye, (_, _, _, low, high), *_ = sight_geometry(rules, self.watch.viewer, moved, here, there)
        if rules.mode == "line":
            low = high = low + aim_height(rules, moved)
        scene, rises = sight_scene(self.table, rules), [z - there.z for z in self._foot_heights()]
        return tuple(ShadowBounds(scene, eye, low + rise, high + rise) for rise in rises)

    def _footing_breaks(self, go: DiscPath, rules: SightRules) -> Iterator[Floats]:
        """Yield the points where the mover starts or stops overlapping solids, which may then hide less."""
        ground = footing_scene(self.table)
        if len(ground.x):
            walls, _ = ground.walls()
            yield breaks_at_segments(go, walls[:, :2], walls[:, 2:], go.radius - TOL)
        for piece in self.table.standing_pieces():
            if piece.kind in rules.solid_pieces:
                yield breaks_at_distance(go, [piece.xy], go.radius + piece.radius)

    def moved(self, along: Sequence[float], rounded: bool = False) -> list[Piece]:
        """Return copies of the moving piece at the given lengths along its path.

        If `rounded` is True, the positions of the copies are rounded to valid positions.
        """
        found = []
        for s in along:
            k = min(int(np.searchsorted(self.starts, s, side="right")), len(self.ways)) - 1
            x, y = self.ways[k].positions_at(np.array(s - self.starts[k])).tolist()
            x, y = rounded_point((x, y)) if rounded else (x, y)
            found.append(msgspec.structs.replace(self.mover, place=self._place_at(x, y)))
        return found

    def sees(self, seen: Verdict) -> bool:
        """Return whether a verdict on sight satisfies the watch condition."""
        return seen.visible and (not self.watch.unobscured or seen.share >= 1.0 - FRACTION_TOL)

    def holds_without_sight(self, piece: Piece) -> bool:
        """Return whether all conditions of the watch except sight are true."""
        watch, table = self.watch, self.table
        if watch.max_gap is not None and piece_gap(table, watch.viewer, piece) > watch.max_gap + TOL:
            return False
        arc, part = watch.arc, watch.arc_part
        if arc is not None and not piece_arc_ruling(table, watch.viewer, piece, arc, part).inside:
            return False
        return (
            watch.template is None or piece_coverages(table, watch.template, [piece])[piece.id].state != "out"
        )


def _has_lines_between_bases(rules: SightRules) -> bool:
    return (rules.mode, rules.lines) == ("line", "bases")


def _arc_breaks(go: DiscPath, viewer: Piece, arc: Arc, part: BasePart) -> Iterator[Floats]:
    """Yield the points where the base or its centre crosses the border of an arc widened by `TOL`."""
    if arc.width >= 360.0 or not isinstance(viewer.place, OnTable):
        return
    apex = np.array([viewer.xy, viewer.xy])
    turned = np.radians([viewer.place.facing + arc.toward + side * arc.width / 2.0 for side in (1, -1)])
    reach = {"centre": 0.0, "any": go.radius, "wholly": -go.radius}[part]
    yield breaks_at_line(go, apex, np.stack([-np.sin(turned), np.cos(turned)], axis=1), abs(reach + TOL))
    yield breaks_at_distance(go, [viewer.xy], abs(reach + TOL))
