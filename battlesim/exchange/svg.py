"""SVG reader: closed shapes become areas and open shapes walls; ids, classes and layers name their kind."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element

import msgspec

from battlesim.exchange.curves import Point
from battlesim.exchange.kind_words import OPENING_KINDS, kind_from_words, kind_or_default
from battlesim.exchange.plan import (
    MAX_SHAPES,
    EmbeddedTable,
    ImportContext,
    Line,
    MapPlan,
    UnusableError,
    closed_ring,
    count_phrase,
    one_line_name,
)
from battlesim.exchange.svg_frame import (
    Matrix,
    SvgFrame,
    drawing_frame,
    matrix_product,
    parse_svg_length,
    parse_svg_number,
    parse_transform,
)
from battlesim.exchange.svg_path import PathError, Subpath, parse_subpaths
from battlesim.exchange.xml_parsing import local_name
from battlesim.geometry.crossings import count_crossings, ring_segments
from battlesim.geometry.filling import filled_areas
from battlesim.geometry.shapes import regular_polygon, ring_bounds, ring_problem
from battlesim.scenarios.maps import TerrainSpec

EMBEDDED_DATA_ATTRIBUTE: Final = "data-battlesim"
INKSCAPE_LABEL_ATTRIBUTE: Final = "{http://www.inkscape.org/namespaces/inkscape}label"
SKIPPED_ELEMENTS: Final = (
    "defs",
    "symbol",
    "clipPath",
    "mask",
    "pattern",
    "marker",
    "metadata",
    "title",
    "desc",
    "style",
)
"""Elements whose content is not drawn in place."""
MAX_RINGS: Final = 2000
"""Maximum number of subpaths of a path, as each may be a hole in another."""
MAX_POINT_LIST_CHARS: Final = 1_000_000
"""Maximum number of characters in a list of points."""
MAX_CROSSINGS: Final = 2000
"""Maximum number of self-crossings of a filled outline; more would exceed the corners an area may have."""
MIN_BACKGROUND_FRACTION: Final = 0.98
"""An unnamed rectangle that covers at least this fraction of the drawing each way is its background."""
MAX_CURVE_DEVIATION_IN: Final = 0.005
"""Maximum deviation of the segments from a curve, in inches of the drawing."""


class SvgShape(NamedTuple):
    """A shape in an SVG file, with its transform, its fill rule and the words that name its kind of terrain.

    The words are taken from the names of the shape and of its layers.
    """

    element: Element
    matrix: Matrix
    words: tuple[str, ...]
    even_odd: bool

    @property
    def name(self) -> str:
        """The id of the SVG element, or its tag if it has no id."""
        return one_line_name(self.element.get("id") or local_name(self.element))


def read(root: Element, source: ImportContext) -> MapPlan:
    """Convert the root of an SVG file to a `MapPlan`. Raises InputError if the drawing is unusable."""
    frame, square = drawing_frame(root, source), source.options.square
    if root.get(EMBEDDED_DATA_ATTRIBUTE):
        return _ours(root, frame, source)
    _check_amount(root, source)
    terrain: list[TerrainSpec] = []
    count = 0
    for shape in _shapes(root, SvgShape(root, frame.matrix, (), False), source):
        count += 1
        try:
            terrain += _pieces(shape, frame, source)
        except UnusableError as error:
            source.leave_out(error)
    source.report.taken.append(count_phrase(count, "shape"))
    source.report.guessed.append(f"an inch of the drawing is {square:g} in (--square)")
    return MapPlan(width=frame.width * square, height=frame.height * square, terrain=terrain)


def _check_amount(root: Element, source: ImportContext) -> None:
    """Raise InputError if the drawing holds too many shapes, before any of them is read."""
    shapes = sum(local_name(element) in SHAPE_READERS for element in root.iter())
    if shapes > MAX_SHAPES:
        raise source.input_error("", f"holds {shapes} shapes", f"at most {MAX_SHAPES} are allowed")


def _pieces(shape: SvgShape, frame: SvgFrame, source: ImportContext) -> list[TerrainSpec]:
    """Return walls for open lines and areas for closed ones. Raises UnusableError if the shape is invalid."""
    lines, rings = _outlines(shape, frame, source)
    known, found = kind_from_words(shape.words), []
    if not known and (why := _background(shape, rings, frame)):
        source.skip(shape.name, why)
        return []
    if lines and (kind := kind_or_default(shape.words, "wall", shape.name, source)):
        for line in (_placed(line, source.options.square, frame) for line in lines):
            opening = kind in OPENING_KINDS
            ends = (line[0], line[-1])
            found.append(
                source.opening_terrain(ends, kind, False) if opening else source.wall_terrain(line, kind)
            )
    if rings and (kind := kind_or_default(shape.words, "building", shape.name, source)):
        for area in _areas(shape, rings, source):
            placed = tuple(_placed(ring, source.options.square, frame) for ring in area)
            found.append(
                source.area_terrain("building" if kind in OPENING_KINDS else kind, placed, shape.name)
            )
    return found


def _background(shape: SvgShape, rings: Sequence[Line], frame: SvgFrame) -> str:
    """Return why a shape without a known kind is not terrain, or "" if it may be terrain."""
    if _style(shape.element, "stroke-dasharray") not in ("", "none") and not rings:
        return "a dashed line an unnamed dashed line counts as a mark"
    if len(rings) == 1 and len(rings[0]) > 2:
        left, top, right, bottom = ring_bounds(rings[0])
        wide, high = min(right, frame.width) - max(left, 0), min(bottom, frame.height) - max(top, 0)
        if min(wide / frame.width, high / frame.height) >= MIN_BACKGROUND_FRACTION and len(rings[0]) == 4:
            return "what covers the whole drawing and has no name is its background"
    return ""


def _areas(shape: SvgShape, rings: list[Line], source: ImportContext) -> Sequence[tuple[Line, ...]]:
    """Return the areas that the closed lines fill. Raises UnusableError if there are none or too many."""
    problem = ring_problem((rings[0],))
    if len(rings) == 1 and not problem:
        return ((rings[0],),)
    if len(rings) > MAX_RINGS:
        raise source.unusable_error(shape.name, f"has {len(rings)} parts, at most {MAX_RINGS} are allowed")
    crossings = count_crossings(ring_segments(rings), MAX_CROSSINGS)
    if crossings > MAX_CROSSINGS:
        raise source.unusable_error(shape.name, f"crosses itself more than {MAX_CROSSINGS} times")
    areas = filled_areas(rings, shape.even_odd)
    if not areas:
        raise source.unusable_error(shape.name, problem or "has no area")
    if crossings or problem:
        changed = f"{shape.name}: outlines that cross or touch became what they fill"
        source.report.changed.append(changed)
    return areas


def _placed(line: Line, square: float, frame: SvgFrame) -> Line:
    return tuple((x * square, (frame.height - y) * square) for x, y in line)


def _style(element: Element, name: str) -> str:
    """Return the value of a style property or attribute of the element; "" if it is not set."""
    for part in (element.get("style") or "").split(";"):
        key, _, value = part.partition(":")
        if key.strip() == name:
            return value.strip()
    return (element.get(name) or "").strip()


def _shapes(parent: Element, group: SvgShape, source: ImportContext) -> Iterator[SvgShape]:
    """Yield the shapes in an element and its groups; `group` is the element itself as a shape."""
    for element in parent:
        name = local_name(element)
        if name in SKIPPED_ELEMENTS or not name:
            continue
        source.count_points(1)
        if _style(element, "display") == "none" or _style(element, "visibility") == "hidden":
            source.report.left_out.append("something hidden")
            continue
        try:
            shape = _placed_shape(element, group, source)
        except UnusableError as error:
            source.leave_out(error)
            continue
        if name in ("g", "a", "switch"):
            yield from _shapes(element, shape, source)
        elif name in SHAPE_READERS:
            yield shape
        else:
            source.report.left_out.append(f"<{one_line_name(name)}>, which is not an outline")


def _placed_shape(element: Element, group: SvgShape, source: ImportContext) -> SvgShape:
    """Return an element of a group as a shape. Raises UnusableError if its transform is invalid."""
    own = (element.get(key) or "" for key in ("data-kind", INKSCAPE_LABEL_ATTRIBUTE, "class", "id"))
    matrix = matrix_product(group.matrix, parse_transform(element.get("transform") or "", source))
    if not all(map(math.isfinite, matrix)):
        raise source.unusable_error(element.get("id") or "transform", "is has a transform that is not finite")
    rule = _style(element, "fill-rule")
    return SvgShape(element, matrix, (*own, *group.words), rule == "evenodd" if rule else group.even_odd)


def _outlines(shape: SvgShape, frame: SvgFrame, source: ImportContext) -> tuple[list[Line], list[Line]]:
    """Return the open and closed lines of a shape in inches, y down. Raises UnusableError if invalid."""
    a, b, c, d, e, f = shape.matrix
    grown = math.sqrt(abs(a * d - b * c)) or 1e-9
    lines: list[Line] = []
    rings: list[Line] = []
    for sub in SHAPE_READERS[local_name(shape.element)](
        shape.element, MAX_CURVE_DEVIATION_IN / grown, frame, source
    ):
        line = tuple((a * x + c * y + e, b * x + d * y + f) for x, y in sub.points)
        if not all(map(math.isfinite, chain.from_iterable(line))):
            raise source.unusable_error(shape.name, "has a coordinate that is not a finite number")
        if sub.closed or (len(line) > 3 and line[0] == line[-1]):
            rings.append(line[:-1] if line[0] == line[-1] else line)
        elif len(line) > 1:
            lines.append(line)
    return lines, rings


def _values(element: Element, names: str, frame: SvgFrame, source: ImportContext) -> list[float]:
    """Return the lengths in the named attributes, 0 if missing. Raises UnusableError if one is invalid."""
    key = element.get("id") or local_name(element)
    return [
        parse_svg_length(element.get(name) or "0", name, key, frame.view, source) for name in names.split()
    ]


def _path(element: Element, stray: float, frame: SvgFrame, source: ImportContext) -> list[Subpath]:
    try:
        return parse_subpaths(element.get("d") or "", stray, source.count_points)
    except PathError as error:
        raise source.unusable_error(f"{element.get('id') or 'path'}.d", str(error)) from None


def _rect(element: Element, stray: float, frame: SvgFrame, source: ImportContext) -> list[Subpath]:
    x, y, wide, high = _values(element, "x y width height", frame, source)
    if min(wide, high) < 0:
        raise source.unusable_error(element.get("id") or "rect", f"cannot be {wide:g} x {high:g}")
    if element.get("rx") or element.get("ry"):
        source.report.changed.append("round corners became sharp")
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return [Subpath(corners, True)] if wide and high else []


def _ellipse(element: Element, stray: float, frame: SvgFrame, source: ImportContext) -> list[Subpath]:
    x, y = _values(element, "cx cy", frame, source)
    rx, ry = _values(element, "r r" if local_name(element) == "circle" else "rx ry", frame, source)
    if min(rx, ry) < 0:
        raise source.unusable_error(element.get("id") or "ellipse", f"has a radius of {min(rx, ry):g}")
    return (
        [Subpath([(x + rx * px, y + ry * py) for px, py in regular_polygon(0, 0, 1, 48)], True)]
        if rx and ry
        else []
    )


def _points(element: Element, stray: float, frame: SvgFrame, source: ImportContext) -> list[Subpath]:
    text, name = element.get("points") or "", element.get("id") or local_name(element)
    if len(text) > MAX_POINT_LIST_CHARS:
        raise source.input_error(f"{name}.points", f"is longer than {MAX_POINT_LIST_CHARS} letters")
    words = text.replace(",", " ").split()
    source.count_points(len(words) // 2)
    if len(words) % 2:
        raise source.unusable_error(f"{name}.points", "has an x without a y")
    numbers = [parse_svg_number(word, f"{name}.points", source) for word in words]
    points: list[Point] = list(zip(numbers[::2], numbers[1::2], strict=True))
    return [Subpath(points, local_name(element) == "polygon")] if points else []


def _line(element: Element, stray: float, frame: SvgFrame, source: ImportContext) -> list[Subpath]:
    x1, y1, x2, y2 = _values(element, "x1 y1 x2 y2", frame, source)
    return [Subpath([(x1, y1), (x2, y2)], False)]


SHAPE_READERS: Final[Mapping[str, Callable[[Element, float, SvgFrame, ImportContext], list[Subpath]]]] = {
    "path": _path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "polygon": _points,
    "polyline": _points,
    "line": _line,
}


def _ours(root: Element, frame: SvgFrame, source: ImportContext) -> MapPlan:
    """Return the plan of a map that this program exported, even if its shapes have been moved since."""
    table = source.decode_as(_said(root, source), EmbeddedTable)
    terrain = []
    for shape in _shapes(root, SvgShape(root, frame.matrix, (), True), source):
        said = _said(shape.element, source)
        lines, rings = _outlines(shape, frame, source)
        if "thickness" in said:
            drawn: list[dict[str, Any]] = [{"line": line} for line in (*lines, *map(closed_ring, rings))]
        else:
            areas = _areas(shape, rings, source) if rings else ()
            drawn = [{"polygon": outline, "holes": holes} for outline, *holes in areas]
        for outlines in drawn:
            source.count_shape(len(lines) + sum(map(len, rings)))
            placed = {key: _rounded(value, frame) for key, value in outlines.items()}
            terrain.append(source.decode_as({**said, **placed}, TerrainSpec))
    source.report.taken.append("a map exported by battlesim, complete")
    return table.plan(terrain)


def _rounded(line: Any, frame: SvgFrame) -> Any:
    """Return a line or list of lines in table coordinates, rounded as in the export."""
    if line and isinstance(line[0][0], tuple):
        return tuple(_rounded(one, frame) for one in line)
    return tuple((round(x, 6), round(y, 6)) for x, y in _placed(line, 1.0, frame))


def _said(element: Element, source: ImportContext) -> dict[str, Any]:
    try:
        return source.decode_as(
            msgspec.json.decode(element.get(EMBEDDED_DATA_ATTRIBUTE) or "{}"), dict[str, Any]
        )
    except msgspec.DecodeError:
        raise source.input_error(EMBEDDED_DATA_ATTRIBUTE, "is not valid JSON") from None
