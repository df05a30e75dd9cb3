"""Terrain, scenery and the ground. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Annotated, Any, Literal, TypeVar, cast

import msgspec
from msgspec import Meta

from battlesim.table.limits import (
    MAX_SHAPE_POINTS,
    MAX_TERRAIN_PIECES,
    BaseWidth,
    Coordinate,
    Degrees,
    Elevation,
    Height,
    Hits,
    Identifier,
    Length,
    Name,
    PositionTolerance,
    SideLength,
)

Coordinates = tuple[Coordinate, Coordinate]
Ring = tuple[Coordinates, ...]
T = TypeVar("T")


class Opening(msgspec.Struct, frozen=True):
    """A door or window in the outline of a piece of terrain, between two points.

    It extends in height from `sill` to `top`. `depth` is the thickness of the wall, or 0 if there is no room
    behind the opening. `id` is unique among all terrain.
    """

    start: Coordinates
    end: Coordinates
    sill: Elevation
    top: Elevation
    open: bool = True
    kind: Identifier = "window"
    depth: Length = 0.0
    id: Identifier = ""


class Terrain(msgspec.Struct, frozen=True):
    """A piece of terrain, with its shape, heights, kind and traits.

    `rings` holds its outline, followed by any holes. `height` is the height of its top, and `bottom` that of
    its underside if it is a bridge. `hits` is the damage that destroys it, or 0 if it is indestructible.
    `look` selects its picture.
    """

    id: Identifier
    kind: Identifier
    rings: tuple[Ring, ...]
    height: Height
    bottom: Height = 0.0
    traits: tuple[Identifier, ...] = ()
    name: Name = ""
    hits: Hits = 0
    hits_full: Hits = 0
    openings: tuple[Opening, ...] = ()
    loose: bool = False
    look: Identifier = ""

    def has_trait(self, trait: str) -> bool:
        """Return whether the terrain has the given trait."""
        return trait in self.traits

    @property
    def walls_id(self) -> str:
        """The id that names the walls of the terrain, without its doors and windows, as an obstacle."""
        return f"{self.id}.walls"

    @property
    def display_name(self) -> str:
        """The name of the terrain, or its kind and id if it has no name."""
        return self.name or f"{self.kind.capitalize()} {self.id}".replace("_", " ")

    @property
    def spoken_name(self) -> str:
        """The name of the terrain, or the word for its kind if it has no name, such as "woods"."""
        return self.name or self.kind.replace("_", " ")


class Dressing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Decorative scenery of a single kind, which affects neither sight nor movement.

    An item of the given `size` (length, width) stands at each of `places` (x, y, degrees counter-clockwise).
    If `line` is given, scenery of the width in `size` also runs along this path. If `on` is the id of
    terrain, the scenery disappears together with that terrain.
    """

    look: Identifier
    size: tuple[BaseWidth, BaseWidth] = (1.0, 1.0)
    places: Annotated[
        tuple[tuple[Coordinate, Coordinate, Degrees], ...], Meta(max_length=MAX_TERRAIN_PIECES)
    ] = ()
    line: Annotated[tuple[Coordinates, ...], Meta(max_length=MAX_SHAPE_POINTS)] = ()
    on: Identifier = ""


class Ground(msgspec.Struct, frozen=True, dict=True):
    """An immutable table without pieces: its size, surface, terrain and scenery.

    Every change creates a new `Ground`. `picture` is the digest of the picture that is shown as the surface.
    Values that are slow to compute can be stored with the ground by `cached_value`.
    """

    width: SideLength
    height: SideLength
    surface: Identifier = "dust"
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=MAX_TERRAIN_PIECES)] = ()
    mood: Identifier = "day"
    picture: Identifier | msgspec.UnsetType = msgspec.UNSET
    dressing: Annotated[tuple[Dressing, ...], Meta(max_length=MAX_TERRAIN_PIECES)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    """Unset if there is no scenery, so that older tables are encoded as before."""
    tolerance: PositionTolerance | msgspec.UnsetType = msgspec.UNSET
    """The maximum error of positions on the table, if known; rulings take it into account."""
    lengths: Literal["space"] | msgspec.UnsetType = msgspec.UNSET
    """"space" if the rules measure gaps between pieces in space; unset: in plan."""

    def cached_value(self, key: Hashable, build: Callable[[], T]) -> T:
        """Return the value cached for a key, calling `build` to compute it on first use."""
        store: dict[Hashable, Any] = self.__dict__.setdefault("_derived", {})
        if key not in store:
            store[key] = build()
        return cast(T, store[key])

    def terrain_by_id(self) -> dict[str, Terrain]:
        """Return a dict that maps each id to its piece of terrain."""
        return self.cached_value("by id", self._by_id)

    def _by_id(self) -> dict[str, Terrain]:
        return {piece.id: piece for piece in self.terrain}

    def openings(self) -> dict[str, tuple[Terrain, Opening]]:
        """Return a dict that maps the id of each door or window to a tuple of its terrain and the opening."""
        return self.cached_value("openings", lambda: {o.id: (t, o) for t in self.terrain for o in t.openings})

    def terrain_with_opening_set(self, opening: str, open: bool = True) -> Terrain:
        """Return a copy of the terrain with the given door or window opened or closed.

        Put the result in a `TerrainChanged` event. Raises KeyError if there is no door or window with this
        id.
        """
        terrain, found = self.openings()[opening]
        swung = msgspec.structs.replace(found, open=open)
        openings = tuple(swung if one.id == opening else one for one in terrain.openings)
        return msgspec.structs.replace(terrain, openings=openings)

    def get(self, terrain: str) -> Terrain:
        """Return the piece of terrain with the given id. Raises KeyError if there is no such terrain."""
        return self.terrain_by_id()[terrain]
