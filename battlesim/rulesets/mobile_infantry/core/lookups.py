"""Lookups that many rules share: profiles, sides, traits, possible targets and common texts.

Lengths are in inches. Models, Tunnel Entrances and structures can be hit. For measuring and sight, a
structure counts as a model of its height at the nearest point of its outline. Terms follow MI-GAP-58: in
traits, a "unit" is one model, and "armor save" means Save.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from battlesim.behaviour import advice
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import gap, ids_in_play, is_within_distance, nearest_gap
from battlesim.rulings.piece_gaps import gap_text, piece_gaps, too_far_text
from battlesim.table.ids import NO_SIDE, NO_UNIT, SideKey, UnitId
from battlesim.table.levels import terrain_above_ground
from battlesim.table.phrases import AnyText, Ref, joined_text, phrase
from battlesim.table.pieces import Aboard, Inside, OnTable, Piece, Place
from battlesim.table.terrain import Terrain

from .marks import ALERT, CAPTIVE, FLYING
from .profiles import Profile, profile, terrain_kinds
from .state import BUGS, MI, Battle

OTHER_SIDE = {MI: BUGS, BUGS: MI}


def piece_profile(piece: Piece) -> Profile:
    """Return the profile of a piece."""
    return profile(piece.kind)


def new_piece(kind: str, id: str, name: str, side: SideKey, unit: UnitId, place: Place) -> Piece:
    """Return a new piece with the base, height and full hit points of its kind's profile."""
    own = profile(kind)
    return Piece(id, name, kind, side, unit, own.base / 2, own.height, place, own.hits, own.hits)


def has_trait(piece: Piece, trait: str) -> bool:
    """Return whether the profile of a piece has the given trait."""
    return piece_profile(piece).has_trait(trait)


def trigger_text(state: Battle, able: Sequence[str], participants: Sequence[str]) -> AnyText:
    """Return a text naming the model that triggers a Reaction and its distance, or "" if none can react."""
    pairs = [(gap(state, one, by), by, one) for one in able for by in participants]
    if not pairs:
        return ""
    away, by, one = min(pairs)
    named = state.table.piece(one).name if len(able) > 1 else ""
    words = f"touches {named or 'it'}" if away <= TOL else phrase("is {}", gap_text(away, "away"))
    near = f" from {named}" if named and away > TOL else ""
    return phrase("{} {}{}", state.table.piece(by).name, words, near)


def why_cannot_react(state: Battle, piece: Piece, participants: Sequence[str], reach: float) -> AnyText:
    """Return why a model may not react to the models that acted, or "" if it may."""
    if not piece.has_mark(ALERT):
        return "it is not on Alert"
    return too_far_text(nearest_gap(state, piece.id, participants), reach)


def models_able_to_react(
    state: Battle, side: SideKey, participants: Sequence[str], reach: float
) -> list[Piece]:
    """Return the models of a side that may react to the models that acted."""
    return [p for p in models_in_play(state, side) if not why_cannot_react(state, p, participants, reach)]


def pieces_within(state: Battle, centre: Piece, others: Sequence[Piece], reach: float) -> list[Piece]:
    """Return the pieces in `others` whose bases are at most `reach` inches from that of `centre`."""
    gaps = piece_gaps(state.table, centre, others)
    return [p for p, away in zip(others, gaps, strict=True) if is_within_distance(away, reach)]


def is_model(piece: Piece) -> bool:
    """Return whether a piece is a fighting model rather than a marker, an entrance or a captive."""
    return not (has_trait(piece, "marker") or has_trait(piece, "entrance") or piece.has_mark(CAPTIVE))


def models_in_play(state: Battle, side: SideKey) -> list[Piece]:
    """Return a side's fighting models on the table, except those carried by other models."""

    def found() -> list[Piece]:
        here = [p for p in state.table.pieces_of_side(side) if not isinstance(p.place, Aboard)]
        return [p for p in here if p.in_play and is_model(p)]

    return list(state.table.cached_value(("mobile infantry: models", side), found))


def model_points(state: Battle, side: SideKey) -> list[tuple[Piece, Point]]:
    """Return each fighting model of a side, including those carried, with its position on the table."""
    return advice.pieces_with_points(
        state.table, (p for p in state.table.pieces_of_side(side) if p.in_play and is_model(p))
    )


def entrances_on_table(state: Battle) -> list[Piece]:
    """Return the Tunnel Entrances on the table."""
    return [p for p in state.table.standing_pieces() if has_trait(p, "entrance")]


def tunneling_markers_on_table(state: Battle) -> list[Piece]:
    """Return the Tunneling Markers on the table."""
    return [p for p in state.table.standing_pieces() if has_trait(p, "marker")]


def move_rating(state: Battle, piece: Piece) -> float:
    """Return the Move rating of a piece on the ground in inches; an option sets that of Hoppers."""
    return state.game.parameters.hopper_walk if piece.kind == "hopper" else piece_profile(piece).move


