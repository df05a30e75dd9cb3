"""The meaning of a click on the table while an act is planned, such as a target or another acting unit."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any, Final

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.lookahead import ActGoal, ActPlan, GoalPoint
from battlesim.geometry.shapes import Point
from battlesim.table.phrases import AnyText, Ref, phrase, with_names
from battlesim.ui.decision.pickers import Picker

SAME_CLICK_RADIUS_IN: Final = 0.5
"""Distance in inches within which a second click means the same point."""


def goal_of_click(plan: ActPlan, picker: Picker[Any], at: Point, things: list[str]) -> ActGoal | None:
    """Return the target of a click: an object the plan can select, else an enemy, else the point.

    It is the point too if no other act can be found for a piece there and the plan can take a point. Returns
    None for a friendly piece that the plan cannot select.
    """
    pieces, point = picker.view.table.pieces, GoalPoint(*at)
    targets = [one for one in things if plan.line_index_for(one)] or [one for one in things if one in pieces]
    fixed = not isinstance(picker.decision, ChooseOne) and plan.line_index_for(point)
    if not targets or (fixed and not plan.line_index_for(targets[0])):
        return point
    own = targets[0] in pieces and pieces[targets[0]].side == picker.decision.side
    return None if own and not plan.line_index_for(targets[0]) else targets[0]


def is_same_goal(goal: ActGoal, clicked: ActGoal) -> bool:
    """Return True if a click means the same as the last one."""
    if isinstance(goal, GoalPoint) and isinstance(clicked, GoalPoint):
        return math.dist((goal.x, goal.y), (clicked.x, clicked.y)) <= SAME_CLICK_RADIUS_IN
    return goal == clicked


def other_candidates(picker: Picker[Any]) -> list[str]:
    """Return the ids of the open options that are pieces or units, without the selected one.

    The pieces of the selected one's unit come first.
    """
    decision, chosen, pieces = picker.decision, picker.draft(), picker.view.table.pieces
    candidates = pieces.keys() | {piece.unit for piece in pieces.values()}
    if not isinstance(decision, ChooseOne) or chosen not in candidates:
        return []
    others = [one.key for one in decision.open_options if one.key in candidates and one.key != chosen]
    unit = pieces[chosen].unit if chosen in pieces else ""
    return sorted(others, key=lambda key: key not in pieces or pieces[key].unit != unit)


def clicked_candidate(picker: Picker[Any], things: list[str], able: Collection[str]) -> str:
    """Return the first of the clicked pieces, or its unit, that is one of `able`; "" if there is none."""
    pieces = picker.view.table.pieces
    keys = (key for name in things if name in pieces for key in (name, pieces[name].unit))
    return next((key for key in keys if key in able), "")


def refusal_of(goal: ActGoal, plan: ActPlan, picker: Picker[Any]) -> AnyText:
    """Return why a goal cannot be acted on, with names; the goal "" means that the last act is repeated."""
    words: AnyText = "nobody can go there now" if goal else "the last act cannot be repeated now"
    if isinstance(goal, str) and goal:
        words = phrase("nothing can be done to {target} now", Ref(goal))
    return with_names(plan.words or words, picker.name)
