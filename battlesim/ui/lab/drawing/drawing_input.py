"""Mouse input of the drawing mode: drawing, selecting, moving and turning objects, and moving corners."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from battlesim.geometry.shapes import Point
from battlesim.geometry.snapping import snapped_point
from battlesim.render.drawlist import Item
from battlesim.scenarios.map_objects import MapObjectRef
from battlesim.scenarios.shape_edits import MapObject, rounded_map_point, without_corner
from battlesim.ui.lab.drawing import map_edits, overlay
from battlesim.ui.lab.drawing.drags import (
    CornerDrag,
    Drag,
    EdgeDrag,
    MoveDrag,
    NewShapeDrag,
    OpeningDrag,
    SelectionDrag,
    TurnDrag,
    snapped_tool_point,
)
from battlesim.ui.lab.drawing.handles import Handle, handles
from battlesim.ui.lab.drawing.map_draft import MapDraft
from battlesim.ui.lab.drawing.object_pictures import ObjectPictures
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import MIN_DRAG_PX
from battlesim.ui.toolkit.text_fields import FieldEditor

LEFT_BUTTON, RIGHT_BUTTON = 1, 3
SNAP_RADIUS_PX = 9.0
"""Pixels at scale 1 within which a handle is hit and a point snaps to others."""
OPENING_SNAP_IN = 1.0
"""Distance in inches from an outline within which a new door or window snaps onto it."""
MAX_PICTURED_OBJECTS = 8
"""Largest number of dragged objects shown as pictures; more are shown as coloured outlines."""
NO_SNAP_MODIFIERS = pygame.KMOD_SHIFT | pygame.KMOD_ALT
"""Modifier keys that switch snapping off; a press with Shift adds to the selection."""


class DrawingInput:
    """The input handler for drawing maps: the mouse on the table, and the text field being edited."""

    def __init__(self, stage: Stage, draft: MapDraft, typing: FieldEditor) -> None:
        self.stage, self.draft, self.typing = stage, draft, typing
        self.looks = ObjectPictures(draft)
        self.hot: MapObjectRef | None = None
        self._grab: Drag | None = None
        self._from = (0, 0)
        self._moved = self._panning = False

    @property
    def held(self) -> bool:
        """True during a drag or while the view is panned."""
        return self._grab is not None or self._panning

    @property
    def pointer_position(self) -> Point:
        """The pointer's position on the table, inches."""
        return self.stage.model.camera.to_table(*self.stage.pointer_on_table)

    @property
    def inches_per_pixel(self) -> float:
        """The size of a screen pixel at scale 1, in inches on the table."""
        return self.stage.canvas.scale / self.stage.model.camera.ppi

    @property
    def is_over_table(self) -> bool:
        """True if the pointer is on the table and over no card."""
        return self.stage.points_at_table and not self.stage.card_under_pointer()

    def tool_position(self) -> Point:
        """Return where the tool's object would be placed."""
        return snapped_tool_point(
            self.draft, self.pointer_position, SNAP_RADIUS_PX * self.inches_per_pixel, _free()
        )

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event. Return True if it was used."""
        if self.typing.event(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.is_over_table:
            return self._press(event)
        if event.type == pygame.MOUSEMOTION:
            return self._move(event)
        if event.type == pygame.MOUSEBUTTONUP and self.held:
            self._let_go()
            return True
        return False

    # -- pressed --

    def _press(self, event: pygame.event.Event) -> bool:
        self._from, self._moved = event.pos, False
        self.stage.model.pointer.clear_hover()
        self.draft.work.message = ""
        if event.button == RIGHT_BUTTON:
            return self._right()
        if event.button != LEFT_BUTTON:
            return False
        if self.draft.tool is None:
            self._take()
        elif self.draft.tool.group == "opening":
            self._put_in()
        elif self.draft.draws_by_points:
            self._point()
        else:
            self._grab = NewShapeDrag(self.draft, self._corner())
        return True

    def _corner(self) -> Point:
        return rounded_map_point(
            snapped_point(
                self.pointer_position, self.draft.snap(SNAP_RADIUS_PX * self.inches_per_pixel, _free())
            ).point
        )

    def _point(self) -> None:
        """Add a point; a click on the last point ends a line or outline, on the first one an outline."""
        draft, place = self.draft, self.tool_position()
        ends = draft.points[-1:] if draft.shape == "line" else (*draft.points[:1], *draft.points[-1:])
        near = SNAP_RADIUS_PX * self.inches_per_pixel
        if not any(place == end or math.dist(self.pointer_position, end) <= near for end in ends):
            draft.points = (*draft.points, place)
        else:
            self.finish_line()

    def finish_line(self) -> bool:
        """Add the line or outline drawn so far. Return False if there was none."""
        made = self.draft.finished_object()
        if made is None:
            return False
        self.draft.points = ()
        map_edits.add_object(self.draft, made)
        return True

    def _put_in(self) -> None:
        found = self.draft.opening_at(self.pointer_position, OPENING_SNAP_IN)
        if found:
            map_edits.add_opening(self.draft, *found)
        else:
            self.draft.work.message = "A door or window belongs on the outline of terrain: click an edge."

    def _take(self) -> None:
        """Start dragging a handle, an object, or the table itself."""
        draft, at = self.draft, self.pointer_position
        handle = self._handle()
        if handle:
            self._grab = self._grip(handle)
            return
        more = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        found = draft.object_ref_at(at, SNAP_RADIUS_PX * self.inches_per_pixel)
        draft.select(found, more)
        if found is None:
            self._grab = SelectionDrag(draft, at) if more else None
            self._panning = not more
        elif found in draft.chosen:
            self._grab = OpeningDrag(draft) if found.what == "opening" else MoveDrag(draft, at)

    def _handle(self) -> Handle | None:
        near = SNAP_RADIUS_PX * self.inches_per_pixel
        found = [
            (math.dist(self.pointer_position, one.point), one)
            for one in handles(self.draft, self.inches_per_pixel)
        ]
        return min((one for one in found if one[0] <= near), default=(0.0, None))[1]

    def _grip(self, handle: Handle) -> Drag:
        self.draft.corner = handle.number if handle.kind == "corner" else -1
        if handle.kind == "turn":
            return TurnDrag(self.draft, self.pointer_position)
        if handle.kind == "edge":
            return EdgeDrag(self.draft, handle.number)
        return CornerDrag(self.draft, handle.number, handle.point if handle.kind == "bend" else None)

    def _right(self) -> bool:
        """End a line, drop the tool or remove a corner. Return False if none of these applies."""
        if self.draft.points:
            if not self.finish_line():
                self.draft.points = self.draft.points[:-1]
            return True
        if self.draft.tool:
            self.draft.tool = None
            return True
        handle = self._handle()
        if handle is None or handle.kind != "corner":
            return False
        number = handle.number
        self.draft.corner = -1
        map_edits.change(self.draft, lambda one: without_corner(one, number))
        return True

    # -- moved and let go --

    def _move(self, event: pygame.event.Event) -> bool:
        if not self.held:
            self.hot = self._pointed()
            return False
        dx, dy = self._from[0] - event.pos[0], self._from[1] - event.pos[1]
        if not self._moved and abs(dx) + abs(dy) < MIN_DRAG_PX:
            return True
        self._moved = True
        if self._panning:
            self.stage.view.pan(dx, dy)
            self._from = event.pos
        elif self._grab:
            self._grab.drag_to(self.pointer_position, SNAP_RADIUS_PX * self.inches_per_pixel, _free())
        return True

    def _pointed(self) -> MapObjectRef | None:
        if self.draft.tool or not self.is_over_table or self._handle():
            return None
        return self.draft.object_ref_at(self.pointer_position, SNAP_RADIUS_PX * self.inches_per_pixel)

    def _let_go(self) -> None:
        grab, self._grab, self._panning = self._grab, None, False
        if grab and (self._moved or isinstance(grab, NewShapeDrag)):
            grab.finish_drag(self.tool_position())
        self.hot = None

    # -- what is shown --

    def items(self) -> Iterator[Item]:
        """Yield the graphics of the tool or drag, of the selection and of the hovered object."""
        draft, grab = self.draft, self._grab
        yield from overlay.selection_items(draft, self.inches_per_pixel, grab is None)
        if isinstance(grab, SelectionDrag):
            yield from overlay.band(grab.start, grab.end)
        elif grab and grab.opening:
            yield from overlay.opening_bar(grab.opening)
        elif grab and grab.ghosts:
            still = isinstance(grab, MoveDrag) and len(grab.ghosts) <= MAX_PICTURED_OBJECTS
            yield from overlay.ghosts(draft, grab.ghosts, self._look if still else _no_look)
        elif draft.tool and self.is_over_table:
            yield from self._in_hand()
        elif self.is_over_table:
            yield from overlay.hover_items(draft, self.hot)

    def _in_hand(self) -> Iterator[Item]:
        draft = self.draft
        found = draft.opening_at(self.pointer_position, OPENING_SNAP_IN)
        if found:
            yield from overlay.opening_bar(found[1])
            return
        made = draft.tool_preview_at(self.tool_position())
        if made:
            yield from overlay.ghosts(draft, (made,), _no_look if draft.draws_by_points else self._look)
        elif draft.draws_by_points:
            x, y = self.tool_position()
            yield from overlay.point(x, y)

    def _look(self, one: MapObject) -> Item | None:
        return self.looks.object_picture(one, self.stage.canvas, self.stage.model.camera)


def _no_look(one: MapObject) -> Item | None:
    """Return None: an object whose shape changes with every move is shown as a coloured outline."""
    return None


def _free() -> bool:
    return bool(pygame.key.get_mods() & NO_SNAP_MODIFIERS)
