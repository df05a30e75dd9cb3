"""Small files that ask for much: pictures, XML, drawings, maps and records that swell when they are read.

Each function makes the file of a size: 1.0 is as bad as a file of a few MB gets, 0.01 is good for a test.
`benchmarks.fuzz_maps` and `benchmarks.fuzz_photos` give them to what reads such files. Run by itself, the
module measures every one at full size:

    python -m benchmarks.attack_files
"""

from __future__ import annotations

import argparse
import base64
import json
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

Attack = Callable[[float], bytes]
SVG_HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="20in" height="20in" viewBox="0 0 200 200">'
LINE_OF_SIGHT: Final = 2000
"""Points of a long line: as many as a map takes in one."""


def _many(count: float, size: float, least: int = 2) -> int:
    return max(least, round(count * size))


# -- pictures --


def segment(kind: int, data: bytes) -> bytes:
    """A part of a JPEG file with its length."""
    return struct.pack(">BBH", 0xFF, kind, len(data) + 2) + data


def frame(width: int, height: int) -> bytes:
    """The header of a grey baseline JPEG picture."""
    return segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00")


def jpeg(width: int, height: int, before: bytes = b"", scans: int = 1) -> bytes:
    """A grey JPEG picture of no data, with some bytes before its own frame."""
    tables = segment(0xDB, bytes(1) + bytes([1] * 64))
    lengths = bytes([1, *[0] * 15])
    tables += segment(0xC4, b"\x00" + lengths + b"\x00") + segment(0xC4, b"\x10" + lengths + b"\x00")
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + bytes(60)
    return b"\xff\xd8" + before + tables + frame(width, height) + scan * scans + b"\xff\xd9"


def tem_length(size: float) -> bytes:
    """A JPEG with FF01, after which a large frame stands where a length is looked for."""
    side = _many(30_000, size)
    large = frame(side, side)
    # read as a length, the two bytes after FF01 are FFC0: the reader lands 65,472 bytes on, at a small frame
    tables = jpeg(side, side)[2:-2].replace(large, b"")
    body = b"\xff\xd8\xff\x01" + large + tables
    decoy_at = 4 + 0xFFC0
    return body.ljust(decoy_at, b"\x00") + frame(300, 300) + b"\xff\xd9"


def many_scans(size: float) -> bytes:
    """A JPEG that is decoded over and over."""
    return jpeg(4000, 4000, scans=_many(20_000, size, 101))


def as_uvtt(raw: bytes) -> bytes:
    """A drawing with a picture."""
    resolution = {"map_size": {"x": 20, "y": 20}, "pixels_per_grid": 70}
    values = {"format": 0.3, "resolution": resolution, "image": base64.b64encode(raw).decode()}
    return json.dumps(values).encode()


PICTURES: Final[dict[str, Attack]] = {"tem_length": tem_length, "many_scans": many_scans}

# -- XML --


def attribute_defaults(size: float) -> bytes:
    """Each of many elements gets an attribute that is declared once."""
    value, count = "x" * _many(100_000, size), _many(40_000, size)
    return f'<!DOCTYPE svg [<!ATTLIST g a CDATA "{value}">]>{SVG_HEAD}{"<g/>" * count}</svg>'.encode()


def parameter_entities(size: float) -> bytes:
    count = _many(20_000, size)
    inner = "".join(f"<!ENTITY % p{k} '<!ATTLIST g a{k} CDATA \"x\">'>%p{k};" for k in range(count))
    return f"<!DOCTYPE svg [{inner}]>{SVG_HEAD}<g/></svg>".encode()


def entity_references(size: float) -> bytes:
    """Entities short enough to be read, asked for again and again."""
    count = _many(400_000, size)
    return f'<!DOCTYPE svg [<!ENTITY a "{"x" * 200}">]>{SVG_HEAD}<text id="{"&a;" * count}"/></svg>'.encode()


def long_namespace(size: float) -> bytes:
    """The name of a namespace, which every element in it has in its own name."""
    count = _many(100_000, size)
    return f'{SVG_HEAD}<a:b xmlns:a="{"n" * _many(1e6, size)}">{"<a:b/>" * count}</a:b></svg>'.encode()


def svg(inside: str) -> bytes:
    return f"{SVG_HEAD}{inside}</svg>".encode()


def digits_in(attribute: str, letters: str) -> Attack:
    """An attribute that holds a long run of letters that is no number."""

    def make(size: float) -> bytes:
        run = letters * _many(200_000, size)
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
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="1{letters * _many(2e5, size)}!"/>'.encode()

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
    teeth = _many(1000, size, 20)
    rings = (
        "M" + " ".join(f"{x:.2f},{y:.2f}" for x, y in comb(teeth, across)) + "Z" for across in (True, False)
    )
    return svg(f'<path fill-rule="evenodd" d="{" ".join(rings)}"/>')


def crossing_outline(size: float) -> bytes:
    """One outline that crosses itself as often as it can."""
    return svg(f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in star(_many(2000, size)))}"/>')


