"""The page of a ruling as one picture: plan and side view beside the verdict and what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from battlesim.render.camera import SCREEN_CAMERA
from battlesim.render.drawlist import DrawList, Item, Layer, PanelBox, TextLine
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text_layout import wrapped_lines
from battlesim.report.caption import wordmark
from battlesim.report.page import FACE, PLAN, Page

if TYPE_CHECKING:
    from pygame import Surface

GAP, PAD, BAR, HEAD, LINE = 16, 14, 56, 30, 19
COLUMN: Final = FACE[0] + 2 * PAD
LABEL: Final = 74
"""Pixels before the words of a row, for what it is about."""


class _Column:
    """Cards one under the other."""

    def __init__(self, x: float, width: float) -> None:
        self.x, self.y, self.width = x, float(BAR + GAP), width
        self.items: list[Item] = []
        self.pictures: list[tuple[Surface, tuple[float, float]]] = []

    def card(self, heading: str, height: float) -> float:
        """A card with its heading; where its content begins."""
        self.items.append(
            PanelBox(Layer.PANEL, self.x, self.y, self.width, HEAD + height, "panel", 1.0, 8, "line")
        )
        self.items.append(
            TextLine(Layer.PANEL, self.x + PAD, self.y + HEAD / 2, heading, "small", "dim", True)
        )
        top = self.y + HEAD
        self.y = top + height + GAP
        return top

    def picture(self, heading: str, drawn: Surface) -> None:
        """A card with a picture."""
        wide, high = drawn.get_size()
        top = self.card(heading, high + PAD)
        self.pictures.append((drawn, (self.x + (self.width - wide) / 2, top)))

    def rows(self, heading: str, rows: tuple[tuple[str, str], ...], lead: str = "") -> None:
        """A card with rows, each with what it is about before it; `lead` stands over them, larger."""
        told = [(label, wrapped_lines(_breakable(words), self._room(label), "body")) for label, words in rows]
        led = wrapped_lines(lead, self.width - 2 * PAD, "title", True) if lead else []
        height = 28 * len(led) + LINE * sum(len(lines) for _, lines in told) + 5 * len(told) + PAD
        y = self.card(heading, height)
        for line in led:
            self.items.append(TextLine(Layer.PANEL, self.x + PAD, y + 12, line, "title", "yellow", True))
            y += 28
        for label, lines in told:
            x = self.x + PAD
            self.items.append(TextLine(Layer.PANEL, x, y + LINE / 2, label, "small", "dim"))
            indent = LABEL if label else 0
            for line in lines:
                self.items.append(TextLine(Layer.PANEL, x + indent, y + LINE / 2, line, "body"))
                y += LINE
            y += 5

    def _room(self, label: str) -> float:
        return self.width - 2 * PAD - (LABEL if label else 0)


def _breakable(words: str) -> str:
    """Words of which none is too long for a line: digests are cut in two."""
    return " ".join(f"{word[:32]} {word[32:]}" if len(word) == 64 else word for word in words.split())


def laid_out(page: Page) -> Surface:
    """The page as a picture."""
    from pygame import Surface

    left = _Column(GAP, PLAN[0] + 2 * PAD)
    right = _Column(left.x + left.width + GAP, COLUMN)
    above, *others = page.pictures
    left.picture(above.heading, above.drawn)
    for number, shown in enumerate(others):
        (right if number else left).picture(shown.heading, shown.drawn)
    for number, (heading, rows) in enumerate(page.sections):
        right.rows(heading, rows, "" if number else page.verdict)
    width, height = round(right.x + right.width + GAP), round(max(left.y, right.y))
    out = Surface((width, height))
    out.fill(rgba("void")[:3])
    date = dict(page.sections[-1][1])["date"]
    bar: tuple[Item, ...] = (
        PanelBox(Layer.PANEL, 0, 0, width, BAR, "panel", 1.0, 0),
        PanelBox(Layer.PANEL, 0, BAR - 1, width, 1, "line", 1.0, 0),
        *wordmark(GAP, BAR / 2),
        TextLine(Layer.PANEL, 200, BAR / 2, page.question, "title", "bright", True),
        TextLine(Layer.PANEL, width - GAP, BAR / 2, date, "body", "dim", False, "r"),
    )
    items = DrawList((), (*bar, *left.items, *right.items))
    Canvas().draw(out, items, SCREEN_CAMERA)
    for drawn, at in (*left.pictures, *right.pictures):
        out.blit(drawn, at)
    return out
