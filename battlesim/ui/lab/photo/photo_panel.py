"""The panel beside the photograph, with instructions, the bases and walls found, and buttons."""

from __future__ import annotations

from typing import Final

from battlesim.photo.base_detection import STANDARD_SIZES_MM
from battlesim.photo.photo_session import RectifiedTable
from battlesim.photo.sketch import TABLE_SIZES_IN, BaseMark
from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, wrapped_lines
from battlesim.table.base_sizes import BASE_FORMS
from battlesim.table.phrases import length_text, phrase
from battlesim.ui.lab.photo.photo_editor import BASES_TOOL, TRACEABLE_KINDS, WALLS_TOOL, PhotoEditor
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.toolkit.controls import draw_button, draw_segments, draw_stepper
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, PADDING_PX, LINE_HEIGHT_PX, BUTTON_HEIGHT_PX = 22.0, 14.0, 21.0, 36.0
CORNER_NAMES: Final = ("lower left", "lower right", "upper right", "upper left")
PHOTO_TOOLS: Final = (BASES_TOOL, WALLS_TOOL)
TOOL_INSTRUCTIONS: Final = {
    BASES_TOOL: (
        "Dashed rings are uncertain: click one to accept it, click it again to exclude it.",
        "Drag a base to move it, click bare table to add one, right-click to remove one. Ovals and"
        " rectangles are turned with their knob.",
    ),
    WALLS_TOOL: (
        "Click the corners along the foot of a wall. Enter ends it; a click on its first corner closes it.",
        "Corners snap to each other and to the table's edge. Right-click to remove.",
    ),
}


class PhotoPanelWriter:
    """A writer that adds texts and controls, from top to bottom, to the panel for marking photographs."""

    def __init__(self, rect: Rect, bindings: KeyBindings, hot: str) -> None:
        self.drawn = PanelContent([panel_background(rect.width, rect.height)])
        self.rect, self.bindings, self.hot = rect, bindings, hot
        self.wide = rect.width - 2 * PADDING_PX
        self.y = 50.0

    def heading(self, label: str, right: str = "") -> None:
        """Draw the heading of the panel."""
        self.drawn.items += p.heading_items(PADDING_PX, HEADING_Y_PX, self.wide, label, right)

    def words(self, words: str, colour: str = "text", bold: bool = False) -> None:
        """Draw a text, broken into lines."""
        lines = wrapped_lines(words, self.wide, "small", bold)
        self.y = self.drawn.lines(PADDING_PX, self.y, LINE_HEIGHT_PX, lines, "small", colour, bold) + 4

    def label(self, words: str) -> None:
        """Draw the label of the next line."""
        self.drawn.write(PADDING_PX, self.y, words, "small", "dim")
        self.y += LINE_HEIGHT_PX

    def choices(self, names: list[str], chosen: int, command: str, tip: str = "") -> None:
        """Draw options side by side."""
        place = Rect(PADDING_PX, self.y - 12, self.wide, 28)
        draw_segments(self.drawn, place, names, chosen, command, tip)
        self.y += 36

    def button(self, command: str, words: str, icon: str, on: bool = False, value: str | int = "") -> None:
        """Draw a button across the panel."""
        place = Rect(PADDING_PX, self.y - 10, self.wide, BUTTON_HEIGHT_PX)
        state: p.WidgetState = "on" if on else "hover" if self.hot == command else "normal"
        key = self.bindings.key_label(command)
        draw_button(self.drawn, place, fitted_text(words, self.wide - 100, "body", True), key, icon, state)
        self.drawn.add_hotspot(place, command, value)
        self.y += BUTTON_HEIGHT_PX + 8

    def pair(self, first: tuple[str, str, str], second: tuple[str, str, str]) -> None:
        """Draw two buttons side by side: command, label, icon."""
        wide = (self.wide - 8) / 2
        for k, (command, words, icon) in enumerate((first, second)):
            place = Rect(PADDING_PX + k * (wide + 8), self.y - 10, wide, BUTTON_HEIGHT_PX)
            state: p.WidgetState = "hover" if self.hot == command else "normal"
            draw_button(self.drawn, place, fitted_text(words, wide - 56, "body", True), "", icon, state)
            self.drawn.add_hotspot(place, command)
        self.y += BUTTON_HEIGHT_PX + 8

    def skip_to_foot(self, lines: int) -> None:
        """Continue a number of buttons above the foot of the panel, unless it is full."""
        self.y = max(self.y, self.rect.height - PADDING_PX - lines * (BUTTON_HEIGHT_PX + 8) + 18)


