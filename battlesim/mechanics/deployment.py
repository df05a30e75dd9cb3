"""Deployment of pieces in areas and along the edges of the table. Lengths are in inches.

Users: Mobile Infantry, Troice Station (markers, the landing zone), Invasion Earth, Stargrunt, Alien Invasion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import distance_to_segment
from battlesim.geometry.shapes import Point, Region, Ring, centroid, ring_bounds
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.movement_ground import gap_to_object
from battlesim.rulings.piece_placement import PiecePlacement, PlacementArea, placements_near
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

MAX_EDGE_SPACING_IN = 0.25
"""Largest distance in inches between neighbouring candidate positions on an edge."""


def deploy_pieces(
    play: Play[Any],
    what: str,
    side: SideKey,
    prompt: AnyText,
    pieces: Sequence[str],
    area: PlacementArea,
    *,
    how: str = "place",
    **more: Any,
) -> Script[tuple[PiecePlacement, ...]]:
    """Ask a side where to place pieces within an area, place them there, and return their placements.

    `more` holds further fields of the `PlacePieces` decision.
    """
    decision = PlacePieces(side=side, what=what, prompt=prompt, pieces=tuple(pieces), room=area, **more)
    spots = yield from play.ask(decision)
    put_on_table(play, spots, how=how)
    return spots


def undeployed_units(table: Table) -> list[UnitId]:
    """Return the ids of the units that have pieces in reserve, in the order of the scenario."""
    return list(dict.fromkeys(piece.unit for piece in table.pieces.values() if piece.place == Off("reserve")))


def choose_unit_to_deploy(
    play: Play[Any], what: str, side: SideKey, prompt: str, units: Sequence[UnitId]
) -> Script[UnitId]:
    """Ask a side which unit to deploy next and return its id.

    If only one unit is left, return its id without asking.
    """
    if len(units) == 1:
        return units[0]
    options = [Option(key, play.state.table.units[key].name, at=(key,)) for key in units]
    chosen = yield from play.choose_one(what, side, prompt, options)
    return UnitId(chosen.key)


def unit_point(table: Table, zone: Sequence[Ring], unit: UnitId) -> Point:
    """Return the point suggested for a unit in its deployment zone. The units of a side are evenly spaced."""
    own = [key for key, known in table.units.items() if known.side == table.units[unit].side]
    x0, _, x1, _ = ring_bounds(zone[0])
    return x0 + (own.index(unit) + 0.5) / len(own) * (x1 - x0), centroid(zone[0])[1]


def planned_zones(plan: ScenarioPlan) -> dict[UnitId, tuple[Ring, ...]]:
    """Return a dict that maps each unit with a deployment zone to the outlines of that zone."""
    rings = {zone.id: zone.rings for zone in plan.zones}
    return {unit.id: rings[unit.zone] for unit in plan.units if unit.zone}


def edge_strip(ground: Ground, edge: str, depth: float) -> Ring:
    """Return the strip of the table within `depth` inches of its "south", "north", "west" or "east" edge."""
    wide, high = ground.width, ground.height
    x0, y0, x1, y1 = {
        "south": (0.0, 0.0, wide, depth),
        "north": (0.0, high - depth, wide, high),
        "west": (0.0, 0.0, depth, high),
        "east": (wide - depth, 0.0, wide, high),
    }[edge]
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def first_fitting_area(
    table: Table, areas: Sequence[PlacementArea], pieces: Sequence[Piece], near: Point
) -> PlacementArea:
    """Return the first area in which all the pieces fit, or the last area if they fit in none."""
    fits = (room for room in areas if len(placements_near(table, room, pieces, near)) == len(pieces))
    return next(fits, areas[-1])


def table_outline(ground: Ground) -> Ring:
    """Return the four corners of the table in inches, counter-clockwise, starting at the origin."""
    return ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))


def table_edge_lines(ground: Ground) -> tuple[tuple[Point, Point], ...]:
    """Return the four edges of the table as line segments, in the order east, north, south, west."""
    sw, se, ne, nw = table_outline(ground)
    return ((se, ne), (nw, ne), (sw, se), (sw, nw))


def edge_positions(ground: Ground, edge: Point, radius: float, length: float) -> list[Point]:
    """Return the positions at which a base touches a part of a table edge from inside.

    The part is `length` inches long. Its middle is the point of the table's edges that is nearest to `edge`.
    """
    line = min(table_edge_lines(ground), key=lambda e: round(distance_to_segment(edge, *e), 3))
    along = 0 if line[0][1] == line[1][1] else 1
    size = (ground.width, ground.height)[along]
    start, end = max(radius, edge[along] - length / 2), min(size - radius, edge[along] + length / 2)
    across = line[0][1 - along]
    inside = radius if across == 0.0 else across - radius
    steps = max(1, math.ceil((end - start) / MAX_EDGE_SPACING_IN))
    positions = [start + (end - start) * i / steps for i in range(steps + 1)]
    return [(round(a, 3), inside) if along == 0 else (inside, round(a, 3)) for a in positions]


def edge_lines_clear_of_enemies(
    table: Table, edge: Point, radius: float, length: float, enemies: Sequence[str], min_gap: float
) -> tuple[Ring, ...]:
    """Return the sections of a part of a table edge that are more than `min_gap` inches from every enemy.

    Each section is given by its end points. `edge`, `radius` and `length` are as in `edge_positions`.
    """

    def clear(spot: Point) -> bool:
        return all(gap_to_object(table, spot, radius, enemy) > min_gap + TOL for enemy in enemies)

    spots = edge_positions(table.ground, edge, radius, length)
    lines = (tuple(line) for is_clear, line in groupby(spots, clear) if is_clear)
    return tuple(line if len(line) == 1 else (line[0], line[-1]) for line in lines)


def edge_entry_region(lines: Sequence[Ring], radius: float) -> Region:
    """Return the region covered by bases of the given radius whose centres are on the given lines."""
    corners = [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in (zip(*line, strict=True) for line in lines)]
    boxes = [(x0 - radius, y0 - radius, x1 + radius, y1 + radius) for x0, y0, x1, y1 in corners]
    return tuple((((a, b), (c, b), (c, d), (a, d)),) for a, b, c, d in boxes)
