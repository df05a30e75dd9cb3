"""Consistency checks for the state of a battle loaded from a file, in addition to type checks.

A state is checked in full once. After that, only the parts that change are checked, so that saved battles can
be viewed without delays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import ring_problem
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.levels import ground_level
from battlesim.table.limits import (
    MAX_CORNERS_PER_TERRAIN,
    MAX_SIDES,
    MAX_START_PIECES,
    MAX_TERRAIN_CORNERS,
    MAX_TERRAIN_PIECES,
)
from battlesim.table.pieces import Aboard, Below, Inside, Marker, OnTable, Piece
from battlesim.table.state import AnyState, Table
from battlesim.table.terrain import Ground, Terrain
from battlesim.table.units import Unit

K = TypeVar("K")
T = TypeVar("T")

MAX_CARRIER_DEPTH = 4
"""The maximum number of pieces nested aboard each other."""


MAX_GAME_ENTRIES = 2 * MAX_START_PIECES


class TableError(ValueError):
    """An error in a table or state. It holds the key of the invalid value and a message."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key, self.message = key, message


def check_state(state: AnyState) -> None:
    """Check the complete state of a battle. Raises TableError at the first inconsistency."""
    check_table(state.table)
    _check_game(state.game)


def check_change(before: AnyState, after: AnyState) -> None:
    """Check the changes between a valid state and a later one. Raises TableError if a change is invalid."""
    if after.table is not before.table:
        _check_table_change(before.table, after.table)
    if after.game is not before.game:
        _check_game(after.game)


def _check_game(game: Any) -> None:
    """Check the size of the ruleset's own data. Raises TableError if a collection is too large."""
    for field in game.__struct_fields__:
        value = getattr(game, field)
        if isinstance(value, tuple | dict) and len(value) > MAX_GAME_ENTRIES:
            raise TableError(f"game.{field}", f"lists {len(value)}, at most {MAX_GAME_ENTRIES} are allowed")


def check_table(table: Table) -> None:
    """Check all parts of a table. Raises TableError at the first inconsistency."""
    keys = [side.key for side in table.sides]
    if not 1 <= len(keys) <= MAX_SIDES or len(set(keys)) != len(keys):
        raise TableError("sides", f"1 to {MAX_SIDES} sides with different keys are needed")
    _check_pieces(table, table.pieces)
    _check_ground(table.ground, table.ground.terrain)
    _check_markers(table, table.markers)
    _check_units(table, table.units)


def _check_table_change(before: Table, after: Table) -> None:
    if after.pieces is not before.pieces:
        _check_pieces(after, _fresh(before.pieces, after.pieces))
        _check_gone(after, before.pieces.keys() - after.pieces.keys())
    if after.ground is not before.ground:
        old, new = before.ground.terrain_by_id(), after.ground.terrain_by_id()
        _check_ground(after.ground, _fresh(old, new).values())
        _check_gone(after, old.keys() - new.keys())
    if after.markers is not before.markers:
        _check_markers(after, _fresh(before.markers, after.markers))
    if after.units and (after.units is not before.units or after.pieces.keys() != before.pieces.keys()):
        _check_units(after, after.units)


def _fresh(old: Mapping[K, T], new: Mapping[K, T]) -> dict[K, T]:
    return {key: one for key, one in new.items() if old.get(key) is not one}


def _check_pieces(table: Table, fresh: Mapping[str, Piece]) -> None:
    if len(table.pieces) > 2 * MAX_START_PIECES:
        raise TableError(
            "pieces", f"{len(table.pieces)} are more than the {2 * MAX_START_PIECES} there can be"
        )
    sides = {side.key for side in table.sides}
    for key, piece in fresh.items():
        if piece.id != key:
            raise TableError(f"pieces.{key}.id", f"is {piece.id!r}")
        if piece.side not in sides:
            raise TableError(f"pieces.{key}.side", f"there is no side {piece.side!r}")
        if piece.hull and abs(piece.hull.circumradius - piece.radius) > TOL:
            message = f"{piece.radius:g} in is not the circumradius of its base"
            raise TableError(f"pieces.{key}.radius", message)
        _check_place(table, piece)


def _check_place(table: Table, piece: Piece) -> None:
    """Check that a place is not below ground, what it names exists, and no piece is aboard itself."""
    key, place = f"pieces.{piece.id}.place", piece.place
    terrain = place.on if isinstance(place, OnTable) else place.terrain if isinstance(place, Inside) else ""
    if (terrain or isinstance(place, Inside)) and terrain not in table.ground.terrain_by_id():
        raise TableError(key, f"there is no terrain {terrain!r}")
    if isinstance(place, OnTable) and 0.0 < ground_level(table.ground, place.x, place.y) - TOL > place.z:
        raise TableError(f"{key}.z", f"{place.z:g} in is below the ground")
    for _ in range(MAX_CARRIER_DEPTH + 1):
        if not isinstance(place, Aboard | Below):
            return
        carrier = table.pieces.get(place.piece)
        if carrier is None:
            raise TableError(key, f"there is no piece {place.piece!r}")
        place = carrier.place
    raise TableError(key, f"it is aboard more than {MAX_CARRIER_DEPTH} others")


