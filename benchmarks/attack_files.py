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
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.attack_drawings import SVG_ATTACKS, Attack, comb, scaled

LONG_LINE: Final = 2000
"""Points of a long line: as many as a map takes in one."""


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
    side = scaled(30_000, size)
    large = frame(side, side)
    # read as a length, the two bytes after FF01 are FFC0: the reader lands 65,472 bytes on, at a small frame
    tables = jpeg(side, side)[2:-2].replace(large, b"")
    body = b"\xff\xd8\xff\x01" + large + tables
    decoy_at = 4 + 0xFFC0
    return body.ljust(decoy_at, b"\x00") + jpeg(300, 300)[2:]


def many_scans(size: float) -> bytes:
    """A JPEG that is decoded over and over."""
    return jpeg(4000, 4000, scans=scaled(20_000, size, 101))


def fill_bytes(size: float) -> bytes:
    """A JPEG of nothing but fill bytes and markers without a length."""
    return b"\xff\xd8" + b"\xff\x01" * scaled(10e6, size) + b"\xff" * scaled(20e6, size)


def png_chunks(size: float) -> bytes:
    """A PNG of more chunks than any picture has."""
    chunk = struct.pack(">I4sI", 0, b"teXt", zlib.crc32(b"teXt"))
    header = struct.pack(">I4sIIBBBBB", 13, b"IHDR", 300, 300, 8, 0, 0, 0, 0)
    header += struct.pack(">I", zlib.crc32(header[4:]))
    return b"\x89PNG\r\n\x1a\n" + header + chunk * scaled(2e6, size)


def as_uvtt(raw: bytes) -> bytes:
    """A drawing with a picture."""
    resolution = {"map_size": {"x": 20, "y": 20}, "pixels_per_grid": 70}
    values = {"format": 0.3, "resolution": resolution, "image": base64.b64encode(raw).decode()}
    return json.dumps(values).encode()


PICTURES: Final[dict[str, Attack]] = {
    "tem_length": tem_length,
    "many_scans": many_scans,
    "fill_bytes": fill_bytes,
    "png_chunks": png_chunks,
}

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
    return tmx(f'<layer name="wall">{data}</layer>' * scaled(300, size), 600)


def scattered_layers(size: float) -> bytes:
    """Layers each of which has nearly as many tiles apart as are taken."""
    board = np.indices((199, 199)).sum(0) % 2
    return tmx(f'<layer name="wall">{packed(board)}</layer>' * scaled(300, size), 199)


def long_names(size: float) -> bytes:
    """Names of 100 KB that are asked for each tile."""
    name = "n-" * scaled(50_000, size)
    tiles = "".join(f'<tile id="{k}" class="{name}{k}"/>' for k in range(20))
    numbers = np.arange(600 * 600) % 20 + 1
    return tmx(f'<tileset firstgid="1">{tiles}</tileset><layer name="{name}">{packed(numbers)}</layer>', 600)


def many_objects(size: float) -> bytes:
    some = '<object x="64" y="64" width="32" height="32"/>' * scaled(140_000, size)
    return tmx(f"<objectgroup>{some}</objectgroup>", 20)


def long_objects(size: float) -> bytes:
    points = "1,1 2,2 " * 50_000
    some = f'<object x="4" y="4"><polyline points="{points}"/></object>' * scaled(40, size)
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
    return uvtt([zigzag(scaled(39_000, size))])