def star(count: int) -> list[tuple[float, float]]:
    """An outline each of whose sides crosses nearly all the others."""
    turns = np.arange(count) * np.pi * (1 - 1 / count) if count % 2 else np.arange(count) * np.pi * 0.999
    return [(100 + 95 * float(np.cos(t)), 100 + 95 * float(np.sin(t))) for t in turns]


def many_parts(size: float) -> bytes:
    """300 rings in one path, each of many corners that cross those of the others."""
    teeth = _many(300, size, 4)
    ring = "M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in star(teeth | 1)) + "Z"
    return svg(f'<path d="{ring * 300}"/>')


def idle_commands(size: float) -> bytes:
    return svg(f'<path d="{"M0 0" * 30_000}"/>' * _many(160, size))


def long_paths(size: float) -> bytes:
    return svg(f'<path d="M0 0{"c1 9 9 9 9 1" * 10_000}"/>' * _many(150, size))


def many_shapes(size: float) -> bytes:
    return svg('<rect x="5" y="5" width="9" height="9"/>' * _many(140_000, size))


def many_walls(size: float) -> bytes:
    lines = (
        f'<line x1="{k % 190}" y1="{k // 190}" x2="{k % 190}.5" y2="9"/>' for k in range(_many(19_000, size))
    )
    return svg("".join(lines))


def bad_shapes(size: float) -> bytes:
    """Shapes each of which would be left out by name."""
    name = "n" * 200
    return svg("".join(f'<rect id="{name}{k}" width="-5" height="5"/>' for k in range(_many(60_000, size))))


# -- Tiled --


def tmx(inside: str, side: int) -> bytes:
    return (
        f'<map orientation="orthogonal" width="{side}" height="{side}" tilewidth="32" tileheight="32">'
        f"{inside}</map>"
    ).encode()


def packed(tiles: Any) -> str:
    raw = base64.b64encode(zlib.compress(np.asarray(tiles, "<u4").tobytes(), 9)).decode()
    return f'<data encoding="base64" compression="zlib">{raw}</data>'


def packed_layers(size: float) -> bytes:
    """300 layers that are packed to next to nothing."""
    data = packed(np.ones(600 * 600))
    return tmx(f'<layer name="wall">{data}</layer>' * _many(300, size), 600)


def scattered_layers(size: float) -> bytes:
    """Layers each of which has nearly as many tiles apart as are taken."""
    board = np.indices((199, 199)).sum(0) % 2
    return tmx(f'<layer name="wall">{packed(board)}</layer>' * _many(300, size), 199)


def long_names(size: float) -> bytes:
    """Names of 100 KB that are asked for each tile."""
    name = "n-" * _many(50_000, size)
    tiles = "".join(f'<tile id="{k}" class="{name}{k}"/>' for k in range(20))
    numbers = np.arange(600 * 600) % 20 + 1
    return tmx(f'<tileset firstgid="1">{tiles}</tileset><layer name="{name}">{packed(numbers)}</layer>', 600)


def many_objects(size: float) -> bytes:
    some = '<object x="64" y="64" width="32" height="32"/>' * _many(140_000, size)
    return tmx(f"<objectgroup>{some}</objectgroup>", 20)


def long_objects(size: float) -> bytes:
    points = "1,1 2,2 " * 50_000
    some = f'<object x="4" y="4"><polyline points="{points}"/></object>' * _many(40, size)
    return tmx(f"<objectgroup>{some}</objectgroup>", 20)


# -- JSON --


def uvtt(lines: Any, **more: Any) -> bytes:
    spots = [[{"x": x, "y": y} for x, y in line] for line in lines]
    resolution = {"map_size": {"x": 20, "y": 20}, "pixels_per_grid": 70}
    return json.dumps({"format": 0.3, "resolution": resolution, "line_of_sight": spots, **more}).encode()


def zigzag(count: int, high: float = 19.0) -> list[tuple[float, float]]:
    """A line that crosses itself over and over: to and fro as it goes along, and then across."""
    half = count // 2
    there = [(0.5 + 19 * k / half, 0.5 + high * (k % 2)) for k in range(half)]
    return [*there, *((y, x) for x, y in there)]


def long_walls(size: float) -> bytes:
    return uvtt([zigzag(_many(39_000, size))])


