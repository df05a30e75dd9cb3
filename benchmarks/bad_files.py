"""Give files that are bad in known ways to the program itself, as a person would.

    python -m benchmarks.bad_files

Maps, drawings of other programs, and pictures: numbers that are none, outlines that cross themselves, nothing
at all, a million points, pictures that are paths, bombs, sizes below 0, cut off, 500 MB. Each has to end with
exit code 2 and one line, within 10 s of processor time and 500 MB. Exit code 1 when one does not.
"""

from __future__ import annotations

import base64
import json
import resource
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.fuzz_maps import PIXEL, SPOTS, UVTT

SECONDS, MEGABYTES = 10.0, 500
HUGE = 500_000_000
MANY = 1_000_000
MAP = '[table]\ntitle = "Bad"\nwidth = 48\nheight = 48\n[[terrain]]\nid = "a"\nkind = "building"\n'


class Bad(NamedTuple):
    """A bad file: what is wrong with it, its name, its bytes (None for 500 MB of nothing), what reads it."""

    what: str
    name: str
    raw: bytes | None
    command: tuple[str, ...] = ("import",)


def drawing(**changes: Any) -> bytes:
    """A Universal VTT file with something changed."""
    return json.dumps(UVTT | changes).encode()


def png(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG of a size with some data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def drawings() -> Iterator[Bad]:
    """Drawings of other programs."""
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 20, "y": 10}, "pixels_per_grid": 70}
    nan = [{"x": float("nan"), "y": 1}, {"x": 2, "y": 2}]
    far = [{"x": 1e300, "y": 1}, {"x": 2, "y": 2}]
    points = [{"x": k % 20, "y": k % 10} for k in range(MANY)]
    yield Bad("nothing", "empty.uvtt", b"")
    yield Bad("not JSON", "wrong.uvtt", b'{"format": 0.3,')
    yield Bad("JSON of another kind", "list.uvtt", b"[1, 2, 3]")
    yield Bad("numbers that are none", "nan.uvtt", drawing(line_of_sight=[nan]))
    yield Bad("huge numbers", "huge.uvtt", drawing(line_of_sight=[far]))
    yield Bad("a size below 0", "below.uvtt", drawing(resolution=size | {"map_size": {"x": -20, "y": 10}}))
    yield Bad("a size of 0", "zero.uvtt", drawing(resolution=size | {"map_size": {"x": 0, "y": 0}}))
    yield Bad("a million points", "many.uvtt", drawing(line_of_sight=[points]))
    yield Bad("a picture that is a path", "path.uvtt", drawing(image="/etc/passwd"))
    cut = base64.b64encode(base64.b64decode(PIXEL)[:30]).decode()
    yield Bad("a picture cut off", "cut.uvtt", drawing(image=cut))
    bomb = base64.b64encode(png(60_000, 60_000, zlib.compress(bytes(10_000_000), 9))).decode()
    yield Bad("a picture that swells", "bomb.uvtt", drawing(image=bomb))
    yield Bad("500 MB", "vast.uvtt", None)
    deep = b"[" * 100_000 + b"]" * 100_000
    yield Bad("lists within lists", "deep.uvtt", b'{"line_of_sight": ' + deep + b"}")
    laughs = "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 10 if k else "lol"}">' for k in range(10))
    yield Bad("entities that swell", "laughs.svg", f"<!DOCTYPE svg [{laughs}]><svg>&l9;</svg>".encode())
    yield Bad(
        "an entity that is a file",
        "file.svg",
        b'<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    )
    yield Bad("no XML", "wrong.tmx", b"<map><layer>")
    swollen = base64.b64encode(zlib.compress(bytes(200_000_000), 9)).decode()
    layer = f'<layer width="9" height="9"><data encoding="base64" compression="zlib">{swollen}</data></layer>'
    tmx = f'<map orientation="orthogonal" width="9" height="9" tilewidth="8" tileheight="8">{layer}</map>'
    yield Bad("a layer that swells", "bomb.tmx", tmx.encode())
    line = {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1e400, 0], [0, 1]]]}}
    yield Bad(
        "an endless polygon",
        "far.geojson",
        json.dumps({"type": "FeatureCollection", "features": [line]}).encode(),
    )
    yield Bad("points of no drawing", "spots.json", json.dumps(SPOTS).encode())


def maps() -> Iterator[Bad]:
    """Maps of our own."""
    crossed = "polygon = [[1, 1], [5, 5], [5, 1], [1, 5]]\n"
    yield Bad("an outline that crosses itself", "crossed.toml", (MAP + crossed).encode(), ("check",))
    yield Bad("numbers that are none", "nan.toml", (MAP + "rect = [nan, 1, 5, 5]\n").encode(), ("check",))
    yield Bad("endless numbers", "inf.toml", (MAP + "rect = [1, 1, inf, 5]\n").encode(), ("check",))
    yield Bad("huge numbers", "huge.toml", (MAP + "rect = [1, 1, 1e308, 5]\n").encode(), ("check",))
    yield Bad("a size below 0", "below.toml", MAP.replace("48", "-48").encode(), ("check",))
    yield Bad("no outline", "none.toml", MAP.encode(), ("check",))
    yield Bad("an empty outline", "empty.toml", (MAP + "polygon = []\n").encode(), ("check",))
    points = ", ".join(f"[{k % 48}, {k % 47}]" for k in range(MANY))
    yield Bad("a million points", "many.toml", f"{MAP}polygon = [{points}]\n".encode(), ("check",))
    yield Bad("500 MB", "vast.toml", None, ("check",))


def pictures() -> Iterator[Bad]:
    """Photographs."""
    photo = ("photo", "--table", "48x48", "--corners", "1,9", "9,9", "9,1", "1,1")
    yield Bad("nothing", "empty.png", b"", photo)
    yield Bad("cut off", "cut.png", png(800, 600, zlib.compress(bytes(800 * 600 * 3)))[:60], photo)
    yield Bad("words", "words.jpg", b"This is no picture.", photo)
    yield Bad("one that swells", "bomb.png", png(60_000, 60_000, zlib.compress(bytes(10_000_000), 9)), photo)
    yield Bad("a size of 0", "zero.png", png(0, 0), photo)
    yield Bad("500 MB", "vast.png", None, photo)


def limited() -> None:
    """Give the process the time and memory that it may take."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS) + 1, int(SECONDS) + 1))


def tried(bad: Bad, folder: Path) -> tuple[bool, str]:
    """Whether a file is refused as it should be, and what came of it in words."""
    path = folder / bad.name
    with path.open("wb") as file:
        if bad.raw is None:
            file.truncate(HUGE)
        else:
            file.write(bad.raw)
    verb, *rest = bad.command
    command = [sys.executable, "-m", "battlesim.cli", verb, str(path), *rest]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    path.unlink()
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    good = done.returncode == 2 and len(lines) == 1 and spent < SECONDS and after.ru_maxrss < MEGABYTES * 1024
    said = " / ".join(lines)[:160]
    return good, f"code {done.returncode}, {len(lines)} lines, {spent:.1f} s, {said}"


def main() -> int:
    """Try all; 1 when one is not refused as it should be."""
    wrong, count = 0, 0
    with tempfile.TemporaryDirectory() as name:
        for bad in (*drawings(), *maps(), *pictures()):
            good, words = tried(bad, Path(name))
            wrong, count = wrong + (not good), count + 1
            print(f"{'ok   ' if good else 'WRONG'} {bad.name:12} {bad.what}: {words}", flush=True)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{count} files, {wrong} wrong, at most {most} MB")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