SIDE_FIELD_WIDTH_PX: Final = 110.0
"""Width in pixels of the field for the length of a table side."""


def build(studio: PhotoEditor, rect: Rect, bindings: KeyBindings, hot: str) -> PanelContent:
    """Build the panel."""
    pen = PhotoPanelWriter(rect, bindings, hot)
    if studio.darkroom is None:
        _choose(studio, pen)
    elif not studio.is_top_view:
        _corners(studio, pen)
    else:
        _above(studio, pen)
    return pen.drawn


def _choose(studio: PhotoEditor, pen: PhotoPanelWriter) -> None:
    pen.heading("A photograph of your table")
    pen.words("Stand so that the whole table is in the picture, and do not crop it.")
    if studio.message:
        pen.words(studio.message, "orange")
    found = studio.recent_pictures()[: int((pen.rect.height - pen.y - 40) / (BUTTON_HEIGHT_PX + 8))]
    pen.label("Your newest pictures" if found else "No pictures in the usual folders: drop one here")
    pen.y += 6
    for number, path in enumerate(found):
        pen.button("photo_open", path.name, "zoom", value=number)


def _corners(studio: PhotoEditor, pen: PhotoPanelWriter) -> None:
    pen.heading("The corners of the table", "1 of 2")
    pen.words("Drag each number onto its corner of the table: the magnifier shows where it is.")
    for number, name in enumerate(CORNER_NAMES):
        on = number == studio.picked
        pen.drawn.write(PADDING_PX, pen.y, str(number + 1), "small", "yellow" if on else "sky", True)
        pen.drawn.write(PADDING_PX + 20, pen.y, name, "small", "bright" if on else "text")
        pen.y += LINE_HEIGHT_PX
    pen.y += 10
    pen.label("Size of the table, inches")
    table = studio.sketch.table
    names = [f"{wide:g} x {high:g}" for wide, high in TABLE_SIZES_IN]
    chosen = TABLE_SIZES_IN.index(table) if table in TABLE_SIZES_IN else -1
    half = len(names) // 2
    pen.choices(names[:half], chosen, "photo_usual")
    place = Rect(PADDING_PX, pen.y - 12, pen.wide, 28)
    draw_segments(pen.drawn, place, names[half:], chosen - half, "photo_usual", first=half)
    pen.y += 38
    for field, value in zip(studio.sides(), table, strict=True):
        pen.drawn.write(PADDING_PX, pen.y, field.label, "small", "dim")
        place = Rect(pen.rect.width - PADDING_PX - SIDE_FIELD_WIDTH_PX, pen.y - 13, SIDE_FIELD_WIDTH_PX, 26)
        told = field.key, field.label, "photo_type", studio.typing
        draw_stepper(pen.drawn, place, length_text(value), "photo_side", *told)
        pen.y += 30
    pen.y += 8
    if studio.fit_text:
        pen.words(_sentence(studio.fit_text), "mint" if studio.fits else "orange", True)
    if studio.message:
        pen.words(studio.message, "orange")
    pen.skip_to_foot(2)
    pen.button("photo_develop", "See it from above", "layers", on=studio.fits)
    pen.button("photo_other", "Another picture", "undo")


def _above(studio: PhotoEditor, pen: PhotoPanelWriter) -> None:
    found = studio.top_view
    pen.heading("Bases and walls", "2 of 2")
    if found is None:
        pen.words("One moment …")
        pen.skip_to_foot(1)
        pen.button("photo_corners", "Back to the corners", "prev")
        return
    pen.choices(["Bases", "Walls and terrain"], PHOTO_TOOLS.index(studio.tool), "photo_tool")
    pen.y += 4
    for step in TOOL_INSTRUCTIONS[studio.tool]:
        pen.words(step)
    (_bases if studio.tool == BASES_TOOL else _walls)(studio, pen)
    _foot(studio, found, pen)


