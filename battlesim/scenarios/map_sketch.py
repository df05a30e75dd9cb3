"""A map that is being edited: its content, the ground built from it, and the parts that are invalid.

The checks are the same as for a map file. A part that fails a check stays in the map but is left out of the
ground, and the problem is listed.
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
    parse_map_spec,
    terrain_ids,
    with_terrain_on_relief,
)
from battlesim.scenarios.terrain_kinds import OVERRIDABLE_FIELDS, TerrainDefaults, terrain_kinds_with
from battlesim.scenarios.toml_reading import InputError, check_ids, read_text
from battlesim.table.checks import TableError, check_corners, check_dressing
from battlesim.table.levels import is_relief, middle_level, terrain_above_ground
from battlesim.table.terrain import Dressing, Ground, Terrain

MAP_LABEL = "the map"
"""Name by which error messages call the edited map."""
UNSTATED_FIELDS_KEY = "left to kinds"
"""Key under which a ground caches the fields that its map leaves out."""


class MapProblem(msgspec.Struct, frozen=True):
    """The reason why a part of a map that is being edited cannot be built.

    `what` is "table", "terrain" or "dressing" (scenery), and `number` is the index of the part.
    """

    what: str
    number: int
    words: str


class MapSketch(msgspec.Struct, frozen=True):
    """A map that is being edited, with a list of the problems in its invalid parts."""

    map: MapSpec
    faults: tuple[MapProblem, ...] = ()


class LaidMap(NamedTuple):
    """A map that is being edited, together with the ground (table size and terrain) built from it."""

    sketch: MapSketch
    ground: Ground


def rebuild_map(spec: MapSpec, kinds: TerrainOverrides, previous: LaidMap) -> LaidMap:
    """Build the ground (table size and terrain) of an edited map. Unchanged terrain is taken from `previous`.

    `kinds` holds a ruleset's default values for each kind of terrain.
    """
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
    ground_only = msgspec.structs.replace(bare, terrain=terrain)
    laid = _with_dressing(with_terrain_on_relief(ground_only, MAP_LABEL), spec.dressing, faults)
    try:
        check_corners(laid)
        check_dressing(laid)
    except TableError as error:
        faults.append(MapProblem("table", 0, error.message))
        return LaidMap(MapSketch(spec, tuple(faults)), previous.ground)
    laid.cached_value(UNSTATED_FIELDS_KEY, lambda: _left_to_kinds(spec))
    return LaidMap(MapSketch(spec, tuple(faults)), laid)


def _left_to_kinds(spec: MapSpec) -> dict[str, tuple[str, ...]]:
    """Return the fields that a map leaves out, by id of the terrain piece."""
    return {
        item.id: tuple(name for name in OVERRIDABLE_FIELDS if getattr(item, name) is None)
        for item in spec.terrain
    }


def with_ruleset_values(ground: Ground, piece: Terrain, kinds: TerrainOverrides) -> Terrain:
    """Return a piece of terrain, with values omitted in its map filled in from a ruleset.

    `kinds` holds the ruleset's default values for each kind of terrain.
    """
    left = ground.cached_value(UNSTATED_FIELDS_KEY, dict[str, tuple[str, ...]]).get(piece.id, ())
    kind = terrain_kinds_with(kinds).get(piece.kind)
    if kind is None or not left:
        return piece
    level = 0.0 if is_relief(piece) else middle_level(ground, piece.rings)
    new: dict[str, Any] = {"height": max(kind.height + level, piece.bottom)} if "height" in left else {}
    if "hits" in left:
        new |= {"hits": kind.hits, "hits_full": kind.hits}
    if "walls" in left:
        depths = (msgspec.structs.replace(opening, depth=kind.walls) for opening in piece.openings)
        new |= {"openings": tuple(depths)}
    return msgspec.structs.replace(piece, **new)


def _terrain(
    spec: MapSpec, kinds: Mapping[str, TerrainDefaults], before: LaidMap, faults: list[MapProblem]
) -> tuple[Terrain, ...]:
    """Return the terrain pieces that can be built; append a problem to `faults` for each of the others."""
    old, known = before.sketch.map, before.ground.terrain_by_id()
    same_table = (old.table.width, old.table.height) == (spec.table.width, spec.table.height)
    kept = {id(item): known.get(item.id) for item in old.terrain} if same_table else {}
    taken: dict[str, str] = {}
    made: list[Terrain] = []
    for number, item in enumerate(spec.terrain):
        try:
            old_piece = kept.get(id(item))
            piece = (
                terrain_above_ground(before.ground, old_piece)
                if old_piece
                else build_terrain(item, number, spec.table, kinds, MAP_LABEL)
            )
            _take_ids(piece, taken)
        except InputError as error:
            faults.append(MapProblem("terrain", number, _words(error)))
        else:
            made.append(piece)
    return tuple(made)


def _take_ids(piece: Terrain, taken: dict[str, str]) -> None:
    """Add a piece's ids to `taken`. Raises InputError if an id is invalid or already taken."""
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
    """Return a new map of an empty table with the given width and height in inches."""
    table = TableSpec(width, height, ground="grass", title=title)
    return LaidMap(MapSketch(MapSpec(table)), Ground(width, height, "grass"))