def many_pairs(size: float) -> bytes:
    count = scaled(19_000, size)
    return uvtt([[(k % 190 / 10, k // 190 / 10), (k % 190 / 10 + 0.05, 9)] for k in range(count)])


def many_portals(size: float) -> bytes:
    ends = [{"x": 1, "y": 1}, {"x": 3, "y": 1}]
    portals = [{"bounds": ends, "closed": True}] * scaled(19_000, size)
    return uvtt([[(0.5, 1), (19, 1)]] * 3, portals=portals)


def long_texts(size: float) -> bytes:
    """A scene and its names in one long word each."""
    name = "n " * scaled(20e6, size)
    return json.dumps({"name": name, "width": 1000, "height": 1000, "walls": []}).encode()


def features(*shapes: dict[str, Any], **more: Any) -> bytes:
    said = [{"type": "Feature", "properties": p, "geometry": g} for p, g in (s.values() for s in shapes)]
    return json.dumps({"type": "FeatureCollection", "features": said, **more}).encode()


def off_the_table(size: float) -> bytes:
    """Two combs as areas, and words as long as names are never."""
    word = "w-" * scaled(200_000, size)
    shapes = [
        {"p": {"name": word, "kind": word}, "g": {"type": "Polygon", "coordinates": [comb(4000, across)]}}
        for across in (True, False)
    ]
    return features(*shapes)


def nested_words(size: float) -> bytes:
    """Properties that are lists where a word is due."""
    many = scaled(1500, size)
    said = {"kind": [[1.5] * 100] * 2}
    square = [[[0, 0], [9, 0], [9, 9], [0, 9]]]
    return features(*({"p": said, "g": {"type": "Polygon", "coordinates": square}} for _ in range(many)))


def own_lines(size: float) -> bytes:
    """A map that says it is ours, with lines that cross themselves."""
    line = [(round(x, 2), round(y, 2)) for x, y in zigzag(scaled(LONG_LINE, size))]
    said = {"kind": "wall", "thickness": 0.25}
    shapes = [{"p": said, "g": {"type": "LineString", "coordinates": line}}] * 15
    return features(*shapes, battlesim={"width": 20, "height": 20})


def foundry_limited(size: float) -> bytes:
    walls = [
        {"c": [k % 990, k // 990, k % 990 + 1, k // 990], "sight": 10} for k in range(scaled(90_000, size))
    ]
    return json.dumps({"name": "a", "width": 1000, "height": 1000, "padding": 0, "walls": walls}).encode()


MAPS: Final[dict[str, Attack]] = {
    "picture": lambda size: as_uvtt(tem_length(size)),
    "picture_scans": lambda size: as_uvtt(many_scans(size)),
    "picture_fill": lambda size: as_uvtt(fill_bytes(size)),
    "picture_chunks": lambda size: as_uvtt(png_chunks(size)),
    **SVG_ATTACKS,
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
    line = [[round(x, 2), round(y, 2)] for x, y in zigzag(scaled(LONG_LINE, size))]
    return toml(f'[[terrain]]\nkind = "wall"\nthickness = 0.25\nline = {line}\n' * 15)


def broad_lines(size: float) -> bytes:
    """Lines that are broader than they are long."""
    line = [[round(x, 2), round(y / 20, 2)] for x, y in zigzag(scaled(2 * LONG_LINE, size))][: LONG_LINE // 2]
    return toml(f'[[terrain]]\nkind = "wall"\nthickness = 9\nline = {line}\n' * 30)


def many_holes(size: float) -> bytes:
    """One outline with a hole of more corners than any outline may have."""
    hole = [[round(x / 10, 2), round(y / 10, 2)] for x, y in comb(scaled(10_000, size), True)]
    return toml(
        f'[[terrain]]\nkind = "rocks"\npolygon = [[0, 0], [20, 0], [20, 20], [0, 20]]\nholes = [{hole}]\n'
    )


OWN_MAPS: Final[dict[str, Attack]] = {
    "crossing_lines": crossing_lines,
    "broad_lines": broad_lines,
    "many_holes": many_holes,
}
"""Maps as people write them."""


# -- records --


def with_outline(record: bytes, corners: int) -> bytes:
    """Return a record with one more piece of terrain, a circle of so many corners."""
    first, _, rest = record.partition(b"\n")
    values = json.loads(first)
    turns = np.arange(corners) * (2 * np.pi / corners)
    ring = np.stack([10 + 5 * np.cos(turns), 10 + 5 * np.sin(turns)], axis=1)
    disc = {"id": "disc", "kind": "rocks", "rings": [ring.tolist()], "height": 1}
    values["state"]["table"]["ground"]["terrain"].append(disc)
    return json.dumps(values).encode() + b"\n" + rest


def main() -> int:
    """Measure every attack at full size; exit code 1 when one is not refused, or not quickly."""
    from benchmarks import forks, fuzz, fuzz_maps

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
            said = forks.measured(lambda job=job, path=path: job(path))
            wrong += bool(said.wrong)
            print(
                f"{key}: {len(raw):,} bytes, {said.word}, {said.seconds:.2f} s, {said.megabytes:.0f} MB: "
                f"{said.text[-160:]}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
