"""The picture of the program in the README, made anew: a shot of the night mission before it is fired.

python -m benchmarks.pictures [FILE]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from battlesim.data import assets
from battlesim.engine.run import Run
from battlesim.render.tiles import default_folder
from battlesim.ui.settings.settings import Settings
from tests.ui.gallery_battle import put
from tests.ui.met import met, parts

SCENARIO, SIDE, QUESTION, TURN, STANDING = "outpost_evac_night", "mi", "weapons", 6, 36
SIZE, WIDTH = (1920, 1080), 1600


def crowded(run: Run) -> bool:
    """A shot late in the battle, in an activation of the side's own, with many on the table."""
    facts = run.ruleset.facts(run.state)
    asked = any(one.side == SIDE and one.what == QUESTION for one in parts(run.pending))
    own = facts.turn >= TURN and facts.active == SIDE
    return own and asked and len(run.state.table.standing()) >= STANDING


def main() -> None:
    """Draw it."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else assets() / "pictures" / "battle.jpg"
    pygame.display.init()
    pygame.font.init()
    for window in put(
        met(SCENARIO, crowded), SIDE, SCENARIO, pygame.display.set_mode(SIZE), Settings(volume=0)
    ):
        window.view.board.folder = default_folder()
        window.view.board.light(window.model.camera)
        window.draw()
        picture = pygame.transform.smoothscale(window.screen, (WIDTH, SIZE[1] * WIDTH // SIZE[0]))
        pygame.image.save(picture, file)


if __name__ == "__main__":
    main()