def many_pairs(size: float) -> bytes:
    count = _many(19_000, size)
    return uvtt([[(k % 190 / 10, k // 190 / 10), (k % 190 / 10 + 0.05, 9)] for k in range(count)])


def many_portals(size: float) -> bytes:
    ends = [{"x": 1, "y": 1}, {"x": 3, "y": 1}]
    portals = [{"bounds": ends, "closed": True}] * _many(19_000, size)
    return uvtt([[(0.5, 1), (19, 1)]] * 3, portals=portals)


def long_texts(size: float) -> bytes:
    """A scene and its names in one long word each."""
    name = "n " * _many(20e6, size)
    return json.dumps({"name": name, "width": 1000, "height": 1000, "walls": []}).encode()


def features(*shapes: dict[str, Any], **more: Any) -> bytes:
    said = [{"type": "Feature", "properties": p, "geometry": g} for p, g in (s.values() for s in shapes)]
    return json.dumps({"type": "FeatureCollection", "features": said, **more}).encode()


def off_the_table(size: float) -> bytes:
    """Two combs as areas, and words as long as names are never."""
    word = "w-" * _many(200_000, size)
    shapes = [
        {"p": {"name": word, "kind": word}, "g": {"type": "Polygon", "coordinates": [comb(4000, across)]}}
        for across in (True, False)
    ]
    return features(*shapes)


def nested_words(size: float) -> bytes:
    """Properties that are lists where a word is due."""
    many = _many(1500, size)
    said = {"kind": [[1.5] * 100] * 2}
    square = [[[0, 0], [9, 0], [9, 9], [0, 9]]]
    return features(*({"p": said, "g": {"type": "Polygon", "coordinates": square}} for _ in range(many)))


def own_lines(size: float) -> bytes:
    """A map that says it is ours, with lines that cross themselves."""
    line = [(round(x, 2), round(y, 2)) for x, y in zigzag(_many(LINE_OF_SIGHT, size))]
    said = {"kind": "wall", "thickness": 0.25}
    shapes = [{"p": said, "g": {"type": "LineString", "coordinates": line}}] * 15
    return features(*shapes, battlesim={"width": 20, "height": 20})


def foundry_limited(size: float) -> bytes:
    walls = [
        {"c": [k % 990, k // 990, k % 990 + 1, k // 990], "sight": 10} for k in range(_many(90_000, size))
    ]
    return json.dumps({"name": "a", "width": 1000, "height": 1000, "padding": 0, "walls": walls}).encode()


MAPS: Final[dict[str, Attack]] = {
    "picture": lambda size: as_uvtt(tem_length(size)),
    "picture_scans": lambda size: as_uvtt(many_scans(size)),
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
    "packed_layers": packed_layers,
    "scattered_layers": scattered_layers,
    "long_names": long_names,
    "many_objects": many_objects,
    "long_objects": long_objects,
    "long_walls": long_walls,
    "many_pairs": many_pairs,
    "many_portals": many_portals,
    "long_texts": long_texts,
    "off_the_table": off_the_table,
    "nested_words": nested_words,
    "own_lines": own_lines,
    "foundry_limited": foundry_limited,
}
"""Drawings of other programs."""

# -- maps of ours --


def toml(terrain: str, more: str = "") -> bytes:
    return f"[table]\nwidth = 20\nheight = 20\n{more}{terrain}".encode()


def crossing_lines(size: float) -> bytes:
    line = [[round(x, 2), round(y, 2)] for x, y in zigzag(_many(LINE_OF_SIGHT, size))]
    return toml(f'[[terrain]]\nkind = "wall"\nthickness = 0.25\nline = {line}\n' * 15)


def broad_lines(size: float) -> bytes:
    """Lines that are broader than they are long."""
    line = [[round(x, 2), round(y / 20, 2)] for x, y in zigzag(_many(2 * LINE_OF_SIGHT, size))][
        : LINE_OF_SIGHT // 2
    ]
    return toml(f'[[terrain]]\nkind = "wall"\nthickness = 9\nline = {line}\n' * 30)


def many_holes(size: float) -> bytes:
    """One outline with a hole of more corners than any outline may have."""
    hole = [[round(x / 10, 2), round(y / 10, 2)] for x, y in comb(_many(10_000, size), True)]
    return toml(
        f'[[terrain]]\nkind = "rocks"\npolygon = [[0, 0], [20, 0], [20, 20], [0, 20]]\nholes = [{hole}]\n'
    )


OWN_MAPS: Final[dict[str, Attack]] = {
    "crossing_lines": crossing_lines,
    "broad_lines": broad_lines,
    "many_holes": many_holes,
}
"""Maps as people write them."""


def main() -> int:
    """Measure every attack at full size; exit code 1 when one is not refused, or not quickly."""
    from benchmarks import fuzz, fuzz_maps

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="of the attacks; all of them without any")
    parser.add_argument("--size", type=float, default=1.0)
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        fuzz.at_home(Path(name))
        jobs = {**dict.fromkeys(MAPS, fuzz_maps.imported), **dict.fromkeys(OWN_MAPS, fuzz.check)}
        (Path(name) / "a.map").write_bytes(fuzz_maps.SVG.encode())
        fuzz_maps.imported(Path(name) / "a.map")
        for key, job in jobs.items():
            if options.names and key not in options.names:
                continue
            raw = (MAPS | OWN_MAPS)[key](options.size)
            path = Path(name) / ("a.map" if key in MAPS else "a.toml")
            path.write_bytes(raw)
            said = fuzz.measured(lambda job=job, path=path: job(path))
            wrong += bool(said.wrong)
            print(
                f"{key}: {len(raw):,} bytes, {said.word}, {said.seconds:.2f} s, {said.megabytes:.0f} MB: "
                f"{said.text[-160:]}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
