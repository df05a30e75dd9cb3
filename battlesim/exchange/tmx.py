"""Reader for orthogonal Tiled maps (.tmx). An object's class, name or layer gives its kind of terrain."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

import msgspec

from battlesim.exchange.kind_words import NOT_TERRAIN, OPENING_KINDS, kind_from_words, kind_or_default
from battlesim.exchange.plan import (
    MAX_POINTS_READ,
    MAX_SHAPES,
    ImportContext,
    Line,
    MapPlan,
    UnusableError,
    count_phrase,
    number_or_nan,
    one_line_name,
)
from battlesim.exchange.tmx_tiles import MAX_SQUARES, MAX_TILES, tile_number, tile_numbers, tile_words
from battlesim.geometry.cell_outlines import (
    Cells,
    cells_by_kind,
    count_areas,
    outlines_of_runs,
    runs_of_cells,
)
from battlesim.geometry.shapes import regular_polygon
from battlesim.scenarios.maps import TerrainSpec
from battlesim.table.limits import MAX_SHAPE_POINTS, MAX_TERRAIN_PIECES

TILE_PROPERTY_KINDS: Final = {"collides": "wall", "collision": "wall", "solid": "wall", "blocking": "wall"}
MAX_POINT_LIST_CHARS: Final = 1_000_000
"""Maximum number of characters in a list of points."""
MAX_TILE_RUNS: Final = 10_000
"""Maximum number of rows of adjacent tiles of one kind in a layer; building areas takes time for each row."""
MAX_COORDINATE_PX: Final = 1e6
"""Maximum absolute value of a coordinate, in pixels."""


class TileGrid(NamedTuple):
    """The grid of a Tiled map: its size in squares, the pixels per tile, and the inches per pixel."""

    squares: tuple[int, int]
    tile: tuple[float, float]
    scale: float

    @property
    def height(self) -> float:
        """The height of the map on the table, in inches."""
        return self.squares[1] * self.tile[1] * self.scale

    def to_inches(self, line: Line) -> Line:
        """Convert a line in a Tiled map from pixels (y down from the upper left) to inches on the table."""
        return tuple((x * self.scale, self.height - y * self.scale) for x, y in line)


class TmxLayer(NamedTuple):
    """A layer of a Tiled map, with its offset in pixels and the words that name its objects' kind of terrain.

    The words are the names of the layer and of the groups that contain it.
    """

    element: Element
    words: tuple[str, ...]
    shift: tuple[float, float]


def read(root: Element, source: ImportContext) -> MapPlan:
    """Convert the root of a Tiled map to a `MapPlan`. Raises InputError if the map cannot be used."""
    turned = root.get("orientation", "orthogonal")
    if turned != "orthogonal":
        raise source.input_error(
            "orientation", f"maps that are {one_line_name(turned)} are not read", "orthogonal ones are"
        )
    if root.get("infinite", "0") not in ("0", "false"):
        raise source.input_error(
            "infinite", "an infinite map is not supported", "turn Infinite off in the map's properties"
        )
    grid = _grid(root, source)
    _check_amount(root, grid, source)
    kinds = {
        number: kind_from_words(words) for number, words in tile_words(root, TILE_PROPERTY_KINDS).items()
    }
    if any(tileset.get("source") for tileset in root.findall("tileset")):
        source.report.left_out.append("the properties of external tilesets, as no other file is read")
    found: list[TerrainSpec] = []
    for layer in _layers(root, (), (0.0, 0.0), source):
        match layer.element.tag:
            case "layer":
                found += _tiles(layer, grid, kinds, source)
            case "objectgroup":
                found += _objects(layer, grid, kinds, source)
            case _:
                source.report.left_out.append("the picture of an image layer, as no other file is read")
    source.report.guessed.append(f"a square is {source.options.square:g} in wide (--square)")
    return MapPlan(width=grid.squares[0] * grid.tile[0] * grid.scale, height=grid.height, terrain=found)


def _check_amount(root: Element, grid: TileGrid, source: ImportContext) -> None:
    """Raise InputError if the map holds too many tiles or objects, before any of them is read."""
    layers = sum(1 for _ in root.iter("layer"))
    if layers * grid.squares[0] * grid.squares[1] > MAX_TILES:
        message = f"has {layers} layers of {grid.squares[0]} x {grid.squares[1]} squares"
        raise source.input_error("", message, f"at most {MAX_TILES} squares in all are allowed")
    objects = sum(1 for _ in root.iter("object"))
    if objects > MAX_SHAPES:
        raise source.input_error("", f"holds {objects} objects", f"at most {MAX_SHAPES} are allowed")


def _grid(root: Element, source: ImportContext) -> TileGrid:
    wide, high = (_number(root, name, source) for name in ("width", "height"))
    across, down = (_number(root, name, source) for name in ("tilewidth", "tileheight"))
    for name, value in (("width", wide), ("height", high), ("tilewidth", across), ("tileheight", down)):
        if value < 1:
            raise source.input_error(name, f"{value:g} is not above 0")
    if wide * high > MAX_SQUARES:
        raise source.input_error("width", f"{wide:g} x {high:g} squares are more than {MAX_SQUARES}")
    grid = TileGrid((int(wide), int(high)), (across, down), source.options.square / across)
    source.check_size(grid.squares[0] * source.options.square, grid.height)
    return grid


def _number(element: Element, name: str, source: ImportContext, otherwise: float = 0.0) -> float:
    """Return a numeric attribute. Raises UnusableError if it is not a number or too large."""
    text = element.get(name)
    value = otherwise if text is None else number_or_nan(text)
    if not abs(value) <= MAX_COORDINATE_PX:
        key = f"{element.get('name') or element.get('id') or element.tag}.{name}"
        message = (
            f"{(text or '')[:20]!r} is not a number between -{MAX_COORDINATE_PX:g} and {MAX_COORDINATE_PX:g}"
        )
        raise source.unusable_error(key, message)
    return value


def _layers(
    parent: Element, words: tuple[str, ...], shift: tuple[float, float], source: ImportContext
) -> Iterator[TmxLayer]:
    """Yield the layers of a map or group, including those of nested groups."""
    for element in parent:
        if element.tag not in ("layer", "objectgroup", "imagelayer", "group"):
            continue
        x, y = (_number(element, name, source) for name in ("offsetx", "offsety"))
        said = (*_properties(element, "kind"), element.get("class") or "", element.get("name") or "", *words)
        moved = (shift[0] + x, shift[1] + y)
        if element.tag == "group":
            yield from _layers(element, said, moved, source)
        else:
            yield TmxLayer(element, said, moved)


def _properties(element: Element, name: str) -> list[str]:
    """Return the values of the custom property with the given name."""
    return [
        one.get("value") or one.text or ""
        for one in element.findall("properties/property")
        if (one.get("name") or "").lower() == name
    ]


def _cells(
    layer: TmxLayer, grid: TileGrid, kinds: dict[int, str], name: str, source: ImportContext
) -> dict[str, Cells]:
    """Return the squares of each kind of terrain; the layer's name takes precedence over the tiles."""
    numbers = tile_numbers(layer.element, name, grid.squares, source)
    of_layer = kind_from_words(layer.words).replace(NOT_TERRAIN, "")
    named = {number: of_layer or kinds.get(number, "") for number in set(numbers) - {0}}
    wanted = {number: kind for number, kind in named.items() if kind not in ("", NOT_TERRAIN, *OPENING_KINDS)}
    return cells_by_kind(numbers, wanted, grid.squares)


