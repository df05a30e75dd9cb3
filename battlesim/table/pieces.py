"""Pieces and the places they can be at. All lengths in inches, angles in degrees."""

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
from battlesim.table.tags import tag_of


class OnTable(msgspec.Struct, frozen=True, tag="on"):
    """Standing on the table: centre (x, y), facing, and z, the height of what it stands on.

    `on` names the terrain piece it has taken post on (a wall), or is empty for the ground.
    """

    x: Coordinate
    y: Coordinate
    facing: Degrees = 0.0
    z: Elevation = 0.0
    on: Identifier = ""


class Inside(msgspec.Struct, frozen=True, tag="inside"):
    """Inside a terrain piece (a building), without a point of its own."""

    terrain: Identifier


class Aboard(msgspec.Struct, frozen=True, tag="aboard"):
    """Aboard or held by another piece."""

    piece: Identifier


class Below(msgspec.Struct, frozen=True, tag="below"):
    """Below ground, under the marker piece of its group."""

    piece: Identifier


class Off(msgspec.Struct, frozen=True, tag="off"):
    """Off the table; `why` is "reserve", "lost" or "left"."""

    why: Identifier = "reserve"


Place = OnTable | Inside | Aboard | Below | Off


class Mark(msgspec.Struct, frozen=True):
    """A state of a piece (alert, ready, out of ammo …) with its count and an optional note."""

    name: Identifier
    count: Count = 1
    note: Name = ""

    @property
    def kind(self) -> str:
        """The kind of the mark without its object: `copy` for the mark `copy:r1`."""
        return kind_of(self.name)


def with_mark_set(marks: tuple[Mark, ...], name: str, count: int, note: str) -> tuple[Mark, ...]:
    """Return the marks with one of them set to a count, or without it for 0, sorted by name."""
    others = [m for m in marks if m.name != name]
    kept = [*others, Mark(name, count, note)] if count > 0 else others
    return tuple(sorted(kept, key=lambda m: m.name))


class Hull(msgspec.Struct, frozen=True):
    """A base that is not round: `length` inches in the facing, `width` across it."""

    form: HullForm
    length: BaseWidth
    width: BaseWidth

    @property
    def circumradius(self) -> float:
        """The radius of the circle about the base, in inches."""
        return hull_circumradius(self.form, self.length, self.width)


class Piece(msgspec.Struct, frozen=True):
    """A model with a round base, or one of a `shape`: then `radius` is that of the circle about it.

    `kind` is its profile in the ruleset, `unit` the id of its unit.
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
        """The hull of the piece, or None if its base is round."""
        return self.shape if isinstance(self.shape, Hull) else None

    @property
    def outline(self) -> Ring | None:
        """The outline of a base that is not round, where it stands; None for a round one or none standing."""
        hull = self.shape
        if isinstance(hull, msgspec.UnsetType):
            return None
        place = self.place
        if not isinstance(place, OnTable):
            return None
        return hull_ring(hull.form, hull.length, hull.width, place.x, place.y, place.facing)

    @property
    def table_position(self) -> OnTable | None:
        """The position of the piece on the table; None if it does not stand on the table itself."""
        return self.place if isinstance(self.place, OnTable) else None

    @property
    def in_play(self) -> bool:
        """On the table, inside something on it, or aboard something: not off and not below ground."""
        return not isinstance(self.place, Off | Below)

    @property
    def xy(self) -> tuple[float, float]:
        """Centre of the base, inches. Raises ValueError for a piece that has no point of its own."""
        if not isinstance(self.place, OnTable):
            raise ValueError(f"{self.id} has no point of its own: it is {tag_of(type(self.place))}")
        return self.place.x, self.place.y

    @property
    def facing(self) -> float:
        """The facing of the piece in degrees. Raises ValueError for a piece without a point of its own."""
        if not isinstance(self.place, OnTable):
            raise ValueError(f"{self.id} faces no way: it is {tag_of(type(self.place))}")
        return self.place.facing

    def mark_count(self, mark: str) -> int:
        """Return the count of a mark on the piece; 0 if it has none."""
        return next((m.count for m in self.marks if m.name == mark), 0)

    def has_mark(self, mark: str) -> bool:
        """Return whether the piece carries a mark."""
        return self.mark_count(mark) > 0

    def with_mark(self, name: str, count: int = 1, note: str = "") -> Piece:
        """Return the same piece with a mark set to `count`; 0 takes the mark off."""
        return msgspec.structs.replace(self, marks=with_mark_set(self.marks, name, count, note))


class Marker(msgspec.Struct, frozen=True):
    """A thing without a base of its own on the table: smoke, a napalm fire, an objective, a found crate."""

    id: MarkerId
    kind: Identifier
    x: Coordinate
    y: Coordinate
    radius: Height = 0.0
    height: Height = 0.0
    side: SideKey = NO_SIDE
    name: Name = ""
    until: TurnNumber = 0