def map_of_ground(ground: Ground, title: str) -> MapSpec:
    """Return a map that describes the given ground (the size and terrain of a table).

    The picture of the ground is left out, because its file is unknown.
    """
    table = TableSpec(ground.width, ground.height, ground.surface, ground.mood, title)
    dressing = ground.dressing if isinstance(ground.dressing, tuple) else ()
    return MapSpec(table, tuple(_terrain_spec(ground, piece) for piece in ground.terrain), dressing)


def _terrain_spec(ground: Ground, terrain: Terrain) -> TerrainSpec:
    """Return the spec of a terrain piece with all its values."""
    piece = terrain_above_ground(ground, terrain)
    openings = tuple(OpeningSpec(o.start, o.end, o.top, o.sill, o.open, o.kind, o.id) for o in piece.openings)
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
    """Return the map in a map or scenario file, ready for editing.

    For any other `kind` of file, return a map that describes `ground`. Raises InputError if the file is
    invalid.
    """
    if kind == "map":
        return _matched_sketch(_named_spec(read_text(path), path), ground)
    if kind == "scenario":
        return _matched_sketch(_named_spec(load_scenario(str(path)).map_text, path), ground)
    return MapSketch(map_of_ground(ground, title))


def _named_spec(text: str, path: Path) -> MapSpec:
    """Return a map's spec as written, with an id added to each terrain piece that has none."""
    spec = parse_map_spec(text, path)
    named = tuple(
        msgspec.structs.replace(item, id=item.id or f"{item.kind}{number + 1}")
        for number, item in enumerate(spec.terrain)
    )
    return msgspec.structs.replace(spec, terrain=named)


def _matched_sketch(spec: MapSpec, ground: Ground) -> MapSketch:
    """Return the sketch of a ground, whose mood and pieces may differ from those of its map."""
    present = ground.terrain_by_id()
    own = tuple(item for item in spec.terrain if item.id in present)
    known = {item.id for item in own}
    more = tuple(_terrain_spec(ground, piece) for piece in ground.terrain if piece.id not in known)
    table = msgspec.structs.replace(spec.table, ground=ground.surface, mood=ground.mood)
    return MapSketch(msgspec.structs.replace(spec, table=table, terrain=(*own, *more)))


def free_terrain_id(kind: str, taken: Collection[str]) -> str:
    """Return an unused id for a new piece of terrain: its kind and a number. `taken` holds the used ids."""
    return next(name for number in range(1, 10**6) if (name := f"{kind[:30]}{number}") not in taken)
