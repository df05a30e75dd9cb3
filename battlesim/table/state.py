"""The complete, immutable state of a battle: the table and the ruleset's own data."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar, cast

import msgspec

from battlesim.table.ids import UNIT_HULL_PREFIX, MarkerId, SideKey, UnitId
from battlesim.table.limits import Name, SideNumber
from battlesim.table.pieces import Aboard, Below, Inside, Mark, Marker, Off, OnTable, Piece, Place
from battlesim.table.terrain import Ground, Terrain
from battlesim.table.units import Unit

G = TypeVar("G", bound=msgspec.Struct)
T = TypeVar("T")


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side in a battle. `number` selects its colour. If `played` is False, the side makes no decisions."""

    key: SideKey
    name: Name
    number: SideNumber
    played: bool = True


def _none_yet() -> dict[Any, Any]:
    """Return an empty dict, as a default that is encoded even while it is empty."""
    return {}


class Table(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    """An immutable table: its ground, and its pieces, sides, markers and units in the order they were added.

    `units` holds only units that have marks or other values. Every change creates a new table. Values that
    are computed from a table can be stored with it by `cached_value`.
    """

    ground: Ground
    pieces: dict[str, Piece]
    sides: tuple[Side, ...]
    markers: dict[MarkerId, Marker] = msgspec.field(default_factory=_none_yet)
    units: dict[UnitId, Unit] = {}

    def cached_value(self, key: Hashable, build: Callable[[], T]) -> T:
        """Return the value cached for a key, calling `build` to compute it on first use."""
        store: dict[Hashable, Any] = self.__dict__.setdefault("_derived", {})
        if key not in store:
            store[key] = build()
        return cast(T, store[key])

    def with_mapping_type(self, kind: Callable[[dict[Any, Any]], dict[Any, Any]]) -> Table:
        """Return a copy of the table with its dicts converted to another mapping type.

        The copy shares the cached values of the table.
        """
        own = {name: kind(getattr(self, name)) for name in ("pieces", "markers", "units")}
        twin = msgspec.structs.replace(self, **own)
        twin.__dict__["_derived"] = self.__dict__.setdefault("_derived", {})
        return twin

    def piece(self, piece: str) -> Piece:
        """Return the piece with the given id. Raises KeyError if there is no such piece."""
        return self.pieces[piece]

    def position_of(self, piece: str) -> tuple[float, float]:
        """Return the centre of a piece, or the centre of its carrier if the piece is aboard another piece.

        Raises KeyError if there is no such piece, and ValueError if neither is on the table.
        """
        place = self.pieces[piece].place
        return self.position_of(place.piece) if isinstance(place, Aboard) else self.pieces[piece].xy

    def name_of(self, object_id: str) -> str:
        """Return the name of the object with the given id, or the id itself if there is no such object.

        The hull of a unit, which may block sight, has the name of the unit.
        """
        unit = UnitId(object_id.removeprefix(UNIT_HULL_PREFIX))
        known: Piece | Unit | None = self.pieces.get(object_id) or self.units.get(unit)
        if known is not None:
            return known.name
        if terrain := self.ground.terrain_by_id().get(object_id):
            return terrain.display_name
        if object_id in self.ground.openings():
            terrain, opening = self.ground.openings()[object_id]
            return f"{opening.kind} of {terrain.display_name}"
        marker = self.markers.get(MarkerId(object_id))
        return (marker.name or marker.kind) if marker else object_id

    def pieces_of_side(self, side: SideKey) -> list[Piece]:
        """Return all pieces of a side, including those that are not on the table."""
        return [p for p in self.pieces.values() if p.side == side]

    def pieces_of_unit(self, unit: UnitId) -> list[Piece]:
        """Return all pieces of a unit, including those that are not on the table."""
        return list(self.cached_value("of unit", self._by_unit).get(unit, ()))

    def _by_unit(self) -> dict[UnitId, list[Piece]]:
        found: dict[UnitId, list[Piece]] = {}
        for piece in self.pieces.values():
            found.setdefault(piece.unit, []).append(piece)
        return found

    def marks_of(self, piece: Piece) -> tuple[Mark, ...]:
        """Return the marks (named states such as "alert") of a piece, followed by those of its unit."""
        unit = self.units.get(piece.unit)
        return (*piece.marks, *unit.marks) if unit else piece.marks

    def standing_pieces(self) -> list[Piece]:
        """Return the pieces that have a position on the table, including those in the air."""
        return list(self.cached_value("standing", self._standing))

    def _standing(self) -> list[Piece]:
        return [p for p in self.pieces.values() if isinstance(p.place, OnTable)]

    def pieces_inside(self, terrain: str) -> list[Piece]:
        """Return the pieces inside the terrain with the given id, such as a building."""
        return list(self.cached_value("inside", self._by_terrain).get(terrain, ()))

    def _by_terrain(self) -> dict[str, list[Piece]]:
        held: dict[str, list[Piece]] = {}
        for piece in self.pieces.values():
            if isinstance(piece.place, Inside):
                held.setdefault(piece.place.terrain, []).append(piece)
        return held

    def pieces_aboard(self, piece: str) -> list[Piece]:
        """Return the pieces that are aboard the piece with the given id, or held by it."""
        return [p for p in self.pieces.values() if p.place == Aboard(piece)]

    def pieces_below(self, piece: str) -> list[Piece]:
        """Return the underground pieces whose position is marked by the piece with the given id."""
        return [p for p in self.pieces.values() if p.place == Below(piece)]

    def pieces_off(self, reason: str) -> list[Piece]:
        """Return the pieces that are off the table for the given reason: "reserve", "lost" or "left"."""
        return [p for p in self.pieces.values() if p.place == Off(reason)]

    def terrain(self, terrain: str) -> Terrain:
        """Return the piece of terrain with the given id. Raises KeyError if there is no such terrain."""
        return self.ground.get(terrain)

    def side(self, key: SideKey) -> Side:
        """Return the side with the given key. Raises KeyError if there is no such side."""
        for side in self.sides:
            if side.key == key:
                return side
        raise KeyError(key)

    def with_pieces(self, *changed: Piece) -> Table:
        """Return a copy of the table with the given pieces, which replace pieces with the same ids."""
        return msgspec.structs.replace(self, pieces=self.pieces | {p.id: p for p in changed})

    def without_pieces(self, *ids: str) -> Table:
        """Return a copy of the table without the pieces that have the given ids."""
        gone = frozenset(ids)
        return msgspec.structs.replace(self, pieces={k: p for k, p in self.pieces.items() if k not in gone})

    def with_units(self, *changed: Unit) -> Table:
        """Return a copy of the table with the given units, which replace units with the same ids."""
        return msgspec.structs.replace(self, units=self.units | {u.id: u for u in changed})

    def without_units(self, *ids: UnitId) -> Table:
        """Return a copy of the table without the units that have the given ids. Their pieces are kept."""
        return msgspec.structs.replace(self, units={k: u for k, u in self.units.items() if k not in ids})

    def with_place(self, piece: str, place: Place) -> Table:
        """Return a copy of the table with a piece moved to another place."""
        return self.with_pieces(msgspec.structs.replace(self.pieces[piece], place=place))

    def with_terrain(self, changed: Terrain) -> Table:
        """Return a copy of the table with terrain replaced, or added at the end if its id is new."""
        known = changed.id in self.ground.terrain_by_id()
        terrain = tuple(changed if t.id == changed.id else t for t in self.ground.terrain)
        ground = msgspec.structs.replace(self.ground, terrain=terrain if known else (*terrain, changed))
        return msgspec.structs.replace(self, ground=ground)

    def without_terrain(self, terrain: str) -> Table:
        """Return a copy of the table without the piece of terrain with the given id."""
        kept = tuple(t for t in self.ground.terrain if t.id != terrain)
        return msgspec.structs.replace(self, ground=msgspec.structs.replace(self.ground, terrain=kept))

    def with_marker(self, marker: Marker) -> Table:
        """Return a copy of the table with the given marker, which replaces any marker with the same id."""
        return msgspec.structs.replace(self, markers=self.markers | {marker.id: marker})

    def without_marker(self, marker: MarkerId) -> Table:
        """Return a copy of the table without the marker with the given id."""
        return msgspec.structs.replace(self, markers={k: m for k, m in self.markers.items() if k != marker})


class State(msgspec.Struct, Generic[G], frozen=True):
    """The complete state of a battle, with nothing hidden: the table and the ruleset's own data."""

    table: Table
    game: G

    def with_table(self, table: Table) -> State[G]:
        """Return a copy of the state with its table replaced."""
        return State(table, self.game)

    def with_game(self, **changes: Any) -> State[G]:
        """Return a copy of the state with the given fields of the ruleset's data replaced."""
        return State(self.table, msgspec.structs.replace(self.game, **changes))


AnyState = State[Any]
