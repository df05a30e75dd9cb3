"""Universal VTT (.dd2vtt, .uvtt, .df2vtt): lengths in squares, y down, walls as lines, doors as portals."""

from __future__ import annotations

import math
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from battlesim.exchange.plan import Line, Picture, Plan, Source, UnusableError, many
from battlesim.scenarios.maps import TerrainSpec

KNOWN: Final = (0.2, 0.3, 1)
Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
Size = Annotated[float, Meta(gt=0, le=1e5)]


class Spot(msgspec.Struct, frozen=True):
    """A place, in squares from the origin of the larger map that this one may be cut from."""

    x: Number
    y: Number


class Extent(msgspec.Struct, frozen=True):
    """Width and height, in squares."""

    x: Size
    y: Size


class Resolution(msgspec.Struct, frozen=True):
    """What part of the larger map this is, and how many pixels of the picture a square has."""

    map_size: Extent
    map_origin: Spot = Spot(0, 0)
    pixels_per_grid: Annotated[float, Meta(gt=0, le=10_000)] | None = None


class Portal(msgspec.Struct, frozen=True):
    """A door or a window: its two ends, else its middle and the angle of its wall in radians."""

    bounds: list[Spot] = []
    position: Spot | None = None
    rotation: Number | None = None
    closed: bool = True
    freestanding: bool = False


class File(msgspec.Struct, frozen=True):
    """The parts of a file that are read."""

    resolution: Resolution
    format: Any = None
    line_of_sight: list[list[Spot]] | None = None
    objects_line_of_sight: list[list[Spot]] | None = None
    portals: list[Portal] | None = None
    lights: list[Any] | None = None
    image: str | None = None


def read(raw: Any, source: Source) -> Plan:
    """The plan of a file's plain values. Raises InputError."""
    file = source.typed(raw, File)
    square, report = source.wishes.square, source.report
    size, origin = file.resolution.map_size, file.resolution.map_origin

    def place(spot: Spot) -> tuple[float, float]:
        return ((spot.x - origin.x) * square, (size.y - spot.y + origin.y) * square)

    if file.format not in KNOWN:
        report.guessed.append(f"format {file.format!r} is not known here; it was read as {KNOWN[-1]}")
    if (origin.x, origin.y) != (0, 0):
        report.changed.append(f"the corner of the table is ({origin.x:g}, {origin.y:g}) of a larger map")
    if file.lights:
        report.left_out.append(many(len(file.lights), "light"))
    walls = [tuple(map(place, line)) for line in file.line_of_sight or ()]
    objects = [tuple(map(place, line)) for line in file.objects_line_of_sight or ()]
    terrain = [*_walls(walls, source), *_objects(objects, source)]
    terrain += _portals([(p, _ends(p, place)) for p in file.portals or ()], source)
    report.guessed.append(f"a square is {square:g} in wide (--square)")
    picture = source.picture(file.image or "", "image")
    if picture:
        _compare(picture, file.resolution, source)
    return Plan(width=size.x * square, height=size.y * square, terrain=terrain, picture=picture)


def _compare(picture: Picture, resolution: Resolution, source: Source) -> None:
    """A picture whose pixels do not fit its squares is stretched over the table."""
    pixels, size = resolution.pixels_per_grid, resolution.map_size
    wide, high = picture.facts.width, picture.facts.height
    if pixels and max(abs(wide - size.x * pixels), abs(high - size.y * pixels)) > 1:
        due = f"{size.x * pixels:g} x {size.y * pixels:g} as its squares have"
        source.report.changed.append(f"the picture of {wide} x {high} pixels, not {due}, covers the table")


def _walls(lines: list[Line], source: Source) -> list[TerrainSpec]:
    if lines:
        thickness = source.wishes.thickness
        source.report.taken.append(many(len(lines), "line of walls", "lines of walls"))
        source.report.changed.append(f"lines became walls {thickness:g} in thick (--thickness)")
    return [source.wall(line) for line in lines]


def _objects(lines: list[Line], source: Source) -> list[TerrainSpec]:
    """Outlines of objects are solid; what is not closed is a wall."""
    closed = [line[:-1] for line in lines if len(line) > 3 and line[0] == line[-1]]
    others = [line for line in lines if len(line) <= 3 or line[0] != line[-1]]
    if lines:
        source.report.taken.append(many(len(lines), "outline of objects", "outlines of objects"))
    if closed:
        source.report.guessed.append("closed outlines of objects are solid rocks")
    height = source.height("object") if lines else 0.0
    found = [source.wall(line, top=height) for line in others]
    for number, line in enumerate(closed):
        try:
            found.append(source.area("rocks", (line,), f"rocks {number + 1}", height))
        except UnusableError as error:
            source.leave_out(error)
    return found


def _ends(portal: Portal, place: Any) -> Line:
    """The two ends of a portal; of one without them, half a square to both sides of its middle."""
    if len(portal.bounds) > 1:
        return (place(portal.bounds[0]), place(portal.bounds[-1]))
    if portal.position is None or portal.rotation is None:
        return ()
    x, y = math.cos(portal.rotation) / 2, math.sin(portal.rotation) / 2
    middle = portal.position
    return (place(Spot(middle.x - x, middle.y - y)), place(Spot(middle.x + x, middle.y + y)))


def _portals(found: list[tuple[Portal, Line]], source: Source) -> list[TerrainSpec]:
    placed = [(portal, line) for portal, line in found if line]
    if len(placed) < len(found):
        lost = many(len(found) - len(placed), "portal")
        source.report.left_out.append(f"{lost} without ends and without a direction")
    if not placed:
        return []
    guessed = sum(len(portal.bounds) < 2 for portal, _ in placed)
    if guessed:
        source.report.guessed.append(f"{many(guessed, 'portal')} without ends: one square wide")
    shut = sum(portal.closed for portal, _ in placed)
    source.report.taken.append(f"{many(len(placed), 'door')}, {shut} of them shut")
    source.report.guessed.append("portals are doors, as the format does not tell them from windows")
    return [source.opening(line, "door", not portal.closed) for portal, line in placed]
