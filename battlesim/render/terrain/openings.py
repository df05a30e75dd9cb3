"""Painters of doors and windows seen from above. They are gaps in walls, or steps and ledges."""

from __future__ import annotations

from typing import Final

import numpy as np

from battlesim.geometry.outlines import Shape, clip, contains_points, cut, disc, stroke
from battlesim.geometry.shapes import Point
from battlesim.render.height_field import HeightField
from battlesim.render.terrain.paint_tools import PaintPlan
from battlesim.render.terrain.walls import mean_breadth
from battlesim.table.terrain import Opening, Terrain

LEDGE_IN: Final = 0.16
"""Distance in inches by which a step or ledge projects from the wall."""
DOOR_LEAF_COLOUR: Final = "#C98A3A"
OPENING_COLOURS: Final = {
    ("door", True): "#54493C",
    ("door", False): DOOR_LEAF_COLOUR,
    ("window", True): "#D8D2C4",
    ("window", False): "#8DB9CF",
}
"""Colours of openings by kind and whether they are open."""


def paint_openings(field: HeightField, piece: Terrain) -> None:
    """Paint the open and closed doors and windows of a piece of terrain."""
    plan = PaintPlan(field, piece)
    for opening in piece.openings:
        line = [opening.start, opening.end]
        if _through(opening, piece):
            _way(field, opening, plan)
            continue
        ledge = cut(stroke(line, 2 * LEDGE_IN, "flat"), plan.shape)
        tone = OPENING_COLOURS["door" if opening.kind == "door" else "window", opening.open]
        field.paint_shape(ledge, tone, 0.08 + opening.sill / 4, "add", 0.1)
        if opening.open and opening.kind == "door":
            posts = (cut(disc(x, y, LEDGE_IN), plan.shape) for x, y in line)
            for post in posts:
                field.paint_shape(post, DOOR_LEAF_COLOUR, 0.3, "add", 0.1)


def _way(field: HeightField, opening: Opening, plan: PaintPlan) -> None:
    """Paint a passage through a wall: a door across it if closed, else bare ground and the door leaf."""
    line = [opening.start, opening.end]
    way = clip(plan.shape, stroke(line, 2.2 * mean_breadth(plan.shape), "flat"))
    if not opening.open:
        field.paint_shape(way, DOOR_LEAF_COLOUR, plan.top - 0.3, "set", 0.1)
        return
    field.paint_shape(way, "#6B5A47", plan.base + 0.02, "set", 0.2)
    if opening.kind == "door":
        paint_door_leaf(field, opening, _outward(opening, plan.shape), plan.top - 0.3)


def paint_door_leaf(field: HeightField, opening: Opening, toward: Point, height: float) -> None:
    """Paint the leaf of a door: across the doorway if the door is closed, otherwise at a right angle to it.

    The leaf of an open door is on the side of the point `toward`.
    """
    a, b = np.asarray(opening.start), np.asarray(opening.end)
    if opening.open:
        turned = np.array([-(b - a)[1], (b - a)[0]])
        b = a + turned * (np.sign(turned @ (np.asarray(toward) - a)) or 1.0)
    field.paint_shape(stroke([a, b], 0.1, "flat"), DOOR_LEAF_COLOUR, height, "set")


def _outward(opening: Opening, shape: Shape) -> Point:
    """Return a point just outside a door, on the side without wall."""
    (ax, ay), (bx, by) = opening.start, opening.end
    x, y = (ax + bx) / 2, (ay + by) / 2
    across = ((by - ay) * LEDGE_IN, (ax - bx) * LEDGE_IN)
    sides = np.array([(x + across[0], y + across[1]), (x - across[0], y - across[1])])
    left, right = contains_points(shape, sides)
    return tuple(sides[1] if left and not right else sides[0])


def _through(opening: Opening, piece: Terrain) -> bool:
    """Return whether an opening leads through a wall from bottom to top, or would if its door were open."""
    whole = not opening.depth and opening.sill <= 0 and opening.top >= piece.height
    return whole and (opening.open or opening.kind == "door")
