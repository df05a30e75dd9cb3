"""Give damaged drawings to `battlesim import`; nothing may hang, swell or end in a traceback.

    python -m benchmarks.fuzz_maps --minutes 10

Each is read in a process of its own, with the limits of `benchmarks.fuzz` on time and memory; a map that is
made must be sound. What does not hold is printed with its seed and kept in the folder given by `--keep`.
Exit code 1 when there is any.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import re
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from battlesim.exchange.conversion import export_map, import_drawing
from battlesim.exchange.plan import ImportOptions
from battlesim.scenarios.library import map_files
from battlesim.scenarios.maps import parse_map
from benchmarks import forks, fuzz, fuzz_files
from benchmarks.attack_files import MAPS

PIXEL: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SPOTS: Final = [{"x": x, "y": y} for x, y in ((1, 1), (9, 1), (9, 6), (1, 6), (1, 1))]
UVTT: Final = {
    "format": 0.3,
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 20, "y": 10}, "pixels_per_grid": 70},
    "line_of_sight": [SPOTS, SPOTS[:2]],
    "objects_line_of_sight": [SPOTS, SPOTS[:3]],
    "portals": [{"bounds": SPOTS[1:3], "closed": True}, {"position": SPOTS[0], "rotation": 1.5}],
    "lights": [{}],
    "image": PIXEL,
}
HEIGHT: Final = {"bottom": 0, "top": 10}
CURVE: Final = {"type": "bezier", "cp1": SPOTS[1], "cp2": SPOTS[2], "to": SPOTS[3]}
UVTT2: Final = {
    "resolution": {"grid_size": {"x": 2, "y": 2}, "units_per_grid": 5, "topology": {"type": "square"}},
    "geometry": {
        "walls": [{"type": "standard", "height": HEIGHT, "path": [{"type": "move", "x": 1, "y": 1}, CURVE]}],
        "portals": [{"type": "window", "state": "open", "height": HEIGHT, "p1": SPOTS[0], "p2": SPOTS[1]}],
        "zones": [{"path": SPOTS, "traits": ["water"]}],
    },
}
FOUNDRY: Final = {
    "name": "Cellar",
    "width": 2000,
    "height": 1000,
    "padding": 0.25,
    "grid": {"size": 100, "type": 1, "distance": 5},
    "walls": [
        {
            "c": [600, 400, 900, 400],
            "move": 20,
            "sight": sight,
            "door": door,
            "ds": 1,
            "flags": {"wall-height": HEIGHT},
        }
        for sight, door in ((20, 0), (10, 0), (0, 0), (20, 1))
    ],
}
RING: Final = [[[0, 0], [20, 0], [20, 10], [0, 10], [0, 0]], [[2, 2], [3, 2], [3, 3], [2, 2]]]
GEOJSON: Final = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"natural": "wood", "height": 2},
            "geometry": {"type": kind, "coordinates": places},
        }
        for kind, places in (("Polygon", RING), ("MultiPolygon", [RING]), ("LineString", RING[0]))
    ],
}
TILES: Final = base64.b64encode(zlib.compress(b"\1\0\0\0" * 12)).decode()
TMX: Final = f"""<?xml version="1.0"?>
<map orientation="orthogonal" width="4" height="3" tilewidth="32" tileheight="32" infinite="0">
 <tileset firstgid="1"><tile id="0" class="wall"/></tileset>
 <group offsetx="1" name="g"><layer name="walls">
 <data encoding="base64" compression="zlib">{TILES}</data></layer>
 <layer name="trees"><data encoding="csv">1,0,0,1,0,0,0,0,0,0,0,1</data></layer></group>
 <objectgroup name="things"><object id="1" class="house" x="8" y="8" width="32" height="16" rotation="30"/>
 <object class="pond" x="64" y="8" width="32" height="32"><ellipse/></object>
 <object class="door" x="8" y="80"><polyline points="0,0 32,0"/></object>
 <object x="64" y="64"><properties><property name="height" value="2"/></properties>
 <polygon points="0,0 16,0 0,16"/></object></objectgroup></map>"""
SVG: Final = """<svg xmlns="http://www.w3.org/2000/svg" width="20in" height="10in" viewBox="0 0 200 100">
<g id="woods" transform="translate(5 5) rotate(10) scale(0.9)"><rect x="10" y="10" width="30" height="20"/>
<path d="M100 20C110 20 120 30 110 40S90 50 90 40Q80 30 90 20T100 20Z
M50 60a10 5 30 1 0 20 5h5v-5l-2 2z"/></g>
<circle cx="150" cy="50" r="20" class="pond"/><ellipse cx="20" cy="80" rx="9" ry="5"/>
<polyline points="10,90 50,90 50,70" class="fence"/><line x1="60" y1="90" x2="70" y2="90" id="door"/></svg>"""
ATTACK_EVERY: Final = 4
"""Of the seeds one is a file that asks for much."""
SIZES: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
VALUES: Final = (
    "nan",
    "inf",
    "-1",
    "0",
    "1e300",
    "9" * 400,
    "9" * 5000,
    "",
    "x",
    "1,1",
    "&amp;",
    "none",
    "M",
    "rotate(",
    "/dev/zero",
)


def samples() -> dict[str, list[bytes]]:
    """Sound drawings, by what their text is."""
    drawn = [UVTT, UVTT2, FOUNDRY, GEOJSON]
    ours = {
        end: [export_map(path, end, 1.0, None)[0] for path in map_files().values()]
        for end in (".geojson", ".svg")
    }
    return {
        "json": [*(json.dumps(values).encode() for values in drawn for _ in range(6)), *ours[".geojson"]],
        "xml": [*(text.encode() for text in (TMX, SVG) for _ in range(6)), *ours[".svg"]],
    }


def damaged(kind: str, raw: bytes, rng: random.Random) -> bytes:
    """A drawing with a few things in it changed."""
    if kind == "json":
        return fuzz_files.changed_line(raw, rng) if rng.random() < 0.9 else fuzz_files.spoilt(raw, rng)
    text = raw.decode()
    for _ in range(rng.choice((1, 1, 2, 4))):
        parts = list(re.finditer(r'"[^"]*"|-?\d+(?:\.\d+)?|<[^>]*>', text))
        part = rng.choice(parts)
        old = part[0]
        new = {
            '"': f'"{rng.choice((*VALUES, old[1:-1] * 2))}"',
            "<": rng.choice(("", old * 2, "<g>", "</g>", "<!DOCTYPE a [<!ENTITY b 'c'>]>")),
        }.get(old[0], rng.choice((*VALUES, str(-float(old)) if old[0] in "-0123456789" else "")))
        text = text[: part.start()] + new + text[part.end() :]
        if not re.search(r'["<\d]', text):
            break
    changed = text.encode()
    return fuzz_files.spoilt(changed, rng) if rng.random() < 0.1 else changed


def case(seed: int, known: dict[str, list[bytes]]) -> bytes:
    """The drawing of a seed."""
    rng = random.Random(seed)
    kind = rng.choice(list(known))
    return damaged(kind, rng.choice(known[kind]), rng)


def attack(seed: int) -> bytes:
    """The drawing of a seed that asks for much, at some size, now and then damaged too."""
    rng = random.Random(seed)
    raw = rng.choice(list(MAPS.values()))(rng.choice(SIZES))
    return fuzz_files.spoilt(raw, rng) if rng.random() < 0.2 else raw


def imported(path: Path) -> None:
    """Import a drawing and lay its map. Raises InputError."""
    laid, _ = import_drawing(path, ImportOptions())
    parse_map(laid.toml_text(), path)


def main() -> int:
    """Run the fuzz; exit code 1 when anything does not hold."""
    known = samples()
    with tempfile.TemporaryDirectory() as name:
        for some in known.values():
            (Path(name) / "a.map").write_bytes(some[0])
            imported(Path(name) / "a.map")

    def drawing(seed: int) -> bytes:
        return case(seed, known) if seed % ATTACK_EVERY else attack(seed)

    return run(__doc__ or "", drawing, imported)


def run(about: str, case: Callable[[int], bytes], job: Callable[[Path], object]) -> int:
    """Give the files of one seed after the other to what reads them, as long as the command line says."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1, help="of the first file; they count up from it")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "battlesim-fuzz-maps")
    options = parser.parse_args()
    ended: Counter[str] = Counter()
    until, seed = time.monotonic() + 60 * options.minutes, options.seed
    with tempfile.TemporaryDirectory() as name:
        fuzz.at_home(Path(name))
        path = Path(name) / "a.map"
        while time.monotonic() < until:
            raw = case(seed)
            path.write_bytes(raw)
            ended[fuzz.report(seed, *forks.in_a_fork(lambda: job(path)), raw, options.keep)] += 1
            seed += 1
    print(", ".join(f"{count} {word}" for word, count in sorted(ended.items())))
    return 1 if ended["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
