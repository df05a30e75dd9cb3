"""Reader for Universal VTT files (.dd2vtt, .uvtt, .df2vtt), whose lengths are in squares with y down."""

from __future__ import annotations

import math
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from battlesim.exchange.plan import ImportContext, Line, MapPlan, PlanPicture, UnusableError, count_phrase
from battlesim.scenarios.maps import TerrainSpec

KNOWN_VERSIONS: Final = (0.2, 0.3, 1)
Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
Size = Annotated[float, Meta(gt=0, le=1e5)]


class GridPoint(msgspec.Struct, frozen=True):
    """A point in grid squares. If the file covers a section of a map, the origin is that of the whole map."""

    x: Number
    y: Number


class SquareExtent(msgspec.Struct, frozen=True):
    """The width and height of a map in squares."""

    x: Size
    y: Size


class UvttResolution(msgspec.Struct, frozen=True):
    """The section of a larger map that the file covers, and the number of picture pixels per grid square."""

    map_size: SquareExtent
    map_origin: GridPoint = GridPoint(0, 0)
    pixels_per_grid: Annotated[float, Meta(gt=0, le=10_000)] | None = None


class Portal(msgspec.Struct, frozen=True):
    """A door or window, given by its two ends, or by its centre and the angle of the wall in radians."""

    bounds: list[GridPoint] = []
    position: GridPoint | None = None
    rotation: Number | None = None
    closed: bool = True
    freestanding: bool = False


class UvttFile(msgspec.Struct, frozen=True):
    """The fields of a Universal VTT file that are imported."""

    resolution: UvttResolution
    format: Any = None
    line_of_sight: list[list[GridPoint]] | None = None
    objects_line_of_sight: list[list[GridPoint]] | None = None
    portals: list[Portal] | None = None
    lights: list[Any] | None = None
    image: str | None = None


def read(raw: Any, source: ImportContext) -> MapPlan:
    """Convert a decoded Universal VTT file to a `MapPlan`. Raises InputError if a value is invalid."""
    file = source.decode_as(raw, UvttFile)
    square, report = source.options.square, source.report
    size, origin = file.resolution.map_size, file.resolution.map_origin

    def place(spot: GridPoint) -> tuple[float, float]:
        return ((spot.x - origin.x) * square, (size.y - spot.y + origin.y) * square)

    if file.format not in KNOWN_VERSIONS:
        report.guessed.append(
            f"format {file.format!r} is not known here; it was read as {KNOWN_VERSIONS[-1]}"
        )
    if (origin.x, origin.y) != (0, 0):
        report.changed.append(f"the corner of the table is ({origin.x:g}, {origin.y:g}) of a larger map")
    if file.lights:
        report.left_out.append(count_phrase(len(file.lights), "light"))
    walls = [tuple(map(place, line)) for line in file.line_of_sight or ()]
    objects = [tuple(map(place, line)) for line in file.objects_line_of_sight or ()]
    terrain = [*_walls(walls, source), *_objects(objects, source)]
    terrain += _portals([(p, _ends(p, place)) for p in file.portals or ()], source)
    report.guessed.append(f"a square is {square:g} in wide (--square)")
    picture = source.decode_picture(file.image or "", "image")
    if picture:
        _compare(picture, file.resolution, source)
    return MapPlan(width=size.x * square, height=size.y * square, terrain=terrain, picture=picture)


def _compare(picture: PlanPicture, resolution: UvttResolution, source: ImportContext) -> None:
    """Report a picture whose size does not match the grid; it will be stretched over the table."""
    pixels, size = resolution.pixels_per_grid, resolution.map_size
    wide, high = picture.facts.width, picture.facts.height
    if pixels and max(abs(wide - size.x * pixels), abs(high - size.y * pixels)) > 1:
        due = f"{size.x * pixels:g} x {size.y * pixels:g} as its squares have"
        source.report.changed.append(f"the picture of {wide} x {high} pixels, not {due}, covers the table")


def _walls(lines: list[Line], source: ImportContext) -> list[TerrainSpec]:
    if lines:
        thickness = source.options.thickness
        source.report.taken.append(count_phrase(len(lines), "line of walls", "lines of walls"))
        source.report.changed.append(f"lines became walls {thickness:g} in thick (--thickness)")
    return [source.wall_terrain(line) for line in lines]


def _objects(lines: list[Line], source: ImportContext) -> list[TerrainSpec]:
    """Return terrain for the outlines of objects: rocks if the outline is closed, else walls."""
    closed = [line[:-1] for line in lines if len(line) > 3 and line[0] == line[-1]]
    others = [line for line in lines if len(line) <= 3 or line[0] != line[-1]]
    if lines:
        source.report.taken.append(count_phrase(len(lines), "outline of objects", "outlines of objects"))
    if closed:
        source.report.guessed.append("closed outlines of objects are solid rocks")
    height = source.height_of("object") if lines else 0.0
    found = [source.wall_terrain(line, top=height) for line in others]
    for number, line in enumerate(closed):
        try:
            found.append(source.area_terrain("rocks", (line,), f"rocks {number + 1}", height))
        except UnusableError as error:
            source.leave_out(error)
    return found


def _ends(portal: Portal, place: Any) -> Line:
    """Return the ends of a portal; without ends, they lie half a square either side of its centre."""
    if len(portal.bounds) > 1:
        return (place(portal.bounds[0]), place(portal.bounds[-1]))
    if portal.position is None or portal.rotation is None:
        return ()
    x, y = math.cos(portal.rotation) / 2, math.sin(portal.rotation) / 2
    middle = portal.position
    return (place(GridPoint(middle.x - x, middle.y - y)), place(GridPoint(middle.x + x, middle.y + y)))


def _portals(found: list[tuple[Portal, Line]], source: ImportContext) -> list[TerrainSpec]:
    placed = [(portal, line) for portal, line in found if line]
    if len(placed) < len(found):
        lost = count_phrase(len(found) - len(placed), "portal")
        source.report.left_out.append(f"{lost} without ends and without a direction")
    if not placed:
        return []
    guessed = sum(len(portal.bounds) < 2 for portal, _ in placed)
    if guessed:
        source.report.guessed.append(f"{count_phrase(guessed, 'portal')} without ends: one square wide")
    shut = sum(portal.closed for portal, _ in placed)
    source.report.taken.append(f"{count_phrase(len(placed), 'door')}, {shut} of them shut")
    source.report.guessed.append("portals are doors, as the format does not tell them from windows")
    return [source.opening_terrain(line, "door", not portal.closed) for portal, line in placed]
