"""The layout of a printable sheet as a single picture. Pictures are on the left and texts on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from battlesim.render.camera import SCREEN_CAMERA
from battlesim.render.drawlist import DrawList, Item, Layer, PanelBox, TextLine
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text_layout import wrapped_lines
from battlesim.report.battle_bar import wordmark
from battlesim.report.sheet_page import PLAN_SIZE_PX, TARGET_VIEW_SIZE_PX, SheetPage

if TYPE_CHECKING:
    from pygame import Surface

SHEET_CARD_GAP_PX, SHEET_CARD_PADDING_PX, SHEET_TITLE_BAR_PX, SHEET_CARD_HEADING_PX, SHEET_LINE_HEIGHT_PX = (
    16,
    14,
    56,
    30,
    19,
)
SHEET_COLUMN_WIDTH_PX: Final = TARGET_VIEW_SIZE_PX[0] + 2 * SHEET_CARD_PADDING_PX
ROW_LABEL_WIDTH_PX: Final = 74
"""The width in pixels of the label of a row."""


class _Column:
    """A column of cards, one below the other."""

    def __init__(self, x: float, width: float) -> None:
        self.x, self.y, self.width = x, float(SHEET_TITLE_BAR_PX + SHEET_CARD_GAP_PX), width
        self.items: list[Item] = []
        self.pictures: list[tuple[Surface, tuple[float, float]]] = []

    def card(self, heading: str, height: float) -> float:
        """Add a card with a heading to the column, and return the top of the card's content in pixels."""
        self.items.append(
            PanelBox(
                Layer.PANEL,
                self.x,
                self.y,
                self.width,
                SHEET_CARD_HEADING_PX + height,
                "panel",
                1.0,
                8,
                "line",
            )
        )
        self.items.append(
            TextLine(
                Layer.PANEL,
                self.x + SHEET_CARD_PADDING_PX,
                self.y + SHEET_CARD_HEADING_PX / 2,
                heading,
                "small",
                "dim",
                True,
            )
        )
        top = self.y + SHEET_CARD_HEADING_PX
        self.y = top + height + SHEET_CARD_GAP_PX
        return top

    def picture(self, heading: str, drawn: Surface) -> None:
        """Add a card with a heading and a picture to the column."""
        wide, high = drawn.get_size()
        top = self.card(heading, high + SHEET_CARD_PADDING_PX)
        self.pictures.append((drawn, (self.x + (self.width - wide) / 2, top)))

    def rows(self, heading: str, rows: tuple[tuple[str, str], ...], lead: str = "") -> None:
        """Add a card with labelled rows to the column, below the text `lead` in larger type, if given."""
        wrapped = [
            (label, wrapped_lines(_breakable(text), self._room(label), "body")) for label, text in rows
        ]
        lead_lines = (
            wrapped_lines(lead, self.width - 2 * SHEET_CARD_PADDING_PX, "title", True) if lead else []
        )
        height = (
            28 * len(lead_lines)
            + SHEET_LINE_HEIGHT_PX * sum(len(lines) for _, lines in wrapped)
            + 5 * len(wrapped)
            + SHEET_CARD_PADDING_PX
        )
        y = self.card(heading, height)
        for line in lead_lines:
            self.items.append(
                TextLine(Layer.PANEL, self.x + SHEET_CARD_PADDING_PX, y + 12, line, "title", "yellow", True)
            )
            y += 28
        for label, lines in wrapped:
            x = self.x + SHEET_CARD_PADDING_PX
            self.items.append(TextLine(Layer.PANEL, x, y + SHEET_LINE_HEIGHT_PX / 2, label, "small", "dim"))
            indent = ROW_LABEL_WIDTH_PX if label else 0
            for line in lines:
                self.items.append(
                    TextLine(Layer.PANEL, x + indent, y + SHEET_LINE_HEIGHT_PX / 2, line, "body")
                )
                y += SHEET_LINE_HEIGHT_PX
            y += 5

    def _room(self, label: str) -> float:
        return self.width - 2 * SHEET_CARD_PADDING_PX - (ROW_LABEL_WIDTH_PX if label else 0)


def _breakable(words: str) -> str:
    """Return the text with each digest of 64 characters split in two, so that every word fits on a line."""
    return " ".join(f"{word[:32]} {word[32:]}" if len(word) == 64 else word for word in words.split())


def page_picture(page: SheetPage) -> Surface:
    """Draw the printable sheet of a ruling as a single picture."""
    from pygame import Surface

    left = _Column(SHEET_CARD_GAP_PX, PLAN_SIZE_PX[0] + 2 * SHEET_CARD_PADDING_PX)
    right = _Column(left.x + left.width + SHEET_CARD_GAP_PX, SHEET_COLUMN_WIDTH_PX)
    above, *others = page.pictures
    left.picture(above.heading, above.drawn)
    for number, shown in enumerate(others):
        (right if number else left).picture(shown.heading, shown.drawn)
    for number, (heading, rows) in enumerate(page.sections):
        right.rows(heading, rows, "" if number else page.verdict)
    width, height = round(right.x + right.width + SHEET_CARD_GAP_PX), round(max(left.y, right.y))
    out = Surface((width, height))
    out.fill(rgba("void")[:3])
    date = dict(page.sections[-1][1])["date"]
    bar: tuple[Item, ...] = (
        PanelBox(Layer.PANEL, 0, 0, width, SHEET_TITLE_BAR_PX, "panel", 1.0, 0),
        PanelBox(Layer.PANEL, 0, SHEET_TITLE_BAR_PX - 1, width, 1, "line", 1.0, 0),
        *wordmark(SHEET_CARD_GAP_PX, SHEET_TITLE_BAR_PX / 2),
        TextLine(Layer.PANEL, 200, SHEET_TITLE_BAR_PX / 2, page.question, "title", "bright", True),
        TextLine(
            Layer.PANEL, width - SHEET_CARD_GAP_PX, SHEET_TITLE_BAR_PX / 2, date, "body", "dim", False, "r"
        ),
    )
    items = DrawList((), (*bar, *left.items, *right.items))
    Canvas().draw(out, items, SCREEN_CAMERA)
    for drawn, at in (*left.pictures, *right.pictures):
        out.blit(drawn, at)
    return out
