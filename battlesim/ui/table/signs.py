"""Where things are on the table, whatever they are, and the signs at them. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable

from battlesim.geometry.measure import point_in_rings
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import Item, Layer, Patch, Ring
from battlesim.table.state import AnyState, Table
from battlesim.ui.story.places import disc_of


def things_at(table: Table, at: Point, slack: float) -> list[str]:
    """The ids of what lies at a place of the table, pieces (nearest first) before markers and terrain; about
    `slack` inches beside a small base still count as it."""
    near = sorted((math.dist(at, p.xy), p.id, max(p.radius, slack)) for p in table.standing())
    pieces = [name for far, name, reach in near if far <= reach]
    marks = [m.id for m in table.markers.values() if math.dist(at, (m.x, m.y)) <= max(m.radius, 2 * slack)]
    terrain = [t.id for t in reversed(table.ground.terrain) if point_in_rings(*at, t.rings)]
    inside = [p.id for name in terrain for p in table.inside(name)]
    return [*pieces, *marks, *inside, *terrain]


def outlined(view: AnyState, thing: str, colour: str, alpha: float = 0.12) -> list[Item]:
    """A terrain piece in a tint."""
    if thing not in view.table.ground.by_id():
        return []
    return [Patch(Layer.BLOCKER, (view.table.terrain(thing).rings,), colour, alpha, 2.0, 0.9)]


def marked(view: AnyState, things: Iterable[str], form: str) -> list[Item]:
    """Things in one of the forms: "open" (can be chosen), "here" (the cursor), "target", "about"."""
    items: list[Item] = []
    for thing in dict.fromkeys(things):
        disc = disc_of(view.table, thing)
        if disc is None:
            items += outlined(view, thing, "sky" if form == "open" else "yellow")
        elif form == "open":
            items.append(Ring(Layer.MARKER, *disc, "sky", 1.4, 3.0, 0.8, 14))
        elif form == "here":
            items += overlays.focused(*disc)
        elif form == "target":
            items += overlays.target(*disc)
        else:
            items += overlays.reacting(*disc)
    return items
