"""Bounds on the visible fraction of a target if it or the viewer moves at the same height, in inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
import numpy as np

from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.corner_lines import MAX_TOUCH_SHIFT_IN, may_touch
from battlesim.geometry.edge_distances import gaps_to_shape, overlap_share
from battlesim.geometry.margin_search import scene_near_line
from battlesim.geometry.scene import Bools, Floats, Ints, Scene
from battlesim.geometry.shapes import Point, Solid, base_ring
from battlesim.geometry.visible_fraction import visible_fractions
from battlesim.rulings.cover_obstacles import cover_obstacles, height_gap
from battlesim.rulings.sight_bounds import (
    Ids,
    LineHeights,
    SolidsNearLine,
    are_too_deep,
    line_end_offsets,
    line_fraction_bounds,
    line_sway,
)
from battlesim.rulings.sight_hidden import TargetFace, are_wholly_hidden, slightly_shrunk
from battlesim.rulings.sight_rules import SightRules, is_named
from battlesim.rulings.sight_scene import (
    can_stand_in,
    depth_scene,
    eye_height,
    footing_scene,
    sight_scene,
    smoke_scene,
    target_height,
)
from battlesim.rulings.sight_surroundings import SightSurroundings
from battlesim.table.ids import UNIT_HULL_PREFIX
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

OVERLAP_SLACK = 1e-3
"""More than the polygon for a round base can miss of the part of it that is in terrain."""
_SLACK = 1e-9
"""Maximum rounding error in inches of the gap between a base and terrain."""


class SightBound(NamedTuple):
    """A bound on a target's visible fraction, another for its cover, and whether the target is obscured."""

    share: float
    shown: float
    is_obscured: bool


