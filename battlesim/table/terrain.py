"""Terrain and the ground it stands on. All lengths in inches."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Annotated, Any, TypeVar, cast

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
    """A door or a window: the stretch of outline between two points, from `sill` up to `top`.

    `depth` is how thick the walls of the building are; 0 where there is no room behind them. `id` names it
    among all terrain.
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
    """A shape with height and traits. `rings` holds the outline first, then holes.

    `height` counts from the ground; `bottom` lifts the underside (a bridge). `hits` is what it takes to
    destroy it, 0 when the ruleset does not damage it. `look` chooses how it is drawn.
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
        """Return whether the terrain has a trait."""
        return trait in self.traits

    @property
    def walls_id(self) -> str:
        """The id of the walls that remain of the terrain beside its openings, as an obstacle."""
        return f"{self.id}.walls"

    @property
    def display_name(self) -> str:
        """The name of the terrain, else its kind and id."""
        return self.name or f"{self.kind.capitalize()} {self.id}".replace("_", " ")


class Dressing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Things on the table that are for the eye alone: they hide nothing, stop nobody and cost nothing.

    One look at several `places` (x, y, degrees counter-clockwise), each `size` long and broad, or along a
    `line`, as broad as its size says. What stands `on` a terrain piece falls with it.
    """

    look: Identifier
    size: tuple[BaseWidth, BaseWidth] = (1.0, 1.0)
    places: Annotated[
        tuple[tuple[Coordinate, Coordinate, Degrees], ...], Meta(max_length=MAX_TERRAIN_PIECES)
    ] = ()
    line: Annotated[tuple[Coordinates, ...], Meta(max_length=MAX_SHAPE_POINTS)] = ()
    on: Identifier = ""


class Ground(msgspec.Struct, frozen=True, dict=True):
    """The table without pieces: size, surface and terrain. Never changes; a change makes a new Ground.

    `picture` is the digest of one that lies under the terrain in place of the surface.

    What is expensive to derive from it (sight scenes, free space, paths) is kept with it by `cached`.
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
    """Unset where there is none, so that such a table is written as it was before there was any."""
    tolerance: PositionTolerance | msgspec.UnsetType = msgspec.UNSET
    """How far what stands on the table may be off, where that is known: rulings go by it."""

    def cached_value(self, key: Hashable, build: Callable[[], T]) -> T:
        """Return the value cached under a key; build it on the first request."""
        store: dict[Hashable, Any] = self.__dict__.setdefault("_derived", {})
        if key not in store:
            store[key] = build()
        return cast(T, store[key])

    def terrain_by_id(self) -> dict[str, Terrain]:
        """Terrain pieces by id."""
        return self.cached_value("by id", self._by_id)

    def _by_id(self) -> dict[str, Terrain]:
        return {piece.id: piece for piece in self.terrain}

    def openings(self) -> dict[str, tuple[Terrain, Opening]]:
        """Doors and windows by id, each with the terrain piece it is in."""
        return self.cached_value("openings", lambda: {o.id: (t, o) for t in self.terrain for o in t.openings})

    def terrain_with_opening_set(self, opening: str, open: bool = True) -> Terrain:
        """Return the terrain piece of a door or window with that door or window opened or shut.

        Raises KeyError for an id of none.

        An event `TerrainChanged` to it has sight, moves and pictures go by that.
        """
        terrain, found = self.openings()[opening]
        swung = msgspec.structs.replace(found, open=open)
        openings = tuple(swung if one.id == opening else one for one in terrain.openings)
        return msgspec.structs.replace(terrain, openings=openings)

    def get(self, terrain: str) -> Terrain:
        """Return the terrain piece with the given id. Raises KeyError if there is no such terrain piece."""
        return self.terrain_by_id()[terrain]
