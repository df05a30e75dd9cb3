"""The start screen: which battle, who plays, with which rules."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from battlesim.processes import pool
from battlesim.render.board_cache import default_folder
from battlesim.ui.desk import Desk, show
from battlesim.ui.display import opened
from battlesim.ui.settings import Settings
from battlesim.ui.settings_page import edit
from battlesim.ui.sound import Speaker
from battlesim.ui.start.choice import Battle, Choice, Resume, Review
from battlesim.ui.start.model import StartModel
from battlesim.ui.start.page import StartPage
from battlesim.ui.start.preview import Preview

__all__ = ["Battle", "Choice", "Resume", "Review", "choose"]


def choose(
    settings: Settings,
    folder: Path,
    *,
    size: tuple[int, int] | None = None,
    message: str = "",
    people: bool | None = None,
) -> tuple[Choice | None, Settings]:
    """Let a person choose; what was chosen (None: to leave), and the settings as they are then.

    `folder` holds the records; `size` in pixels; `message` is shown at first; `people` whether a side can be
    played by a person (None: when this build can).
    """
    screen = opened("battlesim", size, settings)
    executor = pool()
    try:
        model = StartModel(folder, Preview(executor, default_folder()), people)
        model.message = message or model.message
        page = StartPage(model, settings.bindings.shown("begin"))
        speaker = Speaker(settings.volume)
        desk = Desk(screen, page, settings.factor(*screen.get_size()), settings.bindings, speaker)
        desk.draw()
        pygame.display.flip()
        while desk.running:
            show(desk, lambda: bool(page.wants))
            if page.wants:
                page.wants = ""
                settings = edit(screen, settings)
                desk.take(settings)
        return (None if desk.closed else page.choice), settings
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        pygame.display.quit()