class MoveBounds:
    """Bounds on the visible fraction of a target while the viewer or the target can move.

    `number` says which of them moves: 0 for the viewer, 1 for the target.
    """

    def __init__(
        self,
        table: Table,
        rules: SightRules,
        pair: tuple[Piece, Piece],
        number: int,
        ignored_markers: Collection[str],
        max_inches: float,
        hidden: bool,
    ) -> None:
        """Prepare the solids near the line of sight for moves of at most `max_inches`.

        `hidden` is true if the target is not visible from the original positions.
        """
        self.table, self.rules, self.pair, self.number = table, rules, pair, number
        self.places = [p.place for p in pair if isinstance(p.place, OnTable)]
        reach = max_inches + 2.0 * max(p.radius for p in pair) + 1.0
        moves = self.end_moves(max_inches)
        self.is_cheap = rules.mode == "share" or rules.lines == "centres"
        scene = sight_scene(table, msgspec.structs.replace(rules, mode="line"), ignored_markers)
        self.world = SolidsNearLine.near_pair(scene, pair, reach, line_end_offsets(rules, pair, moves))
        cloud = smoke_scene(table, rules, ignored_markers)
        self.cloud = None if cloud is None else SolidsNearLine.near_pair(cloud, pair, reach, moves)
        self.woods = (
            SolidsNearLine.near_pair(depth_scene(table, rules), pair, reach, moves) if rules.depth else None
        )
        self.heights, self.radii = (
            LineHeights.of_pair(rules, pair, self.places),
            (pair[0].radius, pair[1].radius),
        )
        self.own = {UNIT_HULL_PREFIX + p.unit for p in pair} if rules.groups else set()
        if rules.bases_as_high:
            self.own |= {p.id for p in table.pieces.values() if p.height < pair[1].height - TOL}
        near = {solid.id for solid in self.world.scene.solids} if rules.cover_nearer else ()
        self.obstacles = [one for one in cover_obstacles(table, rules, ignored_markers) if one.id in near]
        self.surroundings = SightSurroundings(table, rules, pair, number)
        self.grounds = [self._grounds(number, reach) for number in (0, 1)]
        self.known = table.ground.terrain_by_id()
        asked = self.is_cheap and self.number == 1 and hidden
        self.hiding = slightly_shrunk(self.world.scene) if asked else None

    def is_bare(self, ends: tuple[Floats, Floats], distance: Floats, radius: float) -> Bools:
        """Return a bool for each target: True if no solid can be in front of it after a move.

        The move is at most `radius` inches long. No solid may be as near to the eye as the points where lines
        from the eye touch the target's base. The directions of these lines then do not matter.
        """
        most = distance + radius
        tangent = np.sqrt(np.maximum(most * most - self.pair[1].radius ** 2, 0.0))
        discs = np.column_stack([ends[0], tangent + radius])
        worlds = [self.world, self.cloud] if self.cloud else [self.world]
        sure = [self.footings(k, ends[k], radius)[0] for k in (0, 1)]
        excused = self.ignored_ids(sure)
        found = np.ones(len(discs), dtype=bool)
        for solid in (s for world in worlds for s in world.scene.solids):
            left = [k for k in found.nonzero()[0].tolist() if solid.id not in excused[k]]
            found[left] = gaps_to_shape(discs[left], solid.rings) > 0.0
        return found

    def fraction_bounds(
        self,
        ends: tuple[Floats, Floats],
        by: tuple[float, float],
        radius: float,
        sign: int,
        known: list[float],
    ) -> list[SightBound]:
        """Return bounds on the visible fraction of each target, and whether it may or must be obscured.

        If `sign` is 1, return lower bounds and whether the target may be obscured. If it is -1, return upper
        bounds and whether it must be obscured. Fractions in `known` that are not negative are used as given.
        """
        if not known:
            return []
        sure, maybe = zip(*(self.footings(k, ends[k], radius) for k in (0, 1)), strict=True)
        less, more = (sure, maybe) if sign == 1 else (maybe, sure)
        smoke = self._smoke(ends, by, radius, sign)
        obscured = [
            hazy or self._is_obscured(at, own, about, sign * radius)
            for hazy, at, own, about in zip(smoke, ends[1].tolist(), less[0], more[1], strict=True)
        ]
        rooms = [
            self.surroundings.rooms_at(*pair) for pair in zip(ends[0].tolist(), ends[1].tolist(), strict=True)
        ]
        shares = np.array([0.0 if room.why else share for room, share in zip(rooms, known, strict=True)])
        (asked,) = (shares < 0.0).nonzero()
        shares[asked] = self._seen_in(asked, ends, by, radius, sign, (less, more), [r.rooms for r in rooms])
        shown = shares.copy()
        if self.rules.cover_nearer:
            (asked,) = ((shares > FRACTION_TOL) & (shares < 1.0 - FRACTION_TOL)).nonzero()
            near = self._nearer_ids(ends, self.end_moves(radius), sign)
            open_ = [room.rooms | ids for room, ids in zip(rooms, near, strict=True)]
            shown[asked] = self._seen_in(asked, ends, by, radius, sign, (less, more), open_)
        return [SightBound(*row) for row in zip(shares.tolist(), shown.tolist(), obscured, strict=True)]

    def _seen_in(
        self,
        rows: Ints,
        ends: tuple[Floats, Floats],
        by: tuple[float, float],
        radius: float,
        sign: int,
        footings: tuple[Sequence[list[Ids]], Sequence[list[Ids]]],
        ignored: Sequence[Ids],
    ) -> list[float]:
        """Return the bounds given by `_seen` for the selected rows, leaving out the `ignored` solids."""
        if not len(rows):
            return []
        less, more = (tuple([at[i] for i in rows] for at in both) for both in footings)
        some = ends[0][rows], ends[1][rows]
        return self._seen(some, by, radius, sign, (less, more), [ignored[i] for i in rows])

    def _is_obscured(self, at: Point, own: Ids, about: Ids, moved: float) -> bool:
        """Return whether a target may (`moved` above 0) or must be obscured by the ground after a move.

        A base that moves by d gains or loses at most d times its width of the ground beneath it.
        """
        if not self.rules.overlap_share:
            return any(map(self._covers, about - own))
        named = [self.known[key].rings for key in about if self._covers(key)]
        if not named:
            return False
        radius = self.pair[1].radius
        gained = 2.0 * moved / (math.pi * radius) if self.number == 1 else 0.0
        share = overlap_share(base_ring(*at, radius), named)
        slack = math.copysign(OVERLAP_SLACK, moved) if gained else 0.0
        return share + gained + slack > self.rules.overlap_share + FRACTION_TOL

    def _nearer_ids(self, ends: tuple[Floats, Floats], moves: tuple[float, float], sign: int) -> list[Ids]:
        """Return the ids of obstacles surely (sign 1) or possibly (-1) nearer to the viewer after moves."""
        discs = (
            np.column_stack([at, np.full(len(at), radius)])
            for at, radius in zip(ends, self.radii, strict=True)
        )
        gaps = [
            [
                np.hypot(np.maximum(gaps_to_shape(at, one.rings), 0.0), height_gap(place.z, one))
                for one in self.obstacles
            ]
            for at, place in zip(discs, self.places, strict=True)
        ]
        if not self.obstacles:
            return [frozenset()] * len(ends[0])
        nearer = np.array(gaps[0]) + sign * sum(moves) < np.array(gaps[1]) - TOL
        return [
            frozenset(one.id for one, holds in zip(self.obstacles, row, strict=True) if holds)
            for row in nearer.T.tolist()
        ]

    def _seen(
        self,
        ends: tuple[Floats, Floats],
        by: tuple[float, float],
        radius: float,
        sign: int,
        footings: tuple[Sequence[list[Ids]], Sequence[list[Ids]]],
        ignored: Sequence[Ids],
    ) -> list[float]:
        """Return lower (sign 1) or upper (-1) bounds on the visible fractions under all rules.

        `footings` holds the ids of what viewers and targets stand in: first those that hide nothing, then
        those that conceal the target. They are chosen so that the bound holds. `ignored` solids are left out.
        """
        ignore = self.ignored_ids(footings[0], ignored)
        if self.rules.mode == "line":
            shares = self._along_lines(ends, radius, sign, ignore)
        else:
            shares = self._shares(self.world, ends, by, sign, ignore)
        if self.hiding and sign == -1 and radius:
            shares = self._less_hidden(self.hiding, ends, by[1], shares, ignore)
        if self.woods:
            most = {
                s.id: self.rules.see_through_depth(self.known[s.id]) or 0.0 for s in self.woods.scene.solids
            }
            scene = self.woods.grown_for(*self.end_moves(radius), sign)
            deep = are_too_deep(scene, most, self.heights, ends, sign * radius)
            shares = [0.0 if d else share for d, share in zip(deep, shares, strict=True)]
        about = footings[1][1]
        return [min(share, 1.0 - self._concealed(ids)) for share, ids in zip(shares, about, strict=True)]

    def _less_hidden(
        self,
        scene: Scene,
        ends: tuple[Floats, Floats],
        wider: float,
        shares: list[float],
        ignore: Sequence[Ids],
    ) -> list[float]:
        """Return the upper bounds with those of certainly hidden targets set to 0."""
        rows = [k for k, share in enumerate(shares) if share > FRACTION_TOL]
        if rows:
            some, excused = (ends[0][rows], ends[1][rows]), [ignore[k] for k in rows]
            hidden = are_wholly_hidden(scene, some, self._face(), wider, excused)
            for k, none in zip(rows, hidden.tolist(), strict=True):
                shares[k] = 0.0 if none else shares[k]
        return shares

    def _face(self) -> TargetFace:
        """Return the face of the target, reduced to a line end if the rules use lines."""
        if self.rules.mode == "line":
            return TargetFace.line_end(self.heights.eye, self.heights.aim)
        z = self.places[1].z
        return TargetFace(self.heights.eye, self.radii[1], z, z + target_height(self.rules, self.pair[1]))

    def _along_lines(
        self, ends: tuple[Floats, Floats], radius: float, sign: int, ignore: Sequence[Ids]
    ) -> list[float]:
        """Return bounds on the fractions visible along lines."""
        near = float(np.hypot(*(ends[0] - ends[1]).T).min())
        moves = self.end_moves(radius)
        first, second = line_sway(self.rules, self.radii, near, moves)
        if sign < 0 and self.rules.lines == "corners":
            touching = map(partial(may_touch, self.world.scene), ends, self.radii, moves)
            inward = MAX_TOUCH_SHIFT_IN if any(touching) else 0.0
            first, second = first + inward, second + inward
        scene = self.world.grown_for(first, second, sign)
        return line_fraction_bounds(scene, self.rules, self.radii, self.heights, ends, ignore, sign)

    def _concealed(self, footing: Ids) -> float:
        """Return the minimum hidden fraction of a target with the given footing."""
        known = (self.known[key] for key in footing if key in self.known)
        return max((self.rules.concealed_fraction(terrain) for terrain in known), default=0.0)

    def footings(self, number: int, at: Floats, radius: float) -> tuple[list[Ids], list[Ids]]:
        """Return the ids of the objects on which a piece surely stands, and of those on which it may stand.

        Objects that the piece stands in are included. The piece can be up to `radius` inches from its
        position.
        """
        piece, on = self.pair[number], self.places[number].on
        own = frozenset((piece.id, on) if on else (piece.id,))
        solids = self.grounds[number]
        if not solids:
            return [own] * len(at), [own] * len(at)
        discs = np.column_stack([at, np.full(len(at), max(piece.radius - TOL, 0.0))])
        gaps = np.array([gaps_to_shape(discs, solid.rings) for solid in solids])
        moved = (radius if number == self.number else 0.0) + _SLACK
        inside, maybe = gaps < -moved, gaps <= moved
        return (
            [
                own | {s.id for s, holds in zip(solids, row, strict=True) if holds}
                for row in inside.T.tolist()
            ],
            [own | {s.id for s, holds in zip(solids, row, strict=True) if holds} for row in maybe.T.tolist()],
        )

    def ignored_ids(self, footings: Sequence[list[Ids]], ignored: Sequence[Ids] = ()) -> list[Ids]:
        """Return, for each pair of positions, the ids of the solids that hide nothing.

        `footings` holds the objects in or on which the pieces stand.
        """
        more = ignored or [frozenset()] * len(footings[0])
        return [
            self.world.scene.ignored_ids(
                self.own.union(
                    c,
                    (
                        i
                        for ids, place in zip((a, b), self.places, strict=True)
                        for i in ids
                        if i not in self.known or self.rules.excuses(self.known[i], place.z)
                    ),
                )
            )
            for a, b, c in zip(*footings, more, strict=True)
        ]

    def _covers(self, terrain: str) -> bool:
        return terrain in self.known and is_named(self.known[terrain], self.rules.overlap)

    def _shares(
        self,
        world: SolidsNearLine,
        ends: tuple[Floats, Floats],
        by: tuple[float, float],
        sign: int,
        ignore: Sequence[Ids] | None,
    ) -> list[float]:
        """Return lower (solids grown) or upper (solids shrunk) bounds on the visible fractions."""
        count = len(ends[0])
        viewer, target = self.places
        high = target.z + target_height(self.rules, self.pair[1])
        eye = np.full((count, 1), viewer.z + eye_height(self.rules, self.pair[0]))
        aim = np.tile([self.pair[1].radius, target.z, high], (count, 1))
        scene = world.grown_for(*by, sign if any(by) else 0)
        seen: list[float] = visible_fractions(
            scene, np.hstack([ends[0], eye]), np.hstack([ends[1], aim]), ignore
        ).tolist()
        return seen

    def _smoke(
        self, ends: tuple[Floats, Floats], by: tuple[float, float], radius: float, sign: int
    ) -> list[bool]:
        """Return for each target whether smoke may (sign 1) or must (-1) obscure it."""
        if self.cloud is None:
            return [False] * len(ends[0])
        moved = sign * (radius if self.number == 1 else 0.0)
        base = max(self.pair[1].radius - TOL, 0.0)
        discs = np.column_stack([ends[1], np.full(len(ends[1]), base)])
        about = [(gaps_to_shape(discs, s.rings) <= moved).tolist() for s in self.cloud.scene.solids]
        behind = [share < 1.0 - FRACTION_TOL for share in self._shares(self.cloud, ends, by, sign, None)]
        return [any(row) for row in zip(behind, *about, strict=True)]

    def end_moves(self, radius: float) -> tuple[float, float]:
        """Return how far the viewer and the target can move, in inches. Only one of them can move."""
        return (radius, 0.0) if self.number == 0 else (0.0, radius)

    def _grounds(self, number: int, reach: float) -> list[Solid]:
        """Return the solids in or on which the viewer (0) or target (1) may come to stand."""
        piece, z = self.pair[number], self.places[number].z
        terrain = scene_near_line(footing_scene(self.table), piece.xy, piece.xy, reach).solids
        pieces = (s for s in self.world.scene.solids if s.id in self.table.pieces)
        solid = (s for s in pieces if self.table.pieces[s.id].kind in self.rules.solid_pieces)
        return [s for s in (*terrain, *solid) if can_stand_in(self.table, s, z)]
