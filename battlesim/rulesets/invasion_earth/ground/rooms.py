"""Models inside buildings: which are at a door or window, and which are out of sight and reach."""

from __future__ import annotations

import msgspec

from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point
from battlesim.rulings.sight_openings import openings_at, room_of, room_sight
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.marks import AT_OPENING
from ..core.state import Battle
from .sight import AT_OPENINGS, sight_rules


def why_shut_in(state: Battle, viewer: Piece, target: Piece) -> AnyText:
    """Return why walls prevent a model from sighting or attacking another at all, or "" if they do not.

    Rules: IE-BLD-01, IE-BLD-02, IE-BLD-03, IE-BLD-04.
    """
    rules = sight_rules(state).openings
    return "" if isinstance(rules, msgspec.UnsetType) else room_sight(state.table, rules, viewer, target).why


def room(state: Battle, piece: Piece) -> Terrain | None:
    """Return the building that a model is inside, or None if it is outside."""
    return room_of(state.table.ground, piece)


def is_sheltered(state: Battle, piece: Piece, point: Point) -> bool:
    """Return whether walls shelter a model that is inside, but not at an opening, from a template outside."""
    inside = room(state, piece)
    if inside is None or is_point_in_shape(*point, inside.rings):
        return False
    return not _is_at_opening(state, inside, piece)


def _is_at_opening(state: Battle, inside: Terrain, piece: Piece) -> bool:
    """Return whether a model is at an opening of its room, which its owner may have to announce."""
    if inside.has_trait(AT_OPENINGS.announced) and not piece.has_mark(AT_OPENING):
        return False
    return bool(openings_at(state.table, AT_OPENINGS, inside, piece))


def can_announce(state: Battle, piece: Piece) -> bool:
    """Return whether a model is at a door or window of a building with no room for its figure."""
    inside = room(state, piece)
    if inside is None or not inside.has_trait(AT_OPENINGS.announced):
        return False
    return bool(openings_at(state.table, AT_OPENINGS, inside, piece))
