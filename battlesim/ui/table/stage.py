"""The objects that all parts of a window share: screen, layout, panels, table view and instruments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pygame

from battlesim.render import text_layout
from battlesim.render.drawlist import Plate
from battlesim.render.framing import FramingSubject
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text_extent import plate_extent
from battlesim.table.pieces import Piece
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table import card_placement
from battlesim.ui.table.camera_subject import CameraSubject, CardSize, line_subject, objects_subject
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.table.table_view import TableView
from battlesim.ui.toolkit.components import Panel
from battlesim.ui.toolkit.layout import EMPTY_RECT, TOOL_BUTTON_MARGIN_PX, Rect, WindowLayout, window_layout
from battlesim.ui.toolkit.work_queue import WorkQueue


class Stage:
    """The objects that the parts of a window share, so that they do not depend on the window itself.

    `panels` are in drawing order. `camera_subject` returns what the camera keeps in view, `loose_card_sizes`
    the sizes of movable cards, and `do` runs a command by name. `queue` holds the background work of all
    parts. `pointer` is in pixels at an interface scale of 1. `gripped` is the screen pixel where a mouse
    button that is still held was pressed on the table.
    """

    def __init__(
        self,
        screen: pygame.Surface,
        model: WindowModel,
        executor: Executor | None = None,
        folder: Path | None = None,
        scale: float = 1.0,
        queue: WorkQueue | None = None,
    ) -> None:
        self.screen, self.model = screen, model
        self.queue = queue or WorkQueue()
        self.canvas = Canvas(scale)
        text_layout.set_text_style(scale)
        self.view = TableView(model, self.canvas, executor, folder)
        self.instruments = Instruments(model, self.queue)
        self.layout: WindowLayout = window_layout(*self.size)
        self.panels: Sequence[Panel] = ()
        self.camera_subject: Callable[[], CameraSubject | None] = lambda: None
        self.loose_card_sizes: Callable[[], tuple[CardSize, ...]] = tuple
        self.do: Callable[[str, Any], None] = lambda command, value: None
        self.pointer = (-1.0, -1.0)
        self._cached_card_rect: tuple[object, Rect] | None = None
        self.gripped: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the screen in pixels at scale 1."""
        wide, high = self.screen.get_size()
        return wide / self.canvas.scale, high / self.canvas.scale

    def apply_layout(self, placed: WindowLayout) -> None:
        """Apply a new layout to the panels and the table view."""
        self.layout = placed
        self.view.set_screen_rect(
            placed.table, self.canvas.scale, placed.button_area.right + TOOL_BUTTON_MARGIN_PX - placed.table.x
        )

    def restyle(self, scale: float, unit: text_layout.LengthUnit | None) -> None:
        """Redraw everything at another scale or with another unit of length."""
        self.canvas = self.view.canvas = Canvas(scale)
        text_layout.set_text_style(scale, unit)
        self.invalidate_panels()

    def begin(self) -> None:
        """Reset the instruments and redraw all panels."""
        self.instruments.begin()
        self.gripped = None
        self.invalidate_panels()

    def invalidate_panels(self) -> None:
        """Invalidate all panels so that they are redrawn."""
        for panel in self.panels:
            panel.invalidate()

    # -- the pointer --

    def point(self, event: pygame.event.Event) -> None:
        """Update the pointer's position from an event."""
        self.pointer = event.pos[0] / self.canvas.scale, event.pos[1] / self.canvas.scale

    @property
    def pointer_on_table(self) -> tuple[float, float]:
        """The pointer's position in pixels of the table view."""
        scale, table = self.canvas.scale, self.layout.table
        return (self.pointer[0] - table.x) * scale, (self.pointer[1] - table.y) * scale

    @property
    def points_at_table(self) -> bool:
        """True if the pointer is within the table's rect, even if something covers the table there."""
        return self.layout.table.holds(*self.pointer)

    def piece_under_pointer(self) -> str:
        """Return the id of the piece under the pointer, or "" if there is none."""
        return self.view.piece_at_pixel(*self.pointer_on_table)

    def card_under_pointer(self) -> str:
        """Return the name of the topmost card under the pointer, or "" if there is none."""
        names = [panel.name for panel in self.panels if panel.card and panel.rect.holds(*self.pointer)]
        return names[-1] if names else ""

    # -- cards and text on the table --

    @property
    def table_projection(self) -> card_placement.TableProjection:
        """The conversion from inches on the table to screen pixels at scale 1."""
        return card_placement.TableProjection(self.model.camera, self.canvas.scale, self.layout.table)

    def card_rects(self, but: str = "") -> list[Rect]:
        """Return the rects of the cards on the table, except the card `but` and cards filling the table."""
        table = self.layout.table
        rects = (panel.rect for panel in self.panels if panel.card and panel.name != but)
        return [rect for rect in rects if rect.width and rect.overlaps(table) and rect != table]

    def room(self) -> Rect:
        """Return the part of the table that is free for cards."""
        return card_placement.free_table_rect(self.layout, self.solid_card_rect())

    def solid_card_rect(self) -> Rect:
        """Return the rect of the decision panel if it overlaps the table, else an empty rect."""
        rects = (panel.rect for panel in self.panels if panel.card and panel.solid and not panel.loose)
        return next((rect for rect in rects if rect.overlaps(self.layout.table)), EMPTY_RECT)

    def least_covering_card_rect(
        self, wide: float, tall: float, about: FramingSubject, others: Sequence[Rect] = ()
    ) -> Rect:
        """Return the rect at which a card of the given size covers least of a subject, off other cards."""
        places = card_placement.candidate_rects(
            card_placement.free_table_rect(self.layout), wide, tall, self.table_projection.scale_bar_rect
        )
        free = [place for place in places if not any(place.overlaps(other) for other in others)]
        return card_placement.least_covering_rect(
            free or places, self.table_projection.screen_discs(about.discs), self.piece_discs()
        )

    def subject_discs(self) -> list[card_placement.Disc]:
        """Return the discs of the subject, the selected piece and the ruler's pieces in pixels at scale 1."""
        topic, model = self.camera_subject(), self.model
        spoken = topic.framing if topic else line_subject(model).framing
        chosen = objects_subject(
            model.state.table, (model.pointer.selected_piece, *self.instruments.ruler.end_piece_ids())
        )
        return self.table_projection.screen_discs((*spoken.discs, *chosen.discs))

    def piece_discs(self) -> list[card_placement.Disc]:
        """Return the discs of all pieces in view in pixels at scale 1."""
        return self.table_projection.screen_discs(self.view.bases)

    def card_rect_beside_disc(self, disc: card_placement.Disc, wide: float, tall: float) -> Rect:
        """Return the rect beside a disc, or along the table's edge, at which a card hides least."""
        cards, kept = self.card_rects(), self.subject_discs()
        key = (disc, wide, tall, self.layout.table, tuple(cards), tuple(kept), id(self.view.drawn))
        if self._cached_card_rect is None or self._cached_card_rect[0] != key:
            near = card_placement.rects_beside_disc(disc, wide, tall, self.layout.table)
            along = card_placement.candidate_rects(
                self.room(), wide, tall, self.table_projection.scale_bar_rect
            )
            words, keep = self._text_rects(), [*kept, disc]
            found = card_placement.least_hiding_rect([*near, *along], cards, keep, words, self.piece_discs())
            self._cached_card_rect = key, found
        return self._cached_card_rect[1]

    def _text_rects(self) -> list[Rect]:
        """Return the rects of the labels on the table in screen pixels at scale 1."""
        camera, scale, table = self.model.camera, self.canvas.scale, self.layout.table
        found = []
        for plate in self.view.drawn.table:
            if isinstance(plate, Plate):
                (x, y), room = camera.to_screen(plate.x, plate.y), plate_extent(plate, scale)
                left, top = table.x + (x + room.x) / scale, table.y + (y + room.y) / scale
                found.append(Rect(left, top, room.width / scale, room.height / scale))
        return found

    def base_disc(self, piece: Piece) -> card_placement.Disc:
        """Return the disc of a piece's base in pixels at scale 1, or the pointer if it is off the table."""
        if piece.table_position is None:
            return (*self.pointer, 0.0)
        ((x, y),) = self.table_projection.screen_points([piece.xy])
        return x, y, piece.radius * self.model.camera.ppi / self.canvas.scale
