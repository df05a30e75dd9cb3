"""What a window speaks of stays in view; a view moved by hand stays as it is until the next question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.render.camera import Camera
from battlesim.render.framing import BARELY_INSIDE_IN, WELL_INSIDE_IN, CoversAtZoom, ViewCovers, ViewRect
from battlesim.ui.parts.layout import Rect
from battlesim.ui.story.model import Model
from battlesim.ui.table import corner
from battlesim.ui.table.regard import Size, Topic
from battlesim.ui.table.stage import Stage

RING: Final = 8.0
"""Pixels about a base in which it is marked."""


class Attention:
    """Moves the view of a window."""

    def __init__(self) -> None:
        self._what: object = None
        self._stamp: object = None
        self._start: tuple[object, Camera, bool] | None = None
        self._turn: int = -1

    def tick(self, stage: Stage, elapsed: float) -> bool:
        """Let the view come to what is spoken of; whether it has moved."""
        topic, view = stage.topic(), stage.view
        if topic is not None and (topic.regard.discs or topic.regard.points):
            cards, camera = stage.sizes(), stage.model.camera
            about = topic.regard if topic.asked else None
            subject = (topic.what, topic.choice, camera.width, camera.height, view.takes)
            if (subject, about, cards) != self._stamp:
                self._stamp = subject, about, cards
                self._attend(stage, topic, cards, subject)
        return view.glide(1.0 if stage.model.playback.reduced else elapsed)

    def _attend(self, stage: Stage, topic: Topic, cards: Sequence[Size], subject: object) -> None:
        """Odds that come late find the view as it would have been with them from the beginning."""
        view, model = stage.view, stage.model
        fresh = topic.what != self._what and topic.asked
        self._what = topic.what
        turn = 0 if topic.asked else _turn(model)
        fresh, self._turn = fresh or turn > self._turn, turn
        if fresh:
            view.by_hand = False
        if topic.asked and view.by_hand:
            if spots := topic.looks_at():
                view.bring(spots)
            return
        if self._start is None or self._start[0] != subject:
            self._start = subject, view.bound_for, fresh
        _, camera, fresh = self._start
        view.attend(
            camera,
            topic.regard,
            covering_of(stage, cards),
            fresh,
            BARELY_INSIDE_IN if topic.asked else WELL_INSIDE_IN,
        )


def _turn(model: Model) -> int:
    """The place in the log of the last line that begins a turn or a phase."""
    lines = model.story.lines
    return next((k for k in range(model.line, -1, -1) if lines[k].kind == "turn"), 0)


def covering_of(stage: Stage, sizes: Sequence[Size]) -> CoversAtZoom:
    """What lies over the table: the buttons, the scale, the card beside which others stand, and cards of
    some sizes."""
    layout, scale, panel = stage.layout, stage.canvas.scale, stage.beside()
    room, still = corner.free(layout, panel), [layout.buttons, *([panel] if panel.width else [])]

    def place(rect: Rect) -> ViewRect:
        x, y = rect.x - layout.table.x, rect.y - layout.table.y
        edges = (x - RING, y - RING, x + rect.width + RING, y + rect.height + RING)
        left, top, right, low = (scale * edge for edge in edges)
        return left, top, right, low

    def covers(camera: Camera) -> ViewCovers:
        bar = corner.Screen(camera, scale, layout.table).bar
        cards = (corner.places(room, *size, bar) for size in sizes)
        return ViewCovers(tuple(map(place, (*still, bar))), tuple(tuple(map(place, ways)) for ways in cards))

    return covers
