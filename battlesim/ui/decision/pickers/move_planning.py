"""Planning of moves: a piece goes to a point or an enemy or into something, and its group comes along."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from battlesim.engine.position_decisions import MoveGroup
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import (
    Leg,
    Motion,
    PlannedLeg,
    advance_options,
    leg_into,
    leg_near,
    remaining_legs,
    stopping_obstacle_text,
    table_after_legs,
)
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.state import Table
from battlesim.ui.decision.pickers.move_plan import MovePlan, plan_of
from battlesim.ui.decision.pickers.planning_picker import PLAN_KEPT_SUFFIX, PlanningPicker
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.toolkit.work_queue import WorkQueue

SHORTFALL_TOLERANCE_IN: Final = 0.02
"""Distance in inches from the goal, or movement left, up to which a move does not count as short."""


class MovePlanningPicker(PlanningPicker[tuple[Leg, ...], MovePlan]):
    """The part of the move control that computes plans. Slow plans are computed in the background."""

    decision: MoveGroup

    def begin(self, queue: WorkQueue | None) -> None:
        """Begin with a plan without legs, the leader's motion first."""
        super().begin(queue)
        decision, self.plan = self.decision, MovePlan((), "", (), {})
        lead = decision.link.leader if decision.link else ""
        order = sorted(decision.motions, key=lambda m: m.piece != lead)
        self.motions = {motion.piece: motion for motion in order}
        self._turned: dict[str, float] = {}

    @property
    def motion(self) -> Motion:
        """The motion of the current piece."""
        return list(self.motions.values())[self.cursor]

    def table_after_answer(self, answer: tuple[Leg, ...]) -> Table:
        """Return the table after the legs."""
        return table_after_legs(self.view.table, self.motions, answer)

    def plan_for_answer(self, answer: tuple[Leg, ...], words: AnyText) -> MovePlan:
        """Return the plan of some legs, with their costs and links."""
        return plan_of(self.decision, self.view, self.motions, answer, words)

    def group_plan_to(self, goal: Point) -> MovePlan:
        """Return the plan of a click on a point: the current piece goes there and the others come along."""
        return self._plan_to((goal,), (), True)

    def _plan_to(self, points: tuple[Point, ...], before: tuple[Leg, ...], whole: bool) -> MovePlan:
        """Return the plan that takes the current piece over some points to the last of them.

        With `whole` the rest of the group comes along.
        """
        motion, goal = self.motion, points[-1]
        table = table_after_legs(self.view.table, self.motions, before)
        found = leg_near(table, motion, points)
        plan = self._plan_along((self._turn(found.leg),)) if whole and found.leg else self._plan_with(found)
        short = math.dist(found.leg.end, goal) if found.leg else math.inf
        left = motion.allowance - plan.costs[motion.piece] if found.leg else math.inf
        if min(short, left) <= SHORTFALL_TOLERANCE_IN:
            return plan
        stop = stopping_obstacle_text(table, motion, found.leg.end, goal) if found.leg else ""
        why = phrase("stops at {obstacle}, {distance} left", stop, length_text(left, 1)) if stop else ""
        return plan._replace(missed=(motion.piece, goal), short=why)

    def _plan_toward_enemy(self, motion: Motion, before: tuple[Leg, ...]) -> MovePlan:
        """Return the plan that takes a piece as near to an enemy as is legal, with the rest if needed."""
        table, link = self.view.table, self.decision.link
        advance = advance_options(table, self.motions, before, motion, self._ordered, link)
        plans = (self.plan_for_answer(legs, "") for legs in advance)
        legal = next((plan for plan in plans if not plan.words), None)
        return legal or self._unchanged(phrase("{piece} cannot get nearer to an enemy", Ref(motion.piece)))

    def _plan_into(self, motion: Motion, before: tuple[Leg, ...], thing: str) -> MovePlan:
        """Return the plan that takes a piece into terrain or a vehicle."""
        table = table_after_legs(self.view.table, self.motions, before)
        return self._plan_with(leg_into(table, motion, thing))

    def _plan_along(self, legs: tuple[Leg, ...], words: AnyText = "") -> MovePlan:
        """Return the plan of some legs and of all others who can come along, with `words` if none can."""
        goal = self._rally(legs)
        assert goal is not None
        more = remaining_legs(self.view.table, tuple(self.motions.values()), legs, self.decision.link, goal)
        return self.plan_for_answer((*legs, *more), "" if more else words)

    def _rally(self, legs: tuple[Leg, ...]) -> Point | None:
        """Return where the others go: to the end of the first leg, else to a leader who has moved before."""
        if legs:
            return legs[0].end
        leader = self.decision.link.leader if self.decision.link else ""
        return object_position(self.view.table, leader) if leader and leader not in self.motions else None

    def _plan_with(self, found: PlannedLeg) -> MovePlan:
        """Return the plan with another leg for a piece, or unchanged with the reason why there is none."""
        return (
            self.plan_for_answer(self._ordered(found.leg), "") if found.leg else self._unchanged(found.reason)
        )

    def _unchanged(self, words: AnyText) -> MovePlan:
        return self.plan_for_answer(self.plan.legs, phrase("{}{}", words, PLAN_KEPT_SUFFIX))._replace(
            stayed=True
        )

    def _leads(self, piece: str) -> bool:
        return self.decision.link is not None and self.decision.link.leader == piece

    def _others(self, piece: str) -> tuple[Leg, ...]:
        """Return the legs before that of a piece: none for a leader, else all the others."""
        if self._leads(piece):
            return ()
        return tuple(leg for leg in self.plan.legs if leg.piece != piece)

    def _ordered(self, leg: Leg) -> tuple[Leg, ...]:
        """Return the legs of the plan with another one for a piece, a leader's first."""
        leg = self._turn(leg)
        others = tuple(old for old in self.plan.legs if old.piece != leg.piece)
        return (leg, *others) if self._leads(leg.piece) else (*others, leg)

    def _turn(self, leg: Leg) -> Leg:
        """Return a leg, turned as its piece was by hand."""
        turned = self._turned.get(leg.piece)
        return leg if turned is None else msgspec.structs.replace(leg, facing=turned)
