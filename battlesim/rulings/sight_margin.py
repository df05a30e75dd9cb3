"""How far viewer or target can be moved before a verdict on sight changes. Inches, in plan.

Moves keep the height a piece stands at; whether a base may stand there is another question. A verdict is
the same as long as `visible` and `cover` are.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import partial
from typing import Literal

import msgspec
import numpy as np

from battlesim.geometry.constants import HIDDEN, TOL
from battlesim.geometry.corner_lines import TOUCH, may_touch
from battlesim.geometry.margin import Margin, foot_sway, near_line, search
from battlesim.geometry.measure import gaps_to_shape
from battlesim.geometry.scene import Bools, Floats, Scene
from battlesim.geometry.shapes import Point, Solid
from battlesim.geometry.sight import shares
from battlesim.rulings.sight import Verdict, cover_of, pair_verdicts
from battlesim.rulings.sight_bounds import (
    Heights,
    Ids,
    World,
    line_ends,
    line_shares,
    line_sway,
    too_deep,
)
from battlesim.rulings.sight_hidden import Face, safe_from_touch, wholly_hidden
from battlesim.rulings.sight_rules import SightRules, named
from battlesim.rulings.sight_scene import (
    UNIT,
    depth_scene,
    eye_height,
    footing_scene,
    sight_scene,
    smoke_scene,
    target_height,
    underfoot,
)
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

Mover = Literal["viewer", "target"]
REACH = 2.0
CELLS, FEW = 20_000, 400
"""Discs of moves that are looked at at most; few where each is a search for a free line."""
WORK, LEAST = 450_000, 200
"""Discs times corners about the line of sight, so that an answer does not keep people waiting among a great
many; the least discs all the same."""
SEARCHED, FEWEST = 8_000_000, 16
"""The same where each is a search, which tries lines by two corners: discs times corners times corners."""

_SLACK = 1e-9
"""What rounding may do to the gap between a base and terrain, inches."""


def margin(
    table: Table,
    rules: SightRules,
    viewer: Piece,
    target: Piece,
    mover: Mover,
    without: Collection[str] = (),
    most: float = REACH,
) -> Margin:
    """How far one of the two can be moved before the verdict changes.

    Among lines between any points of two bases it is looked for less closely. Raises ValueError where it is
    not worked out: for pieces that are not both standing on the table, and for a limit that roofs lift.
    """
    if not isinstance(viewer.place, OnTable) or not isinstance(target.place, OnTable):
        raise ValueError("a margin needs two pieces that stand on the table")
    if viewer.hull or target.hull:
        raise ValueError("margins are not worked out for a base that is not round")
    if rules.roofs and rules.limit_of(viewer.id) < math.inf:
        raise ValueError("margins are not worked out where sight has a limit that ends under a roof")
    judge = _Judge(table, rules, (viewer, target), mover, without, most)
    return search(judge, most, cells=judge.cells())


class _Judge:
    """Proves for discs of moves that the verdict stays, or finds moves that change it."""

    def __init__(
        self,
        table: Table,
        rules: SightRules,
        pair: tuple[Piece, Piece],
        mover: Mover,
        without: Collection[str],
        most: float,
    ) -> None:
        self.table, self.rules, self.pair, self.without = table, rules, pair, without
        self.number = 0 if mover == "viewer" else 1
        found = pair_verdicts(table, rules, [pair], without, named=False)[0]
        self.key = self._key(found)
        self.places = [p.place for p in pair if isinstance(p.place, OnTable)]
        reach = most + 2.0 * max(p.radius for p in pair) + 1.0
        moves = self._moves(most)
        self.swift = rules.mode == "share" or rules.lines == "centres"
        scene = sight_scene(table, msgspec.structs.replace(rules, mode="line"), without)
        self.world = World.about(scene, pair, reach, line_ends(rules, pair, moves))
        cloud = smoke_scene(table, rules, without)
        self.cloud = None if cloud is None else World.about(cloud, pair, reach, moves)
        self.woods = World.about(depth_scene(table, rules), pair, reach, moves) if rules.depth else None
        self.heights, self.radii = Heights.of(rules, pair, self.places), (pair[0].radius, pair[1].radius)
        self.own = {UNIT + p.unit for p in pair} if rules.groups else set()
        self.grounds = [self._grounds(number, reach) for number in (0, 1)]
        self.known = table.ground.by_id()
        asked = self.swift and self.number == 1 and found.share <= HIDDEN
        self.hiding = safe_from_touch(self.world.scene) if asked else None

    def cells(self) -> int:
        """How many discs of moves are looked at."""
        corners = max(1, len(self.world.scene.x))
        if self.rules.mode == "line" and self.rules.lines in ("bases", "bodies"):
            return min(FEW, max(FEWEST, SEARCHED // corners**2))
        lines = 1 if self.swift else 5
        return min(CELLS, max(LEAST, WORK // (lines * corners)))

    def stays(self, moves: Floats, radius: float) -> Bools:
        """Which moves are proved to keep the verdict, with all others within a radius."""
        return self._stays(self._ends(moves), radius)

    def may_change(self, moves: Floats) -> Bools:
        """Which moves seem to change the verdict.

        Bounds along lines between corners do not know what only touches a base, so these are judged.
        """
        if self.rules.mode == "line" and self.rules.lines == "corners":
            return self._judged([(x, y) for x, y in moves.tolist()])
        return ~self._stays(self._ends(moves), 0.0)

    def changes(self, move: Point) -> bool:
        """Whether a move changes the verdict."""
        return bool(self._judged([move])[0])

    def _judged(self, moves: Sequence[Point]) -> Bools:
        """Return which moves change the verdict."""
        piece, place = self.pair[self.number], self.places[self.number]
        spots = (msgspec.structs.replace(place, x=place.x + x, y=place.y + y) for x, y in moves)
        moved = [msgspec.structs.replace(piece, place=spot) for spot in spots]
        pairs = [(one, self.pair[1]) if self.number == 0 else (self.pair[0], one) for one in moved]
        found = pair_verdicts(self.table, self.rules, pairs, self.without, named=False)
        return np.array([self._key(one) != self.key for one in found], dtype=bool)

    @staticmethod
    def _key(seen: Verdict) -> tuple[bool, str]:
        return seen.visible, seen.cover

    def _ends(self, moves: Floats) -> tuple[Floats, Floats]:
        """Where viewer and target are (n, 2) after moves."""
        ends = [np.tile(np.array(p.xy), (len(moves), 1)) for p in self.pair]
        ends[self.number] = ends[self.number] + moves
        return ends[0], ends[1]

    def _grounds(self, number: int, reach: float) -> list[Solid]:
        """What the viewer (0) or the target (1) may come to stand in or on."""
        piece, z = self.pair[number], self.places[number].z
        terrain = near_line(footing_scene(self.table), piece.xy, piece.xy, reach).solids
        pieces = (s for s in self.world.scene.solids if s.id in self.table.pieces)
        solid = (s for s in pieces if self.table.pieces[s.id].kind in self.rules.solid_pieces)
        return [s for s in (*terrain, *solid) if underfoot(self.table, s, z)]

    def _stays(self, ends: tuple[Floats, Floats], radius: float) -> Bools:
        distance = np.hypot(*(ends[0] - ends[1]).T)
        gap = (
            distance - self.pair[0].radius - self.pair[1].radius - self.rules.limit_of(self.pair[0].id) - TOL
        )
        sway = np.array([self._sway(away, radius) for away in distance.tolist()])
        close = sway > REACH
        open_rows = (np.abs(gap) > radius) & ~close
        if close.any():
            rows = close.nonzero()[0]
            bare = self._is_bare((ends[0][rows], ends[1][rows]), distance[rows], radius)
            open_rows[rows] = bare & (np.abs(gap[rows]) > radius)
        found = np.zeros(len(distance), dtype=bool)
        rows = open_rows.nonzero()[0]
        if len(rows):
            most = float(sway[rows][~close[rows]].max(initial=0.0))
            near = (gap[rows] <= 0.0).tolist()
            found[rows] = self._same((ends[0][rows], ends[1][rows]), radius, most, near, close[rows].tolist())
        return found

    def _moves(self, radius: float) -> tuple[float, float]:
        """How far viewer and target move."""
        return (radius, 0.0) if self.number == 0 else (0.0, radius)

    def _sway(self, distance: float, radius: float) -> float:
        """How far the ends of a target's chord can swing; nothing where no chord is looked at."""
        chord = self.rules.mode == "share" or self.cloud is not None
        return foot_sway(distance, self.pair[1].radius, radius) if chord else 0.0

    def _is_bare(self, ends: tuple[Floats, Floats], distance: Floats, radius: float) -> Bools:
        """Whether nothing stands as near to an eye as the target's tangent points, after moves within a
        radius: how their lines swing then does not matter."""
        most = distance + radius
        tangent = np.sqrt(np.maximum(most * most - self.pair[1].radius ** 2, 0.0))
        discs = np.column_stack([ends[0], tangent + radius])
        worlds = [self.world, self.cloud] if self.cloud else [self.world]
        sure = [self._footings(k, ends[k], radius)[0] for k in (0, 1)]
        excused = self._excused(sure)
        found = np.ones(len(discs), dtype=bool)
        for solid in (s for world in worlds for s in world.scene.solids):
            left = [k for k in found.nonzero()[0].tolist() if solid.id not in excused[k]]
            found[left] = gaps_to_shape(discs[left], solid.rings) > 0.0
        return found

    def _same(
        self, ends: tuple[Floats, Floats], radius: float, sway: float, near: list[bool], bare: list[bool]
    ) -> Bools:
        """Whether the worst and the best that can be seen within a radius both give the verdict, that which
        is likelier to differ first; with no radius they are the same. Nothing stands before targets that
        are `bare`."""
        by = (radius, sway) if self.number == 0 else (0.0, radius + sway)
        found, ends_at = np.ones(len(near), dtype=bool), np.full(len(near), -1.0)
        for sign in (1, -1) if self.key[0] else (-1, 1):
            rows = found.nonzero()[0]
            some = ends[0][rows], ends[1][rows]
            known = [1.0 if bare[i] and self.rules.mode == "share" else ends_at[i] for i in rows]
            seen = self._bound(some, by, radius, sign, known)
            states = [self._state(share, near[i], may) for i, (share, may) in zip(rows, seen, strict=True)]
            found[rows] = [state == self.key for state in states]
            ends_at[rows] = [share if share == (sign > 0) or not radius else -1.0 for share, _ in seen]
        return found

    def _bound(
        self,
        ends: tuple[Floats, Floats],
        by: tuple[float, float],
        radius: float,
        sign: int,
        known: list[float],
    ) -> list[tuple[float, bool]]:
        """Bounds on what is seen, below (sign 1) or above (-1), and whether anything may, or must, obscure
        it. Shares that are `known` are no less than 0."""
        if not known:
            return []
        sure, maybe = zip(*(self._footings(k, ends[k], radius) for k in (0, 1)), strict=True)
        less, more = (sure, maybe) if sign == 1 else (maybe, sure)
        smoke = self._smoke(ends, by, radius, sign)
        obscured = [
            hazy or any(map(self._covers, about - own))
            for hazy, own, about in zip(smoke, less[0], more[1], strict=True)
        ]
        shares = np.array(known)
        (asked,) = (shares < 0.0).nonzero()
        if len(asked):
            some = ends[0][asked], ends[1][asked]
            stood = [tuple([at[i] for i in asked] for at in both) for both in (less, more)]
            shares[asked] = self._seen(some, by, radius, sign, (stood[0], stood[1]))
        return list(zip(shares.tolist(), obscured, strict=True))

    def _seen(
        self,
        ends: tuple[Floats, Floats],
        by: tuple[float, float],
        radius: float,
        sign: int,
        footings: tuple[Sequence[list[Ids]], Sequence[list[Ids]]],
    ) -> list[float]:
        """Bounds on the visible shares, whatever they rest on: below (sign 1) or above (-1). `footings` are
        what viewers and targets stand in when least is excused (most), and when most hides the target."""
        ignore = self._excused(footings[0])
        if self.rules.mode == "line":
            shares = self._along_lines(ends, radius, sign, ignore)
        else:
            shares = self._shares(self.world, ends, by, sign, ignore)
        if self.hiding and sign == -1 and radius:
            shares = self._less_hidden(self.hiding, ends, by[1], shares, ignore)
        if self.woods:
            most = {s.id: self.rules.seen_through(self.known[s.id]) or 0.0 for s in self.woods.scene.solids}
            scene = self.woods.grown(*self._moves(radius), sign)
            deep = too_deep(scene, most, self.heights, ends, sign * radius)
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
        """Bounds from above, but 0 where all of a target is surely hidden."""
        rows = [k for k, share in enumerate(shares) if share > HIDDEN]
        if rows:
            some, excused = (ends[0][rows], ends[1][rows]), [ignore[k] for k in rows]
            hidden = wholly_hidden(scene, some, self._face(), wider, excused)
            for k, none in zip(rows, hidden.tolist(), strict=True):
                shares[k] = 0.0 if none else shares[k]
        return shares

    def _face(self) -> Face:
        """What is looked at where a target is seen by its area, or along the line between middles."""
        if self.rules.mode == "line":
            return Face.line(self.heights.eye, self.heights.aim)
        z = self.places[1].z
        return Face(self.heights.eye, self.radii[1], z, z + target_height(self.rules, self.pair[1]))

    def _along_lines(
        self, ends: tuple[Floats, Floats], radius: float, sign: int, ignore: Sequence[Ids]
    ) -> list[float]:
        """Bounds on what is seen along lines."""
        near = float(np.hypot(*(ends[0] - ends[1]).T).min())
        moves = self._moves(radius)
        first, second = line_sway(self.rules, self.radii, near, moves)
        if sign < 0 and self.rules.lines == "corners":
            touching = map(partial(may_touch, self.world.scene), ends, self.radii, moves)
            inward = TOUCH if any(touching) else 0.0
            first, second = first + inward, second + inward
        scene = self.world.grown(first, second, sign)
        return line_shares(scene, self.rules, self.radii, self.heights, ends, ignore, sign)

    def _concealed(self, footing: Ids) -> float:
        """The least share that is hidden of a target that stands so."""
        known = (self.known[key] for key in footing if key in self.known)
        return max((self.rules.conceals(terrain) for terrain in known), default=0.0)

    def _state(self, share: float, near: bool, otherwise: bool) -> tuple[bool, str]:
        return share > HIDDEN and near, cover_of(self.rules, 1.0 - share, otherwise)

    def _footings(self, number: int, at: Floats, radius: float) -> tuple[list[Ids], list[Ids]]:
        """What a piece surely and what it possibly stands in or on, after moves within a radius of some."""
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

    def _excused(self, footings: Sequence[list[Ids]]) -> list[Ids]:
        """What hides nothing for the pairs whose viewer and target stand so."""
        return [
            self.world.scene.ignored(
                self.own.union(
                    i for i in a | b if i not in self.known or named(self.known[i], self.rules.stands_in)
                )
            )
            for a, b in zip(*footings, strict=True)
        ]

    def _covers(self, terrain: str) -> bool:
        return terrain in self.known and named(self.known[terrain], self.rules.overlap)

    def _shares(
        self,
        world: World,
        ends: tuple[Floats, Floats],
        by: tuple[float, float],
        sign: int,
        ignore: Sequence[Ids] | None,
    ) -> list[float]:
        """Bounds on the visible shares: below for solids grown, above for solids worn away."""
        count = len(ends[0])
        viewer, target = self.places
        high = target.z + target_height(self.rules, self.pair[1])
        eye = np.full((count, 1), viewer.z + eye_height(self.rules, self.pair[0]))
        aim = np.tile([self.pair[1].radius, target.z, high], (count, 1))
        scene = world.grown(*by, sign if any(by) else 0)
        seen: list[float] = shares(
            scene, np.hstack([ends[0], eye]), np.hstack([ends[1], aim]), ignore
        ).tolist()
        return seen

    def _smoke(
        self, ends: tuple[Floats, Floats], by: tuple[float, float], radius: float, sign: int
    ) -> list[bool]:
        """Whether smoke may (sign 1) or must (-1) obscure the target."""
        if self.cloud is None:
            return [False] * len(ends[0])
        moved = sign * (radius if self.number == 1 else 0.0)
        base = max(self.pair[1].radius - TOL, 0.0)
        discs = np.column_stack([ends[1], np.full(len(ends[1]), base)])
        about = [(gaps_to_shape(discs, s.rings) <= moved).tolist() for s in self.cloud.scene.solids]
        behind = [share < 1.0 - HIDDEN for share in self._shares(self.cloud, ends, by, sign, None)]
        return [any(row) for row in zip(behind, *about, strict=True)]
