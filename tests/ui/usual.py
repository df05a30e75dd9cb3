"""What all screens share, as it is at first."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from battlesim.render import palette, text
from battlesim.render.pygame_backend import Canvas
from battlesim.render.sprite_store import SpriteStore
from battlesim.render.sprites import Sprite
from battlesim.ui.incoming import INCOMING

ALL_SPRITES = SpriteStore()
"""The sprites of all windows of this process: most tests show the same ones."""


class SharedSprites(SpriteStore):
    """The sprites of one canvas, taken from those of all canvases that draw in the same way."""

    def __init__(self, scale: float) -> None:
        super().__init__()
        self.scale = scale

    def keep(self, key: Hashable, build: Callable[[], Sprite]) -> Sprite:
        style = palette.used(), text._Style.scale, text._Style.unit, self.scale
        return super().keep(key, lambda: ALL_SPRITES.keep((style, key), build))


def share_sprites(canvas: Canvas, scale: float = 1.0) -> None:
    """Begin a canvas as usual, with shared sprites."""
    BEGIN(canvas, scale)
    canvas._store = SharedSprites(scale)


BEGIN = Canvas.__init__


def restore() -> None:
    """Colours, units and scale as they are at first, no key held, and nothing in the queue of events."""
    INCOMING.forget()
    palette.use("default")
    text.use(1.0, text.Unit())
    if pygame.display.get_init():
        pygame.event.clear()
