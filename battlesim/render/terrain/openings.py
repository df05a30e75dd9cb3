"""Doors and windows seen from above: a way through a wall, else a step or a ledge before it."""

from __future__ import annotations

from typing import Final

from battlesim.geometry.outlines import clip, cut, stroke
from battlesim.render.field import Field
from battlesim.render.terrain.base import Plan
from battlesim.render.terrain.walls import thickness
from battlesim.table.terrain import Opening, Terrain

LEDGE: Final = 0.16
"""Inches that a step or a ledge stands out."""
TONES: Final = {
    ("door", True): "#C98A3A",
    ("door", False): "#54493C",
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
            way = stroke(line, 2.2 * thickness(plan.shape), "flat")
            field.lay(clip(plan.shape, way), "#6B5A47", plan.base + 0.02, "set", 0.2)
            continue
        ledge = cut(stroke(line, 2 * LEDGE, "flat"), plan.shape)
        tone = TONES["door" if opening.kind == "door" else "window", opening.open]
        field.lay(ledge, tone, 0.08 + opening.sill / 4, "add", 0.1)


def _through(opening: Opening, piece: Terrain) -> bool:
    """Whether nothing is left of the wall there."""
    return opening.open and not opening.depth and opening.sill <= 0 and opening.top >= piece.height
