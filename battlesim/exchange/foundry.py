"""Scenes of Foundry VTT, old and new: walls between two points in pixels of a padded canvas, y down."""

from __future__ import annotations

import math
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from battlesim.exchange.lines import Line, joined, rounded, unlike
from battlesim.exchange.plan import Plan, Source, many, plain_text
from battlesim.scenarios.maps import TerrainSpec

CLEAR: Final = (0,)
LIMITED: Final = (2, 10)
NEAR: Final = (30, 40)
"""Values of what a wall lets through: all, what is just behind it, what is near or far. Others block."""
HEXAGONS: Final = (2, 3, 4, 5)
Number = Annotated[float, Meta(ge=-1e7, le=1e7)]
Size = Annotated[float, Meta(gt=0, le=1e7)]


class Grid(msgspec.Struct, frozen=True):
    """How many pixels a square has, and how many units it stands for."""

    size: Size = 100.0
    type: int = 1
    distance: Size | None = None


class Heights(msgspec.Struct, frozen=True):
    """What the module Wall Height adds, in the scene's units; null or nothing for no end."""

    top: Number | None = None
    bottom: Number | None = None


class Flags(msgspec.Struct, frozen=True, rename={"heights": "wall-height"}):
    """What modules add."""

    heights: Heights | None = None


class Wall(msgspec.Struct, frozen=True):
    """A wall: `sense` is the old word for `sight`."""

    c: tuple[Number, Number, Number, Number]
    move: int = 20
    sense: int | None = None
    sight: int | None = None
    door: int = 0
    ds: int = 0
    dir: int | None = 0
    flags: Flags | None = None

    @property
    def seen(self) -> int:
        """What it lets through of sight."""
        return self.sight if self.sight is not None else 20 if self.sense is None else self.sense


class Background(msgspec.Struct, frozen=True):
    """The picture's place."""

    src: str | None = None


class Scene(msgspec.Struct, frozen=True):
    """The parts of a scene that are read."""

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


def read(raw: Any, source: Source) -> Plan:
    """The plan of a file's plain values. Raises InputError."""
    scene = source.typed(raw, Scene)
    grid = scene.grid if isinstance(scene.grid, Grid) else Grid(scene.grid)
    if not 0 < grid.size <= 1e7:
        raise source.fault("grid", f"a square of {grid.size:g} pixels cannot be")
    scale = source.wishes.square / grid.size
    padding = 0.25 if scene.padding is None else scene.padding
    left = math.ceil(padding * scene.width / grid.size) * grid.size - (scene.shiftX or 0)
    top = math.ceil(padding * scene.height / grid.size) * grid.size - (scene.shiftY or 0)

    def place(wall: Wall) -> Line:
        ax, ay, bx, by = wall.c
        ends = ((ax - left, ay - top), (bx - left, by - top))
        return rounded((x * scale, (scene.height - y) * scale) for x, y in ends)

    rise = source.wishes.square / (grid.distance or scene.gridDistance or 5.0)
    terrain = _standing([(wall, place(wall)) for wall in scene.walls], rise, source)
    _tell(scene, grid, source)
    return Plan(
        width=scene.width * scale, height=scene.height * scale, terrain=terrain, title=plain_text(scene.name)
    )


def _standing(walls: list[tuple[Wall, Line]], rise: float, source: Source) -> list[TerrainSpec]:
    """What walls become; `rise` is how many inches a unit of height is."""
    found: list[TerrainSpec] = []
    limited: list[Line] = []
    for wall, line in walls:
        if len(line) < 2 or (wall.seen in CLEAR and wall.move in CLEAR and not wall.door):
            source.report.left_out.append("a wall that stops neither moves nor sight, or has no length")
        elif wall.seen in LIMITED and not wall.door:
            limited.append(line)
        else:
            found.append(_one(wall, line, rise, source))
    return [*found, *_limited(limited, source)]


def _one(wall: Wall, line: Line, rise: float, source: Source) -> TerrainSpec:
    """A wall, a door, or a window where one sees through and does not walk through."""
    heights = wall.flags.heights if wall.flags else None
    span = None
    if heights and heights.top is not None:
        span = source.levels((heights.bottom or 0) * rise, heights.top * rise)
    through = wall.seen in (*CLEAR, *NEAR)
    if wall.dir:
        source.report.changed.append("a wall that stops one way stops both")
    if not wall.door and not through:
        if wall.move in CLEAR:
            source.report.changed.append("a wall one could walk through stops moves too")
        return source.wall(line, top=span[1], bottom=span[0]) if span else source.wall(line)
    kind, is_open = ("door", wall.ds == 1) if wall.door else ("window", True)
    source.report.taken.append("a door" if wall.door else "a window")
    if span:
        return source.gap(line, kind, is_open, source.height("wall"), span)
    return source.opening(line, kind, is_open)


def _limited(lines: list[Line], source: Source) -> list[TerrainSpec]:
    """Walls that show what is just behind them: solid rocks where closed, else walls, as high as objects."""
    if not lines:
        return []
    source.report.guessed.append("walls of limited sight are rocks where they are closed")
    top, chains = source.height("object"), joined(unlike(lines))
    rocks = [chain[:-1] for chain in chains if len(chain) > 3 and chain[0] == chain[-1]]
    others = [chain for chain in chains if len(chain) <= 3 or chain[0] != chain[-1]]
    areas = [TerrainSpec(kind="rocks", polygon=chain, height=top) for chain in rocks]
    return [*areas, *(source.wall(chain, top=top) for chain in others)]


def _tell(scene: Scene, grid: Grid, source: Source) -> None:
    report = source.report
    report.taken.append(many(len(scene.walls), "wall"))
    report.guessed.append(f"a square is {source.wishes.square:g} in wide (--square)")
    if (grid.type if scene.gridType is None else scene.gridType) in HEXAGONS:
        report.changed.append("the grid of hexagons counts as one of squares as wide")
    if scene.img or (scene.background and scene.background.src):
        report.left_out.append("the picture, which is a file of its own: no other file is read")
    for name in ("lights", "tokens", "drawings", "tiles"):
        if some := getattr(scene, name):
            report.left_out.append(many(len(some), name.removesuffix("s")))
