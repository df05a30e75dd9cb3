"""Plain questions about a battle that many rules ask: distances, sides, traits, what can be hit. Inches.

And words that the log, questions and previews have in common.

Models, Tunnel Entrances and structures can be hit. A structure is looked at and measured to as a model of its
height at the nearest point of its outline. Words are used as MI-GAP-58 says: in the traits a unit is one
model, armor save is Save.
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
from battlesim.table.phrases import AnyText, Ref, joined_text, phrase
from battlesim.table.pieces import Aboard, Inside, OnTable, Piece, Place
from battlesim.table.terrain import Terrain

from .marks import ALERT, CAPTIVE, FLYING
from .profiles import Profile, profile, terrain_kinds
from .state import BUGS, MI, Battle

OTHER = {MI: BUGS, BUGS: MI}


def of(piece: Piece) -> Profile:
    """The profile of a piece."""
    return profile(piece.kind)


def new_piece(kind: str, id: str, name: str, side: SideKey, unit: UnitId, place: Place) -> Piece:
    """A piece of a kind as it begins, with the base, height and hit points of its profile."""
    own = profile(kind)
    return Piece(id, name, kind, side, unit, own.base / 2, own.height, place, own.hits, own.hits)


def has(piece: Piece, trait: str) -> bool:
    """Whether the profile of a piece has a trait."""
    return of(piece).has(trait)


def trigger_words(state: Battle, able: Sequence[str], took_part: Sequence[str]) -> AnyText:
    """What lets some models react: the nearest who took part, how near, and to whom if there are several."""
    pairs = [(gap(state, one, by), by, one) for one in able for by in took_part]
    if not pairs:
        return ""
    away, by, one = min(pairs)
    named = state.table.piece(one).name if len(able) > 1 else ""
    words = f"touches {named or 'it'}" if away <= TOL else phrase("is {}", gap_text(away, "away"))
    near = f" from {named}" if named and away > TOL else ""
    return phrase("{} {}{}", state.table.piece(by).name, words, near)


def unalarmed(state: Battle, piece: Piece, took_part: Sequence[str], reach: float) -> AnyText:
    """Why a model may not react to those who took part in an Action; "" when it may."""
    if not piece.has_mark(ALERT):
        return "it is not on Alert"
    return too_far_text(nearest_gap(state, piece.id, took_part), reach)


def alarmed(state: Battle, side: SideKey, took_part: Sequence[str], reach: float) -> list[Piece]:
    """The models of a side that may react to those who took part in an Action."""
    return [p for p in models(state, side) if not unalarmed(state, p, took_part, reach)]


def near(state: Battle, centre: Piece, others: Sequence[Piece], reach: float) -> list[Piece]:
    """Those of some pieces that are within so many inches of one."""
    gaps = piece_gaps(state.table, centre, others)
    return [p for p, away in zip(others, gaps, strict=True) if is_within_distance(away, reach)]


def is_model(piece: Piece) -> bool:
    """A model that fights: not a marker, not an entrance, not a captive."""
    return not (has(piece, "marker") or has(piece, "entrance") or piece.has_mark(CAPTIVE))


def models(state: Battle, side: SideKey) -> list[Piece]:
    """The models of a side that are in play on the table: standing, inside or manning something."""

    def found() -> list[Piece]:
        here = [p for p in state.table.pieces_of_side(side) if not isinstance(p.place, Aboard)]
        return [p for p in here if p.in_play and is_model(p)]

    return list(state.table.cached_value(("mobile infantry: models", side), found))


def spots(state: Battle, side: SideKey) -> list[tuple[Piece, Point]]:
    """The models of a side that are in play, aboard something too, with a point for each."""
    return advice.pieces_with_points(
        state.table, (p for p in state.table.pieces_of_side(side) if p.in_play and is_model(p))
    )


def entrances(state: Battle) -> list[Piece]:
    """The Tunnel Entrances on the table."""
    return [p for p in state.table.standing_pieces() if has(p, "entrance")]


def markers(state: Battle) -> list[Piece]:
    """The Tunneling Markers on the table."""
    return [p for p in state.table.standing_pieces() if has(p, "marker")]


def move_rating(state: Battle, piece: Piece) -> float:
    """Inches of a Move on the ground, of Hoppers by the option."""
    return state.game.parameters.hopper_walk if piece.kind == "hopper" else of(piece).move


def present(state: Battle, took_part: Iterable[str]) -> tuple[str, ...]:
    """Those who took part in an Action and may still be reacted to: neither aboard anything nor a captive."""
    pieces = state.table.pieces
    here = (i for i in ids_in_play(state, took_part) if not isinstance(pieces[i].place, Aboard))
    return tuple(i for i in here if not pieces[i].has_mark(CAPTIVE))


def in_the_way(piece: Piece) -> bool:
    """Whether a base is in somebody's way (MI-GAP-65): markers, captives and what flies are not."""
    return (is_model(piece) or has(piece, "entrance")) and not piece.has_mark(FLYING)


