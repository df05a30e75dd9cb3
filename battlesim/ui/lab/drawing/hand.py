"""The mouse in the mode of drawing: things are laid down, chosen, dragged, turned, pulled by a corner."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from battlesim.geometry.shapes import Point
from battlesim.geometry.snapping import snapped_point
from battlesim.render.drawlist import Item
from battlesim.scenarios.map_objects import MapObjectRef
from battlesim.scenarios.shape_edits import MapObject, rounded_map_point, without_corner
from battlesim.ui.lab.drawing import acts, overlay
from battlesim.ui.lab.drawing.draft import Draft
from battlesim.ui.lab.drawing.grabs import (
    Banding,
    Grab,
    Moving,
    Pulling,
    Sliding,
    Stamping,
    Turning,
    Widening,
    settled,
)
from battlesim.ui.lab.drawing.handles import Handle, handles
from battlesim.ui.lab.drawing.looks import Looks
from battlesim.ui.parts.part import DRAG_FROM
from battlesim.ui.parts.typing import Typing
from battlesim.ui.table.stage import Stage

LEFT, RIGHT = 1, 3
NEAR = 9.0
"""Pixels at scale 1 within which a grip is taken and a point is drawn to others."""
SILL = 1.0
"""Inches from an outline up to which a door or window in hand goes onto it."""
MOST = 8
"""Things that are shown as they look while they are dragged; more of them in their colour."""
FREE = pygame.KMOD_SHIFT | pygame.KMOD_ALT
"""With one of these keys nothing draws a point; a press with Shift is about one thing more."""


class Hand:
    """Takes the pointer on the table, and the keys of the field that is typed into."""

    def __init__(self, stage: Stage, draft: Draft, typing: Typing) -> None:
        self.stage, self.draft, self.typing = stage, draft, typing
        self.looks = Looks(draft)
        self.hot: MapObjectRef | None = None
        self._grab: Grab | None = None
        self._from = (0, 0)
        self._moved = self._panning = False

    @property
    def held(self) -> bool:
        """Whether something is in the hand."""
        return self._grab is not None or self._panning

    @property
    def at(self) -> Point:
        """The place on the table under the pointer."""
        return self.stage.model.camera.to_table(*self.stage.on_table)

    @property
    def pixel(self) -> float:
        """How many inches a pixel at scale 1 is."""
        return self.stage.canvas.scale / self.stage.model.camera.ppi

    @property
    def over(self) -> bool:
        """Whether the pointer is on the table and on no card."""
        return self.stage.points_at_table and not self.stage.covered()

    def place(self) -> Point:
        """Where what is in hand would come to."""
        return settled(self.draft, self.at, NEAR * self.pixel, _free())

    def event(self, event: pygame.event.Event) -> bool:
        """Whether it took an event."""
        if self.typing.event(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.over:
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
        self.stage.model.pointing.away()
        self.draft.work.message = ""
        if event.button == RIGHT:
            return self._right()
        if event.button != LEFT:
            return False
        if self.draft.tool is None:
            self._take()
        elif self.draft.tool.group == "opening":
            self._put_in()
        elif self.draft.by_points:
            self._point()
        else:
            self._grab = Stamping(self.draft, self._corner())
        return True

    def _corner(self) -> Point:
        return rounded_map_point(snapped_point(self.at, self.draft.snap(NEAR * self.pixel, _free())).point)

    def _point(self) -> None:
        """One more point; the last one again ends a line or an outline, the first one again an outline."""
        draft, place = self.draft, self.place()
        ends = draft.points[-1:] if draft.shape == "line" else (*draft.points[:1], *draft.points[-1:])
        near = NEAR * self.pixel
        if not any(place == end or math.dist(self.at, end) <= near for end in ends):
            draft.points = (*draft.points, place)
        else:
            self.finish()

    def finish(self) -> bool:
        """Lay down the line or outline under way; whether there was one."""
        made = self.draft.whole()
        if made is None:
            return False
        self.draft.points = ()
        acts.lay_down(self.draft, made)
        return True

    def _put_in(self) -> None:
        found = self.draft.opening_at(self.at, SILL)
        if found:
            acts.put_in(self.draft, *found)
        else:
            self.draft.work.message = "A door or window goes onto the outline of terrain: point at an edge."

    def _take(self) -> None:
        """Take hold of a grip, of a thing, or of the table itself."""
        draft, at = self.draft, self.at
        handle = self._handle()
        if handle:
            self._grab = self._grip(handle)
            return
        more = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        found = draft.under(at, NEAR * self.pixel)
        draft.choose(found, more)
        if found is None:
            self._grab = Banding(draft, at) if more else None
            self._panning = not more
        elif found in draft.chosen:
            self._grab = Sliding(draft) if found.what == "opening" else Moving(draft, at)

    def _handle(self) -> Handle | None:
        near = NEAR * self.pixel
        found = [(math.dist(self.at, one.at), one) for one in handles(self.draft, self.pixel)]
        return min((one for one in found if one[0] <= near), default=(0.0, None))[1]

    def _grip(self, handle: Handle) -> Grab:
        self.draft.corner = handle.number if handle.what == "corner" else -1
        if handle.what == "turn":
            return Turning(self.draft, self.at)
        if handle.what == "edge":
            return Widening(self.draft, handle.number)
        return Pulling(self.draft, handle.number, handle.at if handle.what == "bend" else None)

    def _right(self) -> bool:
        """End a line, put a tool away, take a corner out; else the view is moved."""
        if self.draft.points:
            if not self.finish():
                self.draft.points = self.draft.points[:-1]
            return True
        if self.draft.tool:
            self.draft.tool = None
            return True
        handle = self._handle()
        if handle is None or handle.what != "corner":
            return False
        number = handle.number
        self.draft.corner = -1
        acts.change(self.draft, lambda one: without_corner(one, number))
        return True

    # -- moved and let go --

    def _move(self, event: pygame.event.Event) -> bool:
        if not self.held:
            self.hot = self._pointed()
            return False
        dx, dy = self._from[0] - event.pos[0], self._from[1] - event.pos[1]
        if not self._moved and abs(dx) + abs(dy) < DRAG_FROM:
            return True
        self._moved = True
        if self._panning:
            self.stage.view.pan(dx, dy)
            self._from = event.pos
        elif self._grab:
            self._grab.to(self.at, NEAR * self.pixel, _free())
        return True

    def _pointed(self) -> MapObjectRef | None:
        if self.draft.tool or not self.over or self._handle():
            return None
        return self.draft.under(self.at, NEAR * self.pixel)

    def _let_go(self) -> None:
        grab, self._grab, self._panning = self._grab, None, False
        if grab and (self._moved or isinstance(grab, Stamping)):
            grab.done(self.place())
        self.hot = None

    # -- what is shown --

    def items(self) -> Iterator[Item]:
        """What is in hand or held, what is chosen, what the pointer is on."""
        draft, grab = self.draft, self._grab
        yield from overlay.chosen(draft, self.pixel, grab is None)
        if isinstance(grab, Banding):
            yield from overlay.band(grab.start, grab.end)
        elif grab and grab.opening:
            yield from overlay.opening_bar(grab.opening)
        elif grab and grab.ghosts:
            still = isinstance(grab, Moving) and len(grab.ghosts) <= MOST
            yield from overlay.ghosts(draft, grab.ghosts, self._look if still else _no_look)
        elif draft.tool and self.over:
            yield from self._in_hand()
        elif self.over:
            yield from overlay.hot(draft, self.hot)

    def _in_hand(self) -> Iterator[Item]:
        draft = self.draft
        found = draft.opening_at(self.at, SILL)
        if found:
            yield from overlay.opening_bar(found[1])
            return
        made = draft.in_hand(self.place())
        if made:
            yield from overlay.ghosts(draft, (made,), _no_look if draft.by_points else self._look)
        elif draft.by_points:
            x, y = self.place()
            yield from overlay.point(x, y)

    def _look(self, one: MapObject) -> Item | None:
        return self.looks.of(one, self.stage.canvas, self.stage.model.camera)


def _no_look(one: MapObject) -> Item | None:
    """What changes with every move is shown in its colour."""
    return None


def _free() -> bool:
    return bool(pygame.key.get_mods() & FREE)
