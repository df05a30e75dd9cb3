"""What pickers draw on the table: whom a question is about, what can be chosen, what is chosen. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from battlesim.geometry.measure import point_in_rings
from battlesim.geometry.shapes import Point
from battlesim.render import overlays as say
from battlesim.render.drawlist import Dot, Item, Layer, Patch, Ring
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.pieces import Aboard, Inside, Piece
from battlesim.table.state import AnyState, Table

if TYPE_CHECKING:
    from battlesim.ui.battle.pickers.base import Picker

BESIDE = 1.5
"""Inches from a piece within which a cross would hide it."""


def things_at(table: Table, at: Point, slack: float) -> list[str]:
    """The ids of what lies at a place of the table, pieces (nearest first) before markers and terrain; about
    `slack` inches beside a small base still count as it."""
    near = sorted((math.dist(at, p.xy), p.id, max(p.radius, slack)) for p in table.standing())
    pieces = [name for far, name, reach in near if far <= reach]
    marks = [m.id for m in table.markers.values() if math.dist(at, (m.x, m.y)) <= max(m.radius, 2 * slack)]
    terrain = [t.id for t in reversed(table.ground.terrain) if point_in_rings(*at, t.rings)]
    inside = [p.id for name in terrain for p in table.inside(name)]
    return [*pieces, *marks, *inside, *terrain]


def disc_of(view: AnyState, thing: str) -> tuple[float, float, float] | None:
    """Centre and radius of a piece or marker on the table; None for anything else."""
    table = view.table
    if marker := table.markers.get(MarkerId(thing)):
        return marker.x, marker.y, max(marker.radius, 0.4)
    piece = table.pieces.get(thing)
    return (*piece.xy, piece.radius) if piece is not None and piece.spot is not None else None


def middle_of(view: AnyState, thing: str) -> Point | None:
    """Where a thing is, whatever it is: a piece in a building or aboard another is where that one is."""
    disc = disc_of(view, thing)
    if disc is not None:
        return disc[:2]
    piece = view.table.pieces.get(thing)
    if piece is not None and isinstance(piece.place, Aboard):
        return middle_of(view, piece.place.piece)
    ground = piece.place.terrain if piece is not None and isinstance(piece.place, Inside) else thing
    if ground in view.table.ground.by_id():
        ring = view.table.terrain(ground).rings[0]
        return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
    return None


def outlined(view: AnyState, thing: str, colour: str, alpha: float = 0.12) -> list[Item]:
    """A terrain piece in a tint."""
    if thing not in view.table.ground.by_id():
        return []
    return [Patch(Layer.BLOCKER, (view.table.terrain(thing).rings,), colour, alpha, 2.0, 0.9)]


def marked(view: AnyState, things: Iterable[str], form: str) -> list[Item]:
    """Things in one of the forms: "open" (can be chosen), "here" (the cursor), "target", "about"."""
    items: list[Item] = []
    for thing in dict.fromkeys(things):
        disc = disc_of(view, thing)
        if disc is None:
            items += outlined(view, thing, "sky" if form == "open" else "yellow")
        elif form == "open":
            items.append(Ring(Layer.MARKER, *disc, "sky", 1.4, 3.0, 0.8, 14))
        elif form == "here":
            items += say.focused(*disc)
        elif form == "target":
            items += say.target(*disc)
        else:
            items += say.reacting(*disc)
    return items


def about(picker: Picker[Any]) -> list[Item]:
    """Whom the question is about, and the way of what sets it off.

    A unit is shown piece by piece, unless what is looked at is on the table itself.
    """
    asked, view = picker.decision, picker.view
    way = list(say.path(asked.course)) if asked.course else []
    unit = [piece.id for piece in view.table.of_unit(UnitId(asked.about))] if asked.about else []
    row = picker.current()
    own = unit if unit and not (row and row.at) else (asked.about,)
    return [*way, *marked(view, own, "about")]


def ghost(piece: Piece, x: float, y: float, picker: Picker[Any], facing: float | None = None) -> list[Item]:
    """A piece as it will stand."""
    from battlesim.render.scene import token_of

    token = token_of(picker.view.table, piece, picker.knows.looks)
    turned = token.facing if facing is None else facing
    still = token._replace(layer=Layer.TOKEN, x=x, y=y, facing=turned, planned=True, badge="", letter="")
    return [still, Ring(Layer.PATH, x, y, piece.radius, "bright", 1.6, alpha=0.9)]


def arrow(x: float, y: float, radius: float, degrees: float, words: str) -> list[Item]:
    """The way a base faces."""
    return list(say.margin(x, y, radius, 0.35, degrees, words))


def crossed(missed: Point, end: Point | None) -> list[Item]:
    """Where a piece cannot stand: a cross, or a dot where a cross would hide how it is going to stand."""
    if end is not None and math.dist(missed, end) < BESIDE:
        return [Dot(Layer.MARKER, *missed, 3.5, "orange")]
    return list(say.pin(missed, "close", "orange"))


def closest_on(points: list[tuple[Point, Point]], at: Point) -> Point:
    """The point of some segments that is nearest to a place, rounded to 0.001 in."""
    found = []
    for (x0, y0), (x1, y1) in points:
        dx, dy = x1 - x0, y1 - y0
        long = dx * dx + dy * dy
        share = max(0.0, min(1.0, ((at[0] - x0) * dx + (at[1] - y0) * dy) / long)) if long else 0.0
        x, y = x0 + share * dx, y0 + share * dy
        found.append(((x - at[0]) ** 2 + (y - at[1]) ** 2, (round(x, 3), round(y, 3))))
    return min(found)[1]


def whole_table(view: AnyState) -> list[Item]:
    """The table stands back while somebody may react."""
    return list(say.dimmed(view.table.ground.width, view.table.ground.height))
