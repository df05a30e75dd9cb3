"""The items of a drawing as plain data, in inches on the table or in pixels on a panel.

Items drawn at a point start with the fields `layer, x, y`. The other fields define the look, and sprites are
cached by them. Widths, sizes and offsets (`dx`, `dy`, y down) are in pixels at interface scale 1; shapes,
radii and positions are in table inches or panel pixels. A shape is a set of polygons, each with an outer ring
and holes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Literal, NamedTuple

from battlesim.geometry.outlines import Shape as Outline
from battlesim.geometry.shapes import Point
from battlesim.render.text_layout import shown_text
from battlesim.table.phrases import AnyText

PolygonRings = tuple[tuple[Point, ...], ...]
PlainShape = tuple[PolygonRings, ...]


class Layer(IntEnum):
    """The layers of a drawing, from bottom to top."""

    GROUND = 1
    ZONE = 2
    SIGHT = 3
    REACH = 4
    TEMPLATE = 5
    BLOCKER = 6
    PATH = 7
    SHADOW = 8
    TOKEN = 9
    MARKER = 10
    RULER = 11
    PLATE = 12
    CARD = 13
    PANEL = 14
    DIALOG = 15


Texture = Literal["", "smoke", "fire"]
"""The fill of a region: smoke, fire, or "" for a plain colour."""


class Patch(NamedTuple):
    """A region drawn with a translucent fill and a crisp edge. It may also have a halo and hatching.

    `soft` is the blur of the fill, and `bed` is the opacity of the dark line below the edge. If `texture` is
    given, the region is drawn with this texture instead.
    """

    layer: Layer
    shape: PlainShape
    colour: str
    alpha: float = 0.1
    width: float = 1.8
    edge: float = 0.95
    halo: float = 0.0
    hatch: float = 0.0
    soft: float = 0.0
    bed: float = 0.0
    texture: Texture = ""


class Stroke(NamedTuple):
    """A solid or dashed line with a dark band below it."""

    layer: Layer
    points: tuple[Point, ...]
    colour: str
    width: float = 2.0
    alpha: float = 1.0
    dash: tuple[float, float] = (0.0, 0.0)
    bed: float = 0.0
    bed_alpha: float = 0.4


class CircleOutline(NamedTuple):
    """The outline of a circle. The drawn radius is `radius`, in inches on the table, plus `pad` pixels."""

    layer: Layer
    x: float
    y: float
    radius: float
    colour: str
    width: float = 2.0
    pad: float = 0.0
    alpha: float = 1.0
    dashes: int = 0
    halo: float = 0.0


class Dot(NamedTuple):
    """A filled disc with a dark rim. `size` is its radius in pixels."""

    layer: Layer
    x: float
    y: float
    size: float
    colour: str
    rim: float = 1.6
    alpha: float = 1.0


class Token(NamedTuple):
    """The picture of a piece, with its radius (in inches on the table) and its facing in degrees.

    A piece that the other side does not see is `faded`, and a piece drawn at a planned position is `planned`.
    If a piece is `aloft`, its shadow is drawn away from it, farther at a greater altitude. `stretch` is 0 for
    a round base; for a long base that the figure fills, it is the ratio of length to breadth.
    """

    layer: Layer
    x: float
    y: float
    radius: float
    figure: str
    side: int = 0
    facing: float = 0.0
    lost: int = 0
    full: int = 0
    spent: bool = False
    letter: str = ""
    flying: bool = False
    faded: bool = False
    badge: str = ""
    more: bool = False
    planned: bool = False
    aloft: bool = False
    stretch: float = 0.0


class Glyph(NamedTuple):
    """A simple sign drawn at a point: brackets, star, burst, action, cross, arrow, triangle, diamond or disc.

    `size` in pixels is added to `radius` in inches on the table; `turn` is in degrees counter-clockwise.
    """

    layer: Layer
    x: float
    y: float
    form: str
    colour: str
    size: float = 0.0
    radius: float = 0.0
    turn: float = 0.0
    alpha: float = 1.0


class SideGlyphs(NamedTuple):
    """Small signs that mark points as belonging to a side. Their radius is in inches on the table."""

    layer: Layer
    points: tuple[Point, ...]
    side: int
    colour: str
    radius: float


class Icon(NamedTuple):
    """An icon drawn at a point, with its size in pixels."""

    layer: Layer
    x: float
    y: float
    name: str
    size: float = 20.0
    colour: str = "text"
    dx: float = 0.0
    dy: float = 0.0
    alpha: float = 1.0


class Badge(NamedTuple):
    """A round badge with an icon, drawn at a point. `size` is in pixels."""

    layer: Layer
    x: float
    y: float
    name: str
    size: float = 14.0
    dx: float = 0.0
    dy: float = 0.0


class TextLine(NamedTuple):
    """A line of text on a panel, without a background. It is centred vertically on its point."""

    layer: Layer
    x: float
    y: float
    words: AnyText
    size: str | int = "body"
    colour: str = "text"
    bold: bool = False
    anchor: str = "l"
    alpha: float = 1.0
    dx: float = 0.0
    dy: float = 0.0

    @property
    def shown_text(self) -> str:
        """The text of the line as the user sees it, with lengths in the unit in use."""
        return shown_text(self.words)


class Plate(NamedTuple):
    """A text on the table, drawn on a dark background.

    It may be preceded by a tile with a letter and a sign, and followed by small icons. `edge` is the colour
    of a line around the tile.
    """

    layer: Layer
    x: float
    y: float
    words: AnyText
    colour: str = "text"
    anchor: str = "c"
    size: str | int = "small"
    dx: float = 0.0
    dy: float = 0.0
    letter: str = ""
    tile: str = ""
    edge: str = ""
    sign: str = ""
    icons: tuple[str, ...] = ()

    @property
    def shown_text(self) -> str:
        """The text of the plate as the user sees it, with lengths in the unit in use."""
        return shown_text(self.words)


class PanelBox(NamedTuple):
    """A rounded box on a panel, with its size in pixels and its upper left corner at (x + dx, y + dy)."""

    layer: Layer
    x: float
    y: float
    width: float
    height: float
    fill: str = "panel"
    alpha: float = 1.0
    radius: float = 8.0
    edge: str = ""
    shadow: bool = False
    hairline: float = 0.0
    hatch: bool = False
    dx: float = 0.0
    dy: float = 0.0


class DieItem(NamedTuple):
    """A die whose brightness, colour and bars (one for a hit, two for a kill) show its result.

    `result` is "miss", "hit" or "kill", or "plain" if it is not yet known. `edge` is the colour of the owner,
    and `size` is the height of a square die in pixels.
    """

    layer: Layer
    x: float
    y: float
    face: int
    result: str = "miss"
    size: float = 20.0
    sides: int = 6
    edge: str = ""
    dx: float = 0.0
    dy: float = 0.0


class Snow(NamedTuple):
    """Snow falling on a rectangle, but not on `shelters`, the buildings that are drawn without a roof."""

    layer: Layer
    area: PlainShape
    shelters: tuple[PlainShape, ...] = ()


class GridLines(NamedTuple):
    """Grid lines over a table, `step` inches apart, measured from a corner of the table.

    Lines that would be too close together are left out. Lines at whole feet have the opacity `bold`.
    """

    layer: Layer
    width: float
    height: float
    step: float
    colour: str = "bright"
    alpha: float = 0.13
    bold: float = 0.32


class PictureItem(NamedTuple):
    """A picture drawn with its upper left corner at (x, y). The canvas stores the picture under `key`."""

    layer: Layer
    x: float
    y: float
    key: str


Item = (
    Patch
    | Stroke
    | CircleOutline
    | Dot
    | Token
    | Glyph
    | SideGlyphs
    | Icon
    | Badge
    | TextLine
    | Plate
    | PanelBox
    | DieItem
    | PictureItem
    | Snow
    | GridLines
)


@dataclass(frozen=True)
class DrawList:
    """Everything to draw: the items on the table, in inches, and above them the items on the screen.

    Items on the screen are in pixels, with y pointing down.
    """

    table: tuple[Item, ...] = ()
    screen: tuple[Item, ...] = ()

    @cached_property
    def layers(self) -> tuple[tuple[Layer, tuple[Item, ...]], ...]:
        """The items on the table grouped by layer, from bottom to top."""
        return items_by_layer(self.table)

    def __add__(self, other: DrawList) -> DrawList:
        return DrawList(self.table + other.table, self.screen + other.screen)


def items_by_layer(items: Sequence[Item]) -> tuple[tuple[Layer, tuple[Item, ...]], ...]:
    """Return pairs of a layer and its items, in the order in which they are drawn."""
    return tuple((layer, tuple(some)) for layer, some in groupby(drawing_order(items), attrgetter("layer")))


def drawing_order(items: Sequence[Item]) -> list[Item]:
    """Return items in the order in which they are drawn, from bottom to top.

    Tokens (pictures of pieces) are drawn from far to near. Other items on the same layer keep their order.
    """
    return sorted(items, key=_depth)


def _depth(item: Item) -> tuple[int, float]:
    if item.layer == Layer.TOKEN and isinstance(item, Token):
        return item.layer, -item.y
    return item.layer, 0.0


def plain_shape(outline: Outline) -> PlainShape:
    """Return an outline as plain tuples of points, ring by ring."""
    return tuple(tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings) for rings in outline)
