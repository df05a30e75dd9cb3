"""Reader for geometry.json files of the proposed Universal VTT 2 format, with curves, heights and y down."""

from __future__ import annotations

import math
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from battlesim.exchange.curves import cubic_bezier_points
from battlesim.exchange.plan import ImportContext, Line, MapPlan, UnusableError, count_phrase
from battlesim.scenarios.maps import TerrainSpec

TRAIT_KINDS: Final = {
    "water": "river",
    "obscured": "woods",
    "greater_difficult_terrain": "ruin",
    "difficult_terrain": "rubble",
}
"""The kind of terrain for each trait of a zone; the first matching trait counts."""
OPEN_STATES: Final = ("open", "broken")
MAX_CURVE_DEVIATION_SQUARES: Final = 0.005
"""Maximum deviation of the segments from a curve, in squares."""
Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
Size = Annotated[float, Meta(gt=0, le=1e5)]


class PathPoint(msgspec.Struct, frozen=True):
    """A point of a wall, portal or zone, in pixels or grid squares."""

    x: Number
    y: Number


class PathSegment(msgspec.Struct, frozen=True):
    """A segment of a path, given by its end point and, if it is a curve, its two control points."""

    type: str = "line"
    x: Number | None = None
    y: Number | None = None
    cp1: PathPoint | None = None
    cp2: PathPoint | None = None
    to: PathPoint | None = None


class HeightRange(msgspec.Struct, frozen=True):
    """The heights of the lower and upper edges of a wall or portal, in the units of the map."""

    top: Number
    bottom: Number = 0.0


class Path(msgspec.Struct, frozen=True):
    """A wall, or a portal (a door or window), as stored in a geometry.json file."""

    path: list[PathSegment] | None = None
    p1: PathPoint | None = None
    p2: PathPoint | None = None
    type: str = "standard"
    state: str = "closed"
    height: HeightRange | None = None


class MapZone(msgspec.Struct, frozen=True):
    """An area of a map, with traits such as "water" that describe its ground."""

    path: list[PathPoint]
    traits: list[str] = []


class Geometry(msgspec.Struct, frozen=True):
    """The walls, portals (doors and windows), roofs and zones of a map."""

    walls: list[Path] = []
    portals: list[Path] = []
    overhead: list[Any] = []
    zones: list[MapZone] = []


class Cell(msgspec.Struct, frozen=True):
    """The width and height, in pixels, of a square of a map's grid."""

    x: Size
    y: Size


class Topology(msgspec.Struct, frozen=True):
    """The type of a map's grid, such as "square"."""

    type: str = "square"


class Uvtt2Resolution(msgspec.Struct, frozen=True):
    """The grid of a map: its type, its origin, the pixels per square and the map units per square."""

    grid_size: Cell
    map_origin: PathPoint = PathPoint(0, 0)
    units_per_grid: Size = 5.0
    topology: Topology = Topology()


class GeometryFile(msgspec.Struct, frozen=True):
    """The fields of a geometry.json file that are imported."""

    resolution: Uvtt2Resolution
    geometry: Geometry


class Uvtt2Scale(NamedTuple):
    """The conversion from the coordinates of a geometry.json file to inches on the table.

    `unit` is the number of file units per grid square, and `corner` is the upper left corner of the map in
    file units. `size` is the size of the map in squares, and `square` is the width of a square in inches.
    """

    unit: float
    corner: tuple[float, float]
    size: tuple[float, float]
    square: float

    def to_inches(self, line: Line) -> Line:
        """Convert a line from the coordinates of a geometry.json file to inches on the table, with y up."""
        k, (left, top), rows = self.square / self.unit, self.corner, self.size[1]
        return tuple(((x - left) * k, rows * self.square - (y - top) * k) for x, y in line)


def read(raw: Any, source: ImportContext) -> MapPlan:
    """Convert a decoded geometry.json to a `MapPlan`. Raises InputError if it is invalid or unsupported."""
    file = source.decode_as(raw, GeometryFile)
    grid, shape = file.resolution, file.geometry
    if grid.topology.type != "square":
        message = f"a {grid.topology.type} grid is not read"
        raise source.input_error("resolution.topology.type", message, "only square ones are")
    zones = [tuple((spot.x, spot.y) for spot in zone.path) for zone in shape.zones]
    ends = [(end.x, end.y) for path in (*shape.walls, *shape.portals) for end in _ends(path)]
    scale = _scale(grid, [*ends, *(point for zone in zones for point in zone)], source)
    rise = source.options.square / grid.units_per_grid
    terrain: list[TerrainSpec] = []
    for name, paths in (("walls", shape.walls), ("portals", shape.portals)):
        for number, path in enumerate(paths):
            key = f"geometry.{name}[{number}]"
            try:
                line = scale.to_inches(_line(path, key, scale.unit * MAX_CURVE_DEVIATION_SQUARES, source))
                terrain += _standing(path, line, rise, key, source)
            except UnusableError as error:
                source.leave_out(error)
    terrain += _zones(shape.zones, [scale.to_inches(zone) for zone in zones], source)
    doors = count_phrase(len(shape.portals), "door or window", "doors and windows")
    source.report.taken.append(f"{count_phrase(len(shape.walls), 'wall')}, {doors}")
    if shape.overhead:
        source.report.left_out.append(count_phrase(len(shape.overhead), "roof"))
    return MapPlan(width=scale.size[0] * scale.square, height=scale.size[1] * scale.square, terrain=terrain)


