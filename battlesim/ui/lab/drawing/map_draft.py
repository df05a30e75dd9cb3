"""The state of the drawing mode: the tool, the selection and the unfinished line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from battlesim.geometry.edge_distances import disc_gap_to_shape, distance_to_segment
from battlesim.geometry.shapes import Point
from battlesim.geometry.snapping import SnapTargets
from battlesim.scenarios.map_objects import MapObjectRef, all_objects, opening_by_ref
from battlesim.scenarios.maps import MapSpec, OpeningSpec, TerrainSpec, map_vocabulary
from battlesim.scenarios.shape_edits import (
    MapObject,
    bounding_box,
    box_centre,
    centred_at,
    nearest_edge,
    object_outline,
    object_size,
    rounded_map_point,
    segment_around,
    shape_kind,
)
from battlesim.scenarios.terrain_kinds import DefaultShape, TerrainDefaults, terrain_kinds_with
from battlesim.table.limits import MAX_BASE_WIDTH_IN
from battlesim.table.terrain import Dressing
from battlesim.ui.lab.lab_session import LabSession

ToolGroup = Literal["terrain", "opening", "dressing"]
TOOL_GROUPS: Final[tuple[ToolGroup, ...]] = ("terrain", "opening", "dressing")
TERRAIN_SHAPES: Final = ("rect", "circle", "line", "polygon")
GRID_SPACINGS_IN: Final = (0.0, 0.25, 0.5, 1.0)
"""Spacings in inches of the snapping grid, 0 for none."""
DEFAULT_SHAPE_SIZES_IN: Final[Mapping[str, tuple[float, ...]]] = {
    "rect": (4.0, 3.0),
    "circle": (2.0,),
    "line": (0.5,),
    "polygon": (),
}
"""Sizes in inches of a shape that is not the usual one of a kind."""
MIN_DRAWN_SIZE_IN: Final = 0.25
"""Smallest size in inches of a drawn shape in each direction; less counts as a click."""


class DrawingTool(NamedTuple):
    """A tool with which the user draws a kind of terrain, a kind of door or window, or scenery on a map."""

    group: ToolGroup
    kind: str


class MapDraft:
    """A map being drawn, with the tool, the selection, the unfinished line and the page of the tool palette.

    `tool` is None while objects are being selected. `shape` and `turn` apply to the next object. `points` are
    the points of an unfinished line or outline. `chosen` is the selection, and `corner` the index of its
    selected corner or -1. `group` is the open page of the palette, `first` its first visible row, and `more`
    the number of rows that do not fit. `line` is the first visible row of the properties. `drawn` is the
    number of edits made here. `unlit_objects` are objects added by these edits for which the lighting has not
    yet been computed.
    """

    def __init__(self, work: LabSession) -> None:
        self.work = work
        self.tool: DrawingTool | None = None
        self.shape, self.turn = "rect", 0.0
        self.points: tuple[Point, ...] = ()
        self.chosen: tuple[MapObjectRef, ...] = ()
        self.corner = -1
        self.group: ToolGroup = TOOL_GROUPS[0]
        self.grid, self.first, self.more, self.line = 1, 0, 0, 0
        self.drawn = 0
        self.unlit_objects: tuple[MapObject, ...] = ()
        self._outlines: tuple[object, list[Sequence[Point]]] = (None, [])

    @property
    def map(self) -> MapSpec:
        """The current map."""
        return self.work.editor.sketch.map

    @property
    def kinds(self) -> Mapping[str, TerrainDefaults]:
        """The kinds of terrain, by name."""
        return terrain_kinds_with(self.work.model.ruleset.terrain_values())

    def stamp(self) -> tuple[object, ...]:
        """Return the values that the panels depend on."""
        drawn = (self.tool, self.shape, self.turn, len(self.points), self.chosen, self.corner, self.grid)
        return (*drawn, self.group, self.first, self.line, self.work.editor.changes)

    # -- what is in hand --

    def toggle_tool(self, tool: DrawingTool) -> None:
        """Select a drawing tool, or no tool if it is selected already."""
        self.points, self.turn, self.chosen = (), 0.0, ()
        self.tool = None if tool == self.tool else tool
        self.shape = self.default_shape(tool).shape

    def drop(self) -> bool:
        """Drop the line under way, else the tool, else the selection. Return False if there was none."""
        if self.points:
            self.points = ()
        elif self.tool:
            self.tool = None
        elif self.chosen:
            self.chosen = ()
        else:
            return False
        return True

    def default_shape(self, tool: DrawingTool) -> DefaultShape:
        """Return the shape in which an object is drawn by default."""
        if tool.group == "terrain":
            return self.kinds[tool.kind].usual
        return map_vocabulary().dressing[tool.kind] if tool.group == "dressing" else DefaultShape()

    @property
    def draws_by_points(self) -> bool:
        """True if the current tool draws point by point."""
        return self.tool is not None and self.shape in ("line", "polygon") and self.tool.group != "opening"

    def tool_preview_at(self, at: Point) -> MapObject | None:
        """Return the object that the tool would draw at a point, None if there is none.

        The point is the centre of the object, or the next point of a line or outline. There is none for an
        opening, and for a line with too few points.
        """
        if self.tool is None or self.tool.group == "opening":
            return None
        if self.draws_by_points:
            return self.object_along((*self.points, at))
        usual = self._sizes(self.tool)
        wide, deep = usual if len(usual) == 2 else (2 * usual[0], 2 * usual[0])
        x, y = at
        return centred_at(
            self.object_in_box((x - wide / 2, y - deep / 2), (x + wide / 2, y + deep / 2), True), x, y
        )

    def _sizes(self, tool: DrawingTool) -> tuple[float, ...]:
        usual = self.default_shape(tool)
        return usual.size if usual.shape == self.shape else DEFAULT_SHAPE_SIZES_IN[self.shape]

    def object_in_box(self, a: Point, b: Point, turned: bool = False) -> MapObject:
        """Return the rectangle between two corners, or the circle about the first one through the second.

        `turned` applies the turn of the tool and centres a circle in the box.
        """
        assert self.tool is not None
        turn = self.turn if turned else 0.0
        (left, right), (low, high) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        box = (*rounded_map_point((left, low)), *rounded_map_point((right, high)))
        if self.tool.group == "dressing":
            sides = rounded_map_point(
                [min(max(side, 0.1), MAX_BASE_WIDTH_IN) for side in (right - left, high - low)]
            )
            return Dressing(self.tool.kind, sides, ((*rounded_map_point(box_centre(box)), turn),))
        if self.shape == "circle":
            (x, y), far = (box_centre(box), (right - left) / 2) if turned else (a, math.dist(a, b))
            return TerrainSpec(kind=self.tool.kind, circle=(*rounded_map_point((x, y)), round(far, 3)))
        return TerrainSpec(kind=self.tool.kind, rect=box, turn=turn)

    def object_along(self, points: Sequence[Point]) -> MapObject | None:
        """Return the line or outline through some points, None if they are too few."""
        assert self.tool is not None
        line = tuple(dict.fromkeys(rounded_map_point(point) for point in points))
        if len(line) < 2:
            return None
        broad = (*self._sizes(self.tool), DEFAULT_SHAPE_SIZES_IN["line"][0])[0]
        if self.tool.group == "dressing":
            return Dressing(self.tool.kind, (1.0, broad), line=line)
        if self.shape == "line":
            return TerrainSpec(kind=self.tool.kind, line=line, thickness=broad)
        if len(line) < 3:
            return TerrainSpec(kind=self.tool.kind, line=line, thickness=0.05)
        return TerrainSpec(kind=self.tool.kind, polygon=line)

    def finished_object(self) -> MapObject | None:
        """Return the object of the points drawn so far, None if they are too few."""
        made = self.object_along(self.points) if self.draws_by_points else None
        least = 3 if self.shape == "polygon" else 2
        return made if made and len(dict.fromkeys(map(rounded_map_point, self.points))) >= least else None

    def opening_at(self, at: Point, reach: float) -> tuple[TerrainSpec, OpeningSpec] | None:
        """Return the tool's opening on the outline nearest to a point, and its terrain; None if too far."""
        if self.tool is None or self.tool.group != "opening":
            return None
        about = (item for item in self.map.terrain if _near(item, at, reach))
        near = [(found, item) for item in about if (found := nearest_edge(item, at)) and found[1] <= reach]
        if not near:
            return None
        ((line, _), item) = min(near, key=lambda one: one[0][1])
        usual, high = map_vocabulary().openings[self.tool.kind], self.height(item)
        start, end = segment_around(line, self.distance_along(line, at), usual.width)
        top = min(usual.top, high) if high > usual.sill else usual.top
        return item, OpeningSpec(start, end, top, usual.sill, kind=self.tool.kind)

    def distance_along(self, line: tuple[Point, Point], at: Point, free: bool = False) -> float:
        """Return how far along a line its nearest point to another is, rounded to the grid unless `free`."""
        (ax, ay), (bx, by) = line
        long = math.dist(*line) or 1.0
        far = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / long
        grid = 0.0 if free else GRID_SPACINGS_IN[self.grid]
        return round(far / grid) * grid if grid else far

    def height(self, item: TerrainSpec) -> float:
        """Return the height in inches of a piece of terrain: its own, else that of its kind."""
        kind = self.kinds.get(item.kind)
        return item.height if item.height is not None else kind.height if kind else 0.0

    # -- what is chosen --

    def selected_objects(self) -> list[tuple[MapObjectRef, MapObject]]:
        """Return the selected terrain and dressing with their references."""
        known = dict(all_objects(self.map)) if self.chosen else {}
        return [(ref, known[ref]) for ref in self.chosen if ref in known]

    def prune_selection(self) -> None:
        """Deselect what no longer exists."""
        known = {ref for ref, _ in self.selected_objects()}
        self.chosen = tuple(ref for ref in self.chosen if ref in known or opening_by_ref(self.map, ref))

    def select(self, ref: MapObjectRef | None, more: bool = False) -> None:
        """Select an object, or toggle it with `more`; openings are selected alone."""
        self.corner = -1
        if ref is None:
            self.chosen = self.chosen if more else ()
        elif more and ref.what != "opening" and not any(one.what == "opening" for one in self.chosen):
            rest = tuple(one for one in self.chosen if one != ref)
            self.chosen = rest if len(rest) < len(self.chosen) else (*rest, ref)
        elif ref not in self.chosen or more:
            self.chosen = (ref,)

    def object_ref_at(self, at: Point, reach: float) -> MapObjectRef | None:
        """Return the object at a point: a near opening, else the smallest object."""
        near = [
            (far, MapObjectRef("opening", item.id, k))
            for item in self.map.terrain
            for k, one in enumerate(item.openings)
            if (far := distance_to_segment(at, one.start, one.end)) <= reach
        ]
        if near:
            return min(near)[1]
        found = []
        for ref, one in all_objects(self.map):
            if _near(one, at, reach) and disc_gap_to_shape(*at, reach / 2, object_outline(one)) <= 0:
                found.append((math.prod(object_size(one)), ref))
        return min(found)[1] if found else None

    def object_refs_in_box(self, a: Point, b: Point) -> tuple[MapObjectRef, ...]:
        """Return all objects that lie wholly in a box."""
        (left, right), (low, high) = sorted((a[0], b[0])), sorted((a[1], b[1]))

        def holds(one: MapObject) -> bool:
            box = bounding_box(one)
            return left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= high

        return tuple(ref for ref, one in all_objects(self.map) if holds(one))

    def selected_opening(self) -> tuple[TerrainSpec, OpeningSpec] | None:
        """Return the selected opening with its terrain, None if none is selected."""
        return opening_by_ref(self.map, self.chosen[0]) if self.chosen else None

    # -- what points are drawn to --

    def snap(self, reach: float, free: bool) -> SnapTargets:
        """Return what points snap to: unselected terrain, the table's edge, the grid; nothing if `free`."""
        if free:
            return SnapTargets((), 0.0, 0.0)
        key = (id(self.map), self.chosen)
        if self._outlines[0] != key:
            self._outlines = key, list(self._drawing())
        return SnapTargets(self._outlines[1], reach, GRID_SPACINGS_IN[self.grid])

    def _drawing(self) -> Iterable[Sequence[Point]]:
        wide, high = self.map.table.width, self.map.table.height
        yield ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
        for item in self.map.terrain:
            if MapObjectRef("terrain", item.id) not in self.chosen and shape_kind(item) != "circle":
                yield from object_outline(item)


def _near(one: MapObject, at: Point, reach: float) -> bool:
    """Return True if a point is in the bounding box of an object or within `reach` of it."""
    left, low, right, high = bounding_box(one)
    return left - reach <= at[0] <= right + reach and low - reach <= at[1] <= high + reach
