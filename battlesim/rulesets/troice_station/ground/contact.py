"""Contact between bases. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import clear_marks
from battlesim.rulings.path_contact import are_touching
from battlesim.table.pieces import Piece

from ..core.lookups import active_foes, is_active
from ..core.marks import BINOCULARS, OVERWATCH, RAN
from ..core.state import Battle, Game
from .surface import surface

MARKS_ENDED_BY_CONTACT = (OVERWATCH, BINOCULARS, RAN)
"""The marks that contact with an enemy clears."""


def are_in_contact(state: Battle, a: Piece, b: Piece) -> bool:
    """Return whether two bases touch with no wall, window or shut door between them."""
    if a.table_position is None or b.table_position is None:
        return False
    return are_touching(state.table, a, b, surface(state.table.ground).contact_blockers)


def pieces_in_contact(state: Battle, piece: Piece, others: Iterable[Piece]) -> list[Piece]:
    """Return the pieces in `others` that are in contact with `piece`."""
    return [other for other in others if other.id != piece.id and are_in_contact(state, piece, other)]


def engaged_enemies(state: Battle, piece: Piece) -> list[Piece]:
    """Return the active enemies in contact with a piece."""
    return pieces_in_contact(state, piece, active_foes(state, piece))


def apply_contact(play: Play[Game], piece: str) -> list[Piece]:
    """Clear the marks that contact ends from a piece and its enemies. Return the enemies in contact."""
    own = play.state.table.piece(piece)
    enemies = engaged_enemies(play.state, own) if is_active(own) else []
    if enemies:
        clear_marks(play, [own, *enemies], MARKS_ENDED_BY_CONTACT.__contains__)
    return enemies
