"""Mouse drags in the drawing mode, which show a preview and take effect when the button is released."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.geometry.snapping import snapped_point, snapped_shift
from battlesim.scenarios.map_objects import MapObjectRef
from battlesim.scenarios.maps import OpeningSpec
from battlesim.scenarios.shape_edits import (
    MapObject,
    handle_points,
    moved_object,
    nearest_edge,
    object_angle,
    object_centre,
    rounded_map_point,
    segment_around,
    shape_kind,
    turned_object,
    with_corner_added,
    with_corner_at,
    with_edge_at,
)
from battlesim.table.terrain import Dressing
from battlesim.ui.lab.drawing import map_edits
from battlesim.ui.lab.drawing.map_draft import MIN_DRAWN_SIZE_IN, MapDraft

TURN_STEP_DEG = 15.0
"""Angle in degrees to which turning snaps."""


class Drag(Protocol):
    """A mouse drag in progress. `ghosts` and `opening` are previews of the dragged objects and opening."""

    ghosts: Sequence[MapObject]
    opening: OpeningSpec | None

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Move the drag to a point, snapped to others within `reach` unless `free`."""
        ...

    def finish_drag(self, at: Point) -> None:
        """Apply the drag to the draft map as one edit that can be undone."""
        ...


class MoveDrag:
    """A drag that moves the selected objects."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.offset = (0.0, 0.0)
        self.ghosts: Sequence[MapObject] = ()
        self._points = [point for _, one in draft.selected_objects() for point in _grips(one)]

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Move the previews of the selection with the pointer."""
        by = (at[0] - self.start[0], at[1] - self.start[1])
        snap = self.draft.snap(reach, free)
        self.offset = by if free else snapped_shift(self._points, by, snap)
        self.ghosts = [moved_object(one, *self.offset) for _, one in self.draft.selected_objects()]

    def finish_drag(self, at: Point) -> None:
        """Move the selection."""
        if self.ghosts:
            map_edits.move(self.draft, *self.offset)


def _grips(one: MapObject) -> tuple[Point, ...]:
    """Return the points of an object that snap: its corners, or its centre if it is round or dressing."""
    if shape_kind(one) == "circle" or (isinstance(one, Dressing) and one.places):
        return (object_centre(one),)
    return handle_points(one)


class CornerDrag:
    """A drag that moves a corner of the selected object, or adds a new corner at `fresh` and moves it."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, number: int, fresh: Point | None = None) -> None:
        self.draft, self.number = draft, number
        self._thing = draft.selected_objects()[0][1]
        if fresh:
            self._thing, self.number = with_corner_added(self._thing, fresh)
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Move the preview of the corner with the pointer."""
        snap = self.draft.snap(reach, free)
        lined = shape_kind(self._thing) in ("line", "polygon")
        points = handle_points(self._thing)
        before = [points[self.number - 1]] if lined and not free and self.number > 0 else []
        self.ghosts = [with_corner_at(self._thing, self.number, snapped_point(at, snap, before).point)]

    def finish_drag(self, at: Point) -> None:
        """Move the corner."""
        apply_preview(self.draft, self.ghosts)


class EdgeDrag:
    """A drag that moves an edge of the selected rectangle."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, number: int) -> None:
        self.draft, self.number = draft, number
        self._thing = draft.selected_objects()[0][1]
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Move the preview of the edge with the pointer."""
        place = snapped_point(at, self.draft.snap(reach, free)).point
        self.ghosts = [with_edge_at(self._thing, self.number, place)]

    def finish_drag(self, at: Point) -> None:
        """Move the edge."""
        apply_preview(self.draft, self.ghosts)


class TurnDrag:
    """A drag that rotates the selected objects about their common centre."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.angle_deg = draft, 0.0
        self.centre = map_edits.centre(one for _, one in draft.selected_objects())
        self._from = _way(self.centre, start)
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Turn the previews of the selection with the pointer; a single object snaps to even angles."""
        things = [one for _, one in self.draft.selected_objects()]
        by = _way(self.centre, at) - self._from
        if not free:
            now = object_angle(things[0]) if len(things) == 1 else 0.0
            by = round((now + by) / TURN_STEP_DEG) * TURN_STEP_DEG - now
        self.angle_deg = by
        self.ghosts = [turned_object(one, by, self.centre) for one in things]

    def finish_drag(self, at: Point) -> None:
        """Turn the selection."""
        if self.ghosts:
            map_edits.turn(self.draft, self.angle_deg)


def _way(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


class OpeningDrag:
    """A drag that moves a door or window along the outline of its building. It can go round corners."""

    ghosts: Sequence[MapObject] = ()

    def __init__(self, draft: MapDraft) -> None:
        self.draft = draft
        self.opening: OpeningSpec | None = None

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Move the preview of the opening along the outline."""
        found = self.draft.selected_opening()
        edge = nearest_edge(found[0], at) if found else None
        if found and edge:
            line, _ = edge
            wide = math.dist(found[1].start, found[1].end)
            start, end = segment_around(line, self.draft.distance_along(line, at, free), wide)
            self.opening = msgspec.structs.replace(found[1], start=start, end=end)

    def finish_drag(self, at: Point) -> None:
        """Move the opening."""
        if self.opening:
            map_edits.change_opening(self.draft, self.opening)


class NewShapeDrag:
    """A drag that creates an object of the drawn size. A click creates an object of the default size."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Stretch the preview of the new object to the pointer."""
        corner = snapped_point(at, self.draft.snap(reach, free)).point
        wide, deep = (abs(b - a) for a, b in zip(self.start, corner, strict=True))
        round_ = self.draft.shape == "circle"
        drawn = (
            math.dist(self.start, corner) >= MIN_DRAWN_SIZE_IN
            if round_
            else min(wide, deep) >= MIN_DRAWN_SIZE_IN
        )
        self.ghosts = [self.draft.object_in_box(self.start, corner)] if drawn else ()

    def finish_drag(self, at: Point) -> None:
        """Add the new object to the map."""
        made = self.ghosts[0] if self.ghosts else self.draft.tool_preview_at(at)
        if made:
            map_edits.add_object(self.draft, made)


class SelectionDrag:
    """A drag that draws a box and selects all objects that lie completely inside it."""

    ghosts: Sequence[MapObject] = ()
    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.end = start
        self._before: tuple[MapObjectRef, ...] = draft.chosen

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Stretch the box to the pointer and select what lies inside."""
        self.end = at
        more = self.draft.object_refs_in_box(self.start, at)
        self.draft.chosen = tuple(dict.fromkeys((*self._before, *more)))

    def finish_drag(self, at: Point) -> None:
        """No-op: the selection was already made while dragging."""


def apply_preview(draft: MapDraft, ghosts: Sequence[MapObject]) -> None:
    """Replace the one selected object by its preview."""
    if ghosts:
        map_edits.change(draft, lambda one: ghosts[0])


def snapped_tool_point(draft: MapDraft, at: Point, reach: float, free: bool) -> Point:
    """Return where the centre of the tool's object, or the next point of a line, snaps to."""
    snap = draft.snap(reach, free)
    if draft.draws_by_points:
        return rounded_map_point(snapped_point(at, snap, () if free else draft.points).point)
    made = draft.tool_preview_at(at)
    if made is None or free:
        return rounded_map_point(at)
    if shape_kind(made) == "circle" or isinstance(made, Dressing):
        return rounded_map_point(snapped_point(at, snap).point)
    by = snapped_shift(handle_points(made), (0.0, 0.0), snap)
    return rounded_map_point((at[0] + by[0], at[1] + by[1]))
