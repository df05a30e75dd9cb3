"""Every screen as PNG at the sizes and scales that matter, with contact sheets: to be looked at.

python -m benchmarks.screens FOLDER [SCREEN …] [--size 1366x768 …] [--scale 100 …] [--palette NAME] [--cm]
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from battlesim.engine.value_decoding import did_you_mean
from battlesim.render import palette
from battlesim.render.text_layout import font
from battlesim.render.tiles import tile_cache_folder
from battlesim.ui.battle.window import Window
from battlesim.ui.settings.settings import PALETTE_NAMES, Settings
from benchmarks.moments import MOMENTS
from tests.ui.gallery import SCALES, SCREENS, SIZES, shown

THUMB = 640
"""Width of a picture on a contact sheet, pixels."""
COLUMNS = 3
ALL: Final = SCREENS | MOMENTS


def draw(name: str, size: tuple[int, int], settings: Settings, folder: Path) -> Path:
    """A screen as a file; the table of a battle is lit."""
    with shown(name, size, settings, ALL) as shows:
        if isinstance(shows, Window):
            shows.view.board.folder = tile_cache_folder()
            shows.view.board.light_view(shows.model.camera)
            shows.draw()
        file = folder / f"{name.replace(' ', '-')}.png"
        pygame.image.save(shows.screen, file)
    return file


def sheet(files: list[Path], out: Path) -> None:
    """Some pictures in small, side by side with their names."""
    small = [pygame.image.load(file) for file in files]
    tall = THUMB * small[0].get_height() // small[0].get_width()
    rows = -(-len(files) // COLUMNS)
    whole = pygame.Surface((COLUMNS * (THUMB + 8), rows * (tall + 28)))
    for k, (file, picture) in enumerate(zip(files, small, strict=True)):
        x, y = k % COLUMNS * (THUMB + 8), k // COLUMNS * (tall + 28)
        whole.blit(font(16).render(file.stem, True, (255, 255, 255)), (x + 4, y + 2))
        whole.blit(pygame.transform.smoothscale(picture, (THUMB, tall)), (x, y + 24))
    pygame.image.save(whole, out)


def _size(words: str) -> tuple[int, int]:
    """A size as it is written: 1366x768."""
    wide, _, high = words.partition("x")
    if not (wide.isdecimal() and high.isdecimal()):
        raise argparse.ArgumentTypeError(f"{words!r} is not a size such as 1366x768")
    return int(wide), int(high)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("folder", type=Path)
    words.add_argument("screens", nargs="*", default=list(ALL))
    words.add_argument("--size", action="append", type=_size)
    words.add_argument("--scale", action="append", type=int)
    words.add_argument("--palette", choices=PALETTE_NAMES, default="default")
    words.add_argument("--cm", action="store_true")
    given = words.parse_intermixed_args()
    for name in given.screens:
        if name not in ALL:
            words.exit(2, f"{words.prog}: there is no screen {name!r}: {did_you_mean(name, ALL)}\n")
    palette.use_palette(given.palette)
    for width, height in given.size or SIZES:
        for scale in given.scale or SCALES:
            settings = Settings(
                scale=scale, palette=given.palette, units="cm" if given.cm else "in", volume=0
            )
            folder = given.folder / f"{width}x{height}-{scale}"
            folder.mkdir(parents=True, exist_ok=True)
            files = [draw(name, (width, height), settings, folder) for name in given.screens]
            sheet(files, given.folder / f"{folder.name}.png")
            print(folder, flush=True)


if __name__ == "__main__":
    main()
