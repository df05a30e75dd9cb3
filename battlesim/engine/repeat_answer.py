"""Repetition of an earlier answer in another decision of the same kind. Lengths are in inches."""

from __future__ import annotations

import math
from typing import Any, Final

from battlesim.engine.decisions import ChooseOne, Confirm, Decision
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import ChooseFacing, MoveGroup
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import Leg, Motion, group_legs_to, shortest_leg, start_point
from battlesim.table.state import AnyState, Table

REPEAT_PATH_FRACTIONS: Final = (1.0, 0.875, 0.75, 0.5, 0.25)
"""The fractions of a path to try in turn if the whole path is illegal for the group."""

FREE_POINT_OFFSETS_IN: Final = (0.5, 1.0)
FREE_POINT_DIRECTIONS_RAD: Final = tuple(math.radians(45 * k) for k in range(8))
"""The directions in which a free point is searched at FREE_POINT_OFFSETS_IN from an occupied point."""

AnsweredDecision = tuple[Decision[Any], Any]
"""A decision and its answer."""
Legs = tuple[Leg, ...]


def repeated_answer(answered: AnsweredDecision, view: AnyState, decision: Decision[Any]) -> Any:
    """Return a legal answer that repeats an earlier answer in another decision, or None if there is none.

    An option is repeated by the same option or by an option with the same action. A group move is repeated by
    the same displacement, and a facing or a yes-or-no answer by the same value.
    """
    was, answer = answered
    if isinstance(decision, ChooseOne) and isinstance(was, ChooseOne):
        return _repeated_option(decision, was.chosen_option(answer))
    if isinstance(decision, MoveGroup) and isinstance(was, MoveGroup):
        return _repeated_legs(view, decision, answer[0]) if answer else None
    same = isinstance(decision, Confirm | ChooseFacing) and type(decision) is type(was)
    return answer if same and decision.check(view, answer) is None else None


def _repeated_option(decision: ChooseOne, done: Option) -> str | None:
    """Return the key of the same option or of an option with the same act, preferring the same targets."""
    if decision.open_option(done.key):
        return done.key
    same = [option for option in decision.open_options if done.act and option.act == done.act]
    ranked = sorted(same, key=lambda option: option.to != done.to)
    return ranked[0].key if ranked else None


def _repeated_legs(view: AnyState, decision: MoveGroup, leg: Leg) -> Legs | None:
    """Return legs that move a group by the displacement of an earlier leg, or None if that is impossible."""
    lead = _leading_motion(view, decision)
    start = start_point(view.table, lead) if lead else None
    if start is None:
        return None
    (x0, y0), (x1, y1) = leg.path[0], leg.end
    return legal_legs_toward(view, decision, (start[0] + x1 - x0, start[1] + y1 - y0)) or None


def legal_legs_toward(view: AnyState, decision: MoveGroup, goal: Point, max_length: float = math.inf) -> Legs:
    """Return a legal group move that brings the leader as near as possible to a point, or else ().

    The leader moves at most `max_length` inches, and the other pieces follow it.
    """
    lead = _leading_motion(view, decision)
    start = start_point(view.table, lead) if lead else None
    if lead is None or start is None:
        return ()
    whole = min(1.0, max_length / math.dist(start, goal)) if start != goal else 1.0
    for share in (whole * share for share in REPEAT_PATH_FRACTIONS):
        at = (start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1]))
        free = _free_point_near(view.table, lead, at)
        legs = group_legs_to(view.table, decision.motions, decision.link, lead, free)
        if legs and decision.check(view, legs) is None:
            return legs
    return ()


def _free_point_near(table: Table, motion: Motion, goal: Point) -> Point:
    """Return a reachable point at or near the goal, or the goal itself if no such point is found."""
    about = (
        (round(goal[0] + away * math.cos(turn), 3), round(goal[1] + away * math.sin(turn), 3))
        for away in (0.0, *FREE_POINT_OFFSETS_IN)
        for turn in FREE_POINT_DIRECTIONS_RAD[: 1 if not away else None]
    )
    return next((at for at in about if shortest_leg(table, motion, at)), goal)


def _leading_motion(view: AnyState, decision: MoveGroup) -> Motion | None:
    """Return the motion of the group's leader, or else of the first piece that can move, or None."""
    leader = decision.link.leader if decision.link else ""
    able = [m for m in decision.motions if m.allowance > 0.0 and start_point(view.table, m) is not None]
    return next((motion for motion in able if motion.piece == leader), next(iter(able), None))
