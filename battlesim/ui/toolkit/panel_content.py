"""The contents of panels: draw items and hotspots, which are drawn again only if they change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import pygame

from battlesim.render.camera import SCREEN_CAMERA
from battlesim.render.drawlist import DrawList, Icon, Item, Layer, PanelBox, TextLine
from battlesim.render.outdated import WORKING_TEXT
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text_layout import text_width
from battlesim.table.phrases import AnyText
from battlesim.ui.toolkit.layout import Rect

VEIL_OPACITY: Final = 0.5
"""Opacity of the veil over a panel whose result is still being computed."""


@dataclass(frozen=True)
class PanelHotspot:
    """A rectangular area of a panel that runs a command when the user clicks it.

    `tip` is its tooltip. `rule` and `piece` are shown while the pointer is over the area.
    """

    rect: Rect
    command: str = ""
    value: str | int | float = ""
    tip: str = ""
    piece: str = ""
    rule: str = ""


@dataclass
class PanelContent:
    """The draw items and clickable areas of a panel, in pixels relative to the panel."""

    items: list[Item] = field(default_factory=list)
    spots: list[PanelHotspot] = field(default_factory=list)

    def add(self, *items: Item) -> None:
        """Append drawing items."""
        self.items.extend(items)

    def write(
        self,
        x: float,
        y: float,
        words: AnyText,
        size: str = "body",
        colour: str = "text",
        bold: bool = False,
        anchor: str = "l",
    ) -> None:
        """Write a line of text that is vertically centred at `y`."""
        self.items.append(TextLine(Layer.PANEL, x, y, words, size, colour, bold, anchor))

    def lines(
        self,
        x: float,
        y: float,
        step: float,
        lines: Iterable[AnyText],
        size: str = "body",
        colour: str = "text",
        bold: bool = False,
        anchor: str = "l",
    ) -> float:
        """Write lines of text below each other. Return the y of the next line."""
        for line in lines:
            self.write(x, y, line, size, colour, bold, anchor)
            y += step
        return y

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        alpha: float = 1.0,
        radius: float = 6.0,
        edge: str = "",
    ) -> None:
        """Draw a rectangle."""
        self.items.append(PanelBox(Layer.PANEL, x, y, width, height, fill, alpha, radius, edge))

    def hairline(self, x: float, y: float, width: float) -> None:
        """Draw a thin horizontal line."""
        self.box(x, y, width, 1, "line", 1.0, 0)

    def icon(self, x: float, y: float, name: str, size: float = 20.0, colour: str = "text") -> None:
        """Draw an icon centred on a point."""
        self.items.append(Icon(Layer.PANEL, x, y, name, size, colour))

    def add_hotspot(
        self,
        rect: Rect,
        command: str = "",
        value: Any = "",
        tip: str = "",
        *,
        piece: str = "",
        rule: str = "",
    ) -> None:
        """Add a hotspot that responds to the pointer."""
        self.spots.append(PanelHotspot(rect, command, value, tip, piece, rule))


class PanelPicture:
    """The cached picture of a panel, which is redrawn only if the draw items of the panel have changed.

    A `clear` picture is transparent. The owner uses `stamp` to decide whether to rebuild the content.
    """

    def __init__(self, clear: bool = False) -> None:
        self.clear = clear
        self.spots: list[PanelHotspot] = []
        self.stamp: object = None
        self.items: tuple[Item, ...] = ()
        self.working = False
        self._size = (0, 0)
        self._picture = pygame.Surface((1, 1))

    def show(self, drawn: PanelContent, rect: Rect, canvas: Canvas, working: bool = False) -> None:
        """Set new content and redraw it if it changed; `working` marks the content as out of date."""
        _, _, width, height = rect.scaled(canvas.scale)
        items = tuple(drawn.items)
        self.spots = drawn.spots
        if items == self.items and self._size == (width, height) and working == self.working:
            return
        self.items, self._size, self.working = items, (width, height), working
        self._picture = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA if self.clear else 0)
        self._picture.fill((0, 0, 0, 0) if self.clear else rgba("void")[:3])
        canvas.draw(self._picture, DrawList((), items), SCREEN_CAMERA)
        if working:
            self._picture = pygame.transform.grayscale(self._picture)
            canvas.draw(self._picture, DrawList((), _working_veil(rect)), SCREEN_CAMERA)

    def blit(self, target: pygame.Surface, rect: Rect, scale: float) -> None:
        """Draw the picture on the screen."""
        x, y, width, height = rect.scaled(scale)
        if width > 0 and height > 0:
            target.blit(self._picture, (x, y))


def panel_background(width: float, height: float) -> PanelBox:
    """Return the background box of a panel."""
    return PanelBox(Layer.PANEL, 0, 0, width, height, "panel", 1.0, 8, "line", False, 0.07)


def _working_veil(rect: Rect) -> tuple[Item, ...]:
    """Return a veil with a note for a panel whose result is still being computed."""
    wide, tall = text_width(WORKING_TEXT, "small", True) + 20, 22.0
    x, y = max(0.0, rect.width - wide - 6), min(11.0, max(0.0, rect.height - tall))
    veil = PanelBox(Layer.PANEL, 0, 0, rect.width, rect.height, "panel", VEIL_OPACITY, 8)
    plate = PanelBox(Layer.PANEL, x, y, wide, tall, "void", 1.0, 6, "line")
    return (
        veil,
        plate,
        TextLine(Layer.PANEL, x + wide / 2, y + tall / 2, WORKING_TEXT, "small", "text", True, "c"),
    )
