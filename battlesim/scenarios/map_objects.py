"""Functions that find, replace, add, copy, remove and reorder the objects of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

import msgspec

from battlesim.scenarios.map_sketch import free_terrain_id
from battlesim.scenarios.maps import MapSpec, OpeningSpec, TerrainSpec
from battlesim.scenarios.shape_edits import MapObject, moved_object
from battlesim.table.terrain import Dressing


class MapObjectRef(NamedTuple):
    """A reference to an object on a map: a piece of terrain, a door or window, or an item of scenery.

    Terrain is identified by its `id`. A door or window is identified by the `id` of its terrain and a
    `number`. Scenery is identified by the `number` of its entry in the map and the index `place` in that
    entry.
    """

    what: Literal["terrain", "opening", "dressing"]
    id: str = ""
    number: int = 0
    place: int = 0


def terrain_index(spec: MapSpec, id: str) -> int:
    """Return the index of the terrain with the given id in a map, or -1 if there is none."""
    return next((k for k, item in enumerate(spec.terrain) if item.id == id), -1)


def terrain_by_id(spec: MapSpec, id: str) -> TerrainSpec | None:
    """Return the terrain with the given id in a map, or None if there is none."""
    number = terrain_index(spec, id)
    return spec.terrain[number] if number >= 0 else None


def object_by_ref(spec: MapSpec, ref: MapObjectRef) -> MapObject | None:
    """Return the terrain or scenery of a map that `ref` refers to.

    Return None if it refers to a door or window, or if the object has been removed.
    """
    if ref.what == "terrain":
        return terrain_by_id(spec, ref.id)
    if ref.what == "opening" or ref.number >= len(spec.dressing):
        return None
    each = spec.dressing[ref.number]
    if each.line:
        return each
    if ref.place >= len(each.places):
        return None
    return msgspec.structs.replace(each, places=(each.places[ref.place],))


def opening_by_ref(spec: MapSpec, ref: MapObjectRef) -> tuple[TerrainSpec, OpeningSpec] | None:
    """Return the door or window of a map that `ref` refers to, preceded by its terrain.

    Return None if there is no such door or window.
    """
    item = terrain_by_id(spec, ref.id) if ref.what == "opening" else None
    if item is None or ref.number >= len(item.openings):
        return None
    return item, item.openings[ref.number]


def all_objects(spec: MapSpec) -> list[tuple[MapObjectRef, MapObject]]:
    """Return all scenery and terrain of a map, each with a reference to it. The topmost object comes last."""
    objects: list[tuple[MapObjectRef, MapObject]] = []
    for number, each in enumerate(spec.dressing):
        for place in range(max(1, len(each.places))):
            single = msgspec.structs.replace(each, places=each.places[place : place + 1])
            objects.append((MapObjectRef("dressing", "", number, place), single))
    return [*objects, *((MapObjectRef("terrain", item.id), item) for item in spec.terrain)]


def with_object_replaced(spec: MapSpec, ref: MapObjectRef, new: MapObject) -> tuple[MapSpec, MapObjectRef]:
    """Return a copy of the map with an object replaced, and a reference to the new object.

    An entry for scenery may list several places. If the size or appearance changes at only one of them, that
    place becomes a separate entry. Scenery that belongs to terrain is updated if the id of the terrain
    changes.
    """
    if isinstance(new, TerrainSpec):
        return _with_terrain_replaced(spec, ref, new)
    each = spec.dressing[ref.number]
    alone = len(each.places) < 2
    if not alone and msgspec.structs.replace(each, places=()) == msgspec.structs.replace(new, places=()):
        places = (*each.places[: ref.place], *new.places, *each.places[ref.place + 1 :])
        return _dressed(spec, ref.number, msgspec.structs.replace(each, places=places)), ref
    if alone:
        return _dressed(spec, ref.number, new), ref
    return with_object_added(without_objects(spec, (ref,)), new)


def _with_terrain_replaced(
    spec: MapSpec, ref: MapObjectRef, new: TerrainSpec
) -> tuple[MapSpec, MapObjectRef]:
    number = terrain_index(spec, ref.id)
    pieces = (*spec.terrain[:number], new, *spec.terrain[number + 1 :])
    dressing = tuple(
        msgspec.structs.replace(each, on=new.id) if each.on == ref.id and new.id != ref.id else each
        for each in spec.dressing
    )
    return msgspec.structs.replace(spec, terrain=pieces, dressing=dressing), MapObjectRef("terrain", new.id)


def _dressed(spec: MapSpec, number: int, new: Dressing) -> MapSpec:
    rest = (*spec.dressing[:number], new, *spec.dressing[number + 1 :])
    return msgspec.structs.replace(spec, dressing=rest)


def with_object_added(spec: MapSpec, new: MapObject) -> tuple[MapSpec, MapObjectRef]:
    """Return a copy of the map with an object added on top of the others, and a reference to the object.

    Terrain is given a new id. Scenery is added to an existing entry if only the places differ.
    """
    if isinstance(new, TerrainSpec):
        named = msgspec.structs.replace(new, id=free_terrain_id(new.kind, used_ids(spec)))
        return msgspec.structs.replace(spec, terrain=(*spec.terrain, named)), MapObjectRef(
            "terrain", named.id
        )
    bare = msgspec.structs.replace(new, places=())
    for number, each in enumerate(spec.dressing):
        if each.places and new.places and msgspec.structs.replace(each, places=()) == bare:
            joined = msgspec.structs.replace(each, places=(*each.places, *new.places))
            return _dressed(spec, number, joined), MapObjectRef("dressing", "", number, len(each.places))
    return (
        msgspec.structs.replace(spec, dressing=(*spec.dressing, new)),
        MapObjectRef("dressing", "", len(spec.dressing)),
    )


def used_ids(spec: MapSpec) -> set[str]:
    """Return the ids of all terrain, walls, doors and windows of a map."""
    own = {item.id for item in spec.terrain}
    walls = {f"{item.id}.walls" for item in spec.terrain if item.openings}
    named = {o.id or f"{item.id}.{k + 1}" for item in spec.terrain for k, o in enumerate(item.openings)}
    return own | walls | named


def with_copies(
    spec: MapSpec, refs: Iterable[MapObjectRef], dx: float, dy: float
) -> tuple[MapSpec, list[MapObjectRef]]:
    """Return the map with copies of the given objects added to it, and references to the copies.

    The copies are moved by dx and dy inches. They and their doors and windows are given new ids.
    """
    copies = []
    for ref in refs:
        original = object_by_ref(spec, ref)
        if original is None:
            continue
        copy = moved_object(original, dx, dy)
        if isinstance(copy, TerrainSpec):
            bare = tuple(msgspec.structs.replace(each, id="") for each in copy.openings)
            copy = msgspec.structs.replace(copy, openings=bare)
        spec, copy_ref = with_object_added(spec, copy)
        copies.append(copy_ref)
    return spec, copies


def without_objects(spec: MapSpec, refs: Collection[MapObjectRef]) -> MapSpec:
    """Return a copy of the map without the given objects. Scenery on removed terrain is removed as well."""
    ids = {ref.id for ref in refs if ref.what == "terrain"}
    openings = {(ref.id, ref.number) for ref in refs if ref.what == "opening"}
    terrain = tuple(_without_openings(item, openings) for item in spec.terrain if item.id not in ids)
    dressing = []
    for number, each in enumerate(spec.dressing):
        removed = {ref.place for ref in refs if ref.what == "dressing" and ref.number == number}
        places = tuple(place for k, place in enumerate(each.places) if k not in removed)
        if each.on in ids or (removed and not places):
            continue
        dressing.append(msgspec.structs.replace(each, places=places) if removed else each)
    return msgspec.structs.replace(spec, terrain=terrain, dressing=tuple(dressing))


def _without_openings(item: TerrainSpec, removed: Collection[tuple[str, int]]) -> TerrainSpec:
    left = tuple(opening for k, opening in enumerate(item.openings) if (item.id, k) not in removed)
    return msgspec.structs.replace(item, openings=left) if len(left) < len(item.openings) else item


TO_TOP, TO_BOTTOM = 1, -1


def with_terrain_reordered(spec: MapSpec, refs: Collection[MapObjectRef], direction: int) -> MapSpec:
    """Return the map with the given terrain above (`TO_TOP`) or below (`TO_BOTTOM`) all its other terrain."""
    ids = {ref.id for ref in refs if ref.what == "terrain"}
    picked = tuple(item for item in spec.terrain if item.id in ids)
    rest = tuple(item for item in spec.terrain if item.id not in ids)
    return msgspec.structs.replace(
        spec, terrain=(*rest, *picked) if direction == TO_TOP else (*picked, *rest)
    )


def with_openings(spec: MapSpec, id: str, openings: tuple[OpeningSpec, ...]) -> MapSpec:
    """Return a copy of the map with the doors and windows of a piece of terrain replaced."""
    number = terrain_index(spec, id)
    item = msgspec.structs.replace(spec.terrain[number], openings=openings)
    return msgspec.structs.replace(spec, terrain=(*spec.terrain[:number], item, *spec.terrain[number + 1 :]))
