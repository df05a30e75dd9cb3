"""A sheet of all figures: python -m benchmarks.silhouettes FILE.png.

Each on bases of 64, 32 and 18 pixels, as it is and as a pure outline; below them the pairs that are most
alike at 18 pixels, which tests/render/test_tokens.py holds to 75 % within a ruleset.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame

from battlesim.render.figures import FIGURE_PAINTERS
from battlesim.render.figures.similarity import figure_similarities, silhouette
from battlesim.render.sprite_canvas import SpriteCanvas
from battlesim.render.tokens import TokenLook, token_sprite

WIDE, HIGH, ACROSS, FOOT = 168, 176, 10, 40
SIZES = ((36, 32), (96, 16), (140, 9))
"""Where in a cell a base's middle lies, and its radius in pixels."""
TURN = 12
"""Steps of 5 degrees by which they are turned."""


def cell(name: str) -> pygame.Surface:
    """A figure as it is, and as outlines."""
    out = pygame.Surface((WIDE - 6, HIGH - 6))
    out.fill("#151A21")
    out.fill("#C9CDD2", (4, 84, WIDE - 14, 66))
    for x, r in SIZES:
        sprite = token_sprite(TokenLook(name, 1, r, TURN))
        out.blit(sprite, (x - sprite.get_width() // 2, 42 - sprite.get_height() // 2))
        mask = silhouette(name, r)
        ink = pygame.Surface(mask.shape[::-1], pygame.SRCALPHA)
        pygame.surfarray.pixels_alpha(ink)[:] = np.round(mask.T * 255)
        out.blit(ink, (x - ink.get_width() // 2, 117 - ink.get_height() // 2))
    words(out, WIDE / 2, 160, name.replace("_", " "))
    return out


def words(out: pygame.Surface, x: float, y: float, text: str) -> None:
    """Words in the middle of a place."""
    sheet = SpriteCanvas(out.get_width(), 24)
    sheet.draw_text(x, 12, text, 12, "text", False, "c")
    out.blit(sheet.to_surface(), (0, round(y) - 12))


def main() -> None:
    pygame.init()
    rows = -(-len(FIGURE_PAINTERS) // ACROSS)
    out = pygame.Surface((ACROSS * WIDE, rows * HIGH + FOOT))
    out.fill("#20262E")
    for k, name in enumerate(FIGURE_PAINTERS):
        out.blit(cell(name), (k % ACROSS * WIDE + 3, k // ACROSS * HIGH + 3))
    most = "   ".join(
        f"{a} and {b} {100 * share:.0f} %" for share, a, b in figure_similarities(FIGURE_PAINTERS, 9)[:6]
    )
    words(out, out.get_width() / 2, rows * HIGH + FOOT / 2, f"Most alike at 18 px: {most}")
    pygame.image.save(out, sys.argv[1])


if __name__ == "__main__":
    main()
