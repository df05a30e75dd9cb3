"""Whether what a screen draws has room: checked on what reaches the canvas, with the fonts' own widths."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import pygame
import pytest

from battlesim.render.board_view import Board
from battlesim.render.camera import Camera
from battlesim.render.drawlist import DrawList, Item, Layer, PanelBox, Plate, TextLine, Token, drawing_order
from battlesim.render.plate_layout import ViewRect, plate_rect, rects_overlap
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text_extent import ItemExtent, plate_extent, text_extent
from battlesim.render.text_layout import font, text_pixels
from battlesim.ui.battle.window import Window
from battlesim.ui.toolkit.layout import Rect as Place
from battlesim.ui.toolkit.panel_content import PanelPicture

INK = 0.7
"""Share of a line's height between the top of its capitals and the foot of its long letters."""
LINE = 8
"""Pixels from which a box can hold words."""
SLACK = 1.5
"""Pixels that rounding may take."""
MOST_COVERED = 0.45
"""Share of the table that the card of odds covers at most."""


class Words(NamedTuple):
    """Some words and where their ink is, pixels."""

    string: str
    ink: ViewRect


class Sheet(NamedTuple):
    """What was drawn on a surface in one go: its size, words and boxes, each with its place in the order."""

    size: tuple[int, int]
    words: list[tuple[int, Words]]
    boxes: list[tuple[int, PanelBox, ViewRect]]


@dataclass
class Seen:
    """What reached the screen: sheets of words and boxes, and the places of panels and cards, last ones."""

    sheets: list[Sheet] = field(default_factory=list)
    cards: dict[int, ViewRect] = field(default_factory=dict)
    screen: tuple[int, int] = (0, 0)


@contextmanager
def watching() -> Iterator[Seen]:
    """Everything that canvases are given to draw, instead of drawing it, and where panels are put."""
    seen = Seen()

    def draw(self: Canvas, target: pygame.Surface, items: DrawList, camera: Camera) -> None:
        view = (camera.width, camera.height)
        seen.sheets.append(_sheet(self, items.table, camera, 1.0, view))
        seen.sheets.append(_sheet(self, items.screen, None, self.scale, target.get_size()))

    def blit(self: PanelPicture, target: pygame.Surface, rect: Place, scale: float) -> None:
        if rect.width and rect.height:
            seen.screen = target.get_size()
            seen.cards[id(self)] = tuple(side * scale for side in (rect.x, rect.y, rect.right, rect.bottom))

    draw_window = Window.draw

    def anew(self: Window) -> None:
        seen.cards.clear()
        draw_window(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Window, "draw", anew)
        patch.setattr(Canvas, "draw", draw)
        patch.setattr(Board, "draw", lambda self, target, camera: True)
        patch.setattr(PanelPicture, "blit", blit)
        yield seen


def _sheet(
    canvas: Canvas, items: tuple[Item, ...], camera: Camera | None, scale: float, size: tuple[int, int]
) -> Sheet:
    sheet = Sheet(size, [], [])
    for number, item in enumerate(drawing_order(items)):
        if not isinstance(item, TextLine | Plate | PanelBox):
            continue
        x, y = camera.to_screen(item.x, item.y) if camera else (item.x * scale, item.y * scale)
        if isinstance(item, PanelBox):
            x, y = x + item.dx * canvas.scale, y + item.dy * canvas.scale
            rect = (x, y, x + item.width * canvas.scale, y + item.height * canvas.scale)
            sheet.boxes.append((number, item, rect))
        elif item.shown_text:
            sheet.words.append((number, Words(item.shown_text, ink_of(item, x, y, canvas.scale))))
    return sheet


def ink_of(item: TextLine | Plate, x: float, y: float, scale: float) -> ViewRect:
    """Where the ink of words at a place is, pixels; of a plate, all of it."""
    if isinstance(item, Plate):
        return _rect(plate_extent(item, scale), x, y)
    left, top, right, bottom = _rect(text_extent(item, scale), x, y)
    drawn = font(text_pixels(item.size, scale), item.bold)
    ink = (drawn.get_ascent() - drawn.get_descent()) * INK
    middle = (top + bottom) / 2
    return left, middle - ink / 2, right, middle + ink / 2


def _rect(room: ItemExtent, x: float, y: float) -> ViewRect:
    return x + room.x, y + room.y, x + room.x + room.width, y + room.y + room.height


