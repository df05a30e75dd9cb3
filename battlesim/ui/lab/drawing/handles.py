"""Handles of the selected objects, which move corners and edges or turn the selection.

The same list of handles is used for drawing them and for hit tests.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from battlesim.geometry.shapes import Point, midpoint
from battlesim.scenarios.shape_edits import handle_points, object_outline, shape_kind
from battlesim.ui.lab.drawing.map_draft import MapDraft

MAX_HANDLES = 200
"""Largest number of corner handles of one object: more could not be told apart."""
TURN_HANDLE_OFFSET_PX = 26.0
"""Pixels at scale 1 from the top of the selection to the handle that turns it."""


class Handle(NamedTuple):
    """A handle of the selected objects that the mouse can drag.

    A handle is at a corner ("corner"), on an edge of a rectangle ("edge"), or in the middle of an edge, where
    it adds a corner ("bend"). A handle of the kind "turn" turns the selection, and `foot` is the start of the
    line to it.
    """

    kind: Literal["corner", "bend", "edge", "turn"]
    number: int
    point: Point
    foot: Point = (0.0, 0.0)


def handles(draft: MapDraft, pixel: float) -> list[Handle]:
    """Return the handles of the selection; `pixel` is the size in inches of a pixel at scale 1."""
    things = [one for _, one in draft.selected_objects()]
    if not things:
        return []
    found: list[Handle] = []
    if len(things) == 1:
        one, form = things[0], shape_kind(things[0])
        points = handle_points(one)[:MAX_HANDLES]
        found += [Handle("corner", k, point) for k, point in enumerate(points)]
        if form == "rect":
            found += [Handle("edge", k, midpoint(points[k], points[(k + 1) % 4])) for k in range(4)]
        elif form in ("line", "polygon"):
            holes = sum(map(len, getattr(one, "holes", ())))
            own = points[: len(points) - holes] if len(points) < MAX_HANDLES else points
            after = (*own[1:], own[0]) if form == "polygon" else own[1:]
            found += [
                Handle("bend", k, midpoint(a, b)) for k, (a, b) in enumerate(zip(own, after, strict=False))
            ]
        if form == "circle":
            return found
    spots = [point for one in things for ring in object_outline(one) for point in ring]
    if spots:
        x = (min(p[0] for p in spots) + max(p[0] for p in spots)) / 2
        top = max(p[1] for p in spots)
        up = top + TURN_HANDLE_OFFSET_PX * pixel
        up = up if up < draft.map.table.height else min(p[1] for p in spots) - TURN_HANDLE_OFFSET_PX * pixel
        found.append(Handle("turn", 0, (x, up), (x, top if up > top else min(p[1] for p in spots))))
    return found
