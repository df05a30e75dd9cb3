"""What is under way while a map is drawn: what is in hand, what is chosen, what points are drawn to."""

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
"""Inches from line to line of the grid, 0 for none."""
DEFAULT_SHAPE_SIZES_IN: Final[Mapping[str, tuple[float, ...]]] = {
    "rect": (4.0, 3.0),
    "circle": (2.0,),
    "line": (0.5,),
    "polygon": (),
}
"""Sizes of shapes that are not the usual one of a kind."""
MIN_DRAWN_SIZE_IN: Final = 0.25
"""Inches that a shape has to be drawn in each direction; less is a click."""


class DrawingTool(NamedTuple):
    """What is drawn: terrain of a kind, a kind of opening, or dressing of a look."""

    group: ToolGroup
    kind: str


class MapDraft:
    """`tool` is what is in hand, None for the hand itself; `shape` and `turn` are those of the next thing,
    `points` those of a line or outline under way. `chosen` is what acts are about, `corner` which corner of
    it, -1 for none. `group` is the leaf of the palette that is open, `first` its first row, of which there
    are `more` than have room, `line` that of the figures. `drawn` counts the acts of this hand, `fresh` is
    what they laid that is not lit yet."""

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
        """The map as it is now."""
        return self.work.editor.sketch.map

    @property
    def kinds(self) -> Mapping[str, TerrainDefaults]:
        """The kinds of terrain that there are."""
        return terrain_kinds_with(self.work.model.ruleset.terrain_values())

    def stamp(self) -> tuple[object, ...]:
        """What panels depend on."""
        drawn = (self.tool, self.shape, self.turn, len(self.points), self.chosen, self.corner, self.grid)
        return (*drawn, self.group, self.first, self.line, self.work.editor.changes)

    # -- what is in hand --

    def toggle_tool(self, tool: DrawingTool) -> None:
        """Take something into the hand, or put it back where it is in it already."""
        self.points, self.turn, self.chosen = (), 0.0, ()
        self.tool = None if tool == self.tool else tool
        self.shape = self.default_shape(tool).shape

    def drop(self) -> bool:
        """Leave the line under way, else what is in hand, else what is chosen; whether there was any."""
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
        """The shape that a thing is drawn in."""
        if tool.group == "terrain":
            return self.kinds[tool.kind].usual
        return map_vocabulary().dressing[tool.kind] if tool.group == "dressing" else DefaultShape()

    @property
    def draws_by_points(self) -> bool:
        """Whether what is in hand is drawn point by point."""
        return self.tool is not None and self.shape in ("line", "polygon") and self.tool.group != "opening"

    def tool_preview_at(self, at: Point) -> MapObject | None:
        """What is in hand, with its middle at a place or its next point there; None for an opening, and for a
        line without another point."""
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
        """The rect between two corners, the circle about the first place as far as the second; perhaps turned
        as the hand has it."""
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
        """The line or outline through some points; None as long as they are too few."""
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
        """What the points under way come to; None where they are too few for it."""
        made = self.object_along(self.points) if self.draws_by_points else None
        least = 3 if self.shape == "polygon" else 2
        return made if made and len(dict.fromkeys(map(rounded_map_point, self.points))) >= least else None

    def opening_at(self, at: Point, reach: float) -> tuple[TerrainSpec, OpeningSpec] | None:
        """The opening in hand on the outline nearest to a place, and the terrain it would be in."""
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
        """How far along a line the place nearest to another one is, on the grid."""
        (ax, ay), (bx, by) = line
        long = math.dist(*line) or 1.0
        far = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / long
        grid = 0.0 if free else GRID_SPACINGS_IN[self.grid]
        return round(far / grid) * grid if grid else far

    def height(self, item: TerrainSpec) -> float:
        """How high a piece of terrain is: by the map, else by its kind."""
        kind = self.kinds.get(item.kind)
        return item.height if item.height is not None else kind.height if kind else 0.0

    # -- what is chosen --

    def selected_objects(self) -> list[tuple[MapObjectRef, MapObject]]:
        """What is chosen of terrain and dressing."""
        known = dict(all_objects(self.map)) if self.chosen else {}
        return [(ref, known[ref]) for ref in self.chosen if ref in known]

    def prune_selection(self) -> None:
        """Choose nothing any more that is no longer there."""
        known = {ref for ref, _ in self.selected_objects()}
        self.chosen = tuple(ref for ref in self.chosen if ref in known or opening_by_ref(self.map, ref))

    def select(self, ref: MapObjectRef | None, more: bool = False) -> None:
        """Choose a thing, or one more; a second time, not any more. Openings are chosen alone."""
        self.corner = -1
        if ref is None:
            self.chosen = self.chosen if more else ()
        elif more and ref.what != "opening" and not any(one.what == "opening" for one in self.chosen):
            rest = tuple(one for one in self.chosen if one != ref)
            self.chosen = rest if len(rest) < len(self.chosen) else (*rest, ref)
        elif ref not in self.chosen or more:
            self.chosen = (ref,)

    def object_ref_at(self, at: Point, reach: float) -> MapObjectRef | None:
        """The thing at a place: a door or window that is near, else the smallest there is."""
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
        """All that lies wholly in the box between two places."""
        (left, right), (low, high) = sorted((a[0], b[0])), sorted((a[1], b[1]))

        def holds(one: MapObject) -> bool:
            box = bounding_box(one)
            return left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= high

        return tuple(ref for ref, one in all_objects(self.map) if holds(one))

    def selected_opening(self) -> tuple[TerrainSpec, OpeningSpec] | None:
        """The opening that is chosen."""
        return opening_by_ref(self.map, self.chosen[0]) if self.chosen else None

    # -- what points are drawn to --

    def snap(self, reach: float, free: bool) -> SnapTargets:
        """Corners and edges of all that is not chosen, of the table, and the grid; none of it for a `free`
        hand."""
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
    """Whether a place is in the box about a thing, or that near to it."""
    left, low, right, high = bounding_box(one)
    return left - reach <= at[0] <= right + reach and low - reach <= at[1] <= high + reach