def _ends(path: Path) -> list[PathPoint]:
    spots = [leg.to or _spot(leg) for leg in path.path or ()]
    return [spot for spot in (*spots, path.p1, path.p2) if spot]


def _spot(leg: PathSegment) -> PathPoint | None:
    return None if leg.x is None or leg.y is None else PathPoint(leg.x, leg.y)


def _scale(grid: Uvtt2Resolution, points: list[tuple[float, float]], source: ImportContext) -> Uvtt2Scale:
    """Return the conversion to inches; the unit (pixel or square) and the table size are guessed."""
    corner, pixels, square = (grid.map_origin.x, grid.map_origin.y), grid.grid_size.x, source.options.square
    across = max((x - corner[0] for x, _ in points), default=0.0)
    down = max((y - corner[1] for _, y in points), default=0.0)
    unit = pixels if max(across, down) > pixels else 1.0
    size = (max(1, math.ceil(across / unit - 1e-6)), max(1, math.ceil(down / unit - 1e-6)))
    word = "pixels" if unit == pixels else "squares"
    source.report.guessed += [
        f"coordinates are in {word}",
        f"the table ends where the drawing does: {size[0]} x {size[1]} squares",
        f"a square is {square:g} in wide (--square)",
    ]
    return Uvtt2Scale(unit, corner, size, square)


def _line(path: Path, key: str, stray: float, source: ImportContext) -> Line:
    """Return the points of a path in its own units, with curves replaced by segments."""
    if path.path is None:
        if path.p1 is None or path.p2 is None:
            raise source.unusable_error(f"{key}.path", "is missing")
        return ((path.p1.x, path.p1.y), (path.p2.x, path.p2.y))
    points: list[tuple[float, float]] = []
    for number, leg in enumerate(path.path):
        to = leg.to or _spot(leg)
        if to is None:
            raise source.unusable_error(f"{key}.path[{number}]", "has no end point")
        if leg.cp1 and leg.cp2 and points:
            controls = ((leg.cp1.x, leg.cp1.y), (leg.cp2.x, leg.cp2.y))
            curve = cubic_bezier_points(points[-1], *controls, (to.x, to.y), stray)
            source.count_points(len(curve))
            points += curve
        else:
            points.append((to.x, to.y))
    return tuple(points)


def _standing(path: Path, line: Line, rise: float, key: str, source: ImportContext) -> list[TerrainSpec]:
    """Return the terrain for a wall or portal; `rise` is the number of inches per unit of height."""
    if len(line) < 2:
        return []
    clear = path.type == "invisible"
    window = clear or path.type == "window"
    height = path.height
    span = source.clamped_span(height.bottom * rise, height.top * rise, key) if height else None
    if not (clear or key.startswith("geometry.portals")):
        return [source.wall_terrain(line, top=span[1], bottom=span[0]) if span else source.wall_terrain(line)]
    if clear:
        source.report.changed.append("an invisible wall became a window one sees through")
    kind, is_open = "window" if window else "door", clear or path.state in OPEN_STATES
    if span is None:
        return [source.opening_terrain(line, kind, is_open)]
    return [source.opening_with_span(line, kind, is_open, source.height_of("wall"), span)]


def _zones(zones: list[MapZone], lines: list[Line], source: ImportContext) -> list[TerrainSpec]:
    """Return terrain for the zones whose traits name a kind of terrain."""
    found = []
    for number, (zone, line) in enumerate(zip(zones, lines, strict=True)):
        kind = next((kind for trait, kind in TRAIT_KINDS.items() if trait in zone.traits), "")
        if not kind:
            source.report.left_out.append("a zone that is not terrain")
            continue
        try:
            found.append(source.area_terrain(kind, (line,), f"geometry.zones[{number}]"))
            source.report.guessed.append(f"a zone is {kind}")
        except UnusableError as error:
            source.leave_out(error)
    return found
