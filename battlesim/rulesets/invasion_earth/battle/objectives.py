"""Objectives that score at the end of a battle, besides the enemy models out of play."""

from __future__ import annotations

import math

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import own_models
from ..core.state import Battle, Objective
from ..ground.heights import is_airborne


def objective_points(state: Battle, objective: Objective, side: SideKey) -> float:
    """Return the points that a side would score for an objective if the battle ended now."""
    if objective.side and objective.side != side:
        return 0.0
    if objective.kind == "reach":
        return objective.points * sum(_is_in_zone(state, model, objective) for model in objective.models)
    if objective.kind == "carry":
        marker = state.table.markers[MarkerId(objective.at)]
        return objective.points if is_point_in_shape(marker.x, marker.y, objective.zone) else 0.0
    near = _models_near(state, objective)
    if objective.kind == "count":
        return objective.points * sum(piece.side == side for piece in near)
    return objective.points if {piece.side for piece in near} == {side} else 0.0


def _is_in_zone(state: Battle, model: str, objective: Objective) -> bool:
    piece = state.table.pieces.get(model)
    if piece is None or piece.table_position is None:
        return False
    return is_point_in_shape(*piece.xy, objective.zone)


def _models_near(state: Battle, objective: Objective) -> list[Piece]:
    """Return the models on the ground whose base is within the objective's distance of its marker."""
    marker = state.table.markers[MarkerId(objective.at)]
    models = (
        piece
        for side in state.table.sides
        for piece in own_models(state, side.key)
        if not is_airborne(state.table, piece)
    )
    return [
        piece
        for piece in models
        if math.dist(piece.xy, (marker.x, marker.y)) - piece.radius <= objective.within + TOL
    ]


def objective_text(state: Battle, objective: Objective) -> AnyText:
    """Return a text that says what an objective requires."""
    if objective.kind == "reach":
        names = ", ".join(state.table.name_of(model) for model in objective.models)
        return phrase("{models} in the zone {zone}", names, objective.zone_name or objective.at)
    if objective.kind == "carry":
        zone = objective.zone_name or objective.to
        return phrase("{object} carried to the zone {zone}", state.table.name_of(objective.at), zone)
    name, within = state.table.name_of(objective.at), length_text(objective.within)
    if objective.kind == "count":
        return phrase("each model within {distance} of {object}", within, name)
    return phrase("alone within {distance} of {object}", within, name)
