"""An answer carried over from a question that was answered to another of its kind. Inches."""

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
"""Of a way, what is tried where a group would lose its hold on the whole of it."""

FREE_POINT_OFFSETS_IN: Final = (0.5, 1.0)
FREE_POINT_DIRECTIONS_RAD: Final = tuple(math.radians(45 * k) for k in range(8))
"""Inches from a place, and ways from it, where there may be room if it is taken."""

AnsweredDecision = tuple[Decision[Any], Any]
"""A question with its answer."""
Legs = tuple[Leg, ...]


def repeated_answer(answered: AnsweredDecision, view: AnyState, decision: Decision[Any]) -> Any:
    """What answers a question like another one was answered; None where nothing legal does.

    The same option, else one of the same act; the same way of a group; the same facing, yes or no.
    """
    was, answer = answered
    if isinstance(decision, ChooseOne) and isinstance(was, ChooseOne):
        return _option(decision, was.chosen_option(answer))
    if isinstance(decision, MoveGroup) and isinstance(was, MoveGroup):
        return _way(view, decision, answer[0]) if answer else None
    same = isinstance(decision, Confirm | ChooseFacing) and type(decision) is type(was)
    return answer if same and decision.check(view, answer) is None else None


def _option(decision: ChooseOne, done: Option) -> str | None:
    """The option of the same key, else the first of the same act on the same things, else of the same act."""
    if decision.open_option(done.key):
        return done.key
    same = [option for option in decision.open_options if done.act and option.act == done.act]
    ranked = sorted(same, key=lambda option: option.to != done.to)
    return ranked[0].key if ranked else None


def _way(view: AnyState, decision: MoveGroup, leg: Leg) -> Legs | None:
    """Legs of a group that goes as a leg did; None where nobody can."""
    lead = _leading(view, decision)
    start = start_point(view.table, lead) if lead else None
    if start is None:
        return None
    (x0, y0), (x1, y1) = leg.path[0], leg.end
    return legal_legs_toward(view, decision, (start[0] + x1 - x0, start[1] + y1 - y0)) or None


def legal_legs_toward(view: AnyState, decision: MoveGroup, goal: Point, max_length: float = math.inf) -> Legs:
    """Legs that bring who leads a group as near to a place as can be, by at most so many inches, and the
    others along; () for none."""
    lead = _leading(view, decision)
    start = start_point(view.table, lead) if lead else None
    if lead is None or start is None:
        return ()
    whole = min(1.0, max_length / math.dist(start, goal)) if start != goal else 1.0
    for share in (whole * share for share in REPEAT_PATH_FRACTIONS):
        at = (start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1]))
        free = _free(view.table, lead, at)
        legs = group_legs_to(view.table, decision.motions, decision.link, lead, free)
        if legs and decision.check(view, legs) is None:
            return legs
    return ()


def _free(table: Table, motion: Motion, goal: Point) -> Point:
    """A place within reach about a goal, itself where that is free; the goal where all about it is not."""
    about = (
        (round(goal[0] + away * math.cos(turn), 3), round(goal[1] + away * math.sin(turn), 3))
        for away in (0.0, *FREE_POINT_OFFSETS_IN)
        for turn in FREE_POINT_DIRECTIONS_RAD[: 1 if not away else None]
    )
    return next((at for at in about if shortest_leg(table, motion, at)), goal)


def _leading(view: AnyState, decision: MoveGroup) -> Motion | None:
    """The motion of who leads: the leader, else the first who can move."""
    leader = decision.link.leader if decision.link else ""
    able = [m for m in decision.motions if m.allowance > 0.0 and start_point(view.table, m) is not None]
    return next((motion for motion in able if motion.piece == leader), next(iter(able), None))
