"""Scores, and the end of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.table.ids import SideKey
from battlesim.table.phrases import capitalized
from battlesim.table.pieces import Off, Piece

from ..core.state import OBJECTIVES, Battle
from .objectives import objective_points, objective_text

ENDING = OBJECTIVES
MIN_LEAD = 1.0
"""The smallest difference of scores that is a win."""
MAX_IDLE_ROUNDS = 6
IDLE_ROUNDS = "idle_rounds"
"""The counter of rounds in a row in which no HIT was lost and no model left the table."""


def removed_enemies(state: Battle, side: SideKey) -> list[Piece]:
    """Return the models of other sides that are out of play for good, not those yet to be deployed."""
    others = (piece for piece in state.table.pieces.values() if piece.side != side)
    return [piece for piece in others if not piece.in_play and piece.place != Off()]


def scores(state: Battle) -> dict[SideKey, float]:
    """Return the score of each side: the points for enemy models out of play, and for objectives."""
    return {
        side.key: removed_points(state, side.key)
        + sum(objective_points(state, objective, side.key) for objective in state.game.objectives)
        for side in state.table.sides
    }


def removed_points(state: Battle, side: SideKey) -> float:
    """Return the points of a side's enemy models that are out of play."""
    return sum((state.game.points[piece.id] for piece in removed_enemies(state, side)), 0.0)


def sides_in_play(state: Battle) -> list[SideKey]:
    """Return the sides that have a model left."""
    return [
        side.key for side in state.table.sides if any(p.in_play for p in state.table.pieces_of_side(side.key))
    ]


def battle_outcome(state: Battle) -> Outcome | None:
    """Return the outcome of a battle, or None if it is not over."""
    reason = _why_over(state)
    if not reason:
        return None
    totals = scores(state)
    best, *others = sorted(totals, key=lambda side: -totals[side])
    leads = all(totals[best] - totals[other] >= MIN_LEAD for other in others)
    return Outcome((best,) if leads else (), totals, reason)


def _why_over(state: Battle) -> str:
    game = state.game
    if len(sides_in_play(state)) < 2:
        return "only one side has models left" if sides_in_play(state) else "no model is left"
    rounds = round_limit(state)
    if rounds and game.turn > rounds:
        return f"{rounds} rounds were played"
    if not rounds and game.count(IDLE_ROUNDS) >= MAX_IDLE_ROUNDS:
        return f"nothing was lost in {MAX_IDLE_ROUNDS} rounds"
    return ""


def round_limit(state: Battle) -> int:
    """Return the number of rounds set by the scenario, or else by the option; 0 means no limit."""
    return state.game.parameters.turns or state.game.parameters.rounds


def score_rows(state: Battle) -> dict[str, tuple[PreviewRow, ...]]:
    """Return the rows of the score table, which explain each side's score."""
    return {side.key: tuple(_rows(state, side.key)) for side in state.table.sides}


def _rows(state: Battle, side: SideKey) -> Iterator[PreviewRow]:
    removed = removed_points(state, side)
    points = f"{removed:g} point{'s' * (removed != 1)}"
    yield PreviewRow("Enemy models out of play", points, ENDING)
    for objective in state.game.objectives:
        if objective.side in ("", side):
            now = objective_points(state, objective, side)
            each = f"{objective.points:g}{' each' * (objective.kind in ('reach', 'count'))}"
            points = f"{now:g} point{'s' * (now != 1)}"
            text = points if _why_over(state) else f"{points} now, {each} at the end"
            yield PreviewRow(capitalized(objective_text(state, objective)), text, ENDING)


def end_conditions(state: Battle) -> tuple[PreviewRow, ...]:
    """Return the conditions that end the battle, each with its result."""
    rounds = round_limit(state)
    when = f"After round {rounds}" if rounds else f"After {MAX_IDLE_ROUNDS} rounds without losses"
    return (
        PreviewRow(when, "the higher score wins by 1 point or more", ENDING),
        PreviewRow("One side alone has models left", "the battle ends at once", ENDING),
    )
