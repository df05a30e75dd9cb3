"""Every screen of the window: for tests and for the eye."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import pygame
import pytest

from battlesim.render import palette, text_layout
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.settings.length_units import LENGTH_UNITS
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.start_choice import ReplayChoice
from battlesim.ui.start.start_page import TAB_TITLES
from tests.ui import gallery_battle as battle
from tests.ui import gallery_pages as pages
from tests.ui.met import QUESTIONS

SIZES: Final = ((1366, 768), (1920, 1080), (3840, 2160))
SCALES: Final = (75, 100, 200)
QUICK: Final = (((1366, 768), 200),)
"""The least room: where faults show first."""
AT_SCALES: Final = [
    pytest.param(scale, marks=() if scale == SCALES[-1] else pytest.mark.slow) for scale in SCALES
]
VIEWS: Final = [
    pytest.param(
        size,
        scale,
        id=f"{size[0]}x{size[1]}-{scale}",
        marks=() if (size, scale) in QUICK else pytest.mark.slow,
    )
    for size in SIZES
    for scale in SCALES
]
"""Every size at every scale; all but the quick ones are for the slow tests."""


def by_turns(names: Iterable[str], first: int) -> list[Any]:
    """Screens for a test, every other one quick from the first or the second on; the slow tests have all.

    Tests that look at the same screens take turns, so that each screen is looked at by some quick test.
    """
    return [
        pytest.param(name, marks=() if number % 2 == first else pytest.mark.slow)
        for number, name in enumerate(names)
    ]


Screen = Callable[[pygame.Surface, Settings], Iterator[PageHost | Window]]

SCREENS: Final[dict[str, Screen]] = {
    "start": pages.start,
    **{
        f"start {name.lower()}": lambda screen, settings, k=k: pages.start(screen, settings, k)
        for k, name in enumerate(TAB_TITLES)
        if k
    },
    "start record": lambda screen, settings: pages.start(screen, settings, 2, True),
    "settings": pages.own_settings,
    "rules": pages.rules,
    "rules found": lambda screen, settings: pages.rules(screen, settings, "", "smoke"),
    "rules chapters": lambda screen, settings: pages.rules(screen, settings, "", chapters=True),
    "rules tables": lambda screen, settings: pages.rules(screen, settings, "Models 0"),
    "keys of the menus": pages.menu_help,
    "campaigns": pages.campaign,
    "roster": lambda screen, settings: pages.campaign(screen, settings, "roster"),
    "muster": lambda screen, settings: pages.campaign(screen, settings, "muster"),
    "crash": pages.crash,
    "crash of a record": lambda screen, settings: pages.crash(screen, settings, ReplayChoice),
    "watch": battle.watched,
    "watch large": battle.large,
    "thinking": battle.thinking,
    "tooltip": battle.pointed,
    "tip": battle.tipped,
    "dice card": battle.diced,
    "scores": battle.scored,
    "objectives": battle.objectives,
    "log filtered": battle.filtered,
    "end": battle.ended,
    "keys of the battle": battle.helped,
    "folded": battle.folded,
    "whole act": battle.whole_act,
    "folded question": battle.folded_question,
    "hint": battle.hinted,
    "measured": battle.measured,
    "curtain": pages.curtain,
    "orders": pages.orders,
    "review": battle.review,
    "seen by": battle.seen_by,
    "ending": pages.ending,
    "who looks": pages.who_looks,
    "lesson": battle.lesson,
    "lab": battle.lab,
    **{name: battle.asking(asked) for name, asked in QUESTIONS.items()},
}
"""Screens by name. Each yields what it is shown on once it is drawn."""


@contextmanager
def shown(
    name: str, size: tuple[int, int], settings: Settings, among: Mapping[str, Screen] = SCREENS
) -> Iterator[PageHost | Window]:
    """A screen of a size in pixels, drawn once, under settings."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.get_surface()
    if screen is None or screen.get_size() != size:
        screen = pygame.display.set_mode(size)
    palette.use_palette(settings.palette)
    text_layout.set_text_style(unit=LENGTH_UNITS[settings.units])
    shows = among[name](screen, settings)
    yield next(shows)
    shows.close()  # type: ignore[attr-defined]
