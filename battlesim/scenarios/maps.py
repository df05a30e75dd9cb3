"""Maps: TOML files that describe a table (docs/maps.md).

Lengths are in inches. The origin is the lower left corner of the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.clipping import areas_on_table, is_on_table
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import nearest_outline_point
from battlesim.geometry.shapes import signed_area
from battlesim.scenarios.picture_cache import PictureError, cache_picture
from battlesim.scenarios.shape_specs import (
    ShapeError,
    ShapeRings,
    ShapeSpec,
    check_crossings,
    point_off_table,
    spec_rings,
    split_rect,
)
from battlesim.scenarios.terrain_kinds import MAP_TRAITS, DefaultShape, TerrainDefaults, terrain_kinds_with
from battlesim.scenarios.toml_reading import InputError, check_ids, decode_typed, parse_toml, read_text
from battlesim.table.checks import TableError, check_corners, check_dressing
from battlesim.table.levels import is_relief, relief, terrain_on_relief
from battlesim.table.limits import (
    MAX_HEIGHT_IN,
    MAX_SHAPE_POINTS,
    MAX_TERRAIN_PIECES,
    Elevation,
    FullHits,
    Height,
    Length,
    Name,
    PositionTolerance,
    SideLength,
)
from battlesim.table.terrain import Coordinates, Dressing, Ground, Opening, Terrain

GAP_BETWEEN_PARTS_IN = 1.5
"""The width of the gaps between the parts of terrain that is laid out as several pieces."""
MAX_PARTS_A_SIDE = 50
SHAPE_KEYS = tuple(f.name for f in msgspec.structs.fields(ShapeSpec))


class DefaultOpening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The default size of a door or window in the map editor: its width and the heights of its edges.

    Lengths are in inches.
    """

    width: float
    sill: float
    top: float


class MapVocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that a map may use for its mood (such as "night"), its ground, and the look of its objects.

    They are listed in words.toml, together with the default sizes of scenery, doors and windows.
    """

    moods: tuple[str, ...]
    grounds: tuple[str, ...]
    looks: tuple[str, ...]
    dressing: dict[str, DefaultShape]
    openings: dict[str, DefaultOpening]


@cache
def map_vocabulary() -> MapVocabulary:
    """Return the words that a map may use, read from words.toml. The renderer can draw all of them."""
    return msgspec.toml.decode(files(__package__).joinpath("words.toml").read_bytes(), type=MapVocabulary)


class TableSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[table]` section of a map file: the size, ground, mood, title and picture of the table.

    The mood is the time of day or the weather, such as "night" or "blizzard".
    """

    width: SideLength
    height: SideLength
    ground: str = "dust"
    mood: str = "day"
    title: Name = ""
    picture: Name = ""
    tolerance: PositionTolerance = 0.0


class OpeningSpec(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}
):
    """A door or window in a map file, between two points on the outline of its terrain."""

    start: Coordinates
    end: Coordinates
    top: Elevation
    sill: Elevation = 0.0
    open: bool = True
    kind: str = "window"
    id: str = ""


