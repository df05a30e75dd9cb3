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
from battlesim.ui.lab.drawing import acts
from battlesim.ui.lab.drawing.draft import LEAST, Draft

STEP = 15.0
"""Degrees that a hand turns by, unless it is free."""


class Grab(Protocol):
    """Something held. `ghosts` and `opening` are what would come of it."""

    ghosts: Sequence[MapObject]
    opening: OpeningSpec | None

    def to(self, at: Point, reach: float, free: bool) -> None:
        """The pointer is at a place, drawn to what is within `reach`; a `free` hand is not."""
        ...

    def done(self, at: Point) -> None:
        """It is let go."""
        ...


class Moving:
    """Things that are dragged."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: Draft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.by = (0.0, 0.0)
        self.ghosts: Sequence[MapObject] = ()
        self._points = [point for _, one in draft.things() for point in _grips(one)]

    def to(self, at: Point, reach: float, free: bool) -> None:
        """The things follow."""
        by = (at[0] - self.start[0], at[1] - self.start[1])
        snap = self.draft.snap(reach, free)
        self.by = by if free else snapped_shift(self._points, by, snap)
        self.ghosts = [moved_object(one, *self.by) for _, one in self.draft.things()]

    def done(self, at: Point) -> None:
        """They stay."""
        if self.ghosts:
            acts.move(self.draft, *self.by)


def _grips(one: MapObject) -> tuple[Point, ...]:
    """The points of a thing that are drawn to others: corners; of what is round, and of dressing at a place,
    its middle."""
    if shape_kind(one) == "circle" or (isinstance(one, Dressing) and one.places):
        return (object_centre(one),)
    return handle_points(one)


class Pulling:
    """A corner that is dragged; `fresh` is one that was not there before."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: Draft, number: int, fresh: Point | None = None) -> None:
        self.draft, self.number = draft, number
        self._thing = draft.things()[0][1]
        if fresh:
            self._thing, self.number = with_corner_added(self._thing, fresh)
        self.ghosts: Sequence[MapObject] = ()

    def to(self, at: Point, reach: float, free: bool) -> None:
        """The corner follows."""
        snap = self.draft.snap(reach, free)
        lined = shape_kind(self._thing) in ("line", "polygon")
        points = handle_points(self._thing)
        before = [points[self.number - 1]] if lined and not free and self.number > 0 else []
        self.ghosts = [with_corner_at(self._thing, self.number, snapped_point(at, snap, before).point)]

    def done(self, at: Point) -> None:
        """It stays."""
        keep(self.draft, self.ghosts)


class Widening:
    """The edge of a rect that is dragged."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: Draft, number: int) -> None:
        self.draft, self.number = draft, number
        self._thing = draft.things()[0][1]
        self.ghosts: Sequence[MapObject] = ()

    def to(self, at: Point, reach: float, free: bool) -> None:
        """The edge follows."""
        place = snapped_point(at, self.draft.snap(reach, free)).point
        self.ghosts = [with_edge_at(self._thing, self.number, place)]

    def done(self, at: Point) -> None:
        """It stays."""
        keep(self.draft, self.ghosts)


class Turning:
    """Things that are turned about their middle."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: Draft, start: Point) -> None:
        self.draft, self.by = draft, 0.0
        self.about = acts.centre(one for _, one in draft.things())
        self._from = _way(self.about, start)
        self.ghosts: Sequence[MapObject] = ()

    def to(self, at: Point, reach: float, free: bool) -> None:
        """They follow the pointer; one thing comes to even angles."""
        things = [one for _, one in self.draft.things()]
        by = _way(self.about, at) - self._from
        if not free:
            now = object_angle(things[0]) if len(things) == 1 else 0.0
            by = round((now + by) / STEP) * STEP - now
        self.by = by
        self.ghosts = [turned_object(one, by, self.about) for one in things]

    def done(self, at: Point) -> None:
        """They stay."""
        if self.ghosts:
            acts.turn(self.draft, self.by)


def _way(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


class Sliding:
    """An opening that is dragged along the outline, round corners too."""

    ghosts: Sequence[MapObject] = ()

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.opening: OpeningSpec | None = None

    def to(self, at: Point, reach: float, free: bool) -> None:
        """It follows."""
        found = self.draft.opening()
        edge = nearest_edge(found[0], at) if found else None
        if found and edge:
            line, _ = edge
            wide = math.dist(found[1].start, found[1].end)
            start, end = segment_around(line, self.draft.far_along(line, at, free), wide)
            self.opening = msgspec.structs.replace(found[1], start=start, end=end)

    def done(self, at: Point) -> None:
        """It stays."""
        if self.opening:
            acts.change_opening(self.draft, self.opening)


class Stamping:
    """What is in hand, pressed down: let go at once it is as large as usual, drawn it has that size."""

    opening: OpeningSpec | None = None

    def __init__(self, draft: Draft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.ghosts: Sequence[MapObject] = ()

    def to(self, at: Point, reach: float, free: bool) -> None:
        """The far corner follows."""
        corner = snapped_point(at, self.draft.snap(reach, free)).point
        wide, deep = (abs(b - a) for a, b in zip(self.start, corner, strict=True))
        round_ = self.draft.shape == "circle"
        drawn = math.dist(self.start, corner) >= LEAST if round_ else min(wide, deep) >= LEAST
        self.ghosts = [self.draft.boxed(self.start, corner)] if drawn else ()

    def done(self, at: Point) -> None:
        """It lies there."""
        made = self.ghosts[0] if self.ghosts else self.draft.in_hand(at)
        if made:
            acts.lay_down(self.draft, made)


class Banding:
    """A box drawn about things: all that lie in it are chosen."""

    ghosts: Sequence[MapObject] = ()
    opening: OpeningSpec | None = None

    def __init__(self, draft: Draft, start: Point) -> None:
        self.draft, self.start = draft, start
        self.end = start
        self._before: tuple[MapObjectRef, ...] = draft.chosen

    def to(self, at: Point, reach: float, free: bool) -> None:
        """Its far corner follows."""
        self.end = at
        more = self.draft.within(self.start, at)
        self.draft.chosen = tuple(dict.fromkeys((*self._before, *more)))

    def done(self, at: Point) -> None:
        """What is in it stays chosen."""


def keep(draft: Draft, ghosts: Sequence[MapObject]) -> None:
    """Have the one thing that is chosen be as it is shown."""
    if ghosts:
        acts.change(draft, lambda one: ghosts[0])


def settled(draft: Draft, at: Point, reach: float, free: bool) -> Point:
    """Where the middle of what is in hand comes to, or the next point of a line, for a pointer at a place."""
    snap = draft.snap(reach, free)
    if draft.by_points:
        return rounded_map_point(snapped_point(at, snap, () if free else draft.points).point)
    made = draft.in_hand(at)
    if made is None or free:
        return rounded_map_point(at)
    if shape_kind(made) == "circle" or isinstance(made, Dressing):
        return rounded_map_point(snapped_point(at, snap).point)
    by = snapped_shift(handle_points(made), (0.0, 0.0), snap)
    return rounded_map_point((at[0] + by[0], at[1] + by[1]))
