"""Universal VTT writer: lines become walls, areas become objects, and doors and windows become portals."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec

from battlesim.exchange.map_reader import terrain_height
from battlesim.exchange.plan import ConversionReport, Line, MapPlan, closed_ring, count_phrase, terrain_rings
from battlesim.scenarios.maps import OpeningSpec, TerrainSpec
from battlesim.table.terrain import Coordinates

MAX_OMITTED_HEIGHT_IN: Final = 0.5
"""Areas up to this height, in inches, are left out, as they hide no piece."""
UVTT_DIGITS: Final = 9
DEFAULT_PIXELS_PER_SQUARE: Final = 70
"""Pixels per square if the map has no picture."""


def write(plan: MapPlan, square: float, report: ConversionReport) -> bytes:
    """Return a map as the bytes of a Universal VTT file, in grid squares that are `square` inches wide."""
    walls, objects, portals = _sorted(plan, report)
    if plan.dressing and not plan.picture:
        report.left_out.append("dressing, which only a picture shows")

    def spot(point: Coordinates) -> dict[str, float]:
        x, y = point
        return {"x": round(x / square, UVTT_DIGITS), "y": round((plan.height - y) / square, UVTT_DIGITS)}

    across = plan.width / square
    pixels = plan.picture.facts.width / across if plan.picture else DEFAULT_PIXELS_PER_SQUARE
    values: dict[str, Any] = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": round(across, UVTT_DIGITS), "y": round(plan.height / square, UVTT_DIGITS)},
            "pixels_per_grid": round(pixels) if abs(pixels - round(pixels)) < 1e-6 else round(pixels, 3),
        },
        "line_of_sight": [list(map(spot, line)) for line in walls],
        "objects_line_of_sight": [list(map(spot, line)) for line in objects],
        "portals": [_portal(opening, spot) for opening in portals],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(plan.picture.raw).decode() if plan.picture else "",
    }
    return msgspec.json.encode(values)


def _sorted(plan: MapPlan, report: ConversionReport) -> tuple[list[Line], list[Line], list[OpeningSpec]]:
    """Return the lines of walls, the closed outlines of objects, and the openings as portals."""
    walls: list[Line] = []
    objects: list[Line] = []
    portals: list[OpeningSpec] = []
    for piece in plan.terrain:
        line = piece.line
        if line is not None and _fills(piece, line):
            portals.append(msgspec.structs.replace(piece.openings[0], start=line[0], end=line[1]))
        elif line is not None and not piece.openings:
            walls.append(line)
        elif piece.openings:
            outline, *holes = map(closed_ring, terrain_rings(piece))
            walls += [*outline_between_openings(outline, piece.openings), *holes]
            portals += piece.openings
            report.changed.append("a building with openings became walls along its outline")
        elif terrain_height(piece) <= MAX_OMITTED_HEIGHT_IN:
            report.left_out.append(f"{piece.kind}: no higher than {MAX_OMITTED_HEIGHT_IN:g} in")
        else:
            rings = [closed_ring(ring) for ring in terrain_rings(piece)]
            (objects if len(rings) == 1 else walls).extend(rings)
            if len(rings) > 1:
                report.changed.append("an area with holes became walls along its outlines")
    _tell(plan, walls, objects, portals, report)
    return walls, objects, portals


def _tell(
    plan: MapPlan,
    walls: Sequence[Line],
    objects: Sequence[Line],
    portals: Sequence[OpeningSpec],
    report: ConversionReport,
) -> None:
    counts = (
        (len(walls), "line of walls", "lines of walls"),
        (len(objects), "outline of objects", "outlines of objects"),
        (len(portals), "portal", "portals"),
    )
    report.taken += [count_phrase(*count) for count in counts if count[0]]
    if plan.terrain:
        report.left_out.append("heights, kinds and names, which the format has no place for")
    if any(opening.kind != "door" for opening in portals):
        report.changed.append("windows became portals, which the format does not tell from doors")


def _fills(piece: TerrainSpec, line: Line) -> bool:
    """Return whether the only opening of a wall extends from end to end."""
    if len(line) != 2 or len(piece.openings) != 1:
        return False
    opening, reach = piece.openings[0], piece.thickness / 2 + 1e-3
    return math.dist(opening.start, line[0]) <= reach and math.dist(opening.end, line[1]) <= reach


def _portal(opening: OpeningSpec, spot: Any) -> dict[str, Any]:
    (ax, ay), (bx, by) = opening.start, opening.end
    return {
        "position": spot(((ax + bx) / 2, (ay + by) / 2)),
        "bounds": [spot(opening.start), spot(opening.end)],
        "rotation": round(math.atan2(ay - by, bx - ax), UVTT_DIGITS),
        "closed": not opening.open,
        "freestanding": False,
    }


def outline_between_openings(outline: Line, openings: Iterable[OpeningSpec]) -> list[Line]:
    """Return the parts of a building's closed outline that lie between its doors and windows."""
    ends = [0.0]
    for a, b in pairwise(outline):
        ends.append(ends[-1] + math.dist(a, b))
    gaps = sorted(
        tuple(sorted((_along(outline, ends, o.start), _along(outline, ends, o.end)))) for o in openings
    )
    starts = [0.0, *(high for _, high in gaps)]
    stops = [*(low for low, _ in gaps), ends[-1]]
    parts = [
        _part(outline, ends, low, high) for low, high in zip(starts, stops, strict=True) if high - low > 1e-6
    ]
    if len(parts) > 1 and parts[-1][-1] == parts[0][0]:
        parts = [(*parts.pop(), *parts[0][1:]), *parts[1:]]
    return parts


def _along(outline: Line, ends: Sequence[float], point: Coordinates) -> float:
    """Return the distance along an outline to its point nearest to `point`."""

    def near(k: int) -> tuple[float, float]:
        (ax, ay), (bx, by), long = outline[k], outline[k + 1], ends[k + 1] - ends[k]
        if not long:
            return math.inf, ends[k]
        t = min(max(((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / long**2, 0.0), 1.0)
        return math.dist(point, (ax + t * (bx - ax), ay + t * (by - ay))), ends[k] + t * long

    return min(near(k) for k in range(len(outline) - 1))[1]


def _part(outline: Line, ends: Sequence[float], low: float, high: float) -> Line:
    inner = [point for point, end in zip(outline, ends, strict=True) if low + 1e-9 < end < high - 1e-9]
    return (_at(outline, ends, low), *inner, _at(outline, ends, high))


def _at(outline: Line, ends: Sequence[float], along: float) -> Coordinates:
    k = next((k for k in range(len(ends) - 1) if ends[k + 1] >= along - 1e-9 and ends[k + 1] > ends[k]), 0)
    (ax, ay), (bx, by) = outline[k], outline[k + 1]
    t = min((along - ends[k]) / (ends[k + 1] - ends[k]), 1.0)
    return (ax + t * (bx - ax), ay + t * (by - ay))
