"""Doors and windows seen from above: a way through a wall with the leaf of its door, else a step or a ledge
before it."""

from __future__ import annotations

from typing import Final

import numpy as np

from battlesim.geometry.outlines import Shape, clip, contains_points, cut, disc, stroke
from battlesim.geometry.shapes import Point
from battlesim.render.field import Field
from battlesim.render.terrain.base import Plan
from battlesim.render.terrain.walls import thickness
from battlesim.table.terrain import Opening, Terrain

LEDGE: Final = 0.16
"""Inches that a step or a ledge stands out."""
LEAF: Final = "#C98A3A"
TONES: Final = {
    ("door", True): "#54493C",
    ("door", False): LEAF,
    ("window", True): "#D8D2C4",
    ("window", False): "#8DB9CF",
}
"""Colours by kind, and by whether it is open."""


def openings(field: Field, piece: Terrain) -> None:
    """Show where a piece has doors and windows, and which of them are open."""
    plan = Plan(field, piece)
    for opening in piece.openings:
        line = [opening.start, opening.end]
        if _through(opening, piece):
            _way(field, opening, plan)
            continue
        ledge = cut(stroke(line, 2 * LEDGE, "flat"), plan.shape)
        tone = TONES["door" if opening.kind == "door" else "window", opening.open]
        field.lay(ledge, tone, 0.08 + opening.sill / 4, "add", 0.1)
        if opening.open and opening.kind == "door":
            posts = (cut(disc(x, y, LEDGE), plan.shape) for x, y in line)
            for post in posts:
                field.lay(post, LEAF, 0.3, "add", 0.1)


def _way(field: Field, opening: Opening, plan: Plan) -> None:
    """A way through a wall: bare ground and the leaf of the door beside it, or the door across."""
    line = [opening.start, opening.end]
    way = clip(plan.shape, stroke(line, 2.2 * thickness(plan.shape), "flat"))
    if not opening.open:
        field.lay(way, LEAF, plan.top - 0.3, "set", 0.1)
        return
    field.lay(way, "#6B5A47", plan.base + 0.02, "set", 0.2)
    if opening.kind == "door":
        leaf(field, opening, _outward(opening, plan.shape), plan.top - 0.3)


def leaf(field: Field, opening: Opening, toward: Point, height: float) -> None:
    """The leaf of a door: across the gap, of an open one at a right angle to it, on the side of a point."""
    a, b = np.asarray(opening.start), np.asarray(opening.end)
    if opening.open:
        turned = np.array([-(b - a)[1], (b - a)[0]])
        b = a + turned * (np.sign(turned @ (np.asarray(toward) - a)) or 1.0)
    field.lay(stroke([a, b], 0.1, "flat"), LEAF, height, "set")


def _outward(opening: Opening, shape: Shape) -> Point:
    """A point just before a door, on the side where the wall is not."""
    (ax, ay), (bx, by) = opening.start, opening.end
    x, y = (ax + bx) / 2, (ay + by) / 2
    across = ((by - ay) * LEDGE, (ax - bx) * LEDGE)
    sides = np.array([(x + across[0], y + across[1]), (x - across[0], y - across[1])])
    left, right = contains_points(shape, sides)
    return tuple(sides[1] if left and not right else sides[0])


def _through(opening: Opening, piece: Terrain) -> bool:
    """Whether there is a way through a wall, or would be if its door were open."""
    whole = not opening.depth and opening.sill <= 0 and opening.top >= piece.height
    return whole and (opening.open or opening.kind == "door")
