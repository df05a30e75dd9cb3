"""What can be hit: models, Tunnel Entrances and structures, with their ratings.

A structure is looked at and measured to as a model of its height at the nearest point of its outline. Words
are used as MI-GAP-58 says: in the traits a unit is one model, armor save is Save.
"""

from __future__ import annotations

from typing import NamedTuple

from battlesim.table.ids import NO_SIDE, NO_UNIT, SideKey
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.terrain import Terrain

from .facts import OTHER, entrances, has, models, of
from .marks import FLYING
from .profiles import terrain_kinds
from .state import MI, Battle


class Ratings(NamedTuple):
    """Target, Save and Kill as N+; a Save of 0 means that it cannot save."""

    target: int
    save: int
    kill: int


def is_structure(state: Battle, thing: str) -> bool:
    """Whether an id names terrain that can be hit, and no model."""
    return thing not in state.table.pieces and thing in state.table.ground.by_id()


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
    return Piece(id, terrain.called, terrain.kind, NO_SIDE, NO_UNIT, 0.5, terrain.height, here, *left)


def on_ground(piece: Piece) -> bool:
    """Whether it is on the table itself or inside something on it, and not in the air."""
    return isinstance(piece.place, OnTable | Inside) and not piece.has(FLYING)


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
