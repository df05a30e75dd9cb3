"""Pairs of viewers and targets, prepared for deciding what they see. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec
import numpy as np

from battlesim.geometry.base_shapes import BaseShape
from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.corner_lines import corner_line_intervals, corner_lines
from battlesim.geometry.free_lines import HeightRange, LineEnds, free_lines
from battlesim.geometry.hulls import ConvexBase
from battlesim.geometry.line_of_sight import SolidInterval, length_inside, solid_intervals
from battlesim.geometry.scene import Bools, Floats
from battlesim.geometry.shapes import Solid
from battlesim.geometry.target_windows import TargetWindows, base_windows, hull_windows, square_windows
from battlesim.geometry.visible_fraction import fractions_hidden_alone, window_visible_fractions
from battlesim.rulings.cover_obstacles import cover_obstacles, ids_nearer_to_viewer
from battlesim.rulings.sight_lines import line_visible_fractions
from battlesim.rulings.sight_openings import NO_ROOMS, RoomSight, has_rooms, room_sight
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import (
    SightGeometry,
    aim_height,
    depth_scene,
    eye_height,
    sight_geometry,
    sight_scene,
    sight_stances,
    smoke_scene,
)
from battlesim.table.ids import UNIT_HULL_PREFIX
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


class SightCase:
    """Pairs of a viewer and a target, with the solids and other data needed to judge their lines of sight."""

    def __init__(
        self,
        table: Table,
        rules: SightRules,
        pairs: Sequence[tuple[Piece, Piece]],
        ignored_markers: Collection[str] = (),
    ) -> None:
        self.table, self.rules, self.pairs, self.ignored_markers = table, rules, list(pairs), ignored_markers
        pieces = {id(piece): piece for pair in self.pairs for piece in pair}
        found = dict(zip(pieces, sight_stances(table, rules, list(pieces.values())), strict=True))
        self.stances = [(found[id(viewer)], found[id(target)]) for viewer, target in self.pairs]
        self.scene = sight_scene(table, rules, ignored_markers)
        self.sights: dict[int, SightGeometry] = {}
        self.cover_shares: dict[int, float] = {}
        self.hard_blockers: dict[int, tuple[str, ...]] = {}
        self.rooms = self._room_sights()
        self.in_same_place = [self._together(i) for i in range(len(self.pairs))]
        for i, (viewer, target) in enumerate(self.pairs):
            sees, seen = self.stances[i]
            if sees.pose is not None and seen.pose is not None and not self.in_same_place[i]:
                self.sights[i] = sight_geometry(rules, viewer, target, sees.pose, seen.pose)

    def _room_sights(self) -> list[RoomSight]:
        """Return the effect of rooms on each pair's sight; there is none without rules for openings."""
        rules = self.rules.openings
        if isinstance(rules, msgspec.UnsetType) or not has_rooms(self.table.ground):
            return [NO_ROOMS] * len(self.pairs)
        return [room_sight(self.table, rules, viewer, target) for viewer, target in self.pairs]

    def _together(self, i: int) -> bool:
        """Return whether the pieces of pair `i` are the same or in the same place, such as a building."""
        viewer, target = self.pairs[i]
        sees, seen = self.stances[i]
        a, b = sees.pose, seen.pose
        if viewer.id == target.id or a is None or b is None:
            return viewer.id == target.id
        return a == b or (a.inside != "" and a.inside == b.inside)

    def ignored_ids(self, i: int) -> frozenset[str]:
        """Return the ids of the solids that do not block sight between the two pieces of pair `i`."""
        viewer, target = self.pairs[i]
        sees, seen = self.stances[i]
        own = sees.excused | seen.excused | self.rooms[i].rooms
        if self.rules.groups:
            own |= {UNIT_HULL_PREFIX + p.unit for p in (viewer, target)}
        if self.rules.excused:
            own |= {key for piece in (viewer, target) for key in self.rules.excused.get(piece.id, ())}
        if self.rules.bases_as_high:
            pieces = self.table.pieces.values()
            own |= {piece.id for piece in pieces if piece.height < target.height - TOL}
        return self.scene.ignored_ids(own)

    @cached_property
    def obstacles(self) -> list[Solid]:
        """The solids that give cover to targets near them."""
        return cover_obstacles(self.table, self.rules, self.ignored_markers)

    def target_windows(self, order: Sequence[int]) -> TargetWindows:
        """Return, for each pair, the rectangle that represents the target as its viewer sees it.

        The pairs must belong to the same group (see `grouped_by_target`).
        """
        sights = [self.sights[i] for i in order]
        if sights and sights[0].hull:
            return hull_windows([s.eye for s in sights], [s.target for s in sights], [s.hull for s in sights])
        make = square_windows if sights and sights[0].on_outline else base_windows
        return make([s.eye for s in sights], [s.target for s in sights])

    def grouped_by_target(self, numbers: Iterable[int]) -> list[list[int]]:
        """Return the indices of the pairs, grouped by kind of target.

        The kinds are targets with a round base, targets with any other base, and targets inside terrain.
        """
        laid = [(i, self.sights[i]) for i in numbers if i in self.sights]
        kinds = ((False, False), (False, True), (True, False))
        sorted_out = [[i for i, at in laid if (at.on_outline, bool(at.hull)) == kind] for kind in kinds]
        return [group for group in sorted_out if group]

    def visible_fractions(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the visible fraction of the target of each pair.

        It is 0 if a piece is not in play, and 1 if both pieces are in the same place.
        """
        share = np.array(self.in_same_place, dtype=np.float64)
        for group in self.grouped_by_target(self.sights):
            share[group] = self._by_lines(group) if self.rules.mode == "line" else self._by_area(group)
        for i in self._too_deep():
            share[i] = 0.0
        for i, room in enumerate(self.rooms):
            if room.why:
                share[i] = 0.0
        if self.rules.cover_nearer:
            self.cover_shares = dict(self._covering_fractions(share))
        for i, most in self._concealed():
            share[i] = min(share[i], most)
            if i in self.cover_shares:
                self.cover_shares[i] = min(self.cover_shares[i], most)
        return share

    def _covering_fractions(self, share: Floats) -> Iterator[tuple[int, float]]:
        """Yield partly visible pairs with their fraction for cover, ignoring solids nearer to the viewer."""
        partly = (i for i in self.sights if FRACTION_TOL < share[i] < 1.0 - FRACTION_TOL)
        for group in self.grouped_by_target(partly):
            ignore = [self.scene.ignored_ids(self.ignored_ids(i) | self._nearer_to_viewer(i)) for i in group]
            found = window_visible_fractions(self.scene, self.target_windows(group), ignore)
            yield from zip(group, found.tolist(), strict=True)

    def _nearer_to_viewer(self, i: int) -> frozenset[str]:
        """Return the ids of the obstacles that are nearer to the viewer's base than to the target's."""
        a, b = (stance.pose for stance in self.stances[i])
        if a is None or b is None:
            return frozenset()
        return ids_nearer_to_viewer(self.obstacles, a, b)

    def _concealed(self) -> Iterator[tuple[int, float]]:
        """Yield the pairs with a target in concealing terrain, with its maximum visible fraction."""
        if not self.rules.least:
            return
        by_id = self.table.ground.terrain_by_id()
        for i in self.sights:
            about = [by_id[key] for key in self.stances[i][1].footing if key in by_id]
            least = max((self.rules.concealed_fraction(terrain) for terrain in about), default=0.0)
            if least:
                yield i, 1.0 - least

    def _by_area(self, group: list[int]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        ignore = [self.ignored_ids(i) for i in group]
        return window_visible_fractions(self.scene, self.target_windows(group), ignore)

    def _by_lines(self, group: list[int]) -> Floats:
        """Return the fraction of free lines for each pair: 0 or 1, except for lines between corners."""
        starts, ends = (np.array(places) for places in self.centre_lines(group))
        middles, level = (
            np.stack([starts[:, :2], ends[:, :2]], axis=1),
            np.stack([starts[:, 2], ends[:, 2]], axis=1),
        )
        bands = np.array([self._bands(i) for i in group]) if self.rules.lines == "bodies" else level
        bodies, ignore = [self._discs(i) for i in group], [self.ignored_ids(i) for i in group]
        return line_visible_fractions(self.scene, self.rules, middles, bodies, (level, bands), ignore)

    def free_lines(self, group: Sequence[int]) -> list[LineEnds | None]:
        """Return, for each pair, an unblocked line of sight between the bases, or None if all are blocked."""
        pairs, ignore = [self._discs(i) for i in group], [self.ignored_ids(i) for i in group]
        bands = np.array([self._bands(i) for i in group])
        if self.rules.lines != "bodies":
            bands = np.array([self._heights(i) for i in group])[:, :, None].repeat(2, axis=2)
        return free_lines(self.scene, pairs, bands, ignore, self.rules.edge_to_edge)

    def _bands(self, i: int) -> tuple[HeightRange, HeightRange]:
        """Return the height ranges (bottom, top) of the viewer, including its eye, and of the target."""
        viewer, (_, _, _, low, high) = self.pairs[i][0], self.sights[i].target
        eye = self._heights(i)[0]
        z = eye - eye_height(self.rules, viewer)
        return (z, max(z + viewer.height, eye)), (low, high)

    def corner_lines(self, group: Sequence[int]) -> tuple[Floats, Bools]:
        """Return the lines (n, 4, 2, 2) from the best corner of each viewer to the corners of its target.

        Also return a bool array (n, 4) that is True for each unblocked line.
        """
        ignore = [self.ignored_ids(i) for i in group]
        heights = np.array([self._heights(i) for i in group])
        return corner_lines(self.scene, [self._discs(i) for i in group], heights, ignore)

    def solid_intervals(self, group: Sequence[int]) -> list[list[SolidInterval]]:
        """Return, for each pair, the parts of its lines of sight that lie in solids.

        The lines are those between corners or the line between the centres, depending on the rules.
        """
        if self.rules.lines != "corners":
            return solid_intervals(
                self.scene, *self.centre_lines(group), [self.ignored_ids(i) for i in group]
            )
        ends = ((self._discs(i), self._heights(i), self.ignored_ids(i)) for i in group)
        return [corner_line_intervals(self.scene, *pair) for pair in ends]

    def _discs(self, i: int) -> tuple[BaseShape, BaseShape]:
        """Return the bases of pair `i`; a viewer inside terrain has radius 0."""
        (x, y, _), (tx, ty, radius, _, _), _, hull = self.sights[i]
        at = self.stances[i][0].pose
        radius_of = 0.0 if at and at.inside else self.pairs[i][0].radius
        return ConvexBase(at.hull) if at and at.hull else (x, y, radius_of), ConvexBase(hull) if hull else (
            tx,
            ty,
            radius,
        )

    def _heights(self, i: int) -> tuple[float, float]:
        """Return the height of the viewer's eye and the height at which lines end on the target."""
        return self.sights[i].eye[2], self.sights[i].target[3] + aim_height(self.rules, self.pairs[i][1])

    def centre_lines(
        self, group: Sequence[int]
    ) -> tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]]:
        """Return the start and end points (x, y, z) of the line from each viewer to its target.

        The line runs from the viewer's eye to the centre of the target.
        """
        starts = [self.sights[i].eye for i in group]
        ends = [
            (t[0], t[1], t[3] + aim_height(self.rules, self.pairs[i][1]))
            for i in group
            for t in [self.sights[i].target]
        ]
        return starts, ends

    def _too_deep(self) -> list[int]:
        """Return the pairs whose centre line runs too far through terrain with a limited view depth."""
        if not self.rules.depth:
            return []
        woods = depth_scene(self.table, self.rules)
        sorts: dict[float, list[str]] = {}
        for solid in woods.solids:
            most = self.rules.see_through_depth(self.table.terrain(solid.id))
            sorts.setdefault(most or 0.0, []).append(solid.id)
        laid = list(self.sights)
        found = solid_intervals(woods, *self.centre_lines(laid))
        return [
            i
            for i, parts in zip(laid, found, strict=True)
            if any(length_inside(parts, ids) > most + TOL for most, ids in sorts.items())
        ]

    def blockers(
        self, fractions: np.ndarray[tuple[int], np.dtype[np.float64]], min_fraction: float = FRACTION_TOL
    ) -> list[tuple[str, ...]]:
        """Return, for each pair, the ids of the solids that hide a part of the target by themselves.

        The result for a pair is () if nothing is hidden.
        """
        found: list[tuple[str, ...]] = [()] * len(self.pairs)
        for group in self.grouped_by_target(i for i in self.sights if fractions[i] < 1.0 - min_fraction):
            ignore = [self.ignored_ids(i) for i in group]
            if self.rules.mode == "share":
                views = self.target_windows(group)
                hidden = fractions_hidden_alone(self.scene, views, ignore, min_fraction)
                rows = [self.scene.values_by_object(row) for row in hidden]
                names = [tuple(row) for row in rows]
                self.hard_blockers |= {i: self._enough(row) for i, row in zip(group, rows, strict=True)}
            else:
                lines = self.solid_intervals(group)
                names = [tuple(self.scene.values_by_object({p.solid: p for p in parts})) for parts in lines]
            for i, row in zip(group, names, strict=True):
                found[i] = row
        return found

    def _enough(self, row: Mapping[str, float]) -> tuple[str, ...]:
        """Return the ids of the solids that hide enough of a target by themselves to count as hard cover."""
        return tuple(key for key, share in row.items() if share >= self.rules.hard_share - FRACTION_TOL)

    def smoke_markers(self) -> list[tuple[str, ...]]:
        """Return, for each pair, the ids of the smoke markers in or behind which the target stands."""
        found: list[tuple[str, ...]] = [()] * len(self.pairs)
        cloud = smoke_scene(self.table, self.rules, self.ignored_markers)
        if cloud is None:
            return found
        for group in self.grouped_by_target(self.sights):
            alone = fractions_hidden_alone(cloud, self.target_windows(group))
            if self.sights[group[0]].hull:
                disc, solid = cloud.ring_overlaps([self.sights[i].hull for i in group])
            else:
                disc, solid = cloud.disc_overlaps([self.sights[i].target[:3] for i in group])
            for k, i in enumerate(group):
                about = [
                    cloud.solids[s].id for d, s in zip(disc.tolist(), solid.tolist(), strict=True) if d == k
                ]
                found[i] = tuple(s.id for s in cloud.solids if s.id in alone[k] or s.id in about)
        return found
