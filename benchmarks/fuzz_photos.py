"""Give damaged pictures and wild corners to `battlesim photo`; nothing may hang, swell or end in a traceback.

    python -m benchmarks.fuzz_photos --minutes 10

Each is looked at in a process of its own, with the limits of `benchmarks.fuzz` on time and memory. What does
not hold is printed with its seed and kept in the folder given by `--keep`. Exit code 1 when there is any.
"""

from __future__ import annotations

import random
import sys
import zlib
from functools import cache
from pathlib import Path

import cv2

from battlesim.photo.base_detection import find_bases
from battlesim.photo.photo_map import build_photo_map
from battlesim.photo.sketch import BaseMark
from battlesim.photo.table_photo import photo_from_corners
from benchmarks import fuzz_files, fuzz_maps
from benchmarks.attack_files import PICTURES
from benchmarks.photos_drawn import Photo, clicked, draw_photo

SEED, SIZE, TABLE = 6, (1280, 960), (20.0, 15.0)


@cache
def photo() -> Photo:
    """A photograph that is sound."""
    return draw_photo(SEED, SIZE, TABLE)


@cache
def samples() -> tuple[bytes, ...]:
    """It in every format that is read."""
    return tuple(cv2.imencode(kind, photo().picture)[1].tobytes() for kind in (".jpg", ".png", ".webp"))


def case(seed: int) -> bytes:
    """The picture of a seed: in one of three it is sound."""
    rng = random.Random(seed)
    if rng.random() < 0.1:
        return rng.choice(list(PICTURES.values()))(rng.choice(fuzz_maps.SIZES))
    raw = rng.choice(samples())
    if rng.random() < 0.33:
        return raw
    head = bytearray(raw[:400])
    for _ in range(rng.randint(0, 6)):
        head[rng.randrange(len(head))] = rng.randrange(256)
    return fuzz_files.spoilt(bytes(head) + raw[400:], rng) if rng.random() < 0.5 else bytes(head) + raw[400:]


def photographed(path: Path) -> None:
    """Make a table of a picture, with corners and sides that its bytes decide. Raises InputError."""
    rng = random.Random(zlib.crc32(path.read_bytes()[:4000]))
    corners = [(float(x), float(y)) for x, y in clicked(photo(), SEED)]
    for _ in range(rng.randint(0, 3)):
        corners[rng.randrange(4)] = (rng.uniform(0, SIZE[0]), rng.uniform(0, SIZE[1]))
    table = rng.choice((TABLE, (rng.uniform(1, 600), rng.uniform(1, 600))))
    shot = photo_from_corners(path, table, corners)
    bases = find_bases(shot.picture, shot.camera, shot.table)
    build_photo_map(shot, [BaseMark(base, base.sure) for base in bases], path.name)


if __name__ == "__main__":
    cv2.setNumThreads(1)  # a fork has no other threads
    samples()
    sys.exit(fuzz_maps.run(__doc__ or "", case, photographed))
