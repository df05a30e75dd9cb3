"""The start screen: which battle, who plays, with which rules."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pygame

from battlesim.processes import process_pool, single_thread_executor
from battlesim.render.tiles import tile_cache_folder
from battlesim.ui.desk import Desk
from battlesim.ui.display import opened
from battlesim.ui.incoming import INCOMING
from battlesim.ui.rules_page import read_rules
from battlesim.ui.settings.settings import Settings
from battlesim.ui.settings_page import edit
from battlesim.ui.showing import desk_for, show
from battlesim.ui.sound import Speaker
from battlesim.ui.start.choice import Battle, Choice, Lab, Resume, Review
from battlesim.ui.start.files_page import choose_file
from battlesim.ui.start.model import StartModel
from battlesim.ui.start.page import StartPage
from battlesim.ui.start.preview import TablePicture

__all__ = ["Battle", "Choice", "Lab", "Resume", "Review", "choose"]

T = TypeVar("T")


def choose(
    settings: Settings,
    set_up: Callable[[Choice], T],
    *,
    size: tuple[int, int] | None = None,
    message: str = "",
    people: bool | None = None,
    left: Path | None = None,
) -> tuple[Choice | None, Settings, Future[T] | None]:
    """Let a person choose; what was chosen (None: to leave), the settings as they are then, and what
    `set_up` has made of the choice in a thread beside the screen.

    `size` in pixels; `message` is shown at first; `people` whether a side can be played by a person
    (None: when this build can), `left` the record that was left, which is chosen at first.
    """
    screen = opened("battlesim", size, settings)
    executor, aside = process_pool(), single_thread_executor("setting up")
    try:
        model = StartModel(settings.kept_in, TablePicture(executor, tile_cache_folder()), people)
        if left and left.exists():
            model.open_record(left)
        model.message = message or model.message
        made: list[Future[T]] = []

        def begin(choice: Choice) -> Callable[[], bool]:
            made.append(aside.submit(set_up, choice))
            return made[-1].done

        page = StartPage(model, settings.bindings.shown("begin"), begin)
        desk = desk_for(screen, page, settings, Speaker(settings.volume))
        settings = _keep_up(desk, page, settings)
        choice = None if desk.closed else page.choice
        return choice, settings, made[-1] if choice and made else None
    finally:
        aside.shutdown(wait=False)
        executor.shutdown(wait=False, cancel_futures=True)


def _keep_up(desk: Desk, page: StartPage, settings: Settings) -> Settings:
    """Show the screen until it is done, and in between the other pages that it wants; the settings then."""
    desk.draw()
    pygame.display.flip()
    INCOMING.leave_behind()
    while desk.running:
        show(desk, lambda: bool(page.wants))
        if page.wants:
            wanted, page.wants = page.wants, ""
            if wanted == "rules":
                read_rules(desk.screen, page.model.ruleset, settings)
            elif wanted == "files":
                _choose_file(desk, page, settings)
            else:
                settings = edit(desk.screen, settings)
            desk.take(settings)
            page.model.look_in(settings.kept_in)
            INCOMING.leave_behind()
    return settings


def _choose_file(desk: Desk, page: StartPage, settings: Settings) -> None:
    """Have a file chosen, beginning where the last one was, and open it."""
    typed = Path(os.path.expanduser(page.model.fields["file"]))
    found = choose_file(desk.screen, typed.parent if typed.name else Path.cwd(), page.model.folder, settings)
    if found:
        page.model.fields["file"] = str(found)
        page.do("file", "")
