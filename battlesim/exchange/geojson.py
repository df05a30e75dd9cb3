"""GeoJSON: polygons are areas and lines walls, by words among their properties; y up, in units of one's own.

What we wrote ourselves says so with a member of its own and comes back as it was.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from battlesim.exchange.kinds import OPENINGS
from battlesim.exchange.osm import height_said, length_said, terrain_kind, text_of
from battlesim.exchange.plan import Line, OwnTable, Plan, Source, UnusableError, plain_text
from battlesim.scenarios.maps import TerrainSpec
from battlesim.table.limits import MAX_TABLE_SIDE_IN

OURS: Final = "battlesim"
METRES: Final = 111_320.0
"""In a degree of latitude."""
Number = Annotated[float, Meta(ge=-1e7, le=1e7)]
Place = Annotated[list[Number], Meta(min_length=2)]
Shapes: Final[Mapping[str, Any]] = {
    "LineString": list[Place],
    "MultiLineString": list[list[Place]],
    "Polygon": list[list[Place]],
    "MultiPolygon": list[list[list[Place]]],
}
TYPES: Final = ("FeatureCollection", "GeometryCollection", "Feature", *Shapes)


class Shape(NamedTuple):
    """A line, or an area with holes, in the file's own units; what is said of it; its object's place in the
    file."""

    rings: tuple[Line, ...]
    area: bool
    said: Mapping[str, Any]
    key: str


class Scale(NamedTuple):
    """How places become inches: the lower left corner, and inches a unit in both directions."""

    corner: tuple[float, float]
    units: tuple[float, float]

    def place(self, line: Line) -> Line:
        """A line in inches."""
        (left, low), (across, up) = self.corner, self.units
        return tuple(((x - left) * across, (y - low) * up) for x, y in line)


def read(raw: Any, source: Source) -> Plan:
    """The plan of a file's plain values. Raises InputError."""
    shapes = list(_shapes(raw, {}, "", source))
    if OURS in raw:
        table = source.typed(raw[OURS], OwnTable)
        source.report.taken.append("a map of ours with all that it says")
        terrain = [_ours(shape, source) for shape in shapes]
        return table.plan(terrain)
    if not shapes:
        raise source.fault("features", "holds no line and no area")
    scale, width, height = _scale(shapes, source)
    return Plan(width=width, height=height, terrain=list(_pieces(shapes, scale, source)))


def _shapes(raw: Any, said: Mapping[str, Any], key: str, source: Source, depth: int = 0) -> Iterator[Shape]:
    """The lines and areas of an object and of those within it."""
    if not isinstance(raw, dict) or depth > 8:
        raise source.fault(key, "is not a GeoJSON object")
    name = str(raw.get("type"))
    for part in ("features", "geometries"):
        if name in ("FeatureCollection", "GeometryCollection") and part in raw:
            for number, one in enumerate(source.typed(raw[part], list[Any])):
                yield from _shapes(one, said, f"{key}.{part}[{number}]".lstrip("."), source, depth + 1)
    if name == "Feature":
        properties = {"id": raw.get("id"), **source.typed(raw.get("properties") or {}, dict[str, Any])}
        if raw.get("geometry") is not None:
            yield from _shapes(raw["geometry"], properties, f"{key}.geometry".lstrip("."), source, depth + 1)
    elif name in Shapes:
        yield from _drawn(name, raw.get("coordinates"), said, key, source)
    elif name in ("Point", "MultiPoint"):
        source.report.left_out.append("a point")
    elif name not in ("FeatureCollection", "GeometryCollection"):
        raise source.fault(f"{key}.type".lstrip("."), f"{str(name)[:40]!r} is not a GeoJSON type")


def _drawn(name: str, raw: Any, said: Mapping[str, Any], key: str, source: Source) -> Iterator[Shape]:
    try:
        given = msgspec.convert(raw, type=Shapes[name])
    except msgspec.ValidationError as error:
        where = f"{key}.coordinates".lstrip(".")
        message = str(error).replace(" - at `$", " at `").rstrip("`").replace("`", "")
        source.leave_out(source.unusable(where, message))
        return
    area = name.endswith("Polygon")
    several = given if name.startswith("Multi") else [given]
    for one in several:
        rings = one if area else [one]
        lines = tuple(tuple((place[0], place[1]) for place in ring) for ring in rings)
        if lines and lines[0]:
            yield Shape(lines, area, said, key.removesuffix(".geometry") or "geometry")


def _scale(shapes: list[Shape], source: Source) -> tuple[Scale, float, float]:
    """How places become inches, and the table: as large as what is drawn."""
    places = [place for shape in shapes for ring in shape.rings for place in ring]
    left, low = (min(place[k] for place in places) for k in (0, 1))
    right, high = (max(place[k] for place in places) for k in (0, 1))
    square = source.wishes.square
    units = (square, square)
    if (
        max(right - left, high - low) < 1
        and max(abs(left), abs(right)) <= 180
        and max(abs(low), abs(high)) < 90
    ):
        units = (square * METRES * math.cos(math.radians((low + high) / 2)), square * METRES)
        source.report.guessed.append(f"places are degrees; a metre is {square:g} in (--square)")
    else:
        source.report.guessed.append(f"a unit of the drawing is {square:g} in (--square)")
    source.report.guessed.append("the table ends where the drawing does")
    return Scale((left, low), units), (right - left) * units[0], (high - low) * units[1]


def _pieces(shapes: list[Shape], scale: Scale, source: Source) -> Iterator[TerrainSpec]:
    """What the shapes of somebody else are. Objects that cannot be used are left out."""
    for shape in shapes:
        try:
            piece = _piece(shape, scale, source)
        except UnusableError as error:
            source.leave_out(error)
            continue
        if piece:
            yield piece


def _piece(shape: Shape, scale: Scale, source: Source) -> TerrainSpec | None:
    """What a shape of somebody else's is; None for what is no terrain. Raises UnusableError."""
    said = {key.lower(): value for key, value in shape.said.items()}
    name = plain_text(text_of(said.get("name")))
    kind = terrain_kind(said, "building" if shape.area else "wall", name or shape.key, source)
    if not kind:
        return None
    rings = tuple(map(scale.place, shape.rings))
    source.report.taken.append("an area" if shape.area else "a line")
    if not shape.area and kind in OPENINGS:
        return source.opening((rings[0][0], rings[0][-1]), kind, said.get("open") is True)
    if shape.area:
        piece = source.area("building" if kind in OPENINGS else kind, rings, name or shape.key)
    else:
        piece = source.wall(rings[0], kind)
        broad = length_said(said, "width") * source.wishes.square
        if kind == "river" and 0 < broad <= MAX_TABLE_SIDE_IN:
            piece = msgspec.structs.replace(piece, thickness=broad)
    metres = height_said(said)
    height = piece.height if math.isnan(metres) else source.level(metres * source.wishes.square)
    return msgspec.structs.replace(piece, name=name, height=height)


def _ours(shape: Shape, source: Source) -> TerrainSpec:
    """What we wrote ourselves: the properties are those of a map."""
    source.count_shape(sum(map(len, shape.rings)))
    said = {name: value for name, value in shape.said.items() if value is not None}
    drawn = {"polygon": shape.rings[0], "holes": shape.rings[1:]} if shape.area else {"line": shape.rings[0]}
    return source.typed({**said, **drawn}, TerrainSpec)
