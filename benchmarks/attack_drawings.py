"""XML and SVG drawings that ask for much; see `benchmarks.attack_files`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

Attack = Callable[[float], bytes]
SVG_HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="20in" height="20in" viewBox="0 0 200 200">'


def scaled(count: float, size: float, least: int = 2) -> int:
    """Return a number of things at a size."""
    return max(least, round(count * size))


def attribute_defaults(size: float) -> bytes:
    """Each of many elements gets an attribute that is declared once."""
    value, count = "x" * scaled(100_000, size), scaled(40_000, size)
    return f'<!DOCTYPE svg [<!ATTLIST g a CDATA "{value}">]>{SVG_HEAD}{"<g/>" * count}</svg>'.encode()


def parameter_entities(size: float) -> bytes:
    count = scaled(20_000, size)
    inner = "".join(f"<!ENTITY % p{k} '<!ATTLIST g a{k} CDATA \"x\">'>%p{k};" for k in range(count))
    return f"<!DOCTYPE svg [{inner}]>{SVG_HEAD}<g/></svg>".encode()


def entity_references(size: float) -> bytes:
    """Entities short enough to be read, asked for again and again."""
    count = scaled(400_000, size)
    return f'<!DOCTYPE svg [<!ENTITY a "{"x" * 200}">]>{SVG_HEAD}<text id="{"&a;" * count}"/></svg>'.encode()


def long_namespace(size: float) -> bytes:
    """The name of a namespace, which every element in it has in its own name."""
    count = scaled(100_000, size)
    return f'{SVG_HEAD}<a:b xmlns:a="{"n" * scaled(1e6, size)}">{"<a:b/>" * count}</a:b></svg>'.encode()


def svg(inside: str) -> bytes:
    return f"{SVG_HEAD}{inside}</svg>".encode()


def digits_in(attribute: str, letters: str) -> Attack:
    """An attribute that holds a long run of letters that is no number."""

    def make(size: float) -> bytes:
        run = letters * scaled(200_000, size)
        text = {
            "width": f'<rect width="{run}!" height="9"/>',
            "points": f'<polygon points="{run}! 9"/>',
            "blank_points": f'<polygon points="9 {run}9!"/>',
            "transform": f'<g transform="rotate({run}!)"/>',
            "blank_transform": f'<g transform="a{run}"/>',
            "d": f'<path d="M{run}!"/>',
        }[attribute]
        return svg(text)

    return make


def digits_of_size(letters: str) -> Attack:
    def make(size: float) -> bytes:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="1{letters * scaled(2e5, size)}!"/>'.encode()

    return make


def comb(teeth: int, across: bool) -> list[tuple[float, float]]:
    """A comb whose teeth reach over the whole drawing."""
    points: list[tuple[float, float]] = [(190.0, 5.0), (5.0, 5.0)]
    step = 180.0 / teeth
    for k in range(teeth):
        low = 8.0 + k * step
        points += [(5.0, low), (190.0, low), (190.0, low + step / 2), (5.0, low + step / 2)]
    points = [*points[1:], (5.0, 195.0), (2.0, 195.0), (2.0, 5.0)]
    return points if across else [(y, x) for x, y in points]


def crossing_combs(size: float) -> bytes:
    teeth = scaled(1000, size, 20)
    rings = (
        "M" + " ".join(f"{x:.2f},{y:.2f}" for x, y in comb(teeth, across)) + "Z" for across in (True, False)
    )
    return svg(f'<path fill-rule="evenodd" d="{" ".join(rings)}"/>')


def crossing_outline(size: float) -> bytes:
    """One outline that crosses itself as often as it can."""
    return svg(f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in star(scaled(2000, size)))}"/>')


def star(count: int) -> list[tuple[float, float]]:
    """An outline each of whose sides crosses nearly all the others."""
    turns = np.arange(count) * np.pi * (1 - 1 / count) if count % 2 else np.arange(count) * np.pi * 0.999
    return [(100 + 95 * float(np.cos(t)), 100 + 95 * float(np.sin(t))) for t in turns]


def many_parts(size: float) -> bytes:
    """300 rings in one path, each of many corners that cross those of the others."""
    teeth = scaled(300, size, 4)
    ring = "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in star(teeth | 1)) + "Z"
    return svg(f'<path d="{ring * 300}"/>')


def idle_commands(size: float) -> bytes:
    return svg(f'<path d="{"M0 0" * 30_000}"/>' * scaled(160, size))


def long_paths(size: float) -> bytes:
    return svg(f'<path d="M0 0{"c1 9 9 9 9 1" * 10_000}"/>' * scaled(150, size))


def many_shapes(size: float) -> bytes:
    return svg('<rect x="5" y="5" width="9" height="9"/>' * scaled(140_000, size))


def many_walls(size: float) -> bytes:
    lines = (
        f'<line x1="{k % 190}" y1="{k // 190}" x2="{k % 190}.5" y2="9"/>' for k in range(scaled(19_000, size))
    )
    return svg("".join(lines))


def bad_shapes(size: float) -> bytes:
    """Shapes each of which would be left out by name."""
    name = "n" * 200
    return svg("".join(f'<rect id="{name}{k}" width="-5" height="5"/>' for k in range(scaled(60_000, size))))


SVG_ATTACKS: Final[dict[str, Attack]] = {
    "attribute_defaults": attribute_defaults,
    "parameter_entities": parameter_entities,
    "entity_references": entity_references,
    "long_namespace": long_namespace,
    "size_digits": digits_of_size("1"),
    "size_blanks": digits_of_size(" "),
    "width_digits": digits_in("width", "1"),
    "points_digits": digits_in("points", "1"),
    "points_blanks": digits_in("blank_points", " "),
    "transform_digits": digits_in("transform", "1"),
    "transform_blanks": digits_in("blank_transform", " "),
    "path_digits": digits_in("d", "1"),
    "crossing_combs": crossing_combs,
    "crossing_outline": crossing_outline,
    "many_parts": many_parts,
    "idle_commands": idle_commands,
    "long_paths": long_paths,
    "many_shapes": many_shapes,
    "many_walls": many_walls,
    "bad_shapes": bad_shapes,
}
