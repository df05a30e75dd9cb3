"""What the parts of a window stand on: the screen, the places of panels, the table and what lies over it."""

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
from battlesim.ui.parts.layout import EDGE, NOWHERE, Layout, Rect, layout
from battlesim.ui.parts.part import Panel
from battlesim.ui.parts.work_queue import WorkQueue
from battlesim.ui.story.model import Model
from battlesim.ui.table import corner
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.table.regard import Size, Topic, of_line, of_things
from battlesim.ui.table.tableview import TableView


class Stage:
    """Handed to the parts in place of their window.

    `panels` are the pictures on it, the uppermost last; `topic` says what is spoken of, `sizes` how large the
    loose cards are, `do` carries out a command by its name. `queue` has the background work of all parts.
    `pointer` is in pixels at scale 1, `gripped` in pixels of the screen: where a button is held that was
    pressed on the table.
    """

    def __init__(
        self,
        screen: pygame.Surface,
        model: Model,
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
        self.layout: Layout = layout(*self.size)
        self.panels: Sequence[Panel] = ()
        self.topic: Callable[[], Topic | None] = lambda: None
        self.sizes: Callable[[], tuple[Size, ...]] = tuple
        self.do: Callable[[str, Any], None] = lambda command, value: None
        self.pointer = (-1.0, -1.0)
        self._tip_place: tuple[object, Rect] | None = None
        self.gripped: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the screen, pixels at scale 1."""
        wide, high = self.screen.get_size()
        return wide / self.canvas.scale, high / self.canvas.scale

    def lay(self, placed: Layout) -> None:
        """Take other places for the panels."""
        self.layout = placed
        self.view.place(placed.table, self.canvas.scale, placed.buttons.right + EDGE - placed.table.x)

    def restyle(self, scale: float, unit: text_layout.LengthUnit | None) -> None:
        """Draw everything anew, at another scale or with lengths in another unit."""
        self.canvas = self.view.canvas = Canvas(scale)
        text_layout.set_text_style(scale, unit)
        self.forget()

    def begin(self) -> None:
        """Begin anew, with nothing left of what was looked at."""
        self.instruments.begin()
        self.gripped = None
        self.forget()

    def forget(self) -> None:
        """Draw all panels anew."""
        for panel in self.panels:
            panel.forget()

    # -- the pointer --

    def point(self, event: pygame.event.Event) -> None:
        """The pointer is where an event says."""
        self.pointer = event.pos[0] / self.canvas.scale, event.pos[1] / self.canvas.scale

    @property
    def on_table(self) -> tuple[float, float]:
        """The pointer in pixels of the table's view."""
        scale, table = self.canvas.scale, self.layout.table
        return (self.pointer[0] - table.x) * scale, (self.pointer[1] - table.y) * scale

    @property
    def points_at_table(self) -> bool:
        """Whether the pointer is on the table, or over it."""
        return self.layout.table.holds(*self.pointer)

    def under(self) -> str:
        """The piece under the pointer, "" for none."""
        return self.view.under(*self.on_table)

    def covered(self) -> str:
        """The card under the pointer, by name, the uppermost one."""
        names = [panel.name for panel in self.panels if panel.card and panel.rect.holds(*self.pointer)]
        return names[-1] if names else ""

    # -- what lies over the table --

    @property
    def on_screen(self) -> corner.Screen:
        """Where the table is on the screen."""
        return corner.Screen(self.model.camera, self.canvas.scale, self.layout.table)

    def cards(self, but: str = "") -> list[Rect]:
        """What stands on the table, on the screen, perhaps `but` for a card; not what stands in its place."""
        table = self.layout.table
        rects = (panel.rect for panel in self.panels if panel.card and panel.name != but)
        return [rect for rect in rects if rect.width and rect.meets(table) and rect != table]

    def room(self) -> Rect:
        """The part of the table that is left to cards: beside the buttons and beside a question on it."""
        return corner.free(self.layout, self.beside())

    def beside(self) -> Rect:
        """The card on the table beside which all others stand, if there is one."""
        rects = (panel.rect for panel in self.panels if panel.card and panel.solid and not panel.loose)
        return next((rect for rect in rects if rect.meets(self.layout.table)), NOWHERE)

    def in_corner(self, wide: float, tall: float, about: FramingSubject) -> Rect:
        """Where a card of a size stands on the table that is to hide nothing of what is spoken of."""
        places = corner.places(corner.free(self.layout), wide, tall, self.on_screen.bar)
        return corner.best(places, self.on_screen.discs(about.discs), self.others())

    def kept(self) -> list[corner.Disc]:
        """What is spoken of and what is chosen, pixels of the screen at scale 1."""
        topic, model = self.topic(), self.model
        spoken = topic.regard if topic else of_line(model).regard
        chosen = of_things(model.state.table, (model.pointing.picked, *self.instruments.ruler.measured()))
        return self.on_screen.discs((*spoken.discs, *chosen.discs))

    def others(self) -> list[corner.Disc]:
        """All pieces in view, pixels of the screen at scale 1."""
        return self.on_screen.discs(self.view.bases)

    def beside_disc(self, disc: corner.Disc, wide: float, tall: float) -> Rect:
        """Return where a card of a size about a disc of the screen stands: beside it or along the rim, where
        it hides the fewest cards, things spoken of, words and bases."""
        cards, kept = self.cards(), self.kept()
        key = (disc, wide, tall, self.layout.table, tuple(cards), tuple(kept), id(self.view.drawn))
        if self._tip_place is None or self._tip_place[0] != key:
            near = corner.around(disc, wide, tall, self.layout.table)
            along = corner.places(self.room(), wide, tall, self.on_screen.bar)
            words, keep = self._words(), [*kept, disc]
            found = corner.clearest([*near, *along], cards, keep, words, self.others())
            self._tip_place = key, found
        return self._tip_place[1]

    def _words(self) -> list[Rect]:
        """Return where words stand on the table, pixels of the screen at scale 1."""
        camera, scale, table = self.model.camera, self.canvas.scale, self.layout.table
        found = []
        for plate in self.view.drawn.table:
            if isinstance(plate, Plate):
                (x, y), room = camera.to_screen(plate.x, plate.y), plate_extent(plate, scale)
                left, top = table.x + (x + room.x) / scale, table.y + (y + room.y) / scale
                found.append(Rect(left, top, room.width / scale, room.height / scale))
        return found

    def base(self, piece: Piece) -> corner.Disc:
        """Return where on the screen a piece's base is, pixels at scale 1; off the table the pointer."""
        if piece.table_position is None:
            return (*self.pointer, 0.0)
        ((x, y),) = self.on_screen.spots([piece.xy])
        return x, y, piece.radius * self.model.camera.ppi / self.canvas.scale
