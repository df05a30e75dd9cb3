"""Where reinforcements come in: the stretch of an edge to start in."""

from __future__ import annotations

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point, Ring
from battlesim.mechanics.deployment import along_edge
from battlesim.rulings.movement_ground import gap_to

from ..core.facts import models
from ..core.marks import FLYING
from ..core.state import MI, Battle

EDGE = "MI-GAP-38"
STRETCH = 12.0
FROM_ENEMIES = 1.0


def starting_lines(state: Battle, edge: Point, radius: float) -> tuple[Ring, ...]:
    """Where the centres of a group's bases may start: lines along 12 in of one edge about a point of it.

    The base touches the edge from inside; the parts within 1 in of an enemy are left out.
    """
    spots = along_edge(state.table.ground, edge, radius, STRETCH)
    enemies = [p.id for p in models(state, MI) if not p.has(FLYING)]
    clear = [all(gap_to(state.table, s, radius, e) > FROM_ENEMIES + TOL for e in enemies) for s in spots]
    lines: list[list[Point]] = [[]]
    for spot, ok in zip(spots, clear, strict=True):
        if ok:
            lines[-1].append(spot)
        elif lines[-1]:
            lines.append([])
    return tuple(line if len(line) == 1 else (line[0], line[-1]) for line in map(tuple, lines) if line)