class TerrainSpec(ShapeSpec, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A `[[terrain]]` entry of a map file: a piece of terrain, or a rectangle to be divided into pieces.

    `parts` is the maximum length and width of the pieces of such a rectangle, in inches.
    """

    kind: str
    id: str = ""
    height: Height | None = None
    bottom: Height = 0.0
    traits: tuple[str, ...] | None = None
    name: Name = ""
    hits: FullHits | None = None
    walls: Length | None = None
    openings: Annotated[tuple[OpeningSpec, ...], Meta(max_length=MAX_SHAPE_POINTS)] = ()
    loose: bool = False
    look: str | None = None
    parts: Length = 0.0


class MapSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a map file: its table, its terrain and its scenery."""

    table: TableSpec
    terrain: Annotated[tuple[TerrainSpec, ...], Meta(max_length=MAX_TERRAIN_PIECES)] = ()
    dressing: Annotated[tuple[Dressing, ...], Meta(max_length=MAX_TERRAIN_PIECES)] = ()


TerrainOverrides = Mapping[str, Mapping[str, Any]]
"""Type of a ruleset's own values, by kind of terrain."""


def load_map(path: Path, kinds: TerrainOverrides | None = None) -> Ground:
    """Load the table and terrain described in a map file. Raises InputError if the file is invalid.

    `kinds` holds a ruleset's default values for each kind of terrain.
    """
    return parse_map(read_text(path), path, kinds)


def parse_map(text: str, where: str | Path, kinds: TerrainOverrides | None = None) -> Ground:
    """Return the ground (table size and terrain) described by the text of a map file.

    `where` is the source of the text that errors name, and `kinds` holds default values for each kind of
    terrain. Raises InputError if the text is invalid.
    """
    spec = parse_map_spec(text, where)
    ground = build_map(spec.table, spec.terrain, where, kinds)
    return _dressed(ground, spec.dressing, where) if spec.dressing else ground


def parse_map_spec(text: str, where: str | Path) -> MapSpec:
    """Parse the text of a map file and return its content. Raises InputError if the text is invalid.

    Terrain that is divided into parts is returned as separate pieces.
    """
    spec = decode_typed(parse_toml(text, where), MapSpec, where)
    terrain = tuple(part for number, item in enumerate(spec.terrain) for part in _parts(item, number, where))
    if len(terrain) > MAX_TERRAIN_PIECES:
        message = f"{len(terrain)} pieces in all, the maximum is {MAX_TERRAIN_PIECES}"
        raise InputError(where, "terrain", message, "use larger parts")
    return msgspec.structs.replace(spec, terrain=terrain) if len(terrain) > len(spec.terrain) else spec


def _parts(item: TerrainSpec, number: int, where: str | Path) -> list[TerrainSpec]:
    """Return the pieces as which an entry is laid out: usually one."""
    if not item.parts:
        return [item]
    if item.rect is None or item.turn or item.openings:
        message = "only a rectangle without turn and openings is laid out in parts"
        raise InputError(where, f"terrain[{number}].parts", message, "use rect, or leave parts out")
    x0, y0, x1, y1 = item.rect
    if max(x1 - x0, y1 - y0) / item.parts > MAX_PARTS_A_SIDE:
        message = f"{item.parts:g} in is too small for this rectangle"
        raise InputError(where, f"terrain[{number}].parts", message, "use larger parts")
    return [
        msgspec.structs.replace(
            item,
            parts=0.0,
            rect=rect,
            id=item.id and f"{item.id}_{n}",
            name=item.name and f"{item.name} {n}",
        )
        for n, rect in enumerate(split_rect(item.rect, item.parts, GAP_BETWEEN_PARTS_IN), 1)
    ]


def _dressed(ground: Ground, dressing: tuple[Dressing, ...], where: str | Path) -> Ground:
    """Return a ground with decorative dressing. Raises InputError if an item cannot lie on it."""
    dressed = msgspec.structs.replace(ground, dressing=dressing)
    try:
        check_dressing(dressed)
    except TableError as error:
        raise InputError(where, error.key, error.message) from None
    for number, each in enumerate(dressing):
        check_dressing_item(each, f"dressing[{number}]", ground, where)
    return dressed


def check_dressing_item(each: Dressing, key: str, ground: Ground, where: str | Path) -> None:
    """Raise InputError if an item of scenery is of an unknown type, on unknown terrain or off the table."""
    _check_word(f"{key}.look", "look", each.look, map_vocabulary().dressing, where)
    if each.on:
        _check_word(f"{key}.on", "terrain", each.on, ground.terrain_by_id(), where)
    for place in (*(place[:2] for place in each.places), *each.line):
        if not (0 <= place[0] <= ground.width and 0 <= place[1] <= ground.height):
            size = f"{ground.width:g} x {ground.height:g} in"
            raise InputError(where, key, f"({place[0]:g}, {place[1]:g}) lies off the {size} table")


def build_map(
    table: TableSpec, terrain: Sequence[TerrainSpec], where: str | Path, kinds: TerrainOverrides | None = None
) -> Ground:
    """Build the ground (table size and terrain) of a map. Raises InputError if an entry is invalid."""
    check_ground_and_mood(table, where)
    check_crossings(terrain, "terrain", where)
    known = terrain_kinds_with(kinds or {})
    made = tuple(build_terrain(item, number, table, known, where) for number, item in enumerate(terrain))
    check_ids(
        where,
        [pair for number, piece in enumerate(made) for pair in terrain_ids(piece, f"terrain[{number}]")],
    )
    picture = _picture(table.picture, where) if table.picture else msgspec.UNSET
    tolerance = table.tolerance or msgspec.UNSET
    ground = Ground(table.width, table.height, table.ground, made, table.mood, picture, tolerance=tolerance)
    ground = with_terrain_on_relief(ground, where)
    try:
        check_corners(ground)
    except TableError as error:
        raise InputError(where, "terrain", error.message) from None
    return ground


def with_terrain_on_relief(ground: Ground, where: str | Path) -> Ground:
    """Return the ground of a map with all terrain that stands on hills raised to the height of the hills.

    Map files give the height of such terrain above its hill. Raises InputError if the raised terrain is too
    high, or if a hill does not start at the ground.
    """
    if not relief(ground):
        return ground
    for number, piece in enumerate(ground.terrain):
        if is_relief(piece) and piece.bottom:
            message = f"{piece.id} is ground, so its bottom cannot be {piece.bottom:g} in"
            raise InputError(where, f"terrain[{number}].bottom", message, "leave bottom out")
    raised = terrain_on_relief(ground)
    for number, piece in enumerate(raised):
        if piece.height > MAX_HEIGHT_IN:
            message = f"the top of {piece.id} on its hill is {piece.height:g} in above the table"
            raise InputError(where, f"terrain[{number}].height", message, f"at most {MAX_HEIGHT_IN:g} in")
    return msgspec.structs.replace(ground, terrain=raised)


def terrain_ids(terrain: Terrain, key: str) -> Iterator[tuple[str, str]]:
    """Yield a (key, id) pair for a piece of terrain and for each of its walls, doors and windows.

    The key says where the id appears in the map file.
    """
    yield f"{key}.id", terrain.id
    if terrain.openings:
        yield f"{key}.openings", terrain.walls_id
    yield from ((f"{key}.openings[{n}].id", opening.id) for n, opening in enumerate(terrain.openings))


def check_ground_and_mood(table: TableSpec, where: str | Path) -> None:
    """Raise InputError if the table of a map names an unknown ground or mood."""
    _check_word("table.mood", "mood", table.mood, map_vocabulary().moods, where)
    _check_word("table.ground", "ground", table.ground, map_vocabulary().grounds, where)


def _picture(name: str, where: str | Path) -> str:
    """Return the digest of the picture with this name beside the map."""
    if Path(name).name != name or "\\" in name:
        raise InputError(
            where, "table.picture", f"{name!r} is not a plain file name", "a file beside the map"
        )
    try:
        return cache_picture(Path(where).parent / name)
    except PictureError as error:
        raise InputError(where, "table.picture", f"{name!r}: {error}") from None


def build_terrain(
    item: TerrainSpec, number: int, table: TableSpec, kinds: Mapping[str, TerrainDefaults], where: str | Path
) -> Terrain:
    """Build a piece of terrain from the `[[terrain]]` entry with index `number`.

    Raises InputError if the entry is invalid.
    """
    key = f"terrain[{number}]"
    _check_word(f"{key}.kind", "kind", item.kind, kinds, where)
    kind = kinds[item.kind]
    rings = _rings(item, key, table, where)
    height = kind.height if item.height is None else item.height
    if item.bottom > height:
        message = f"bottom {item.bottom:g} in is above height {height:g} in"
        raise InputError(where, f"{key}.height", message, "bottom <= height")
    walls = kind.walls if item.walls is None else item.walls
    known = {*MAP_TRAITS, *(trait for each in kinds.values() for trait in each.traits)}
    for trait in item.traits or ():
        _check_word(f"{key}.traits", "trait", trait, known, where)
    if item.look:
        _check_word(f"{key}.look", "look", item.look, map_vocabulary().looks, where)
    hits = kind.hits if item.hits is None else item.hits
    name = item.id or f"{item.kind}{number + 1}"
    return Terrain(
        id=name,
        kind=item.kind,
        rings=rings,
        height=height,
        bottom=item.bottom,
        traits=kind.traits if item.traits is None else item.traits,
        name=item.name,
        hits=hits,
        hits_full=hits,
        openings=tuple(
            _opening(o, o.id or f"{name}.{n + 1}", f"{key}.openings[{n}]", rings, walls, height, where)
            for n, o in enumerate(item.openings)
        ),
        loose=item.loose,
        look=kind.look if item.look is None else item.look,
    )


def _check_word(key: str, what: str, word: str, known: Iterable[str], where: str | Path) -> None:
    if word not in known:
        raise InputError(where, key, f"unknown {what} {word!r}", did_you_mean(word, known))


def _rings(item: TerrainSpec, key: str, table: TableSpec, where: str | Path) -> ShapeRings:
    """Return the outline and holes of a piece; a line along the table edge is cut at the edge."""
    try:
        rings = spec_rings(ShapeSpec(**{name: getattr(item, name) for name in SHAPE_KEYS}))
    except ShapeError as error:
        raise InputError(where, f"{key}.{error.key}".rstrip("."), error.message) from None
    if item.line is not None and is_on_table(item.line, table.width, table.height, TOL):
        parts = areas_on_table(rings, table.width, table.height)
        rings = max(parts, key=lambda part: abs(signed_area(part[0])), default=rings)
    off = point_off_table(rings, table.width, table.height)
    if off is not None:
        message = f"({off[0]:g}, {off[1]:g}) lies off the {table.width:g} x {table.height:g} in table"
        raise InputError(where, key, message)
    return rings


def _opening(
    item: OpeningSpec, name: str, key: str, rings: ShapeRings, walls: float, height: float, where: str | Path
) -> Opening:
    _check_word(f"{key}.kind", "kind of opening", item.kind, map_vocabulary().openings, where)
    if item.sill >= item.top:
        raise InputError(where, f"{key}.sill", f"sill {item.sill:g} in is not below top {item.top:g} in")
    if item.top > height + TOL:
        message = f"top {item.top:g} in is above its wall, which is {height:g} in high"
        raise InputError(where, f"{key}.top", message, "a lower top, or a higher wall")
    middle = ((item.start[0] + item.end[0]) / 2, (item.start[1] + item.end[1]) / 2)
    for end, point in (("from", item.start), ("to", item.end), ("to", middle)):
        if min(math.dist(point, nearest_outline_point(ring, point)) for ring in rings) > TOL:
            what = "the middle between from and to, " if point is middle else ""
            message = f"{what}({point[0]:g}, {point[1]:g}) is not on the outline"
            raise InputError(where, f"{key}.{end}", message)
    if math.dist(item.start, item.end) <= TOL:
        raise InputError(where, f"{key}.to", "from and to are the same point")
    return Opening(item.start, item.end, item.sill, item.top, item.open, item.kind, walls, name)
