"""The things on a map by name: found, put in place of one another, added, copied, taken away, ordered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

import msgspec

from battlesim.scenarios.map_sketch import free_terrain_id
from battlesim.scenarios.maps import MapSpec, OpeningSpec, TerrainSpec
from battlesim.scenarios.shape_edits import MapObject, moved_object
from battlesim.table.terrain import Dressing


class MapObjectRef(NamedTuple):
    """A thing on a map: a piece of terrain by its id, one of its openings by its number, or dressing by its
    number and that of its place."""

    what: Literal["terrain", "opening", "dressing"]
    id: str = ""
    number: int = 0
    place: int = 0


def terrain_index(spec: MapSpec, id: str) -> int:
    """Which piece of terrain has an id; -1 for none."""
    return next((k for k, item in enumerate(spec.terrain) if item.id == id), -1)


def terrain_by_id(spec: MapSpec, id: str) -> TerrainSpec | None:
    """A piece of terrain by its id."""
    number = terrain_index(spec, id)
    return spec.terrain[number] if number >= 0 else None


def object_by_ref(spec: MapSpec, ref: MapObjectRef) -> MapObject | None:
    """Terrain, or dressing at the place that is meant; None for an opening and for what is gone."""
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
    """An opening and the piece that it is in."""
    item = terrain_by_id(spec, ref.id) if ref.what == "opening" else None
    if item is None or ref.number >= len(item.openings):
        return None
    return item, item.openings[ref.number]


def all_objects(spec: MapSpec) -> list[tuple[MapObjectRef, MapObject]]:
    """All terrain and dressing, the uppermost last."""
    found: list[tuple[MapObjectRef, MapObject]] = []
    for number, each in enumerate(spec.dressing):
        for place in range(max(1, len(each.places))):
            one = msgspec.structs.replace(each, places=each.places[place : place + 1])
            found.append((MapObjectRef("dressing", "", number, place), one))
    return [*found, *((MapObjectRef("terrain", item.id), item) for item in spec.terrain)]


def with_object_replaced(spec: MapSpec, ref: MapObjectRef, new: MapObject) -> tuple[MapSpec, MapObjectRef]:
    """The map with another thing in place of one, and how that is called now. Dressing at several places of
    which one changes its size or look parts from the others. What stands on terrain of another id does so
    still."""
    if isinstance(new, TerrainSpec):
        return _put_terrain(spec, ref, new)
    each = spec.dressing[ref.number]
    alone = len(each.places) < 2
    if not alone and msgspec.structs.replace(each, places=()) == msgspec.structs.replace(new, places=()):
        places = (*each.places[: ref.place], *new.places, *each.places[ref.place + 1 :])
        return _dressed(spec, ref.number, msgspec.structs.replace(each, places=places)), ref
    if alone:
        return _dressed(spec, ref.number, new), ref
    return with_object_added(without_objects(spec, (ref,)), new)


def _put_terrain(spec: MapSpec, ref: MapObjectRef, new: TerrainSpec) -> tuple[MapSpec, MapObjectRef]:
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
    """The map with one more thing on top. Terrain gets an id of its own; dressing joins what is like it."""
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
    """All ids that terrain, walls and openings have."""
    own = {item.id for item in spec.terrain}
    walls = {f"{item.id}.walls" for item in spec.terrain if item.openings}
    named = {one.id or f"{item.id}.{k + 1}" for item in spec.terrain for k, one in enumerate(item.openings)}
    return own | walls | named


def with_copies(
    spec: MapSpec, refs: Iterable[MapObjectRef], dx: float, dy: float
) -> tuple[MapSpec, list[MapObjectRef]]:
    """The map with twins of some things beside them, and those. Names and ids of openings stay with the
    first ones."""
    twins = []
    for ref in refs:
        one = object_by_ref(spec, ref)
        if one is None:
            continue
        twin = moved_object(one, dx, dy)
        if isinstance(twin, TerrainSpec):
            bare = tuple(msgspec.structs.replace(each, id="") for each in twin.openings)
            twin = msgspec.structs.replace(twin, openings=bare)
        spec, found = with_object_added(spec, twin)
        twins.append(found)
    return spec, twins


def without_objects(spec: MapSpec, refs: Collection[MapObjectRef]) -> MapSpec:
    """The map without some things; what stood on terrain that goes, goes too."""
    ids = {ref.id for ref in refs if ref.what == "terrain"}
    shut = {(ref.id, ref.number) for ref in refs if ref.what == "opening"}
    terrain = tuple(_without(item, shut) for item in spec.terrain if item.id not in ids)
    dressing = []
    for number, each in enumerate(spec.dressing):
        lost = {ref.place for ref in refs if ref.what == "dressing" and ref.number == number}
        places = tuple(place for k, place in enumerate(each.places) if k not in lost)
        if each.on in ids or (lost and not places):
            continue
        dressing.append(msgspec.structs.replace(each, places=places) if lost else each)
    return msgspec.structs.replace(spec, terrain=terrain, dressing=tuple(dressing))


def _without(item: TerrainSpec, shut: Collection[tuple[str, int]]) -> TerrainSpec:
    left = tuple(one for k, one in enumerate(item.openings) if (item.id, k) not in shut)
    return msgspec.structs.replace(item, openings=left) if len(left) < len(item.openings) else item


TO_TOP, TO_BOTTOM = 1, -1


def with_terrain_reordered(spec: MapSpec, refs: Collection[MapObjectRef], direction: int) -> MapSpec:
    """The map with some pieces of terrain over all others (`TO_TOP`) or under them (`TO_BOTTOM`)."""
    ids = {ref.id for ref in refs if ref.what == "terrain"}
    picked = tuple(item for item in spec.terrain if item.id in ids)
    rest = tuple(item for item in spec.terrain if item.id not in ids)
    return msgspec.structs.replace(
        spec, terrain=(*rest, *picked) if direction == TO_TOP else (*picked, *rest)
    )


def with_openings(spec: MapSpec, id: str, openings: tuple[OpeningSpec, ...]) -> MapSpec:
    """The map with other doors and windows in a piece of terrain."""
    number = terrain_index(spec, id)
    item = msgspec.structs.replace(spec.terrain[number], openings=openings)
    return msgspec.structs.replace(spec, terrain=(*spec.terrain[:number], item, *spec.terrain[number + 1 :]))
