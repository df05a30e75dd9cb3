"""Decisions about moves, placements, points and facings, in inches and degrees."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any, ClassVar

import msgspec

from battlesim.engine.decisions import Decision, DecisionRole, count_range_text
from battlesim.engine.dice import Rng
from battlesim.engine.refusal import Refusal
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import distance_to_segment, is_point_in_shape
from battlesim.geometry.shapes import Point, Ring
from battlesim.geometry.templates import Blast
from battlesim.rulings.movement import GroupLink, Leg, Motion, group_problem, suggest_group_legs
from battlesim.rulings.piece_placement import (
    PiecePlacement,
    PlacementArea,
    area_middle,
    placement_problem,
    placements_near,
)
from battlesim.rulings.sight import is_point_seen
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.template_coverage import caught_ids, place_template
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import AnyState


class MoveGroup(Decision[tuple[Leg, ...]], frozen=True, kw_only=True, tag="move_group"):
    """The decision to move the pieces of a group. The answer lists the moves of single pieces in order.

    A piece that is not in the answer stays where it is. If the leader of the group moves, it moves first.
    `link` says where the other pieces may end their moves, so that the group stays together.
    """

    answers: ClassVar[Any] = tuple[Leg, ...]

    motions: tuple[Motion, ...]
    link: GroupLink | None = None

    def check(self, state: AnyState, answer: tuple[Leg, ...]) -> Refusal | None:
        """Return a refusal unless the moves are possible in this order and keep the group together."""
        words = group_problem(state.table, self.motions, answer, self.link) if answer else None
        return Refusal(words, self.rule) if words else None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[Leg, ...]]:
        """Return up to `n` legal group moves: no move, and moves toward other pieces and random points."""
        found = [self.default(state)]
        for goal in self._goals(state, n, rng):
            legs = self._toward(state, goal)
            if legs not in found:
                found.append(legs)
        return found[:n]

    def random_answer(self, state: AnyState, n: int, rng: Rng) -> tuple[Leg, ...]:
        """Return a move toward another side's piece or a random point or, with probability 1/`n`, no move."""
        if rng.randrange(n) == 0:
            return self.default(state)
        return self._toward(state, rng.choice(self._goals(state, 2, rng)))

    def _toward(self, state: AnyState, goal: Point) -> tuple[Leg, ...]:
        legs = suggest_group_legs(state.table, self.motions, self.link, goal)
        return legs if self.check(state, legs) is None else self.default(state)

    def _goals(self, state: AnyState, n: int, rng: Rng) -> list[Point]:
        others = [p for p in state.table.standing_pieces() if p.side != self.side]
        picked = rng.sample(others, min(len(others), n // 2)) if others else []
        ground = state.table.ground
        wild = [(rng.uniform(0, ground.width), rng.uniform(0, ground.height)) for _ in range(n - len(picked))]
        return [p.xy for p in picked] + wild

    def default(self, state: AnyState) -> tuple[Leg, ...]:
        """Return an empty tuple: no piece moves."""
        return ()


class PlacePieces(Decision[tuple[PiecePlacement, ...]], frozen=True, kw_only=True, tag="place_pieces"):
    """The decision to place at least `least` and at most `most` of the given pieces in an area.

    If `least` is negative, all pieces must be placed. If `most` is negative, all pieces may be placed.
    """

    answers: ClassVar[Any] = tuple[PiecePlacement, ...]

    pieces: tuple[str, ...]
    room: PlacementArea
    least: int = -1
    most: int = -1
    near: Point | None = None

    def _own(self, state: AnyState) -> dict[str, Piece]:
        return {i: state.table.pieces[i] for i in self.pieces}

    def check(self, state: AnyState, answer: tuple[PiecePlacement, ...]) -> Refusal | None:
        """Return a refusal unless the number of pieces, each position and the group as a whole are legal."""
        least = len(self.pieces) if self.least < 0 else self.least
        most = len(self.pieces) if self.most < 0 else self.most
        if not least <= len(answer) <= most:
            return Refusal(f"place {count_range_text(least, most)} pieces, not {len(answer)}", self.rule)
        words = placement_problem(state.table, self.room, self._own(state), answer)
        return Refusal(words, self.rule) if words else None

    def placements_around(self, state: AnyState, around: Point) -> tuple[PiecePlacement, ...]:
        """Return placements as close as possible to a point, for as many of the pieces as fit."""
        own = list(self._own(state).values())
        return placements_near(state.table, self.room, own[: self.most] if self.most >= 0 else own, around)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[PiecePlacement, ...]]:
        """Return up to `n` legal placements: the default, and placements near random points of the area."""
        found = [self.default(state)]
        for _ in range(n - 1):
            spots = self.placements_around(state, self._somewhere(state, rng))
            if spots not in found and self.check(state, spots) is None:
                found.append(spots)
        return found[:n]

    def random_answer(self, state: AnyState, n: int, rng: Rng) -> tuple[PiecePlacement, ...]:
        """Return a placement near a random point. With probability 1/`n`, return the default placement."""
        spots = self.placements_around(state, self._somewhere(state, rng)) if rng.randrange(n) else ()
        return spots if spots and self.check(state, spots) is None else self.default(state)

    def _somewhere(self, state: AnyState, rng: Rng) -> Point:
        ground = state.table.ground
        if not self.room.zone:
            x, y = area_middle(state.table, self.room)
            return (x + rng.uniform(-3, 3), y + rng.uniform(-3, 3))
        xs, ys = zip(*self.room.zone[0], strict=True)
        wild = (rng.uniform(min(xs), max(xs)), rng.uniform(min(ys), max(ys)))
        return (min(max(wild[0], 0.0), ground.width), min(max(wild[1], 0.0), ground.height))

    def default(self, state: AnyState) -> tuple[PiecePlacement, ...]:
        """Return a placement close to the preferred point, or else to the middle of the area.

        If no piece has to be placed, return ().
        """
        if self.least == 0:
            return ()
        spots = self.placements_around(state, self.near or area_middle(state.table, self.room))
        return spots


class ChoosePoint(Decision[tuple[float, float]], frozen=True, kw_only=True, tag="choose_point"):
    """The decision to choose a point in a zone or on one of several lines, such as table edges.

    If `begin` is set, the point is the end of a straight line that starts at `begin`, and must differ from
    it.
    """

    answers: ClassVar[Any] = tuple[float, float]

    zone: tuple[Ring, ...] = ()
    lines: tuple[tuple[Point, Point], ...] = ()
    begin: Point | None = None

    def check(self, state: AnyState, answer: tuple[float, float]) -> Refusal | None:
        """Return a refusal unless the point lies in the zone or on a line (within TOL) and is not `begin`."""
        if not all(math.isfinite(value) for value in answer):
            return Refusal("the coordinates of the point must be finite numbers", self.rule)
        if self.begin is not None and math.dist(answer, self.begin) <= TOL:
            return Refusal("the line begins at this point: choose another one for its end", self.rule)
        on_line = any(distance_to_segment(answer, *line) <= TOL for line in self.lines)
        if on_line or (self.zone and is_point_in_shape(*answer, self.zone)):
            return None
        return Refusal(f"({answer[0]:.2f}, {answer[1]:.2f}) is outside the permitted area", self.rule)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[float, float]]:
        """Return up to `n` legal points: the default, and random points in the zone and on the lines."""
        found = [self.default(state)]
        for _ in range(4 * n):
            point = self._somewhere(rng)
            if point not in found and self.check(state, point) is None:
                found.append(point)
        return found[:n]

    def _somewhere(self, rng: Rng) -> Point:
        if self.lines and (not self.zone or rng.random() < 0.5):
            (x0, y0), (x1, y1) = rng.choice(self.lines)
            t = rng.random()
            return (round(x0 + t * (x1 - x0), 3), round(y0 + t * (y1 - y0), 3))
        xs, ys = zip(*self.zone[0], strict=True)
        return (round(rng.uniform(min(xs), max(xs)), 3), round(rng.uniform(min(ys), max(ys)), 3))

    def default(self, state: AnyState) -> tuple[float, float]:
        """Return the middle of the first line or the zone. If that is illegal, return another legal point."""
        found: list[Point] = []
        for (x0, y0), (x1, y1) in self.lines:
            found += [((x0 + x1) / 2, (y0 + y1) / 2), (x0, y0), (x1, y1)]
        if self.zone:
            found += [area_middle(state.table, PlacementArea(zone=self.zone)), *self.zone[0]]
        return next((point for point in found if self.check(state, point) is None), found[0])


