"""The movement of automated marines toward their goals and off the table."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.geometry.paths import polyline_length
from battlesim.rulings.movement import (
    GroupLink,
    Leg,
    Motion,
    group_problem,
    leg_into,
    single_file_legs,
    suggest_group_legs,
    table_after_legs,
)
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..actions import move_actions, squad_groups
from ..actions.table_exit import EXIT_ENTRY_ID
from ..core.marks import carried_copies
from ..core.state import Battle
from . import march_routes

MOVE_KINDS = {"move": move_actions.MOVE_KIND, "run": move_actions.RUN_KIND, "cross": move_actions.CROSS_KIND}
EXPECTED_RUN_DIE = 3
"""The result assumed for the die of a run."""


def why_cannot_move_by(view: Battle, act: str, piece: Piece) -> AnyText:
    """Return why a figure cannot move by the given action, or "" if it can."""
    return move_actions.why_cannot_move(MOVE_KINDS[act], view, piece)


def march_distance(view: Battle, act: str, figure_ids: Sequence[str]) -> float:
    """Return how far figures, or only those with copies, would march in inches; 0 if that is illegal."""
    gait = MOVE_KINDS[act]
    motions, link = move_actions.group_motions(
        view, gait, figure_ids, dict.fromkeys(figure_ids, EXPECTED_RUN_DIE if gait.runs else 0)
    )
    found = march_legs(view, motions, link)
    fine = found and group_problem(view.table, motions, found, link) is None
    bearers = [one for one in figure_ids if carried_copies(view.table.piece(one))]
    return (
        sum(polyline_length(leg.path) for leg in found if leg.piece in (bearers or figure_ids))
        if fine
        else 0.0
    )


def march_legs(view: Battle, motions: Sequence[Motion], link: GroupLink | None) -> tuple[Leg, ...]:
    """Return the moves of marching figures: off the table if going home, or else along their routes."""
    if not march_routes.is_homeward(view, view.table.piece(motions[0].piece)):
        return _along(view, motions, link)
    out = _out(view, motions)
    gone = {leg.piece for leg in out}
    rest = [motion for motion in motions if motion.piece not in gone]
    left = view.with_table(table_after_legs(view.table, {motion.piece: motion for motion in motions}, out))
    legs = (*out, *(_along(left, rest, link) if rest else ()))
    return legs if group_problem(view.table, motions, legs, link) is None else out


def _out(view: Battle, motions: Sequence[Motion]) -> tuple[Leg, ...]:
    able = (motion for motion in motions if any(entry.id == EXIT_ENTRY_ID for entry in motion.entries))
    found = (leg_into(view.table, motion, EXIT_ENTRY_ID).leg for motion in able)
    return tuple(leg for leg in found if leg)


def _along(view: Battle, motions: Sequence[Motion], link: GroupLink | None) -> tuple[Leg, ...]:
    """Return the legs of figures along their routes, keeping a squad together even if no rule requires it."""
    movers = [view.table.piece(motion.piece) for motion in motions]
    held = link or (squad_groups.group_link(view, movers[0].unit) if len(movers) > 1 else None)
    courses = {motion.piece: march_routes.passable_path(view, motion) for motion in motions}
    if found := single_file_legs(view.table, motions, held, courses):
        return found
    lead = march_routes.march_order(view, movers)[0]
    able = next(motion for motion in motions if motion.piece == lead.id)
    reach = min(motion.allowance for motion in motions)
    return suggest_group_legs(view.table, motions, link, march_routes.route_waypoint(view, able, reach))