def _bases(studio: PhotoEditor, pen: PhotoPanelWriter) -> None:
    marks = studio.sketch.marks
    taken, mark = len(studio.sketch.taken_marks()), studio.mark
    pen.words(f"{taken} of {len(marks)} bases accepted.", "bright", True)
    pen.y += 6
    pen.label("Form" if mark else "Form of the next one")
    pen.choices(["Round", "Oval", "Rectangle"], BASE_FORMS.index(studio.shape.form), "photo_form")
    _size(studio.shape, pen, "Size, mm" if mark else "Size of the next one, mm")
    if mark is None:
        pen.button("photo_all", "Accept all", "plus")
        return
    pen.label("Side")
    pen.choices(["Side A", "Side B"], mark.side, "photo_give")
    off = phrase("accurate to {}", length_text(mark.base.error, 2))
    pen.drawn.write(PADDING_PX, pen.y, off, "small", "dim")
    pen.y += LINE_HEIGHT_PX + 8
    pen.pair(("photo_all", "Accept all", "plus"), ("photo_remove", "Remove", "close"))


def _size(shape: BaseMark, pen: PhotoPanelWriter, label: str) -> None:
    """Draw the controls for the size of a base, and for the facing of one that is not round."""
    if shape.form is None:
        pen.label(label)
        names, size = [f"{one:g}" for one in STANDARD_SIZES_MM], shape.base.size
        pen.choices(
            names,
            STANDARD_SIZES_MM.index(size) if size in STANDARD_SIZES_MM else -1,
            "photo_size",
            "a base of {} mm",
        )
        return
    rows = (
        (label, shape.size_text, "size", "size"),
        ("Facing", f"{shape.facing:g}\N{DEGREE SIGN}", "turn", "turn"),
    )
    for words, value, figure, name in rows:
        pen.drawn.write(PADDING_PX, pen.y, words, "small", "dim")
        place = Rect(pen.rect.width - PADDING_PX - SIDE_FIELD_WIDTH_PX, pen.y - 13, SIDE_FIELD_WIDTH_PX, 26)
        draw_stepper(pen.drawn, place, value, "photo_step", figure, name)
        pen.y += 30
    pen.y += 8


def _walls(studio: PhotoEditor, pen: PhotoPanelWriter) -> None:
    pen.y += 6
    pen.label("Kind of terrain")
    names = [kind.replace("_", " ").capitalize() for kind in TRACEABLE_KINDS]
    half = len(names) // 2
    pen.choices(names[:half], studio.kind, "photo_kind")
    place = Rect(PADDING_PX, pen.y - 12, pen.wide, 28)
    draw_segments(pen.drawn, place, names[half:], studio.kind - half, "photo_kind", first=half)
    pen.y += 38
    many = len(studio.sketch.traces)
    pen.words(f"{many} traced." if many else "Nothing traced yet. A table without walls is fine too.", "dim")
    if studio.open_trace:
        pen.button("photo_finish", "End this trace", "pause", on=True)


def _foot(studio: PhotoEditor, found: RectifiedTable, pen: PhotoPanelWriter) -> None:
    if studio.message:
        pen.words(studio.message, "orange")
    if found.corner_warning:
        pen.words(_sentence(found.corner_warning), "orange")
    pen.skip_to_foot(3)
    error = phrase("Accurate to {inches}: rulings allow for it.", length_text(found.error(studio.sketch), 2))
    pen.drawn.write(PADDING_PX, pen.y, fitted_text(error, pen.wide, "small", True), "small", "sky", True)
    pen.y += LINE_HEIGHT_PX + 8
    pen.button("photo_table", "To the table", "play", on=True)
    pen.button("photo_corners", "Back to the corners", "prev")


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
