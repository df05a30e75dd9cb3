"""The search for how far an object can move before an answer changes, with proof of the result.

The disc of possible moves is covered by square cells. A cell is proved to keep the answer, or it contains a
move that changes it (a witness), or it is divided into four; the nearest cells come first. The caller defines
the proof. For sight, when the eye and the target's foot each move by at most d in plan, every line of sight
moves by at most d at every height. Whatever is hidden by solids shrunk by d therefore stays hidden after the
move, and whatever is visible between solids grown by d stays visible. Near the end that moves less, d is
smaller (``DepthBounds``).
"""

from __future__ import annotations

import heapq
import math
from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.edge_distances import Disc
from battlesim.geometry.predicates import query_tree
from battlesim.geometry.scene import Bools, Floats, Scene
from battlesim.geometry.shapes import Point, Solid, rings_of

_FINEST = 0.00006
"""Half the side of the smallest cells, inches."""

_WEAR = 1e-6
"""What outlines grow or wear away more than is asked for, inches, against rounding."""

_BATCH = 64
"""Cells judged together: many at once cost little more than one."""

_FIRST = 128
"""Cells from which on it is worth to look for a witness before anything is proved."""

_ABOUT = 9
"""Ways to both sides of a witness on which a nearer one is looked for."""

_STEPS = 8
"""Parts in which the way to a witness is cut at once."""

_QUARTERS = ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5))


class MoveCell(NamedTuple):
    """A square cell in the plane of all possible moves.

    It holds the length of the shortest move in it, its centre and half its side, in inches.
    """

    min_length: float
    centre: Point
    half_side: float


class MoveJudge(Protocol):
    """The protocol for a test of whether moving an object changes an answer.

    The test proves that moves keep the answer, or finds a move that changes it. Arrays of moves have shape
    (n, 2), and lengths are in inches.
    """

    def stays(self, moves: Floats, radius: float) -> Bools:
        """Return, for each move, whether it is proved that moves within `radius` of it keep the answer."""
        ...

    def may_change(self, moves: Floats) -> Bools:
        """Return, for each move, whether it may change the answer. Others need no further test."""
        ...

    def changes_answer(self, move: Point) -> bool:
        """Return whether a move of the object changes the answer."""
        ...


class Margin(NamedTuple):
    """How far an object can move before an answer about it, such as whether it is seen, changes.

    No move shorter than `safe` inches changes the answer. The move `move`, which is `flips` inches long, does
    change it. `flips` and `move` are None if no such move was found up to the limit. `tight` is False if
    `safe` and `flips` differ by more than the requested gap, because a line only grazes a solid or the search
    was cut short.
    """

    safe: float
    flips: float | None
    move: Point | None
    tight: bool


def search_margin(
    judge: MoveJudge, max_length: float = 2.0, gap: float = 0.01, cells: int = 20_000
) -> Margin:
    """Return how far an object can move before an answer about it changes.

    Moves of at most `max_length` inches are searched.
    """
    return _Search(judge, max_length, gap).run(cells)


