"""The pane that shows the photograph, or the table from above, with the user's marks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import pygame

from battlesim.photo.sketch import BaseMark, Point, TerrainTrace
from battlesim.render.camera import SCREEN_CAMERA
from battlesim.render.drawlist import CircleOutline, DrawList, Item, Layer, PanelBox, Stroke, TextLine
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.table.base_sizes import MM_PER_INCH
from battlesim.ui.lab.photo.photo_editor import WALLS_TOOL, PhotoEditor
from battlesim.ui.lab.photo.picture_view import PictureView
from battlesim.ui.toolkit.components import Panel
from battlesim.ui.toolkit.layout import Rect

MAGNIFIER_SIZE_PX, MAGNIFICATION_FACTOR = 168, 6.0
"""Side of the magnifier in pixels at scale 1, and its magnification."""
CORNER_HANDLE_RADIUS_PX: Final = 9.0
"""Radius of a corner's handle, pixels."""
TURN_KNOB_RADIUS_PX, TURN_KNOB_DISTANCE_PX = 6.0, 14.0
"""Radius of the knob that turns a base, and its distance from the base's front, pixels."""


class PhotoScene:
    """The picture that the user marks: either a photograph of a table, or the table seen from above."""

    def __init__(self, studio: PhotoEditor) -> None:
        self.studio = studio
        self._views: dict[int, tuple[object, PictureView]] = {}
        self.loupe: Point | None = None
        """The point under the magnifier, pixels of the picture; None if it is not shown."""
        self.pointer: Point | None = None
        """The position of the pointer on the table, inches; None if it is elsewhere."""

    def view(self) -> PictureView | None:
        """Return the current view: the table from above or the picture, None without a picture."""
        studio = self.studio
        found = studio.top_view
        if found is not None:
            return self._kept(1, found, lambda: PictureView(found.top_view))
        room = studio.darkroom
        return self._kept(0, room, lambda: PictureView(room.screen_picture())) if room else None

    def _kept(self, slot: int, key: object, make: Callable[[], PictureView]) -> PictureView:
        if slot not in self._views or self._views[slot][0] is not key:
            self._views[slot] = key, make()
        return self._views[slot][1]

    # -- between the pane and what it shows --

    def to_picture(self, x: float, y: float) -> Point:
        """Return the pixel of the picture at a point of the pane."""
        view = self.view()
        assert view is not None
        return view.picture_point(x, y)

    def to_table(self, x: float, y: float) -> Point:
        """Return the point of the table (inches) at a point of the pane, in the view from above."""
        across, down = self.to_picture(x, y)
        return across, self.studio.sketch.table[1] - down

    def from_table(self, x: float, y: float) -> Point:
        """Return the point of the pane at a point of the table, in the view from above."""
        view = self.view()
        assert view is not None
        return view.pane_point(x, self.studio.sketch.table[1] - y)

    def reach(self, pixels: float) -> float:
        """Return the length in inches of some pixels of the pane, in the view from above."""
        view = self.view()
        return pixels / (view.zoom * view.scale) if view else 0.0

    # -- what lies on it --

    def items(self) -> list[Item]:
        """Return what is drawn over the picture, pixels of the pane at scale 1."""
        if self.view() is None:
            return []
        return [*self._walls(), *self._marks()] if self.studio.top_view else list(self._corners())

    def _corners(self) -> list[Item]:
        view, studio = self.view(), self.studio
        assert view is not None
        spots = [view.pane_point(*corner) for corner in studio.sketch.corners]
        ring = (*spots, spots[0])
        colour = "mint" if studio.fits else "orange" if studio.fit_text else "sky"
        items: list[Item] = [Stroke(Layer.PANEL, ring, colour, 1.6, 0.95, bed=4.0, bed_alpha=0.5)]
        for number, (x, y) in enumerate(spots):
            on = number == studio.picked
            items.append(
                CircleOutline(
                    Layer.PANEL, x, y, CORNER_HANDLE_RADIUS_PX, "yellow" if on else "bright", 2.4, halo=0.5
                )
            )
            items.append(PanelBox(Layer.PANEL, x + 12, y - 26, 20, 20, "void", 0.9, 5))
            items.append(TextLine(Layer.PANEL, x + 22, y - 16, str(number + 1), "small", "bright", True, "c"))
        return items

    def _marks(self) -> list[Item]:
        items: list[Item] = []
        for number, mark in enumerate(self.studio.sketch.marks):
            items += self._mark(mark, number == self.studio.picked)
        return items

    def _mark(self, mark: BaseMark, picked: bool) -> list[Item]:
        view = self.view()
        assert view is not None
        x, y = self.from_table(mark.base.x, mark.base.y)
        radius = mark.base.size / MM_PER_INCH / 2 * view.scale * view.zoom
        colour = ("sky", "coral")[mark.side] if mark.taken else "yellow"
        dashes = 0 if mark.taken else 10
        items = self._hull(mark, colour, picked)
        if not items:
            items.append(CircleOutline(Layer.PANEL, x, y, radius, colour, 2.4, dashes=dashes, halo=0.4))
            items += [CircleOutline(Layer.PANEL, x, y, radius, "bright", 1.4, 5.0)] if picked else []
        label, wide = mark.size_text if mark.taken else f"{mark.size_text}?", 64 if mark.form else 36
        low = max((down for _, down in map(self._from, mark.outline)), default=y + radius)
        items.append(PanelBox(Layer.PANEL, x - wide / 2, low + 3, wide, 18, "void", 0.85, 4))
        items.append(TextLine(Layer.PANEL, x, low + 12, label, "caption", colour, True, "c"))
        return items

    def _from(self, place: Point) -> Point:
        return self.from_table(*place)

    def _hull(self, mark: BaseMark, colour: str, picked: bool) -> list[Item]:
        """Return the outline of a base that is not round, with its turn knob if it is selected."""
        ring = tuple(map(self._from, mark.outline))
        if not ring:
            return []
        dash = (0.0, 0.0) if mark.taken else (6.0, 5.0)
        closed = (*ring, ring[0])
        items: list[Item] = [Stroke(Layer.PANEL, closed, colour, 2.4, dash=dash, bed=5.0, bed_alpha=0.5)]
        if picked:
            knob = self.knob(mark)
            middle = self._from((mark.base.x, mark.base.y))
            items.append(Stroke(Layer.PANEL, (middle, knob), "bright", 1.4, 0.9))
            items.append(CircleOutline(Layer.PANEL, *knob, TURN_KNOB_RADIUS_PX, "yellow", 2.4, halo=0.5))
        return items

    def knob(self, mark: BaseMark) -> Point:
        """Return the position in the pane of the knob that turns a base, in front of it."""
        far = mark.base.size / MM_PER_INCH / 2 + self.reach(TURN_KNOB_DISTANCE_PX)
        turn = math.radians(mark.facing)
        return self.from_table(mark.base.x + far * math.cos(turn), mark.base.y + far * math.sin(turn))

    def _walls(self) -> list[Item]:
        studio = self.studio
        items: list[Item] = []
        for trace in studio.sketch.traces:
            items += self._line(trace, "mint")
        if studio.open_trace:
            spots = studio.open_trace
            if self.pointer and studio.tool == WALLS_TOOL:
                spots = (*spots, studio.sketch.snapped_point(self.pointer, spots, self.reach(10)))
            items += self._line(TerrainTrace(spots, False, ""), "yellow")
        return items

    def _line(self, trace: TerrainTrace, colour: str) -> list[Item]:
        spots = [self.from_table(*point) for point in trace.points]
        ring = tuple(spots + spots[:1] if trace.closed else spots)
        items: list[Item] = [Stroke(Layer.PANEL, ring, colour, 2.4, 0.95, bed=5.0, bed_alpha=0.5)]
        items += [CircleOutline(Layer.PANEL, x, y, 4.0, colour, 2.0) for x, y in spots]
        if trace.kind:
            x, y = (sum(one) / len(spots) for one in zip(*spots, strict=True))
            words = trace.kind.replace("_", " ")
            items.append(PanelBox(Layer.PANEL, x - 34, y - 9, 68, 18, "void", 0.85, 4))
            items.append(TextLine(Layer.PANEL, x, y, words, "caption", colour, True, "c"))
        return items


