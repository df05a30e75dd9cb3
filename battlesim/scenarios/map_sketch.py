"""A map under a hand: what it says, the ground that this lays, and what of it cannot be laid.

Everything is held to the checks by which maps are read. What fails one stays in the map, is no part of the
ground, and is told in words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.maps import (
    MapSpec,
    OpeningSpec,
    TableSpec,
    TerrainOverrides,
    TerrainSpec,
    build_terrain,
    check_dressing_item,
    check_ground_and_mood,
    terrain_ids,
)
from battlesim.scenarios.terrain_kinds import OVERRIDABLE_FIELDS, TerrainDefaults, terrain_kinds_with
from battlesim.scenarios.toml_reading import InputError, check_ids, decode_typed, parse_toml, read_text
from battlesim.table.checks import TableError, check_corners, check_dressing
from battlesim.table.terrain import Dressing, Ground, Terrain

MAP_LABEL = "the map"
UNSTATED_FIELDS_KEY = "left to kinds"
"""Under which a ground keeps what its map says nothing of."""


class MapProblem(msgspec.Struct, frozen=True):
    """Why something of a map cannot be laid: `what` is table, terrain or dressing, `number` which one."""

    what: str
    number: int
    words: str


class MapSketch(msgspec.Struct, frozen=True):
    """What a map says, and why what of it cannot be laid."""

    map: MapSpec
    faults: tuple[MapProblem, ...] = ()


class LaidMap(NamedTuple):
    """A sketch and the ground that it lays."""

    sketch: MapSketch
    ground: Ground


def rebuild_map(spec: MapSpec, kinds: TerrainOverrides, previous: LaidMap) -> LaidMap:
    """The ground of a map that has been changed; what was not changed is laid as it was `before`."""
    faults: list[MapProblem] = []
    table, ground = spec.table, previous.ground
    surface, mood = table.ground, table.mood
    try:
        check_ground_and_mood(table, MAP_LABEL)
    except InputError as error:
        faults.append(MapProblem("table", 0, _words(error)))
        surface, mood = ground.surface, ground.mood
    picture = ground.picture if table.picture else msgspec.UNSET
    bare = Ground(table.width, table.height, surface, (), mood, picture)
    terrain = _terrain(spec, terrain_kinds_with(kinds), previous, faults)
    laid = _with_dressing(msgspec.structs.replace(bare, terrain=terrain), spec.dressing, faults)
    try:
        check_corners(laid)
        check_dressing(laid)
    except TableError as error:
        faults.append(MapProblem("table", 0, error.message))
        return LaidMap(MapSketch(spec, tuple(faults)), previous.ground)
    laid.cached_value(UNSTATED_FIELDS_KEY, lambda: _left_to_kinds(spec))
    return LaidMap(MapSketch(spec, tuple(faults)), laid)


def _left_to_kinds(spec: MapSpec) -> dict[str, tuple[str, ...]]:
    """The figures that a map says nothing of, by the id of the piece."""
    return {
        item.id: tuple(name for name in OVERRIDABLE_FIELDS if getattr(item, name) is None)
        for item in spec.terrain
    }


def with_ruleset_values(ground: Ground, piece: Terrain, kinds: TerrainOverrides) -> Terrain:
    """A piece of a ground that was laid by hand as a ruleset has it: with that one's figures of its kind
    (`kinds`) where the map says nothing."""
    left = ground.cached_value(UNSTATED_FIELDS_KEY, dict[str, tuple[str, ...]]).get(piece.id, ())
    kind = terrain_kinds_with(kinds).get(piece.kind)
    if kind is None or not left:
        return piece
    new: dict[str, Any] = {"height": max(kind.height, piece.bottom)} if "height" in left else {}
    if "hits" in left:
        new |= {"hits": kind.hits, "hits_full": kind.hits}
    if "walls" in left:
        depths = (msgspec.structs.replace(one, depth=kind.walls) for one in piece.openings)
        new |= {"openings": tuple(depths)}
    return msgspec.structs.replace(piece, **new)


def _terrain(
    spec: MapSpec, kinds: Mapping[str, TerrainDefaults], before: LaidMap, faults: list[MapProblem]
) -> tuple[Terrain, ...]:
    """The pieces that can be laid."""
    old, known = before.sketch.map, before.ground.terrain_by_id()
    same_table = (old.table.width, old.table.height) == (spec.table.width, spec.table.height)
    kept = {id(item): known.get(item.id) for item in old.terrain} if same_table else {}
    taken: dict[str, str] = {}
    made: list[Terrain] = []
    for number, item in enumerate(spec.terrain):
        try:
            piece = kept.get(id(item)) or build_terrain(item, number, spec.table, kinds, MAP_LABEL)
            _take_ids(piece, taken)
        except InputError as error:
            faults.append(MapProblem("terrain", number, _words(error)))
        else:
            made.append(piece)
    return tuple(made)


def _take_ids(piece: Terrain, taken: dict[str, str]) -> None:
    """Have a piece take its ids. Raises InputError for one that cannot be or is taken."""
    own = [name for _, name in terrain_ids(piece, MAP_LABEL)]
    check_ids(MAP_LABEL, [(MAP_LABEL, name) for name in own if name not in taken])
    for name in own:
        if name in taken:
            raise InputError(MAP_LABEL, "id", f"{name!r} is taken by {taken[name]} already")
    taken.update(dict.fromkeys(own, piece.display_name))


def _with_dressing(ground: Ground, dressing: tuple[Dressing, ...], faults: list[MapProblem]) -> Ground:
    sound = []
    for number, each in enumerate(dressing):
        try:
            check_dressing(msgspec.structs.replace(ground, dressing=(each,)))
            check_dressing_item(each, "", ground, MAP_LABEL)
        except (InputError, TableError) as error:
            faults.append(MapProblem("dressing", number, _words(error)))
        else:
            sound.append(each)
    return msgspec.structs.replace(ground, dressing=tuple(sound)) if sound else ground


def _words(error: InputError | TableError) -> str:
    remedy = error.remedy if isinstance(error, InputError) else ""
    return f"{error.message} ({remedy})" if remedy else error.message


def empty_map(width: float, height: float, title: str = "A new table") -> LaidMap:
    """A table with nothing on it."""
    table = TableSpec(width, height, ground="grass", title=title)
    return LaidMap(MapSketch(MapSpec(table)), Ground(width, height, "grass"))


def map_of_ground(ground: Ground, title: str) -> MapSpec:
    """The map that says what lies on a ground. A picture it lies on has no name and is left out."""
    table = TableSpec(ground.width, ground.height, ground.surface, ground.mood, title)
    dressing = ground.dressing if isinstance(ground.dressing, tuple) else ()
    return MapSpec(table, tuple(map(_said, ground.terrain)), dressing)


def _said(piece: Terrain) -> TerrainSpec:
    """A piece of terrain as a map says it, its figures in full."""
    openings = tuple(
        OpeningSpec(one.start, one.end, one.top, one.sill, one.open, one.kind, one.id)
        for one in piece.openings
    )
    return TerrainSpec(
        kind=piece.kind,
        id=piece.id,
        polygon=piece.rings[0],
        holes=piece.rings[1:],
        height=piece.height,
        bottom=piece.bottom,
        traits=piece.traits,
        name=piece.name,
        hits=max(piece.hits_full, 0),
        walls=piece.openings[0].depth if piece.openings else None,
        openings=openings,
        loose=piece.loose,
        look=piece.look or None,
    )


def sketch_from_file(path: Path, kind: str, ground: Ground, title: str) -> MapSketch:
    """The map of a file of a kind, as it lies on the ground. Raises InputError."""
    if kind == "map":
        return _on(_read(read_text(path), path), ground)
    if kind == "scenario":
        return _on(_read(load_scenario(str(path)).map_text, path), ground)
    return MapSketch(map_of_ground(ground, title))


def _read(text: str, path: Path) -> MapSpec:
    """A map as it is written, each piece of terrain with its id."""
    spec = decode_typed(parse_toml(text, path), MapSpec, path)
    named = tuple(
        msgspec.structs.replace(item, id=item.id or f"{item.kind}{number + 1}")
        for number, item in enumerate(spec.terrain)
    )
    return msgspec.structs.replace(spec, terrain=named)


def _on(spec: MapSpec, ground: Ground) -> MapSketch:
    """The map of a ground that may have another light than it says, fewer pieces, and others."""
    there = ground.terrain_by_id()
    own = tuple(item for item in spec.terrain if item.id in there)
    known = {item.id for item in own}
    more = tuple(_said(piece) for piece in ground.terrain if piece.id not in known)
    table = msgspec.structs.replace(spec.table, ground=ground.surface, mood=ground.mood)
    return MapSketch(msgspec.structs.replace(spec, table=table, terrain=(*own, *more)))


def free_terrain_id(kind: str, taken: Collection[str]) -> str:
    """An id for a new piece of a kind."""
    return next(name for number in range(1, 10**6) if (name := f"{kind[:30]}{number}") not in taken)
