"""The decision to move a group by measuring the move of a single figure, in inches and degrees."""

from __future__ import annotations

import math

from battlesim.engine.dice import Rng
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.refusal import Refusal
from battlesim.geometry.shapes import Point, Ring
from battlesim.rulings.measured_move import StraightRun, best_run, is_within_heading, run_outline
from battlesim.rulings.movement_data import MeasuredMotion
from battlesim.table.phrases import length_text, phrase
from battlesim.table.state import AnyState, Table

TOWARD_OTHERS_FRACTION = 0.5
"""How many of the suggested moves go toward a piece of another side."""


class MeasuredMove(ChoosePoint, frozen=True, kw_only=True, tag="measured_move"):
    """The decision to move a group toward a point, in which only the move of a single figure is measured.

    This is the figure that gets nearest to the point. It moves in a straight line that ends at the point, or
    earlier if something stops it. If the group must make a whole move, the point only gives the direction.
    """

    motions: tuple[MeasuredMotion, ...]

    def straight_run(self, table: Table, answer: Point) -> StraightRun:
        """Return the straight line along which the measured figure moves if the answer is the given point."""
        return best_run(table, self._turned(table, answer), answer)

    def reach(self, table: Table, piece: str) -> Ring:
        """Return the outline of the area that a figure can reach, or () if it must move all the way."""
        motion = next(motion for motion in self.motions if motion.piece == piece)
        return () if motion.whole else run_outline(table, motion)

    def _turned(self, table: Table, answer: Point) -> tuple[MeasuredMotion, ...]:
        """Return the motions of figures that may move in the direction of a point, or all if none may."""
        able = [m for m in self.motions if self._may_turn(table, m, answer)]
        return tuple(able) or self.motions

    def _may_turn(self, table: Table, motion: MeasuredMotion, answer: Point) -> bool:
        start = table.position_of(motion.piece)
        return is_within_heading(StraightRun(motion.piece, start, answer), motion.heading)

    def check(self, state: AnyState, answer: tuple[float, float]) -> Refusal | None:
        """Return a refusal if the point is too far away, or in a direction to which no figure can turn."""
        if not all(math.isfinite(value) for value in answer):
            return Refusal("the coordinates of the point must be finite numbers", self.rule)
        if not any(self._may_turn(state.table, motion, answer) for motion in self.motions):
            return Refusal("no figure can turn far enough to face this point", self.rule)
        run = self.straight_run(state.table, answer)
        if run.excess and run.ended == "obstacle":
            return Refusal("others stand where the line would come out", self.rule)
        if run.excess:
            far, most = length_text(run.length + run.excess, 2), length_text(run.length, 2)
            return Refusal(phrase("{distance} away, but at most {maximum} is allowed", far, most), self.rule)
        return None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[float, float]]:
        """Return up to `n` legal points: the default, and random points around the group."""
        found = [self.default(state)]
        for _ in range(2 * n):
            point = self._somewhere_near(state, rng)
            if point not in found and self.check(state, point) is None:
                found.append(point)
        return found[:n]

    def random_answer(self, state: AnyState, n: int, rng: Rng) -> tuple[float, float]:
        """Return a random legal point around the group or, with probability 1/`n`, the default point."""
        point = self._somewhere_near(state, rng) if rng.randrange(n) else self.default(state)
        return point if self.check(state, point) is None else self.default(state)

    def _somewhere_near(self, state: AnyState, rng: Rng) -> Point:
        """Return a random point around a figure of the group, or toward a piece of another side."""
        motion = rng.choice(self.motions)
        x, y = state.table.position_of(motion.piece)
        others = [piece for piece in state.table.standing_pieces() if piece.side != self.side]
        angle, far = rng.uniform(0.0, math.tau), motion.allowance * (1.0 - rng.random())
        if motion.heading:
            angle = math.radians(
                motion.heading.facing + rng.uniform(-motion.heading.within, motion.heading.within)
            )
        elif others and rng.random() < TOWARD_OTHERS_FRACTION:
            ox, oy = rng.choice(others).xy
            angle, far = math.atan2(oy - y, ox - x), min(motion.allowance, math.dist((x, y), (ox, oy)))
        return round(x + far * math.cos(angle), 3), round(y + far * math.sin(angle), 3)

    def default(self, state: AnyState) -> tuple[float, float]:
        """Return the position of the first figure, or a point ahead of it if it must move all the way."""
        motion = self.motions[0]
        x, y = state.table.position_of(motion.piece)
        if not motion.whole or not motion.heading:
            return x, y
        angle = math.radians(motion.heading.facing)
        return round(x + math.cos(angle), 4), round(y + math.sin(angle), 4)