class PlaceTemplate(ChoosePoint, frozen=True, kw_only=True, tag="place_template"):
    """The decision to place a round template so that it touches the bases of certain pieces.

    `radius` is in inches, `held` lists the pieces, and `zone` is the area for the centre. If `sight` is
    given, one of the `viewers` must be able to see the centre under these rules of sight.
    """

    radius: float
    held: tuple[str, ...] = ()
    viewers: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    sight: SightRules | msgspec.UnsetType = msgspec.UNSET

    def check(self, state: AnyState, answer: tuple[float, float]) -> Refusal | None:
        """Return a refusal unless the template touches all pieces in `held` and its centre is in the zone."""
        missed = [name for name in self.held if name not in self.covered_ids(state, answer)]
        if missed and all(map(math.isfinite, answer)):
            return Refusal(phrase("the template must touch {piece}", Ref(missed[0])), self.rule)
        if refusal := super().check(state, answer):
            return refusal
        return None if self._is_seen(state, answer) else Refusal("no piece can see this point", self.rule)

    def _is_seen(self, state: AnyState, centre: Point) -> bool:
        if isinstance(self.sight, msgspec.UnsetType):
            return True
        return is_point_seen(state.table, self.sight, self._viewers(state), centre)

    def _viewers(self, state: AnyState) -> list[Piece]:
        return [state.table.piece(key) for key in self.viewers or ()]

    def default(self, state: AnyState) -> tuple[float, float]:
        """Return a default point for the centre of the template.

        If a piece must see the centre, this is the first legal position of another side's piece or of a
        viewer.
        """
        viewers = self._viewers(state)
        if not viewers:
            return super().default(state)
        others = [piece for piece in state.table.standing_pieces() if piece.side != self.side]
        points = (piece.xy for piece in (*others, *viewers))
        return next((point for point in points if self.check(state, point) is None), viewers[0].xy)

    def covered_ids(self, state: AnyState, centre: Point) -> list[str]:
        """Return the ids of the pieces in `held` that a template at `centre` at least partly covers."""
        table = state.table
        placed = place_template(table.ground, Blast(*centre, self.radius), centre)
        return caught_ids(table, placed, [table.piece(name) for name in self.held], "partly")


