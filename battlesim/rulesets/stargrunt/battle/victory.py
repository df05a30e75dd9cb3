"""Scores, and the end of a battle."""

from __future__ import annotations

from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.ids import MarkerId, SideKey

from ..core.lookups import active_units, is_counter, is_ok
from ..core.state import Battle, MarkerObjective
from ..ground.shelter import exit_of
from ..transport.departures import LEAVES, departure_points, lost_vehicles
from .ground_taken import ground_rows, ground_score, lost_figures
from .stronghold import (
    ENDING,
    HELD,
    RING_IN,
    SCORE,
    stronghold_ends,
    stronghold_outcome,
    stronghold_scores,
)


def holder(state: Battle, objective: MarkerObjective) -> SideKey | None:
    """Return the side that holds an objective, as the only one with a figure near it, or None."""
    if objective.at in state.game.ground:
        return SideKey(state.game.ground[objective.at]) or None
    marker = state.table.markers[MarkerId(objective.at)]
    near = {
        piece.side
        for piece in state.table.standing_pieces()
        if is_ok(piece)
        and not is_counter(piece)
        and distance_to_piece(state.table, piece, (marker.x, marker.y)) <= objective.within
    }
    return near.pop() if len(near) == 1 else None


def objectives(state: Battle) -> tuple[MarkerObjective, ...]:
    """Return the markers that are objectives of the battle."""
    stronghold, ground = state.game.stronghold, state.game.ground
    found = [MarkerObjective(marker, 1.0) for marker in ground]
    if stronghold:
        found.append(MarkerObjective(stronghold.at, HELD, RING_IN))
    return (*state.game.objectives, *found)


def scores(state: Battle) -> dict[SideKey, float]:
    """Return the score of each side.

    Without a stronghold or ground, a side scores a point for each enemy figure out of action, plus
    objectives.
    """
    if state.game.stronghold:
        return stronghold_scores(state, state.game.stronghold)
    if state.game.ground:
        return {side.key: float(ground_score(state, side.key)) for side in state.table.sides}
    return {
        side.key: state.game.figure_worth * lost_figures(state, side.key)
        + sum(objective.points for objective in state.game.objectives if holder(state, objective) == side.key)
        + departure_points(state, side.key)
        + state.game.vehicle_worth * len(lost_vehicles(state, side.key))
        for side in state.table.sides
    }


def battle_outcome(state: Battle, turn_over: bool = False) -> Outcome | None:
    """Return the outcome of a battle, or None if it is not over."""
    if state.game.stronghold:
        return stronghold_outcome(state, state.game.stronghold, turn_over)
    left = [side.key for side in state.table.sides if active_units(state, side.key)]
    time_is_up = turn_over and state.game.turn >= state.game.parameters.turns
    if not time_is_up and len(left) > 1:
        return None
    totals = scores(state)
    best = max(totals.values())
    winners = tuple(side for side, total in totals.items() if total == best)
    reason = (
        "only one side has figures left"
        if len(left) == 1
        else f"{state.game.parameters.turns} turns were played"
    )
    return Outcome(winners if len(winners) == 1 else (), totals, reason)


def score_rows(state: Battle) -> dict[str, tuple[PreviewRow, ...]]:
    """Return the rows that explain each side's score."""
    rows: dict[str, tuple[PreviewRow, ...]] = {}
    if state.game.stronghold:
        return rows
    if state.game.ground:
        return {side.key: _ground_rows(state, side.key) for side in state.table.sides}
    for side in state.table.sides:
        lost, worth = lost_figures(state, side.key), state.game.figure_worth
        own = [PreviewRow("Enemy figures out of action", f"{lost}", SCORE)] if worth else []
        for objective in state.game.objectives:
            name = state.table.markers[MarkerId(objective.at)].name or "Objective"
            held = "held" if holder(state, objective) == side.key else "not held"
            own.append(PreviewRow(name, f"{held}, {objective.points:g} points", ENDING))
        if exit_of(state, side.key):
            points = departure_points(state, side.key)
            own.append(PreviewRow("Got off the table", f"{points:g} points", LEAVES))
        if state.game.vehicle_worth:
            lost = len(lost_vehicles(state, side.key))
            own.append(PreviewRow("Enemy vehicles lost", f"{lost}, {state.game.vehicle_worth:g} points each"))
        rows[side.key] = tuple(own)
    return rows


def _ground_rows(state: Battle, side: SideKey) -> tuple[PreviewRow, ...]:
    rows = ground_rows(state, side)
    return tuple(PreviewRow(name, f"{number}, {points:g} each", SCORE) for name, number, points in rows)


def end_conditions(state: Battle) -> tuple[PreviewRow, ...]:
    """Return the conditions that end the battle, each with its result."""
    if state.game.stronghold:
        return stronghold_ends(state, state.game.stronghold)
    return (
        PreviewRow(f"After turn {state.game.parameters.turns}", "the higher score wins", ENDING),
        PreviewRow("One side alone has figures left", "the battle ends at once", ENDING),
    )
