"""Pieces and the places where they can be. Lengths are in inches and angles in degrees."""

from __future__ import annotations

import msgspec

from battlesim.geometry.hulls import HullForm, hull_circumradius, hull_ring
from battlesim.geometry.shapes import Ring
from battlesim.table.compound_names import kind_of
from battlesim.table.ids import NO_SIDE, MarkerId, SideKey, UnitId
from battlesim.table.limits import (
    BaseWidth,
    Coordinate,
    Count,
    Degrees,
    Elevation,
    Height,
    Hits,
    Identifier,
    Name,
    Radius,
    TurnNumber,
)


class OnTable(msgspec.Struct, frozen=True, tag="on"):
    """The place of a piece that stands on the table or flies above it.

    (x, y) is the centre of the base, and `z` the height of its foot above the table. If the piece stands on
    terrain such as a wall, `on` is the id of that terrain. Functions in `table/levels.py` make new places.
    """

    x: Coordinate
    y: Coordinate
    facing: Degrees = 0.0
    z: Elevation = 0.0
    on: Identifier = ""


class Inside(msgspec.Struct, frozen=True, tag="inside"):
    """The place of a piece inside terrain such as a building, where it has no coordinates."""

    terrain: Identifier


class Aboard(msgspec.Struct, frozen=True, tag="aboard"):
    """The place of a piece that is aboard another piece, such as a vehicle, or is held by it."""

    piece: Identifier


class Below(msgspec.Struct, frozen=True, tag="below"):
    """The place of a piece underground. Another piece on the table marks the position of its group."""

    piece: Identifier


class Off(msgspec.Struct, frozen=True, tag="off"):
    """The place of a piece that is off the table.

    `why` gives the reason: "reserve" if the piece has not yet arrived, "lost", or "left" if it has left the
    table.
    """

    why: Identifier = "reserve"


Place = OnTable | Inside | Aboard | Below | Off


class Mark(msgspec.Struct, frozen=True):
    """A named state of a piece or unit, such as "alert", with a count and a note."""

    name: Identifier
    count: Count = 1
    note: Name = ""

    @property
    def kind(self) -> str:
        """The part of the mark's name before the colon, such as `copy` for `copy:r1`."""
        return kind_of(self.name)


def with_mark_set(marks: tuple[Mark, ...], name: str, count: int, note: str) -> tuple[Mark, ...]:
    """Return a tuple of marks (named states), sorted by name, in which one mark has a new count and note.

    If the count is 0, the mark is removed.
    """
    others = [m for m in marks if m.name != name]
    kept = [*others, Mark(name, count, note)] if count > 0 else others
    return tuple(sorted(kept, key=lambda m: m.name))


class Hull(msgspec.Struct, frozen=True):
    """The shape of a base that is not round. `length` (along the facing) and `width` are in inches."""

    form: HullForm
    length: BaseWidth
    width: BaseWidth

    @property
    def circumradius(self) -> float:
        """The radius in inches of the smallest circle that contains the base."""
        return hull_circumradius(self.form, self.length, self.width)


class Piece(msgspec.Struct, frozen=True):
    """A piece in a battle (the base of a miniature), with its place, hit points and marks.

    The base is round with the given `radius` unless `shape` is set; `radius` is then the circumradius of the
    shape. `kind` names the profile of the piece in the ruleset, and `unit` is the id of its unit.
    """

    id: Identifier
    name: Name
    kind: Identifier
    side: SideKey
    unit: UnitId
    radius: Radius
    height: Height
    place: Place
    hits: Hits = 1
    hits_full: Hits = 1
    marks: tuple[Mark, ...] = ()
    shape: Hull | msgspec.UnsetType = msgspec.UNSET

    @property
    def hull(self) -> Hull | None:
        """The shape of the piece's base if it is not round, otherwise None."""
        return self.shape if isinstance(self.shape, Hull) else None

    @property
    def outline(self) -> Ring | None:
        """The outline of the piece's base, or None if the base is round or the piece is not on the table."""
        hull = self.shape
        if isinstance(hull, msgspec.UnsetType):
            return None
        place = self.place
        if not isinstance(place, OnTable):
            return None
        return hull_ring(hull.form, hull.length, hull.width, place.x, place.y, place.facing)

    @property
    def table_position(self) -> OnTable | None:
        """The position of the piece on the table, or None if the piece is not on the table."""
        return self.place if isinstance(self.place, OnTable) else None

    @property
    def in_play(self) -> bool:
        """False if the piece is off the table or underground, otherwise True."""
        return not isinstance(self.place, Off | Below)

    @property
    def xy(self) -> tuple[float, float]:
        """The centre of the piece's base in inches. Raises ValueError if it is not on the table."""
        if not isinstance(self.place, OnTable):
            raise ValueError(f"{self.id} has no position because it is not on the table: {self.place!r}")
        return self.place.x, self.place.y

    @property
    def facing(self) -> float:
        """The facing of the piece in degrees. Raises ValueError if it is not on the table."""
        if not isinstance(self.place, OnTable):
            raise ValueError(f"{self.id} has no facing because it is not on the table: {self.place!r}")
        return self.place.facing

    def mark_count(self, mark: str) -> int:
        """Return the count of a mark (a named state such as "alert") on the piece, or 0 if it has none."""
        for own in self.marks:
            if own.name == mark:
                return own.count
        return 0

    def has_mark(self, mark: str) -> bool:
        """Return whether the piece has the given mark (a named state such as "alert")."""
        return bool(self.marks) and self.mark_count(mark) > 0

    def with_mark(self, name: str, count: int = 1, note: str = "") -> Piece:
        """Return a copy of the piece with a mark (a named state) set to the given count and note.

        If the count is 0, the mark is removed.
        """
        return msgspec.structs.replace(self, marks=with_mark_set(self.marks, name, count, note))


class Marker(msgspec.Struct, frozen=True):
    """An object on the table that is neither a piece nor terrain, such as smoke, a fire or an objective."""

    id: MarkerId
    kind: Identifier
    x: Coordinate
    y: Coordinate
    radius: Height = 0.0
    height: Height = 0.0
    side: SideKey = NO_SIDE
    name: Name = ""
    until: TurnNumber = 0
