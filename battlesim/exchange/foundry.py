"""Reader for Foundry VTT maps ("scenes"), old and new, in pixels on a padded canvas with y down."""

from __future__ import annotations

import math
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from battlesim.exchange.lines import Line, joined, rounded, without_duplicates
from battlesim.exchange.plan import (
    ImportContext,
    MapPlan,
    UnusableError,
    count_phrase,
    number_or_nan,
    one_line_name,
)
from battlesim.scenarios.maps import TerrainSpec

UNRESTRICTED_VALUES: Final = (0,)
LIMITED_VALUES: Final = (2, 10)
PROXIMITY_VALUES: Final = (30, 40)
"""Foundry values for walls that block nothing, block partly, or block depending on the distance."""
OPEN_DOOR_STATE: Final = 1
"""The state of an open door; all other states are closed or locked."""
HEX_GRID_TYPES: Final = (2, 3, 4, 5)
Number = Annotated[float, Meta(ge=-1e7, le=1e7)]
Size = Annotated[float, Meta(gt=0, le=1e7)]


class Grid(msgspec.Struct, frozen=True):
    """The grid of a Foundry scene: its type, the pixels per square, and the scene units per square."""

    size: Size = 100.0
    type: int = 1
    distance: Size | None = None


class Flags(msgspec.Struct, frozen=True, rename={"heights": "wall-height", "older": "wallHeight"}):
    """The heights of a wall, in scene units, as stored by the Wall Height module for Foundry."""

    heights: Any = None
    older: Any = None

    @property
    def span(self) -> tuple[float, float]:
        """The heights of the wall's lower and upper edges in scene units, each NaN if it is missing."""
        new = self.heights if isinstance(self.heights, dict) else {}
        old = self.older if isinstance(self.older, dict) else {}
        bottom, top = (
            number_or_nan(new.get(key.lower(), old.get(f"wallHeight{key}"))) for key in ("Bottom", "Top")
        )
        return bottom, top


class Wall(msgspec.Struct, frozen=True):
    """A wall of a Foundry scene. In older scenes, the field `sight` has the name `sense`."""

    c: tuple[Number, Number, Number, Number]
    move: int = 20
    sense: int | None = None
    sight: int | None = None
    door: int = 0
    ds: int = 0
    dir: int | None = 0
    flags: Flags | None = None

    @property
    def sight_value(self) -> int:
        """The Foundry code for how the wall blocks sight. By default it is 20, which means fully."""
        return self.sight if self.sight is not None else 20 if self.sense is None else self.sense


class Background(msgspec.Struct, frozen=True):
    """The background picture of a Foundry scene and, in newer scenes, the offset of the canvas."""

    src: str | None = None
    offsetX: Number | None = 0  # noqa: N815
    offsetY: Number | None = 0  # noqa: N815


class FoundryScene(msgspec.Struct, frozen=True):
    """The fields of a Foundry scene that are imported or counted in the report."""

    width: Size
    height: Size
    walls: list[Wall]
    grid: float | Grid = 100.0
    padding: Annotated[float, Meta(ge=0, le=10)] | None = 0.25
    name: str = ""
    img: str | None = None
    background: Background | None = None
    gridDistance: Size | None = None  # noqa: N815
    gridType: int | None = None  # noqa: N815
    shiftX: Number | None = 0  # noqa: N815
    shiftY: Number | None = 0  # noqa: N815
    lights: list[Any] | None = None
    tokens: list[Any] | None = None
    drawings: list[Any] | None = None
    tiles: list[Any] | None = None


def read(raw: Any, source: ImportContext) -> MapPlan:
    """Convert a decoded Foundry scene to a `MapPlan`. Raises InputError if a value is invalid."""
    scene = source.decode_as(raw, FoundryScene)
    grid = scene.grid if isinstance(scene.grid, Grid) else Grid(scene.grid)
    if not 1 <= grid.size <= 1e7:
        raise source.input_error("grid", f"a square of {grid.size:g} pixels is impossible")
    scale = source.options.square / grid.size
    padding = 0.25 if scene.padding is None else scene.padding
    moved = scene.background or Background()
    across, down = (scene.shiftX or moved.offsetX or 0), (scene.shiftY or moved.offsetY or 0)
    left = math.ceil(padding * scene.width / grid.size) * grid.size - across
    top = math.ceil(padding * scene.height / grid.size) * grid.size - down

    def place(wall: Wall) -> Line:
        ax, ay, bx, by = wall.c
        ends = ((ax - left, ay - top), (bx - left, by - top))
        return rounded((x * scale, (scene.height - y) * scale) for x, y in ends)

    rise = source.options.square / (grid.distance or scene.gridDistance or 5.0)
    terrain = _standing([(wall, place(wall)) for wall in scene.walls], rise, source)
    _tell(scene, grid, source)
    return MapPlan(
        width=scene.width * scale,
        height=scene.height * scale,
        terrain=terrain,
        title=one_line_name(scene.name),
        cut_walls=False,
    )


