"""How well tables are found again in photographs of them that we have drawn.

python -m benchmarks.photos [--pictures 100] [--first 0] [--width 3264]

Corners are clicked with an error of 1.5 pixels. A line for each picture, then what all came to: how far
places are off, in how many the size is right, in how many the error that was told was true, how many of the
bases were found, and what was taken for a base that is none.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import NamedTuple

from battlesim.photo.base_detection import DetectedBase as Found
from battlesim.photo.base_detection import find_bases
from battlesim.photo.edge_detection import refined_camera
from benchmarks.photos_drawn import Base, Photo, clicked, draw_photo

APART = 0.6
"""Inches from a base within which something found is taken for it."""


class Pair(NamedTuple):
    """A base that was found: how far off, whether of the right size, the error that was told, whether
    sure."""

    off: float
    right: bool
    told: float
    sure: bool


class Outcome(NamedTuple):
    """What was found in a picture: the pairs, how many bases there are, what is none (sure or not)."""

    pairs: list[Pair]
    bases: int
    wrong: int
    wrong_sure: int
    seconds: float


def outcome(photo: Photo, seed: int) -> Outcome:
    """What is found in a picture whose corners a hand has placed."""
    began = time.perf_counter()
    camera, _ = refined_camera(photo.picture, clicked(photo, seed), photo.table)
    found = find_bases(photo.picture, camera, photo.table)
    seconds = time.perf_counter() - began
    pairs, wrong = [], []
    for one in found:
        base = min(photo.bases, key=lambda base: _off(one, base))
        if _off(one, base) < APART:
            pairs.append(Pair(_off(one, base), one.size == base.size, one.error, one.sure))
        else:
            wrong.append(one.sure)
    return Outcome(pairs, len(photo.bases), len(wrong), sum(wrong), seconds)


def _off(one: Found, base: Base) -> float:
    return math.hypot(one.x - base.x, one.y - base.y)


def summary(outcomes: list[Outcome]) -> str:
    """What all came to, in lines."""
    lines = []
    bases = sum(one.bases for one in outcomes)
    for word, wanted in (("sure", (True,)), ("all", (True, False))):
        pairs = [pair for one in outcomes for pair in one.pairs if pair.sure in wanted]
        wrong = sum(one.wrong if len(wanted) > 1 else one.wrong_sure for one in outcomes)
        offs = sorted(pair.off for pair in pairs)
        lines.append(
            f"{word}: {len(pairs)} of {bases} bases, {wrong} besides that are none;"
            f" off by {statistics.median(offs):.3f} in median, {offs[int(0.95 * len(offs))]:.3f} in p95;"
            f" size right {_part([pair.right for pair in pairs])};"
            f" told error true {_part([pair.off <= pair.told for pair in pairs])}"
            f" (median {statistics.median(pair.told for pair in pairs):.3f} in)"
        )
    lines.append(f"seconds for a picture: {statistics.median(one.seconds for one in outcomes):.1f}")
    return "\n".join(lines)


def _part(values: list[bool]) -> str:
    return f"{sum(values) / len(values):.1%}"


def main() -> None:
    """Draw, find, compare."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else "")
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--width", type=int, default=3264)
    asked = parser.parse_args()
    outcomes = []
    for seed in range(asked.first, asked.first + asked.pictures):
        photo = draw_photo(seed, (asked.width, asked.width * 3 // 4))
        outcomes.append(outcome(photo, seed))
        found = sum(pair.sure for pair in outcomes[-1].pairs)
        size = f"{photo.table[0]:g} x {photo.table[1]:g} in from {photo.elevation:.0f} degrees"
        print(f"{seed}: {size}, {found} sure, {len(outcomes[-1].pairs)} of {len(photo.bases)}", flush=True)
    print(summary(outcomes))


if __name__ == "__main__":
    main()
