"""Removal of the parts of wall lines that fill the gaps left by doors and windows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import shapely

from battlesim.geometry.predicates import query_tree
from battlesim.geometry.shapes import Point, Ring

MAX_PAIRS: Final = 100_000
"""The maximum number of intersecting pairs of a gap and a line segment."""
MIN_FILLED_FRACTION: Final = 0.5
"""The minimum fraction of a gap that a line must fill to be cut; a line that merely crosses is kept."""
GAPS_PER_BATCH: Final = 64


class WallGap(NamedTuple):
    """The gap that a door or window leaves in a wall: its two ends and the wall's thickness, in inches."""

    start: Point
    end: Point
    thickness: float


class TooManyOverlapsError(ValueError):
    """Raised when too many lines and gaps overlap to be processed in reasonable time."""


def without_gaps(lines: Sequence[Sequence[Point]], gaps: Sequence[WallGap]) -> list[list[Ring]]:
    """Return each line without the parts that fill a door or window, as a list of open polylines.

    Raises TooManyOverlapsError if more than `MAX_PAIRS` segments and gaps intersect.
    """
    if not lines or not gaps:
        return [[tuple(line)] for line in lines]
    bands = [
        shapely.LineString([gap.start, gap.end]).buffer(gap.thickness / 2, cap_style="flat") for gap in gaps
    ]
    found: list[list[Ring]] = []
    inside = _gaps_inside(lines, gaps, bands)
    for number, line in enumerate(lines):
        filled = [bands[gap] for gap in inside[number]]
        found.append(_parts(line, shapely.union_all(filled)) if filled else [tuple(line)])
    return found


def _gaps_inside(
    lines: Sequence[Sequence[Point]], gaps: Sequence[WallGap], bands: Sequence[shapely.Geometry]
) -> dict[int, list[int]]:
    """Return the indices of the gaps that each line fills at least half, keyed by line index."""
    owners = np.array([number for number, line in enumerate(lines) for _ in range(len(line) - 1)])
    segments = shapely.linestrings([pair for line in lines for pair in pairwise(line)])
    tree = shapely.STRtree(segments)
    lengths = np.array([shapely.LineString([gap.start, gap.end]).length for gap in gaps])
    filled: dict[tuple[int, int], float] = defaultdict(float)
    pairs = 0
    for start in range(0, len(bands), GAPS_PER_BATCH):
        some, hits = query_tree(tree, bands[start : start + GAPS_PER_BATCH], "intersects")
        pairs += len(hits)
        if pairs > MAX_PAIRS:
            raise TooManyOverlapsError(f"more than {MAX_PAIRS} pairs of walls and doors overlap")
        shares = shapely.length(shapely.intersection(segments[hits], np.array(bands)[start + some]))
        for gap, hit, share in zip(start + some, hits, shares / lengths[start + some], strict=True):
            filled[int(owners[hit]), int(gap)] += float(share)
    found: dict[int, list[int]] = defaultdict(list)
    for (line, gap), share in filled.items():
        if share >= MIN_FILLED_FRACTION:
            found[line].append(gap)
    return found


def _parts(line: Sequence[Point], gaps: shapely.Geometry) -> list[Ring]:
    left = shapely.get_parts(shapely.LineString(line).difference(gaps))
    return [tuple(map(tuple, shapely.get_coordinates(part).tolist())) for part in left]
