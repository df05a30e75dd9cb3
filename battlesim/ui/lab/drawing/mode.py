"""The drawing mode of the lab, in which the user draws the map that the other modes judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from battlesim.render.drawlist import GridLines, Item, Layer
from battlesim.render.text_layout import shown_text
from battlesim.table.phrases import length_text, phrase
from battlesim.table.terrain import Dressing
from battlesim.ui.battle.window_content import Command
from battlesim.ui.lab.drawing import file_card, overlay, property_card, tool_palette
from battlesim.ui.lab.drawing.commands import DrawingContext, commands_of
from battlesim.ui.lab.drawing.drawing_input import DrawingInput
from battlesim.ui.lab.drawing.layout import DrawingLayout, drawing_layout
from battlesim.ui.lab.drawing.map_draft import GRID_SPACINGS_IN, MapDraft
from battlesim.ui.lab.drawing.map_saving import MapSaver
from battlesim.ui.lab.drawing.property_fields import apply_typed_value, property_fields
from battlesim.ui.lab.drawing.swatches import Swatches
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.settings.key_commands import DRAWING_SCREEN
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import Rect, WindowLayout
from battlesim.ui.toolkit.panel_content import PanelContent
from battlesim.ui.toolkit.text_fields import FieldEditor, InputField


class DrawingMode:
    """The mode of the table editor in which the user draws a map and saves it to a file."""

    key, title, icon, screen = "draw", "Draw", "layers", DRAWING_SCREEN

    def __init__(self, stage: Stage, work: LabSession) -> None:
        self.stage, self.work = stage, work
        self.draft, self.keeping = MapDraft(work), MapSaver(work)
        self.typing = FieldEditor(self._fields, self._typed)
        self.pointer = DrawingInput(stage, self.draft, self.typing)
        self.hand: InputHandler = self.pointer
        self.swatches = Swatches(self.draft.kinds)
        self.commands: Mapping[str, Command] = commands_of(
            DrawingContext(self.draft, self.typing, self.pointer, self.keeping)
        )
        self.placed: DrawingLayout = drawing_layout(*stage.size, False, 0.0)
        self.panels: tuple[Panel, ...] = self._panels()
        self._size = self._table()

    @property
    def busy(self) -> bool:
        """True while pictures of the palette are still being made."""
        return not self.swatches.is_complete

    @property
    def has_unsaved_changes(self) -> bool:
        """True if anything was drawn that is not saved."""
        return bool(self.draft.drawn) and not self.keeping.is_saved

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        tall = property_card.height(self.draft)
        self.placed = drawing_layout(width, height, self.work.model.display.folded, tall)
        self.draft.more = tool_palette.hidden_row_count(self.draft, self.swatches, self.placed.palette)
        return self.placed.window_layout

    def status_text(self) -> str:
        """Return the size of the table and whether its map is saved."""
        ground = self.draft.map.table
        size = shown_text(
            phrase("{} x {}", length_text(ground.width, 0, False), length_text(ground.height, 0))
        )
        return size if self.keeping.is_saved else f"{size}, not saved"

    def tick(self) -> bool:
        """Update selection, view and palette pictures. Return True if the screen must be redrawn."""
        before = self.draft.chosen
        self.draft.prune_selection()
        if self._size != self._table():
            self._size = self._table()
            self.stage.view.fit()
        ground, board = self.work.editor.table.ground, self.stage.view.board
        lit = bool(self.draft.unlit_objects) and board.lit and board.ground is ground
        self.draft.unlit_objects = () if lit else self.draft.unlit_objects
        if self.draft.drawn and self.draft.map.table.title:
            self.work.model.title = self.draft.map.table.title
        made = self.swatches.make_next(self.stage.canvas, ground.surface)
        return made or lit or before != self.draft.chosen

    def _table(self) -> tuple[float, float]:
        ground = self.work.editor.table.ground
        return ground.width, ground.height

    def overlays(self) -> tuple[Item, ...]:
        """Return the grid, new objects that are not lit yet, errors, and the tool or selection."""
        wrong = overlay.error_items(self.draft, self.work.editor.sketch.faults)
        return (*self._lattice(), *self._fresh(), *wrong, *self.pointer.items())

    def _lattice(self) -> Iterator[Item]:
        """Yield the lines of the snapping grid."""
        if step := GRID_SPACINGS_IN[self.draft.grid]:
            ground = self.work.editor.table.ground
            yield GridLines(Layer.ZONE, ground.width, ground.height, step)

    def _fresh(self) -> Iterator[Item]:
        """Return the outlines of objects on the map that are not rendered on the table yet."""
        there = set(map(id, self.draft.map.terrain))
        there_yet = [one for one in self.draft.unlit_objects if isinstance(one, Dressing) or id(one) in there]
        return overlay.coloured_outlines(self.draft, there_yet)

    # -- what is typed --

    def _fields(self) -> list[InputField]:
        return [
            *property_fields(self.draft),
            InputField(file_card.FILE_FIELD, "file", "text", str(self.keeping.path)),
        ]

    def _typed(self, field: InputField, text: str) -> None:
        if field.key == file_card.FILE_FIELD:
            self.keeping.set_path(text)
        else:
            apply_typed_value(self.draft, field, text)

    # -- panels --

    def _panels(self) -> tuple[Panel, ...]:
        model = self.work.model

        def known() -> tuple[object, ...]:
            kept = (self.keeping.path, self.keeping.saved_map, self.keeping.asked)
            drawn = (
                *self.draft.stamp(),
                *self.typing.stamp(),
                len(self.swatches.ready),
                tuple(self.swatches.ready.values())[:1],
            )
            return (*drawn, *kept, model.pointer.hovered_command, model.bindings)

        def draw_palette(rect: Rect) -> PanelContent:
            return tool_palette.build(self.draft, self.swatches, rect)

        def draw_figures(rect: Rect) -> PanelContent:
            return property_card.build(
                self.draft, self.typing, rect, model.bindings, model.pointer.hovered_command
            )

        def draw_foot(rect: Rect) -> PanelContent:
            return file_card.build(
                self.keeping,
                self.draft.grid,
                self.typing,
                rect,
                model.bindings,
                model.pointer.hovered_command,
            )

        return (
            Panel("palette", lambda: self.placed.palette, draw_palette, known, "draw_roll"),
            Panel("figures", lambda: self.placed.figures, draw_figures, known, "draw_figures"),
            Panel("keeping", lambda: self.placed.foot, draw_foot, known),
        )
