"""The window's life: opened for a battle that is being played, or for a record that is gone over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from battlesim.engine.dice import Dice
from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_write import News, Recorder
from battlesim.engine.ruleset import AnyRuleset, Outcome
from battlesim.engine.run import Run, start
from battlesim.report.picture import looks_of
from battlesim.table.state import AnyState

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from battlesim.render.board_cache import default_folder
from battlesim.render.text import preload
from battlesim.ui.feed import Feed
from battlesim.ui.model import Model
from battlesim.ui.playback import Playback
from battlesim.ui.story import Story
from battlesim.ui.window import Window

FRAMES = 60
LARGEST = (1920, 1080)


def watch(
    run: Run,
    opening: AnyState,
    players: Mapping[str, str],
    dice: Dice,
    recorder: Recorder | None = None,
    *,
    title: str = "",
    seed: int = 0,
    size: tuple[int, int] | None = None,
    scale: float = 1.0,
    reduced: bool = False,
) -> Outcome | None:
    """Play a battle in the window; the outcome, None when the window was closed before the end.

    `run` has just been started from `opening`; `players` names who plays each side (they sit in a process of
    their own); `size` in pixels; `scale` of the interface, 0.75 to 2.5; `reduced` shows no motion.
    """
    feed = Feed(run, players, dice, recorder, seed)
    news = start(run.ruleset, opening).take_news()
    try:
        model = _model(run.ruleset, opening, news, title, reduced)
        feed.start()
        _show(model, feed, size, scale)
    finally:
        feed.close()
    return run.outcome


def review(
    record: Record, *, size: tuple[int, int] | None = None, scale: float = 1.0, reduced: bool = False
) -> None:
    """Go over a record in the window."""
    replay = Replay(record)
    model = _model(record.ruleset, record.state, replay.events, record.header.title, reduced)
    _show(model, None, size, scale)


def _model(ruleset: AnyRuleset, opening: AnyState, news: Iterable[News], title: str, reduced: bool) -> Model:
    story = Story(ruleset, opening)
    story.add(news)
    return Model(ruleset, looks_of(ruleset), story, Playback(story, reduced), title)


def _show(model: Model, feed: Feed | None, size: tuple[int, int] | None, scale: float) -> None:
    """Open the window and keep it up to date until it is closed."""
    pygame.init()
    preload(scale)
    screen = pygame.display.set_mode(size or _size(), pygame.RESIZABLE)
    pygame.display.set_caption(f"battlesim · {model.title}")
    pygame.key.set_repeat(350, 40)
    executor = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    try:
        window = Window(screen, model, feed, executor=executor, folder=default_folder(), scale=scale)
        clock = pygame.time.Clock()
        while window.running:
            for event in pygame.event.get():
                window.handle(event)
            window.frame(min(clock.tick(FRAMES) / 1000, 0.1))
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        pygame.display.quit()


def _size() -> tuple[int, int]:
    """As much of the desktop as the window can use."""
    desktops = pygame.display.get_desktop_sizes()
    wide, high = desktops[0] if desktops else LARGEST
    return min(wide, LARGEST[0]), min(high, LARGEST[1])