class ChooseFacing(Decision[float], frozen=True, kw_only=True, tag="choose_facing"):
    """The decision to choose a piece's facing, in degrees counter-clockwise from the x axis.

    If `room` is given, the base must fit into that area. A piece may always keep its facing.
    """

    answers: ClassVar[Any] = float

    room: PlacementArea | msgspec.UnsetType = msgspec.UNSET

    @property
    def role(self) -> DecisionRole:
        """The role of the decision in an action: always "part", because it never begins an action."""
        return "part"

    def check(self, state: AnyState, answer: float) -> Refusal | None:
        """Return a refusal unless the facing is a finite number at which there is room for the base."""
        if not math.isfinite(answer):
            return Refusal("the facing must be a finite number of degrees", self.rule)
        piece = state.table.pieces.get(self.about)
        if isinstance(self.room, msgspec.UnsetType) or piece is None or answer == self.default(state):
            return None
        spot = PiecePlacement(piece.id, *piece.xy, answer)
        words = placement_problem(state.table, self.room, {piece.id: piece}, [spot])
        return Refusal(words, self.rule) if words else None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[float]:
        """Return up to `n` facings: the current one, some toward other sides' pieces, and random facings."""
        found = [self.default(state)]
        piece = state.table.pieces.get(self.about)
        if piece is not None and isinstance(piece.place, OnTable):
            found += [_toward(piece.xy, p.xy) for p in state.table.standing_pieces() if p.side != self.side]
        found += [round(rng.uniform(0, 360), 1) for _ in range(n)]
        legal = (facing for facing in dict.fromkeys(found) if self.check(state, facing) is None)
        return list(islice(legal, n))

    def default(self, state: AnyState) -> float:
        """Return the piece's current facing, or 0 if it is not on the table."""
        piece = state.table.pieces.get(self.about)
        return piece.place.facing if piece is not None and isinstance(piece.place, OnTable) else 0.0


def _toward(a: Point, b: Point) -> float:
    return round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360.0, 3)