def _standing(walls: list[tuple[Wall, Line]], rise: float, source: ImportContext) -> list[TerrainSpec]:
    """Return the terrain built from the given walls; `rise` is the number of inches per unit of height."""
    found: list[TerrainSpec] = []
    limited: list[Line] = []
    for number, (wall, line) in enumerate(walls):
        if len(line) < 2 or (
            wall.sight_value in UNRESTRICTED_VALUES and wall.move in UNRESTRICTED_VALUES and not wall.door
        ):
            source.report.left_out.append("a wall that stops neither moves nor sight, or has no length")
        elif wall.sight_value in LIMITED_VALUES and not wall.door:
            limited.append(line)
        else:
            try:
                found.append(_one(wall, line, _span(wall, rise, f"walls[{number}]", source), source))
            except UnusableError as error:
                source.leave_out(error)
    return [*found, *_limited(limited, source)]


def _span(wall: Wall, rise: float, key: str, source: ImportContext) -> tuple[float, float] | None:
    """Return the lower and upper edge of a wall in inches, or None if it has the default height.

    If only the lower edge is given, the wall has the default height. Raises UnusableError if it is invalid.
    """
    bottom, top = wall.flags.span if wall.flags else (math.nan, math.nan)
    low = 0.0 if math.isnan(bottom) else bottom * rise
    if not math.isnan(top):
        return source.clamped_span(low, top * rise, key)
    if low <= 0:
        return None
    source.report.guessed.append("a wall without an upper edge is as high as others above its lower edge")
    return source.clamped_span(low, low + source.height_of("wall"), key)


def _one(wall: Wall, line: Line, span: tuple[float, float] | None, source: ImportContext) -> TerrainSpec:
    """Return a wall as terrain: a wall, a door, or a full-height window where only sight passes."""
    through = wall.sight_value in (*UNRESTRICTED_VALUES, *PROXIMITY_VALUES)
    if wall.dir:
        source.report.changed.append("a wall that stops one way stops both")
    if not wall.door and not through:
        if wall.move in UNRESTRICTED_VALUES:
            source.report.changed.append("a wall that lets moves through now blocks them")
        return source.wall_terrain(line, top=span[1], bottom=span[0]) if span else source.wall_terrain(line)
    if through and not (wall.door and wall.ds == OPEN_DOOR_STATE):
        source.report.taken.append("a wall that can be seen through becomes a window from top to bottom")
        span = span or (0.0, source.height_of("wall"))
        return source.opening_with_span(line, "window", True, span[1], span, span[0])
    source.report.taken.append("a door")
    if span:
        return source.opening_with_span(line, "door", wall.ds == OPEN_DOOR_STATE, span[1], span, span[0])
    return source.opening_terrain(line, "door", wall.ds == OPEN_DOOR_STATE)


def _limited(lines: list[Line], source: ImportContext) -> list[TerrainSpec]:
    """Return terrain for walls of limited sight: rocks where they form a closed outline, else walls."""
    if not lines:
        return []
    source.report.guessed.append("walls of limited sight are rocks where they are closed")
    top, chains = source.height_of("object"), joined(without_duplicates(lines))
    rocks = [chain[:-1] for chain in chains if len(chain) > 3 and chain[0] == chain[-1]]
    others = [chain for chain in chains if len(chain) <= 3 or chain[0] != chain[-1]]
    found = [source.wall_terrain(chain, top=top) for chain in others]
    for number, chain in enumerate(rocks):
        try:
            found.append(source.area_terrain("rocks", (chain,), f"rocks {number + 1}", top))
        except UnusableError as error:
            source.leave_out(error)
    return found


def _tell(scene: FoundryScene, grid: Grid, source: ImportContext) -> None:
    report = source.report
    report.taken.append(count_phrase(len(scene.walls), "wall"))
    report.guessed.append(f"a square is {source.options.square:g} in wide (--square)")
    if (grid.type if scene.gridType is None else scene.gridType) in HEX_GRID_TYPES:
        report.changed.append("the grid of hexagons counts as one of squares as wide")
    if scene.img or (scene.background and scene.background.src):
        report.left_out.append("the picture, which is a file of its own: no other file is read")
    for name in ("lights", "tokens", "drawings", "tiles"):
        if some := getattr(scene, name):
            report.left_out.append(count_phrase(len(some), name.removesuffix("s")))