def faults(seen: Seen) -> list[str]:
    """Words that leave their surface or the box they stand in, that run over others, or that are covered;
    panels and cards that leave the screen or cover a part of another."""
    whole = (0.0, 0.0, *map(float, seen.screen))
    found = [f"a panel leaves the screen: {card}" for card in seen.cards.values() if not _in(card, whole)]
    found += [
        f"a panel covers a part of another: {a} {b}"
        for a, b in combinations(seen.cards.values(), 2)
        if rects_overlap(_less(a), _less(b)) and not _in(a, b) and not _in(b, a)
    ]
    for sheet in seen.sheets:
        whole = (0.0, 0.0, *map(float, sheet.size))
        found += [f"{w.string!r} is cut off" for _, w in sheet.words if not _in(w.ink, whole)]
        found += [
            f"{a.string!r} over {b.string!r}"
            for (_, a), (_, b) in combinations(sheet.words, 2)
            if rects_overlap(_less(a.ink), b.ink)
        ]
        for number, words in sheet.words:
            found += _about(sheet, number, words)
    return sorted(set(found))


def _about(sheet: Sheet, number: int, words: Words) -> list[str]:
    """What is wrong between some words and the boxes under and over them."""
    middle = ((words.ink[0] + words.ink[2]) / 2, (words.ink[1] + words.ink[3]) / 2)
    under = [rect for k, _, rect in sheet.boxes if k < number and _holds(rect, middle) and not _thin(rect)]
    over = [
        b
        for k, b, rect in sheet.boxes
        if k > number and b.alpha > 0.5 and rects_overlap(_less(words.ink), rect)
    ]
    over = [box for box in over if box.layer < Layer.DIALOG and not (box.width <= 1 or box.height <= 1)]
    found = [f"{words.string!r} is covered by a box" for _ in over]
    least = min(under, key=lambda r: (r[2] - r[0]) * (r[3] - r[1]), default=None)
    if least and not _in(words.ink, least):
        found.append(f"{words.string!r} leaves its box")
    return found


def _in(inner: ViewRect, outer: ViewRect) -> bool:
    across = inner[0] >= outer[0] - SLACK and inner[2] <= outer[2] + SLACK
    return across and inner[1] >= outer[1] - SLACK and inner[3] <= outer[3] + SLACK


def _less(rect: ViewRect) -> ViewRect:
    return rect[0] + SLACK, rect[1] + SLACK, rect[2] - SLACK, rect[3] - SLACK


def _thin(rect: ViewRect) -> bool:
    """Whether a box is a line, not something that holds words."""
    return min(rect[2] - rect[0], rect[3] - rect[1]) < LINE


def _holds(rect: ViewRect, point: tuple[float, float]) -> bool:
    return rect[0] <= point[0] <= rect[2] and rect[1] <= point[1] <= rect[3]


def plates_of(drawn: DrawList) -> list[Plate]:
    """The plates on the table."""
    return [item for item in drawn.table if isinstance(item, Plate)]


def _base(token: Token, camera: Camera) -> ViewRect:
    (x, y), r = camera.to_screen(token.x, token.y), token.radius * camera.ppi
    return x - r, y - r, x + r, y + r


def crowding(window: Window) -> list[str]:
    """Words on the table that run over others, the scale, a card or the edge of the view; names over pieces;
    cards that cover others, the scale, or too much of the table."""
    camera, scale, table = window.model.camera, window.canvas.scale, window.stage.layout.table
    drawn = window.view.drawn
    plates = [(p.shown_text, plate_rect(p, camera, scale)) for p in plates_of(drawn)]
    beds = [item for item in drawn.screen[:1] if isinstance(item, PanelBox)]
    bars = [tuple(side * scale for side in (b.x, b.y, b.x + b.width, b.y + b.height)) for b in beds]
    over = [("the scale", bar) for bar in bars]
    over += [(f"card {k}", card) for k, card in enumerate(window.occluding_rects())]
    found = [
        f"{a!r} over {b!r}"
        for (a, r), (b, s) in combinations((*plates, *over), 2)
        if rects_overlap(_less(r), s)
    ]
    view = (0.0, 0.0, camera.width, camera.height)
    found += [f"{name!r} leaves the view" for name, rect in (*plates, *over) if not _in(rect, view)]
    card = (
        window.prompt.odds_panel.shown_rect
        if window.prompt and window.prompt.odds_card
        else Place(0, 0, 0, 0)
    )
    share = card.width * card.height / (table.width * table.height)
    names = [(p.shown_text, plate_rect(p, camera, scale)) for p in plates_of(drawn) if p.colour == "dim"]
    bases = [_base(item, camera) for item in drawn.table if isinstance(item, Token)]
    found += [
        f"{name!r} over a piece" for name, rect in names if any(rects_overlap(rect, base) for base in bases)
    ]
    return found + ([f"the odds cover {share:.0%} of the table"] if share > MOST_COVERED else [])
