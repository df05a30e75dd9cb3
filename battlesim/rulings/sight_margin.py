"""How far viewer or target can be moved before a verdict on sight changes. Inches, in plan.

Moves keep the height a piece stands at; whether a base may stand there is another question. A verdict is
the same as long as `visible` and `cover` are.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Literal

import msgspec

from battlesim.geometry.constants import HIDDEN, TOL
from battlesim.geometry.margin import Margin, foot_sway, grown, near_line, rounded_up, search
from battlesim.geometry.measure import disc_to_rings
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Point
from battlesim.geometry.sight import shares
from battlesim.rulings.sight import Verdict, cover_of, verdict
from battlesim.rulings.sight_rules import SightRules, named
from battlesim.rulings.sight_scene import (
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

    Raises ValueError where that is not worked out: for pieces that are not both standing on the table, and
    for rules in which lines, groups or depths count.
    """
    if not isinstance(viewer.place, OnTable) or not isinstance(target.place, OnTable):
        raise ValueError("a margin needs two pieces that stand on the table")
    if rules.mode != "share" or rules.groups or rules.depth:
        raise ValueError("margins are worked out for the visible share behind terrain and bases only")
    return search(_Judge(table, rules, (viewer, target), mover, without, most), most)


class _Judge:
    """Proves for a disc of moves that the verdict stays, or finds a move that changes it."""

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
        self.key = self._key(verdict(table, rules, *pair, without))
        reach = most + 2.0 * max(p.radius for p in pair) + 1.0
        ends = pair[0].xy, pair[1].xy
        self.scene = near_line(sight_scene(table, rules, without), *ends, reach)
        cloud = smoke_scene(table, rules, without)
        self.cloud = None if cloud is None else near_line(cloud, *ends, reach)
        self.solids = [
            s
            for s in footing_scene(table).solids
            if any(disc_to_rings(*p.xy, p.radius, s.rings) < reach for p in pair)
        ] + [s for s in self.scene.solids if s.id in table.pieces and self._is_terrain(s.id)]
        self.cache: dict[tuple[str, float], Scene] = {}

    def __call__(self, move: Point, radius: float) -> bool | None:
        pair = self._moved(move)
        if self._proved(pair, radius):
            return True
        seen = verdict(self.table, self.rules, *pair, self.without)
        return False if self._key(seen) != self.key else None

    def _is_terrain(self, piece: str) -> bool:
        return self.table.pieces[piece].kind in self.rules.solid_pieces

    @staticmethod
    def _key(seen: Verdict) -> tuple[bool, str]:
        return seen.visible, seen.cover

    def _moved(self, move: Point) -> tuple[Piece, Piece]:
        piece = self.pair[self.number]
        place = piece.place
        assert isinstance(place, OnTable)
        at = msgspec.structs.replace(place, x=place.x + move[0], y=place.y + move[1])
        moved = msgspec.structs.replace(piece, place=at)
        return (moved, self.pair[1]) if self.number == 0 else (self.pair[0], moved)

    def _proved(self, pair: tuple[Piece, Piece], radius: float) -> bool:
        """Whether the verdict is the same for all moves within a radius."""
        distance = math.dist(pair[0].xy, pair[1].xy)
        gap = distance - pair[0].radius - pair[1].radius - self.rules.limit - TOL
        if abs(gap) <= radius:
            return False
        sway = foot_sway(distance, pair[1].radius, radius)
        if sway > REACH:
            return False
        wander = rounded_up(max(radius, sway) if self.number == 0 else radius + sway)
        sure, maybe = zip(
            *(self._footing(p, radius if k == self.number else 0.0) for k, p in enumerate(pair)), strict=True
        )
        least = self._share("scene", self.scene, pair, wander, self._excused(sure))
        most = self._share("scene", self.scene, pair, -wander, self._excused(maybe))
        covers = (
            [i for i in maybe[1] - sure[0] if self._covers(i)],
            [i for i in sure[1] - maybe[0] if self._covers(i)],
        )
        smoke = self._smoke(pair, wander), self._smoke(pair, -wander)
        worst = self._state(least, gap <= 0.0, bool(covers[0]) or smoke[0])
        best = self._state(most, gap <= 0.0, bool(covers[1]) or smoke[1])
        return worst == best == self.key

    def _state(self, share: float, near: bool, otherwise: bool) -> tuple[bool, str]:
        return share > HIDDEN and near, cover_of(self.rules, 1.0 - share, otherwise)

    def _footing(self, piece: Piece, radius: float) -> tuple[frozenset[str], frozenset[str]]:
        """What a piece surely and what it possibly stands in or on, after moves within a radius."""
        sure, maybe = {piece.id}, {piece.id}
        place = piece.place
        assert isinstance(place, OnTable)
        if place.on:
            sure.add(place.on)
            maybe.add(place.on)
        for solid in self.solids:
            if not underfoot(self.table, solid, place.z):
                continue
            away = disc_to_rings(*piece.xy, max(piece.radius - TOL, 0.0), solid.rings)
            if away < -radius - 1e-9:
                sure.add(solid.id)
            if away <= radius + 1e-9:
                maybe.add(solid.id)
        return frozenset(sure), frozenset(maybe)

    def _excused(self, footing: tuple[frozenset[str], ...]) -> frozenset[str]:
        known = self.table.ground.by_id()
        return frozenset(
            i for f in footing for i in f if i not in known or named(known[i], self.rules.stands_in)
        )

    def _covers(self, terrain: str) -> bool:
        known = self.table.ground.by_id()
        return terrain in known and named(known[terrain], self.rules.overlap)

    def _share(
        self, name: str, scene: Scene, pair: tuple[Piece, Piece], by: float, ignore: Collection[str]
    ) -> float:
        """A bound on the visible share: below for solids grown, above for solids worn away."""
        if (name, by) not in self.cache:
            self.cache[name, by] = grown(scene, by)
        world = self.cache[name, by]
        viewer, target = (p.place for p in pair)
        assert isinstance(viewer, OnTable) and isinstance(target, OnTable)
        eye = (viewer.x, viewer.y, viewer.z + eye_height(self.rules, pair[0]))
        high = target.z + target_height(self.rules, pair[1])
        aim = (target.x, target.y, pair[1].radius, target.z, high)
        return float(shares(world, [eye], [aim], [ignore])[0])

    def _smoke(self, pair: tuple[Piece, Piece], by: float) -> bool:
        """Whether smoke may (grown) or must (worn away) obscure the target."""
        if self.cloud is None:
            return False
        target = pair[1]
        about = any(
            disc_to_rings(*target.xy, max(target.radius - TOL, 0.0), s.rings) <= by for s in self.cloud.solids
        )
        return about or self._share("smoke", self.cloud, pair, by, ()) < 1.0 - HIDDEN
