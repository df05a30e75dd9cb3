"""Functions with which a ruleset advises AI players: find the nearest piece, move a group, rank the options.

Users: Mobile Infantry, Troice Station (the marines), Invasion Earth, Stargrunt, Alien Invasion, the rulesets
of the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from battlesim.engine.decisions import ChooseOne, ChooseSome
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point, centroid
from battlesim.rulings.movement import (
    group_problem,
    individual_legs,
    leg_toward,
    remaining_legs,
    suggest_group_legs,
)
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Aboard, Inside, Piece
from battlesim.table.state import AnyState, Table

AdviceFunction = Callable[[Any, Any], list[Advice]]
"""A function from a view and a decision to advice; it always gets decisions of one type."""
Preference = tuple[str, AnyText]
"""The key of an option and the reason for it."""


def piece_point(table: Table, piece: Piece) -> Point | None:
    """Return the centre of a piece, or None if it is not in play.

    If the piece is inside a building or aboard a carrier, return the centre of the building or carrier.
    """
    if isinstance(piece.place, Inside):
        return centroid(table.terrain(piece.place.terrain).rings[0])
    if isinstance(piece.place, Aboard):
        carrier = table.pieces.get(piece.place.piece)
        return piece_point(table, carrier) if carrier is not None else None
    return piece.xy if piece.table_position is not None else None


def pieces_with_points(table: Table, pieces: Iterable[Piece]) -> list[tuple[Piece, Point]]:
    """Return the pieces that are in play, each paired with its centre (see `piece_point`)."""
    return [(p, at) for p in pieces if (at := piece_point(table, p)) is not None]


class NearestPiece(NamedTuple):
    """The piece found to be nearest to a point, with its centre and its distance from the point in inches.

    If there are no pieces, `distance` is infinite, and `piece` and `point` are None.
    """

    distance: float = math.inf
    piece: Piece | None = None
    point: Point | None = None


def nearest_piece(point: Point, others: Iterable[tuple[Piece, Point]]) -> NearestPiece:
    """Return the piece whose centre is nearest to a point; if several are equally near, return the first."""
    candidates = (NearestPiece(math.dist(point, at), piece, at) for piece, at in others)
    return min(candidates, key=lambda candidate: candidate.distance, default=NearestPiece())


def mean_point(points: Sequence[Point]) -> Point:
    """Return the mean (x, y) of one or more points."""
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def advise_move_toward(
    view: AnyState, decision: MoveGroup, goal: Point, why: str, worth: float = 1.0
) -> list[Advice]:
    """Return advice to move a group of pieces toward a point.

    If no legal move gets the group nearer to the point, return an empty list. If the leader of the group does
    not move, the other pieces may still move, but they stay as close to the leader as the rules require. The
    function `advise_led_move` moves the leader first.
    """
    legs = suggest_group_legs(view.table, decision.motions, decision.link, goal)
    is_legal = legs and group_problem(view.table, decision.motions, legs, decision.link) is None
    return [Advice(legs, worth, why)] if is_legal else []


def advise_separate_moves(
    view: AnyState, decision: MoveGroup, goal: Point, why: str, worth: float = 1.0
) -> list[Advice]:
    """Return advice to move a group of pieces toward a point, each as far as it can if need be.

    The pieces move as `advise_move_toward` advises. If these moves are not legal together, each piece moves
    as far as it can by itself. Return an empty list if no piece can get nearer to the point.
    """
    table, motions, link = view.table, decision.motions, decision.link
    legs = suggest_group_legs(table, motions, link, goal)
    if legs and group_problem(table, motions, legs, link) is not None:
        legs = individual_legs(table, motions, link, lambda motion: leg_toward(table, motion, goal))
    return [Advice(legs, worth, why)] if legs else []


def advise_led_move(
    view: AnyState, decision: MoveGroup, goal: Point, why: str, worth: float = 1.0
) -> list[Advice]:
    """Return advice for a group move: the leader goes along its route to a point, and the others follow.

    If the group has no leader, or if the leader cannot get nearer to the point, return the advice of
    `advise_move_toward`.
    """
    table, motions, link = view.table, decision.motions, decision.link
    lead = next((motion for motion in motions if link and motion.piece == link.leader), None)
    first = leg_toward(table, lead, goal) if lead else None
    if first is None:
        return advise_move_toward(view, decision, goal, why, worth)
    return [Advice((first, *remaining_legs(table, motions, (first,), link, first.end)), worth, why)]


def advise_most_options(reason: str) -> AdviceFunction:
    """Return a function that advises an AI player to choose as many options as a decision allows."""

    def advise(view: AnyState, decision: ChooseSome) -> list[Advice]:
        keys = tuple(option.key for option in decision.open_options)
        return [Advice(keys[: decision.most], 1.0, reason)]

    return advise


def advise_in_order(decision: ChooseOne, preferences: Iterable[Preference]) -> list[Advice]:
    """Return a list of advice, one item for each preferred option that is available, in order of preference.

    `preferences` holds pairs: the key of a preferred option and the reason for choosing it.
    """
    keys = {option.key for option in decision.open_options}
    return [Advice(key, float(-n), reason) for n, (key, reason) in enumerate(preferences) if key in keys]


def advise_by_score(
    decision: ChooseOne, score: Callable[[Option], float | None], reason: Callable[[Option], str]
) -> list[Advice]:
    """Return a list of advice, one item for each available option, with the highest score first.

    The functions `score` and `reason` are called with an option. Options for which `score` returns None are
    left out.
    """
    rated = [(option, value) for option in decision.open_options if (value := score(option)) is not None]
    rated.sort(key=lambda pair: -pair[1])
    return [Advice(option.key, value, reason(option)) for option, value in rated]
