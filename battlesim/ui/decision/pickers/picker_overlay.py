"""Graphics on the table for an open decision: the objects it is about, and planned positions of pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import (
    CircleOutline,
    Dot,
    GridLines,
    Item,
    Layer,
    Patch,
    SideGlyphs,
    Snow,
    Stroke,
)
from battlesim.render.flight_marks import flight_marks
from battlesim.render.outdated import greyed_if
from battlesim.render.scene import piece_token
from battlesim.table.ids import UnitId
from battlesim.table.levels import place_altitude, shifted_place, standing_place
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.table.object_marks import highlight_items

CROSS_CLEARANCE_IN = 1.5
"""Distance in inches from a piece within which a cross would hide it."""


def picker_overlay(picker: Picker[Any]) -> list[Item]:
    """Return everything that a picker draws on the table."""
    return [*subject_overlay(picker), *greyed_if(picker.drafting, picker.overlay())]


def subject_overlay(picker: Picker[Any]) -> list[Item]:
    """Return the marks of what a decision is about, and the path that triggers it.

    A unit is marked piece by piece, unless the current row refers to objects on the table.
    """
    asked, view = picker.decision, picker.view
    way = list(overlays.move_path(asked.course)) if asked.course else []
    unit = [piece.id for piece in view.table.pieces_of_unit(UnitId(asked.about))] if asked.about else []
    row = picker.current()
    own = unit if unit and not (row and row.object_ids) else (asked.about,)
    return [*way, *highlight_items(view, own, "about")]


def ghost(piece: Piece, x: float, y: float, picker: Picker[Any], facing: float | None = None) -> list[Item]:
    """Return the graphics of a piece as it will stand, or be in the air at its height."""
    token = piece_token(picker.view.table, piece, picker.model.looks)
    turned = token.facing if facing is None else facing
    still = token._replace(layer=Layer.TOKEN, x=x, y=y, facing=turned, planned=True, badge="", letter="")
    outline = msgspec.structs.replace(
        piece, place=standing_place(picker.view.table.ground, x, y, turned)
    ).outline
    if outline is not None:
        return [still, Stroke(Layer.PATH, (*outline, outline[0]), "bright", 1.6, alpha=0.9)]
    ring = CircleOutline(Layer.PATH, x, y, piece.radius, "bright", 1.6, alpha=0.9)
    place, ground = piece.table_position, picker.view.table.ground
    up = place_altitude(ground, shifted_place(ground, place, x, y)) if place else 0.0
    return [still, ring, *flight_marks(x, y, piece.radius, up)]


def arrow(x: float, y: float, radius: float, degrees: float, words: str) -> list[Item]:
    """Return the arrow of a base's facing."""
    return list(overlays.margin_ring(x, y, radius, 0.35, degrees, words))


def cross_mark(missed: Point, end: Point | None) -> list[Item]:
    """Return the mark of a point where a piece cannot stand: a cross, or a dot close to its end position."""
    if end is not None and math.dist(missed, end) < CROSS_CLEARANCE_IN:
        return [Dot(Layer.MARKER, *missed, 3.5, "orange")]
    return list(overlays.icon_pin(missed, "close", "orange"))


def closest_point_on(points: list[tuple[Point, Point]], at: Point) -> Point:
    """Return the point on some segments that is nearest to another, rounded to 0.001 in."""
    found = []
    for (x0, y0), (x1, y1) in points:
        dx, dy = x1 - x0, y1 - y0
        long = dx * dx + dy * dy
        share = max(0.0, min(1.0, ((at[0] - x0) * dx + (at[1] - y0) * dy) / long)) if long else 0.0
        x, y = x0 + share * dx, y0 + share * dy
        found.append(((x - at[0]) ** 2 + (y - at[1]) ** 2, (round(x, 3), round(y, 3))))
    return min(found)[1]


def dimmed_table(view: AnyState) -> list[Item]:
    """Return the items that dim the table during a reaction."""
    return list(overlays.dimming_overlay(view.table.ground.width, view.table.ground.height))


def overlay_points(items: Iterable[Item]) -> Iterator[Point]:
    """Yield the points of overlay items that a card should not cover: corners of lines, no areas."""
    for item in items:
        if isinstance(item, Stroke):
            yield from item.points if item.layer > Layer.ZONE else ()
        elif not isinstance(item, Patch | SideGlyphs | Snow | GridLines):
            yield item.x, item.y
