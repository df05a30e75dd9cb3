"""The photo mode of the lab, which turns a photograph of a real table into a table in the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render.drawlist import Item
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.photo import photo_panel
from battlesim.ui.lab.photo.commands import commands_of
from battlesim.ui.lab.photo.photo_editor import PhotoEditor
from battlesim.ui.lab.photo.photo_input import PhotoInput
from battlesim.ui.lab.photo.photo_pane import PaintedPanel, PhotoScene, painter
from battlesim.ui.settings.key_commands import PHOTO_SCREEN
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import MIN_WIDE_WIDTH_PX, PANEL_GAP_PX, Rect, WindowLayout, window_layout
from battlesim.ui.toolkit.panel_content import PanelContent

COLUMN_WIDTHS_PX: Final = (360.0, 320.0)
"""Width of the photo panel in a wide and in a narrow window."""


class PhotoMode:
    """The mode of the table editor that turns a photograph of a real table into a table of the program.

    The user first sets the corners of the table, and then marks bases and walls on the table from above.
    """

    key, title, icon, screen = "photo", "Photo", "zoom", PHOTO_SCREEN

    def __init__(self, stage: Stage, work: LabSession) -> None:
        self.stage, self.work = stage, work
        self.studio = PhotoEditor(work.lab_table.photo, work.queue)
        self.scene = PhotoScene(self.studio)
        self.hand: InputHandler = PhotoInput(stage, self.scene)
        self.commands: Mapping[str, Command] = commands_of(work, self.studio)
        self.panels: tuple[Panel, ...] = self._panels()

    @property
    def busy(self) -> bool:
        """True while the view from above is being computed."""
        return self.studio.developed.working

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        m = window_layout(width, height).measures
        column = min(COLUMN_WIDTHS_PX[0] if width >= MIN_WIDE_WIDTH_PX else COLUMN_WIDTHS_PX[1], 0.45 * width)
        y = m.top + PANEL_GAP_PX
        tall = height - y - PANEL_GAP_PX
        table = Rect(PANEL_GAP_PX, y, width - column - 3 * PANEL_GAP_PX, tall)
        right = Rect(width - PANEL_GAP_PX - column, y, column, tall)
        nowhere = Rect(PANEL_GAP_PX, y, 0, 0)
        return WindowLayout(m, Rect(0, 0, width, m.top), nowhere, table, nowhere, right, tools=0)

    def status_text(self) -> str:
        """Return the name of the picture."""
        room = self.studio.darkroom
        return room.path.name if room else "a photograph becomes a table"

    def tick(self) -> bool:
        """Take finished results. Return True if there are any."""
        return self.studio.tick()

    def overlays(self) -> tuple[Item, ...]:
        """Return nothing: the lab's table is not visible in this mode."""
        return ()

    def _panels(self) -> tuple[Panel, ...]:
        model, stage, studio = self.stage.model, self.stage, self.studio

        def known() -> tuple[object, ...]:
            found = (
                studio.changes,
                studio.is_top_view,
                studio.tool,
                studio.kind,
                studio.picked,
                studio.pattern,
            )
            return (
                *found,
                *studio.typing.stamp(),
                studio.message,
                studio.developed.working,
                model.pointer.hovered_command,
                model.bindings,
            )

        def draw(rect: Rect) -> PanelContent:
            return photo_panel.build(studio, rect, model.bindings, model.pointer.hovered_command)

        return (
            PaintedPanel(
                "photo",
                lambda: stage.layout.table,
                lambda rect: PanelContent(),
                card=True,
                paint=painter(self.scene),
            ),
            Panel("steps", lambda: stage.layout.right, draw, known),
        )
