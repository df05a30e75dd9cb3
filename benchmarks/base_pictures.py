"""The base pictures of our own maps: python -m benchmarks.base_pictures draws them into assets/boards.

One for each map in each light in which a scenario of ours begins on it. Draw them anew whenever a map or a
painter has changed; tests/render/test_base_pictures.py says when that is due.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from battlesim.data_folders import assets_folder, maps_folder
from battlesim.file_writing import write_atomically
from battlesim.render.base_pictures import (
    BASE_PICTURE_FOLDER,
    BASE_PICTURE_INDEX,
    BASE_PICTURE_PPI,
    base_tile_keys,
)
from battlesim.render.board import lit_pixels, table_box
from battlesim.render.tiles import TILE_PX, surface_from_pixels
from battlesim.scenarios.library import load_scenario
from battlesim.table.terrain import Ground

LARGEST = 600_000
"""Bytes that a picture may take."""


def grounds() -> Iterator[tuple[str, Ground]]:
    """The tables on which scenarios of ours begin, each once, with the name of the first one of them."""
    seen: set[Ground] = set()
    for path in sorted((maps_folder() / "scenarios").glob("*.toml")):
        ground = load_scenario(path.stem).initial_state().table.ground
        if ground not in seen:
            seen.add(ground)
            yield path.stem, ground


def main() -> None:
    folder, lines = assets_folder() / BASE_PICTURE_FOLDER, []
    folder.mkdir(exist_ok=True)
    for name, ground in grounds():
        file, box = folder / f"{name}.jpg", table_box(ground, BASE_PICTURE_PPI)
        pygame.image.save(surface_from_pixels(lit_pixels(ground, BASE_PICTURE_PPI, box)), file)
        keys = "".join(f'  "{key}",\n' for key in base_tile_keys(ground))
        lines.append(f'["{file.name}"]\ncolumns = {-(-box[2] // TILE_PX)}\nkeys = [\n{keys}]\n')
        print(f"{file.name:<30} {file.stat().st_size / 1000:6.0f} KB of {LARGEST / 1000:.0f}", flush=True)
    write_atomically(folder / BASE_PICTURE_INDEX, "\n".join(lines).encode())


if __name__ == "__main__":
    main()