def _check_units(table: Table, fresh: Mapping[UnitId, Unit]) -> None:
    """Check units; their ids must differ from those of pieces, because marks are changed by id."""
    if len(table.units) > 2 * MAX_START_PIECES:
        raise TableError("units", f"{len(table.units)} are more than the {2 * MAX_START_PIECES} there can be")
    sides = {side.key for side in table.sides}
    for key, unit in fresh.items():
        if unit.id != key:
            raise TableError(f"units.{key}.id", f"is {unit.id!r}")
        if unit.id in table.pieces:
            raise TableError(f"units.{key}.id", "a piece has this id too")
        if unit.side not in sides:
            raise TableError(f"units.{key}.side", f"there is no side {unit.side!r}")
        if unit.leader and unit.leader not in table.pieces:
            raise TableError(f"units.{key}.leader", f"there is no piece {unit.leader!r}")


def _check_gone(table: Table, gone: Iterable[str]) -> None:
    """Check that no piece is still at an object that was removed."""
    lost = frozenset(gone)
    if not lost:
        return
    for piece in table.pieces.values():
        place = piece.place
        at = getattr(place, "terrain", "") or getattr(place, "piece", "") or getattr(place, "on", "")
        if at in lost:
            _check_place(table, piece)


def _check_ground(ground: Ground, fresh: Iterable[Terrain]) -> None:
    if len(ground.terrain_by_id()) != len(ground.terrain):
        raise TableError("ground.terrain", "two pieces of terrain share an id")
    if len(ground.terrain) > MAX_TERRAIN_PIECES:
        raise TableError("ground.terrain", f"{len(ground.terrain)} are more than {MAX_TERRAIN_PIECES} pieces")
    check_corners(ground)
    check_dressing(ground)
    check_outlines(fresh)


def check_outlines(fresh: Iterable[Terrain]) -> None:
    """Check the outlines of the given terrain. Raises TableError if an outline is invalid or too large."""
    for terrain in fresh:
        corners = sum(map(len, terrain.rings))
        if corners > MAX_CORNERS_PER_TERRAIN:
            message = f"has {corners} corners, at most {MAX_CORNERS_PER_TERRAIN} are allowed"
            raise TableError(f"ground.terrain.{terrain.id}.rings", message)
        problem = ring_problem(terrain.rings) if terrain.rings else "it has no outline"
        if problem:
            raise TableError(f"ground.terrain.{terrain.id}.rings", problem)
        if terrain.bottom > terrain.height:
            raise TableError(f"ground.terrain.{terrain.id}.bottom", "is above its height")


def check_dressing(ground: Ground) -> None:
    """Check the decorative scenery of a table.

    Raises TableError if there is too much scenery or an item is invalid.
    """
    dressing = ground.dressing or ()
    if sum(max(1, len(each.places)) for each in dressing) > MAX_TERRAIN_PIECES:
        raise TableError("dressing", f"has more than {MAX_TERRAIN_PIECES} things")
    for number, each in enumerate(dressing):
        if bool(each.places) == bool(each.line):
            raise TableError(f"dressing[{number}]", "needs places or a line, and not both")
        if each.line and len(set(each.line)) < 2:
            raise TableError(f"dressing[{number}].line", "needs at least two points")


def check_corners(ground: Ground) -> None:
    """Raise TableError if the terrain of a table has more corners in total than allowed."""
    corners = sum(len(ring) for terrain in ground.terrain for ring in terrain.rings)
    if corners > MAX_TERRAIN_CORNERS:
        raise TableError(
            "ground.terrain", f"has {corners} corners in all, at most {MAX_TERRAIN_CORNERS} are allowed"
        )


def _check_markers(table: Table, fresh: Mapping[MarkerId, Marker]) -> None:
    if len(table.markers) > 2 * MAX_START_PIECES:
        raise TableError(
            "markers", f"{len(table.markers)} are more than the {2 * MAX_START_PIECES} there can be"
        )
    sides = {"", *(side.key for side in table.sides)}
    for key, marker in fresh.items():
        if marker.id != key:
            raise TableError(f"markers.{key}.id", f"is {marker.id!r}")
        if marker.side not in sides:
            raise TableError(f"markers.{key}.side", f"there is no side {marker.side!r}")
