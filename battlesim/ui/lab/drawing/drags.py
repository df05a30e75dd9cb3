"""What a hand holds while a button is down: it shows what would come of it, and does it once let go."""

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
"""Degrees that a hand turns by, unless it is free."""


class Drag(Protocol):
    """Something held. `ghosts` and `opening` are what would come of it."""

    ghosts: Sequence[MapObject]
    opening: OpeningSpec | None

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """The pointer is at a place, drawn to what is within `reach`; a `free` hand is not."""
        ...

    def finish_drag(self, at: Point) -> None:
        """It is let go."""
        ...


class MoveDrag:
    """Things that are dragged."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.offset = (0.0, 0.0)
        self.ghosts: Sequence[MapObject] = ()
        self._points = [point for _, one in draft.selected_objects() for point in _grips(one)]

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """The things follow."""
        by = (at[0] - self.start[0], at[1] - self.start[1])
        snap = self.draft.snap(reach, free)
        self.offset = by if free else snapped_shift(self._points, by, snap)
        self.ghosts = [moved_object(one, *self.offset) for _, one in self.draft.selected_objects()]

    def finish_drag(self, at: Point) -> None:
        """They stay."""
        if self.ghosts:
            map_edits.move(self.draft, *self.offset)


def _grips(one: MapObject) -> tuple[Point, ...]:
    """The points of a thing that are drawn to others: corners; of what is round, and of dressing at a place,
    its middle."""
    if shape_kind(one) == "circle" or (isinstance(one, Dressing) and one.places):
        return (object_centre(one),)
    return handle_points(one)


class CornerDrag:
    """A corner that is dragged; `fresh` is one that was not there before."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, number: int, fresh: Point | None = None) -> None:
        self.draft, self.number = draft, number
        self._thing = draft.selected_objects()[0][1]
        if fresh:
            self._thing, self.number = with_corner_added(self._thing, fresh)
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """The corner follows."""
        snap = self.draft.snap(reach, free)
        lined = shape_kind(self._thing) in ("line", "polygon")
        points = handle_points(self._thing)
        before = [points[self.number - 1]] if lined and not free and self.number > 0 else []
        self.ghosts = [with_corner_at(self._thing, self.number, snapped_point(at, snap, before).point)]

    def finish_drag(self, at: Point) -> None:
        """It stays."""
        apply_preview(self.draft, self.ghosts)


class EdgeDrag:
    """The edge of a rect that is dragged."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, number: int) -> None:
        self.draft, self.number = draft, number
        self._thing = draft.selected_objects()[0][1]
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """The edge follows."""
        place = snapped_point(at, self.draft.snap(reach, free)).point
        self.ghosts = [with_edge_at(self._thing, self.number, place)]

    def finish_drag(self, at: Point) -> None:
        """It stays."""
        apply_preview(self.draft, self.ghosts)


class TurnDrag:
    """Things that are turned about their middle."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.angle_deg = draft, 0.0
        self.centre = map_edits.centre(one for _, one in draft.selected_objects())
        self._from = _way(self.centre, start)
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """They follow the pointer; one thing comes to even angles."""
        things = [one for _, one in self.draft.selected_objects()]
        by = _way(self.centre, at) - self._from
        if not free:
            now = object_angle(things[0]) if len(things) == 1 else 0.0
            by = round((now + by) / TURN_STEP_DEG) * TURN_STEP_DEG - now
        self.angle_deg = by
        self.ghosts = [turned_object(one, by, self.centre) for one in things]

    def finish_drag(self, at: Point) -> None:
        """They stay."""
        if self.ghosts:
            map_edits.turn(self.draft, self.angle_deg)


def _way(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


class OpeningDrag:
    """An opening that is dragged along the outline, round corners too."""

    ghosts: Sequence[MapObject] = ()

    def __init__(self, draft: MapDraft) -> None:
        self.draft = draft
        self.opening: OpeningSpec | None = None

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """It follows."""
        found = self.draft.selected_opening()
        edge = nearest_edge(found[0], at) if found else None
        if found and edge:
            line, _ = edge
            wide = math.dist(found[1].start, found[1].end)
            start, end = segment_around(line, self.draft.distance_along(line, at, free), wide)
            self.opening = msgspec.structs.replace(found[1], start=start, end=end)

    def finish_drag(self, at: Point) -> None:
        """It stays."""
        if self.opening:
            map_edits.change_opening(self.draft, self.opening)


class NewShapeDrag:
    """What is in hand, pressed down: let go at once it is as large as usual, drawn it has that size."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.ghosts: Sequence[MapObject] = ()

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """The far corner follows."""
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
        """It lies there."""
        made = self.ghosts[0] if self.ghosts else self.draft.tool_preview_at(at)
        if made:
            map_edits.add_object(self.draft, made)


class SelectionDrag:
    """A box drawn about things: all that lie in it are chosen."""

    ghosts: Sequence[MapObject] = ()
    opening: OpeningSpec | None = None

    def __init__(self, draft: MapDraft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.end = start
        self._before: tuple[MapObjectRef, ...] = draft.chosen

    def drag_to(self, at: Point, reach: float, free: bool) -> None:
        """Its far corner follows."""
        self.end = at
        more = self.draft.object_refs_in_box(self.start, at)
        self.draft.chosen = tuple(dict.fromkeys((*self._before, *more)))

    def finish_drag(self, at: Point) -> None:
        """What is in it stays chosen."""


def apply_preview(draft: MapDraft, ghosts: Sequence[MapObject]) -> None:
    """Have the one thing that is chosen be as it is shown."""
    if ghosts:
        map_edits.change(draft, lambda one: ghosts[0])


def snapped_tool_point(draft: MapDraft, at: Point, reach: float, free: bool) -> Point:
    """Where the middle of what is in hand comes to, or the next point of a line, for a pointer at a place."""
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