class _Search:
    """The state of a margin search: open cells by size, the safe length and the nearest witness."""

    def __init__(self, judge: MoveJudge, most: float, gap: float) -> None:
        self.judge, self.most, self.gap = judge, most, gap
        self.heaps: dict[float, list[MoveCell]] = {}
        self.safe, self.flips, self.move = most, math.inf, (0.0, 0.0)
        self.near = 0.0

    def run(self, cells: int) -> Margin:
        """Search at most `cells` cells of possible moves and return the margin."""
        half = self.most / 8.0
        for i in range(-4, 4):
            for k in range(-4, 4):
                self._push(((2 * i + 1) * half, (2 * k + 1) * half), half)
        if cells > _FIRST:
            self._try([cell.centre for cell in self.heaps[half]])
        while cells > 0 and (batch := self._nearest(min(cells, _BATCH))):
            cells -= len(batch)
            self._judge(batch, batch[0].half_side)
        left = min((heap[0].min_length for heap in self.heaps.values() if heap), default=self.most)
        safe = min(self.safe, left, self.flips)
        if self.flips == math.inf:
            return Margin(safe, None, None, safe >= self.most)
        return Margin(safe, self.flips, self.move, self.flips - safe <= self.gap)

    def _nearest(self, most: int) -> list[MoveCell]:
        """Return the next cells of one size, or an empty list if the margin is known to within the gap."""
        heads = ((heap[0].min_length, half) for half, heap in self.heaps.items() if heap)
        self.near, half = min(heads, default=(self.most, 0.0))
        heap, batch = self.heaps.get(half, []), list[MoveCell]()
        while heap and len(batch) < most and self.flips - min(self.safe, heap[0].min_length) > self.gap:
            batch.append(heapq.heappop(heap))
        return batch

    def _judge(self, cells: list[MoveCell], half: float) -> None:
        """Judge cells of one size and split the unproved cells in four.

        Cells that are large compared with the distance of the witness are split without being judged.
        """
        if half < self.flips / 2.0:
            stays = self.judge.stays(np.array([cell.centre for cell in cells]), half * math.sqrt(2.0))
            cells = [cell for cell, stay in zip(cells, stays.tolist(), strict=True) if not stay]
            self._look_for_witness(cells)
        for cell in cells:
            if half <= _FINEST:
                self.safe = min(self.safe, cell.min_length)
                continue
            for dx, dy in _QUARTERS:
                self._push((cell.centre[0] + dx * half, cell.centre[1] + dy * half), half / 2.0)

    def _look_for_witness(self, cells: list[MoveCell]) -> None:
        """Search for a nearer witness at the centres of cells, then around its direction."""
        known = self.flips
        self._try([cell.centre for cell in cells])
        if self.flips < known and cells:
            turn = 3.0 * cells[0].half_side / self.flips
            while self.flips - self._known() > self.gap and turn * self.flips > self.gap:
                known = self.flips
                self._try(self._fan(turn))
                turn /= 4.0 if self.flips < known else 8.0

    def _fan(self, turn: float) -> list[Point]:
        """Return moves shorter than the witness in directions close to its direction."""
        turns = math.atan2(self.move[1], self.move[0]) + np.linspace(-turn, turn, _ABOUT)
        low = self._known()
        lengths = low + (self.flips - low) * np.arange(1.0, 6.0)[:, None] / 6.0
        moves = np.stack([lengths * np.cos(turns), lengths * np.sin(turns)], axis=-1).reshape(-1, 2)
        return [(x, y) for x, y in moves.tolist()]

    def _try(self, moves: list[Point]) -> None:
        """Set the witness to the shortest of the moves that changes the answer, and shorten it."""
        moves = [move for move in moves if math.hypot(*move) < min(self.flips, self.most)]
        if not moves:
            return
        seem = self.judge.may_change(np.array(moves)).tolist()
        found = sorted((math.hypot(*move), move) for move, seems in zip(moves, seem, strict=True) if seems)
        for length, move in found:
            if length < self.flips and self.judge.changes_answer(move):
                self.move = _nearer(self.judge, move, self._known(), self.gap / 4.0)
                self.flips = math.hypot(*self.move)

    def _known(self) -> float:
        """Return a lower bound on the length of the moves that are not proved yet."""
        return min(self.safe, self.near)

    def _push(self, at: Point, half: float) -> None:
        near = math.hypot(max(0.0, abs(at[0]) - half), max(0.0, abs(at[1]) - half))
        if near < min(self.most, self.flips):
            heapq.heappush(self.heaps.setdefault(half, []), MoveCell(near, at, half))


def rounded_up(value: float) -> float:
    """Return a number rounded up by at most a sixteenth, so that fewer distinct numbers must be cached."""
    part, power = math.frexp(value)
    return math.ldexp(math.ceil(part * 32.0) / 32.0, power)