def _nothing(screen: pygame.Surface, rect: Rect, canvas: Canvas) -> None:
    """Paint nothing."""


@dataclass(eq=False)
class PaintedPanel(Panel):
    """A panel that is redrawn in every frame, because its contents follow the pointer."""

    paint: Callable[[pygame.Surface, Rect, Canvas], None] = field(default=_nothing)

    def show(self, screen: pygame.Surface, canvas: Canvas) -> None:
        """Paint the panel."""
        self.shown_rect = rect = self.place()
        if rect.width and rect.height:
            self.surface.spots = self.build(rect).spots
            self.paint(screen, rect, canvas)


def painter(scene: PhotoScene) -> Callable[[pygame.Surface, Rect, Canvas], None]:
    """Return the function that paints a scene."""

    def paint(screen: pygame.Surface, rect: Rect, canvas: Canvas) -> None:
        view = scene.view()
        x, y, width, height = rect.scaled(canvas.scale)
        picture = pygame.Surface((width, height))
        picture.fill(rgba("void")[:3])
        if view is not None:
            view.fit_new_pane(rect)
            picture.blit(view.draw(width, height, canvas.scale), (0, 0))
        canvas.draw(picture, DrawList((), (*scene.items(), *_said(scene, rect))), SCREEN_CAMERA)
        if view is not None and scene.loupe is not None:
            _loupe(picture, scene, view, rect, canvas)
        screen.blit(picture, (x, y))

    return paint


