"""Lookup of facts about models in the current state: profiles, abilities and enemies."""

from __future__ import annotations

from battlesim.table.pieces import Piece

from .marks import ACTED_ONCE, AFRAID, STUPID
from .profiles import Profile, Weapon, weapons
from .skills import skilled_profile
from .state import Battle


def piece_profile(piece: Piece) -> Profile:
    """Return the profile of a model, including the effect of its skills."""
    return skilled_profile(piece.kind, piece.marks)


def piece_weapons(piece: Piece) -> dict[str, Weapon]:
    """Return the weapons of a model by key."""
    return {key: weapons()[key] for key in piece_profile(piece).weapons}


def has_tag(piece: Piece, tag: str) -> bool:
    """Return whether the profile of a model has a tag, such as `human` or `wheeled`."""
    return tag in piece_profile(piece).tags


def has_ability(piece: Piece, ability: str) -> bool:
    """Return whether the profile of a model has an ability, such as `leader` (IE-GAP-40)."""
    return ability in piece_profile(piece).abilities


def is_in_use(state: Battle, section: str) -> bool:
    """Return whether a section of the advanced rules is in use in the battle."""
    return section in state.game.parameters.advanced


def own_models(state: Battle, side: str) -> list[Piece]:
    """Return the models of a side on the table, sorted by id."""
    return sorted((p for p in state.table.standing_pieces() if p.side == side), key=lambda piece: piece.id)


def standing_enemies(state: Battle, piece: Piece) -> list[Piece]:
    """Return a model's enemies on the table, sorted by id."""
    found = (other for other in state.table.standing_pieces() if other.side != piece.side)
    return sorted(found, key=lambda other: other.id)


def is_standing(state: Battle, piece: str) -> bool:
    """Return whether a model is still on the table."""
    found = state.table.pieces.get(piece)
    return found is not None and found.table_position is not None


def fear_test_name(piece: str) -> str:
    """Return the name under which it is recorded that a model has taken its fear test this turn."""
    return f"fear of {piece}"


def has_acted_by_choice(state: Battle, piece: Piece) -> bool:
    """Return whether a model has begun to act this turn without being stupid, frightened or held."""
    if piece.has_mark(ACTED_ONCE):
        return True
    frightened = piece.has_mark(AFRAID) and fear_test_name(piece.id) in state.game.passed
    forced = piece.has_mark(STUPID) or frightened or piece.id in state.game.held
    return piece.id in state.game.acted and not forced
