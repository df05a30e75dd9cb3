"""Size, units and transforms of an SVG drawing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from battlesim.exchange.plan import ImportContext

INCHES_PER_UNIT: Final = {
    "in": 1.0,
    "mm": 1 / 25.4,
    "cm": 1 / 2.54,
    "pt": 1 / 72,
    "pc": 1 / 6,
    "px": 1 / 96,
    "": 1 / 96,
    "q": 1 / 101.6,
}
"""Inches per unit of length."""
LENGTH_PATTERN: Final = re.compile(
    r"\s*+([-+]?+(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][-+]?+\d++)?+)\s*+([a-zA-Z%]*+)\s*+\Z"
)
TRANSFORM_PATTERN: Final = re.compile(r"[\s,]*+(\w++)\s*+\(([^()]*+)\)")
MAX_ARGUMENT_CHARS: Final = 500
"""Maximum number of characters in the arguments of a transform."""
PERCENTAGE_AXES: Final = {"x": 0, "y": 1, "width": 0, "height": 1, "cx": 0, "cy": 1, "rx": 0, "ry": 1, "r": 2}
"""What a percentage in an attribute refers to: 0 width, 1 height, 2 the mean of both (SVG 1.1, 7.10)."""

Matrix = tuple[float, float, float, float, float, float]
IDENTITY_MATRIX: Final[Matrix] = (1, 0, 0, 1, 0, 0)


class SvgFrame(NamedTuple):
    """The size and scale of an SVG drawing.

    `width` and `height` are in inches, `view` is the size in the drawing's own units, and `matrix` converts
    these units to inches with y down.
    """

    width: float
    height: float
    matrix: Matrix
    view: tuple[float, float]


def drawing_frame(root: Element, source: ImportContext) -> SvgFrame:
    """Return the size and scale of an SVG drawing. Raises InputError if its size or viewBox is invalid."""
    box = [
        parse_svg_number(word, "viewBox", source)
        for word in re.split(r"[\s,]+", (root.get("viewBox") or "")[:MAX_ARGUMENT_CHARS].strip())
        if word
    ]
    if box and (len(box) != 4 or min(box[2:]) <= 0):
        raise source.input_error("viewBox", f"{root.get('viewBox', '')[:40]!r} is not a box")
    left, top, wide, high = box or (0.0, 0.0, 0.0, 0.0)
    width = _length(root.get("width"), wide * INCHES_PER_UNIT["px"], "width", source)
    height = _length(root.get("height"), high * INCHES_PER_UNIT["px"], "height", source)
    if width <= 0 or height <= 0:
        raise source.input_error("width", "the drawing has no size", "give it width and height, or a viewBox")
    if not box:
        pixel = INCHES_PER_UNIT["px"]
        return SvgFrame(width, height, (pixel, 0, 0, pixel, 0, 0), (width / pixel, height / pixel))
    across, down = width / wide, height / high
    if root.get("preserveAspectRatio", "").strip() != "none":
        across = down = min(across, down)
    shift = ((width - wide * across) / 2 - left * across, (height - high * down) / 2 - top * down)
    return SvgFrame(width, height, (across, 0, 0, down, *shift), (wide, high))


def parse_svg_number(word: str, key: str, source: ImportContext) -> float:
    """Parse a number that may have the unit px. Raises UnusableError if it is not a valid number."""
    found = LENGTH_PATTERN.match(word)
    if found is None or found[2].lower() not in ("", "px") or not abs(float(found[1])) <= 1e7:
        raise source.unusable_error(key, f"{word[:20]!r} is not a number")
    return float(found[1])


def parse_svg_length(
    word: str, name: str, key: str, view: tuple[float, float], source: ImportContext
) -> float:
    """Parse a length and return it in the drawing's own units. Raises UnusableError if it is invalid."""
    found = LENGTH_PATTERN.match(word)
    unit = found[2].lower() if found else ""
    if found is None or unit not in (*INCHES_PER_UNIT, "%") or not abs(float(found[1])) <= 1e7:
        raise source.unusable_error(f"{key}.{name}", f"{word[:20]!r} is not a length")
    if unit == "%":
        whole = (*view, math.hypot(*view) / math.sqrt(2))[PERCENTAGE_AXES[name.rstrip("12")]]
        return float(found[1]) / 100 * whole
    return float(found[1]) * (INCHES_PER_UNIT[unit] / INCHES_PER_UNIT["px"])


def _length(word: str | None, otherwise: float, key: str, source: ImportContext) -> float:
    """Return the drawing's width or height in inches; `otherwise` if it is missing, auto or a percentage."""
    found = LENGTH_PATTERN.match(word or "")
    if word is None or word.strip().endswith("%") or word.strip() == "auto":
        return otherwise
    if found is None or found[2].lower() not in INCHES_PER_UNIT or not abs(float(found[1])) <= 1e7:
        raise source.input_error(
            key, f"{word[:20]!r} is not a length", f"known units: {', '.join(filter(None, INCHES_PER_UNIT))}"
        )
    return float(found[1]) * INCHES_PER_UNIT[found[2].lower()]


def matrix_product(a: Matrix, b: Matrix) -> Matrix:
    """Return the matrix of the transform that applies `b` first and then `a`."""
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def _rotation(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


TRANSFORM_BUILDERS: Final[Mapping[str, tuple[tuple[int, ...], Callable[..., Matrix]]]] = {
    "matrix": ((6,), lambda a, b, c, d, e, f: (a, b, c, d, e, f)),
    "translate": ((1, 2), lambda x, y=0.0: (1, 0, 0, 1, x, y)),
    "scale": ((1, 2), lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0)),
    "rotate": ((1, 3), _rotation),
    "skewX": ((1,), lambda a: (1, 0, math.tan(math.radians(a)), 1, 0, 0)),
    "skewY": ((1,), lambda a: (1, math.tan(math.radians(a)), 0, 1, 0, 0)),
}
"""The allowed numbers of arguments of each transform, and the function that returns its matrix."""


def parse_transform(text: str, source: ImportContext) -> Matrix:
    """Parse an SVG `transform` attribute into a single matrix. Raises UnusableError if it is invalid."""
    matrix, at = IDENTITY_MATRIX, 0
    while found := TRANSFORM_PATTERN.match(text, at):
        at = found.end()
        source.count_points(1)
        words = re.split(r"[\s,]+", found[2][:MAX_ARGUMENT_CHARS].strip())
        numbers = [parse_svg_number(word, "transform", source) for word in words if word]
        counts, make = TRANSFORM_BUILDERS.get(found[1], ((), None))
        if make is None or len(numbers) not in counts:
            raise source.unusable_error("transform", f"{found[0].strip()[:40]!r} is not known")
        matrix = matrix_product(matrix, make(*numbers))
    if text[at:].strip(" ,\n\t\r"):
        raise source.unusable_error("transform", f"{text[at : at + 40].strip()!r} is not known")
    return matrix