def grown_scene(scene: Scene, growth: npt.ArrayLike) -> Scene:
    """Return a copy of a scene whose solids are grown by at least `growth` inches.

    If `growth` is negative, the solids are shrunk. Corners are cut off square at that distance. A filler
    solid is shrunk together with the solids that it joins, so that no slit opens between them.
    """
    inches = np.broadcast_to(np.asarray(growth, dtype=np.float64), (len(scene.solids),))
    inches = inches + np.copysign(_WEAR, inches)
    whole = scene.polygons.copy()
    for k in (k for joint in scene.joints for k in scene.members[joint] if inches[k] < 0.0):
        one = _parts(scene, scene.solids[k])
        whole[k], inches[k] = shapely.union_all(scene.polygons[one]), inches[one].min()
    shapes = shapely.buffer(whole, inches, join_style="mitre", mitre_limit=1.0)
    parts = [
        replace(solid, rings=rings)
        for solid, shape in zip(scene.solids, shapes, strict=True)
        for rings in rings_of(shape)
    ]
    return Scene(parts, scene.width, scene.height)


def _parts(scene: Scene, joint: Solid) -> list[int]:
    """Return the indices of a joint and of the solids it joins that span its whole height."""
    ids = (joint.id, *joint.joins)
    return [k for key in ids for k in scene.members.get(key, ()) if _spans(scene.solids[k], joint)]


def _spans(solid: Solid, joint: Solid) -> bool:
    return solid.bottom <= joint.bottom and joint.top <= solid.top


class DepthBounds:
    """Bounds on how far along the line from an eye to its target each solid lies.

    Positions are fractions of the length of the line from the eye to the foot of the target. If the eye moves
    by a and the foot by b, the point at the fraction s of this line moves by at most (1 - s) a + s b.
    """

    def __init__(self, scene: Scene, eye: Point, target: Disc, moves: tuple[float, float]) -> None:
        """Compute the bounds. `moves` are the longest moves of the eye and of the target, in inches."""
        centre = shapely.Point(eye)
        far = np.array([_farthest(eye, solid) for solid in scene.solids])
        away, slack = math.dist(eye, target[:2]), target[2] + sum(moves)
        near = shapely.distance(scene.polygons, centre)
        self.min_fraction = np.clip((near - moves[0]) / (away + slack), 0.0, 1.0)
        self.max_fraction = np.clip((far + moves[0]) / max(away - slack, 1e-9), 0.0, 1.0)

    def sway(self, eye: float, foot: float) -> Floats:
        """Return, for each solid, how far a line of sight can shift there when the eye and the foot move.

        `eye` and `foot` are the lengths, in inches, of the longest moves of the eye and the target's foot.
        """
        at = eye + (foot - eye) * np.array([self.min_fraction, self.max_fraction])
        return np.asarray(at.max(axis=0), dtype=np.float64)


def _farthest(point: Point, solid: Solid) -> float:
    return max(math.dist(point, corner) for ring in solid.rings for corner in ring)


def scene_near_line(scene: Scene, start: Point, end: Point, reach: float) -> Scene:
    """Return a scene with only the solids within `reach` inches of the line from `start` to `end`."""
    line = shapely.Point(start) if start == end else shapely.LineString([start, end])
    found = sorted(query_tree(scene.tree, line, "dwithin", reach).tolist())
    return Scene([scene.solids[k] for k in found], scene.width, scene.height)


def chord_end_sway(distance: float, radius: float, move_length: float) -> float:
    """Return how far the ends of a base, as seen from an eye, can shift when the eye and the base move.

    The result is in inches. The ends are the points where lines from the eye touch the base. Return infinity
    if the eye could end up inside the base.
    """
    least = distance - move_length
    if least <= radius * 1.001 or move_length >= distance:
        return math.inf
    swing = math.asin(min(1.0, move_length / distance))
    return radius * (swing + move_length * radius / (least * math.sqrt(least * least - radius * radius)))


def _nearer(judge: MoveJudge, move: Point, safe: float, gap: float) -> Point:
    """Return a shorter witness in the same direction, found by repeated subdivision."""
    length = math.hypot(*move)
    low, best = min(1.0, safe / length) if length else 1.0, 1.0
    while (best - low) * length > gap:
        parts = low + (best - low) * np.arange(1, _STEPS) / _STEPS
        seem = judge.may_change(parts[:, None] * np.array(move)).nonzero()[0]
        found = (k for k in seem.tolist() if judge.changes_answer((move[0] * parts[k], move[1] * parts[k])))
        first = next(found, len(parts))
        low, best = [low, *parts.tolist(), best][first : first + 2]
    return (move[0] * best, move[1] * best)
