"""Where reinforcements come in: the edges of the table, and the stretch of one to start in (MI-GAP-38)."""

from __future__ import annotations

import math

from battlesim.geometry.constants import TOL
from battlesim.geometry.measure import point_to_segment
from battlesim.geometry.reach import Region
from battlesim.geometry.shapes import Point, Ring
from battlesim.rulings.movement_ground import gap_to

from ..core.facts import models
from ..core.marks import FLYING
from ..core.state import MI, Battle

STRETCH = 12.0
FROM_ENEMIES = 1.0
SPACING = 0.25


def edges(width: float, height: float) -> tuple[tuple[Point, Point], ...]:
    """The four edges of a table: east, north, south, west."""
    sw, se, nw, ne = (0.0, 0.0), (width, 0.0), (0.0, height), (width, height)
    return ((se, ne), (nw, ne), (sw, se), (sw, nw))


def starting_lines(state: Battle, edge: Point, radius: float) -> tuple[Ring, ...]:
    """Where the centres of a group's bases may start: lines along 12 in of one edge about a point of it.

    The base touches the edge from inside; the parts within 1 in of an enemy are left out.
    """
    spots = _spots(state, edge, radius)
    enemies = [p.id for p in models(state, MI) if not p.has(FLYING)]
    clear = [all(gap_to(state.table, s, radius, e) > FROM_ENEMIES + TOL for e in enemies) for s in spots]
    lines: list[list[Point]] = [[]]
    for spot, ok in zip(spots, clear, strict=True):
        if ok:
            lines[-1].append(spot)
        elif lines[-1]:
            lines.append([])
    return tuple(line if len(line) == 1 else (line[0], line[-1]) for line in map(tuple, lines) if line)


def strips(lines: tuple[Ring, ...], radius: float) -> Region:
    """What the bases of a group can cover of the table as they start on such lines."""
    corners = [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in (zip(*line, strict=True) for line in lines)]
    boxes = [(x0 - radius, y0 - radius, x1 + radius, y1 + radius) for x0, y0, x1, y1 in corners]
    return tuple((((a, b), (c, b), (c, d), (a, d)),) for a, b, c, d in boxes)


def _spots(state: Battle, edge: Point, radius: float) -> list[Point]:
    """Places side by side along the stretch, the base touching the edge."""
    width, height = state.table.ground.width, state.table.ground.height
    line = min(edges(width, height), key=lambda e: round(point_to_segment(edge, *e), 3))
    along = 0 if line[0][1] == line[1][1] else 1
    size = (width, height)[along]
    start = max(radius, edge[along] - STRETCH / 2)
    end = min(size - radius, edge[along] + STRETCH / 2)
    across = line[0][1 - along]
    inside = radius if across == 0.0 else across - radius
    steps = max(1, math.ceil((end - start) / SPACING))
    found = [start + (end - start) * i / steps for i in range(steps + 1)]
    return [(round(a, 3), inside) if along == 0 else (inside, round(a, 3)) for a in found]
