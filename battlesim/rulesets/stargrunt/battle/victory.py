"""Scores, and the end of a battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.ids import MarkerId, SideKey

from ..core.lookups import active_units, is_counter, is_ok
from ..core.state import Battle, ExitObjective, MarkerObjective
from ..ground.shelter import exit_of
from ..transport.departures import LEAVES, departed_squads, departed_vehicles, enemy_vehicles, lost_vehicles
from ..transport.evacuation import abandoned, brought_off
from .ground_taken import ground_rows, lost_figures
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


class PointRow(NamedTuple):
    """An item for which a side scores points: its label, a text, the points and the rule."""

    label: str
    text: str
    points: float
    rule: str = ""


def point_rows(state: Battle, side: SideKey) -> list[PointRow]:
    """Return the items for which a side scores points in a battle that is not for a stronghold."""
    if state.game.ground:
        return [
            PointRow(name, f"{number}, {worth:g} each", number * worth, SCORE)
            for name, number, worth in ground_rows(state, side)
        ]
    return [*_enemy_rows(state, side), *_objective_rows(state, side), *_departure_rows(state, side)]


def points_text(points: float) -> str:
    """Return a number of points as a text."""
    return "1 point" if points == 1.0 else f"{points:g} points"


def _enemy_rows(state: Battle, side: SideKey) -> Iterator[PointRow]:
    game, lost = state.game, lost_figures(state, side)
    if worth := game.points.figures.get(side, game.figure_worth):
        text = f"{lost}" if worth == 1.0 else f"{lost}, {points_text(worth)} each"
        yield PointRow("Enemy figures out of action", text, worth * lost, SCORE)
    if (worth := game.vehicle_worth) and enemy_vehicles(state, side):
        lost = len(lost_vehicles(state, side))
        yield PointRow("Enemy vehicles lost", f"{lost}, {points_text(worth)} each", worth * lost)


def _objective_rows(state: Battle, side: SideKey) -> Iterator[PointRow]:
    for objective in state.game.objectives:
        name = state.table.markers[MarkerId(objective.at)].name or "Objective"
        held = holder(state, objective) == side
        text = f"{'held' if held else 'not held'}, {points_text(objective.points)}"
        yield PointRow(name, text, objective.points * held, ENDING)


def _departure_rows(state: Battle, side: SideKey) -> Iterator[PointRow]:
    way = exit_of(state, side)
    if way is None:
        return
    off = f"off the {way.edge} edge"
    for label, number, worth in (
        (f"Vehicles {off}", len(departed_vehicles(state, side)), way.vehicle),
        (f"Squads {off}", len(departed_squads(state, side)), way.squad),
        (f"Wounded {off}", len(brought_off(state, side)), way.wounded),
        ("Wounded abandoned", len(abandoned(state, side)), way.abandoned),
    ):
        if worth:
            yield PointRow(label, f"{number}, {points_text(worth)} each", worth * number, LEAVES)


def scores(state: Battle) -> dict[SideKey, float]:
    """Return the score of each side."""
    if state.game.stronghold:
        return stronghold_scores(state, state.game.stronghold)
    sides = [side.key for side in state.table.sides]
    return {side: float(sum(row.points for row in point_rows(state, side))) for side in sides}


def battle_outcome(state: Battle, turn_over: bool = False) -> Outcome | None:
    """Return the outcome of a battle, or None if it is not over.

    A battle does not end while a side that must leave the table is the only one with units left.
    """
    if state.game.stronghold:
        return stronghold_outcome(state, state.game.stronghold, turn_over)
    left = [side.key for side in state.table.sides if active_units(state, side.key)]
    time_is_up = turn_over and state.game.turn >= state.game.parameters.turns
    leaves = len(left) == 1 and exit_of(state, left[0]) is not None
    if not time_is_up and (len(left) > 1 or leaves):
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
    """Return the rows that explain each side's score, or {} in a battle for a stronghold."""
    if state.game.stronghold:
        return {}
    return {
        side.key: tuple(PreviewRow(row.label, row.text, row.rule) for row in point_rows(state, side.key))
        for side in state.table.sides
    }


def end_conditions(state: Battle) -> tuple[PreviewRow, ...]:
    """Return the conditions that end the battle, each with its result."""
    if state.game.stronghold:
        return stronghold_ends(state, state.game.stronghold)
    return (
        PreviewRow(f"After turn {state.game.parameters.turns}", "the higher score wins", ENDING),
        PreviewRow("One side alone has figures left", "the battle ends at once", ENDING),
        *(_going_on(state, way) for way in state.game.exits),
    )


def _going_on(state: Battle, way: ExitObjective) -> PreviewRow:
    """Return the row for a side that plays on alone because it has to leave the table."""
    name = state.table.side(SideKey(way.side)).name
    return PreviewRow(f"{name} alone has figures left", "the battle goes on", LEAVES)
