"""The things on a map by name: found, put in place of one another, added, copied, taken away, ordered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

import msgspec

from battlesim.scenarios.maps import MapSpec, OpeningSpec, TerrainSpec
from battlesim.scenarios.reshape import Thing, moved
from battlesim.scenarios.sketch import free_id
from battlesim.table.terrain import Dressing


class Ref(NamedTuple):
    """A thing on a map: a piece of terrain by its id, one of its openings by its number, or dressing by its
    number and that of its place."""

    what: Literal["terrain", "opening", "dressing"]
    id: str = ""
    number: int = 0
    place: int = 0


def number_of(spec: MapSpec, id: str) -> int:
    """Which piece of terrain has an id; -1 for none."""
    return next((k for k, item in enumerate(spec.terrain) if item.id == id), -1)


def terrain(spec: MapSpec, id: str) -> TerrainSpec | None:
    """A piece of terrain by its id."""
    number = number_of(spec, id)
    return spec.terrain[number] if number >= 0 else None


def thing(spec: MapSpec, ref: Ref) -> Thing | None:
    """Terrain, or dressing at the place that is meant; None for an opening and for what is gone."""
    if ref.what == "terrain":
        return terrain(spec, ref.id)
    if ref.what == "opening" or ref.number >= len(spec.dressing):
        return None
    each = spec.dressing[ref.number]
    if each.line:
        return each
    if ref.place >= len(each.places):
        return None
    return msgspec.structs.replace(each, places=(each.places[ref.place],))


def opening(spec: MapSpec, ref: Ref) -> tuple[TerrainSpec, OpeningSpec] | None:
    """An opening and the piece that it is in."""
    item = terrain(spec, ref.id) if ref.what == "opening" else None
    if item is None or ref.number >= len(item.openings):
        return None
    return item, item.openings[ref.number]


def things(spec: MapSpec) -> list[tuple[Ref, Thing]]:
    """All terrain and dressing, the uppermost last."""
    found: list[tuple[Ref, Thing]] = []
    for number, each in enumerate(spec.dressing):
        for place in range(max(1, len(each.places))):
            one = msgspec.structs.replace(each, places=each.places[place : place + 1])
            found.append((Ref("dressing", "", number, place), one))
    return [*found, *((Ref("terrain", item.id), item) for item in spec.terrain)]


def put(spec: MapSpec, ref: Ref, new: Thing) -> tuple[MapSpec, Ref]:
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
    return added(removed(spec, (ref,)), new)


def _put_terrain(spec: MapSpec, ref: Ref, new: TerrainSpec) -> tuple[MapSpec, Ref]:
    number = number_of(spec, ref.id)
    pieces = (*spec.terrain[:number], new, *spec.terrain[number + 1 :])
    dressing = tuple(
        msgspec.structs.replace(each, on=new.id) if each.on == ref.id and new.id != ref.id else each
        for each in spec.dressing
    )
    return msgspec.structs.replace(spec, terrain=pieces, dressing=dressing), Ref("terrain", new.id)


def _dressed(spec: MapSpec, number: int, new: Dressing) -> MapSpec:
    rest = (*spec.dressing[:number], new, *spec.dressing[number + 1 :])
    return msgspec.structs.replace(spec, dressing=rest)


def added(spec: MapSpec, new: Thing) -> tuple[MapSpec, Ref]:
    """The map with one more thing on top. Terrain gets an id of its own; dressing joins what is like it."""
    if isinstance(new, TerrainSpec):
        named = msgspec.structs.replace(new, id=free_id(new.kind, taken(spec)))
        return msgspec.structs.replace(spec, terrain=(*spec.terrain, named)), Ref("terrain", named.id)
    bare = msgspec.structs.replace(new, places=())
    for number, each in enumerate(spec.dressing):
        if each.places and new.places and msgspec.structs.replace(each, places=()) == bare:
            joined = msgspec.structs.replace(each, places=(*each.places, *new.places))
            return _dressed(spec, number, joined), Ref("dressing", "", number, len(each.places))
    return (
        msgspec.structs.replace(spec, dressing=(*spec.dressing, new)),
        Ref("dressing", "", len(spec.dressing)),
    )


def taken(spec: MapSpec) -> set[str]:
    """All ids that terrain, walls and openings have."""
    own = {item.id for item in spec.terrain}
    walls = {f"{item.id}.walls" for item in spec.terrain if item.openings}
    named = {one.id or f"{item.id}.{k + 1}" for item in spec.terrain for k, one in enumerate(item.openings)}
    return own | walls | named


def copied(spec: MapSpec, chosen: Iterable[Ref], dx: float, dy: float) -> tuple[MapSpec, list[Ref]]:
    """The map with twins of some things beside them, and those. Names and ids of openings stay with the
    first ones."""
    twins = []
    for ref in chosen:
        one = thing(spec, ref)
        if one is None:
            continue
        twin = moved(one, dx, dy)
        if isinstance(twin, TerrainSpec):
            bare = tuple(msgspec.structs.replace(each, id="") for each in twin.openings)
            twin = msgspec.structs.replace(twin, openings=bare)
        spec, found = added(spec, twin)
        twins.append(found)
    return spec, twins


def removed(spec: MapSpec, gone: Collection[Ref]) -> MapSpec:
    """The map without some things; what stood on terrain that goes, goes too."""
    ids = {ref.id for ref in gone if ref.what == "terrain"}
    shut = {(ref.id, ref.number) for ref in gone if ref.what == "opening"}
    terrain = tuple(_without(item, shut) for item in spec.terrain if item.id not in ids)
    dressing = []
    for number, each in enumerate(spec.dressing):
        lost = {ref.place for ref in gone if ref.what == "dressing" and ref.number == number}
        places = tuple(place for k, place in enumerate(each.places) if k not in lost)
        if each.on in ids or (lost and not places):
            continue
        dressing.append(msgspec.structs.replace(each, places=places) if lost else each)
    return msgspec.structs.replace(spec, terrain=terrain, dressing=tuple(dressing))


def _without(item: TerrainSpec, shut: Collection[tuple[str, int]]) -> TerrainSpec:
    left = tuple(one for k, one in enumerate(item.openings) if (item.id, k) not in shut)
    return msgspec.structs.replace(item, openings=left) if len(left) < len(item.openings) else item


UP, DOWN = 1, -1


def ordered(spec: MapSpec, chosen: Collection[Ref], by: int) -> MapSpec:
    """The map with some pieces of terrain over all others (`UP`) or under them (`DOWN`)."""
    ids = {ref.id for ref in chosen if ref.what == "terrain"}
    picked = tuple(item for item in spec.terrain if item.id in ids)
    rest = tuple(item for item in spec.terrain if item.id not in ids)
    return msgspec.structs.replace(spec, terrain=(*rest, *picked) if by == UP else (*picked, *rest))


def with_openings(spec: MapSpec, id: str, openings: tuple[OpeningSpec, ...]) -> MapSpec:
    """The map with other doors and windows in a piece of terrain."""
    number = number_of(spec, id)
    item = msgspec.structs.replace(spec.terrain[number], openings=openings)
    return msgspec.structs.replace(spec, terrain=(*spec.terrain[:number], item, *spec.terrain[number + 1 :]))
