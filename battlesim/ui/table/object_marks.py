"""Hit tests and highlights for objects on the table, with lengths in inches."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from battlesim.geometry.edge_distances import distance_to_segment
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import CircleOutline, Item, Layer, Patch
from battlesim.table.levels import terrain_at
from battlesim.table.state import AnyState, Table
from battlesim.ui.session.object_positions import object_disc, opening_ends

OPENING_HIT_RADIUS_IN: Final = 0.4
"""Distance in inches within which a click hits a door or window."""


def object_ids_at(table: Table, at: Point, slack: float) -> list[str]:
    """Return the ids of the objects at a point: pieces, markers, openings, pieces inside terrain, terrain.

    Pieces are sorted by distance. `slack` is the smallest hit radius of a piece in inches.
    """
    near = sorted((math.dist(at, p.xy), p.id, max(p.radius, slack)) for p in table.standing_pieces())
    pieces = [name for far, name, reach in near if far <= reach]
    marks = [m.id for m in table.markers.values() if math.dist(at, (m.x, m.y)) <= max(m.radius, 2 * slack)]
    gaps = [
        o.id
        for _, o in table.ground.openings().values()
        if distance_to_segment(at, o.start, o.end) <= max(OPENING_HIT_RADIUS_IN, slack)
    ]
    terrain = [terrain.id for terrain in terrain_at(table.ground, *at)]
    inside = [p.id for name in terrain for p in table.pieces_inside(name)]
    return [*pieces, *marks, *gaps, *inside, *terrain]


def terrain_outline(view: AnyState, thing: str, colour: str, alpha: float = 0.12) -> list[Item]:
    """Return a tinted outline of the terrain with the given id, or nothing for other objects."""
    if thing not in view.table.ground.terrain_by_id():
        return []
    return [Patch(Layer.BLOCKER, (view.table.terrain(thing).rings,), colour, alpha, 2.0, 0.9)]


def highlight_items(view: AnyState, things: Iterable[str], form: str) -> list[Item]:
    """Return the highlights of objects: "open" (selectable), "here" (cursor), "target" or "about"."""
    items: list[Item] = []
    for thing in dict.fromkeys(things):
        disc, gap = object_disc(view.table, thing), opening_ends(view.table, thing)
        if gap:
            items += overlays.opening_bar_overlay(*gap, "sky" if form == "open" else "yellow", form != "open")
        elif disc is None:
            items += terrain_outline(view, thing, "sky" if form == "open" else "yellow")
        elif form == "open":
            items.append(CircleOutline(Layer.MARKER, *disc, "sky", 1.4, 3.0, 0.8, 14))
        elif form == "here":
            items += overlays.focus_ring(*disc)
        elif form == "target":
            items += overlays.target_brackets(*disc)
        else:
            items += overlays.reaction_ring(*disc)
    return items
