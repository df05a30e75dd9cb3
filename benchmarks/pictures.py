"""Pictures of the README, made anew: a shot of the night mission before it is fired, a dispute in the lab,
an alien that comes at two marines on watch, a mortar that observers direct, a squad that fires, a batch of
cards.

python -m benchmarks.pictures [battle|lab|station|observers|squads|batch] [FILE]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from battlesim.data_folders import assets_folder
from battlesim.engine.run import Run
from battlesim.render.tiles import tile_cache_folder
from battlesim.ui.battle.window import Window
from battlesim.ui.lab import create_lab_window, load_lab_table
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.work_queue import WorkQueue
from benchmarks.moments import MOMENTS
from tests.ui.gallery_battle import put, settle
from tests.ui.met import met, parts

SIZE, WIDTH = (1920, 1080), 1600
DISPUTED, PAIR = "first_contact", ("MG", "wb3")


class Crowded(NamedTuple):
    """A question of a side, in a turn of its own, late in a battle, with many figures on the table."""

    scenario: str
    side: str
    question: str
    turn: int
    figures: int

    def is_met(self, run: Run) -> bool:
        """Return whether a battle has come to that question."""
        facts = run.ruleset.facts(run.state)
        asked = any(one.side == self.side and one.what == self.question for one in parts(run.pending))
        own = facts.turn >= self.turn and facts.active == self.side
        return own and asked and len(run.state.table.standing_pieces()) >= self.figures

    def windows(self) -> Iterator[Window]:
        """Yield the window at that question."""
        screen = pygame.display.set_mode(SIZE)
        yield from put(met(self.scenario, self.is_met), self.side, self.scenario, screen, Settings(volume=0))


def lab() -> Iterator[Window]:
    """A table in the lab, with how sure the ruling on two of its models is."""
    tables = load_lab_table(DISPUTED)._replace(pair=PAIR)
    window = create_lab_window(pygame.display.set_mode(SIZE), tables, Path(), queue=WorkQueue(None))
    window.do("tolerance", 2)
    settle(window)
    yield window
    window.content.close()


def station() -> Iterator[Window]:
    """The battle at a shot whose acid would fall on two of one's own."""
    for window in MOMENTS["station acid"](pygame.display.set_mode(SIZE), Settings(volume=0)):
        assert isinstance(window, Window)
        yield window


PICTURES: Final[Mapping[str, Callable[[], Iterator[Window]]]] = {
    "battle": Crowded("outpost_evac_night", "mi", "weapons", 6, 36).windows,
    "lab": lab,
    "station": station,
    "observers": Crowded("village", "unit", "target", 3, 10).windows,
    "squads": Crowded("encounter", "people", "target", 3, 50).windows,
    "batch": Crowded("glowing_eggs", "dalek", "group", 2, 60).windows,
}


def main() -> None:
    """Draw one."""
    name = sys.argv[1] if len(sys.argv) > 1 else "battle"
    file = Path(sys.argv[2]) if len(sys.argv) > 2 else assets_folder() / "pictures" / f"{name}.jpg"
    pygame.display.init()
    pygame.font.init()
    for window in PICTURES[name]():
        window.view.board.folder = tile_cache_folder()
        window.view.board.light_view(window.model.camera)
        window.draw()
        picture = pygame.transform.smoothscale(window.screen, (WIDTH, SIZE[1] * WIDTH // SIZE[0]))
        pygame.image.save(picture, file)


if __name__ == "__main__":
    main()