def reactable_participants(state: Battle, participants: Iterable[str]) -> tuple[str, ...]:
    """Return the models that acted and can be reacted to: in play, not carried and not captive."""
    pieces = state.table.pieces
    here = (i for i in ids_in_play(state, participants) if not isinstance(pieces[i].place, Aboard))
    return tuple(i for i in here if not pieces[i].has_mark(CAPTIVE))


def blocks_bases(piece: Piece) -> bool:
    """Return whether the base of a piece blocks other bases (MI-GAP-65)."""
    return (is_model(piece) or has_trait(piece, "entrance")) and not piece.has_mark(FLYING)


def may_overlap(a: Piece, b: Piece) -> bool:
    """Return whether two bases may overlap; if both block others, only a bug and an entrance may."""
    if not (blocks_bases(a) and blocks_bases(b)):
        return True
    return any(has_trait(hole, "entrance") and other.side == BUGS for hole, other in ((a, b), (b, a)))


def blocking_pieces(state: Battle) -> tuple[Piece, ...]:
    """Return the pieces on the ground whose bases block others; the result is cached."""
    table = state.table
    return table.cached_value(
        "mobile infantry: in the way", lambda: tuple(p for p in table.standing_pieces() if blocks_bases(p))
    )


def blocking_models(state: Battle, side: SideKey) -> tuple[str, ...]:
    """Return the ids of a side's models whose bases block others."""
    return tuple(p.id for p in blocking_pieces(state) if p.side == side and is_model(p))


class Ratings(NamedTuple):
    """The Target, Save and Kill numbers that a die must reach; a Save of 0 means that there is none."""

    target: int
    save: int
    kill: int


def is_structure(state: Battle, object_id: str) -> bool:
    """Return whether an id is that of terrain rather than of a piece."""
    return object_id not in state.table.pieces and object_id in state.table.ground.terrain_by_id()


def ratings(state: Battle, object_id: str) -> Ratings:
    """Return the Target, Save and Kill ratings of a model, an entrance or a structure."""
    if is_structure(state, object_id):
        kind = terrain_kinds()[state.table.terrain(object_id).kind]
        return Ratings(kind.target, 0, kind.kill)
    profile = piece_profile(state.table.piece(object_id))
    return Ratings(profile.target, profile.save, profile.kill)


def standing_structures(state: Battle) -> list[Terrain]:
    """Return the buildings and walls that have not been destroyed."""
    kinds = terrain_kinds()
    return [t for t in state.table.ground.terrain if t.hits > 0 and t.kind in kinds and kinds[t.kind].hits]


def hits_left(state: Battle, object_id: str) -> int:
    """Return the remaining hit points of a piece or a structure."""
    if is_structure(state, object_id):
        return state.table.terrain(object_id).hits
    return state.table.piece(object_id).hits


def piece_or_stand_in(state: Battle, id: str) -> Piece:
    """Return the piece with the given id or, for a structure, a piece that stands in for it in measuring."""
    if not is_structure(state, id):
        return state.table.piece(id)
    terrain = state.table.terrain(id)
    here, left = Inside(id), (terrain.hits, terrain.hits_full)
    height = terrain_above_ground(state.table.ground, terrain).height
    return Piece(id, terrain.display_name, terrain.kind, NO_SIDE, NO_UNIT, 0.5, height, here, *left)


def is_on_ground(piece: Piece) -> bool:
    """Return whether a piece is on the table or inside terrain, and not in the air."""
    return isinstance(piece.place, OnTable | Inside) and not piece.has_mark(FLYING)


def target_rank(state: Battle, name: str) -> int:
    """Return the rank by which targets are sorted: 0 for models, 1 for entrances, 2 for structures."""
    piece = state.table.pieces.get(name)
    if piece is None:
        return 2
    return 1 if has_trait(piece, "entrance") else 0


def target_candidates(state: Battle, side: SideKey) -> list[Piece]:
    """Return what a side may target: enemy models, structures and, for the Mobile Infantry, entrances."""
    holes = entrances_on_table(state) if side == MI else []
    return [
        *models_in_play(state, OTHER_SIDE[side]),
        *holes,
        *(piece_or_stand_in(state, t.id) for t in standing_structures(state)),
    ]


def short_list_text(ids: Sequence[str]) -> AnyText:
    """Return a text that names up to two models or structures, or "A and N more" for a longer list."""
    if len(ids) <= 2:
        return joined_text(map(Ref, ids), " and ")
    return phrase("{piece} and {number} more", Ref(ids[0]), len(ids) - 1)


def dice_count_text(count: int) -> str:
    """Return a number of dice as text, such as "1 die" or "3 dice"."""
    return "1 die" if count == 1 else f"{count} dice"
