"""Destinations of models for automated players: an objective, their best range, or where they stand."""

from __future__ import annotations

import math

from battlesim.behaviour.advice import nearest_piece
from battlesim.geometry.shapes import Point, centroid
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.pieces import Piece

from ..battle.victory import round_limit, scores
from ..core.lookups import piece_profile, piece_weapons, standing_enemies
from ..core.state import Battle, Objective
from ..ground.loads import carrier_of
from ..ground.motion import MOVE, move_rate
from ..sighting.observers import has_radio, networks

CLOSE_SHARE = 0.9
"""The fraction of the far end of the wanted range band at which a model would stand."""
TIMELY_SHARE = 0.7
"""The part of the way that a model could still go at which it sets out for an objective."""
ARRIVED_IN = 1.0
"""Distance in inches from the middle of an objective at which a model has arrived."""


def destination(view: Battle, piece: Piece) -> Point | None:
    """Return the point to which a model should go, or None if it has no reason to move."""
    if stays(view, piece):
        return None
    point = objective_point(view, piece)
    if point is not None:
        return point if math.dist(piece.xy, point) > ARRIVED_IN else None
    target = nearest_piece(piece.xy, [(enemy, enemy.xy) for enemy in standing_enemies(view, piece)])
    return None if target.point is None else _stand_off_point(piece, target.point)


def stays(view: Battle, piece: Piece) -> bool:
    """Return whether a model should stay where it is, as a radio in a network or a mortar in range should."""
    indirect = [weapon for weapon in piece_weapons(piece).values() if weapon.indirect]
    if indirect:
        near = nearest_enemy_distance(view, piece, piece.xy)
        return near <= max(weapon.max_range for weapon in indirect)
    if not has_radio(piece) or not _has_indirect_fire(view, piece.side):
        return False
    return any(piece in network for network in networks(view, piece.side))


def _has_indirect_fire(view: Battle, side: SideKey) -> bool:
    models = view.table.pieces_of_side(side)
    return any(
        weapon.indirect for model in models if model.in_play for weapon in piece_weapons(model).values()
    )


def must_advance(view: Battle, side: SideKey) -> bool:
    """Return whether a side must advance to win, because it has an objective or is behind in points."""
    own = any(objective.side == side for objective in view.game.objectives)
    totals = scores(view)
    return own or totals[side] < max(totals.values())


def objective_point(view: Battle, piece: Piece) -> Point | None:
    """Return the centre of the objective that a model should take, or None if it has none."""
    wanted = (objective for objective in view.game.objectives if _wants(view, piece, objective))
    points = [_middle(view, objective) for objective in wanted]
    return min(points, key=lambda point: math.dist(piece.xy, point), default=None)


def _wants(view: Battle, piece: Piece, objective: Objective) -> bool:
    """Return whether a model goes for an objective: every counted or named model, and one to hold it."""
    if objective.side and objective.side != piece.side:
        return False
    if objective.kind == "reach":
        return piece.id in objective.models
    if objective.kind == "count":
        return _must_set_out(view, piece, objective)
    if objective.kind == "carry" and (carrier := carrier_of(view, objective.at)) is not None:
        return carrier == piece
    middle = _middle(view, objective)
    own = [(model, model.xy) for model in view.table.standing_pieces() if model.side == piece.side]
    return nearest_piece(middle, own).piece == piece


def _must_set_out(view: Battle, piece: Piece, objective: Objective) -> bool:
    """Return whether a model has to set out now to be at an objective when the battle ends."""
    rounds = round_limit(view)
    left = rounds - view.game.turn if rounds else 0
    in_time = TIMELY_SHARE * left * move_rate(view.table, piece, MOVE)
    return math.dist(piece.xy, _middle(view, objective)) >= in_time


def _middle(view: Battle, objective: Objective) -> Point:
    carried = objective.kind == "carry" and carrier_of(view, objective.at) is not None
    if objective.kind == "reach" or carried:
        return centroid(objective.zone[0])
    marker = view.table.markers[MarkerId(objective.at)]
    return marker.x, marker.y


def next_point(view: Battle, piece: Piece, rate: float) -> Point | None:
    """Return the point that a model reaches on a straight line to its destination, or None."""
    goal = destination(view, piece)
    if goal is None:
        return None
    far = math.dist(piece.xy, goal)
    share = min(1.0, rate / far) if far else 0.0
    return tuple(a + (b - a) * share for a, b in zip(piece.xy, goal, strict=True))  # type: ignore[return-value]


def nearest_enemy_distance(view: Battle, piece: Piece, point: Point) -> float:
    """Return the distance in inches from a point to the centre of a model's nearest enemy."""
    return nearest_piece(point, [(enemy, enemy.xy) for enemy in standing_enemies(view, piece)]).distance


def _stand_off_point(piece: Piece, enemy: Point) -> Point:
    """Return the point on the line to an enemy at short range of a model's longest weapon.

    A model that grapples wants contact.
    """
    ranges = [weapon.bands[0] for weapon in piece_weapons(piece).values()]
    grapples = piece_profile(piece).grapple > 0
    wanted = 0.0 if grapples else max(ranges, default=0.0) * CLOSE_SHARE
    away = math.dist(piece.xy, enemy)
    share = max(0.0, (away - wanted) / away) if away else 0.0
    return tuple(a + (b - a) * share for a, b in zip(piece.xy, enemy, strict=True))  # type: ignore[return-value]
