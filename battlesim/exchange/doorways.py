"""Walls that are drawn through a door or window: the part of them in its gap is cut out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import shapely

from battlesim.exchange.lines import Line, rounded
from battlesim.geometry.predicates import query
from battlesim.scenarios.maps import TerrainSpec

MAX_PAIRS: Final = 100_000
"""Of a door and a part of a wall that lie close together."""
LEAST_SHARE: Final = 0.5
"""Of a gap that a wall fills at least: one that only crosses it is another wall."""
CHUNK: Final = 64


class TooManyError(ValueError):
    """More walls and doors lie on each other than can be worked out in good time."""


def without_gaps(lines: Sequence[Line], gaps: Sequence[TerrainSpec]) -> list[list[Line]]:
    """Return what is left of each line where it runs through gaps, as parts. Raises TooManyError."""
    if not lines or not gaps:
        return [[line] for line in lines]
    bands = [_band(gap) for gap in gaps]
    found: list[list[Line]] = []
    inside = _gaps_inside(lines, gaps, bands)
    for number, line in enumerate(lines):
        filled = [bands[gap] for gap in inside[number]]
        found.append(_parts(line, shapely.union_all(filled)) if filled else [line])
    return found


def _band(gap: TerrainSpec) -> shapely.Geometry:
    """Return the place of the wall that fills a gap."""
    line = gap.line or ()
    return shapely.LineString([line[0], line[-1]]).buffer(gap.thickness / 2, cap_style="flat")


def _gaps_inside(
    lines: Sequence[Line], gaps: Sequence[TerrainSpec], bands: Sequence[shapely.Geometry]
) -> dict[int, list[int]]:
    """Return the gaps that each line fills, by the number of the line."""
    owners = np.array([number for number, line in enumerate(lines) for _ in range(len(line) - 1)])
    segments = shapely.linestrings([pair for line in lines for pair in pairwise(line)])
    tree = shapely.STRtree(segments)
    lengths = np.array([shapely.LineString(gap.line or ()).length for gap in gaps])
    filled: dict[tuple[int, int], float] = defaultdict(float)
    pairs = 0
    for start in range(0, len(bands), CHUNK):
        some, hits = query(tree, bands[start : start + CHUNK], "intersects")
        pairs += len(hits)
        if pairs > MAX_PAIRS:
            raise TooManyError(f"more than {MAX_PAIRS} walls and doors lie on each other")
        shares = shapely.length(shapely.intersection(segments[hits], np.array(bands)[start + some]))
        for gap, hit, share in zip(start + some, hits, shares / lengths[start + some], strict=True):
            filled[int(owners[hit]), int(gap)] += float(share)
    found: dict[int, list[int]] = defaultdict(list)
    for (line, gap), share in filled.items():
        if share >= LEAST_SHARE:
            found[line].append(gap)
    return found


def _parts(line: Line, gaps: shapely.Geometry) -> list[Line]:
    left = shapely.get_parts(shapely.LineString(line).difference(gaps))
    return [rounded(map(tuple, shapely.get_coordinates(part).tolist())) for part in left]
