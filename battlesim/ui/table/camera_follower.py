"""Automatic camera control, which keeps the action in view unless the user has moved the view by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.render.camera import Camera
from battlesim.render.framing import BARELY_INSIDE_IN, WELL_INSIDE_IN, CoversAtZoom, ViewCovers, ViewRect
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table import card_placement
from battlesim.ui.table.camera_subject import CameraSubject, CardSize
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.layout import Rect

BASE_MARK_MARGIN_PX: Final = 8.0
"""Pixels around a base that its marks take up."""


class CameraFollower:
    """The automatic camera. If the user chooses a view, it is kept until the next decision or turn."""

    def __init__(self) -> None:
        self._subject_key: object = None
        self._stamp: object = None
        self._start: tuple[object, Camera, bool] | None = None
        self._turn_line: int = -1

    def tick(self, stage: Stage, elapsed: float) -> bool:
        """Move the view toward the current subject for `elapsed` seconds. Return True if it moved."""
        topic, view = stage.camera_subject(), stage.view
        if topic is not None and (topic.framing.discs or topic.framing.points):
            cards, camera = stage.loose_card_sizes(), stage.model.camera
            about = topic.framing if topic.awaits_user else None
            subject = (topic.key, topic.choice, camera.width, camera.height, view.reframe_count)
            if (subject, about, cards) != self._stamp:
                self._stamp = subject, about, cards
                self._bring_into_view(stage, topic, cards, subject)
        return view.glide(1.0 if stage.model.playback.reduced_motion else elapsed)

    def _bring_into_view(
        self, stage: Stage, topic: CameraSubject, cards: Sequence[CardSize], subject: object
    ) -> None:
        """Bring the subject into view; a subject that grows later is framed as if complete from the start.

        The subject of a question that is legible and uncovered already does not move the view.
        """
        view, model = stage.view, stage.model
        fresh = topic.key != self._subject_key and topic.awaits_user
        self._subject_key = topic.key
        turn = 0 if topic.awaits_user else _turn_line(model)
        fresh, self._turn_line = fresh or turn > self._turn_line, turn
        if fresh:
            view.is_moved_by_hand = False
        if topic.awaits_user and view.is_moved_by_hand:
            if spots := topic.looks_at():
                view.glide_to(spots)
            return
        covering = covering_of(stage, cards)
        if self._start is None or self._start[0] != subject:
            stays = topic.awaits_user and view.already_shows(topic.framing, covering)
            self._start = (
                (subject, view.goal_camera, False) if stays else (subject, view.unobstructed_camera, fresh)
            )
        _, camera, fresh = self._start
        view.keep_in_view(
            camera,
            topic.framing,
            covering,
            fresh,
            BARELY_INSIDE_IN if topic.awaits_user else WELL_INSIDE_IN,
        )


def _turn_line(model: WindowModel) -> int:
    """Return the index of the last log line shown that begins a turn or phase."""
    lines = model.history.lines
    return next((k for k in range(model.line, -1, -1) if lines[k].kind == "turn"), 0)


def covering_of(stage: Stage, sizes: Sequence[CardSize]) -> CoversAtZoom:
    """Return a function from a camera to the rects that cover the table: buttons, panel, bar and cards."""
    layout, scale, panel = stage.layout, stage.canvas.scale, stage.solid_card_rect()
    room, still = (
        card_placement.free_table_rect(layout, panel),
        [layout.button_area, *([panel] if panel.width else [])],
    )

    def place(rect: Rect) -> ViewRect:
        x, y = rect.x - layout.table.x, rect.y - layout.table.y
        edges = (
            x - BASE_MARK_MARGIN_PX,
            y - BASE_MARK_MARGIN_PX,
            x + rect.width + BASE_MARK_MARGIN_PX,
            y + rect.height + BASE_MARK_MARGIN_PX,
        )
        left, top, right, low = (scale * edge for edge in edges)
        return left, top, right, low

    def covers(camera: Camera) -> ViewCovers:
        bar = card_placement.TableProjection(camera, scale, layout.table).scale_bar_rect
        cards = (card_placement.candidate_rects(room, *size, bar) for size in sizes)
        return ViewCovers(tuple(map(place, (*still, bar))), tuple(tuple(map(place, ways)) for ways in cards))

    return covers
