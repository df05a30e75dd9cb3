"""GeoJSON reader: polygons become areas, lines become walls, and properties name the kind of terrain.

Coordinates may have any unit, with y up. Maps that this program exported are restored unchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from battlesim.exchange.kind_words import OPENING_KINDS
from battlesim.exchange.osm_tags import (
    property_text,
    stated_height_metres,
    stated_length_metres,
    terrain_kind,
)
from battlesim.exchange.plan import EmbeddedTable, ImportContext, Line, MapPlan, UnusableError, one_line_name
from battlesim.scenarios.maps import TerrainSpec
from battlesim.table.limits import MAX_TABLE_SIDE_IN

EMBEDDED_TABLE_KEY: Final = "battlesim"
METRES_PER_DEGREE: Final = 111_320.0
"""Metres per degree of latitude."""
Number = Annotated[float, Meta(ge=-1e7, le=1e7)]
GeoPosition = Annotated[list[Number], Meta(min_length=2)]
COORDINATE_TYPES: Final[Mapping[str, Any]] = {
    "LineString": list[GeoPosition],
    "MultiLineString": list[list[GeoPosition]],
    "Polygon": list[list[GeoPosition]],
    "MultiPolygon": list[list[list[GeoPosition]]],
}
GEOJSON_TYPES: Final = ("FeatureCollection", "GeometryCollection", "Feature", *COORDINATE_TYPES)


class GeoShape(NamedTuple):
    """A line, or an area with holes, from a GeoJSON file, in the units of the file.

    `key` is the key under which the shape is found in the file; it is named in error messages.
    """

    rings: tuple[Line, ...]
    area: bool
    properties: Mapping[str, Any]
    key: str


class GeoScale(NamedTuple):
    """The conversion from the coordinates of a GeoJSON file to inches on the table.

    `corner` is the lower left corner of the table in these coordinates, and `units` holds the number of
    inches per unit in x and in y.
    """

    corner: tuple[float, float]
    units: tuple[float, float]

    def to_inches(self, line: Line) -> Line:
        """Convert a line from the coordinates of a GeoJSON file to inches on the table."""
        (left, low), (across, up) = self.corner, self.units
        return tuple(((x - left) * across, (y - low) * up) for x, y in line)


def read(raw: Any, source: ImportContext) -> MapPlan:
    """Convert decoded GeoJSON to a `MapPlan`. Raises InputError if it is invalid or contains no shapes."""
    shapes = list(_shapes(raw, {}, "", source))
    if EMBEDDED_TABLE_KEY in raw:
        table = source.decode_as(raw[EMBEDDED_TABLE_KEY], EmbeddedTable)
        source.report.taken.append("a map exported by battlesim, complete")
        terrain = [_ours(shape, source) for shape in shapes]
        return table.plan(terrain)
    if not shapes:
        raise source.input_error("features", "contains neither lines nor areas")
    scale, width, height = _scale(shapes, source)
    return MapPlan(width=width, height=height, terrain=list(_pieces(shapes, scale, source)))


def _shapes(
    raw: Any, said: Mapping[str, Any], key: str, source: ImportContext, depth: int = 0
) -> Iterator[GeoShape]:
    """Yield the lines and areas of a GeoJSON object and of its members, recursively."""
    if not isinstance(raw, dict) or depth > 8:
        raise source.input_error(key, "is not a GeoJSON object")
    name = str(raw.get("type"))
    for part in ("features", "geometries"):
        if name in ("FeatureCollection", "GeometryCollection") and part in raw:
            for number, one in enumerate(source.decode_as(raw[part], list[Any])):
                yield from _shapes(one, said, f"{key}.{part}[{number}]".lstrip("."), source, depth + 1)
    if name == "Feature":
        properties = {"id": raw.get("id"), **source.decode_as(raw.get("properties") or {}, dict[str, Any])}
        if raw.get("geometry") is not None:
            yield from _shapes(raw["geometry"], properties, f"{key}.geometry".lstrip("."), source, depth + 1)
    elif name in COORDINATE_TYPES:
        yield from _drawn(name, raw.get("coordinates"), said, key, source)
    elif name in ("Point", "MultiPoint"):
        source.report.left_out.append("a point")
    elif name not in ("FeatureCollection", "GeometryCollection"):
        raise source.input_error(f"{key}.type".lstrip("."), f"{str(name)[:40]!r} is not a GeoJSON type")


def _drawn(
    name: str, raw: Any, said: Mapping[str, Any], key: str, source: ImportContext
) -> Iterator[GeoShape]:
    try:
        given = msgspec.convert(raw, type=COORDINATE_TYPES[name])
    except msgspec.ValidationError as error:
        where = f"{key}.coordinates".lstrip(".")
        message = str(error).replace(" - at `$", " at `").rstrip("`").replace("`", "")
        source.leave_out(source.unusable_error(where, message))
        return
    area = name.endswith("Polygon")
    several = given if name.startswith("Multi") else [given]
    for one in several:
        rings = one if area else [one]
        lines = tuple(tuple((place[0], place[1]) for place in ring) for ring in rings)
        if lines and lines[0]:
            yield GeoShape(lines, area, said, key.removesuffix(".geometry") or "geometry")


def _scale(shapes: list[GeoShape], source: ImportContext) -> tuple[GeoScale, float, float]:
    """Return the conversion to inches and the table size in inches, which is the extent of the drawing."""
    places = [place for shape in shapes for ring in shape.rings for place in ring]
    left, low = (min(place[k] for place in places) for k in (0, 1))
    right, high = (max(place[k] for place in places) for k in (0, 1))
    square = source.options.square
    units = (square, square)
    if (
        max(right - left, high - low) < 1
        and max(abs(left), abs(right)) <= 180
        and max(abs(low), abs(high)) < 90
    ):
        units = (
            square * METRES_PER_DEGREE * math.cos(math.radians((low + high) / 2)),
            square * METRES_PER_DEGREE,
        )
        source.report.guessed.append(f"coordinates are degrees; a metre is {square:g} in (--square)")
    else:
        source.report.guessed.append(f"a unit of the drawing is {square:g} in (--square)")
    source.report.guessed.append("the table ends where the drawing does")
    return GeoScale((left, low), units), (right - left) * units[0], (high - low) * units[1]


def _pieces(shapes: list[GeoShape], scale: GeoScale, source: ImportContext) -> Iterator[TerrainSpec]:
    """Yield the terrain for shapes from other programs. Objects that cannot be used are left out."""
    for shape in shapes:
        try:
            piece = _piece(shape, scale, source)
        except UnusableError as error:
            source.leave_out(error)
            continue
        if piece:
            yield piece


def _piece(shape: GeoShape, scale: GeoScale, source: ImportContext) -> TerrainSpec | None:
    """Return the terrain for one shape, or None if it is not terrain. Raises UnusableError if invalid."""
    said = {key.lower(): value for key, value in shape.properties.items()}
    name = one_line_name(property_text(said.get("name")))
    kind = terrain_kind(said, "building" if shape.area else "wall", name or shape.key, source)
    if not kind:
        return None
    rings = tuple(map(scale.to_inches, shape.rings))
    source.report.taken.append("an area" if shape.area else "a line")
    if not shape.area and kind in OPENING_KINDS:
        return source.opening_terrain((rings[0][0], rings[0][-1]), kind, said.get("open") is True)
    if shape.area:
        piece = source.area_terrain("building" if kind in OPENING_KINDS else kind, rings, name or shape.key)
    else:
        piece = source.wall_terrain(rings[0], kind)
        broad = stated_length_metres(said, "width") * source.options.square
        if kind == "river" and 0 < broad <= MAX_TABLE_SIDE_IN:
            piece = msgspec.structs.replace(piece, thickness=broad)
    metres = stated_height_metres(said)
    height = piece.height if math.isnan(metres) else source.clamped_height(metres * source.options.square)
    return msgspec.structs.replace(piece, name=name, height=height)


def _ours(shape: GeoShape, source: ImportContext) -> TerrainSpec:
    """Return the terrain for a shape that this program exported; its properties are those of a map file."""
    source.count_shape(sum(map(len, shape.rings)))
    said = {name: value for name, value in shape.properties.items() if value is not None}
    drawn = {"polygon": shape.rings[0], "holes": shape.rings[1:]} if shape.area else {"line": shape.rings[0]}
    return source.decode_as({**said, **drawn}, TerrainSpec)
