"""Lookup of figures, squads and quarters of the table. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.geometry.shapes import Point
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

from .marks import DOWN, HUGGED
from .profiles import MARINE_MOVE_IN, Profile, Weapon, kind_weapon, profile
from .state import CREATURES, MARINES, Battle

MARKER_KIND = "marker"


def is_marker(piece: Piece) -> bool:
    """Return whether a piece is an unrevealed marker."""
    return piece.kind == MARKER_KIND


def is_active(piece: Piece) -> bool:
    """Return whether a figure is on the table and can act (TS-GAP-56)."""
    return (
        piece.table_position is not None
        and not piece.has_mark(DOWN)
        and not piece.has_mark(HUGGED)
        and not is_marker(piece)
    )


def is_active_or_marker(state: Battle, piece: str) -> bool:
    """Return whether an id is that of an active figure or an unrevealed marker on the table."""
    found = state.table.pieces.get(piece)
    return found is not None and found.table_position is not None and (is_active(found) or is_marker(found))


def is_casualty(piece: Piece) -> bool:
    """Return whether a figure is a casualty on the table."""
    return piece.table_position is not None and (piece.has_mark(DOWN) or piece.has_mark(HUGGED))


def active_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the given pieces that can act, sorted by id."""
    return sorted((piece for piece in pieces if is_active(piece)), key=lambda piece: piece.id)


def active_marines(state: Battle) -> list[Piece]:
    """Return the active marines, sorted by id."""
    return active_pieces(state.table.pieces_of_side(MARINES))


def active_creatures(state: Battle) -> list[Piece]:
    """Return the active Aliens and Face Huggers, sorted by id."""
    return active_pieces(state.table.pieces_of_side(CREATURES))


def marker_pieces(table: Table) -> list[Piece]:
    """Return the unrevealed markers on the table."""
    return [piece for piece in table.standing_pieces() if is_marker(piece)]


def active_foes(state: Battle, piece: Piece) -> list[Piece]:
    """Return the active enemies of a piece."""
    return active_creatures(state) if piece.side == MARINES else active_marines(state)


def squad_figures(state: Battle, squad: UnitId) -> list[Piece]:
    """Return the figures of a squad that are on the table, including casualties."""
    return [piece for piece in state.table.pieces_of_unit(squad) if piece.table_position is not None]


def piece_profile(piece: Piece) -> Profile:
    """Return the profile of a piece."""
    return profile(piece.kind)


def piece_weapon(piece: Piece) -> Weapon | None:
    """Return the weapon of a figure, or None if it has no weapon."""
    return kind_weapon(piece.kind)


def has_ability(piece: Piece, ability: str) -> bool:
    """Return whether a figure has an ability (TS-PROF-10)."""
    return piece_profile(piece).ability == ability


def defence_bonus(state: Battle, piece: Piece) -> int:
    """Return a figure's Defence Bonus, which the difficulty level adjusts for an Alien."""
    eased = state.game.parameters.alien_defence if piece.kind == "alien" else 0
    return piece_profile(piece).defence + eased


def move_allowance(state: Battle, piece: Piece) -> float:
    """Return a figure's allowance for one move in inches (TS-GAP-35, TS-GAP-36)."""
    own, parameters = piece_profile(piece), state.game.parameters
    if parameters.move_bonus:
        return MARINE_MOVE_IN + own.climb
    return parameters.face_hugger_move if piece.kind == "face_hugger" else own.move


def quarter_box(ground: Ground, number: int) -> tuple[float, float, float, float]:
    """Return the bounds (left, bottom, right, top) of a quarter of the table, in inches."""
    x, y = ground.width / 2, ground.height / 2
    left, low = (0.0 if number in (1, 4) else x), (y if number in (1, 2) else 0.0)
    return left, low, left + x, low + y


def quarter_number(ground: Ground, point: Point) -> int:
    """Return the number of the quarter of the table that contains a point (TS-GAP-18).

    A point on a dividing line is in the adjacent quarter with the lowest number (TS-ALN-02).
    """
    west, north = point[0] <= ground.width / 2, point[1] >= ground.height / 2
    east = point[0] >= ground.width / 2
    return 1 + (west and north, north, east, west).index(True)
