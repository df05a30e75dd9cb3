"""Words can be read: 4.5 : 1 against what they stand on, 7 : 1 in high contrast, in real pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pygame
import pytest

from battlesim.render.camera import Camera
from battlesim.render.drawlist import DrawList, Item, Plate, TextLine
from battlesim.render.pygame_backend import Canvas
from battlesim.ui.settings.settings import Settings
from tests.render.vision import contrast
from tests.ui.gallery import shown
from tests.ui.room import ink_of

SIZE = (1366, 768)
SCREENS = (
    "start",
    "settings",
    "crash",
    "watch",
    "dice card",
    "end",
    "choose one",
    "choose some",
    "keys of the battle",
)
LEAST = {"default": 4.5, "high contrast": 7.0}


@contextmanager
def reading() -> Iterator[dict[str, float]]:
    """The contrast of all words as they are drawn, the least of each."""
    found: dict[str, float] = {}
    draw = Canvas.draw

    def read(self: Canvas, target: pygame.Surface, items: DrawList, camera: Camera) -> None:
        draw(self, target, items, camera)
        for item in items.screen:
            words = _words(self, item, target)
            if words is not None:
                text, ratio = words
                found[text] = min(found.get(text, 21.0), ratio)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "draw", read)
        yield found


def _words(canvas: Canvas, item: Item, target: pygame.Surface) -> tuple[str, float] | None:
    """Words and their contrast: the commonest pixel behind them against the one farthest from it."""
    if not isinstance(item, TextLine | Plate) or not item.shown_text.strip():
        return None
    left, top, right, bottom = ink_of(item, item.x * canvas.scale, item.y * canvas.scale, canvas.scale)
    place = pygame.Rect(left, top, right - left, bottom - top).clip(target.get_rect())
    if not place.width or not place.height:
        return None
    pixels = pygame.surfarray.array3d(target.subsurface(place)).reshape(-1, 3)
    colours = Counter(map(tuple, pixels.tolist()))
    back = colours.most_common(1)[0][0]
    return item.shown_text, max(contrast(back, other) for other in colours)


@pytest.mark.parametrize(
    ("name", "palette"),
    [
        pytest.param(name, palette, marks=pytest.mark.slow if (row + column) % 2 else ())
        for row, name in enumerate(SCREENS)
        for column, palette in enumerate(LEAST)
    ],
)
def test_words_can_be_read(name: str, palette: str) -> None:
    settings = Settings(scale=100, palette=palette, volume=0)  # type: ignore[arg-type]
    with reading() as found, shown(name, SIZE, settings):
        faint = {words: round(ratio, 1) for words, ratio in found.items() if ratio < LEAST[palette]}
    assert found and not faint