def _said(scene: PhotoScene, rect: Rect) -> list[Item]:
    """Return the instruction in the pane while there is no picture or no view from above yet."""
    studio = scene.studio
    if studio.darkroom is None:
        words = ("Drop a photograph of your table here,", "or choose one on the right.")
    elif studio.is_top_view and studio.top_view is None:
        words = ("Computing the view from above and looking for bases …", "")
    else:
        return []
    x, y = rect.width / 2, rect.height / 2
    sizes = max(len(line) for line in words) * 5.2 + 40
    box = PanelBox(Layer.PANEL, x - sizes, y - 34, 2 * sizes, 68, "void", 0.9, 8)
    lines = [
        TextLine(Layer.PANEL, x, y - 11 + 24 * k, line, "lead", "bright", True, "c")
        for k, line in enumerate(words)
    ]
    return [box, *lines]


def _loupe(picture: pygame.Surface, scene: PhotoScene, view: PictureView, rect: Rect, canvas: Canvas) -> None:
    """Draw the magnifier above the point it enlarges, or below if there is no room."""
    assert scene.loupe is not None
    side = round(MAGNIFIER_SIZE_PX * canvas.scale)
    x, y = view.pane_point(*scene.loupe)
    left = min(max(x - MAGNIFIER_SIZE_PX / 2, 4), rect.width - MAGNIFIER_SIZE_PX - 4)
    top = y - MAGNIFIER_SIZE_PX - 36 if y - MAGNIFIER_SIZE_PX - 36 >= 4 else y + 36
    glass = view.loupe(
        *scene.loupe, side, MAGNIFICATION_FACTOR * canvas.scale * max(1.0, view.zoom / MAGNIFICATION_FACTOR)
    )
    picture.blit(glass, (round(left * canvas.scale), round(top * canvas.scale)))
    middle = left + MAGNIFIER_SIZE_PX / 2, top + MAGNIFIER_SIZE_PX / 2
    items: list[Item] = [CircleOutline(Layer.PANEL, *middle, 13.0, "yellow", 1.4)]
    for turn in (0.0, 0.5, 1.0, 1.5):
        dx, dy = math.cos(turn * math.pi), math.sin(turn * math.pi)
        near = (middle[0] + 4 * dx, middle[1] + 4 * dy)
        far = (middle[0] + MAGNIFIER_SIZE_PX / 2 * dx, middle[1] + MAGNIFIER_SIZE_PX / 2 * dy)
        items.append(Stroke(Layer.PANEL, (near, far), "yellow", 1.0, 0.8))
    corners = (
        (left, top),
        (left + MAGNIFIER_SIZE_PX, top),
        (left + MAGNIFIER_SIZE_PX, top + MAGNIFIER_SIZE_PX),
        (left, top + MAGNIFIER_SIZE_PX),
        (left, top),
    )
    items.append(Stroke(Layer.PANEL, corners, "bright", 1.6, 0.9))
    canvas.draw(picture, DrawList((), tuple(items)), SCREEN_CAMERA)
