"""SVG outlines: closed shapes are areas, open ones walls, by the words of their ids, classes and layers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element

import msgspec

from battlesim.exchange.curves import Point
from battlesim.exchange.kinds import OPENINGS, kind_or
from battlesim.exchange.plan import Line, OwnTable, Plan, Source, many, plain_text
from battlesim.exchange.svg_frame import Frame, Matrix, frame_of, number_of, times, transform_of
from battlesim.exchange.svg_path import PathError, Sub, subpaths
from battlesim.exchange.xml import name_of
from battlesim.geometry.clipping import odd_areas
from battlesim.geometry.shapes import regular, ring_problem
from battlesim.scenarios.maps import TerrainSpec

OURS: Final = "data-battlesim"
LABEL: Final = "{http://www.inkscape.org/namespaces/inkscape}label"
APART: Final = (
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
"""What holds nothing that is drawn where it stands."""
MOST_SHAPES: Final = 20_000
MOST_RINGS: Final = 300
"""Parts of one path, of which each may be a hole in others."""
LONGEST: Final = 1_000_000
"""Letters of a list of points."""
STRAY: Final = 0.005
"""How far the pieces of a curve may be from it, inches of the drawing."""


class Shape(NamedTuple):
    """A shape that is drawn, where it is placed, and the words that it and its layers have."""

    element: Element
    matrix: Matrix
    words: tuple[str, ...]


def read(root: Element, source: Source) -> Plan:
    """The plan of a file. Raises InputError."""
    frame, square = frame_of(root, source), source.wishes.square
    if root.get(OURS):
        return _ours(root, frame, source)
    height = frame.height * square
    shapes = list(_shapes(root, frame.matrix, (), source))
    if len(shapes) > MOST_SHAPES:
        raise source.fault("", f"holds {len(shapes)} shapes", f"at most {MOST_SHAPES} are taken")
    terrain: list[TerrainSpec] = []
    for shape in shapes:
        lines, areas = _drawn(shape, source)
        lines, areas = (tuple(_placed(rings, square, height) for rings in found) for found in (lines, areas))
        terrain += [piece for rings in lines for piece in _wall(rings[0], shape.words, source)]
        terrain += [_area(rings, shape, source) for rings in areas]
    source.report.taken.append(many(len(shapes), "shape"))
    source.report.guessed.append(f"an inch of the drawing is {square:g} in (--square)")
    return Plan(width=frame.width * square, height=height, terrain=terrain)


def _placed(rings: tuple[Line, ...], square: float, height: float) -> tuple[Line, ...]:
    return tuple(tuple((x * square, height - y * square) for x, y in ring) for ring in rings)


def _wall(line: Line, words: tuple[str, ...], source: Source) -> list[TerrainSpec]:
    kind = kind_or(words, "wall", source)
    if kind in OPENINGS:
        return [source.opening((line[0], line[-1]), kind, open=False)]
    return [source.wall(line, kind)]


def _area(rings: tuple[Line, ...], shape: Shape, source: Source) -> TerrainSpec:
    kind = kind_or(shape.words, "building", source)
    name = plain_text(shape.element.get("id") or name_of(shape.element))
    if problem := ring_problem(rings):
        raise source.fault(name, problem, "fix it in the program that drew it")
    return source.area("building" if kind in OPENINGS else kind, rings)


def _shapes(parent: Element, matrix: Matrix, words: tuple[str, ...], source: Source) -> Iterator[Shape]:
    """The shapes within an element, those of its groups among them."""
    for element in parent:
        name = name_of(element)
        style = (element.get("style") or "").replace(" ", "")
        if name in APART or not name:
            continue
        if element.get("display") == "none" or "display:none" in style:
            source.report.left_out.append("something hidden")
            continue
        own = (element.get(key) or "" for key in ("data-kind", LABEL, "class", "id"))
        said = (*own, *words)
        placed = times(matrix, transform_of(element.get("transform") or "", source))
        if name in ("g", "a", "switch"):
            yield from _shapes(element, placed, said, source)
        elif name in READERS:
            yield Shape(element, placed, said)
        else:
            source.report.left_out.append(f"<{plain_text(name)}>, which is not an outline")


Rings = tuple[tuple[Line, ...], ...]


def _drawn(shape: Shape, source: Source) -> tuple[Rings, Rings]:
    """The open lines of a shape, and its areas with their holes; inches, y down."""
    matrix = shape.matrix
    if not all(map(math.isfinite, matrix)):
        raise source.fault(shape.element.get("id") or "transform", "is placed beyond all numbers")
    grown = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) or 1e-9
    subs = READERS[name_of(shape.element)](shape.element, STRAY / grown, source)
    lines: list[tuple[Line, ...]] = []
    rings: list[Line] = []
    for sub in subs:
        line = tuple(
            (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
            for x, y in sub.points
        )
        if sub.closed or (len(line) > 3 and line[0] == line[-1]):
            rings.append(line[:-1] if line[0] == line[-1] else line)
        elif len(line) > 1:
            lines.append((line,))
    if len(rings) < 2:
        return tuple(lines), tuple((ring,) for ring in rings)
    if len(rings) > MOST_RINGS:
        name = shape.element.get("id") or "path"
        raise source.fault(name, f"has {len(rings)} parts", f"at most {MOST_RINGS} are taken")
    sound = [ring for ring in rings if not ring_problem((ring,))]
    broken = [ring for ring in rings if ring_problem((ring,))]
    return tuple(lines), (*odd_areas(sound), *((ring,) for ring in broken))


def _values(element: Element, names: str, source: Source) -> list[float]:
    """The numbers of some attributes; of those that are not there 0."""
    return [number_of(element.get(name) or "0", name, source) for name in names.split()]


def _path(element: Element, stray: float, source: Source) -> list[Sub]:
    try:
        return subpaths(element.get("d") or "", stray)
    except PathError as error:
        raise source.fault(f"{element.get('id') or 'path'}.d", str(error)) from None


def _rect(element: Element, stray: float, source: Source) -> list[Sub]:
    x, y, wide, high = _values(element, "x y width height", source)
    if min(wide, high) < 0:
        raise source.fault(element.get("id") or "rect", f"is {wide:g} x {high:g}, which cannot be")
    if element.get("rx") or element.get("ry"):
        source.report.changed.append("round corners became sharp")
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return [Sub(corners, True)] if wide and high else []


def _ellipse(element: Element, stray: float, source: Source) -> list[Sub]:
    x, y = _values(element, "cx cy", source)
    rx, ry = _values(element, "r r" if name_of(element) == "circle" else "rx ry", source)
    if min(rx, ry) < 0:
        raise source.fault(element.get("id") or "ellipse", f"has a radius of {min(rx, ry):g}")
    return [Sub([(x + rx * px, y + ry * py) for px, py in regular(0, 0, 1, 48)], True)] if rx and ry else []


def _points(element: Element, stray: float, source: Source) -> list[Sub]:
    text, name = element.get("points") or "", element.get("id") or name_of(element)
    if len(text) > LONGEST:
        raise source.fault(f"{name}.points", f"is longer than {LONGEST} letters")
    words = text.replace(",", " ").split()
    if len(words) % 2:
        raise source.fault(f"{name}.points", "has an x without a y")
    numbers = [number_of(word, "points", source) for word in words]
    points: list[Point] = list(zip(numbers[::2], numbers[1::2], strict=True))
    return [Sub(points, name_of(element) == "polygon")] if points else []


def _line(element: Element, stray: float, source: Source) -> list[Sub]:
    x1, y1, x2, y2 = _values(element, "x1 y1 x2 y2", source)
    return [Sub([(x1, y1), (x2, y2)], False)]


READERS: Final[Mapping[str, Callable[[Element, float, Source], list[Sub]]]] = {
    "path": _path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "polygon": _points,
    "polyline": _points,
    "line": _line,
}


def _ours(root: Element, frame: Frame, source: Source) -> Plan:
    """What we wrote ourselves comes back as it was, wherever it has been moved."""
    table = source.typed(_said(root, source), OwnTable)
    terrain = []
    for shape in _shapes(root, frame.matrix, (), source):
        lines, areas = _drawn(shape, source)
        for rings in (_placed(rings, 1.0, frame.height) for rings in (*lines, *areas)):
            plain = tuple(tuple((round(x, 6), round(y, 6)) for x, y in ring) for ring in rings)
            drawn: dict[str, Any] = {"line": plain[0]} if lines else {"polygon": plain[0], "holes": plain[1:]}
            terrain.append(source.typed({**_said(shape.element, source), **drawn}, TerrainSpec))
    source.report.taken.append("a map of ours with all that it says")
    return table.plan(terrain)


def _said(element: Element, source: Source) -> dict[str, Any]:
    try:
        return source.typed(msgspec.json.decode(element.get(OURS) or "{}"), dict[str, Any])
    except msgspec.DecodeError:
        raise source.fault(OURS, "is not valid JSON") from None