def may_overlap(a: Piece, b: Piece) -> bool:
    """Whether two bases may lie over each other: bugs stand on entrances, others on nobody."""
    if not (in_the_way(a) and in_the_way(b)):
        return True
    return any(has(hole, "entrance") and other.side == BUGS for hole, other in ((a, b), (b, a)))


def bases_in_the_way(state: Battle) -> tuple[Piece, ...]:
    """The pieces on the ground that are in somebody's way; kept with the table."""
    table = state.table
    return table.cached_value(
        "mobile infantry: in the way", lambda: tuple(p for p in table.standing_pieces() if in_the_way(p))
    )


def models_in_the_way(state: Battle, side: SideKey) -> tuple[str, ...]:
    """The models of a side whose bases are in somebody's way."""
    return tuple(p.id for p in bases_in_the_way(state) if p.side == side and is_model(p))


class Ratings(NamedTuple):
    """Target, Save and Kill as N+; a Save of 0 means that it cannot save."""

    target: int
    save: int
    kill: int


def is_structure(state: Battle, thing: str) -> bool:
    """Whether an id names terrain that can be hit, and no model."""
    return thing not in state.table.pieces and thing in state.table.ground.terrain_by_id()


def ratings(state: Battle, thing: str) -> Ratings:
    """The ratings of a model, an entrance or a structure."""
    if is_structure(state, thing):
        kind = terrain_kinds()[state.table.terrain(thing).kind]
        return Ratings(kind.target, 0, kind.kill)
    profile = of(state.table.piece(thing))
    return Ratings(profile.target, profile.save, profile.kill)


def structures(state: Battle) -> list[Terrain]:
    """Buildings and walls that still stand; they may be targets of both sides."""
    kinds = terrain_kinds()
    return [t for t in state.table.ground.terrain if t.hits > 0 and t.kind in kinds and kinds[t.kind].hits]


def hits_of(state: Battle, thing: str) -> int:
    """Hit points left."""
    if is_structure(state, thing):
        return state.table.terrain(thing).hits
    return state.table.piece(thing).hits


def thing(state: Battle, id: str) -> Piece:
    """The model of an id, or what stands for a structure when distances and sight are found."""
    if not is_structure(state, id):
        return state.table.piece(id)
    terrain = state.table.terrain(id)
    here, left = Inside(id), (terrain.hits, terrain.hits_full)
    return Piece(id, terrain.display_name, terrain.kind, NO_SIDE, NO_UNIT, 0.5, terrain.height, here, *left)


def on_ground(piece: Piece) -> bool:
    """Whether it is on the table itself or inside something on it, and not in the air."""
    return isinstance(piece.place, OnTable | Inside) and not piece.has_mark(FLYING)


def rank(state: Battle, name: str) -> int:
    """Where a thing stands among targets: those that fight, then Tunnel Entrances, then structures."""
    piece = state.table.pieces.get(name)
    if piece is None:
        return 2
    return 1 if has(piece, "entrance") else 0


def enemies(state: Battle, side: SideKey) -> list[Piece]:
    """What a side may name as a target: enemy models, Tunnel Entrances (the MI) and structures (both)."""
    holes = entrances(state) if side == MI else []
    return [*models(state, OTHER[side]), *holes, *(thing(state, t.id) for t in structures(state))]


def some(ids: Sequence[str]) -> AnyText:
    """Some models or structures: two by name, of more the first."""
    if len(ids) <= 2:
        return joined_text(map(Ref, ids), " and ")
    return phrase("{} and {} more", Ref(ids[0]), len(ids) - 1)


def dice_words(count: int) -> str:
    """So many dice."""
    return "1 die" if count == 1 else f"{count} dice"