def _tiles(
    layer: TmxLayer, grid: TileGrid, kinds: dict[int, str], source: ImportContext
) -> list[TerrainSpec]:
    """Return the terrain of a tile layer, its kind taken from the layer's name or else from each tile."""
    name = one_line_name(layer.element.get("name") or "") or "a layer"
    cells = _cells(layer, grid, kinds, name, source)
    if not cells:
        source.report.left_out.append(f"the tiles of {name!r}, which name no terrain")
    found: list[TerrainSpec] = []
    (x, y), (across, down), scale = layer.shift, grid.tile, grid.scale
    for kind, squares in cells.items():
        source.report.taken.append(
            f"{count_phrase(len(squares), 'tile')} of {name!r} as {kind.replace('_', ' ')}"
        )
        runs = runs_of_cells(squares)
        if len(runs) > MAX_TILE_RUNS or count_areas(runs) > MAX_TERRAIN_PIECES:
            message = f"the tiles of {kind.replace('_', ' ')} are too scattered"
            raise source.input_error(
                name, message, f"at most {MAX_TERRAIN_PIECES} areas of {MAX_TILE_RUNS} rows are allowed"
            )
        source.count_points(MAX_POINTS_READ // MAX_TILE_RUNS * len(runs))
        for rings in outlines_of_runs(runs, MAX_SHAPE_POINTS):
            placed = [[((i * across + x) * scale, (j * down - y) * scale) for i, j in ring] for ring in rings]
            area = source.area_terrain(kind, tuple(map(tuple, placed)), name)
            found.append(_high(area, layer.element, source))
    return found


def _objects(
    layer: TmxLayer, grid: TileGrid, kinds: dict[int, str], source: ImportContext
) -> list[TerrainSpec]:
    """Return the terrain of an object layer; names, tile or layer tell the kind of each object."""
    found: list[TerrainSpec] = []
    for element in layer.element.findall("object"):
        if element.get("template") or any(element.find(tag) is not None for tag in ("point", "text")):
            source.report.left_out.append("an object that is a point, a text or a template")
            continue
        own = (element.get(name) or "" for name in ("class", "type", "name"))
        of_tile = kinds.get(tile_number(element.get("gid")), "")
        words = (*_properties(element, "kind"), *own, of_tile, *layer.words)
        try:
            piece = _object(element, words, layer.shift, grid, source)
            if piece:
                name = one_line_name(element.get("name") or "")
                found.append(_high(msgspec.structs.replace(piece, name=name), element, source))
                source.report.taken.append("an object")
        except UnusableError as error:
            source.leave_out(error)
    return found


def _object(
    element: Element, words: Sequence[str], shift: tuple[float, float], grid: TileGrid, source: ImportContext
) -> TerrainSpec | None:
    x, y = (_number(element, name, source) for name in ("x", "y"))
    wide, high = (_number(element, name, source) for name in ("width", "height"))
    if min(wide, high) < 0:
        raise source.unusable_error(_called(element), f"cannot be {wide:g} x {high:g} pixels")
    opened = _properties(element, "open") == ["true"]
    turn = math.radians(_number(element, "rotation", source) % 360)

    def placed(points: Sequence[tuple[float, float]]) -> Line:
        c, s = math.cos(turn), math.sin(turn)
        left, top = x + shift[0], y + shift[1]
        return grid.to_inches(tuple((left + px * c - py * s, top + px * s + py * c) for px, py in points))

    for tag in ("polyline", "polygon"):
        shape = element.find(tag)
        if shape is not None:
            line = placed(_points(shape, element, source))
            return (_line if tag == "polyline" else _area)(line, words, opened, element, source)
    if wide == 0 or high == 0:
        source.report.left_out.append("an object without a size")
        return None
    if element.find("ellipse") is not None or element.find("capsule") is not None:
        return _area(placed(_round(element, wide, high)), words, opened, element, source)
    top = -high if element.get("gid") else 0.0
    if kind_from_words(words) not in OPENING_KINDS:
        corners = [(0, top), (wide, top), (wide, top + high), (0, top + high)]
        return _area(placed(corners), words, opened, element, source)
    if wide >= high:
        along = [(0.0, top + high / 2), (wide, top + high / 2)]
    else:
        along = [(wide / 2, top), (wide / 2, top + high)]
    return _line(placed(along), words, opened, element, source)


def _round(element: Element, wide: float, high: float) -> list[tuple[float, float]]:
    """Return the outline of an ellipse or of a capsule, a rectangle whose shorter sides are semicircles."""
    if element.find("ellipse") is not None:
        return [(wide / 2 * (1 + px), high / 2 * (1 + py)) for px, py in regular_polygon(0, 0, 1, 48)]
    circle = regular_polygon(0, 0, 1, 48, 360 / 96)
    radius = min(wide, high) / 2
    x, y = wide / 2 - radius, high / 2 - radius
    return [
        (wide / 2 + math.copysign(x, px) + radius * px, high / 2 + math.copysign(y, py) + radius * py)
        for px, py in circle
    ]


def _called(element: Element) -> str:
    return one_line_name(element.get("name") or "") or f"object {element.get('id') or ''}".strip()


def _points(shape: Element, element: Element, source: ImportContext) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    text = shape.get("points") or ""
    if len(text) > MAX_POINT_LIST_CHARS:
        raise source.input_error(
            f"{_called(element)}.points", f"is longer than {MAX_POINT_LIST_CHARS} letters"
        )
    pairs = text.split()
    source.count_points(len(pairs))
    for pair in pairs:
        try:
            x, y = map(float, pair.split(","))
        except ValueError:
            x = y = math.nan
        if not max(abs(x), abs(y)) <= MAX_COORDINATE_PX:
            raise source.unusable_error(f"{_called(element)}.points", f"{pair[:30]!r} is not a point")
        found.append((x, y))
    return found


def _line(
    line: Line, words: Sequence[str], open: bool, element: Element, source: ImportContext
) -> TerrainSpec | None:
    kind = kind_or_default(words, "wall", _called(element), source) if len(line) > 1 else ""
    if not kind:
        return None
    if kind in OPENING_KINDS:
        return source.opening_terrain((line[0], line[-1]), kind, open)
    return source.wall_terrain(line, kind)


def _area(
    line: Line, words: Sequence[str], open: bool, element: Element, source: ImportContext
) -> TerrainSpec | None:
    name = _called(element)
    kind = kind_or_default(words, "building", name, source)
    return source.area_terrain("building" if kind in OPENING_KINDS else kind, (line,), name) if kind else None


def _high(piece: TerrainSpec, element: Element, source: ImportContext) -> TerrainSpec:
    """Return the piece with the height from its property. Raises UnusableError if it is not a number."""
    said = _properties(element, "height")
    if not said:
        return piece
    height = number_or_nan(said[0])
    if math.isnan(height):
        raise source.unusable_error(f"{_called(element)}.height", f"{said[0][:20]!r} is not a number")
    return msgspec.structs.replace(piece, height=source.clamped_height(height))
