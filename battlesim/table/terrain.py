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
    """A door or window: a part of the outline of a piece of terrain, between two points.

    It extends from the height `sill` to the height `top`. `depth` is the thickness of the wall, or 0 if there
    is no room behind it. `id` is unique among all terrain.
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

    `rings` is its outline, followed by any holes. `height` is that of its top, `bottom` that of the underside
    of a bridge. `hits` is the damage that destroys it (0 if indestructible), and `look` selects its picture.
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
        """The id under which the walls of the terrain, without doors and windows, count as an obstacle."""
        return f"{self.id}.walls"

    @property
    def display_name(self) -> str:
        """The name of the terrain, or its kind and id if it has no name."""
        return self.name or f"{self.kind.capitalize()} {self.id}".replace("_", " ")


class Dressing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Decorative scenery of one kind, which affects neither sight nor movement.

    It stands at each of `places` (x, y, degrees counter-clockwise) with the given `size` (length, width), or
    along a `line` of that width. It disappears with the terrain `on` which it stands, if any.
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

    Each change creates a new Ground. `picture` is the digest of a picture that is shown as the surface.
    Values that are slow to compute are stored with the ground by `cached_value`.
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
        """Return the terrain of the table as a mapping from ids."""
        return self.cached_value("by id", self._by_id)

    def _by_id(self) -> dict[str, Terrain]:
        return {piece.id: piece for piece in self.terrain}

    def openings(self) -> dict[str, tuple[Terrain, Opening]]:
        """Return all doors and windows by id, each with the terrain it belongs to."""
        return self.cached_value("openings", lambda: {o.id: (t, o) for t in self.terrain for o in t.openings})

    def terrain_with_opening_set(self, opening: str, open: bool = True) -> Terrain:
        """Return the terrain with the given door or window after opening or closing it.

        Put the result in a `TerrainChanged` event. Raises KeyError if no door or window has this id.
        """
        terrain, found = self.openings()[opening]
        swung = msgspec.structs.replace(found, open=open)
        openings = tuple(swung if one.id == opening else one for one in terrain.openings)
        return msgspec.structs.replace(terrain, openings=openings)

    def get(self, terrain: str) -> Terrain:
        """Return the piece of terrain with the given id. Raises KeyError if there is none."""
        return self.terrain_by_id()[terrain]
