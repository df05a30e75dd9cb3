"""The mode of photographs: a picture of a real table becomes one in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render.drawlist import Item
from battlesim.ui.battle.window import Command
from battlesim.ui.lab.photo import card
from battlesim.ui.lab.photo.commands import commands_of
from battlesim.ui.lab.photo.hand import Hand
from battlesim.ui.lab.photo.pane import Pane, Scene, painter
from battlesim.ui.lab.photo.studio import Studio
from battlesim.ui.lab.work import Work
from battlesim.ui.parts.layout import GAP, WIDE_FROM, Layout, Rect, layout
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.settings.keys import PHOTO
from battlesim.ui.table.stage import Stage

COLUMN: Final = (360.0, 320.0)
"""Width of the card, in a wide window and a narrow one."""


class Photo:
    """Corners first, then bases and walls from above, then the table in hand."""

    key, title, icon, screen = "photo", "Photo", "zoom", PHOTO

    def __init__(self, stage: Stage, work: Work) -> None:
        self.stage, self.work = stage, work
        self.studio = Studio(work.tables.photo, work.queue)
        self.scene = Scene(self.studio)
        self.hand: Part = Hand(stage, self.scene)
        self.commands: Mapping[str, Command] = commands_of(work, self.studio)
        self.panels: tuple[Panel, ...] = self._panels()

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self.studio.developed.working

    def layout(self, width: float, height: float) -> Layout:
        """Where its panels stand in a window of that size (pixels at scale 1)."""
        m = layout(width, height).measures
        column = min(COLUMN[0] if width >= WIDE_FROM else COLUMN[1], 0.45 * width)
        y = m.top + GAP
        tall = height - y - GAP
        table = Rect(GAP, y, width - column - 3 * GAP, tall)
        right = Rect(width - GAP - column, y, column, tall)
        nowhere = Rect(GAP, y, 0, 0)
        return Layout(m, Rect(0, 0, width, m.top), nowhere, table, nowhere, right, tools=0)

    def about(self) -> str:
        """The name of the picture."""
        room = self.studio.darkroom
        return room.path.name if room else "a photograph becomes a table"

    def tick(self) -> bool:
        """Take what was worked out."""
        return self.studio.tick()

    def overlays(self) -> tuple[Item, ...]:
        """Nothing on the table in hand, which is not seen."""
        return ()

    def _panels(self) -> tuple[Panel, ...]:
        model, stage, studio = self.stage.model, self.stage, self.studio

        def known() -> tuple[object, ...]:
            found = (studio.changes, studio.above, studio.tool, studio.kind, studio.picked, studio.pattern)
            return (
                *found,
                *studio.typing.stamp(),
                studio.message,
                studio.developed.working,
                model.pointing.hot,
                model.bindings,
            )

        def draw(rect: Rect) -> Drawn:
            return card.build(studio, rect, model.bindings, model.pointing.hot)

        return (
            Pane(
                "photo",
                lambda: stage.layout.table,
                lambda rect: Drawn(),
                card=True,
                paint=painter(self.scene),
            ),
            Panel("steps", lambda: stage.layout.right, draw, known),
        )
