"""What all screens share, as it is at first."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from battlesim.render import palette, text_layout
from battlesim.render.pygame_backend import Canvas
from battlesim.render.sprite_cache import SpriteCache
from battlesim.render.sprites import Sprite
from battlesim.ui.system.event_queue import EVENT_QUEUE

ALL_SPRITES = SpriteCache()
"""The sprites of all windows of this process: most tests show the same ones."""


class SharedSprites(SpriteCache):
    """The sprites of one canvas, taken from those of all canvases that draw in the same way."""

    def __init__(self, scale: float) -> None:
        super().__init__()
        self.scale = scale

    def get_or_build(self, key: Hashable, build: Callable[[], Sprite]) -> Sprite:
        style = palette.palette_in_use(), text_layout._Style.scale, text_layout._Style.unit, self.scale
        return super().get_or_build(key, lambda: ALL_SPRITES.get_or_build((style, key), build))


def share_sprites(canvas: Canvas, scale: float = 1.0) -> None:
    """Begin a canvas as usual, with shared sprites."""
    BEGIN(canvas, scale)
    canvas._store = SharedSprites(scale)


BEGIN = Canvas.__init__


def restore() -> None:
    """Colours, units and scale as they are at first, no key held, and nothing in the queue of events."""
    EVENT_QUEUE.reset_held_keys()
    palette.use_palette("default")
    text_layout.set_text_style(1.0, text_layout.LengthUnit())
    if pygame.display.get_init():
        pygame.event.clear()
